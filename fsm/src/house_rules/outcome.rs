//! What rules can choose, each at its point.

use super::agents::AgentPlan;
use super::point::Point;
use super::price::PriceCut;
use super::question::{AnswerDoes, HouseQuestion};
use super::visit::{Patience, Welcome};
use crate::ids::ItemId;
use crate::machine::Offer;
use crate::order::Safety;

/// What a rule chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The visit begins so.
    Arrival(Welcome),
    /// The item can be had, whatever rules after it say.
    Available,
    /// The item cannot be had.
    Unavailable {
        /// What the customer is told.
        reason: String,
        /// What can be had instead; without any, those that the menu names.
        substitutes: Vec<ItemId>,
    },
    /// What the one upsell is.
    Offer(Upsell),
    /// From where on a change is unsafe.
    Unsafe(Safety),
    /// This is taken off the price.
    Price(PriceCut),
    /// This is asked.
    Ask(Box<HouseQuestion>),
    /// The lane is so patient.
    Patience(Patience),
    /// The crew takes over.
    Crew {
        /// What the crew is told.
        reason: String,
    },
    /// They understand and word.
    Agent(AgentPlan),
}

/// What a rule has for the one upsell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Upsell {
    /// This is offered.
    This(Offer),
    /// What the menu has is offered, as without a rule.
    OfMenu,
    /// Nothing is offered.
    Nothing,
}

impl Outcome {
    /// Whether the crew may take over because of it.
    pub fn may_hand_over(&self) -> bool {
        match self {
            Self::Crew { .. } | Self::Patience(_) => true,
            Self::Ask(question) => {
                question.answers.iter().any(|answer| matches!(answer.does, AnswerDoes::HandOver(_)))
            }
            Self::Arrival(_)
            | Self::Available
            | Self::Unavailable { .. }
            | Self::Offer(_)
            | Self::Unsafe(_)
            | Self::Price(_)
            | Self::Agent(_) => false,
        }
    }

    /// The point that has this outcome.
    pub fn point(&self) -> Point {
        match self {
            Self::Arrival(_) => Point::Arrival,
            Self::Available | Self::Unavailable { .. } => Point::Available,
            Self::Offer(_) => Point::Offer,
            Self::Unsafe(_) => Point::Unsafe,
            Self::Price(_) => Point::Price,
            Self::Ask(question) => question.at,
            Self::Patience(_) => Point::Patience,
            Self::Crew { .. } => Point::Crew,
            Self::Agent(_) => Point::Agent,
        }
    }
}
