//! What those who follow a lane or a drive-thru get.

use std::sync::Arc;

use fsm::dialogue::Say;

use crate::store::{AuditRecord, FeedEntry, FeedId, FeedItem, StoreError, TicketRecord, TicketStore};

/// Something that happened, for those who follow the lane or the drive-thru.
#[derive(Clone, Debug)]
pub struct FeedUpdate {
    /// Its place in the feed; none for what is not stored.
    pub id: Option<FeedId>,
    /// What it is.
    pub kind: UpdateKind,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum UpdateKind {
    /// A turn, with the event that it answers.
    Turn(Arc<AuditRecord>),
    /// A ticket as it is now.
    Ticket(Arc<TicketRecord>),
    /// A reply is late: what the customer is told meanwhile.
    Holding(Say),
    /// Something is left out: what the subscriber knows is to be read again.
    Resync(Missing),
}

/// Why something is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The store has forgotten what came after the subscriber's place, or never had it.
    TooOld,
    /// The audit log that had the turn is no longer kept.
    Lost,
}

impl FeedUpdate {
    /// That something is left out up to an entry.
    pub(super) fn left_out(end: FeedId) -> Self {
        Self { id: Some(end), kind: UpdateKind::Resync(Missing::TooOld) }
    }

    /// Whether the subscriber continues at another place. That place can be an earlier one: after a failover the new
    /// server may have fewer entries.
    pub(super) fn is_left_out(&self) -> bool {
        matches!(self.kind, UpdateKind::Resync(Missing::TooOld))
    }

    /// An entry of the feed; none if what it is about is no longer stored.
    pub(super) async fn read(
        tickets: &dyn TicketStore,
        entry: FeedEntry,
    ) -> Result<Option<Self>, StoreError> {
        let kind = match entry.item {
            FeedItem::Turn(record) => UpdateKind::Turn(Arc::from(record)),
            FeedItem::Ticket(ticket_id) => match tickets.ticket(ticket_id).await? {
                Some(ticket) => UpdateKind::Ticket(Arc::new(ticket)),
                // It was kept as long as it had to be.
                None => return Ok(None),
            },
            FeedItem::Gap => UpdateKind::Resync(Missing::Lost),
        };
        Ok(Some(Self { id: Some(entry.id), kind }))
    }
}

/// Whether an entry is for those who follow its lane, and not only for those who follow the drive-thru.
pub(super) fn is_of_lane(item: &FeedItem) -> bool {
    match item {
        FeedItem::Turn(_) | FeedItem::Gap => true,
        FeedItem::Ticket(_) => false,
    }
}
