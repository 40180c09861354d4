//! An order as the API shows it, in JSON.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::contents::{Component, Line, Missing, Order};
use super::discount::Discount;
use super::modifier::ModifierPick;
use crate::ids::{ComboId, ItemId, LineId, SizeId, SlotId};
use crate::money::Money;

/// What may still happen to an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderStatus {
    /// It can be edited.
    Open,
    /// It was confirmed, and its ticket is on its way.
    Frozen,
    /// The POS has taken it.
    Placed,
}

/// An order as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OrderView {
    /// The same for every revision of its ticket.
    pub order_id: Uuid,
    /// What may still happen to it.
    pub status: OrderStatus,
    /// The line last mentioned.
    pub referent: Option<LineId>,
    /// ISO 4217 code.
    pub currency: String,
    /// In the order in which they were added.
    pub lines: Vec<LineView>,
    /// The sum of the lines.
    pub subtotal: Money,
    /// What the rules of the house take off; absent if it is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<Discount>,
    /// The tax on what is left of the subtotal, rounded half up once.
    pub tax: Money,
    /// What the customer pays.
    pub total: Money,
}

/// A line as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineView {
    /// The line's id within its order.
    pub line_id: LineId,
    /// The item; the main of the combo if there is one.
    pub item: ItemId,
    /// The combo that the line is.
    pub combo: Option<ComboId>,
    /// The item's or combo's name.
    pub name: String,
    /// The size of the item, or of the combo.
    pub size: Option<SizeId>,
    /// How many.
    pub quantity: u32,
    /// Differences from how the item comes.
    pub modifiers: Vec<ModifierPick>,
    /// What fills the combo's slots.
    pub components: Vec<ComponentView>,
    /// What the customer must still say: `size`, or the id of a group or slot.
    pub incomplete: Vec<String>,
    /// Whether the item or a component is off.
    pub out_of_stock: bool,
    /// What one costs; `0.00` while the line is incomplete.
    pub unit_price: Money,
    /// What the line costs.
    pub price: Money,
}

/// What fills a slot, as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ComponentView {
    /// The slot.
    pub slot: SlotId,
    /// The item in it.
    pub item: ItemId,
    /// Its name.
    pub name: String,
    /// Its size.
    pub size: Option<SizeId>,
    /// Differences from how the item comes.
    pub modifiers: Vec<ModifierPick>,
}

impl Order {
    /// The order as it is shown.
    pub fn view(&self, status: OrderStatus) -> OrderView {
        OrderView {
            order_id: self.order_id,
            status,
            referent: self.referent,
            currency: self.currency.clone(),
            lines: self.lines.iter().map(LineView::of).collect(),
            subtotal: self.subtotal(),
            discounts: self.discounts.clone(),
            tax: self.tax(),
            total: self.total(),
        }
    }
}

impl LineView {
    /// A line as it is shown.
    pub fn of(line: &Line) -> Self {
        Self {
            line_id: line.line_id,
            item: line.item.clone(),
            combo: line.combo.clone(),
            name: line.name.clone(),
            size: line.size.clone(),
            quantity: line.quantity,
            modifiers: line.modifiers.clone(),
            components: line.components.iter().map(ComponentView::of).collect(),
            incomplete: line.missing.iter().map(Missing::id).collect(),
            out_of_stock: line.out_of_stock,
            unit_price: line.unit_price,
            price: line.price(),
        }
    }
}

impl ComponentView {
    fn of(component: &Component) -> Self {
        Self {
            slot: component.slot.clone(),
            item: component.item.clone(),
            name: component.name.clone(),
            size: component.size.clone(),
            modifiers: component.modifiers.clone(),
        }
    }
}

impl Missing {
    /// How an incomplete line names it: `size`, or the id of the group or slot.
    pub fn id(&self) -> String {
        match self {
            Self::Size => "size".to_owned(),
            Self::Group(group) => group.to_string(),
            Self::Slot(slot) | Self::SlotSize(slot) | Self::SlotGroup(slot, _) => slot.to_string(),
        }
    }
}
