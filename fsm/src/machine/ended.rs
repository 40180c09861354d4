//! The end of a session.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use utoipa::ToSchema;

use crate::order::{Order, OrderStatus};
use crate::ticket::Ticket;

/// How a session ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr, VariantNames, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum End {
    /// The POS took the ticket, and the car is gone or was silent for the grace.
    Completed,
    /// The same, with the ticket still on its way.
    Left,
    /// The car left without an order.
    Abandoned,
}

/// What a session leaves behind.
#[derive(Clone, Debug, PartialEq)]
pub struct Ended {
    /// How it ended.
    pub end: End,
    /// The order as it ended.
    pub order: Order,
    /// The order's status at the end.
    pub status: OrderStatus,
    /// Its last ticket.
    pub ticket: Option<Ticket>,
}
