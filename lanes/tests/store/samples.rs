//! Lanes, turns and tickets to store.

use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use fsm::dialogue::{Input, take_turn};
use fsm::ids::LaneKey;
use fsm::machine::{Moment, Policy, Rules, Session};
use fsm::menu::Menu;
use fsm::ticket::{Message, TicketStatus};
use jiff::civil::date;
use jiff::{SignedDuration, Timestamp};
use lanes::store::{
    AuditRecord, ChangedDocument, Commit, Delivery, DocumentChange, EventRecord, OutboxEntry, SqliteStore,
    Store, StoreError, TicketChange, TicketNote,
};
use lanes::{Actor, Change};
use serde_json::json;
use uuid::Uuid;

/// How long a lock may be held that nobody has any more.
const LOCK_MAX: Duration = Duration::from_secs(10);

static MENU: LazyLock<Menu> = LazyLock::new(|| {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/menus/burger.json");
    let document = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    Menu::check(&document).unwrap()
});

/// A lane of the drive-thru `d1`.
pub fn lane(lane: &str) -> LaneKey {
    LaneKey::new("d1", lane).unwrap()
}

/// An id, the same for the same number.
pub fn id(number: u32) -> Uuid {
    Uuid::new_v5(&Uuid::NAMESPACE_OID, &number.to_be_bytes())
}

/// The first day's noon and so many seconds, with a nanosecond that must not be lost.
pub fn at(seconds: u32) -> Timestamp {
    let noon: Timestamp = "2026-11-21T12:00:00.000000001Z".parse().unwrap();
    noon + SignedDuration::from_secs(seconds.into())
}

/// A session that the event opened.
pub fn session(lane: &LaneKey, event_id: Uuid) -> Session {
    let rules = Rules::default();
    let policy = Policy::new(&rules, &MENU);
    let moment = Moment { at: at(0), taken_at: at(0), business_date: date(2026, 11, 21), order_number: 1 };
    take_turn(&policy, &moment, lane, event_id, Session::idle(), &Input::CarDetected { vehicle_id: None })
        .session
}

/// A session's first turn, which the event of that number opens, on a lane of that version.
pub fn first_turn(lane: &LaneKey, expected_version: u64, number: u32) -> Commit {
    let session = session(lane, id(number));
    next_turn(lane, expected_version, number, session, 1)
}

/// A turn of a session, for the event of that number.
pub fn next_turn(
    lane: &LaneKey,
    expected_version: u64,
    number: u32,
    session: impl Into<Arc<Session>>,
    turn: u32,
) -> Commit {
    let session = session.into();
    let session_id = session.session_id().unwrap();
    Commit {
        lane: lane.clone(),
        expected_version,
        expected_stamp: None,
        stamp: None,
        session,
        event: EventRecord {
            event_id: id(number),
            fingerprint: id(number + 1_000_000),
            session_id,
            turn,
            seen: turn.checked_sub(2),
        },
        audit: vec![audit(session_id, turn, number)],
        kept: None,
        documents: Vec::new(),
        ended: None,
        tickets: Vec::new(),
        outbox: Vec::new(),
        wake_at: None,
        watch: None,
    }
}

/// An audit entry for the event of that number.
pub fn audit(session_id: Uuid, seq: u32, number: u32) -> AuditRecord {
    AuditRecord {
        session_id,
        seq,
        at: at(number),
        menu_version: "1".into(),
        event: format!(r#"{{"id":"{}"}}"#, id(number)).into(),
        turn: format!(r#"{{"turn":{seq},"event_id":"{}"}}"#, id(number)).into(),
        actor: number.is_multiple_of(2).then(actor),
    }
}

/// The message that creates a ticket.
pub fn created(ticket_id: Uuid) -> Message {
    created_at(ticket_id, at(7))
}

/// The message that creates a ticket at that time.
pub fn created_at(ticket_id: Uuid, timestamp: Timestamp) -> Message {
    message(json!({ "type": "ticket.created", "timestamp": timestamp, "data": {
        "ticket_id": ticket_id, "order_id": id(8), "revision": 1, "replaces": null, "drive_thru": "d1", "lane": "1",
        "session_id": id(9), "order_number": 42, "business_date": "2026-11-21", "dining_option": "drive_thru",
        "channel": "voice", "lines": [], "currency": "USD", "subtotal": "9.58", "tax": "0.79", "total": "10.37" } }))
}

/// The message that voids a ticket.
pub fn voided(ticket_id: Uuid) -> Message {
    message(json!({ "type": "ticket.voided", "timestamp": at(8), "data": {
        "ticket_id": ticket_id, "order_id": id(8), "revision": 1, "reason": "changed" } }))
}

/// A change of a ticket's status, with a note of that time.
pub fn change(ticket_id: Uuid, status: TicketStatus, what: &str, seconds: u32) -> TicketChange {
    TicketChange {
        ticket_id,
        status,
        payment: None,
        pos_reference: None,
        note: Some(note(what, None, seconds)),
    }
}

/// An entry of a ticket's history.
pub fn note(what: &str, detail: Option<&str>, seconds: u32) -> TicketNote {
    TicketNote {
        at: at(seconds),
        what: what.to_owned(),
        detail: detail.map(str::to_owned),
        id: None,
        actor: None,
    }
}

/// Somebody with a key.
pub fn actor() -> Actor {
    Actor { key: "3f9a1c20".to_owned(), name: "Lane 1".to_owned(), by_code: true }
}

/// A message that waits in no store.
pub fn entry_of(ticket_id: Uuid) -> OutboxEntry {
    OutboxEntry {
        id: 17,
        lane: lane("1"),
        message: created(ticket_id),
        stored_at: at(0),
        attempts: 0,
        next_attempt_at: at(0),
        claims: 0,
        claimed_until: None,
    }
}

/// Claims a message for a moment that is over, and settles it.
pub async fn settle(
    store: &dyn Store,
    entry: &OutboxEntry,
    at: Timestamp,
    delivery: Delivery,
) -> Result<(), StoreError> {
    match store.claim(entry, Timestamp::MAX, Timestamp::UNIX_EPOCH).await? {
        Some(claimed) => store.settle(&claimed, at, delivery).await,
        None => Ok(()),
    }
}

/// Gives up the message that has waited longest.
pub async fn give_up_oldest(store: &dyn Store) {
    let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    settle(store, &entry, at(9), Delivery::Dead { reason: "a day".to_owned() }).await.unwrap();
}

fn message(json: serde_json::Value) -> Message {
    serde_json::from_value(json).unwrap()
}

/// Opens a file that may have been open until just now. A program that another test starts has this process's files,
/// and with them their locks, until it runs.
pub fn opened(path: &Path) -> SqliteStore {
    let started = Instant::now();
    loop {
        match SqliteStore::open(path) {
            Err(error) if started.elapsed() < LOCK_MAX && error.to_string().contains("in use") => {
                std::thread::yield_now();
            }
            store => return store.unwrap(),
        }
    }
}

/// That a document was put, whichever it was.
pub fn document_change() -> DocumentChange {
    DocumentChange { at: at(0), document: ChangedDocument::Menu { hash: Uuid::nil() }, actor: None }
}

/// Somebody who puts something.
pub fn by() -> Change {
    Change { now: at(0), by: None }
}
