//! What the customer is asked about, as ids and numbers: each language words it.

use serde::{Deserialize, Serialize};

use crate::ids::{ComboId, ItemId, LineId, ModifierId};
use crate::order::op::{Reason, Unresolved};

/// Something that only the customer can settle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// No item or combo of the menu has this id.
    NotOnMenu(String),
    /// It was not ordered; none for something without a name, such as "the second one".
    NotOnOrder(Option<ItemId>),
    /// More than a cap allows, or none.
    OverCap {
        /// The item; the main of the combo if there is one.
        item: ItemId,
        /// The combo.
        combo: Option<ComboId>,
        /// How many were asked for.
        quantity: u32,
    },
    /// One of these lines is meant.
    Lines(Vec<LineId>),
    /// Modifiers that exclude each other, or one that is wanted in two ways.
    Modifiers(Vec<ModifierId>),
    /// The item is off.
    Off(ItemId),
    /// A part of an utterance, in the customer's own words.
    #[serde(untagged)]
    Words(Unresolved),
}

impl About {
    /// Why it is asked about.
    pub fn reason(&self) -> Reason {
        match self {
            Self::NotOnMenu(_) | Self::Off(_) => Reason::NotOnMenu,
            Self::NotOnOrder(_) => Reason::NotOnOrder,
            Self::OverCap { .. } => Reason::OverCap,
            Self::Lines(_) | Self::Modifiers(_) => Reason::Ambiguous,
            Self::Words(part) => part.reason,
        }
    }
}
