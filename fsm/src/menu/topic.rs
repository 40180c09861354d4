//! What one can ask about a menu.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{EnumString, VariantArray};
use utoipa::ToSchema;

/// What a menu question is about.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    EnumString,
    VariantArray,
    Serialize,
    Deserialize,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Topic {
    /// What it costs.
    Price,
    /// What is in it.
    Contents,
    /// Which sizes there are.
    Sizes,
    /// Whether it can be had; without items, what there is.
    Availability,
    /// How many calories it has.
    Calories,
    /// What it contains that some must avoid.
    Allergens,
    /// What is good.
    Recommendation,
    /// What comes with it as a combo.
    Combo,
    /// What has been ordered so far.
    Order,
}

impl Topic {
    /// Every topic.
    pub const ALL: &[Self] = Self::VARIANTS;
}
