//! How one of several should be: "one stays small, the other should be a large", "only one of them gets bacon", "no pickles on the
//! first one, leave the second how it is". Whichever of the two it is said of, one is as it was and one is otherwise.

use fsm::ids::GroupId;
use fsm::order::{Amount, Line, Modification, ModifierPick, Op, Target};

use super::said::{OfALine, Said};
use crate::correction::Atom;
use crate::language::{Edit, Word};
use crate::persons;

impl Said<'_> {
    /// Changes one of the several of the one line that all names are of. `adds` says whether a new one was heard.
    pub(super) fn one_of_several(&self, adds: bool) -> Option<Op> {
        let said = self.of_one_line().filter(|said| said.line.quantity > 1 && said.line.combo.is_none())?;
        let of_its_item = |line: &&Line| line.item == said.line.item;
        if self.order.lines().iter().filter(of_its_item).count() > 1 || !self.is_of_one(&said) {
            return None;
        }
        let change = Modification::of(Target::Line { line_id: said.line.line_id });
        let change = match (said.choices.as_slice(), said.sizes.as_slice()) {
            ([], [_, ..]) => Modification { size: Some(said.other_size()?.clone()), ..change },
            ([choice, others @ ..], []) => {
                let has_it = self.without(choice, said.line).is_some();
                let toggles = if has_it {
                    self.leaves_off() || self.is_only_one()
                } else {
                    !self.leaves_off()
                        || self.is_only_one()
                        || self.tells_both_apart() && self.was_left_off(choice, said.line).is_none()
                };
                if !toggles || self.has_amounts() && (has_it || !others.is_empty()) {
                    return None;
                }
                let pick = self
                    .otherwise_than(choice, said.line)
                    .or_else(|| self.has_to_be(choice, said.line).filter(|_| adds))?;
                let is_same =
                    |other: &&Atom| self.otherwise_than(other, said.line).is_some_and(|other| other == pick);
                if !others.iter().all(is_same) {
                    return None;
                }
                Modification { modifiers: vec![pick], ..change }
            }
            _ => return None,
        };
        Some(Op::Modify(Modification { split: Some(1), ..change }))
    }

    /// Whether words are of one of several things, and of no other that comes to them.
    fn is_of_one(&self, said: &OfALine<'_>) -> bool {
        let is_size = |atom: &Atom| {
            let by_number = self.size_by_number(atom, said.line).is_some();
            by_number || atom.may_size().iter().any(|size| said.sizes.contains(size))
        };
        let mut counts = self.atoms.iter().filter(|atom| !is_size(atom)).filter_map(Atom::number);
        let ones = self.atoms.iter().filter(|atom| atom.number() == Some(1) && !is_size(atom)).count();
        let more = |role| {
            matches!(
                role,
                Word::Another
                    | Word::Same
                    | Word::Plain
                    | Word::NumberSign
                    | Word::Combo
                    | Word::Edit(
                        Edit::Also
                            | Edit::Same
                            | Edit::Neither
                            | Edit::Everyone
                            | Edit::TheyAll
                            | Edit::Total
                            | Edit::Half
                    )
            )
        };
        let all = |role| matches!(role, Word::Both | Word::All);
        let denies = |role| matches!(role, Word::Negation | Word::Edit(Edit::Not | Edit::Neither));
        let quantity = said.line.quantity;
        if counts.any(|number| number != 1 && number != quantity)
            || self.says(more)
            || self.unknown() > UNKNOWN_MAX
        {
            return false;
        }
        let denied_of_all = || {
            let at = (0..self.tokens.len()).find(|at| self.says_at(*at, all).is_some());
            at.is_none_or(|at| self.says_before(at, denies))
        };
        // "just one cheeseburger, no pickles"
        let just = |at: usize| self.says_at(at, |role| role == Word::Just).is_some();
        let is_all = self.atoms.windows(3).any(|atoms| {
            let [only, one, thing] = atoms else { return false };
            just(only.start()) && one.number() == Some(1) && thing.names() && self.points_at(thing, said.line)
        });
        if is_all && !self.says(|role| role == Word::On) {
            return false;
        }
        let is_place = |atom: &&Atom| atom.is_a_place();
        let has_rest =
            self.says(|role| role == Word::Other) || self.atoms.iter().filter(is_place).count() > 1;
        let changes = |role| {
            matches!(
                role,
                Word::Make
                    | Word::Swap
                    | Word::Should
                    | Word::Instead
                    | Word::InsteadOf
                    | Word::OfThem
                    | Word::Off
                    | Word::Edit(Edit::Is | Edit::Out | Edit::Not | Edit::Gets)
            )
        };
        // "and one small cocoa, no whip" may come to them.
        let joins = self.says_at(0, |role| role == Word::And).is_some();
        // "cheese on one burger"
        let on_one = self
            .atoms
            .windows(2)
            .any(|pair| pair[0].is(Word::On) && pair[1].number() == Some(1) && !pair[1].is(Word::Article));
        if quantity > 2 || joins {
            // "can I get one hamburger" orders it, and "one hamburger gets cheese" does not.
            let from = self.atoms.iter().find(|atom| atom.number() == Some(1)).map_or(0, Atom::start);
            let makes = |role| matches!(role, Word::Make | Word::Swap | Word::OfThem);
            let is_said =
                self.says(makes) || (from..self.tokens.len()).any(|at| self.says_at(at, changes).is_some());
            let one = ones == 1 && (is_said || on_one);
            return one && (quantity == 2 || !has_rest) && denied_of_all();
        }
        let is_one = ones > 1 || ones == 1 && (said.is_named || self.says(changes)) || has_rest;
        (is_one || self.is_for_one()) && denied_of_all()
    }

    /// What it has to be in place of what was chosen: "one coffee has to be decaf".
    fn has_to_be(&self, choice: &Atom, line: &Line) -> Option<ModifierPick> {
        let chosen = |group: &GroupId| {
            line.modifiers.iter().any(|own| own.group == *group && own.amount != Amount::No)
        };
        let (group, modifier) = choice.choices(self.cx).find(|(group, _)| chosen(group))?;
        let (group, modifier) = (group.clone(), modifier.clone());
        let has_to = self.says(|role| role == Word::Should);
        has_to.then_some(ModifierPick::of(group, modifier))
    }

    /// "One with bacon and one without", "bacon on one, none on the other".
    fn tells_both_apart(&self) -> bool {
        let ones = self.atoms.iter().filter(|atom| atom.number() == Some(1)).count();
        ones > 1 || self.says(|role| role == Word::Other)
    }

    /// "Only one of them gets bacon", of two that have it.
    fn is_only_one(&self) -> bool {
        let only = |role| role == Word::Just;
        let is_one = |at: usize| self.atoms.iter().any(|atom| atom.start() == at && atom.number() == Some(1));
        (0..self.tokens.len()).any(|at| self.says_at(at, only).is_some_and(|length| is_one(at + length)))
    }

    /// Whether one of two persons is named, or what the other one has stays as it is.
    fn is_for_one(&self) -> bool {
        let mentions = persons::mentions(self.language, self.tokens);
        let plain = |role| {
            matches!(
                role,
                Word::AsComes | Word::Plain | Word::Edit(Edit::AsItIs | Edit::Unchanged | Edit::Stays)
            )
        };
        let only = persons::only(&mentions).is_some_and(|person| !self.order.knows(person));
        only || !mentions.is_empty() && self.says(plain)
    }
}

/// Among more words that nobody knows, something else may be meant.
const UNKNOWN_MAX: usize = 3;
