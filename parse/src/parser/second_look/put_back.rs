//! What was left off and is wanted after all: "scratch the no onions", "I changed my mind on the onions", "go ahead and keep
//! the onions on it".

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::order::{Amount, ModifierPick, Op};

use super::choices::changed;
use super::ops_of;
use super::said::{OfALine, Said};
use crate::correction::Atom;
use crate::language::{Cue, Edit, Word};

impl Said<'_> {
    /// Puts back the one choice that is named and was left off.
    pub(super) fn put_back(&self, acts: &Acts) -> Option<Op> {
        let OfALine { line, choices, sizes, .. } = self.of_one_line()?;
        let [choice] = choices.as_slice() else { return None };
        let counts = self.atoms.iter().any(Atom::counts);
        let left_off = self.was_left_off(choice, line).filter(|_| sizes.is_empty() && !counts)?;
        let adds = |op: &Op| matches!(op, Op::Add(new) if new.item == line.item);
        let of_one = line.quantity > 1 && self.is_for_somebody();
        if of_one
            || self.has_amounts()
            || acts.acts.iter().flat_map(ops_of).any(adds)
            || !self.wants_it_back(choice, acts)
        {
            return None;
        }
        Some(changed(line, ModifierPick { amount: Amount::Regular, quantity: 1, ..left_off.clone() }))
    }

    /// Whether it is said that the choice is wanted, or that it is not to be left off: "scratch that no onions thing". "Take the
    /// onions off" says again that they are off, and "I'm allergic to onions" does, too.
    fn wants_it_back(&self, choice: &Atom, acts: &Acts) -> bool {
        let takes_back = |role| matches!(role, Word::Remove | Word::Cue(Cue::Act(ActKind::NeverMind)));
        let denies =
            |role| matches!(role, Word::Negation | Word::Except | Word::Edit(Edit::Without | Edit::Neither));
        let off = |role| matches!(role, Word::Off | Word::Edit(Edit::Out));
        let wants = |role| {
            matches!(
                role,
                Word::Want
                    | Word::Keep
                    | Word::Add
                    | Word::With
                    | Word::Should
                    | Word::Cue(Cue::Act(ActKind::Yes))
                    | Word::Edit(Edit::Back | Edit::Insist | Edit::Stays | Edit::Unchanged)
            )
        };
        let places = |is_it: &dyn Fn(Word) -> bool| -> Vec<usize> {
            (0..self.tokens.len()).filter(|at| self.says_at(*at, is_it).is_some()).collect()
        };
        // "the lettuce is off, isn't it"
        let is_so = |at: usize| at > 0 && self.says_at(at - 1, |role| role == Word::Edit(Edit::Is)).is_some();
        if places(&off).into_iter().any(is_so) {
            return false;
        }
        let gone = places(&takes_back).first().copied();
        if let Some(&denied) = places(&denies).last() {
            // "scratch the no onions", and not "never mind, no onions"
            let points = |at: usize| {
                let roles = self.language.roles_by(self.tokens[at].id);
                roles.contains(&Word::Definite) || roles.contains(&Word::Pronoun)
            };
            let before = gone.is_some_and(|gone| gone < denied) && points(denied - 1);
            // "don't leave off the onions", and not "leave off the onions"
            let end = denied + self.says_at(denied, denies).unwrap_or(1);
            let twice = places(&off).iter().any(|at| (end..choice.start()).contains(at));
            return before || twice;
        }
        match gone.or_else(|| places(&off).first().copied()) {
            Some(gone) => places(&wants).last().is_some_and(|wants| *wants > gone && *wants > choice.start()),
            None => acts.acts.iter().all(is_an_answer) && self.says(wants),
        }
    }
}

/// Whether an act is an order or an answer, or nothing: no question, and no allergy.
fn is_an_answer(act: &Act) -> bool {
    matches!(
        act.kind(),
        ActKind::Order
            | ActKind::Yes
            | ActKind::No
            | ActKind::NeverMind
            | ActKind::SmallTalk
            | ActKind::Unclear
    )
}
