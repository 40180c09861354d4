//! From where on a change takes so much away that it needs a yes.

use super::change::Caps;
use super::contents::{Line, Order};
use crate::ids::ItemId;

/// How much of an order may go without a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Safety {
    /// So many lines gone are much. One fewer is, with little left.
    pub lines: u32,
    /// So many items gone are much, with little left.
    pub items: u32,
    /// At most so much of the subtotal is little, in percent.
    pub share_percent: u32,
    /// None of these may go without a yes.
    pub always: Vec<ItemId>,
}

/// Within which bounds operations are tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds<'a> {
    pub caps: &'a Caps,
    /// From where on a change needs a yes.
    pub safety: &'a Safety,
}

impl Default for Safety {
    fn default() -> Self {
        Self { lines: 3, items: 4, share_percent: 50, always: Vec::new() }
    }
}

impl Safety {
    /// Whether a change loses much.
    pub(super) fn is_lost(&self, before: &Order, after: &Order) -> bool {
        let left = |line: &Line| after.line(line.line_id).map_or(0, |after| after.quantity);
        let gone = before.lines.iter().map(|line| (left(line), line.quantity.saturating_sub(left(line))));
        let (lines, items) = gone.fold((0_u32, 0_u32), |(lines, items), (left, gone)| {
            (lines + u32::from(left == 0), items.saturating_add(gone))
        });
        let almost = lines > 0 && lines.saturating_add(1) >= self.lines || items >= self.items;
        let has_little = after.subtotal().times(100) <= before.subtotal().times(self.share_percent);
        lines >= self.lines
            || almost && has_little
            || self.always.iter().any(|item| fewer(item, before, after))
    }
}

fn fewer(item: &ItemId, before: &Order, after: &Order) -> bool {
    let count = |order: &Order| {
        let of_it = order.lines.iter().filter(|line| line.holds(item));
        of_it.fold(0, |count: u32, line| count.saturating_add(line.quantity))
    };
    count(after) < count(before)
}
