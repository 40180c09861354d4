//! What the SQLite file promises beyond what every store does.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fsm::ids::ItemId;
use lanes::store::{
    Commit, FeedStore as _, Forgotten, MenuStore as _, OutboxStore as _, SqliteStore, Store as _,
    TicketStore as _, TurnStore as _,
};
use rusqlite::Connection;
use tempfile::TempDir;

use crate::samples::{at, created, document_change, first_turn, id, lane, next_turn, opened, voided};

/// How long a turn may take at most while a session is forgotten, on a busy machine.
const TURN_MAX: Duration = Duration::from_secs(2);

#[tokio::test]
async fn a_file_that_is_opened_again_gives_back_everything() {
    let (_folder, path) = file();
    let store = opened(&path);
    let commit = Commit { outbox: vec![created(id(50)), voided(id(50))], ..first_turn(&lane("1"), 0, 1) };
    let session_id = commit.event.session_id;
    store.commit(commit).await.unwrap();
    store.put_menu("d1", "{}".to_owned(), None, document_change()).await.unwrap();
    store.set_available("d1", &ItemId::from("cola").into(), false.into(), document_change()).await.unwrap();
    let before = everything(&store, session_id).await;
    drop(store);

    let store = opened(&path);
    assert_eq!(everything(&store, session_id).await, before);
    let next = next_turn(&lane("1"), 1, 2, store.lane(&lane("1")).await.unwrap().session, 2);
    store.commit(next).await.unwrap();
}

#[tokio::test]
async fn a_session_is_forgotten_while_a_backup_reads_and_holds_up_no_turn() {
    let (_folder, path) = file();
    let store = Arc::new(opened(&path));
    let opening = first_turn(&lane("1"), 0, 1);
    let session_id = opening.event.session_id;
    store.commit(opening).await.unwrap();
    let backup = Connection::open(&path).unwrap();
    backup.execute_batch("BEGIN").unwrap();
    backup.query_row("SELECT count(*) FROM feed", [], |_| Ok(())).unwrap();
    // The backup has not seen this turn, so the log is in use.
    store.commit(first_turn(&lane("2"), 0, 2)).await.unwrap();
    let forgotten = Forgotten { session_id, lane: lane("1"), events: vec![id(1)], tickets: Vec::new() };
    let forgetting = tokio::spawn({
        let store = store.clone();
        async move { store.forget_sessions(vec![forgotten]).await }
    });
    let mut number = 2;
    while !forgetting.is_finished() {
        number += 1;
        let began = Instant::now();
        store.commit(first_turn(&lane(&number.to_string()), 0, number)).await.unwrap();
        assert!(began.elapsed() < TURN_MAX, "{:?}", began.elapsed());
    }
    forgetting.await.unwrap().unwrap();
    assert_eq!(store.audit(session_id).await.unwrap(), None);
    // The log is emptied once nothing is in the way any more.
    let log = path.with_file_name("carhop.db-wal");
    assert!(log.metadata().unwrap().len() > 0);
    drop(backup);
    store.forget_events(at(0)).await.unwrap();
    assert_eq!(log.metadata().unwrap().len(), 0);
}

#[tokio::test]
async fn an_empty_database_gets_its_tables() {
    let (_folder, path) = file();
    let empty = Connection::open(&path).unwrap();
    empty.execute_batch("CREATE TABLE scratch (x); DROP TABLE scratch; PRAGMA user_version = 0;").unwrap();
    drop(empty);
    let store = opened(&path);
    store.commit(first_turn(&lane("1"), 0, 1)).await.unwrap();
    drop(store);
    let version: u32 =
        Connection::open(&path).unwrap().query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap();
    assert_eq!(version, 18);
}

#[test]
fn a_database_of_a_newer_version_is_refused_and_left_alone() {
    let (_folder, path) = file();
    Connection::open(&path).unwrap().pragma_update(None, "user_version", 1000).unwrap();
    let before = std::fs::read(&path).unwrap();
    let error = SqliteStore::open(&path).err().unwrap().to_string();
    assert!(error.contains("version 1000, written by a newer carhop"), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_file_in_use_is_refused() {
    let (_folder, path) = file();
    let store = opened(&path);
    let error = SqliteStore::open(&path).err().unwrap().to_string();
    assert!(error.contains("carhop.db is in use by another process"), "{error}");
    drop(store);
    opened(&path);
}

#[test]
fn a_file_that_is_no_database_is_refused_by_name() {
    let (_folder, path) = file();
    std::fs::write(&path, "not a database, and long enough to be looked at as one".repeat(100)).unwrap();
    let error = SqliteStore::open(&path).err().unwrap().to_string();
    assert!(error.contains("carhop.db cannot be used"), "{error}");
    let nowhere = path.with_file_name("nowhere").join("carhop.db");
    assert!(SqliteStore::open(&nowhere).err().unwrap().to_string().contains("nowhere"));
}

#[tokio::test]
async fn many_lanes_commit_at_once_and_none_is_lost() {
    let (_folder, path) = file();
    let store = Arc::new(opened(&path));
    let commits: Vec<_> = (0..200)
        .map(|number| {
            let store = Arc::clone(&store);
            // Every lane is tried twice: one of the two comes first.
            let commit = first_turn(&lane(&(number / 2).to_string()), 0, number);
            tokio::spawn(async move { store.commit(commit).await.is_ok() })
        })
        .collect();
    let mut stored = 0;
    for commit in commits {
        stored += u32::from(commit.await.unwrap());
    }
    assert_eq!((stored, store.active_lanes().await.unwrap().len()), (100, 100));
}

async fn everything(store: &SqliteStore, session_id: uuid::Uuid) -> String {
    let lanes = store.lanes("d1").await.unwrap();
    let event = store.event(&lane("1"), id(1)).await.unwrap();
    let audit = store.audit(session_id).await.unwrap();
    let (ticket, outbox) =
        (store.ticket(id(50)).await.unwrap(), store.outbox(jiff::Timestamp::MAX, 10).await.unwrap());
    let menu = store.menu("d1").await.unwrap();
    format!("{lanes:?} {event:?} {audit:?} {ticket:?} {outbox:?} {menu:?}")
}

fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("carhop.db");
    (folder, path)
}
