//! Deadlines: what happens on a lane when something else does not. They are data of the session; any process can see that
//! one has passed, and gives the lane the event that it stands for.

use std::ops::RangeInclusive;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use strum::{Display, VariantNames};
use utoipa::ToSchema;

/// How few and how many seconds a ticket may be without an answer of the POS until the crew is told.
pub const TICKET_UNANSWERED_SECONDS_BOUNDS: RangeInclusive<u32> = 10..=600;

/// What has not come in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, VariantNames, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Deadline {
    /// The POS has neither taken nor refused the live ticket.
    TicketUnanswered,
}

/// How long a lane waits for what may never come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Waits {
    /// For the POS to answer a ticket, until the crew is told; within [`TICKET_UNANSWERED_SECONDS_BOUNDS`].
    pub ticket_unanswered_seconds: u32,
}

impl Default for Waits {
    fn default() -> Self {
        Self { ticket_unanswered_seconds: 60 }
    }
}

/// When each deadline of a visit passes; none for what is not waited for, or was waited for in vain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Deadlines {
    #[serde(skip_serializing_if = "Option::is_none")]
    ticket_unanswered: Option<Timestamp>,
}

impl Deadlines {
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub(crate) fn all(&self) -> [(Deadline, Option<Timestamp>); 1] {
        [(Deadline::TicketUnanswered, self.ticket_unanswered)]
    }

    fn of(&mut self, what: Deadline) -> &mut Option<Timestamp> {
        match what {
            Deadline::TicketUnanswered => &mut self.ticket_unanswered,
        }
    }

    /// Waits for something until so many seconds from now.
    pub(crate) fn set(&mut self, what: Deadline, now: Timestamp, seconds: u32) {
        let at = now.saturating_add(SignedDuration::from_secs(i64::from(seconds)));
        *self.of(what) = Some(at.unwrap_or(Timestamp::MAX));
    }

    /// Waits for something no more.
    pub(crate) fn clear(&mut self, what: Deadline) {
        *self.of(what) = None;
    }
}
