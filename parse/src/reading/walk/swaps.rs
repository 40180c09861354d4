//! "Swap the fries for mac", "sub mac for the fries", "rings instead of the fries": one thing in the place of another.

use fsm::order::{Amount, Order};

use crate::index::{Entry, ModifierAt};
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Change, Details, Pick, SaidLine, Statement, Subject};
use crate::reading::walk::{Focus, Mode, Walker};

/// One side of a swap.
struct Side {
    /// The run that names it.
    at: usize,
    definite: bool,
    /// How much of it: "for extra mushrooms".
    amount: Amount,
}

impl Walker<'_> {
    /// A swap within what is said in this utterance: of modifiers of a line, or of something that is neither said nor on
    /// the order, and so comes with a line. Returns the run after it; `None` where it is of what is on the order.
    pub(crate) fn swap(&mut self, at: usize) -> Option<usize> {
        let one = self.side(at + 1)?;
        let joined = (one.at + 1..self.runs.len()).find(|at| !self.says_nothing(*at))?;
        if !matches!(self.runs[joined].edge.role, Role::Word(Word::On | Word::With | Word::To)) {
            return None;
        }
        let other = self.side(joined + 1)?;
        // "sub mac for the fries": what is known goes.
        let (old, new) = if other.definite && !one.definite { (&other, &one) } else { (&one, &other) };
        let next = other.at.max(one.at) + 1;
        self.swap_details(old.at, (new.at, new.amount)).then_some(next)
    }

    /// "bacon instead of the canadian", "grilled instead of fried": where what goes is nothing that can go, what would come
    /// is asked about with it.
    pub(crate) fn instead_of(&mut self, at: usize) -> Option<usize> {
        if self.mode != Mode::Add {
            return None;
        }
        let old = (at + 1..self.runs.len()).find(|at| !self.says_nothing(*at))?;
        let new = (0..at).rev().find(|at| !self.says_nothing(*at))?;
        let goes = |role: &Role| matches!(role, Role::Entry { .. } | Role::Modifier(_) | Role::Category(_));
        let (came, gone) = (&self.runs[new].edge.role, &self.runs[old].edge.role);
        if !goes(came) && !came.is_strange() && !matches!(came, Role::Size(_)) {
            return None;
        }
        if goes(gone) && goes(came) || matches!(gone, Role::Word(Word::Pronoun | Word::All | Word::Combo)) {
            return None;
        }
        if matches!(gone, Role::Modifier(_)) && came.is_strange() {
            // "italian instead of the ranch": the ranch goes all the same
            return None;
        }
        if matches!(self.focus, Focus::Part(..)) && matches!(came, Role::Entry { .. }) {
            // "a combo with lemonade instead of soda": what comes with it is chosen already
            self.settle();
            return Some(old + 1);
        }
        let text = self.text(self.runs[new].edge.start, self.runs[old].edge.end);
        match came {
            Role::Entry { .. } => {
                let known = self.last_draft()?;
                self.said.statements[known] = Statement::Nothing;
                self.said.strange.push((text, Vec::new()));
            }
            Role::Modifier(_) => {
                self.take_last_pick();
                self.said.told.push(text);
            }
            _ if came.is_strange() && !self.said.strange.is_empty() => {
                self.lengthen_strange(&self.text(self.runs[at].edge.start, self.runs[old].edge.end));
            }
            _ => self.said.told.push(text),
        }
        self.settle();
        Some(old + 1)
    }

    /// The next thing that is named, with only small words before it.
    fn side(&self, from: usize) -> Option<Side> {
        let amount = |at: usize| match self.runs[at].edge.role {
            Role::Amount(amount) => Some(amount),
            _ => None,
        };
        let leads = |at: usize| self.says_nothing(at) || amount(at).is_some();
        let at = (from..self.runs.len()).find(|at| !leads(*at))?;
        let named = matches!(self.runs[at].edge.role, Role::Entry { .. } | Role::Modifier(_) | Role::Term(_));
        let definite = (from..at).any(|at| self.runs[at].edge.role == Role::Word(Word::Definite));
        let amount = (from..at).find_map(amount).unwrap_or_default();
        named.then_some(Side { at, definite, amount })
    }

    fn says_nothing(&self, at: usize) -> bool {
        let role = &self.runs[at].edge.role;
        matches!(role, Role::Word(Word::Article | Word::Definite | Word::Some | Word::Filler))
    }

    /// Puts something in the place of another of the line in focus. Not where the other is a line by itself.
    pub(crate) fn swap_details(&mut self, old: usize, (new, amount): (usize, Amount)) -> bool {
        let known = self.last_draft();
        if known.is_none() && !matches!(self.focus, Focus::Strange { .. }) {
            return false;
        }
        let (gone, come) = (self.entries_of(old), self.entries_of(new));
        let is_line = self.drafted(&gone).is_some()
            || self.on_order(&gone)
            || self.is_instead_of_part(&Subject::Entry { entries: gone, ordinal: None });
        if is_line {
            return false;
        }
        let focus = std::mem::replace(&mut self.focus, known.map_or(Focus::Nothing, Focus::Statement));
        let (gone, had) = (self.picks_of(old), self.picks_of(new));
        let ordered = self.order.is_some_and(|order| !Order::lines(order).is_empty());
        if ordered && (gone.is_empty() || had.is_empty()) {
            self.focus = focus;
            return false;
        }
        self.mode = Mode::Add;
        match (had, gone.is_empty()) {
            (had, _) if !had.is_empty() => self.choose(new, had, amount),
            _ if !come.is_empty() => {
                let text = self.text(self.runs[new].edge.start, self.runs[new].edge.end);
                self.settle();
                self.wanted = true;
                self.add(come, None, text);
            }
            _ => {
                let (from, to) = (&self.runs[old.min(new)].edge, &self.runs[old.max(new)].edge);
                let text = self.text(from.start, to.end);
                self.said.strange.push((text, Vec::new()));
                self.settle();
                return true;
            }
        }
        if gone.is_empty() && !self.names_one(old) {
            // "swap the drink for a lemonade"
        } else if gone.is_empty() {
            let text = self.text(self.runs[old].edge.start, self.runs[old].edge.end);
            self.tell_without(&text);
        } else if !self.take_back_pick(&gone) {
            self.choose(old, gone, Amount::No);
        }
        self.settle();
        true
    }

    /// "a salad with ranch, swap the ranch for balsamic": drops what was only said.
    fn take_back_pick(&mut self, gone: &[ModifierAt]) -> bool {
        let Focus::Statement(known) = self.focus else { return false };
        let Some(Statement::Add(draft)) = self.said.statements.get_mut(known) else { return false };
        let is_it = |pick: &Pick| {
            pick.amount != Amount::No && pick.modifiers.iter().any(|modifier| gone.contains(modifier))
        };
        let at = draft.details.picks.iter().position(is_it);
        at.map(|at| draft.details.picks.remove(at)).is_some()
    }

    /// Whether a run names one item, not a kind of them.
    fn names_one(&self, at: usize) -> bool {
        matches!(&self.runs[at].edge.role, Role::Entry { entries, called, .. } if entries.len() == 1 && !called.is_part())
    }

    fn choose(&mut self, at: usize, modifiers: Vec<ModifierAt>, amount: Amount) {
        let edge = self.runs[at].edge;
        let pick = Pick { amount, with: true, ..Pick::of(modifiers, self.text(edge.start, edge.end)) };
        self.describe(Details { picks: vec![pick], ..Details::default() });
    }

    fn entries_of(&self, at: usize) -> Vec<Entry> {
        match &self.runs[at].edge.role {
            Role::Entry { entries, .. } => entries.to_vec(),
            _ => Vec::new(),
        }
    }

    /// The modifiers of that name that the line in focus can have.
    fn picks_of(&self, at: usize) -> Vec<ModifierAt> {
        let Focus::Statement(known) = self.focus else { return Vec::new() };
        let Statement::Add(draft) = &self.said.statements[known] else { return Vec::new() };
        let mut modifiers = match &self.runs[at].edge.role {
            Role::Modifier(modifiers) => modifiers.to_vec(),
            _ => self.modifiers_called(at),
        };
        let has = |modifier: &ModifierAt| self.can_have(&draft.entries, &[*modifier]);
        modifiers.retain(has);
        modifiers
    }

    /// The modifiers of a line that the words of a run also name, if only by a part of their names.
    pub(crate) fn choices_called(&self, at: usize, line: &SaidLine) -> Vec<ModifierAt> {
        let edge = self.runs[at].edge;
        let Some(phrase) = self.index.called_by(&self.tokens[edge.start..edge.end]) else {
            return Vec::new();
        };
        let has = |modifier: &&ModifierAt| self.can_have(&line.entries, &[**modifier]);
        phrase.modifiers.iter().chain(phrase.partial_modifiers.iter()).filter(has).copied().collect()
    }

    /// Those of a group that a line must choose from, and has not yet: "two kids meals, one nuggets, one grilled cheese".
    pub(crate) fn choices_due(&self, at: usize, line: &SaidLine) -> Vec<ModifierAt> {
        let mut choices = self.choices_called(at, line);
        let chosen = |group: usize| {
            line.details.picks.iter().any(|pick| pick.modifiers.iter().any(|(of, _)| *of == group))
        };
        choices.retain(|(group, _)| self.menu.modifier_groups[*group].min > 0 && !chosen(*group));
        choices
    }

    /// The modifiers that the words of a run also name.
    fn modifiers_called(&self, at: usize) -> Vec<ModifierAt> {
        let edge = self.runs[at].edge;
        let phrase = self.index.called_by(&self.tokens[edge.start..edge.end]);
        phrase.map_or(Vec::new(), |phrase| phrase.modifiers.to_vec())
    }

    /// "instead of the cheeseburger": what was said before it, or comes after it, takes its place.
    pub(crate) fn replace(&mut self, subject: Subject, some: Option<u32>) {
        self.mode = Mode::Add;
        if self.is_instead_of_part(&subject) {
            return;
        }
        if self.comes_with_another(&subject) {
            // "a combo, hash browns instead of fries": what comes with something else
            let edge = self.runs[self.at].edge;
            let text = self.text(edge.start, edge.end);
            return self.tell_without(&text);
        }
        let Some(known) = self.last_draft() else {
            self.replaced = Some((subject, some));
            return;
        };
        if let Statement::Add(draft) = &self.said.statements[known] {
            let mut change = Change::of(subject);
            (change.with, change.split) = (Some(draft.clone()), some);
            self.said.statements[known] = Statement::Change(change);
            self.focus = Focus::Statement(known);
        }
    }

    /// Whether what should go was not named and is not on the order, where something else was ordered before what takes
    /// its place.
    pub(crate) fn comes_with_another(&self, subject: &Subject) -> bool {
        let Subject::Entry { entries, ordinal: None } = subject else { return false };
        let adds = self.said.statements.iter().filter(|said| matches!(said, Statement::Add(_))).count();
        let empty = self.order.is_none_or(|order| order.lines().is_empty());
        empty && adds > 1 && self.drafted(entries).is_none()
    }

    /// "a sprite instead": replaces the line of the same kind, or else the one last mentioned.
    pub(crate) fn instead(&mut self) {
        let before = self.at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        if matches!(before, Some(Role::Modifier(_))) {
            // "no peanuts, cashews instead"
            if let Some(pick) = self.last_pick() {
                pick.carried = None;
            }
            return;
        }
        let Some(known) = self.last_draft() else { return };
        let empty = self.order.is_none_or(|order| order.lines().is_empty());
        if !self.said.strange.is_empty() && empty {
            // "the slam, and a pancake instead": of what is not to be had
            if let Statement::Add(draft) =
                std::mem::replace(&mut self.said.statements[known], Statement::Nothing)
            {
                let near = draft.entries;
                self.said.strange.push((draft.text, near));
            }
            return;
        }
        if let Some(removed) = known.checked_sub(1)
            && let Statement::Remove { subject, quantity: None } = &self.said.statements[removed]
        {
            // "get rid of the slices and do a hash brown instead"
            let subject = subject.clone();
            self.said.statements[removed] = Statement::Nothing;
            return self.replace(subject, None);
        }
        if empty && matches!(self.focus, Focus::Part(..)) {
            // "a burger combo, iced tea instead": of what would come with it
            return;
        }
        let Statement::Add(draft) = &self.said.statements[known] else { return };
        let category = draft.entries.first().map(|entry| &self.menu.items[self.index.main(*entry)].category);
        let alike: Vec<_> = self
            .order
            .into_iter()
            .flat_map(Order::lines)
            .filter(|line| self.menu.item(&line.item).map(|item| &item.category) == category)
            .collect();
        let subject = match alike.as_slice() {
            [line] => Subject::Line(line.line_id),
            _ => Subject::Referent,
        };
        self.replace(subject, None);
    }
}
