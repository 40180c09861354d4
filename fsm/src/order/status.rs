//! The three statuses of an order, as three types.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::change::Change;
use super::contents::{Line, Order};
use super::discount::Discount;
use super::person::Persons;
use crate::ids::{ItemId, LineId};
use crate::menu::Menu;

/// An order that can be edited.
///
/// ```
/// fn edit(order: &mut fsm::order::OpenOrder, change: &fsm::order::Change) {
///     order.apply(change);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenOrder(Order);

/// A confirmed order. It cannot be edited, and it alone can become a ticket.
///
/// ```compile_fail,E0599
/// fn edit(order: &mut fsm::order::FrozenOrder, change: &fsm::order::Change) {
///     order.apply(change);
/// }
/// ```
///
/// ```compile_fail,E0599
/// fn ticket(order: &fsm::order::OpenOrder, t: &fsm::ticket::Ticket, n: &fsm::ticket::Numbering<'_>) {
///     let _ = order.ticket(t, n);
/// }
/// ```
///
/// ```
/// fn ticket(order: &fsm::order::FrozenOrder, t: &fsm::ticket::Ticket, n: &fsm::ticket::Numbering<'_>) {
///     let _ = order.ticket(t, n);
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FrozenOrder(Order);

/// An order whose ticket the POS has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedOrder(Order);

/// The lines that a change touched, as they were before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Undo {
    pub lines: Vec<Line>,
    pub added: Vec<LineId>,
    pub referent: Option<LineId>,
}

impl OpenOrder {
    /// An order without lines.
    pub fn begin(order_id: Uuid, menu: &Menu) -> Self {
        Self(Order::new(order_id, menu))
    }

    /// Its contents.
    pub fn order(&self) -> &Order {
        &self.0
    }

    /// Takes the lines of a change that was planned on this order.
    pub fn apply(&mut self, change: &Change) {
        self.0.lines.clone_from(&change.after().lines);
        self.0.persons.clone_from(&change.after().persons);
        self.0.newest_line = self.0.newest_line.max(change.after().newest_line);
        self.0.referent = self.0.referent.filter(|line_id| self.0.line(*line_id).is_some());
    }

    /// Takes other discounts in place of those that it has.
    pub(crate) fn discount(&mut self, discounts: Vec<Discount>) {
        self.0.discounts = discounts;
    }

    /// Takes the referent of a change.
    pub(crate) fn refer_as(&mut self, change: &Change) {
        self.0.referent = change.after().referent;
    }

    pub(crate) fn refer_to(&mut self, line: Option<LineId>) {
        if let Some(line_id) = line.filter(|line_id| self.0.line(*line_id).is_some()) {
            self.0.referent = Some(line_id);
        }
    }

    pub(crate) fn drop_line(&mut self, line_id: LineId) {
        self.0.drop_line(line_id);
    }

    /// Restores the lines that the change touched; other lines stay as they are.
    pub(crate) fn undo(&mut self, undo: &Undo) {
        self.0 = self.undone(undo);
    }

    /// The order as it would be without a change.
    pub(crate) fn undone(&self, undo: &Undo) -> Order {
        let mut order = self.0.clone();
        let touched = |line_id: LineId| {
            undo.added.contains(&line_id) || undo.lines.iter().any(|line| line.line_id == line_id)
        };
        let lines = order.lines_mut();
        lines.retain(|line| !touched(line.line_id));
        lines.extend(undo.lines.iter().cloned());
        lines.sort_by_key(|line| line.line_id);
        order.referent = undo.referent.filter(|line_id| order.line(*line_id).is_some());
        order
    }

    pub(crate) fn mark_out_of_stock(&mut self, item: &ItemId) {
        for line in self.0.lines_mut().iter_mut().filter(|line| line.holds(item)) {
            line.out_of_stock = true;
        }
    }

    /// Updates the stock marks; see [`Order::refresh_stock`].
    pub(crate) fn refresh_stock(&mut self, menu: &Menu, told: Option<&ItemId>) {
        self.0.refresh_stock(menu, told);
    }

    pub(crate) fn freeze(self) -> FrozenOrder {
        FrozenOrder(self.0)
    }

    pub(crate) fn empty() -> Self {
        Self(empty())
    }
}

impl FrozenOrder {
    /// Its contents.
    pub fn order(&self) -> &Order {
        &self.0
    }

    pub(crate) fn thaw(self) -> OpenOrder {
        OpenOrder(self.0)
    }

    /// The order, once the POS has taken its ticket.
    pub fn place(self) -> PlacedOrder {
        PlacedOrder(self.0)
    }

    pub(crate) fn empty() -> Self {
        Self(empty())
    }
}

impl PlacedOrder {
    /// Its contents.
    pub fn into_order(self) -> Order {
        self.0
    }
}

/// A placeholder where an order was moved out.
fn empty() -> Order {
    Order {
        order_id: Uuid::nil(),
        currency: String::new(),
        tax_rate: crate::money::TaxRate::default(),
        lines: Vec::new().into(),
        referent: None,
        newest_line: 0,
        persons: Persons::default(),
        discounts: Vec::new(),
    }
}
