//! What a number counts: what comes after it, others, or nothing that there is.

use crate::language::Word;
use crate::reading::lattice::{Role, counts_people};
use crate::reading::said::Statement;
use crate::reading::walk::{Join, Mode, Walker};

impl Walker<'_> {
    /// "three larges, one pepperoni, one cheese and one veggie": whether so many of a size are told apart from here on.
    pub(super) fn heads_a_list(&self, at: usize, number: u32) -> bool {
        let Some(all) = self.number.filter(|all| *all > number) else { return false };
        let only_sized = self.held.size.is_some() && self.held.picks.is_empty() && self.mode == Mode::Add;
        let counted = self.runs[at..].iter().filter_map(|run| match run.edge.role {
            Role::Number(number) => Some(number),
            _ => None,
        });
        let mut sums = counted.scan(0_u32, |sum, number| {
            *sum = sum.saturating_add(number);
            Some(*sum)
        });
        only_sized && self.join == Join::Pause && sums.find(|sum| *sum >= all) == Some(all)
    }

    /// "two large and one small coke": a number that counts the same as the one that waits for its item.
    pub(super) fn shares_what_comes(&self, at: usize) -> bool {
        let joined = matches!(self.join, Join::And | Join::Pause) && self.mode == Mode::Add;
        let many = self.last_draft().is_some_and(
            |known| matches!(&self.said.statements[known], Statement::Add(draft) if draft.quantity > Some(1)),
        );
        if !joined || many || self.number.is_none() || self.held.is_empty() {
            return false;
        }
        let between = |role: &&Role| leads_to_an_item(role) || **role == Role::Word(Word::And);
        let mut roles = self.runs[at + 1..].iter().map(|run| &run.edge.role);
        matches!(roles.find(|role| !between(role)), Some(Role::Entry { .. }))
    }

    /// "a coke and six, no wait, two brownies": a number that begins another line and is corrected before what it counts.
    pub(super) fn is_put_right_later(&self, at: usize) -> bool {
        let small = |role: &Role| matches!(role, Role::Word(Word::Filler | Word::Cue(_)));
        let corrects = |role: &Role| matches!(role, Role::Word(Word::Correction | Word::WeakCorrection));
        let roles: Vec<&Role> = self.runs[at + 1..].iter().map(|run| &run.edge.role).collect();
        let until = roles.iter().position(|role| !small(role) && !corrects(role)).unwrap_or(roles.len());
        let corrected = roles[..until].iter().any(|role| corrects(role));
        let counts_next = matches!(
            roles.get(until..until + 2),
            Some([
                Role::Number(_),
                Role::Entry { .. } | Role::Modifier(_) | Role::Size(_) | Role::Word(Word::Unit | Word::Of)
            ])
        );
        self.mode == Mode::Add && self.last_draft().is_some() && corrected && counts_next
    }

    /// "for eight people": a number right before a word that is nothing to order.
    pub(super) fn counts_others(&self, at: usize) -> bool {
        let ends = self.runs.get(at + 1).is_some_and(|next| self.tokens[next.edge.start].pause);
        let roles = self.runs[..at].iter().map(|run| &run.edge.role);
        if counts_people(roles.clone()) && !self.names_right_after(at) {
            return true;
        }
        let mut before = roles.rev();
        let for_some = before.next() == Some(&Role::Word(Word::On))
            && matches!(
                before.next(),
                Some(Role::Entry { .. } | Role::Term(_) | Role::Unknown | Role::Category(_))
            );
        // "a family dinner for four, and ..."
        if ends && for_some && self.mode == Mode::Add && self.split_from.is_none() {
            return true;
        }
        let next = self.runs.get(at + 1).filter(|next| !self.tokens[next.edge.start].pause);
        self.mode == Mode::Add && next.is_some_and(|next| next.edge.role == Role::Word(Word::Common))
    }

    /// Whether the number before an item stands before "with", and counts what is named before it: "dinner for two with soup",
    /// not "two with cream iced coffees".
    pub(super) fn is_counted_before_with(&self) -> bool {
        let mut before = self.runs[..self.at].iter().rev().map(|run| &run.edge.role);
        let last =
            before.find(|role| matches!(role, Role::Number(_) | Role::Modifier(_) | Role::Word(Word::With)));
        if last != Some(&Role::Word(Word::With)) || !matches!(before.next(), Some(Role::Number(_))) {
            return false;
        }
        let named = |role: &Role| {
            role.is_strange() || matches!(role, Role::Entry { .. } | Role::Word(Word::On | Word::Common))
        };
        before.next().is_some_and(named)
    }

    /// Whether an ordinal comes right before what is named: "the second latte".
    pub(super) fn is_behind_ordinal(&self) -> bool {
        let mut before = self.runs[..self.at].iter().rev().map(|run| &run.edge.role);
        let before = before.find(|role| !matches!(role, Role::Modifier(_) | Role::Size(_)));
        matches!(before, Some(Role::Word(Word::Ordinal(_))))
    }

    /// "and two spoons": so many of what is no thing of the menu and says only how things come.
    pub(super) fn counts_what_is_not_had(&self, at: usize) -> Option<String> {
        let unit = self.runs.get(at + 1).filter(|unit| unit.edge.role == Role::Word(Word::Unit))?;
        let ends = self.runs.get(at + 2).is_none_or(|next| self.tokens[next.edge.start].pause);
        // "a shake split in two cups"
        let before = at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        let into = before == Some(&Role::Word(Word::On));
        let said_with = self.join == Join::And || into;
        let listed = said_with && self.mode == Mode::Add && self.last_draft().is_some();
        (ends && listed && !self.answering).then(|| self.text(self.runs[at].edge.start, unit.edge.end))
    }
}

/// Whether a run may stand between a number and the item that it counts: "two large cups of".
pub(super) fn leads_to_an_item(role: &Role) -> bool {
    matches!(
        role,
        Role::Number(_)
            | Role::Size(_)
            | Role::Modifier(_)
            | Role::Word(Word::Filler | Word::Article | Word::Unit | Word::Of)
    )
}
