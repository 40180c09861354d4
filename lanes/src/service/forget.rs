//! Forgetting sessions: when somebody asks for it, and when they are as old as their drive-thru keeps them.

use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use serde::Deserialize;
use uuid::Uuid;

use super::Lanes;
use crate::error::{Cursor, LaneError};
use crate::store::{AuditLog, Forgotten};

/// How many sessions are forgotten in one go.
const SESSIONS_MAX: usize = 64;

impl Lanes {
    /// Forgets a session that is over, with those of its tickets that the POS is done with. Gives the tickets that stay.
    ///
    /// # Errors
    /// [`LaneError::Unknown`] if there is no such session, [`LaneError::SessionOn`] if it is on.
    pub async fn forget(&self, session_id: Uuid) -> Result<Vec<Uuid>, LaneError> {
        let (forgotten, kept) = self.to_forget(session_id).await?;
        self.store.forget_sessions(vec![forgotten]).await?;
        tracing::info!(session.id = %session_id, "a session was forgotten");
        Ok(kept)
    }

    /// Forgets the sessions that are older than their drive-thrus keep them.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn forget_old(&self) -> Result<(), LaneError> {
        for drive_thru in self.store.drive_thrus().await? {
            let Some(retention) = self.settings.of(&drive_thru).retention else { continue };
            let Ok(before) = (self.clock)().checked_sub(retention) else { continue };
            while self.forget_some(&drive_thru, before).await? == SESSIONS_MAX {}
        }
        Ok(())
    }

    async fn forget_some(&self, drive_thru: &str, before: Timestamp) -> Result<usize, LaneError> {
        let sessions = self.store.ended_sessions(drive_thru, before, SESSIONS_MAX).await?;
        let mut forgotten = Vec::with_capacity(sessions.len());
        for session_id in sessions {
            forgotten.push(self.to_forget(session_id).await?.0);
        }
        let count = forgotten.len();
        if count > 0 {
            self.store.forget_sessions(forgotten).await?;
            tracing::info!(drive_thru.id = drive_thru, sessions = count, "old sessions were forgotten");
        }
        Ok(count)
    }

    /// What of a session is forgotten, and which of its tickets stay.
    async fn to_forget(&self, session_id: Uuid) -> Result<(Forgotten, Vec<Uuid>), LaneError> {
        let log = self.audit(session_id).await?;
        let on = self.store.lane(&log.lane).await?.session;
        if on.session_id() == Some(session_id) {
            return Err(LaneError::SessionOn { cursor: Cursor::of(&on) });
        }
        let Named { events, tickets } = named(&log);
        let (mut settled, mut kept) = (Vec::new(), Vec::new());
        for ticket_id in tickets {
            let Some(ticket) = self.store.ticket(ticket_id).await? else { continue };
            match ticket.status {
                TicketStatus::Pending | TicketStatus::Dead => kept.push(ticket_id),
                TicketStatus::Acknowledged | TicketStatus::Rejected | TicketStatus::Voided => {
                    settled.push(ticket_id);
                }
            }
        }
        Ok((Forgotten { session_id, lane: log.lane, events, tickets: settled }, kept))
    }
}

/// What a log names.
struct Named {
    events: Vec<Uuid>,
    tickets: Vec<Uuid>,
}

fn named(log: &AuditLog) -> Named {
    #[derive(Deserialize)]
    struct Turn {
        event_id: Uuid,
        ticket: Option<Ticket>,
    }

    #[derive(Deserialize)]
    struct Ticket {
        ticket_id: Uuid,
    }

    let turns = log.entries.iter().filter_map(|entry| serde_json::from_str::<Turn>(&entry.turn).ok());
    let mut named = Named { events: Vec::new(), tickets: Vec::new() };
    for Turn { event_id, ticket } in turns {
        named.events.push(event_id);
        let ticket_id = ticket.map(|ticket| ticket.ticket_id);
        named.tickets.extend(ticket_id.filter(|ticket_id| !named.tickets.contains(ticket_id)));
    }
    named
}
