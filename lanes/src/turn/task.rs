//! What a lane is given to do.

use fsm::machine::Deadline;
use uuid::Uuid;

use crate::actor::Actor;
use crate::event::ReceivedEvent;
use crate::pos::PosReport;

/// Something for a lane to do.
#[derive(Clone, Debug)]
pub(crate) enum LaneTask {
    /// Take an event.
    Event(ReceivedEvent),
    /// Take what the POS says of a ticket.
    PosReport { ticket_id: Uuid, report: PosReport, actor: Option<Actor> },
    /// Look whether something on the order is off the menu.
    StockCheck,
    /// Take a deadline that has passed.
    Wake(Waking),
}

impl LaneTask {
    /// How its span calls it.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Event(_) => "event",
            Self::PosReport { .. } => "pos_report",
            Self::StockCheck => "stock_check",
            Self::Wake(_) => "deadline",
        }
    }

    /// Whether it depends on what other processes may have changed, and no commit that fails would tell.
    pub fn needs_a_fresh_lane(&self) -> bool {
        match self {
            Self::Event(_) => false,
            Self::PosReport { .. } | Self::StockCheck | Self::Wake(_) => true,
        }
    }
}

/// For which deadline a lane is woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Waking {
    /// The first one, if it has passed.
    IfDue,
    /// This one, whatever the time is, as when a session is replayed.
    For(Deadline),
}
