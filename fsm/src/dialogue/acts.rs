//! What a parser heard: acts, with a confidence. An act never names a state or a price.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::choice::Choice;
use crate::menu::Allergen;
use crate::order::{Op, Unresolved};
use crate::query::Asking;

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
    /// Which guess of the recognizer was taken: 0 is the event's `text`, 1 the first of its `alternatives`. None where
    /// there was one guess only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard: Option<u8>,
}

impl Acts {
    /// Acts from a parser that is the only agent.
    pub fn by(agent: &str, confidence: f64, acts: Vec<Act>) -> Self {
        Self { acts, confidence, agent: agent.to_owned(), choice: None, heard: None }
    }

    /// Whether somebody only shows that they listen.
    pub(super) fn only_listens(&self) -> bool {
        !self.acts.is_empty() && self.acts.iter().all(|act| act.kind() == ActKind::BackChannel)
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
        /// Parts of the order that could not be settled.
        #[serde(default)]
        unresolved: Vec<Unresolved>,
    },
    /// "That's it."
    Done,
    /// "Give me a minute."
    NeedsTime,
    /// "How much is the coke?"
    MenuQuestion(Asking),
    /// "Mustard", after "Ketchup or mustard?": an answer to a question of the house.
    #[schemars(skip)]
    Answer {
        /// Its id.
        answer: String,
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
    /// "I have a coupon", "I ordered in the app": something that the crew settles at the window.
    HasCode,
    /// "I'm allergic to peanuts."
    HasAllergy {
        /// To what, if it was said: "nuts" are peanuts and tree nuts.
        #[serde(default)]
        allergens: Vec<Allergen>,
    },
    /// "This is ridiculous!"
    Upset,
    /// "How are you?"
    SmallTalk,
    /// "Mhm", "hmm": a sound of somebody who listens.
    BackChannel {
        /// Whether it means yes to a question that was asked to its end: "mm-hm", never "hmm".
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[schemars(skip)]
        assents: bool,
    },
    /// Has no meaning here.
    Unclear,
}

macro_rules! acts {
    ($($kind:ident $({$carried:tt})?: $wire:literal, $class:ident, $label:literal;)*) => {
        /// An act without its data: the list of everything that a customer can do by speaking.
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

            /// The act with this name in JSON.
            pub fn of_wire(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.wire() == name)
            }

            /// The act, if it has no data.
            pub const fn plain(self) -> Option<Act> {
                match self {
                    $(Self::$kind => acts!(@plain $kind $({$carried})?),)*
                }
            }

            /// How the lane handles it.
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
            /// The act without its data.
            pub const fn kind(&self) -> ActKind {
                match self {
                    $(Self::$kind $({$carried})? => ActKind::$kind,)*
                }
            }
        }
    };
    (@plain $kind:ident) => { Some(Act::$kind) };
    (@plain $kind:ident {..}) => { None };
}

acts! {
//  ACT                WIRE             CLASS     LABEL
    Order {..}:        "order",         Order,    "order";
    Done:              "done",          Reply,    "that's it";
    NeedsTime:         "needs_time",    Reply,    "needs time";
    MenuQuestion {..}: "menu_question", Question, "menu question";
    Answer {..}:       "answer",        Answer,   "answers the house";
    Yes:               "yes",           Reply,    "yes";
    No:                "no",            Reply,    "no";
    NeverMind:         "never_mind",    Reply,    "never mind";
    NotRight:          "not_right",     Reply,    "not right";
    Repeat:            "repeat",        Request,  "say it again";
    Human:             "human",         Request,  "wants a person";
    HasCode:           "has_code",      Notice,   "has a code";
    HasAllergy {..}:   "has_allergy",   Notice,   "has an allergy";
    Upset:             "upset",         Notice,   "is upset";
    SmallTalk:         "small_talk",    Chat,     "small talk";
    BackChannel {..}:  "back_channel",  Chat,     "mhm";
    Unclear:           "unclear",       Unclear,  "not understood";
}

/// How the lane handles an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActClass {
    /// Edits the order.
    Order,
    /// Asks about the menu or the order.
    Question,
    /// Answers a question of the house; it stands alone.
    Answer,
    /// Answers or moves on; only one per utterance counts.
    Reply,
    /// Asks the lane for something, whatever else was said.
    Request,
    /// Says something that the crew must know, whatever else is said.
    Notice,
    /// Counts only if nothing else was said.
    Chat,
    /// Has no meaning here.
    Unclear,
}

impl ActClass {
    /// Whether it tells the lane what to do or know: a language has words for it, and a model may not invent it.
    pub const fn is_command(self) -> bool {
        match self {
            Self::Reply | Self::Request | Self::Notice => true,
            Self::Order | Self::Question | Self::Answer | Self::Chat | Self::Unclear => false,
        }
    }
}

/// The lower confidence of agent and recognizer, 0 to 1. One that is not finite counts as 0.
pub(super) fn lower(agent: f64, recognizer: Option<f64>) -> f64 {
    let sure = |confidence: f64| if confidence.is_finite() { confidence } else { 0.0 };
    sure(agent).min(recognizer.map_or(f64::INFINITY, sure))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_act_is_written_as_the_catalogue_says() {
        for kind in ActKind::ALL {
            let act = json!({ "act": kind.wire(), "topic": "price", "answer": "mustard" });
            let act: Act = serde_json::from_value(act).unwrap();
            assert_eq!(act.kind(), *kind);
            assert_eq!(json!(act)["act"], kind.wire());
        }
    }
}
