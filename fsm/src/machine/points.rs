//! At which rows of the table the points of house rules bite.
//!
//! A rule names no row: what it decides comes into the conversation by the events that the rows react to. A test takes random
//! rules on random walks, and compares. Who understands and words is asked before each turn, whatever rows it takes.

use super::event::EventKind;
use super::kind::StateKind;
use super::table::Row;
use crate::house_rules::Point;

impl Row {
    /// The points whose rules can decide something in a turn that takes this row.
    pub fn points(&self) -> &'static [Point] {
        use Point::{
            AfterAdd, Arrival, Available, BeforeClose, BeforeSummary, Crew, Offer, Patience, Price, Unsafe,
        };
        let is_clarifying = self.state == Some(StateKind::Clarifying);
        let is_closing = self.state == Some(StateKind::Closing);
        match (self.event, self.guard) {
            (EventKind::CarDetected, _) => &[Arrival],
            (EventKind::UtteranceOk | EventKind::UserWantsChanges, _) => &[Offer, Unsafe, Price, AfterAdd],
            // What was asked for in place of an answer to the house is an answer.
            (EventKind::UserClarifiesOk, None) => {
                &[Offer, Unsafe, Price, AfterAdd, BeforeSummary, BeforeClose]
            }
            (EventKind::UserClarifiesOk, Some("ticket_pending")) => &[Offer, Unsafe, Price, AfterAdd],
            (EventKind::BigChange, _) if is_closing => &[Available, Unsafe],
            (EventKind::BigChange, _) => &[Available, Unsafe, Patience],
            // Where a ticket is there, it is the kitchen that is out of something.
            (EventKind::Oos, None) if is_clarifying => &[Available, AfterAdd, BeforeSummary, BeforeClose],
            (EventKind::Oos, None) if !is_closing => &[Available],
            (EventKind::UtteranceUnclear, None) if is_closing => &[Available],
            (EventKind::StillUnclear, Some("ticket_pending" | "yes_or_no")) => &[Available, Patience],
            (EventKind::StillUnclear, Some("has_open_items")) => {
                &[AfterAdd, BeforeSummary, BeforeClose, Patience]
            }
            (EventKind::Silence | EventKind::UtteranceUnclear | EventKind::StillUnclear, _) => &[Patience],
            (EventKind::SmallTalk, _) => &[Patience],
            (EventKind::UserSaysDone, Some("incomplete")) => &[BeforeSummary],
            (EventKind::HouseAnswered, None) => &[AfterAdd, BeforeSummary, BeforeClose],
            (EventKind::HouseAnswered | EventKind::UserConfirms, Some("agreed" | "house_asks")) => {
                &[BeforeClose]
            }
            (EventKind::UserConfirms, Some("price_changed")) => &[Price],
            (EventKind::UserAsksHuman, _) => &[Patience, Crew],
            // How long something is waited for.
            (
                EventKind::TicketUnanswered
                | EventKind::HandoffUnanswered
                | EventKind::SessionEnd
                | EventKind::OrderComplete,
                _,
            ) => &[Patience],
            (
                EventKind::UserSaysDone
                | EventKind::UserConfirms
                | EventKind::UserClarifiesOk
                | EventKind::HouseAnswered
                | EventKind::Oos
                | EventKind::UserNeedsTime
                | EventKind::MenuQuestion
                | EventKind::UserSaysNeverMind
                | EventKind::UserSaysNotRight
                | EventKind::UserStartsOrder
                | EventKind::PaymentRetry
                | EventKind::TicketAcknowledged
                | EventKind::TicketRejected
                | EventKind::PaymentProblem
                | EventKind::AddMore
                | EventKind::BargeIn
                | EventKind::UserAsksRepeat
                | EventKind::UserHasCode
                | EventKind::UserHasAllergy,
                _,
            ) => &[],
        }
    }
}
