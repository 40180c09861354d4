//! What only one of two things gets: "bacon on the hamburger, not on the cheeseburger", "the muffin warmed, the croissant as is".

use fsm::dialogue::ActKind;
use fsm::order::{Line, Op};

use super::choices::changed;
use super::said::Said;
use crate::correction::Atom;
use crate::language::{Cue, Edit, Word};

impl Said<'_> {
    /// Gives the one choice to what is named and not denied, or takes it off the other, if the one has it.
    pub(super) fn but_not_the_other(&self) -> Option<Op> {
        let (mut lines, mut choice): (Vec<(&Atom, &Line)>, Option<&Atom>) = (Vec::new(), None);
        for atom in self.atoms.iter().filter(|atom| atom.names()) {
            match self.lines().find(|line| self.points_at(atom, line)) {
                Some(line) => lines.push((atom, line)),
                None if choice.is_none_or(|choice| choice.modifiers() == atom.modifiers()) => {
                    choice = Some(atom);
                }
                None => return None,
            }
        }
        let [(one, line), (other, another)] = lines.as_slice() else { return None };
        let choice = choice.filter(|choice| {
            choice.may_be_on(self.cx, &line.item) && choice.may_be_on(self.cx, &another.item)
        })?;
        let more =
            |role| matches!(role, Word::Another | Word::Swap | Word::InsteadOf | Word::Edit(Edit::Also));
        let (wanted, denied) = match (self.is_left_as_it_is(one), self.is_left_as_it_is(other)) {
            (true, false) => (another, line),
            (false, true) => (line, another),
            _ => return None,
        };
        if line.line_id == another.line_id
            || self.says(more)
            || self.has_amounts()
            || self.unknown() > UNKNOWN_MAX
        {
            return None;
        }
        let cuts =
            |role| matches!(role, Word::Remove | Word::Negation | Word::Edit(Edit::Cuts | Edit::Without));
        let is_cut = self.says_before(choice.start(), cuts) || self.is_denied(choice);
        let (of, pick) = match (self.without(choice, wanted), self.without(choice, denied)) {
            // "take the onions off the hamburger, not off the cheeseburger"
            (Some(without), _) if is_cut => (wanted, without),
            // "pickles on the hamburger, not on the cheeseburger"
            (Some(_), Some(without)) => (denied, without),
            (None, None) if !is_cut => (wanted, self.otherwise_than(choice, wanted)?),
            // "the shot goes in the chai, not in the latte" moves it
            _ => return None,
        };
        Some(changed(of, pick))
    }

    /// Whether a thing is denied, right before it or right behind it: "not on the cheeseburger", "the croissant no".
    fn is_left_as_it_is(&self, thing: &Atom) -> bool {
        let denies = |role| {
            matches!(
                role,
                Word::Negation
                    | Word::AsComes
                    | Word::Cue(Cue::Act(ActKind::No))
                    | Word::Edit(Edit::Not | Edit::Without | Edit::AsItIs)
            )
        };
        let little = |at: &usize| {
            let roles = self.language.roles_by(self.tokens[*at].id);
            roles.contains(&Word::Definite) || roles.contains(&Word::On)
        };
        let start = (0..thing.start()).rev().find(|at| !little(at)).map_or(0, |at| at + 1);
        // "no oatmeal cookie" takes it off
        let ends_before = |at: usize, length: usize| (start..=thing.start()).contains(&(at + length));
        let points = start < thing.start();
        // "lose the hamburger" takes it off, too
        let takes_off = |at: usize| self.says_at(at, |role| role == Word::Remove).is_some();
        let ends = |at: usize| self.says_at(at, denies).is_some_and(|length| ends_before(at, length));
        let before = points && (0..start).any(|at| ends(at) && !takes_off(at));
        let begins = (start..thing.start()).any(|at| self.says_at(at, denies).is_some());
        // "in the chai, not in the latte"
        let names_another = |from: usize| self.atoms.iter().any(|atom| atom.names() && atom.start() >= from);
        let length = self.tokens.get(thing.end()).and_then(|_| self.says_at(thing.end(), denies));
        let behind = length.is_some_and(|length| !names_another(thing.end() + length));
        before || begins || behind
    }
}

/// Among more words that nobody knows, something else may be meant.
const UNKNOWN_MAX: usize = 2;
