//! Modifiers as they are asked for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};
use utoipa::ToSchema;

use crate::ids::{GroupId, ModifierId};

/// One modifier as it was asked for.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ToSchema,
)]
#[serde(deny_unknown_fields)]
pub struct ModifierPick {
    /// Its group.
    pub group: GroupId,
    /// The modifier.
    pub modifier: ModifierId,
    /// How much of it.
    #[serde(default)]
    pub amount: Amount,
    /// How many portions ("two espresso shots").
    #[serde(default = "one")]
    pub quantity: u32,
}

impl ModifierPick {
    /// One regular portion of a modifier.
    pub const fn of(group: GroupId, modifier: ModifierId) -> Self {
        Self { group, modifier, amount: Amount::Regular, quantity: 1 }
    }
}

/// How much of a modifier.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    Serialize,
    Deserialize,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Amount {
    /// As it comes.
    #[default]
    Regular,
    /// None of it.
    No,
    /// One portion more.
    Extra,
    /// Less of it.
    Light,
    /// On the side.
    Side,
}

fn one() -> u32 {
    1
}
