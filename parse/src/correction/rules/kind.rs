//! What is called by its kind: "the dressing on the side", "make the dressing the balsamic".

use fsm::ids::ItemId;
use fsm::order::{Amount, Correction, Description, Line, ModifierPick, Op};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::index::ModifierAt;
use crate::language::List;

impl Scene<'_> {
    /// "the dressing on the side": so much of what a line has of that kind.
    pub(in crate::correction) fn kind_so(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make, Mark::Is]).phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        let amount = phrase.amount.filter(|amount| !matches!(amount, Amount::No | Amount::Regular))?;
        let (line, own) = self.with_a_kind(phrase).filter(|_| only_kind(phrase))?;
        let so = |pick: &ModifierPick| vec![ModifierPick { amount, quantity: 1, ..pick.clone() }];
        let wanted = Description { modifiers: own.iter().map(so).collect(), ..Description::default() };
        let target = Description::of_line(line.line_id);
        let text = self.text(phrase.start, phrase.end);
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "make the dressing the balsamic", "change the dressing to blue cheese": another choice of that kind.
    pub(in crate::correction) fn kind_becomes(&self, shape: &Shape<'_>) -> Option<Op> {
        let changes = [Mark::Make, Mark::Is, Mark::Becomes, Mark::Instead];
        if !changes.iter().any(|mark| shape.has(*mark)) {
            return None;
        }
        let says = |piece: &&&Piece| !matches!(piece, Piece::Mark(mark) if changes.contains(mark));
        let phrases: Vec<&Phrase> =
            shape.pieces.iter().filter(says).map(|piece| piece.phrase()).collect::<Option<_>>()?;
        let [kind, wanted] = phrases.as_slice() else { return None };
        let wanted = wanted.as_modifier().filter(|_| only_kind(kind) && wanted.of.is_none())?;
        let (line, own) = self.with_a_kind(kind)?;
        let of_kind = |(group, _): &ModifierAt| kind.groups.contains(group);
        if wanted.picks.is_empty() || !wanted.picks.iter().all(|(any, ..)| any.iter().any(of_kind)) {
            return None;
        }
        let text = self.text(kind.start, wanted.end);
        let wanted = self.merged(&[&wanted.attributes()])?;
        let stays =
            |pick: &ModifierPick| wanted.modifiers.iter().flatten().any(|now| now.modifier == pick.modifier);
        let goes = own.into_iter().filter(|pick| !stays(pick)).map(|pick| vec![pick]).collect();
        let unwanted = Description { modifiers: goes, ..Description::default() };
        let target = Description::of_line(line.line_id);
        Some(Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
    }

    /// "make the drink a Sprite", where the drink of a combo is asked for.
    pub(in crate::correction) fn asked_kind_becomes(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make, Mark::Is]).phrases()?;
        let [kind, wanted] = phrases.as_slice() else { return None };
        let order = self.order?;
        let line = order.line(self.cx.question?.line_id?).filter(|line| line.combo.is_some())?;
        let names_kind = kind.category.is_some() && kind.definite && kind.item.is_none() && !kind.describes();
        let said = self.taken_in(line, wanted).filter(|_| names_kind && wanted.of.is_none())?;
        let category = &self.cx.menu.categories[kind.category?].id;
        let is_of_kind = |id: &ItemId| self.cx.menu.item(id).is_some_and(|item| item.category == *category);
        let target = Description::of_line(line.line_id);
        let (text, wanted) = (self.text(wanted.start, wanted.end), Description { quantity: None, ..said });
        let fits = wanted.items.iter().all(is_of_kind);
        fits.then(|| Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// The line that has a choice of that kind, the one mentioned last before others, and what it has of it.
    fn with_a_kind(&self, phrase: &Phrase) -> Option<(&Line, Vec<ModifierPick>)> {
        let groups = &self.cx.menu.modifier_groups;
        let of_kind = |pick: &&ModifierPick| {
            pick.amount != Amount::No && phrase.groups.iter().any(|at| groups[*at].id == pick.group)
        };
        let chosen = |line: &Line| {
            let parts = line.components.iter().flat_map(|part| &part.modifiers);
            line.modifiers.iter().chain(parts).filter(of_kind).cloned().collect::<Vec<_>>()
        };
        let lines = self.last().into_iter().chain(self.lines().iter().rev());
        lines.map(|line| (line, chosen(line))).find(|(_, own)| !own.is_empty())
    }

    /// Whether a choice has another's name in its own: sugar-free vanilla, vanilla.
    pub(in crate::correction) fn is_kind_of(&self, own: &ModifierPick, other: ModifierAt) -> bool {
        let Some(own) = self.cx.modifier_at(&own.group, &own.modifier) else { return false };
        let (own, other) = (self.cx.index.modifier_name(own), self.cx.index.modifier_name(other));
        let lexicon = self.cx.index.language().lexicon();
        let more = other.iter().all(|word| own.contains(word) || lexicon.lists(List::Carrier, word));
        more && own != other
    }
}

/// Whether a phrase names a kind of choices and nothing else.
fn only_kind(phrase: &Phrase) -> bool {
    !phrase.groups.is_empty() && !phrase.says_what() && phrase.number.is_none() && phrase.of.is_none()
}
