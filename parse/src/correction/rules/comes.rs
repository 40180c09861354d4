//! Another one without what was said of the first: "and one for me, just as it comes".

use fsm::order::{Line, ModifierPick, NewLine, Op};

use crate::correction::phrase::Mark;
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;

impl Scene<'_> {
    /// One more of what was mentioned last, as it comes.
    pub(in crate::correction) fn one_as_it_comes(&self, shape: &Shape<'_>) -> Option<Op> {
        let comes_to_it = shape.adds || shape.has(Mark::Another) || shape.person || self.comes_to_it();
        let phrases = shape.without(&[Mark::AsComes, Mark::Another, Mark::Same, Mark::Is]).phrases()?;
        let only_counts =
            phrases.iter().all(|phrase| !phrase.says_what() && !phrase.share && phrase.of.is_none());
        let line = self.last().filter(|_| shape.has(Mark::AsComes) && comes_to_it && only_counts)?;
        let quantity = phrases.iter().find_map(|phrase| phrase.number).unwrap_or(1);
        let mut again = NewLine { quantity, modifiers: self.must_be_chosen(line), ..NewLine::again(line) };
        again.components.iter_mut().for_each(|part| part.modifiers.clear());
        (quantity > 0).then_some(Op::Add(again))
    }

    /// What a line has of the kinds of which something must be chosen.
    fn must_be_chosen(&self, line: &Line) -> Vec<ModifierPick> {
        let must_be =
            |pick: &&ModifierPick| self.cx.menu.group(&pick.group).is_some_and(|group| group.min > 0);
        line.modifiers.iter().filter(must_be).cloned().collect()
    }
}
