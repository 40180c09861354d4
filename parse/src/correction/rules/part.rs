//! What comes with a combo: "no fries, coleslaw", "for the drink a lemonade".

use fsm::ids::CategoryId;
use fsm::order::{Correction, Description, Line, Op};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;

impl Scene<'_> {
    /// "no fries, coleslaw", "hold the fries and give me slaw": what is left out of a combo, and what takes its place.
    pub(in crate::correction) fn part_for_another(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Remove, Mark::Make, Mark::Is]).phrases()?;
        let [one, other] = phrases.as_slice() else { return None };
        let removes =
            |phrase: &Phrase| phrase.unwanted || shape.has(Mark::Remove) && self.is_removed(shape, phrase);
        let (gone, wanted) = match (removes(one), removes(other)) {
            (true, false) => (one, other),
            (false, true) => (other, one),
            _ => return None,
        };
        let line = self.with_part(gone)?;
        let kind = |phrase: &Phrase| self.kind_of(&Phrase { unwanted: false, ..phrase.clone() });
        let same = kind(gone).is_some() && kind(gone) == kind(wanted);
        self.in_slot_of(line, wanted).filter(|_| same)
    }

    /// "for the drink a lemonade", "as my side I'd like slaw": of the combo that was mentioned last, else the newest.
    pub(in crate::correction) fn for_its_part(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Part, Mark::Make]).phrases().filter(|_| shape.has(Mark::Part))?;
        let [wanted] = phrases.as_slice() else { return None };
        // "lemonade for his drink", of a kids meal that has a choice of drinks
        let of_last = self.last().and_then(|line| self.cx.position(&line.item)).is_some_and(|item| {
            let choice = wanted.item.as_ref().map(|name| &name.modifiers);
            choice.is_some_and(|choice| !choice.is_empty() && self.cx.index.allows(item, choice))
        });
        if of_last {
            return None;
        }
        let mut lines = self.last().into_iter().chain(self.lines().iter().rev());
        self.in_slot_of(lines.find(|line| line.combo.is_some())?, wanted)
    }

    /// Whether what a phrase names comes right after "hold" or the like.
    fn is_removed(&self, shape: &Shape<'_>, phrase: &Phrase) -> bool {
        let removed = |pair: &[&Piece]| matches!(pair, [Piece::Mark(Mark::Remove), Piece::Phrase(own)] if own.start == phrase.start);
        shape.pieces.windows(2).any(removed)
    }

    /// The kind of what a phrase names.
    fn kind_of(&self, phrase: &Phrase) -> Option<&CategoryId> {
        let item = self.told(phrase)?.items.into_iter().next()?;
        self.cx.menu.item(&item).map(|item| &item.category)
    }

    /// The only line that has what a phrase names as a part, where it is no line of its own.
    fn with_part(&self, phrase: &Phrase) -> Option<&Line> {
        let named = phrase.item.as_ref().filter(|_| phrase.number.is_none() && phrase.of.is_none())?;
        let described =
            self.told(&Phrase { unwanted: false, item: Some(named.clone()), ..Phrase::default() })?;
        let is_part = |line: &&Line| line.components.iter().any(|part| described.items.contains(&part.item));
        let alone = self.lines().iter().any(|line| described.items.contains(&line.item));
        let mut lines = self.lines().iter().filter(is_part);
        lines.next().filter(|_| !alone && lines.next().is_none())
    }

    /// What a phrase names, in the slot of a combo that it fits.
    fn in_slot_of(&self, line: &Line, wanted: &Phrase) -> Option<Op> {
        let one = wanted.number.is_none_or(|number| number == line.quantity);
        let plain = wanted.item.is_some() && wanted.of.is_none() && line.combo.is_some();
        let now = Description { quantity: None, ..self.taken_in(line, wanted).filter(|_| one && plain)? };
        let target = Description::of_line(line.line_id);
        let text = self.text(wanted.start, wanted.end);
        let new = !line.components.iter().any(|part| now.items.contains(&part.item));
        new.then(|| Op::from(Correction { text, target, wanted: now, ..Correction::default() }))
    }
}
