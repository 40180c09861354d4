//! Where rules hang.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray, VariantNames};
use utoipa::ToSchema;

/// A point of the conversation at which rules are asked.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Display,
    EnumString,
    VariantArray,
    VariantNames,
    Serialize,
    Deserialize,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Point {
    /// How a visit begins, when a car comes.
    Arrival,
    /// Whether an item can be had: asked for, offered, or as a substitute.
    Available,
    /// What the one upsell of an order is.
    Offer,
    /// Which changes need a yes before they are made.
    Unsafe,
    /// What is taken off the price.
    Price,
    /// Whether the house asks something of what was added.
    AfterAdd,
    /// Whether it asks something before the order is read back.
    BeforeSummary,
    /// Whether it asks something before the order is placed.
    BeforeClose,
    /// How long the lane goes on by itself with a customer who is silent, not understood or upset.
    Patience,
    /// Whether the crew is called, after each turn.
    Crew,
    /// Who understands what is said next, and words what is answered.
    Agent,
}
