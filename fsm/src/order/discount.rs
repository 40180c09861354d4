//! What is taken off the price of an order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::contents::Order;
use crate::ids::{LineId, RuleId};
use crate::money::Money;

/// An amount that is taken off, by a rule of the house.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Discount {
    /// The rule.
    pub rule: RuleId,
    /// What it is called.
    pub name: String,
    /// How much.
    pub amount: Money,
    /// The lines that it is for; absent if it is for the whole order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<LineId>,
}

impl Order {
    /// What is taken off the subtotal; never more than it is.
    pub fn discounts(&self) -> &[Discount] {
        &self.discounts
    }

    /// The sum of the lines, less what is taken off.
    pub(super) fn reduced(&self) -> Money {
        self.discounts.iter().fold(self.subtotal(), |left, discount| left - discount.amount).or_zero()
    }
}
