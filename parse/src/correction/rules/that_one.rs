//! A choice of the one that is told by another choice: "the nuggets one gets lemonade", "lemonade for the nuggets one".

use fsm::order::{Correction, Description, Op};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;

impl Scene<'_> {
    /// What is wanted is called like an item, and is a choice of the line that is told by one.
    pub(in crate::correction) fn choice_of_that_one(&self, shape: &Shape<'_>) -> Option<Op> {
        let shape = shape.without(&[Mark::Make, Mark::Is, Mark::Instead]);
        // "the nuggets one wants lemonade, not milk"
        let said = match shape.pieces.as_slice() {
            [said @ .., Piece::Mark(Mark::Not), Piece::Phrase(_)] => said,
            said => said,
        };
        let phrases: Vec<&Phrase> = said.iter().map(|piece| piece.phrase()).collect::<Option<_>>()?;
        let (target, wanted) = match phrases.as_slice() {
            [target, wanted] if wanted.of.is_none() => (*target, *wanted),
            [wanted] => (wanted.of.as_deref()?, *wanted),
            _ => return None,
        };
        let told = target.definite && target.ones && target.describes() && !target.names_item();
        let one = wanted.item.is_some() && !wanted.definite && wanted.number.is_none_or(|number| number == 1);
        if !told || !one || target.number.is_some() || wanted.category.is_some() {
            return None;
        }
        let lines = self.on_order(&self.pointed_at(target)?)?.lines(self.order?, self.cx.menu);
        let [line] = lines.as_slice() else { return None };
        let choice = wanted.as_modifier()?;
        let item = self.cx.position(&line.item)?;
        if !choice.picks.iter().all(|(any, ..)| self.cx.index.allows(item, any)) {
            return None;
        }
        let target = Description::of_line(line.line_id);
        let wanted = self.merged(&[&choice.attributes()])?;
        let (unwanted, text) = (self.exchanged(&target, &wanted), self.text(choice.start, choice.end));
        Some(Op::from(Correction { text, target, wanted, unwanted, ..Correction::default() }))
    }
}
