//! What a parser heard: acts, with a confidence. An act never names a state or a price.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::choice::Choice;
use crate::ids::{ComboId, GroupId, ItemId, LineId, ModifierId, SizeId, SlotId};

/// Everything that was heard in one utterance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Acts {
    /// In the order in which they were said.
    pub acts: Vec<Act>,
    /// How sure the agent is of the acts given, 0 to 1.
    pub confidence: f64,
    /// Who heard it, such as `grammar`.
    pub agent: String,
    /// Why it was this agent; none where there is only one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
}

impl Acts {
    /// What the only agent heard that there is.
    pub fn by(agent: &str, confidence: f64, acts: Vec<Act>) -> Self {
        Self { acts, confidence, agent: agent.to_owned(), choice: None }
    }
}

/// One thing that an utterance does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum Act {
    /// Something about the order.
    Order {
        /// In the order in which they were said.
        #[serde(default)]
        ops: Vec<Op>,
        /// What looked like something to order but fits nothing.
        #[serde(default)]
        unresolved: Vec<Unresolved>,
    },
    /// "That's it."
    Done,
    /// "Give me a minute."
    NeedsTime,
    /// "How much is the coke?"
    MenuQuestion {
        /// What is asked about.
        topic: Topic,
        /// Which items are asked about; empty for the menu as a whole.
        #[serde(default)]
        items: Vec<ItemId>,
    },
    /// "Yes."
    Yes,
    /// "No."
    No,
    /// "Never mind."
    NeverMind,
    /// "That's not right."
    NotRight,
    /// "What was that?"
    Repeat,
    /// "Agent!"
    Human,
    /// "How are you?"
    SmallTalk,
    /// "Mhm."
    BackChannel,
    /// Nothing that means anything here.
    Unclear,
}

macro_rules! acts {
    ($($kind:ident: $wire:literal, $class:ident, $label:literal;)*) => {
        /// An act without what it carries: the catalogue of everything that a customer can do by speaking.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum ActKind {
            $(#[doc = concat!("In short words: ", $label, ".")] $kind,)*
        }

        impl ActKind {
            /// Every act.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Its name in JSON.
            pub const fn wire(self) -> &'static str {
                match self {
                    $(Self::$kind => $wire,)*
                }
            }

            /// How it is taken.
            pub const fn class(self) -> ActClass {
                match self {
                    $(Self::$kind => ActClass::$class,)*
                }
            }

            /// What the pages call it.
            pub const fn label(self) -> &'static str {
                match self {
                    $(Self::$kind => $label,)*
                }
            }
        }

        impl Act {
            /// The act without what it carries.
            pub const fn kind(&self) -> ActKind {
                match self {
                    $(Self::$kind { .. } => ActKind::$kind,)*
                }
            }
        }
    };
}

acts! {
//  ACT           WIRE             CLASS     LABEL
    Order:        "order",         Order,    "order";
    Done:         "done",          Reply,    "that's it";
    NeedsTime:    "needs_time",    Reply,    "needs time";
    MenuQuestion: "menu_question", Question, "menu question";
    Yes:          "yes",           Reply,    "yes";
    No:           "no",            Reply,    "no";
    NeverMind:    "never_mind",    Reply,    "never mind";
    NotRight:     "not_right",     Reply,    "not right";
    Repeat:       "repeat",        Request,  "say it again";
    Human:        "human",         Request,  "wants a person";
    SmallTalk:    "small_talk",    Chat,     "small talk";
    BackChannel:  "back_channel",  Chat,     "mhm";
    Unclear:      "unclear",       Unclear,  "not understood";
}

/// How an act is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActClass {
    /// Edits the order.
    Order,
    /// Asks about the menu or the order.
    Question,
    /// Answers or moves on: one of an utterance counts.
    Reply,
    /// Wants something of the lane, whatever else was said.
    Request,
    /// Counts only where nothing else was said.
    Chat,
    /// Nothing that means anything here.
    Unclear,
}

/// What a menu question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
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

/// One change to an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub enum Op {
    /// "Two cheeseburgers, no pickles."
    Add(NewLine),
    /// "Take off the fries."
    Remove {
        /// What goes.
        target: Target,
        /// How many of it go; all without it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quantity: Option<u32>,
    },
    /// "Make that a large."
    Modify(Modification),
    /// "A hamburger instead of the cheeseburger."
    Replace {
        /// What goes.
        target: Target,
        /// What comes in its place.
        with: NewLine,
    },
    /// "Start over."
    Clear,
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
}

impl NewLine {
    /// One of an item, as it comes.
    pub fn of(item: ItemId) -> Self {
        Self { item, combo: None, size: None, quantity: 1, modifiers: Vec::new(), components: Vec::new() }
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
    /// How many of the line it concerns ("on one of them"); all without it.
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

/// One modifier as it was asked for.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, ToSchema,
)]
#[serde(deny_unknown_fields)]
pub struct ModifierPick {
    /// The group that it is of.
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
    Serialize,
    Deserialize,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
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
    /// Beside it.
    Side,
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
        /// But not these.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[schema(no_recursion)]
        except: Vec<Target>,
    },
}

impl Target {
    /// The line last mentioned.
    pub const REFERENT: Self = Self::Referent { referent: true };

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
}

/// Why a part of an utterance could not be settled.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// There is no such thing here.
    NotOnMenu,
    /// It can mean several things.
    Ambiguous,
    /// It is more than one may order.
    OverCap,
    /// It is about something that was not ordered.
    NotOnOrder,
    /// The item cannot have it. Said, not asked.
    NotAllowed,
}

impl Reason {
    /// Whether the customer is asked about it.
    pub fn asks(self) -> bool {
        match self {
            Self::NotOnMenu | Self::Ambiguous | Self::OverCap | Self::NotOnOrder => true,
            Self::NotAllowed => false,
        }
    }
}

fn one() -> u32 {
    1
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_act_is_written_as_the_catalogue_says() {
        for kind in ActKind::ALL {
            let act = json!({ "act": kind.wire(), "topic": "price" });
            let act: Act = serde_json::from_value(act).unwrap();
            assert_eq!(act.kind(), *kind);
            assert_eq!(json!(act)["act"], kind.wire());
        }
    }
}
