//! What is on the order already and is said again: its new number, or that it is all.

use fsm::dialogue::ActKind;
use fsm::order::Order;

use crate::index::Entry;
use crate::language::{Cue, Edit, Word};
use crate::reading::asides;
use crate::reading::lattice::Role;
use crate::reading::said::{Change, Statement, Subject};
use crate::reading::walk::{Focus, Join, Run, Walker};

impl Walker<'_> {
    /// "actually one burger", "just one burger and two cokes" while some are on the order: their new quantity.
    pub(crate) fn amend(&mut self, entries: &[Entry], ordinal: Option<u32>) -> bool {
        let amends = std::mem::take(&mut self.amending)
            && !self.another
            && !self.said.has(ActKind::NeverMind)
            && self.last_draft().is_none();
        let amends = amends && self.on_order(entries);
        if amends && self.number.is_none() && self.said.just && self.is_only_that(entries) {
            if self.held.is_empty() && !self.answering {
                self.said.cues.push(Cue::Act(ActKind::Done));
                return true;
            }
            let statement = self.change(Subject::Entry { entries: entries.to_vec(), ordinal });
            self.focus = Focus::Statement(statement);
            let held = std::mem::take(&mut self.held);
            self.describe(held);
            return true;
        }
        let (true, Some(number)) = (amends, self.number) else { return false };
        let statement = self.change(Subject::Entry { entries: entries.to_vec(), ordinal });
        if let Some(Statement::Change(change)) = self.said.statements.get_mut(statement) {
            change.quantity = Some(number);
        }
        self.focus = Focus::Statement(statement);
        let held = std::mem::take(&mut self.held);
        self.describe(held);
        self.amending = true;
        true
    }

    /// "ranch with the wings", "fries with my wings": whether what is there already is pointed at, and not ordered again.
    pub(crate) fn is_gone_with(&self, entries: &[Entry]) -> bool {
        let pointed_at = self.definite && !self.article && !self.another && self.number.is_none();
        (self.join == Join::With || self.is_had(self.at)) && pointed_at && self.on_order(entries)
    }

    /// Whether it is said that somebody has it: "I got the coffee".
    fn is_had(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|at| self.runs[at].edge);
        let definite = before.filter(|before| before.role == Role::Word(Word::Definite));
        definite.is_some_and(|the| asides::ends_in_having(self.index.language(), &self.tokens[..the.start]))
    }

    /// What was said before it is how it should be, unless that is something else to order.
    pub(crate) fn go_with(&mut self, entries: Vec<Entry>) {
        if self.last_draft().is_none() && !self.held.is_empty() {
            let statement = self.change(Subject::Entry { entries, ordinal: None });
            self.focus = Focus::Statement(statement);
            let held = std::mem::take(&mut self.held);
            self.describe(held);
        }
    }

    /// "just the muffin" where a muffin is all that is on the order, or is what is asked about: no second one.
    fn is_only_that(&self, entries: &[Entry]) -> bool {
        let lines = self.order.map_or(&[][..], Order::lines);
        !self.article && !self.wanted && lines.len() == 1 && self.on_order(entries)
    }

    /// "lose the root beer then, the shake's plenty": whether what is named stays, because it is enough.
    pub(crate) fn is_enough(&self, at: usize) -> bool {
        let language = self.index.language();
        let from = self.runs[at].edge.end;
        let ends = (from + 1..self.tokens.len()).find(|at| self.tokens[*at].pause);
        let after = &self.tokens[from..ends.unwrap_or(self.tokens.len())];
        let enough = |role| role == Word::Edit(Edit::Enough);
        let length = asides::phrase(language, after, enough);
        self.definite && length.is_some_and(|length| length == after.len())
    }

    /// "two cokes is enough" while more are on the order: their new number.
    pub(crate) fn suffices(&mut self, at: usize) -> bool {
        let names = |run: &Run<'_>| matches!(run.edge.role, Role::Entry { .. } | Role::Number(_));
        let Some(known) = self.last_draft().filter(|_| !self.runs[at + 1..].iter().any(names)) else {
            return false;
        };
        let Statement::Add(draft) = &self.said.statements[known] else { return false };
        let (entries, quantity) = (draft.entries.clone(), draft.quantity);
        if quantity.is_none() || !draft.parts.is_empty() || !self.on_order(&entries) {
            return false;
        }
        let mut change = Change::of(Subject::Entry { entries, ordinal: None });
        (change.quantity, change.details) = (quantity, draft.details.clone());
        self.said.statements[known] = Statement::Change(change);
        true
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
}
