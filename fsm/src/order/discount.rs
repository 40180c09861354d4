//! What is taken off the price of an order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

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
