//! What somebody else has of a kind: "the same drink as mine", "same drink for her".

use fsm::order::{Line, NewLine, Op};

use crate::correction::phrase::{Mark, Phrase};
use crate::correction::scene::Scene;
use crate::correction::shape::Shape;

impl Scene<'_> {
    /// One more of what was ordered last of a kind, by itself or with a combo; of who is named, if that one has any.
    pub(in crate::correction) fn same_of_a_kind(&self, shape: &Shape<'_>) -> Option<Op> {
        let phrases = shape.without(&[Mark::Same, Mark::Is]).phrases().filter(|_| shape.has(Mark::Same))?;
        let [phrase] = phrases.as_slice() else { return None };
        let category = phrase.category.filter(|_| phrase.is_only_a_kind())?;
        let theirs = self.line_of_the_likened(|line| self.of_a_kind(line, category).is_some());
        let newest = || self.lines().iter().rev().find_map(|line| self.of_a_kind(line, category));
        theirs.and_then(|line| self.of_a_kind(line, category)).or_else(newest).map(Op::Add)
    }

    /// What is of a category in a line: the line, or what comes with its combo.
    fn of_a_kind(&self, line: &Line, category: usize) -> Option<NewLine> {
        let category = &self.cx.menu.categories.get(category)?.id;
        let is_so = |item| self.cx.menu.item(item).is_some_and(|item| item.category == *category);
        if line.combo.is_none() && is_so(&line.item) {
            return Some(NewLine { quantity: 1, persons: Vec::new(), ..NewLine::again(line) });
        }
        let part = line.components.iter().find(|part| is_so(&part.item))?;
        let (size, modifiers) = (part.size.clone(), part.modifiers.clone());
        Some(NewLine { size, modifiers, ..NewLine::of(part.item.clone()) })
    }
}

impl Phrase {
    /// Whether it names a kind, and says nothing else: "drink".
    pub(in crate::correction) fn is_only_a_kind(&self) -> bool {
        self.category.is_some()
            && !self.describes()
            && self.item.is_none()
            && self.number.is_none()
            && self.of.is_none()
            && !self.share
    }
}
