//! Another size of what is on the order, said as one would order it: "make it large fries", "no, large fries".

use fsm::machine::QuestionKind;
use fsm::menu::Size;
use fsm::order::{Correction, Description, Modification, NewLine, Op, Target};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;

impl Scene<'_> {
    /// The size that is corrected, where something of that name is there in another size, and none in this one.
    pub(in crate::correction) fn sized_anew(&self, shape: &Shape<'_>) -> Option<Op> {
        if self.comes_to_it() {
            return None;
        }
        // "it's large fries"
        let tells = matches!(shape.pieces.first(), Some(Piece::Mark(Mark::Is)));
        let corrects = shape.has(Mark::Make) || tells || shape.sorry && !shape.wants && !shape.insists;
        let shape = shape.without(&[Mark::Make, Mark::Is]);
        let phrases = shape.phrases().filter(|_| corrects && !shape.adds)?;
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

    /// "two larges", "make it two large": more of what is asked about, or of what was mentioned last, and their size.
    pub(in crate::correction) fn so_many_sized(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make]).phrases().filter(|_| !shape.adds)?;
        let asked = self.cx.question.filter(|_| self.is_asked);
        let line = match asked.and_then(|question| question.line_id) {
            Some(line_id) => self.order?.line(line_id)?,
            None => self.last()?,
        };
        let points = |phrase: &&Phrase| !phrase.definite && !phrase.other && phrase.place.is_none();
        let only_so_many = |phrase: &&Phrase| {
            !phrase.names_item() && phrase.picks.is_empty() && phrase.either.is_none() && phrase.of.is_none()
        };
        if !phrases.iter().all(|phrase| points(phrase) && only_so_many(phrase)) {
            return None;
        }
        let mut counts = phrases.iter().filter_map(|phrase| phrase.number);
        let count = counts.next().filter(|count| counts.next().is_none() && *count > line.quantity)?;
        let sized = |size: &&Size| phrases.iter().any(|phrase| phrase.sizes.contains(&size.id));
        let size = Some(self.cx.sizes(line).iter().find(sized)?.id.clone());
        let target = Target::Line { line_id: line.line_id };
        Some(Op::Modify(Modification { size, quantity: Some(count), ..Modification::of(target) }))
    }

    /// "make that one twenty piece and one ten piece", "a large and two smalls instead of the three mediums": so many of each
    /// size in place of all of the line mentioned last.
    pub(in crate::correction) fn several_sizes_instead(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let replaces = shape.has(Mark::Make) || shape.has(Mark::Instead);
        let shape = shape.without(&[Mark::Make, Mark::Instead]);
        let wanted = match shape.round(Mark::InsteadOf) {
            Some((wanted, was)) => {
                Some(wanted).filter(|_| was.iter().all(|phrase| phrase.picks.is_empty()))?
            }
            None => shape.phrases().filter(|_| replaces)?,
        };
        let line = self.last().filter(|line| wanted.len() > 1 && line.quantity > 1)?;
        let of_line = |phrase: &Phrase| {
            let said = self.told(&phrase.named());
            phrase.item.is_none() || said.is_some_and(|said| said.items.contains(&line.item))
        };
        let sized = |phrase: &&Phrase| {
            let only = phrase.picks.is_empty() && phrase.of.is_none() && phrase.either.is_none();
            let size = self.cx.sizes(line).iter().find(|size| phrase.sizes.contains(&size.id))?;
            let count = phrase.number.or_else(|| phrase.article.then_some(1)).filter(|count| *count > 0);
            Some((count?, Some(size.id.clone()))).filter(|_| only && of_line(phrase))
        };
        let parts: Vec<_> = wanted.iter().map(sized).collect::<Option<_>>()?;
        let target = Target::Line { line_id: line.line_id };
        let ops = parts.into_iter().enumerate().map(|(at, (quantity, size))| match at {
            0 => Op::Modify(Modification {
                size,
                quantity: Some(quantity),
                ..Modification::of(target.clone())
            }),
            _ => Op::Add(NewLine { size, quantity, ..NewLine::again(line) }),
        });
        Some(ops.collect())
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
