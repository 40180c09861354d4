//! What is on the order as a combo: "can the burger come as a meal with a Sprite", "I meant the cheeseburger combo".

use fsm::menu::Combo;
use fsm::order::{ComponentPick, Line, Modification, Op, Target};

use super::said::Said;
use crate::correction::Atom;
use crate::language::{Edit, Word};

impl Said<'_> {
    /// Makes a combo of the one line that can be one, with what else is named in it.
    pub(super) fn to_a_combo(&self) -> Option<Op> {
        let is_combo = |role| role == Word::Combo;
        let denies = |role| {
            matches!(
                role,
                Word::Negation | Word::Asks | Word::Ordinal(_) | Word::Edit(Edit::Not | Edit::Without)
            )
        };
        // "not as a combo", not "as a combo, with no ice"
        let at = (0..self.tokens.len()).find(|at| self.says_at(*at, is_combo).is_some())?;
        let asks = self.says_at(0, |role| role == Word::Edit(Edit::Is)).is_some();
        if asks || self.says_before(at + 1, denies) {
            return None;
        }
        let line = self.lines().find(|line| line.combo.is_none() && self.combo_of(line).is_some())?;
        let combo = self.combo_of(line)?;
        let mut components: Vec<ComponentPick> = Vec::new();
        let (mut size, mut is_named) = (None, false);
        for atom in self.atoms.iter().filter(|atom| atom.names()) {
            let sizes = || atom.may_size().iter().find(|size| combo.size(size).is_some());
            if let Some(pick) = self.fills(combo, atom) {
                components.retain(|other| other.slot != pick.slot);
                components.push(pick);
                // "make the Coke a combo"
                if self.order.lines().iter().any(|line| line.combo.is_none() && self.points_at(atom, line)) {
                    return None;
                }
            } else if let Some(said) = sizes() {
                if size.replace(said.clone()).is_some_and(|before| before != *said) {
                    return None;
                }
            } else if self.points_at(atom, line) || atom.may_be_combo(self.cx, &combo.id) {
                // "a cheeseburger as a combo"
                let article = |before: &Atom| before.end() == atom.start() && before.is(Word::Article);
                if self.atoms.iter().any(article) {
                    return None;
                }
                is_named = true;
            } else {
                return None;
            }
        }
        // "change the combo to a medium"
        if !is_named && self.order.lines().iter().any(|line| line.combo.is_some()) {
            return None;
        }
        let becomes = |role| {
            matches!(
                role,
                Word::Make
                    | Word::Should
                    | Word::Instead
                    | Word::InsteadOf
                    | Word::Pronoun
                    | Word::Edit(Edit::Insist | Edit::Not | Edit::Larger | Edit::AsA)
            )
        };
        let more = |role| matches!(role, Word::Another | Word::Same | Word::Edit(Edit::Also | Edit::Same));
        let counts =
            self.atoms.iter().any(|atom| atom.number().is_some_and(|number| number != line.quantity));
        if !self.says(becomes) || self.says(more) || counts || self.unknown() > UNKNOWN_MAX {
            return None;
        }
        let change = Modification::of(Target::Line { line_id: line.line_id });
        Some(Op::Modify(Modification { combo: Some(combo.id.clone()), size, components, ..change }))
    }

    /// The one combo of what a line is.
    fn combo_of(&self, line: &Line) -> Option<&Combo> {
        let mut combos = self.cx.menu.combos.iter().filter(|combo| combo.main == line.item);
        combos.next().filter(|_| combos.next().is_none())
    }

    /// What an atom names that fills a place of a combo.
    pub(super) fn fills(&self, combo: &Combo, atom: &Atom) -> Option<ComponentPick> {
        let item = atom.only_item(self.cx).filter(|_| atom.names_item())?;
        let category = &self.cx.menu.item(&item)?.category;
        let slot = combo.slots.iter().find(|slot| slot.category == *category)?.id.clone();
        Some(ComponentPick { slot, item, size: None, modifiers: Vec::new() })
    }
}

/// Among more words that nobody knows, something else may be meant.
const UNKNOWN_MAX: usize = 3;
