//! How many there should be of several things: "make that one cheeseburger and two hot dogs".

use fsm::order::{Correction, Description, Line, Modification, Op, Target};

use crate::correction::phrase::{Mark, Phrase};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;
use crate::language::Word;
use crate::tokens::Token;

impl Scene<'_> {
    /// "five of each": so many of every line.
    pub(in crate::correction) fn so_many_of_each(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let shape = shape.without(&[Mark::Make, Mark::Is, Mark::Becomes]);
        let phrases = shape.phrases()?;
        let language = self.cx.index.language();
        let each = |token: &Token| language.roles_by(token.id).contains(&Word::Both);
        let said = phrases.last().filter(|said| self.tokens[said.start..said.end].iter().any(each))?;
        let others = phrases.iter().rev().skip(1).all(|phrase| phrase.pronoun && !phrase.says_what());
        let number = said.number.filter(|number| *number > 0 && !said.says_what() && said.of.is_none())?;
        if !others || self.lines().len() < 2 || shape.adds {
            return None;
        }
        let counted = |line: &Line| {
            let target = Target::Line { line_id: line.line_id };
            Op::Modify(Modification { quantity: Some(number), ..Modification::of(target) })
        };
        Some(self.lines().iter().map(counted).collect())
    }

    /// The numbers of what is named, where all of it is there; or what some of one thing become, where two are named and one
    /// is not: "two Cokes and one Sprite", of three Cokes.
    pub(in crate::correction) fn recount_several(&self, shape: &Shape<'_>) -> Option<Vec<Op>> {
        let corrects = shape.sorry || shape.insists || shape.has(Mark::Make) || shape.has(Mark::Is);
        let corrects = (corrects || self.cx.read_back) && !self.comes_to_it();
        let phrases =
            shape.without(&[Mark::Make, Mark::Is]).phrases().filter(|_| corrects && !shape.wants)?;
        let is_it = |phrase: &&&Phrase| phrase.pronoun && !phrase.says_what() && phrase.number.is_none();
        let phrases: Vec<&Phrase> = phrases.iter().filter(|phrase| !is_it(phrase)).copied().collect();
        let counted = phrases.iter().map(|phrase| Some((*phrase, self.only_counted(phrase)?)));
        let counted: Vec<(&Phrase, u32)> = counted.collect::<Option<_>>()?;
        if counted.len() < 2 {
            return None;
        }
        let lines: Vec<Option<&Line>> = counted.iter().map(|(phrase, _)| self.only_line_of(phrase)).collect();
        if let Some(lines) = lines.iter().copied().collect::<Option<Vec<&Line>>>() {
            let recounted = lines.iter().zip(&counted).map(|(line, (_, count))| {
                let target = Target::Line { line_id: line.line_id };
                Op::Modify(Modification { quantity: Some(*count), ..Modification::of(target) })
            });
            return Some(recounted.collect());
        }
        let ([Some(line), None], [(_, left), (wanted, count)]) = (lines.as_slice(), counted.as_slice())
        else {
            return None;
        };
        let all = left + count == line.quantity && self.is_of_a_kind(counted[0].0, wanted);
        let target = Description::of_line(line.line_id);
        let text = self.text(wanted.start, wanted.end);
        let wanted = Description { quantity: None, ..self.merged(&[wanted])? };
        let split = Some(*count);
        let becomes = Op::from(Correction { text, target, wanted, split, ..Correction::default() });
        all.then(|| vec![becomes])
    }

    /// "make it two of the waters", of which there is one; "drop the fries to six": so many there should be.
    pub(in crate::correction) fn so_many_of_it(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make]).phrases().filter(|_| !shape.wants && !shape.adds)?;
        let alone = |phrase: &Phrase| !phrase.describes() && phrase.of.is_none();
        let points = |phrase: &Phrase| phrase.definite && phrase.item.is_some() && alone(phrase);
        let (line, number) = match phrases.as_slice() {
            [named] if points(named) && named.share => {
                let number = named.number?;
                let line = self.only_line_of(&Phrase { share: false, ..(*named).clone() });
                (line.filter(|line| line.quantity < number)?, number)
            }
            [named, count] if points(named) && named.number.is_none() && shape.has(Mark::Make) => {
                let number = count.number.filter(|_| alone(count) && !count.names_item());
                (self.only_line_of(named)?, number?)
            }
            _ => return None,
        };
        let target = Target::Line { line_id: line.line_id };
        (number > 0).then(|| Op::Modify(Modification { quantity: Some(number), ..Modification::of(target) }))
    }

    /// How many of an item a phrase counts, if it says nothing else.
    fn only_counted(&self, phrase: &Phrase) -> Option<u32> {
        let count = phrase.number.or_else(|| phrase.article.then_some(1)).filter(|count| *count > 0)?;
        let points =
            phrase.definite || phrase.share || phrase.other || phrase.every || phrase.place.is_some();
        let only = phrase.item.is_some() && !phrase.describes() && phrase.of.is_none() && !phrase.unwanted;
        (only && !points).then_some(count)
    }

    /// The one line of what a phrase names.
    fn only_line_of(&self, phrase: &Phrase) -> Option<&Line> {
        let said = self.described(&phrase.without_number().named())?;
        self.only_line(|line| said.fits(line, self.cx.menu))
    }
}
