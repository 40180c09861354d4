//! A choice as a line has it, and as it does not.

use fsm::order::{Amount, Line, Modification, ModifierPick, Op, Target};

use super::said::Said;
use crate::correction::Atom;
use crate::language::Word;

impl Said<'_> {
    /// That what a line comes with or was given is not on it; none where it is not on it.
    pub(super) fn without(&self, choice: &Atom, line: &Line) -> Option<ModifierPick> {
        if self.was_left_off(choice, line).is_some() {
            return None;
        }
        let is_named = |pick: &&ModifierPick| names(choice, pick, self, line);
        let comes = || choice.left_off(self.cx.menu.item(&line.item)?, self.cx);
        let without = |pick: &ModifierPick| ModifierPick { amount: Amount::No, quantity: 1, ..pick.clone() };
        comes().or_else(|| line.modifiers.iter().find(is_named).map(without))
    }

    /// What a line was left without, of a choice that is named.
    pub(super) fn was_left_off<'l>(&self, choice: &Atom, line: &'l Line) -> Option<&'l ModifierPick> {
        line.modifiers.iter().find(|pick| pick.amount == Amount::No && names(choice, pick, self, line))
    }

    /// How much of a choice is said: "extra cheese on one of them".
    fn amount_of(&self, choice: &Atom) -> Amount {
        // "live a little. Cheese on one of them"
        if self.tokens[choice.start()].begins {
            return Amount::Regular;
        }
        let before = self.atoms.iter().rev().filter(|atom| atom.start() <= choice.start());
        let said = before.map_while(|atom| Some(atom.amount).filter(|_| atom.end() >= choice.start()));
        said.flatten().find(|amount| *amount != Amount::No).unwrap_or_default()
    }

    /// A choice as a line does not have it.
    pub(super) fn otherwise_than(&self, choice: &Atom, line: &Line) -> Option<ModifierPick> {
        if let Some(without) = self.without(choice, line) {
            return Some(without);
        }
        let (group, modifier) = choice.only_choice_of(self.cx, &line.item)?;
        // "salted caramel instead", or "one of them's vanilla", of malts with chocolate
        let own = |own: &ModifierPick| own.group == *group && own.amount != Amount::No;
        let is_chosen = self.cx.menu.group(group).is_some_and(|group| group.min > 0 || group.max == 1);
        let instead = |role| matches!(role, Word::Instead | Word::InsteadOf);
        if line.modifiers.iter().any(own) && (is_chosen || self.says(instead)) {
            return None;
        }
        let (group, modifier) = (group.clone(), modifier.clone());
        Some(ModifierPick { group, modifier, amount: self.amount_of(choice), quantity: 1 })
    }

    /// Whether it is said how much of something: "light ice", "on the side".
    pub(super) fn has_amounts(&self) -> bool {
        self.atoms.iter().any(|atom| atom.amount.is_some_and(|amount| amount != Amount::No))
    }
}

/// Whether a choice is what a line was given or left without.
fn names(choice: &Atom, pick: &ModifierPick, said: &Said<'_>, line: &Line) -> bool {
    choice
        .choices_of(said.cx, &line.item)
        .any(|(group, modifier)| (group, modifier) == (&pick.group, &pick.modifier))
}

/// A change of one choice of all there are of a line.
pub(super) fn changed(line: &Line, pick: ModifierPick) -> Op {
    let change = Modification::of(Target::Line { line_id: line.line_id });
    Op::Modify(Modification { modifiers: vec![pick], ..change })
}
