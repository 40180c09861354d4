//! Something else in the one combo that there is, in whatever words: "the Coke, can that be a root beer", "change the side to
//! onion rings", "can I have onion rings in place of the fries".

use fsm::dialogue::ActKind;
use fsm::ids::SizeId;
use fsm::menu::{Combo, Slot, Topic};
use fsm::order::{Component, ComponentPick, Line, Modification, Op, Target};

use super::said::Said;
use crate::correction::Atom;
use crate::language::{Cue, Edit, Word};

/// What is named of a combo.
struct Exchange<'a> {
    /// What is wanted in it, and the words for it.
    pick: ComponentPick,
    named: &'a Atom,
    /// What is in that place.
    filled: &'a Component,
    /// The words for what goes, if that is named.
    gone: Option<&'a Atom>,
    /// Whether the place itself is named: "the side".
    has_place: bool,
    size: Option<SizeId>,
}

impl<'a> Said<'a> {
    /// Fills a place of the one combo with what is named and not in it.
    pub(super) fn exchanged(&self) -> Option<Op> {
        let mut combos = self.order.lines().iter().filter(|line| line.combo.is_some());
        let line = combos.next().filter(|_| combos.next().is_none())?;
        let exchange = self.exchange(line)?;
        let counts = |atom: &Atom| atom.number().is_some_and(|number| number != line.quantity);
        let more = |role| {
            matches!(
                role,
                Word::Another
                    | Word::Add
                    | Word::Own
                    | Word::Topic(Topic::Price)
                    | Word::Edit(Edit::Also | Edit::Same | Edit::Unchanged)
            )
        };
        let is_meant = self.says_so(&exchange) && !self.is_elsewhere(line, &exchange);
        if !is_meant || self.says(more) || self.atoms.iter().any(counts) || self.unknown() > UNKNOWN_MAX {
            return None;
        }
        let components = vec![ComponentPick { size: exchange.size, ..exchange.pick }];
        let change = Modification::of(Target::Line { line_id: line.line_id });
        Some(Op::Modify(Modification { components, ..change }))
    }

    /// What is named, if all of it is of the combo, and one thing is new.
    fn exchange(&self, line: &'a Line) -> Option<Exchange<'a>> {
        let combo = self.cx.menu.combo(line.combo.as_ref()?)?;
        let (mut new, mut gone): (Option<(&Atom, ComponentPick)>, Option<&Atom>) = (None, None);
        let (mut size, mut has_place) = (None, self.names_a_part());
        for atom in self.atoms.iter().filter(|atom| atom.names()) {
            if let Some(pick) = self.fills(combo, atom) {
                let filled = line.components.iter().find(|part| part.slot == pick.slot)?;
                match &new {
                    _ if filled.item == pick.item => gone = Some(atom),
                    Some((_, other)) if *other != pick => return None,
                    _ => new = Some((atom, pick)),
                }
            } else if let Some(said) = atom.may_size().iter().find(|size| combo.size(size).is_some()) {
                size = Some(said.clone());
            } else if is_a_place(self, atom, combo) {
                has_place = true;
            } else if !atom.may_be_combo(self.cx, &combo.id) && !self.names(atom, line) {
                return None;
            }
        }
        let (named, pick) = new?;
        let filled = line.components.iter().find(|part| part.slot == pick.slot)?;
        let gone = gone.filter(|gone| gone.may_be(self.cx, &filled.item));
        Some(Exchange { pick, named, filled, gone, has_place, size })
    }

    /// "The drink in the set should be a cold brew": whether it is said how a part of a combo should be, of whatever name.
    fn names_a_part(&self) -> bool {
        let part = |role| role == Word::Part;
        let changes = |role| matches!(role, Word::Make | Word::Swap | Word::Should | Word::Edit(Edit::Is));
        let others = |role| matches!(role, Word::Keep | Word::NumberSign | Word::Ordinal(_) | Word::With);
        self.says(part) && self.says(changes) && !self.says(others)
    }

    /// Whether words say that the one takes the place of the other, and does not come besides.
    fn says_so(&self, exchange: &Exchange<'_>) -> bool {
        let instead =
            |role| matches!(role, Word::Instead | Word::InsteadOf | Word::ForPart | Word::Edit(Edit::Insist));
        let exchanges = |role| matches!(role, Word::Swap | Word::Make | Word::Should) || instead(role);
        let changes = |role| {
            let denies = matches!(
                role,
                Word::Remove
                    | Word::Negation
                    | Word::Correction
                    | Word::Edit(Edit::Is | Edit::Not)
                    | Word::Cue(Cue::Act(ActKind::No | ActKind::NeverMind))
            );
            denies || exchanges(role)
        };
        let named = exchange.named;
        let somebody = self.is_for_somebody();
        let is_said_later = exchange.gone.is_some_and(|gone| gone.start() > named.start());
        if self.is_denied(named) || self.ends_before(named, |role| role == Word::InsteadOf) {
            return false;
        }
        match exchange.gone {
            // "an oatmeal cookie, and just the tea, no scone"
            Some(gone) if self.are_joined(gone, named) => !is_said_later && self.says(exchanges),
            // "Onion rings for the side, fries for my wife", "my son doesn't drink Coke, a milk for him"
            Some(_) if somebody => !is_said_later && self.says(exchanges),
            Some(_) => self.says(changes),
            None if somebody => false,
            None => self.says(instead) || exchange.has_place && self.says(changes),
        }
    }

    /// Whether "and" stands between two names.
    fn are_joined(&self, one: &Atom, other: &Atom) -> bool {
        let mut between = one.end().min(other.end())..one.start().max(other.start());
        between.any(|at| self.says_at(at, |role| role == Word::And).is_some())
    }

    /// Whether what is meant may be something else on the order: another Coke, or, where nothing goes, the drink of another.
    fn is_elsewhere(&self, line: &Line, exchange: &Exchange<'_>) -> bool {
        let may_be = |other: &Line| {
            let same = self.kind(&other.item) == self.kind(&exchange.pick.item);
            let alone =
                other.combo.is_none() && [&exchange.filled.item, &exchange.pick.item].contains(&&other.item);
            alone || exchange.gone.is_none() && (same || exchange.named.may_be_on(self.cx, &other.item))
        };
        self.order.lines().iter().filter(|other| other.line_id != line.line_id).any(may_be)
    }
}

/// Whether an atom is what a place of a combo is called: "the drink", "the side".
fn is_a_place(said: &Said<'_>, atom: &Atom, combo: &Combo) -> bool {
    let words = said.words(atom);
    let is_it = |slot: &Slot| {
        let by_id = matches!(words, [word] if word.fold == slot.id.as_str());
        atom.is_the_kind(said.cx, &slot.category) || by_id
    };
    combo.slots.iter().any(is_it)
}

/// Among more words that nobody knows, something else may be meant.
const UNKNOWN_MAX: usize = 3;
