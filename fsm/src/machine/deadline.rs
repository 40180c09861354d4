//! Deadlines: what happens on a lane when something else does not. They are data of the session; any process can see that
//! one has passed, and gives the lane the event that it stands for.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use strum::{Display, VariantNames};
use utoipa::ToSchema;

/// How few and how many seconds a ticket may be without an answer of the POS until the crew is told.
pub const TICKET_UNANSWERED_SECONDS_BOUNDS: RangeInclusive<u32> = 10..=600;
/// How few and how many seconds the crew may leave a customer alone whom they were called to, until they are called again.
pub const HANDOFF_UNANSWERED_SECONDS_BOUNDS: RangeInclusive<u32> = 10..=600;
/// How few and how many seconds a customer may say nothing, where the service counts them.
pub const QUESTION_OPEN_SECONDS_BOUNDS: RangeInclusive<u32> = 5..=300;
/// How few and how many seconds nobody may be heard until a visit is over.
pub const VISIT_IDLE_SECONDS_BOUNDS: RangeInclusive<u32> = 60..=7_200;

/// What has not come in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, VariantNames, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Deadline {
    /// The POS has neither taken nor refused the live ticket.
    TicketUnanswered,
    /// The crew was called, and nobody has come.
    HandoffUnanswered,
    /// The customer has said nothing.
    QuestionOpen,
    /// Nobody was heard for so long that the car must be gone.
    VisitIdle,
}

/// How long a lane waits for what may never come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Waits {
    /// For the POS to answer a ticket, until the crew is told; within [`TICKET_UNANSWERED_SECONDS_BOUNDS`].
    pub ticket_unanswered_seconds: u32,
    /// For the crew to come when they were called, until they are called again; within [`HANDOFF_UNANSWERED_SECONDS_BOUNDS`].
    pub handoff_unanswered_seconds: u32,
    /// For the customer to say something; within [`QUESTION_OPEN_SECONDS_BOUNDS`]. None where the frontend reports silence.
    pub question_open_seconds: Option<u32>,
    /// For anybody to be heard, until the visit is over; within [`VISIT_IDLE_SECONDS_BOUNDS`].
    pub visit_idle_seconds: u32,
}

impl Default for Waits {
    fn default() -> Self {
        Self {
            ticket_unanswered_seconds: 60,
            handoff_unanswered_seconds: 60,
            question_open_seconds: None,
            visit_idle_seconds: 900,
        }
    }
}

impl Waits {
    /// For how many seconds something is waited for; none if it is not.
    pub(crate) fn seconds(&self, what: Deadline) -> Option<u32> {
        match what {
            Deadline::TicketUnanswered => Some(self.ticket_unanswered_seconds),
            Deadline::HandoffUnanswered => Some(self.handoff_unanswered_seconds),
            Deadline::QuestionOpen => self.question_open_seconds,
            Deadline::VisitIdle => Some(self.visit_idle_seconds),
        }
    }
}

/// When each deadline of a visit passes; none for what is not waited for, or was waited for in vain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Deadlines {
    #[serde(skip_serializing_if = "Option::is_none")]
    ticket_unanswered: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    handoff_unanswered: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    question_open: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    visit_idle: Option<Timestamp>,
}

impl Deadlines {
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn all(&self) -> [(Deadline, Option<Timestamp>); 4] {
        [
            (Deadline::TicketUnanswered, self.ticket_unanswered),
            (Deadline::HandoffUnanswered, self.handoff_unanswered),
            (Deadline::QuestionOpen, self.question_open),
            (Deadline::VisitIdle, self.visit_idle),
        ]
    }

    pub(crate) fn has(&self, what: Deadline) -> bool {
        self.all().into_iter().any(|(waited, at)| waited == what && at.is_some())
    }

    fn of(&mut self, what: Deadline) -> &mut Option<Timestamp> {
        match what {
            Deadline::TicketUnanswered => &mut self.ticket_unanswered,
            Deadline::HandoffUnanswered => &mut self.handoff_unanswered,
            Deadline::QuestionOpen => &mut self.question_open,
            Deadline::VisitIdle => &mut self.visit_idle,
        }
    }

    /// Waits for something until so many seconds from now; not at all without them.
    pub(crate) fn set(&mut self, what: Deadline, now: Timestamp, seconds: Option<u32>) {
        *self.of(what) = seconds.map(|seconds| {
            let at = now.saturating_add(SignedDuration::from_secs(i64::from(seconds)));
            at.unwrap_or(Timestamp::MAX)
        });
    }

    /// Waits for something no more.
    pub(crate) fn clear(&mut self, what: Deadline) {
        *self.of(what) = None;
    }
}
