//! Sizes, modifiers and amounts, and what each of them is said of.

use fsm::order::Amount;

use crate::index::ModifierAt;
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Change, Details, Pick, SaidLine, Statement, Subject};
use crate::reading::search::Bind;
use crate::reading::walk::{Focus, Join, Mode, Run, Walker};
use crate::tokens::Token;

impl Walker<'_> {
    pub(crate) fn modifier(&mut self, run: Run<'_>, modifiers: &[ModifierAt]) {
        if self.mode == Mode::Keep {
            // "leave room in it" asks for it; what it comes with stays anyway.
            self.mode = Mode::Add;
        }
        if self.mode == Mode::InsteadOf {
            // "ranch instead of mayo"
            self.mode = Mode::Add;
            self.amount = Some(Amount::No);
        }
        let text = self.text(run.edge.start, run.edge.end);
        let removing = self.mode == Mode::Remove;
        let of_what_follows = self.is_of_what_follows();
        let another = self.another && (run.bind == Bind::Before || of_what_follows || !self.item_follows());
        if another {
            (self.another, self.number) = (false, None);
        }
        let said = self.amount.take().or(removing.then_some(Amount::No));
        let said = said.or(self.is_served_aside().then_some(Amount::Side));
        let said = said.or(another.then_some(Amount::Extra));
        let carried = if said.is_none() { self.carried } else { None };
        let joined = matches!(self.join, Join::And | Join::Or | Join::Pause);
        if self.article || !joined && self.amount.is_none() && !self.is_of_carried(modifiers) {
            self.carried = None;
        }
        let always = self.join == Join::Or || self.excepting || self.ends_with_or();
        let not_extra = std::mem::take(&mut self.not_extra);
        let goes_on = joined && self.last_pick().is_some_and(|last| last.with);
        let with = self.join == Join::With || goes_on || self.is_said_with();
        let amount = said.or(if always { carried } else { None }).unwrap_or_default();
        let of_item = run.bind == Bind::After && self.item_follows();
        let counted = !of_item && (self.number.is_some() && self.held.size.is_none() || self.article);
        // "no egg" of what has a fried one
        let denied = amount == Amount::No && carried.is_none();
        let meant = if denied {
            self.index.with_named(modifiers, self.said(run))
        } else {
            self.of_named_group(run, modifiers)
        };
        let pick = Pick {
            modifiers: meant,
            amount,
            quantity: if run.bind == Bind::Before || of_what_follows {
                self.number.take().unwrap_or(1)
            } else {
                1
            },
            counted,
            times: self.times.take(),
            text,
            carried: if always { None } else { carried.filter(|amount| *amount == Amount::No) },
            not_extra,
            after_and: self.join == Join::And,
            corrects: run.bind == Bind::Before && std::mem::take(&mut self.correcting)
                || matches!(self.mode, Mode::Changing(_)),
            of_share: false,
            with,
        };
        self.carried = said.or(carried).filter(|amount| *amount == Amount::No);
        self.join = Join::None;
        self.definite = false;
        // "a shake, no wait, a chocolate malt": what is corrected is the shake.
        let of_another = of_item && std::mem::take(&mut self.article) && self.correcting;
        self.article = false;
        let changes = matches!(self.mode, Mode::Changing(_));
        if of_another {
            // It is taken back where that is named.
        } else if std::mem::take(&mut self.correcting) || pick.corrects && !changes {
            self.take_back(&pick, 2);
        } else if changes {
            // "make it a vanilla one"
            self.take_back(&pick, 1);
        }
        let details = Details { picks: vec![pick], ..Details::default() };
        self.place(run.bind, details);
    }

    /// "dipped in cherry": of what is called so, that of the group that was named right before it.
    fn of_named_group(&self, run: Run<'_>, modifiers: &[ModifierAt]) -> Vec<ModifierAt> {
        let small =
            |role: &&Role| matches!(role, Role::Word(Word::On | Word::With | Word::Article | Word::Definite));
        let mut before = self.runs[..self.at].iter().rev().map(|run| &run.edge.role);
        let group = before.find(|role| !small(role));
        let Some(Role::Group(group)) = group else { return modifiers.to_vec() };
        let called = self.index.called_by(self.said(run));
        let called = called.map_or(&[][..], |phrase| &phrase.partial_modifiers);
        let of_it: Vec<ModifierAt> =
            modifiers.iter().chain(called).copied().filter(|(of, _)| of == group).collect();
        if of_it.is_empty() { modifiers.to_vec() } else { of_it }
    }

    fn said(&self, run: Run<'_>) -> &[Token] {
        &self.tokens[run.edge.start..run.edge.end]
    }

    /// "skim, no wait, oat milk": drops the corrected one, if both are of one group that allows at most `max`.
    fn take_back(&mut self, pick: &Pick, max: u32) {
        let few = |group: usize| max > 1 || self.menu.modifier_groups[group].max <= max;
        let groups: Vec<usize> =
            pick.modifiers.iter().map(|(group, _)| *group).filter(|at| few(*at)).collect();
        let same_group = self.last_pick().is_some_and(|wrong| {
            let alike = wrong.amount == pick.amount;
            alike && wrong.modifiers.iter().any(|(group, _)| groups.contains(group))
        });
        if same_group {
            self.take_last_pick();
        }
    }

    /// Whether a modifier may be of the same group as the one before it: "no onions pickles", not "no onions spicy".
    fn is_of_carried(&mut self, modifiers: &[ModifierAt]) -> bool {
        self.last_pick().is_some_and(|last| {
            last.modifiers.iter().any(|(group, _)| modifiers.iter().any(|(of, _)| group == of))
        })
    }

    /// "none of the lettuce, tomato or mayo": whether a list of modifiers from here on ends with "or".
    fn ends_with_or(&self) -> bool {
        let mut rest = self.runs[self.at + 1..].iter().map(|run| &run.edge.role);
        rest.find(|role| !matches!(role, Role::Modifier(_) | Role::Word(Word::Filler)))
            == Some(&Role::Word(Word::Or))
    }

    /// "a large cola": an item that is called by a modifier has that modifier.
    pub(crate) fn kind(&mut self, run: Run<'_>, modifiers: &[ModifierAt]) {
        let text = self.text(run.edge.start, run.edge.end);
        let pick = Pick::of(modifiers.to_vec(), text);
        self.held.picks.insert(0, pick);
    }

    /// "three shots in the latte": the number counts what comes right before "in", not the item; also where more is
    /// counted before it: "two creams and a sugar in the coffee".
    fn is_of_what_follows(&self) -> bool {
        let roles = self.runs[self.at + 1..].iter().map(|run| &run.edge.role);
        let mut roles = roles.filter(|role| **role != Role::Word(Word::Filler));
        loop {
            match roles.next() {
                Some(Role::Word(Word::On)) => return true,
                Some(Role::Word(Word::And)) => {}
                _ => return false,
            }
            let counts = matches!(roles.next(), Some(Role::Number(_) | Role::Word(Word::Article)));
            if !counts || !matches!(roles.next(), Some(Role::Modifier(_))) {
                return false;
            }
        }
    }

    /// "large, and a cookie": what came before another item answers the question that is open about a line.
    pub(crate) fn answer_before(&mut self, at: usize) {
        let run = self.runs[at];
        let is_and = run.edge.role == Role::Word(Word::And);
        let ends = is_and || self.tokens[run.edge.start].pause;
        if !ends || !self.answering_for_line || self.mode != Mode::Add || self.last_draft().is_some() {
            return;
        }
        let next = self.runs[at..].iter().find(|run| {
            !matches!(run.edge.role, Role::Word(Word::And | Word::Filler | Word::Some | Word::Correction))
        });
        let another = next.is_some_and(|run| {
            matches!(
                run.edge.role,
                Role::Entry { .. }
                    | Role::Number(_)
                    | Role::Word(Word::Article | Word::Another | Word::Want | Word::Add)
            )
        });
        let item_follows = self.runs[at..]
            .iter()
            .any(|run| matches!(run.edge.role, Role::Entry { .. } | Role::Unknown | Role::Term(_)));
        if !another || !item_follows {
            return;
        }
        if !self.held.is_empty() {
            let held = std::mem::take(&mut self.held);
            self.describe(held);
            self.focus = Focus::Nothing;
        }
        self.settle();
    }

    /// Whether an item is named after this.
    pub(crate) fn item_follows(&self) -> bool {
        self.last_item.is_some_and(|last| last > self.at)
    }

    pub(crate) fn place(&mut self, bind: Bind, details: Details) {
        let item_follows = self.item_follows();
        match (bind, self.focus, &self.mode) {
            (Bind::After, Focus::Nothing, _) if self.ends_what_goes(&details) => self.describe(details),
            (Bind::After, _, Mode::Changing(_)) if item_follows => self.held.extend(details),
            (_, _, Mode::Changing(statement)) => {
                self.focus = Focus::Statement(*statement);
                self.describe(details);
            }
            (Bind::Before, Focus::Statement(_) | Focus::Part(..) | Focus::Strange { .. }, _) => {
                self.describe(details);
            }
            _ => self.held.extend(details),
        }
    }

    /// "leave out the onions and a coffee": whether something else begins right behind what goes.
    fn ends_what_goes(&self, details: &Details) -> bool {
        let denied = details.size.is_none() && details.picks.iter().all(|pick| pick.amount == Amount::No);
        let mut after = self.runs[self.at + 1..].iter().map(|run| &run.edge.role);
        let ordered = self.order.is_some_and(|order| !order.lines().is_empty());
        ordered
            && denied
            && after.next() == Some(&Role::Word(Word::And))
            && matches!(after.next(), Some(Role::Word(Word::Article) | Role::Number(_)))
    }

    /// Adds details to what is in focus, or else to the line last mentioned.
    pub(crate) fn describe(&mut self, details: Details) {
        if details.is_empty() {
            return;
        }
        let (statement, part) = match self.focus {
            Focus::Strange { .. } if self.belongs_before(&details) => {
                let known = self.last_draft().unwrap_or_default();
                self.focus = Focus::Statement(known);
                (known, None)
            }
            Focus::Strange { .. } => return self.describe_strange(&details),
            Focus::Statement(statement) => (statement, None),
            Focus::Part(statement, part) => (statement, Some(part)),
            Focus::Nothing => (self.change(Subject::Referent), None),
        };
        if self.focus == Focus::Nothing {
            self.focus = Focus::Statement(statement);
        }
        if self.spread && part.is_none() && self.last_draft().is_some() {
            return self.describe_each(&details);
        }
        let statement = if part.is_none() { self.owner(statement, &details) } else { statement };
        let split = self.split.take();
        if let Some(split) = split {
            self.split_off(statement, split, details);
            return;
        }
        match (self.said.statements.get_mut(statement), part) {
            (Some(Statement::Add(draft)), Some(part)) => {
                let fits = details.picks.iter().all(|pick| {
                    draft.parts[part]
                        .entries
                        .iter()
                        .any(|entry| self.index.allows(self.index.main(*entry), &pick.modifiers))
                });
                let of_part = if fits { &mut draft.parts[part].details } else { &mut draft.details };
                of_part.extend(details);
            }
            (Some(Statement::Add(draft)), None) => draft.details.extend(details),
            (Some(Statement::Change(change)), _) => match &mut change.with {
                Some(draft) => draft.details.extend(details),
                None => change.details.extend(details),
            },
            _ => self.held.extend(details),
        }
    }

    /// "a burger, a bear claw, no onions": what the line before can have and is not said right of the strange thing.
    fn belongs_before(&self, details: &Details) -> bool {
        let small = |role: &Role| matches!(role, Role::Word(Word::On | Word::Article));
        let begins = (1..=self.at).rev().find(|at| !small(&self.runs[*at - 1].edge.role)).unwrap_or(0);
        let runs = self.runs.get(begins..=self.at).unwrap_or_default();
        let pause = runs.iter().any(|run| self.tokens[run.edge.start].pause);
        let Some(Statement::Add(draft)) = self.last_draft().map(|known| &self.said.statements[known]) else {
            return false;
        };
        let able = |pick: &Pick| self.can_have(&draft.entries, &pick.modifiers);
        pause && details.size.is_none() && !details.picks.is_empty() && details.picks.iter().all(able)
    }

    /// The newest line that can have what is said, at or before a statement; the statement if there is none.
    pub(crate) fn owner(&self, statement: usize, details: &Details) -> usize {
        let has = |draft: &SaidLine| {
            draft.entries.iter().any(|entry| {
                let item = self.index.main(*entry);
                details.picks.iter().all(|pick| self.index.allows(item, &pick.modifiers))
            })
        };
        let owner = self.said.statements[..=statement].iter().rposition(|statement| match statement {
            Statement::Add(draft) => draft.entries.is_empty() || has(draft),
            _ => false,
        });
        let is_add = matches!(self.said.statements[statement], Statement::Add(_));
        if is_add { owner.unwrap_or(statement) } else { statement }
    }

    /// "two burgers, one of them without onions".
    pub(crate) fn split_off(&mut self, statement: usize, count: u32, details: Details) {
        let statement = *self.split_from.get_or_insert(statement);
        match self.said.statements.get_mut(statement) {
            Some(Statement::Add(draft)) => {
                let all = draft.quantity.unwrap_or(1);
                if count >= all {
                    draft.details.extend(details);
                    self.focus = Focus::Statement(statement);
                    self.said_last.push((statement, self.said.statements.len()));
                    return;
                }
                let mut other = draft.clone();
                let must_be = |at: &ModifierAt| {
                    let item = draft.entries.first().map(|entry| self.index.main(*entry));
                    item.is_some_and(|item| self.index.allows(item, &[*at]))
                        && self.menu.modifier_groups[at.0].min > 0
                };
                other.chosen_share = details.picks.iter().flat_map(|pick| &pick.modifiers).any(must_be);
                other.details.extend(details);
                draft.quantity = Some(all - count);
                other.quantity = Some(count);
                self.said.statements.push(Statement::Add(other));
                self.focus = Focus::Statement(self.said.statements.len() - 1);
            }
            Some(Statement::Change(change)) => {
                change.split = Some(count);
                change.details.extend(details);
            }
            _ => {}
        }
    }

    pub(crate) fn last_pick(&mut self) -> Option<&mut Pick> {
        if !self.held.picks.is_empty() {
            return self.held.picks.last_mut();
        }
        let part = if let Focus::Part(_, part) = self.focus { Some(part) } else { None };
        let details = match self.said.statements.last_mut()? {
            Statement::Add(draft) => match part.and_then(|part| draft.parts.get_mut(part)) {
                Some(part) if !part.details.picks.is_empty() => &mut part.details,
                _ => &mut draft.details,
            },
            Statement::Change(Change { with: Some(draft), .. }) => &mut draft.details,
            Statement::Change(change) => &mut change.details,
            Statement::Remove { .. } | Statement::Clear | Statement::Nothing => return None,
        };
        details.picks.last_mut()
    }

    /// Removes the modifier that was said last.
    pub(crate) fn take_last_pick(&mut self) -> Option<Pick> {
        if !self.held.picks.is_empty() {
            return self.held.picks.pop();
        }
        let statement = match self.focus {
            Focus::Statement(statement) => statement,
            Focus::Part(..) | Focus::Nothing | Focus::Strange { .. } => return None,
        };
        match self.said.statements.get_mut(statement)? {
            Statement::Add(draft) => draft.details.picks.pop(),
            Statement::Change(Change { with: Some(draft), .. }) => draft.details.picks.pop(),
            Statement::Change(change) => change.details.picks.pop(),
            Statement::Remove { .. } | Statement::Clear | Statement::Nothing => None,
        }
    }
}
