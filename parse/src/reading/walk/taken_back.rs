//! What is taken back within an utterance: "a coke, no wait, a sprite", "whole milk, no, skim milk".

use fsm::dialogue::ActKind;

use crate::language::{Cue, Word};
use crate::reading::lattice::Role;
use crate::reading::said::Statement;
use crate::reading::walk::{Focus, Join, Run, Walker};

impl Walker<'_> {
    pub(super) fn correction(&mut self, at: usize, word: Word) {
        let nothing_before = self.last_draft().is_none() && self.held.is_empty() && self.number.is_none();
        if nothing_before {
            self.amending = true;
            return;
        }
        let after = self.runs[at + 1..]
            .iter()
            .find(|run| !matches!(run.edge.role, Role::Word(Word::Filler | Word::Cue(_) | Word::Common)));
        // "hold on, let me check" takes nothing back.
        let is_item = |run: &&Run<'_>| matches!(run.edge.role, Role::Entry { .. });
        let waits = self.runs[at + 1..]
            .iter()
            .take_while(|run| !is_item(run))
            .any(|run| run.edge.role == Role::Word(Word::Cue(Cue::Act(ActKind::NeedsTime))));
        if waits {
            return;
        }
        if after.is_none() && word == Word::Correction {
            if let Some(known) = self.last_draft() {
                self.said.statements[known] = Statement::Nothing;
            }
            return;
        }
        // "three, no, four of the chocolate ones": the number waits for what it counts.
        // "a burger and three medium, no wait, large cokes": it is the size that is taken back, and no line.
        if !self.held.is_empty() {
            self.correcting = !self.held.picks.is_empty();
            return;
        }
        self.renumbers = self.number.take().is_some();
        self.correcting = !self.renumbers;
    }

    /// Whether only words without meaning were said before a run.
    pub(super) fn leads(&self, at: usize) -> bool {
        let says_nothing = |run: &Run<'_>| {
            let is_manners = |cue: Cue| matches!(cue, Cue::Act(ActKind::SmallTalk) | Cue::BackChannel { .. });
            matches!(run.edge.role, Role::Word(Word::Filler | Word::Common))
                || matches!(run.edge.role, Role::Word(Word::Cue(cue)) if is_manners(cue))
        };
        self.runs[..at].iter().all(says_nothing)
    }

    /// Whether anything of the menu is said after a run.
    pub(super) fn orders_later(&self, at: usize) -> bool {
        let of_the_menu = |run: &Run<'_>| {
            matches!(
                run.edge.role,
                Role::Entry { .. } | Role::Modifier(_) | Role::Size(_) | Role::Category(_)
            )
        };
        self.runs[at + 1..].iter().any(of_the_menu)
    }

    /// Whether "no" between two things of a kind takes back the first one: "whole milk, no, skim milk".
    pub(super) fn is_taken_back(&self, at: usize) -> bool {
        let is_filler = |role: &&Role| {
            let word =
                matches!(role, Role::Word(Word::Filler | Word::Common | Word::Article | Word::Definite));
            word || matches!(role, Role::Amount(_))
        };
        // "fries, and... no, tots", not of what comes with a combo
        let of_line = matches!(self.focus, Focus::Statement(_));
        let hesitates = of_line && self.tokens[self.runs[at].edge.start].pause && !self.answering;
        let mut before =
            self.runs[..at].iter().rev().map(|run| &run.edge.role).filter(|role| !is_filler(role));
        let mut before = before.by_ref().skip_while(|role| hesitates && **role == Role::Word(Word::And));
        let mut after = self.runs[at + 1..].iter().map(|run| &run.edge.role).filter(|role| !is_filler(role));
        match (before.next(), after.next()) {
            (Some(Role::Modifier(one)), Some(Role::Modifier(other))) => {
                self.amount.is_none() && one.iter().any(|(group, _)| other.iter().any(|(of, _)| group == of))
            }
            (Some(Role::Size(_)), Some(Role::Size(_))) | (Some(Role::Number(_)), Some(Role::Number(_))) => {
                true
            }
            (
                Some(Role::Entry { .. } | Role::Modifier(_) | Role::Size(_)),
                Some(Role::Word(Word::Make | Word::Correction)),
            ) => true,
            (Some(Role::Entry { .. }), Some(Role::Entry { .. })) => self.join != Join::And || hesitates,
            _ => false,
        }
    }

    /// "a quesarito, no, make it a burrito": whether what was asked for is corrected and there is no such thing.
    pub(super) fn puts_right_what_is_not_had(&self) -> bool {
        let corrects = |role: &Role| matches!(role, Role::Word(Word::Correction | Word::WeakCorrection));
        let before = &self.runs[..self.at];
        let correction = before.iter().rposition(|run| corrects(&run.edge.role));
        let strange = correction.is_some_and(|at| before[..at].iter().any(|run| run.edge.role.is_strange()));
        strange && self.last_draft().is_none() && self.item_follows()
    }
}
