//! What is named and not wanted: what it is said of, and what it makes of that.

use fsm::dialogue::ActKind;

use fsm::order::Amount;

use crate::index::Entry;
use crate::language::{Cue, Sort, Word};
use crate::reading::lattice::Role;
use crate::reading::said::Statement;
use crate::reading::walk::{Join, Mode, Walker};

impl Walker<'_> {
    /// Whether the item that is taken was named by a part of its name only.
    pub(crate) fn is_part_of_name(&self) -> bool {
        matches!(self.runs[self.at].edge.role, Role::Entry { called, .. } if called.is_part())
    }

    /// Whether "with" stands before what is named: "with no slaw" is of something that was said before.
    pub(crate) fn is_said_with(&self) -> bool {
        self.runs[..self.at].last().is_some_and(|before| {
            self.index.language().roles_by(self.tokens[before.edge.start].id).contains(&Word::With)
        })
    }

    /// Whether what is named is put on the line before it: "with extra ...".
    pub(crate) fn is_put_on(&self) -> bool {
        let with = self.is_said_with();
        let counted = self.article || self.number.is_some();
        (with || self.join == Join::With) && !counted && self.last_draft().is_some()
    }

    /// Whether what is told of stands right before "on".
    pub(crate) fn follows_told(&self) -> bool {
        let mut before = self.runs[..self.at].iter().rev().map(|run| &run.edge.role);
        let on = before.find(|role| !matches!(role, Role::Word(Word::Definite | Word::Filler)));
        on == Some(&Role::Word(Word::On)) && matches!(before.next(), Some(Role::Term(Sort::Preparation)))
    }

    /// "a BLT on toast", where only French toast is sold: whether an item that is named in part says what the last line is on.
    pub(crate) fn is_what_it_is_on(&self, at: usize) -> bool {
        let on = at.checked_sub(1).map(|before| &self.runs[before].edge.role);
        on == Some(&Role::Word(Word::On)) && self.mode == Mode::Add && self.last_draft().is_some()
    }

    /// Whether an item is only what food that the menu lacks should be put on: "pineapple on the burger".
    pub(crate) fn follows_what_is_not_had(&self) -> bool {
        let mut before = self.runs[..self.at].iter().rev().map(|run| &run.edge.role);
        let on = before.find(|role| !matches!(role, Role::Word(Word::Definite | Word::Filler)));
        on == Some(&Role::Word(Word::On)) && matches!(before.next(), Some(Role::Term(Sort::Food)))
    }

    /// "a cheeseburger, not a hamburger": whether something of the same category was just said.
    pub(crate) fn is_alike(&self, entries: &[Entry]) -> bool {
        let known = self.last_draft().map(|known| &self.said.statements[known]);
        matches!(known, Some(Statement::Add(draft)) if self.are_of_a_category(&draft.entries, entries))
    }

    /// Whether one of some entries is of the category of one of others.
    pub(super) fn are_of_a_category(&self, entries: &[Entry], others: &[Entry]) -> bool {
        let category = |entry: &Entry| &self.menu.items[self.index.main(*entry)].category;
        entries.iter().any(|one| others.iter().any(|other| category(one) == category(other)))
    }

    /// Whether what is denied was just corrected, and what it should be comes after it.
    pub(crate) fn is_put_right(&self) -> bool {
        let small = |role: &&Role| {
            matches!(role, Role::Word(Word::Negation | Word::Article | Word::Definite | Word::Filler))
        };
        let mut before = self.runs[..self.at].iter().rev().map(|run| &run.edge.role);
        let corrects = matches!(
            before.find(|role| !small(role)),
            Some(Role::Word(Word::Correction | Word::WeakCorrection))
        );
        let mut after = self.runs[self.at + 1..].iter().map(|run| &run.edge.role);
        corrects
            && matches!(
                after.find(|role| !small(role)),
                Some(Role::Entry { .. } | Role::Size(_) | Role::Term(_))
            )
    }

    /// Whether "no" stands right before what is taken, behind a pause.
    pub(crate) fn is_behind_no(&self) -> bool {
        let Some(before) = self.at.checked_sub(1).map(|before| self.runs[before].edge) else { return false };
        let token = &self.tokens[before.start];
        let says_no = Word::Cue(Cue::Act(ActKind::No));
        token.pause
            && before.end == before.start + 1
            && self.index.language().roles_by(token.id).contains(&says_no)
    }

    /// "cut the crusts off": whether words that nobody knows name what should go.
    pub(crate) fn is_taken_off(&self, next: usize) -> bool {
        self.runs
            .get(next)
            .is_some_and(|run| run.edge.role == Role::Word(Word::Off) && !self.tokens[run.edge.start].pause)
    }

    /// "two subs, all footlongs": whether a word that nobody knows says how all of it should be.
    pub(crate) fn is_of_all(&self, at: usize) -> bool {
        let all = at > 0 && self.runs[at - 1].edge.role == Role::Word(Word::All);
        let word = &self.tokens[self.runs[at].edge.start].word;
        all && self.index.language().is_plural(word)
    }

    /// "a diet coke, no ice", where only ice cream is sold: whether one word of a longer name says what is not wanted of the
    /// last line.
    pub(super) fn is_denied_part(&self) -> bool {
        let run = self.runs[self.at].edge;
        let part = matches!(run.role, Role::Entry { called, .. } if called.is_part());
        let denied = self.amount == Some(Amount::No) && !self.is_put_right() && !self.is_behind_no();
        part && denied && run.end - run.start == 1 && self.last_draft().is_some()
    }

    /// "heat up the croissant, but not the scones", which stay as they are.
    pub(super) fn stays_as_it_is(&self) -> bool {
        let changed = matches!(self.said.statements.last(), Some(Statement::Change(change))
            if !change.details.picks.is_empty() && change.with.is_none());
        changed && self.join == Join::With && self.number.is_none()
    }
}
