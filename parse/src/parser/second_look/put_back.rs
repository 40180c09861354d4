//! What was left off and is wanted after all: "scratch the no onions", "I changed my mind on the onions", "go ahead and keep
//! the onions on it".

use fsm::dialogue::ActKind;
use fsm::order::{Amount, Line, Modification, ModifierPick, Op, Target};

use super::said::{OfALine, Said};
use crate::correction::Atom;
use crate::language::{Cue, Edit, Word};

impl Said<'_> {
    /// Puts back the one choice that is named and was left off.
    pub(super) fn put_back(&self, is_question: bool) -> Option<Op> {
        let OfALine { line, choices, sizes, .. } = self.of_one_line()?;
        let [choice] = choices.as_slice() else { return None };
        let counts = self.atoms.iter().any(Atom::counts);
        let pick = was_left_off(self, choice, line).filter(|_| sizes.is_empty() && !counts)?;
        let takes_back =
            |role| matches!(role, Word::Remove | Word::Correction | Word::Cue(Cue::Act(ActKind::NeverMind)));
        let denies =
            |role| matches!(role, Word::Negation | Word::Except | Word::Edit(Edit::Without | Edit::Out));
        let is_back = if self.says(denies) || choice.amount == Some(Amount::No) {
            self.says(takes_back)
        } else {
            !is_question && !self.says(|role| matches!(role, Word::Another | Word::Edit(Edit::Same)))
        };
        let change = Modification::of(Target::Line { line_id: line.line_id });
        is_back.then(|| Op::Modify(Modification { modifiers: vec![pick], ..change }))
    }
}

/// A choice that a line was left without, as it is with it.
fn was_left_off(said: &Said<'_>, choice: &Atom, line: &Line) -> Option<ModifierPick> {
    let is_named = |pick: &&ModifierPick| {
        let is_it = |(group, modifier)| (group, modifier) == (&pick.group, &pick.modifier);
        pick.amount == Amount::No && choice.choices_of(said.cx, &line.item).any(is_it)
    };
    let pick = line.modifiers.iter().find(is_named)?;
    Some(ModifierPick { amount: Amount::Regular, quantity: 1, ..pick.clone() })
}
