//! The one upsell of an order, as it waits for a yes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::{ComboId, ItemId};

/// What is offered with an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// One more item.
    Item(ItemId),
    /// A line made a combo.
    Combo(ComboId),
}
