//! What was left off and is wanted after all: "scratch the no onions", "I changed my mind on the onions", "go ahead and keep
//! the onions on it".

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::order::{Amount, Line, Modification, ModifierPick, Op, Target};

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
        let pick = was_left_off(self, choice, line).filter(|_| sizes.is_empty() && !counts)?;
        let amounts = self.atoms.iter().any(|atom| atom.amount.is_some_and(|amount| amount != Amount::No));
        let adds = |op: &Op| matches!(op, Op::Add(new) if new.item == line.item);
        let says_else = |act: &Act| {
            !matches!(
                act.kind(),
                ActKind::Order
                    | ActKind::Yes
                    | ActKind::No
                    | ActKind::NeverMind
                    | ActKind::SmallTalk
                    | ActKind::Unclear
            )
        };
        let of_one = line.quantity > 1 && (self.is_for_somebody() || self.atoms.iter().any(Atom::counts));
        if amounts
            || of_one
            || acts.acts.iter().flat_map(ops_of).any(adds)
            || !self.wants_it_back(choice, acts, says_else)
        {
            return None;
        }
        let change = Modification::of(Target::Line { line_id: line.line_id });
        Some(Op::Modify(Modification { modifiers: vec![pick], ..change }))
    }

    /// Whether it is said that the choice is wanted, or that it is not to be left off: "scratch that no onions thing". "Take the
    /// onions off" says again that they are off, and "I'm allergic to onions" does, too.
    fn wants_it_back(&self, choice: &Atom, acts: &Acts, says_else: impl Fn(&Act) -> bool) -> bool {
        let says_else = acts.acts.iter().any(says_else);
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
        let first = |is_it: &dyn Fn(Word) -> bool| {
            (0..self.tokens.len()).find(|at| self.says_at(*at, is_it).is_some())
        };
        let last = |is_it: &dyn Fn(Word) -> bool| {
            (0..self.tokens.len()).rev().find(|at| self.says_at(*at, is_it).is_some())
        };
        let (denied, gone) = (last(&denies), first(&takes_back));
        if let Some(denied) = denied {
            // "scratch the no onions", "don't leave off the onions"
            // and not "never mind, no onions", "leave off the onions"
            let points = |at: usize| {
                let roles = self.language.roles_by(self.tokens[at].id);
                roles.contains(&Word::Definite) || roles.contains(&Word::Pronoun)
            };
            let before = gone.is_some_and(|gone| gone < denied) && points(denied - 1);
            let from = denied + self.says_at(denied, denies).unwrap_or(1);
            let twice =
                from < choice.start() && (from..choice.start()).any(|at| self.says_at(at, off).is_some());

            return before || twice;
        }
        match gone.or_else(|| first(&off)) {
            Some(gone) => last(&wants).is_some_and(|wants| wants > gone && wants > choice.start()),
            None => !says_else && self.says(wants),
        }
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
