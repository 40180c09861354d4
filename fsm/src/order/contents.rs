//! The contents of an order, whatever its status.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::discount::Discount;
use super::modifier::ModifierPick;
use super::person::Persons;
use crate::ids::{ComboId, GroupId, ItemId, LineId, SizeId, SlotId};
use crate::menu::Menu;
use crate::money::{Money, TaxRate};

/// The contents of an order, whatever its status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    pub(super) order_id: Uuid,
    pub(super) currency: String,
    pub(super) tax_rate: TaxRate,
    /// Shared by copies of an order until one changes: a turn makes several copies and changes one.
    pub(super) lines: Arc<Vec<Line>>,
    pub(super) referent: Option<LineId>,
    /// The number of the newest line ever, so that no line id is used again.
    pub(super) newest_line: u32,
    /// For whom the lines are.
    #[serde(default, skip_serializing_if = "Persons::is_empty")]
    pub(super) persons: Persons,
    /// What is taken off, by the rules of the house.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) discounts: Vec<Discount>,
}

/// One line of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// The line's id within its order.
    pub line_id: LineId,
    /// The item; the main of the combo if there is one.
    pub item: ItemId,
    /// The combo that the line is.
    pub combo: Option<ComboId>,
    /// The item's or combo's name when the line was last changed.
    pub name: String,
    /// The size of the item, or of the combo.
    pub size: Option<SizeId>,
    /// Whether the customer said the size; if not, it is dropped when the line becomes a combo.
    pub size_said: bool,
    /// At least 1.
    pub quantity: u32,
    /// Differences from how the item comes, in the menu's order.
    pub modifiers: Vec<ModifierPick>,
    /// What fills the combo's slots, in the combo's order.
    pub components: Vec<Component>,
    /// What the customer must still say.
    pub missing: Vec<Missing>,
    /// Whether the item or a component is off.
    pub out_of_stock: bool,
    /// What one costs; zero while something is missing.
    pub unit_price: Money,
}

/// What fills a slot of a combo line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// The slot.
    pub slot: SlotId,
    /// The item in it.
    pub item: ItemId,
    /// Its name.
    pub name: String,
    /// Its size, if the item has sizes and one is known.
    pub size: Option<SizeId>,
    /// Whether the customer said the size; if not, it follows the size of the combo.
    pub size_said: bool,
    /// Differences from how the item comes.
    pub modifiers: Vec<ModifierPick>,
}

/// A choice that the customer must still make on a line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Missing {
    /// The size of the line.
    Size,
    /// A required choice of the item.
    Group(GroupId),
    /// What fills a slot.
    Slot(SlotId),
    /// The size of what fills a slot.
    SlotSize(SlotId),
    /// A required choice of what fills a slot.
    SlotGroup(SlotId, GroupId),
}

impl Line {
    /// The price of the whole line.
    pub fn price(&self) -> Money {
        self.unit_price.times(self.quantity)
    }

    /// Whether nothing is missing and nothing is off.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && !self.out_of_stock
    }

    /// Whether the item or a component is off.
    pub(crate) fn is_off(&self, menu: &Menu) -> bool {
        let on = |id: &ItemId| menu.item(id).is_some_and(|item| item.available);
        !(on(&self.item) && self.components.iter().all(|component| on(&component.item)))
    }

    /// Whether two lines are of the same thing: which of them is meant makes no difference.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.item == other.item && self.has_choices_of(other)
    }

    /// Whether two lines have the same combo, size, modifiers and components.
    pub(super) fn has_choices_of(&self, other: &Self) -> bool {
        let alike = |(a, b): (&Component, &Component)| {
            a.item == b.item && a.size == b.size && a.modifiers == b.modifiers
        };
        self.combo == other.combo
            && self.size == other.size
            && self.modifiers == other.modifiers
            && self.components.len() == other.components.len()
            && self.components.iter().zip(&other.components).all(alike)
    }

    /// Whether the line is of that item or has it as a component.
    pub fn holds(&self, item: &ItemId) -> bool {
        self.item == *item || self.components.iter().any(|component| component.item == *item)
    }
}

impl Order {
    pub(super) fn new(order_id: Uuid, menu: &Menu) -> Self {
        Self {
            order_id,
            currency: menu.currency.clone(),
            tax_rate: menu.tax_rate,
            lines: Arc::default(),
            referent: None,
            newest_line: 0,
            persons: Persons::default(),
            discounts: Vec::new(),
        }
    }

    /// The order's id; the same for every revision of its ticket.
    pub fn order_id(&self) -> Uuid {
        self.order_id
    }

    /// ISO 4217 code of its prices.
    pub fn currency(&self) -> &str {
        &self.currency
    }

    /// In the order in which they were added.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(super) fn lines_mut(&mut self) -> &mut Vec<Line> {
        Arc::make_mut(&mut self.lines)
    }

    /// The line of that id.
    pub fn line(&self, id: LineId) -> Option<&Line> {
        self.lines.iter().find(|line| line.line_id == id)
    }

    /// Whether an item is on it, also as a component.
    pub fn holds(&self, item: &ItemId) -> bool {
        self.lines.iter().any(|line| line.holds(item))
    }

    /// The line last mentioned, if it is still there.
    pub fn referent(&self) -> Option<LineId> {
        self.referent
    }

    /// The sum of the lines.
    pub fn subtotal(&self) -> Money {
        self.lines.iter().map(Line::price).sum()
    }

    /// What is taken off the subtotal; never more than it is.
    pub fn discounts(&self) -> &[Discount] {
        &self.discounts
    }

    /// The sum of the lines, less what is taken off.
    fn reduced(&self) -> Money {
        self.discounts.iter().fold(self.subtotal(), |left, discount| left - discount.amount).or_zero()
    }

    /// The tax on what is left of the subtotal.
    pub fn tax(&self) -> Money {
        self.tax_rate.tax_on(self.reduced())
    }

    /// What the customer pays.
    pub fn total(&self) -> Money {
        let reduced = self.reduced();
        reduced + self.tax_rate.tax_on(reduced)
    }

    /// How many items there are, counting quantities.
    pub fn item_count(&self) -> u32 {
        self.lines.iter().fold(0, |count, line| count.saturating_add(line.quantity))
    }

    /// Marks the lines that have something off, and unmarks those that are available again. What the customer was just
    /// told is out of stock (`told`) stays marked until that is settled.
    pub(crate) fn refresh_stock(&mut self, menu: &Menu, told: Option<&ItemId>) {
        let is_out = |line: &Line| {
            let was_told = line.out_of_stock && told.is_some_and(|item| line.holds(item));
            was_told || line.is_off(menu)
        };
        if self.lines.iter().all(|line| line.out_of_stock == is_out(line)) {
            return;
        }
        for line in self.lines_mut() {
            line.out_of_stock = is_out(line);
        }
    }

    /// The oldest line that misses a choice or is off.
    pub fn oldest_incomplete(&self) -> Option<&Line> {
        self.lines.iter().find(|line| !line.is_complete())
    }

    pub(super) fn position(&self, id: LineId) -> Option<usize> {
        self.lines.iter().position(|line| line.line_id == id)
    }

    pub(crate) fn drop_line(&mut self, id: LineId) {
        self.lines_mut().retain(|line| line.line_id != id);
        if self.referent == Some(id) {
            self.referent = None;
        }
    }
}
