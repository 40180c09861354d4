//! Events: what the table is about. Each carries what its rows need, decided before the machine sees it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::question::Asked;
use crate::ids::{ItemId, LaneKey};
use crate::menu::Topic;
use crate::order::{Change, Op};

macro_rules! events {
    ($($(#[$doc:meta])* $kind:ident($payload:ty) = $name:literal;)*) => {
        /// An event with what it carries.
        #[derive(Clone, Debug, PartialEq)]
        pub enum Event {
            $($(#[$doc])* $kind($payload),)*
        }

        /// An event's name.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        #[schema(rename_all = "SCREAMING_SNAKE_CASE")]
        pub enum EventKind {
            $($(#[$doc])* #[serde(rename = $name)] $kind,)*
        }

        impl Event {
            /// The event's name.
            pub const fn kind(&self) -> EventKind {
                match self {
                    $(Self::$kind(_) => EventKind::$kind,)*
                }
            }
        }

        impl EventKind {
            /// Every event, in the order of its first row.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The event's name in the design.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

events! {
    /// A car is at the loop detector.
    CarDetected(Arrival) = "CAR_DETECTED";
    /// Operations that were understood.
    UtteranceOk(Change) = "UTTERANCE_OK";
    /// Something that only the customer can settle, or nothing that was understood.
    UtteranceUnclear(Unclear) = "UTTERANCE_UNCLEAR";
    /// "That's it."
    UserSaysDone(Said) = "USER_SAYS_DONE";
    /// "Give me a minute."
    UserNeedsTime(Said) = "USER_NEEDS_TIME";
    /// An item that was ordered is off.
    Oos(OutOfStock) = "OOS";
    /// A question about the menu.
    MenuQuestion(Asking) = "MENU_QUESTION";
    /// Operations that take much away.
    BigChange(Change) = "BIG_CHANGE";
    /// "Never mind."
    UserSaysNeverMind(Said) = "USER_SAYS_NEVER_MIND";
    /// "That's not right."
    UserSaysNotRight(Said) = "USER_SAYS_NOT_RIGHT";
    /// The frontend heard nothing for a while.
    Silence(Said) = "SILENCE";
    /// The customer begins to order.
    UserStartsOrder(Said) = "USER_STARTS_ORDER";
    /// The open question is answered, or something else was ordered.
    UserClarifiesOk(Change) = "USER_CLARIFIES_OK";
    /// The open question is not answered.
    StillUnclear(Said) = "STILL_UNCLEAR";
    /// Yes to trying the payment again.
    PaymentRetry(Said) = "PAYMENT_RETRY";
    /// The POS took the ticket.
    OrderComplete(Said) = "ORDER_COMPLETE";
    /// The POS refused the ticket.
    TicketRejected(Rejected) = "TICKET_REJECTED";
    /// The POS could not take the money.
    PaymentProblem(Said) = "PAYMENT_PROBLEM";
    /// Yes to the summary.
    UserConfirms(Said) = "USER_CONFIRMS";
    /// A change instead of a yes.
    UserWantsChanges(Change) = "USER_WANTS_CHANGES";
    /// "Oh, and a coke", after the ticket went out.
    AddMore(Said) = "ADD_MORE";
    /// The customer speaks while we do.
    BargeIn(Said) = "BARGE_IN";
    /// The car is gone.
    SessionEnd(Said) = "SESSION_END";
    /// Nothing that changes anything.
    SmallTalk(Chat) = "SMALL_TALK";
    /// "What was that?"
    UserAsksRepeat(Said) = "USER_ASKS_REPEAT";
    /// The crew is wanted.
    UserAsksHuman(Handoff) = "USER_ASKS_HUMAN";
}

/// What an event carries that says all by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said;

/// A refusal by the POS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejected;

/// A car that arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The lane that it is in.
    pub lane: LaneKey,
    /// The event that says so; the session's id comes from it.
    pub event_id: Uuid,
    /// The detector's name for the car.
    pub vehicle_id: Option<String>,
}

/// Why an utterance is not applied as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Unclear {
    /// Parser and recognizer were this sure, the lower of the two, 0 to 1.
    Confidence(f64),
    /// Nothing was understood.
    #[default]
    Nothing,
    /// A part that only the customer can settle.
    Part(Box<Asked>),
}

/// An item that is off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfStock {
    /// The item.
    pub item: ItemId,
    /// The operation that asked for it; none if it was taken off while on the order.
    pub kept: Option<Op>,
    /// Whether the POS refused the ticket for it.
    pub rejected: bool,
}

/// A question about the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// What is asked about.
    pub topic: Topic,
    /// Which items are asked about; empty for the menu as a whole.
    pub items: Vec<ItemId>,
}

/// Something that changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chat {
    /// "How are you?"
    SmallTalk,
    /// "Mhm." Gets no reply.
    BackChannel,
    /// A yes or no that nothing waits for.
    Aside,
}

/// Why the crew is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Handoff {
    /// The customer asked.
    Customer,
    /// The crew took over.
    Crew,
    /// The customer went over a cap again.
    OverCap,
    /// The customer said nothing for too long.
    Silence,
}
