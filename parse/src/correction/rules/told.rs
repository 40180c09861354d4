//! Which line is meant, told by a choice that it has, and how it should be, in one phrase: "the vanilla with no whip", "make
//! the strawberry a large".

use fsm::order::{Amount, Correction, Op};

use crate::correction::phrase::{Mark, Phrase};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;

impl Scene<'_> {
    /// The line that has the first choice becomes as the rest says.
    pub(in crate::correction) fn told_by_first_choice(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Make, Mark::Is]).phrases()?;
        let [phrase] = phrases.as_slice() else { return None };
        let points = phrase.points_by_choice() && phrase.number.is_none() && phrase.of.is_none();
        let (first, rest) = phrase.picks.split_first().filter(|_| points && phrase.either.is_none())?;
        let sized = !phrase.sizes.is_empty();
        let without = !rest.is_empty() && rest.iter().all(|(_, amount, _)| *amount == Amount::No);
        // "the large vanilla" is one that is large
        let says_how = if sized { phrase.article } else { !rest.is_empty() && (shape.with || without) };
        if !says_how || first.1 == Amount::No {
            return None;
        }
        let told =
            Phrase { picks: vec![first.clone()], sizes: Vec::new(), article: false, ..(*phrase).clone() };
        let target = self.on_order(&self.pointed_at(&told)?)?;
        let how = Phrase { picks: rest.to_vec(), ..phrase.attributes() };
        let wanted = self.merged(&[&how])?;
        let text = self.text(phrase.start, phrase.end);
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }
}
