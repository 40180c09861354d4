//! Files that earlier releases wrote.

use std::path::{Path, PathBuf};

use fsm::machine::{End, Session, Watch};
use jiff::Timestamp;
use jiff::civil::date;
use lanes::store::{
    Commit, FeedEntry, FeedId, FeedItem, FeedStore as _, Forgotten, SessionPlace, SessionStore as _,
    SqliteStore, Store as _, StoreError, TicketStore as _, TurnStore as _, WakeStore as _,
};
use rusqlite::Connection;
use tempfile::TempDir;
use uuid::Uuid;

use crate::samples::{at, id, lane, next_turn, opened};

/// What a turn was in its tables: session, number, event, answer.
type Turn = (Uuid, u32, String, String);
/// An entry of the feed: its number, and the turn or the ticket that it is about.
type Short = (u64, Option<Uuid>, Option<u32>, Option<Uuid>);
/// An event: lane, id, fingerprint, session and turn.
type Event = (String, Uuid, Uuid, Uuid, u32);

#[tokio::test]
async fn a_file_in_which_a_turn_was_in_three_tables_is_read_whole() {
    let (_folder, path) = of_version_13();
    let old = Connection::open(&path).unwrap();
    let turns = turns_of(&old);
    let feed: Vec<Short> = all(
        &old,
        "SELECT id, session_id, seq, ticket_id FROM feed WHERE drive_thru = 'd1' ORDER BY id",
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
    );
    let events: Vec<Event> = all(
        &old,
        "SELECT lane, event_id, fingerprint, session_id, turn FROM events WHERE drive_thru = 'd1'",
        |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?)),
    );
    drop(old);
    assert_eq!((turns.len(), feed.len(), events.len()), (14, 17, 13));

    let store = opened(&path);
    assert_eq!(audited(&store, &turns).await, turns);
    let entries = store.feed("d1", FeedId::START, 100).await.unwrap();
    let told: Vec<_> = entries.iter().map(short).collect();
    assert_eq!(told, feed);
    for entry in &entries {
        assert!(store.feed_reaches("d1", entry.id).await.unwrap(), "{}", entry.id);
    }
    for (of, event_id, fingerprint, session_id, turn) in events {
        let known = store.event(&lane(&of), event_id).await.unwrap().unwrap();
        assert_eq!((known.fingerprint, known.session_id, known.turn), (fingerprint, session_id, turn));
    }
    // The car that is still at its lane goes on.
    let record = store.lane(&lane("2")).await.unwrap();
    let last = turns.iter().rfind(|(session, ..)| Some(*session) == record.session.session_id()).unwrap();
    assert_eq!((record.version, record.last_turn.as_deref()), (3, Some(&*last.3)));
    let next = next_turn(&lane("2"), 3, 2, record.session, 4);
    store.commit(next.clone()).await.unwrap();
    assert!(matches!(store.commit(next).await, Err(StoreError::TakenBefore(_))));
    assert!(store.feed_end("d1").await.unwrap() > entries.last().unwrap().id);
    let sessions = store.sessions("d1", SessionPlace::END, 10).await.unwrap();
    assert_eq!(sessions.iter().map(|session| session.last.seq).collect::<Vec<_>>(), [4, 4, 6]);
}

#[tokio::test]
async fn turns_that_the_feed_had_forgotten_stay_in_their_audit_logs() {
    let (_folder, path) = of_version_13();
    let old = Connection::open(&path).unwrap();
    let turns = turns_of(&old);
    old.execute(
        "DELETE FROM feed WHERE id IN (SELECT id FROM feed WHERE seq IS NOT NULL ORDER BY id LIMIT 8)",
        [],
    )
    .unwrap();
    let oldest: u64 =
        old.query_row("SELECT min(id) FROM feed WHERE drive_thru = 'd1'", [], |row| row.get(0)).unwrap();
    drop(old);
    let store = opened(&path);
    assert_eq!(audited(&store, &turns).await, turns);
    let entries = store.feed("d1", FeedId::START, 100).await.unwrap();
    let before: Vec<_> = entries.iter().map(short).take_while(|(id, ..)| *id < oldest).collect();
    let first = turns.iter().take(8).enumerate();
    let expected: Vec<_> =
        first.map(|(at, turn)| (at as u64 + 1, Some(turn.0), Some(turn.1), None)).collect();
    assert_eq!(before, expected);
}

#[tokio::test]
async fn nothing_of_a_session_of_an_earlier_release_is_left_once_it_is_forgotten() {
    let (_folder, path) = of_version_13();
    let turns = turns_of(&Connection::open(&path).unwrap());
    let (session_id, _, event, turn) = turns[1].clone();
    let is_there = |text: &str| {
        let bytes = std::fs::read(&path).unwrap();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    let store = opened(&path);
    let forgotten =
        |session_id, tickets| Forgotten { session_id, lane: lane("1"), events: Vec::new(), tickets };
    store.forget_sessions(vec![forgotten(Uuid::nil(), Vec::new())]).await.unwrap();
    let (event, turn) = (&event[..60], &turn[..60]);
    assert!(is_there(event) && is_there(turn));
    store.forget_sessions(vec![forgotten(session_id, Vec::new())]).await.unwrap();
    assert!(!is_there(event) && !is_there(turn));
    assert_eq!(store.audit(session_id).await.unwrap(), None);
    let entries = store.feed("d1", FeedId::START, 100).await.unwrap();
    assert_eq!((entries.len(), entries.iter().filter(|entry| entry.item == FeedItem::Gap).count()), (17, 6));
}

#[tokio::test]
async fn a_file_in_which_lanes_counted_for_themselves_goes_on_after_the_highest_number() {
    let (_folder, path) = of_version_13();
    let old = Connection::open(&path).unwrap();
    let began: Vec<String> =
        all(&old, "SELECT began_at FROM sessions WHERE drive_thru = 'd1' ORDER BY began_at DESC", |row| {
            row.get(0)
        });
    old.execute_batch(
        "DROP TABLE house_rules;
         DROP INDEX sessions_newest;
         ALTER TABLE sessions DROP COLUMN began_at;
         DROP TABLE passes;
         ALTER TABLE audit DROP COLUMN actor;
         ALTER TABLE ticket_notes DROP COLUMN actor;
         DROP TABLE identity;
         DROP INDEX sessions_ended;
         ALTER TABLE availability DROP COLUMN until;
         DROP TABLE houses;
         DROP TABLE order_numbers;
         DROP VIEW lane_records;
         ALTER TABLE lanes ADD COLUMN business_date TEXT;
         ALTER TABLE lanes ADD COLUMN order_number INTEGER NOT NULL DEFAULT 0;
         UPDATE lanes SET business_date = '2026-11-21', order_number = CASE lane WHEN '1' THEN 17 ELSE 9 END;
         CREATE VIEW lane_records AS SELECT *,
             (SELECT turn FROM audit WHERE audit.session_id = lanes.session_id ORDER BY seq DESC LIMIT 1) AS last_turn
             FROM lanes;
         PRAGMA user_version = 6;",
    )
    .unwrap();
    drop(old);
    let store = opened(&path);
    let sessions = store.sessions("d1", SessionPlace::END, 10).await.unwrap();
    let kept: Vec<_> = sessions.iter().map(|session| format!("{:.9}", session.began_at)).collect();
    assert_eq!(kept, began);
    assert_eq!(store.order_number("d1", date(2026, 11, 21), id(7)).await.unwrap(), 18);
    assert_eq!(store.order_number("d1", date(2026, 11, 21), id(7)).await.unwrap(), 18);
    assert_eq!(store.order_number("d1", date(2026, 11, 22), id(8)).await.unwrap(), 1);
    assert_eq!(store.lane(&lane("2")).await.unwrap().version, 3);
    store.forget_events(at(0)).await.unwrap();
}

#[tokio::test]
async fn a_ticket_of_an_earlier_release_is_due_once_its_car_has_left() {
    let (_folder, path) = of_version_13();
    let store = opened(&path);
    assert_eq!(store.due(Timestamp::MAX, 10).await.unwrap(), []);
    let ticket_id = store.tickets("d1", None, 1).await.unwrap()[0].message.body.ticket_id();
    let last = next_turn(&lane("2"), 3, 2, store.lane(&lane("2")).await.unwrap().session, 4);
    let ended = Some((last.event.session_id, End::Left));
    let watch = Some(Watch { ticket_id, at: at(60) });
    store.commit(Commit { session: Session::idle().into(), ended, watch, ..last }).await.unwrap();
    let due = store.due(Timestamp::MAX, 10).await.unwrap();
    assert_eq!(due.iter().map(|due| due.ticket_id).collect::<Vec<_>>(), [Some(ticket_id)]);
}

/// The file of a release whose tables were of version 13.
fn of_version_13() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("carhop.db");
    let dump = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/store/version_13.sql");
    Connection::open(&path).unwrap().execute_batch(&std::fs::read_to_string(dump).unwrap()).unwrap();
    (folder, path)
}

fn turns_of(old: &Connection) -> Vec<Turn> {
    all(old, "SELECT session_id, seq, event, turn FROM audit ORDER BY at, seq", |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
    })
}

/// The same turns, from their audit logs.
async fn audited(store: &SqliteStore, turns: &[Turn]) -> Vec<Turn> {
    let mut found = Vec::new();
    for (session_id, seq, ..) in turns {
        let log = store.audit_after(*session_id, seq - 1, 1).await.unwrap().unwrap();
        let entry = &log.entries[0];
        found.push((*session_id, entry.seq, entry.event.to_string(), entry.turn.to_string()));
    }
    found
}

fn short(entry: &FeedEntry) -> Short {
    let id = entry.id.to_string().split_once('-').unwrap().0.parse().unwrap();
    match &entry.item {
        FeedItem::Turn(turn) => (id, Some(turn.session_id), Some(turn.seq), None),
        FeedItem::Ticket(ticket_id) => (id, None, None, Some(*ticket_id)),
        FeedItem::Gap => (id, None, None, None),
    }
}

fn all<T>(
    connection: &Connection,
    sql: &str,
    read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
) -> Vec<T> {
    connection.prepare(sql).unwrap().query_map([], read).unwrap().collect::<rusqlite::Result<_>>().unwrap()
}
