//! What customers can ask about a menu.

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
    /// Whether it is available; without items, what the menu has.
    Availability,
    /// How many calories it has.
    Calories,
    /// What it contains that some must avoid.
    Allergens,
    /// What we recommend.
    Recommendation,
    /// What comes with it as a combo.
    Combo,
    /// What has been ordered so far; with items, how they were ordered.
    Order,
    /// What no menu says: how it is made, whether a change of it makes it safe.
    Other,
}

impl Topic {
    /// Every topic.
    pub const ALL: &[Self] = Self::VARIANTS;
}
