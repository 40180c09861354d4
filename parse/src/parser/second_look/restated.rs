//! What is said again as it should be, once it was read back: "no, a cheeseburger and a large fries", "it's a cheeseburger and
//! fries, and then a brownie". What is there already does not come once more.

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::order::{Line, Modification, NewLine, Op, Target};

use super::said::Said;
use crate::language::{Claim, Edit, Word};

impl Said<'_> {
    /// After a summary: what becomes of the order when what is on it is named again among what else is said.
    pub(super) fn restated(&self, acts: &Acts) -> Option<Vec<Op>> {
        let mut all = acts.acts.iter().filter(|act| act.kind() == ActKind::Order);
        let Some(Act::Order { ops, unresolved }) = all.next() else { return None };
        let is_known = |act: &Act| {
            matches!(
                act.kind(),
                ActKind::Order | ActKind::No | ActKind::Yes | ActKind::NotRight | ActKind::SmallTalk
            )
        };
        let more = |role| {
            matches!(
                role,
                Word::Another
                    | Word::Add
                    | Word::Make
                    | Word::Both
                    | Word::OfThem
                    | Word::Times(_)
                    | Word::Ordinal(_)
                    | Word::Edit(Edit::Also | Edit::Same | Edit::Everyone)
            )
        };
        if self.is_for_somebody()
            || ops.len() < 2
            || !unresolved.is_empty()
            || !acts.acts.iter().all(is_known)
            || self.says(more)
        {
            return None;
        }
        let there = |op: &Op| match op {
            Op::Add(new) => self.only_line_of(new),
            _ => None,
        };
        // "no, a cheeseburger and a Coke" names all that is there; "it's a cheeseburger and fries" need not
        let tells = |role| {
            matches!(
                role,
                Word::Should
                    | Word::Claim(Claim::Right | Claim::Wrong)
                    | Word::Edit(Edit::Insist | Edit::Tells | Edit::Not)
            )
        };
        let denies = |act: &Act| matches!(act.kind(), ActKind::No | ActKind::NotRight);
        let named = ops.iter().filter(|op| there(op).is_some()).count();
        let whole = named == self.order.lines().len() && !self.says(|role| role == Word::Want);
        let is_meant = self.says(tells) || acts.acts.iter().any(denies) && whole;
        let is_again = is_meant && ops.first().is_some_and(|op| there(op).is_some());
        let takes_off = ops.iter().any(|op| matches!(op, Op::Remove { .. } | Op::Clear));
        let now = ops.iter().filter_map(|op| match there(op) {
            Some(line) => as_said_again(line, op),
            None => Some(op.clone()),
        });
        let now: Vec<Op> = now.collect();
        // "no, for the next one a hamburger and a Coke" is no correction of a hamburger and a Coke
        let corrects = !now.is_empty() || self.says(tells);
        (is_again && !takes_off && corrects).then_some(now)
    }

    /// The one line of the item of a new one.
    fn only_line_of(&self, new: &NewLine) -> Option<&Line> {
        let mut own =
            self.order.lines().iter().filter(|line| line.item == new.item && line.combo == new.combo);
        let line = own.next().filter(|_| own.next().is_none())?;
        let counts_it = new.quantity == line.quantity && new.components.is_empty();
        counts_it.then_some(line)
    }
}

/// What changes of a line that is said again; none where it is as it was said.
fn as_said_again(line: &Line, op: &Op) -> Option<Op> {
    let Op::Add(new) = op else { return None };
    let size = new.size.clone().filter(|size| line.size.as_ref() != Some(size));
    let target = Target::Line { line_id: line.line_id };
    let change = Modification { size, modifiers: new.modifiers.clone(), ..Modification::of(target.clone()) };
    (change != Modification::of(target)).then_some(Op::Modify(change))
}
