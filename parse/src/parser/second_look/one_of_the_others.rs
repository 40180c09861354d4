//! How one of those should be that were not changed last: "a different one gets cheese", "of the other two, make one with oat
//! milk".

use fsm::order::{Line, Modification, Op, Target};

use super::said::Said;
use crate::correction::Atom;
use crate::language::{Edit, Word};

impl Said<'_> {
    /// Changes one of the one other line of what was mentioned last.
    pub(super) fn one_of_the_others(&self) -> Option<Op> {
        let is_said = |role| matches!(role, Word::Other | Word::Edit(Edit::Different));
        let said = self.says(is_said).then(|| self.of_one_line()).flatten()?;
        let is_other = |line: &&Line| {
            line.item == said.line.item && line.line_id != said.line.line_id && line.combo.is_none()
        };
        let mut others = self.order.lines().iter().filter(is_other);
        let line = others.next().filter(|_| others.next().is_none())?;
        let is_last = self.last().is_some_and(|last| last.line_id == said.line.line_id);
        if !is_last || !self.is_of_the_others(line) || self.unknown() > UNKNOWN_MAX {
            return None;
        }
        let change = Modification::of(Target::Line { line_id: line.line_id });
        let change = match (said.choices.as_slice(), said.sizes.as_slice()) {
            // "one of the others with extra pickles" takes none off that come with it
            ([choice], []) if self.without(choice, line).is_none() || self.leaves_off() => {
                let pick = self.otherwise_than(choice, line)?;
                Modification { modifiers: vec![pick], ..change }
            }
            ([], [size]) if line.size.as_ref() != Some(size) => {
                Modification { size: Some(size.clone()), ..change }
            }
            _ => return None,
        };
        Some(Op::Modify(Modification { split: (line.quantity > 1).then_some(1), ..change }))
    }

    /// Whether one is meant of those that are otherwise than the last, as many as there are.
    fn is_of_the_others(&self, line: &Line) -> bool {
        let more = |role| matches!(role, Word::Another | Word::Both | Word::Edit(Edit::Also | Edit::Same));
        let mut counts = self.atoms.iter().filter_map(Atom::number);
        let counted = counts.clone().all(|number| number == 1 || number == line.quantity);
        let of = |at: usize| self.says_at(at, |role| role == Word::Of).is_some();
        let of_others =
            |at: usize| at > 0 && of(at - 1) && self.says_at(at, |role| role == Word::Other).is_some();
        let others = (0..self.tokens.len()).any(of_others) && counts.any(|number| number == 1);
        let different = self.says(|role| role == Word::Edit(Edit::Different));
        counted && !self.says(more) && (others || different)
    }
}

/// Among more words that nobody knows, something else may be meant.
const UNKNOWN_MAX: usize = 2;
