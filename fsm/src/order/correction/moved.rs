//! Changes that were made on one line and meant of another: "no, I meant off the cheeseburger".

use super::Correcting;
use crate::order::about::About;
use crate::order::contents::Line;
use crate::order::modifier::{Amount, ModifierPick};
use crate::order::op::{Modification, NewLine, Op, Target};

impl Correcting<'_> {
    /// The last change, taken back where it was made and made where it was meant.
    pub(super) fn moved(&self) -> Result<Vec<Op>, About> {
        let nothing = || About::NotOnOrder(None);
        let change = self.recent.changes().next().ok_or_else(nothing)?;
        let (before, now) =
            change.before.as_ref().zip(self.order.line(change.line_id)).ok_or_else(nothing)?;
        let is_meant =
            |line: &&Line| line.line_id != now.line_id && self.correction.target.fits(line, self.menu);
        let meant: Vec<&Line> = self.order.lines().iter().filter(is_meant).collect();
        let [line] = meant.as_slice() else {
            let several = meant.iter().map(|line| line.line_id).collect();
            return Err(if meant.is_empty() { nothing() } else { About::Lines(several) });
        };
        let said = now.modifiers.iter().filter(|pick| !before.modifiers.contains(pick));
        let same = |pick: &ModifierPick, other: &ModifierPick| {
            pick.group == other.group && pick.modifier == other.modifier
        };
        let gone = before.modifiers.iter().filter(|pick| !now.modifiers.iter().any(|now| same(now, pick)));
        let undone = gone.map(|pick| {
            let amount = if pick.amount == Amount::No { Amount::Regular } else { Amount::No };
            ModifierPick { amount, ..pick.clone() }
        });
        let size = now.size.clone().filter(|_| now.size != before.size);
        let target = Target::Line { line_id: line.line_id };
        let made = Modification {
            size,
            modifiers: said.cloned().chain(undone).collect(),
            ..Modification::of(target.clone())
        };
        if made == Modification::of(target) || before.item != now.item || before.combo != now.combo {
            return Err(nothing());
        }
        let size = before.size.clone().filter(|_| before.size_said);
        let with = NewLine { size, ..NewLine::again(before) };
        let back = Op::Replace { target: Target::Line { line_id: now.line_id }, with };
        Ok(vec![back, Op::Modify(made)])
    }
}
