//! A store that saves and sends in the right order or in a wrong one.

use std::sync::Arc;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::menu::MenuPart;
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use jiff::civil::Date;
use lanes::pos::FileEmitter;
use lanes::pos::emitter::Emitter as _;
use lanes::step::{Step, around};
use lanes::store::{
    AuditLog, Availability, ChangeStore, Commit, Delivery, DocumentChange, DocumentKind, DocumentStore, Due,
    EventRecord, FeedEntry, FeedId, FeedStore, Forgotten, LaneRecord, MenuRecord, MenuStore, OutboxEntry,
    OutboxStore, Pass, PassStore, Sending, SessionPlace, SessionRecord, SessionStore, SqliteStore, Store,
    StoreError, TicketChange, TicketRecord, TicketStore, TurnStore, WakeStore,
};
use strum::{EnumString, IntoStaticStr};
use uuid::Uuid;

/// In which order a turn is saved and its messages go out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Order {
    /// The turn and its messages in one write; then the messages to the POS.
    Right,
    /// The messages to the POS; then the turn.
    SendBeforeSave,
    /// The turn; then its messages in a second write; then these to the POS.
    SaveBeforeOutbox,
}

/// The store of the service, but for the order.
pub struct InOrder {
    pub order: Order,
    pub saved: SqliteStore,
    pub pos: FileEmitter,
}

impl InOrder {
    async fn send_then_save(&self, commit: Commit) -> Result<(), StoreError> {
        for message in &commit.outbox {
            around(Step::Send, self.pos.emit(&commit.lane, 0, message)).await.unwrap();
        }
        self.saved.commit(commit).await
    }

    async fn save_then_fill_the_outbox(&self, mut turn: Commit) -> Result<(), StoreError> {
        let messages = std::mem::take(&mut turn.outbox);
        if messages.is_empty() {
            return self.saved.commit(turn).await;
        }
        let event_id = Uuid::new_v5(&turn.event.event_id, b"outbox");
        let outbox = Commit {
            expected_version: turn.expected_version + 1,
            event: EventRecord { event_id, ..turn.event.clone() },
            audit: Vec::new(),
            tickets: Vec::new(),
            ended: None,
            outbox: messages,
            ..turn.clone()
        };
        around(Step::Commit, self.saved.commit(turn)).await?;
        self.saved.commit(outbox).await
    }
}

/// A trait of the store: what is its own, and what it passes on.
macro_rules! as_saved {
    ($store:ident { $($own:tt)* } $($name:ident($($argument:ident: $kind:ty),*) -> $answer:ty;)*) => {
        #[async_trait]
        impl $store for InOrder {
            $($own)*

            $(async fn $name(&self, $($argument: $kind),*) -> Result<$answer, StoreError> {
                self.saved.$name($($argument),*).await
            })*
        }
    };
}

as_saved! { TurnStore {
        async fn commit(&self, commit: Commit) -> Result<(), StoreError> {
            match self.order {
                Order::Right => self.saved.commit(commit).await,
                Order::SendBeforeSave => self.send_then_save(commit).await,
                Order::SaveBeforeOutbox => self.save_then_fill_the_outbox(commit).await,
            }
        }
    }
    lane(lane: &LaneKey) -> LaneRecord;
    lanes(drive_thru: &str) -> Vec<(LaneKey, LaneRecord)>;
    active_lanes() -> Vec<LaneKey>;
    event(lane: &LaneKey, event_id: Uuid) -> Option<EventRecord>;
    order_number(drive_thru: &str, business_date: Date, order_id: Uuid) -> u32;
    turns_between(lane: &LaneKey, session_id: Uuid, after: u32, before: u32) -> Vec<Arc<str>>;
}

as_saved! { TicketStore {}
    ticket(ticket_id: Uuid) -> Option<TicketRecord>;
    tickets(drive_thru: &str, status: Option<TicketStatus>, limit: usize) -> Vec<TicketRecord>;
    change_ticket(status_before: TicketStatus, change: TicketChange) -> ();
}

as_saved! { OutboxStore {}
    send(sending: Sending) -> bool;
    outbox(now: Timestamp, limit: usize) -> Vec<OutboxEntry>;
    oldest_message(lane: &LaneKey) -> Option<OutboxEntry>;
    claim(entry: &OutboxEntry, now: Timestamp, until: Timestamp) -> Option<OutboxEntry>;
    renew(entry: &OutboxEntry, until: Timestamp) -> ();
    settle(entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> ();
}

as_saved! { MenuStore {}
    menu(drive_thru: &str) -> MenuRecord;
    drive_thrus_with_menus() -> Vec<String>;
    put_menu(drive_thru: &str, document: String, expected: Option<&MenuRecord>, change: DocumentChange) -> ();
    set_available(drive_thru: &str, part: &MenuPart, availability: Availability, change: DocumentChange) -> ();
}

as_saved! { DocumentStore {}
    own_document(kind: DocumentKind, drive_thru: &str) -> Option<String>;
    drive_thrus_with(kind: DocumentKind) -> Vec<String>;
    put_own_document(kind: DocumentKind, drive_thru: &str, document: String, expected: Option<Option<&str>>, change: Option<DocumentChange>) -> ();
}

as_saved! { ChangeStore {}
    changes(drive_thru: &str, limit: usize) -> Vec<DocumentChange>;
}

as_saved! { SessionStore {}
    sessions(drive_thru: &str, before: SessionPlace, limit: usize) -> Vec<SessionRecord>;
}

as_saved! { WakeStore {}
    due(now: Timestamp, limit: usize) -> Vec<Due>;
    put_off(due: &Due, at: Option<Timestamp>) -> ();
}

as_saved! { PassStore {}
    put_pass(hash: &str, pass: Pass) -> ();
    pass(hash: &str) -> Option<Pass>;
    take_pass(hash: &str) -> Option<Pass>;
}

as_saved! { FeedStore {}
    feed(drive_thru: &str, after: FeedId, limit: usize) -> Vec<FeedEntry>;
    feed_grown(drive_thru: &str, after: FeedId, limit: usize) -> Vec<FeedEntry>;
    feed_end(drive_thru: &str) -> FeedId;
    feed_reaches(drive_thru: &str, id: FeedId) -> bool;
    feed_place(lane: &LaneKey, session_id: Uuid, turn: u32) -> Option<FeedId>;
    document(hash: Uuid) -> Option<String>;
    audit_after(session_id: Uuid, after: u32, limit: usize) -> Option<AuditLog>;
}

as_saved! { Store {}
    forget_events(ended_before: Timestamp) -> ();
    probe() -> ();
    drive_thrus() -> Vec<String>;
    ended_sessions(drive_thru: &str, before: Timestamp, limit: usize) -> Vec<Uuid>;
    forget_sessions(forgotten: Vec<Forgotten>) -> ();
    identity() -> Option<Uuid>;
    identify(identity: Uuid) -> Uuid;
}
