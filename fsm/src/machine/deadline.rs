//! Deadlines: what happens on a lane when something else does not. They are data of the session; any process can see that
//! one has passed, and gives the lane the event that it stands for.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use strum::{Display, VariantNames};
use utoipa::ToSchema;

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

impl Deadline {
    /// All of them.
    pub const ALL: [Self; 4] =
        [Self::TicketUnanswered, Self::HandoffUnanswered, Self::QuestionOpen, Self::VisitIdle];

    /// What configurations, rules and transcripts call its seconds: `ticket_unanswered_seconds`.
    pub fn setting(self) -> String {
        format!("{self}_seconds")
    }

    /// How few and how many seconds may be waited.
    pub fn bounds(self) -> RangeInclusive<u32> {
        match self {
            Self::TicketUnanswered | Self::HandoffUnanswered => 10..=600,
            Self::QuestionOpen => 5..=300,
            Self::VisitIdle => 60..=7_200,
        }
    }
}

/// How many seconds a lane waits for what may never come, within [`Deadline::bounds`]. Those that are none are not waited for, or
/// left to others who say how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default = "Waits::usual")]
pub struct Waits {
    /// For the POS to answer a ticket, until the crew is told.
    pub ticket_unanswered_seconds: Option<u32>,
    /// For the crew to come when they were called, until they are called again.
    pub handoff_unanswered_seconds: Option<u32>,
    /// For the customer to say something, where the frontend does not report silence.
    pub question_open_seconds: Option<u32>,
    /// For anybody to be heard, until the visit is over.
    pub visit_idle_seconds: Option<u32>,
}

impl Waits {
    /// Those of a lane where nobody has said otherwise.
    pub fn usual() -> Self {
        Self {
            ticket_unanswered_seconds: Some(60),
            handoff_unanswered_seconds: Some(60),
            question_open_seconds: None,
            visit_idle_seconds: Some(900),
        }
    }

    /// For how many seconds something is waited for; none if it is not.
    pub fn seconds(mut self, what: Deadline) -> Option<u32> {
        *self.of(what)
    }

    /// For how many seconds something is waited for, to be changed.
    pub fn of(&mut self, what: Deadline) -> &mut Option<u32> {
        match what {
            Deadline::TicketUnanswered => &mut self.ticket_unanswered_seconds,
            Deadline::HandoffUnanswered => &mut self.handoff_unanswered_seconds,
            Deadline::QuestionOpen => &mut self.question_open_seconds,
            Deadline::VisitIdle => &mut self.visit_idle_seconds,
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

    pub(crate) fn at(&self, what: Deadline) -> Option<Timestamp> {
        self.all().into_iter().find_map(|(waited, at)| at.filter(|_| waited == what))
    }

    pub(crate) fn has(&self, what: Deadline) -> bool {
        self.at(what).is_some()
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
