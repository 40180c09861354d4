//! Events: what the rows of the table react to. Each carries the data that its rows need.

use serde::{Deserialize, Serialize};
use strum::{Display, VariantNames};
use utoipa::ToSchema;
use uuid::Uuid;

use super::question::Asked;
use crate::house_rules::Welcome;
use crate::ids::{ItemId, LaneKey};
use crate::menu::Allergen;
use crate::order::{Change, Op};
use crate::query::Asking;

macro_rules! events {
    ($($(#[$doc:meta])* $kind:ident($payload:ty) = $name:literal, $refusal:literal;)*) => {
        /// An event with its data.
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

            /// The event, if it has no data.
            pub fn said(self) -> Option<Event> {
                match self {
                    $(Self::$kind => <$payload>::SAID.map(Event::$kind),)*
                }
            }

            /// Why a state with a car refuses it when no row takes it.
            pub(crate) const fn refusal(self) -> &'static str {
                match self {
                    $(Self::$kind => $refusal,)*
                }
            }
        }
    };
}

/// The data of an event.
trait Payload: Sized {
    /// The value, for an event without data.
    const SAID: Option<Self> = None;
}

impl Payload for Said {
    const SAID: Option<Self> = Some(Self);
}

impl Payload for Allergies {}
impl Payload for Arrival {}
impl Payload for Asking {}
impl Payload for Change {}
impl Payload for Chat {}
impl Payload for Code {}
impl Payload for Handoff {}
impl Payload for OutOfStock {}
impl Payload for Rejected {}
impl Payload for Unclear {}

events! {
    /// A car is at the loop detector.
    CarDetected(Arrival) = "CAR_DETECTED", "same_car";
    /// Operations that were understood.
    UtteranceOk(Change) = "UTTERANCE_OK", "not_how_this_state_takes_operations";
    /// A part that only the customer can settle, or nothing understood.
    UtteranceUnclear(Unclear) = "UTTERANCE_UNCLEAR", "it_was_clear_enough";
    /// "That's it."
    UserSaysDone(Said) = "USER_SAYS_DONE", "not_expected_here";
    /// "Give me a minute."
    UserNeedsTime(Said) = "USER_NEEDS_TIME", "not_expected_here";
    /// An item that was ordered is off.
    Oos(OutOfStock) = "OOS", "not_taken_here";
    /// A question about the menu.
    MenuQuestion(Asking) = "MENU_QUESTION", "not_taken_here";
    /// Operations that take much away.
    BigChange(Change) = "BIG_CHANGE", "the_change_is_safe";
    /// "Never mind."
    UserSaysNeverMind(Said) = "USER_SAYS_NEVER_MIND", "not_expected_here";
    /// "That's not right."
    UserSaysNotRight(Said) = "USER_SAYS_NOT_RIGHT", "not_expected_here";
    /// The frontend heard nothing for a while.
    Silence(Said) = "SILENCE", "not_taken_here";
    /// The customer begins to order.
    UserStartsOrder(Said) = "USER_STARTS_ORDER", "not_how_this_state_takes_operations";
    /// The open question is answered, or something else was ordered.
    UserClarifiesOk(Change) = "USER_CLARIFIES_OK", "not_how_this_state_takes_operations";
    /// The open question is not answered.
    StillUnclear(Said) = "STILL_UNCLEAR", "no_open_question";
    /// A question of the house is answered, or dropped.
    HouseAnswered(Said) = "HOUSE_ANSWERED", "no_open_question";
    /// Yes to trying the payment again.
    PaymentRetry(Said) = "PAYMENT_RETRY", "no_ticket_pending";
    /// The POS has the ticket, and the car is gone or the grace is over.
    OrderComplete(Said) = "ORDER_COMPLETE", "no_ticket_pending";
    /// The POS took the ticket.
    TicketAcknowledged(Said) = "TICKET_ACKNOWLEDGED", "no_ticket_pending";
    /// The POS refused the ticket.
    TicketRejected(Rejected) = "TICKET_REJECTED", "no_ticket_pending";
    /// The POS could not take the money.
    PaymentProblem(Said) = "PAYMENT_PROBLEM", "no_ticket_pending";
    /// The POS has neither taken nor refused the ticket in time.
    TicketUnanswered(Said) = "TICKET_UNANSWERED", "no_ticket_pending";
    /// The crew was called, and has not come in time.
    HandoffUnanswered(Said) = "HANDOFF_UNANSWERED", "not_handed_off";
    /// Yes to the summary.
    UserConfirms(Said) = "USER_CONFIRMS", "not_expected_here";
    /// A change instead of a yes.
    UserWantsChanges(Change) = "USER_WANTS_CHANGES", "not_how_this_state_takes_operations";
    /// "Oh, and a coke", after the ticket went out.
    AddMore(Said) = "ADD_MORE", "not_how_this_state_takes_operations";
    /// The customer speaks while we do.
    BargeIn(Said) = "BARGE_IN", "not_taken_here";
    /// The car is gone.
    SessionEnd(Said) = "SESSION_END", "not_taken_here";
    /// Talk that changes nothing.
    SmallTalk(Chat) = "SMALL_TALK", "not_taken_here";
    /// "What was that?"
    UserAsksRepeat(Said) = "USER_ASKS_REPEAT", "not_taken_here";
    /// The crew is wanted.
    UserAsksHuman(Handoff) = "USER_ASKS_HUMAN", "not_taken_here";
    /// "I have a coupon."
    UserHasCode(Code) = "USER_HAS_CODE", "not_taken_here";
    /// "I'm allergic to peanuts."
    UserHasAllergy(Allergies) = "USER_HAS_ALLERGY", "not_taken_here";
}

/// For an event without data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said;

/// How many allergens are kept.
pub(super) const ALLERGIES_MAX: usize = 20;

/// What somebody in the car must not eat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allergies(pub Vec<Allergen>);

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
    /// How the visit begins by the rules of the house.
    pub welcome: Welcome,
}

/// Why an utterance is not applied as it is.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Unclear {
    /// The lower confidence of parser and recognizer, 0 to 1.
    Confidence(f64),
    /// A yes that was hardly heard.
    Yes,
    /// Nothing was understood.
    #[default]
    Nothing,
    /// A part that only the customer can settle.
    Part(Box<Asked>),
}

/// An item that was ordered and is off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutOfStock {
    /// The item.
    pub item: ItemId,
    /// The operation that asked for it; none if it went off while on the order.
    pub kept: Option<Op>,
    /// Whether the POS refused the ticket for it.
    pub rejected: bool,
}

/// Talk that changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chat {
    /// "How are you?"
    SmallTalk,
    /// "Mhm." Gets no reply.
    BackChannel,
    /// A yes or no that nothing waits for.
    Aside,
    /// "This is ridiculous."
    Upset,
}

/// What was said of a code, or of an order that was placed elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code {
    /// "I have a coupon."
    Had,
    /// That there is nothing else: "no, that's all", and nothing was ordered.
    Only,
}

/// Why the crew is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, VariantNames, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Handoff {
    /// The customer asked.
    Customer,
    /// The crew took over.
    Crew,
    /// The customer went over a cap again.
    OverCap,
    /// The customer said nothing for too long.
    Silence,
    /// The customer was not understood too often.
    NotUnderstood,
    /// The customer is angry.
    Upset,
    /// A rule of the house says so.
    HouseRule,
}
