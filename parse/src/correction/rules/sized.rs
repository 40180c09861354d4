//! Another size of what is on the order, said as one would order it: "make it large fries", "no, large fries".

use fsm::machine::QuestionKind;
use fsm::order::{Correction, Description, Modification, Op, Target};

use crate::correction::phrase::{Mark, Phrase};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;

impl Scene<'_> {
    /// The size that is corrected, where something of that name is there in another size, and none in this one.
    pub(in crate::correction) fn sized_anew(&self, shape: &Shape<'_>) -> Option<Op> {
        if self.comes_to_it() {
            return None;
        }
        let corrects = shape.has(Mark::Make) || shape.sorry && !shape.wants && !shape.insists;
        let phrases = shape.without(&[Mark::Make]).phrases().filter(|_| corrects && !shape.adds)?;
        let is_it = |phrase: &&&Phrase| phrase.pronoun && !phrase.says_what() && phrase.number.is_none();
        let mut said = phrases.iter().filter(|phrase| !is_it(phrase));
        let phrase = said.next().filter(|_| said.next().is_none())?;
        let counts = phrase.number.is_some() || phrase.share || phrase.other || phrase.place.is_some();
        let only_sized = phrase.item.is_some() && !phrase.sizes.is_empty() && phrase.picks.is_empty();
        if !only_sized || counts || phrase.of.is_some() || phrase.unwanted {
            return None;
        }
        let target = Description { which: None, quantity: None, ..self.on_order(&phrase.named())? };
        let wanted = self.merged(&[&phrase.attributes()])?;
        let so_already = Description { sizes: wanted.sizes.clone(), ..target.clone() };
        let lines = target.lines(self.order?, self.cx.menu);
        let one = lines.len() == 1 && !self.any_fits(&so_already);
        let text = self.text(phrase.start, phrase.end);
        one.then(|| Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "same as the fries", "same size as the fries", where a size is asked for.
    pub(in crate::correction) fn sized_like(&self, shape: &Shape<'_>) -> Option<Op> {
        let question = self.cx.question.filter(|question| question.kind == QuestionKind::WhichSize)?;
        let phrases = shape.without(&[Mark::Same]).phrases().filter(|_| shape.has(Mark::Same))?;
        let [like] = phrases.as_slice() else { return None };
        let lines = self.on_order(&like.named())?.lines(self.order?, self.cx.menu);
        let [line] = lines.as_slice() else { return None };
        let size =
            line.size.clone().filter(|size| question.candidates.iter().any(|id| id == size.as_str()))?;
        let target = Target::Line { line_id: question.line_id? };
        Some(Op::Modify(Modification { size: Some(size), ..Modification::of(target) }))
    }
}
