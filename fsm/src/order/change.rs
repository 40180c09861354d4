//! The result of edits: the changed order and its differences. And the caps of an order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::contents::{Line, Order};
use super::discount::Discount;
use crate::ids::LineId;
use crate::menu::Menu;
use crate::money::Money;

/// How much one may order. An edit that goes over a cap is not applied and not reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caps {
    /// How many of one line.
    pub line_quantity_max: u32,
    /// How many items in an order.
    pub order_items_max: u32,
    /// The highest subtotal, before tax.
    pub subtotal_max: Money,
}

impl Caps {
    /// Whether an order is within them, and within what the menu allows of each item.
    pub(crate) fn hold(&self, order: &Order, menu: &Menu) -> bool {
        order.lines.iter().all(|line| self.hold_line(order, line, menu))
    }

    pub(super) fn hold_line(&self, order: &Order, line: &Line, menu: &Menu) -> bool {
        let of_item = menu.item(&line.item).and_then(|item| item.max_quantity).unwrap_or(u32::MAX);
        line.quantity <= of_item.min(self.line_quantity_max)
            && order.item_count() <= self.order_items_max
            && order.subtotal() <= self.subtotal_max
    }
}

impl Default for Caps {
    fn default() -> Self {
        Self { line_quantity_max: 20, order_items_max: 50, subtotal_max: Money::from_hundredths(50_000) }
    }
}

/// One difference between an order before and after a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Diff {
    /// What happened to the line.
    pub op: DiffOp,
    /// The line.
    pub line_id: LineId,
    /// The quantity now; for a removed line, the quantity before.
    pub quantity: u32,
}

/// What happened to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiffOp {
    /// It is new.
    Add,
    /// It was changed.
    Change,
    /// It is gone.
    Remove,
}

/// A changed order, made by `plan` from the order that it is then applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    pub(super) after: Order,
    pub(super) diffs: Vec<Diff>,
    pub(super) is_unsafe: bool,
    /// Whether the words were hardly heard.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_unsure: bool,
}

impl Change {
    /// A change that changes nothing.
    pub fn none(order: &Order) -> Self {
        Self { after: order.clone(), diffs: Vec::new(), is_unsafe: false, is_unsure: false }
    }

    /// The order after the change.
    pub fn after(&self) -> &Order {
        &self.after
    }

    /// The differences.
    pub fn diffs(&self) -> &[Diff] {
        &self.diffs
    }

    /// Whether it takes much away, so that it needs a yes before it is made.
    pub fn is_unsafe(&self) -> bool {
        self.is_unsafe
    }

    /// Whether it was hardly heard, so that it needs a yes too.
    pub fn is_unsure(&self) -> bool {
        self.is_unsure
    }

    /// The same change, of words that were hardly heard.
    pub(crate) fn hardly_heard(self) -> Self {
        Self { is_unsure: true, ..self }
    }

    /// Takes other discounts in place of those that the changed order has.
    pub(crate) fn discount(&mut self, discounts: Vec<Discount>) {
        self.after.discounts = discounts;
    }

    /// Marks what has gone off since the change was planned.
    pub(crate) fn refresh_stock(&mut self, menu: &Menu) {
        self.after.refresh_stock(menu, None);
    }
}

/// The differences between two states of one order, in the order of the lines, removed lines last.
pub fn diffs(before: &Order, after: &Order) -> Vec<Diff> {
    let mut diffs = Vec::new();
    for line in after.lines.iter() {
        match before.line(line.line_id) {
            None => diffs.push(Diff { op: DiffOp::Add, line_id: line.line_id, quantity: line.quantity }),
            Some(was) if was != line => {
                diffs.push(Diff { op: DiffOp::Change, line_id: line.line_id, quantity: line.quantity });
            }
            Some(_) => {}
        }
    }
    for line in before.lines.iter().filter(|line| after.line(line.line_id).is_none()) {
        diffs.push(Diff { op: DiffOp::Remove, line_id: line.line_id, quantity: line.quantity });
    }
    diffs
}
