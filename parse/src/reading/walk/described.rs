//! Words that belong to a name that was said before: one that puts a word of it right, and those that only say again what
//! the thing is.

use fsm::order::Amount;

use crate::index::{Entry, ModifierAt};
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Pick, SaidLine, Statement};
use crate::reading::walk::{Focus, Join, Mode, Walker};
use crate::tokens;

impl Walker<'_> {
    /// "a sausage egg and cheese, no wait, make it ham": what the last line is called with these words in the place of one
    /// of its own.
    pub(super) fn renamed(&self, at: usize) -> Option<(usize, Entry)> {
        let known = self.last_draft()?;
        let corrects = self.correcting || self.mode == Mode::Changing(known);
        let counted = self.number.is_some() || self.amount.is_some();
        let Statement::Add(draft) = &self.said.statements[known] else { return None };
        if !corrects || counted || self.can_be(draft, at) {
            return None;
        }
        let edge = self.runs[at].edge;
        let said: Vec<&str> =
            self.tokens[edge.start..edge.end].iter().map(|token| token.fold.as_str()).collect();
        let name = tokens::tokenize(self.index.language(), &draft.text);
        let mut others = (0..name.len()).filter_map(|word| {
            let folds =
                |tokens: &[tokens::Token]| tokens.iter().map(|token| token.fold.clone()).collect::<Vec<_>>();
            let (before, after) = (folds(&name[..word]), folds(&name[word + 1..]));
            let whole = before.iter().map(String::as_str).chain(said.iter().copied());
            let phrase = self.index.called(whole.chain(after.iter().map(String::as_str)))?;
            let [entry] = phrase.entries.as_slice() else { return None };
            (name.len() > 1 && !draft.entries.contains(entry)).then_some(*entry)
        });
        let entry = others.next()?;
        others.all(|other| other == entry).then_some((known, entry))
    }

    pub(super) fn rename(&mut self, at: usize, (known, entry): (usize, Entry)) {
        let edge = self.runs[at].edge;
        self.said.described.push((edge.start, edge.end));
        self.said.renamed = true;
        if let Statement::Add(draft) = &mut self.said.statements[known] {
            draft.entries = vec![entry];
            self.menu.items[self.index.main(entry)].name.clone_into(&mut draft.text);
        }
        (self.mode, self.focus) = (Mode::Add, Focus::Statement(known));
        self.correcting = false;
        self.settle();
    }

    /// Whether the words of a run are a choice that a line can have.
    fn can_be(&self, draft: &SaidLine, at: usize) -> bool {
        let Role::Modifier(modifiers) = &self.runs[at].edge.role else { return false };
        self.allows(draft, modifiers)
    }

    fn allows(&self, draft: &SaidLine, modifiers: &[ModifierAt]) -> bool {
        draft.entries.iter().any(|entry| self.index.allows(self.index.main(*entry), modifiers))
    }

    /// "a diet coke, no ice", where only ice cream is sold: whether one word of a longer name says what is not wanted of the
    /// last line.
    pub(super) fn is_denied_part(&self) -> bool {
        let run = self.runs[self.at].edge;
        let part = matches!(run.role, Role::Entry { called, .. } if called.is_part());
        let denied = self.amount == Some(Amount::No) && !self.is_put_right() && !self.is_behind_no();
        part && denied && run.end - run.start == 1 && self.last_draft().is_some()
    }

    /// "an english muffin with egg and cheese", where the muffin is a bread of that sandwich: the line of what is only a choice
    /// of what comes after "with", and that choice.
    pub(super) fn carried_by(&self, entries: &[Entry]) -> Option<(usize, Pick)> {
        let known = self.last_draft().filter(|known| self.focus == Focus::Statement(*known))?;
        let Statement::Add(carrier) = &self.said.statements[known] else { return None };
        let plain = carrier.details.is_empty() && carrier.parts.is_empty() && !carrier.combo;
        let counted = self.number.is_some() || self.article || !self.held.is_empty();
        let named =
            self.runs[..self.at].iter().rposition(|run| matches!(run.edge.role, Role::Entry { .. }))?;
        if !plain || counted || self.join != Join::With || self.mode != Mode::Add {
            return None;
        }
        let [Entry::Item(_)] = entries else { return None };
        let line = SaidLine { entries: entries.to_vec(), ..SaidLine::default() };
        let mut choices = self.choices_called(named, &line);
        choices.retain(|(group, _)| self.menu.modifier_groups[*group].max == 1);
        let edge = self.runs[named].edge;
        (!choices.is_empty()).then(|| (known, Pick::of(choices, self.text(edge.start, edge.end))))
    }

    /// "an egg white wrap with spinach and feta", which is called so and can have no other: whether a choice only says again
    /// what the line is.
    pub(super) fn is_in_its_name(&self, at: usize, modifiers: &[ModifierAt]) -> bool {
        let edge = self.runs[at].edge;
        let folds: Vec<&str> =
            self.tokens[edge.start..edge.end].iter().map(|token| token.fold.as_str()).collect();
        let Focus::Statement(known) = self.focus else { return false };
        let Some(Statement::Add(draft)) = self.said.statements.get(known) else { return false };
        let plain = self.amount.is_none() && self.number.is_none() && !self.article && self.held.is_empty();
        plain
            && self.mode == Mode::Add
            && matches!(self.join, Join::With | Join::And)
            && !self.allows(draft, modifiers)
            && draft.entries.iter().all(|entry| self.index.is_named_with(*entry, &folds))
    }

    /// "a veggie platter, the one with falafel and all that": the run after what only tells how the line is that was named,
    /// where nothing of it is a choice.
    pub(super) fn description(&self, at: usize) -> Option<usize> {
        let (definite, named) = (at.checked_sub(1)?, at.checked_sub(2)?);
        let pause = |at: usize| self.tokens[self.runs[at].edge.start].pause;
        let is_one = matches!(self.runs[at].edge.role, Role::Number(1) | Role::Again);
        let points = self.runs[definite].edge.role == Role::Word(Word::Definite) && pause(definite);
        let named = &self.runs[named].edge.role;
        let tells = self.runs.get(at + 1).is_some_and(|run| run.edge.role == Role::Word(Word::With));
        if !is_one || !points || !tells {
            return None;
        }
        let draft = match self.focus {
            Focus::Statement(known) if matches!(named, Role::Entry { .. }) => {
                let Statement::Add(draft) = self.said.statements.get(known)? else { return None };
                (draft.quantity.unwrap_or(1) == 1).then_some(Some(draft))?
            }
            Focus::Strange { .. } if named.is_strange() || matches!(named, Role::Word(Word::Common)) => None,
            _ => return None,
        };
        let goes_on = |at: &usize| {
            let joins = self.runs[*at].edge.role == Role::Word(Word::And);
            let another = self.runs.get(*at + 1).is_some_and(|next| {
                matches!(
                    next.edge.role,
                    Role::Number(_) | Role::Size(_) | Role::Word(Word::Article | Word::Want)
                )
            });
            !(pause(*at) || joins && another)
        };
        let next = (at + 2..self.runs.len()).find(|at| !goes_on(at)).unwrap_or(self.runs.len());
        let chooses = |at: usize| draft.is_some_and(|draft| self.can_be(draft, at));
        (!(at + 2..next).any(chooses)).then_some(next)
    }

    /// "heat up the croissant": whether what is done to something stands before it, as no name has it.
    pub(super) fn is_done_to(&self, at: usize) -> bool {
        let roles: Vec<&Role> = self.runs[..at].iter().map(|run| &run.edge.role).collect();
        let done = matches!(roles.as_slice(), [.., Role::Modifier(_), Role::Word(Word::Definite)]);
        let ordered = self.order.is_some_and(|order| !order.lines().is_empty());
        done && ordered && !self.wanted && self.last_draft().is_none()
    }

    /// "heat up the croissant, but not the scones", which stay as they are.
    pub(super) fn stays_as_it_is(&self) -> bool {
        let changed = matches!(self.said.statements.last(), Some(Statement::Change(change))
            if !change.details.picks.is_empty() && change.with.is_none());
        changed && self.join == Join::With && self.number.is_none()
    }

    /// "leave the onions out, and a small coffee": whether something else is ordered behind what goes.
    pub(super) fn is_another_thing(&self, entries: &[Entry]) -> bool {
        let ordered = self.order.is_some_and(|order| !order.lines().is_empty());
        let new = !self.on_order(entries) && self.drafted(entries).is_none();
        // "forget the muffin, do a cookie instead"
        let next = self.runs.get(self.at + 1).map(|run| &run.edge.role);
        let removed = matches!(self.said.statements.last(), Some(Statement::Remove { .. }));
        ordered && new && self.join == Join::And && self.article
            || removed && new && next == Some(&Role::Word(Word::Instead))
    }

    /// Whether "with" stands before something that is no choice, and "on it" or "on top" after it.
    pub(super) fn is_put_on_top(&self) -> bool {
        let next = self.runs.get(self.at + 1).filter(|next| !self.tokens[next.edge.start].pause);
        let on_it = next.is_some_and(|next| {
            let places = self.index.language().roles_by(self.tokens[next.edge.start].id).contains(&Word::On);
            places && matches!(next.edge.role, Role::Word(Word::Pronoun | Word::Filler))
        });
        on_it && self.join == Join::With && self.mode == Mode::Add && self.last_draft().is_some()
    }
}
