//! What should not be on something: "I can't stand pickles, keep them off", "everything but pickles".

use fsm::order::{Modification, Op, Target};

use super::Heard;
use super::said::Said;
use crate::language::{Edit, Word};
use crate::reading::asides::phrase;

impl Said<'_> {
    /// Leaves off the one choice that is named, which the line mentioned last comes with.
    pub(super) fn left_off(&self, heard: Heard) -> Option<Op> {
        if !matches!(heard, Heard::Nothing | Heard::LastGone | Heard::Same) {
            return None;
        }
        let (_, named) = self.only_name().filter(|(_, named)| !named.names_item())?;
        let line = self.last()?;
        let pick = named.left_off(self.cx.menu.item(&line.item)?, self.cx)?;
        let before = |role| matches!(role, Word::Edit(Edit::Cuts | Edit::Without) | Word::Remove);
        // "everything but pickles", not "the same but leave the pickles on"
        let all = self.says(|role| matches!(role, Word::All | Word::AsComes));
        let except = all && self.says_before(named.start(), |role| role == Word::Except);
        let behind = |role| {
            matches!(role, Word::Off | Word::Remove | Word::Negation | Word::Edit(Edit::Out | Edit::Without))
        };
        let behind = (named.end()..self.tokens.len())
            .any(|at| phrase(self.language, &self.tokens[at..], behind).is_some());
        let change = Modification::of(Target::Line { line_id: line.line_id });
        (except || behind || self.says_before(named.start(), before))
            .then(|| Op::Modify(Modification { modifiers: vec![pick], ..change }))
    }
}
