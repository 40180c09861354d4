//! What was just said of several, and is not to be on one of them: "not on the latte". The latte itself does not go.

use fsm::dialogue::{Act, Acts};
use fsm::order::{Amount, Line, ModifierPick, Op};

use super::choices::changed;
use super::said::Said;
use super::{ops_of, order};
use crate::correction::Atom;
use crate::language::{Edit, Word};

impl Said<'_> {
    /// Takes the one choice that all lines share off the one that it is not to be on; asks what is meant where it is not one.
    pub(super) fn not_on_that(&self, acts: &Acts) -> Option<Act> {
        let removes = |op: &Op| matches!(op, Op::Remove { .. });
        let mut ops = acts.acts.iter().flat_map(ops_of).peekable();
        let named: Vec<&Atom> = self.atoms.iter().filter(|atom| atom.names()).collect();
        let is_there = |atom: &&Atom| self.order.lines().iter().any(|line| self.points_at(atom, line));
        let on = |atom: &&Atom| self.ends_before(atom, |role| role == Word::On);
        if ops.peek().is_none() || !ops.all(removes) || named.is_empty() || !named.iter().all(is_there) {
            return None;
        }
        if !named.iter().all(on) {
            return None;
        }
        // Where a word stands right before the "on" of a name. "I'll pass on the fries" is no such thing.
        let on = |at: usize| self.says_at(at, |role| role == Word::On).is_some();
        let reaches = |atom: &Atom, is_it: &dyn Fn(Word) -> bool| {
            (0..atom.start())
                .any(|at| self.says_at(at, is_it).is_some_and(|length| (at + 1..=at + length).any(on)))
        };
        let (not, only) = (|role| role == Word::Edit(Edit::Not), |role| role == Word::Just);
        match named.as_slice() {
            [atom] if reaches(atom, &not) => {}
            // "just on the chai": on what not, only the line before tells
            all => return all.iter().any(|atom| reaches(atom, &only)).then_some(Act::Unclear),
        }
        let exactly = |line: &Line| named[0].may_be(self.cx, &line.item);
        let named_exactly = self.order.lines().iter().any(exactly);
        let goes = |line: &&Line| if named_exactly { exactly(line) } else { self.points_at(named[0], line) };
        let lines: Vec<&Line> = self.order.lines().iter().filter(goes).collect();
        let shared: Vec<&ModifierPick> =
            lines.first()?.modifiers.iter().filter(|pick| self.all_have(pick)).collect();
        let [pick] = shared.as_slice() else { return Some(Act::Unclear) };
        let off = ModifierPick { amount: Amount::No, quantity: 1, ..(*pick).clone() };
        let ops = lines.iter().map(|line| changed(line, off.clone())).collect();
        Some(order(ops))
    }

    fn all_have(&self, pick: &ModifierPick) -> bool {
        let has = |line: &Line| line.modifiers.contains(pick);
        pick.amount != Amount::No && self.order.lines().len() > 1 && self.order.lines().iter().all(has)
    }
}
