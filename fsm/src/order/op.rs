//! Edits as they were asked for: operations on an order, and the parts that could not be settled.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::contents::Line;
use super::description::{Correction, Description, Which};
use super::modifier::ModifierPick;
use super::person::Person;
use crate::ids::{ComboId, ItemId, LineId, SizeId, SlotId};

/// One change to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Op {
    /// "Two cheeseburgers, no pickles."
    Add(NewLine),
    /// "Take off the fries."
    Remove {
        /// What is removed.
        target: Target,
        /// How many are removed; all if absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quantity: Option<u32>,
    },
    /// "Make that a large."
    Modify(Modification),
    /// "A hamburger instead of the cheeseburger."
    Replace {
        /// What is removed.
        target: Target,
        /// The new line.
        with: NewLine,
    },
    /// "The oat one, not the almond one."
    #[schemars(skip)]
    Correct(Box<Correction>),
    /// "Start over."
    Clear,
}

impl From<Correction> for Op {
    fn from(correction: Correction) -> Self {
        Self::Correct(Box::new(correction))
    }
}

/// A line as it was asked for: only what was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLine {
    /// The item; the main of the combo if there is one.
    pub item: ItemId,
    /// The combo, if it was asked for as one.
    #[serde(default)]
    pub combo: Option<ComboId>,
    /// The size of the item, or of the combo if there is one.
    #[serde(default)]
    pub size: Option<SizeId>,
    /// How many.
    #[serde(default = "one")]
    pub quantity: u32,
    /// What is different from how the item comes.
    #[serde(default)]
    pub modifiers: Vec<ModifierPick>,
    /// What fills the combo's slots.
    #[serde(default)]
    pub components: Vec<ComponentPick>,
    /// For whom it is, as far as that was said: one for each, where it is for several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    pub persons: Vec<Person>,
}

impl NewLine {
    /// One of an item, without changes.
    pub fn of(item: ItemId) -> Self {
        Self {
            item,
            combo: None,
            size: None,
            quantity: 1,
            modifiers: Vec::new(),
            components: Vec::new(),
            persons: Vec::new(),
        }
    }
}

impl NewLine {
    /// A line as it would be asked for again.
    pub fn again(line: &Line) -> Self {
        let components = line.components.iter().map(|part| ComponentPick {
            slot: part.slot.clone(),
            item: part.item.clone(),
            size: part.size.clone().filter(|_| part.size_said),
            modifiers: part.modifiers.clone(),
        });
        Self {
            item: line.item.clone(),
            combo: line.combo.clone(),
            size: line.size.clone(),
            quantity: line.quantity,
            modifiers: line.modifiers.clone(),
            components: components.collect(),
            persons: Vec::new(),
        }
    }
}

/// What changes on a line; what is `None` or empty stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Modification {
    /// What is changed.
    pub target: Target,
    /// The new size of the item or combo.
    #[serde(default)]
    pub size: Option<SizeId>,
    /// The combo that the line becomes.
    #[serde(default)]
    pub combo: Option<ComboId>,
    /// How many there are now; 0 removes the line.
    #[serde(default)]
    pub quantity: Option<u32>,
    /// A modifier said again replaces what was said before.
    #[serde(default)]
    pub modifiers: Vec<ModifierPick>,
    /// What fills the combo's slots.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<ComponentPick>,
    /// How many of the line change ("on one of them"); all if absent.
    #[serde(default)]
    pub split: Option<u32>,
}

impl Modification {
    /// A modification that changes nothing yet.
    pub fn of(target: Target) -> Self {
        Self {
            target,
            size: None,
            combo: None,
            quantity: None,
            modifiers: Vec::new(),
            components: Vec::new(),
            split: None,
        }
    }
}

/// What fills a slot of a combo.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ToSchema,
)]
#[serde(deny_unknown_fields)]
pub struct ComponentPick {
    /// The slot.
    pub slot: SlotId,
    /// The item in it.
    pub item: ItemId,
    /// Its size, if it was said.
    #[serde(default)]
    pub size: Option<SizeId>,
    /// What is different from how the item comes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<ModifierPick>,
}

/// Which lines an operation is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(untagged)]
pub enum Target {
    /// That line.
    Line {
        /// The line.
        line_id: LineId,
    },
    /// The line last mentioned.
    Referent {
        /// Always true.
        referent: bool,
    },
    /// The line of that item.
    Item {
        /// The item, also as the main of a combo.
        item: ItemId,
        /// "the second burger" is 2; counted from the top of the order.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ordinal: Option<u32>,
    },
    /// Every line.
    All {
        /// Always true.
        all: bool,
        /// Except these.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(no_recursion)]
        except: Vec<Target>,
    },
    /// The lines that fit a description: "the one without onions".
    #[schemars(skip)]
    Described {
        /// What is said of them.
        described: Box<Description>,
    },
}

impl Target {
    /// The line last mentioned.
    pub const REFERENT: Self = Self::Referent { referent: true };

    /// The lines that fit a description.
    pub fn described(described: Description) -> Self {
        Self::Described { described: Box::new(described) }
    }

    /// The place by which one of several is meant: "the first burger" of two.
    pub(super) fn place(&self) -> Option<u32> {
        match self {
            Self::Item { ordinal, .. } => *ordinal,
            Self::Described { described } => match described.which {
                Some(Which::Place(place)) => Some(place),
                Some(Which::Every | Which::Other) | None => None,
            },
            Self::Line { .. } | Self::Referent { .. } | Self::All { .. } => None,
        }
    }

    /// The line of an item.
    pub fn item(item: ItemId) -> Self {
        Self::Item { item, ordinal: None }
    }
}

/// A part of an utterance that the agent or the machine could not settle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Unresolved {
    /// The words.
    pub text: String,
    /// Why.
    pub reason: Reason,
    /// Ids that it may mean, most likely first.
    #[serde(default)]
    pub candidates: Vec<String>,
    /// How many were asked for, if it may mean several things and more than one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub quantity: Option<u32>,
}

/// Why a part of an utterance could not be settled.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// It is not on the menu.
    NotOnMenu,
    /// It can mean several things.
    Ambiguous,
    /// It goes over a cap.
    OverCap,
    /// It is about something that was not ordered.
    NotOnOrder,
    /// The item cannot have it. The customer is told, not asked.
    NotAllowed,
}

fn one() -> u32 {
    1
}
