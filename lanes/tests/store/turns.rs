//! Lanes and turns: promises of every store.

use std::sync::Arc;

use fsm::ids::LaneKey;
use fsm::machine::{End, Session};
use fsm::ticket::{Payment, TicketStatus};
use jiff::Timestamp;
use jiff::civil::date;
use lanes::store::{AuditLog, Commit, Document, LaneRecord, Store, StoreError};

use crate::samples::{audit, change, created, first_turn, id, lane, next_turn, session, voided};

pub async fn a_lane_that_was_never_used_is_idle_at_version_0(store: &dyn Store) {
    assert_eq!(store.lane(&lane("1")).await.unwrap(), LaneRecord::default());
    assert_eq!(store.event(&lane("1"), id(1)).await.unwrap(), None);
    assert_eq!(store.audit(id(1)).await.unwrap(), None);
    assert_eq!(store.turn(&lane("1"), id(1), 1).await.unwrap(), None);
    assert_eq!(store.ticket(id(1)).await.unwrap(), None);
    assert_eq!(store.outbox(Timestamp::MAX, 10).await.unwrap(), []);
}

pub async fn a_commit_is_read_back_whole(store: &dyn Store) {
    let commit = Commit { outbox: vec![created(id(50)), voided(id(50))], ..first_turn(&lane("1"), 0, 1) };
    store.commit(commit.clone()).await.unwrap();

    let record = store.lane(&lane("1")).await.unwrap();
    let turn = commit.audit[0].turn.clone();
    let session = commit.session.clone();
    assert_eq!(record, LaneRecord { version: 1, stamp: None, session, last_turn: Some(turn) });
    assert_eq!(store.event(&lane("1"), id(1)).await.unwrap(), Some(commit.event.clone()));
    let log = AuditLog { lane: lane("1"), end: None, entries: commit.audit };
    assert_eq!(store.audit(commit.event.session_id).await.unwrap(), Some(log));

    let ticket = store.ticket(id(50)).await.unwrap().unwrap();
    assert_eq!((ticket.status, ticket.payment), (TicketStatus::Pending, Payment::None));
    assert_eq!((ticket.lane, ticket.message), (lane("1"), created(id(50))));
    assert_eq!((ticket.pos_reference, ticket.history), (None, Vec::new()));

    let entry = store.outbox(Timestamp::MAX, 10).await.unwrap().remove(0);
    assert_eq!((entry.lane, entry.message, entry.attempts), (lane("1"), created(id(50)), 0));
    assert!(entry.next_attempt_at <= entry.stored_at, "{} {}", entry.next_attempt_at, entry.stored_at);
}

pub async fn a_commit_on_another_version_leaves_nothing_behind(store: &dyn Store) {
    store.commit(first_turn(&lane("1"), 0, 1)).await.unwrap();
    let before = store.lane(&lane("1")).await.unwrap();
    for expected_version in [0, 2, 7] {
        refuses(store, everything(&lane("1"), expected_version, 2)).await;
        assert_eq!(store.lane(&lane("1")).await.unwrap(), before);
    }
}

pub async fn a_version_without_a_lane_is_a_conflict(store: &dyn Store) {
    refuses(store, everything(&lane("1"), 1, 1)).await;
    assert_eq!(store.lanes("d1").await.unwrap(), []);
}

pub async fn an_event_id_is_taken_once_on_its_lane(store: &dyn Store) {
    store.commit(first_turn(&lane("1"), 0, 1)).await.unwrap();
    let before = store.event(&lane("1"), id(1)).await.unwrap();
    // Whatever its version is: this is how a process learns that another has taken the event.
    for expected_version in [0, 1, 7] {
        let mut again = everything(&lane("1"), expected_version, 2);
        again.event.event_id = id(1);
        let result = refused(store, again).await;
        assert!(matches!(result, StoreError::TakenBefore(known) if Some(&known) == before.as_ref()));
    }
    assert_eq!(store.event(&lane("1"), id(1)).await.unwrap(), before);
    store.commit(first_turn(&lane("2"), 0, 1)).await.unwrap();
}

pub async fn a_turn_is_taken_once_in_its_session(store: &dyn Store) {
    let opened = first_turn(&lane("1"), 0, 1);
    store.commit(opened.clone()).await.unwrap();
    let mut again = everything(&lane("1"), 1, 2);
    again.audit.push(audit(opened.event.session_id, 1, 3));
    refuses(store, again).await;
    let mut twice = everything(&lane("1"), 1, 2);
    twice.audit.push(twice.audit[0].clone());
    refuses(store, twice).await;
    assert_eq!(store.lane(&lane("1")).await.unwrap().version, 1);
}

pub async fn a_ticket_is_created_once(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let again = Commit { outbox: vec![created(id(50))], ..first_turn(&lane("2"), 0, 2) };
    assert!(matches!(store.commit(again).await, Err(StoreError::Conflict)));
    let twice = Commit { outbox: vec![created(id(51)), created(id(51))], ..first_turn(&lane("2"), 0, 2) };
    assert!(matches!(store.commit(twice).await, Err(StoreError::Conflict)));
    assert_eq!(store.outbox(Timestamp::MAX, 10).await.unwrap().len(), 1);
}

pub async fn orders_are_numbered_per_drive_thru_and_date_and_once(store: &dyn Store) {
    let number = async |drive_thru: &str, day: i8, order: u32| {
        store.order_number(drive_thru, date(2026, 11, day), id(order)).await.unwrap()
    };
    assert_eq!((number("d1", 21, 1).await, number("d1", 21, 2).await), (1, 2));
    assert_eq!((number("d1", 21, 1).await, number("d1", 21, 2).await), (1, 2), "the same orders again");
    assert_eq!((number("d2", 21, 3).await, number("d1", 22, 4).await), (1, 1), "elsewhere, another day");
    assert_eq!((number("d1", 20, 5).await, number("d1", 21, 6).await), (1, 3), "a clock that goes back");
    // Many at once, each asked for twice.
    let asked = (10..60).chain(10..60).map(async |order| (order, number("d1", 23, order).await));
    let answers = futures_util::future::join_all(asked).await;
    let given: std::collections::BTreeMap<u32, u32> = answers.iter().copied().collect();
    assert!(answers.iter().all(|(order, number)| given[order] == *number));
    let mut numbers: Vec<u32> = given.into_values().collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1..=50).collect::<Vec<_>>());
}

pub async fn an_idle_lane_keeps_its_version(store: &dyn Store) {
    let opened = first_turn(&lane("1"), 0, 1);
    let session_id = opened.event.session_id;
    store.commit(opened.clone()).await.unwrap();
    let last = next_turn(&lane("1"), 1, 2, opened.session, 2);
    let last = Commit { session: Session::idle().into(), ended: Some((session_id, End::Abandoned)), ..last };
    store.commit(last).await.unwrap();

    let record = store.lane(&lane("1")).await.unwrap();
    assert_eq!((record.version, &*record.session, record.last_turn), (2, &Session::idle(), None));
    assert_eq!(store.active_lanes().await.unwrap(), []);
    let log = store.audit(session_id).await.unwrap().unwrap();
    assert_eq!((log.end, log.entries.len()), (Some(End::Abandoned), 2));
}

pub async fn one_commit_can_end_a_session_and_open_the_next(store: &dyn Store) {
    let old = first_turn(&lane("1"), 0, 1);
    store.commit(old.clone()).await.unwrap();
    let mut next = first_turn(&lane("1"), 1, 2);
    next.audit.insert(0, audit(old.event.session_id, 2, 2));
    next.ended = Some((old.event.session_id, End::Left));
    store.commit(next.clone()).await.unwrap();

    assert_eq!(store.audit(old.event.session_id).await.unwrap().unwrap().entries.len(), 2);
    assert_eq!(store.audit(old.event.session_id).await.unwrap().unwrap().end, Some(End::Left));
    assert_eq!(store.audit(next.event.session_id).await.unwrap().unwrap().end, None);
    assert_eq!(store.lane(&lane("1")).await.unwrap().last_turn, Some(next.audit[1].turn.clone()));
}

pub async fn lanes_are_listed_by_drive_thru(store: &dyn Store) {
    let elsewhere = LaneKey::new("d0", "9").unwrap();
    for (number, lane) in [lane("2"), lane("10"), elsewhere.clone(), lane("1")].iter().enumerate() {
        store.commit(first_turn(lane, 0, u32::try_from(number).unwrap())).await.unwrap();
    }
    let listed: Vec<_> = store.lanes("d1").await.unwrap();
    assert_eq!(listed.iter().map(|(key, _)| key.lane()).collect::<Vec<_>>(), ["1", "10", "2"]);
    assert_eq!(listed[0].1, store.lane(&lane("1")).await.unwrap());
    assert_eq!(store.lanes("d").await.unwrap(), []);
    assert_eq!(store.active_lanes().await.unwrap(), [elsewhere, lane("1"), lane("10"), lane("2")]);
}

pub async fn turns_are_found_by_session_and_number(store: &dyn Store) {
    let opened = first_turn(&lane("1"), 0, 1);
    let session_id = opened.event.session_id;
    store.commit(opened.clone()).await.unwrap();
    let mut turns = vec![opened.audit[0].turn.clone()];
    for number in 2..=12 {
        let next = next_turn(&lane("1"), u64::from(number) - 1, number, opened.session.clone(), number);
        turns.push(next.audit[0].turn.clone());
        store.commit(next).await.unwrap();
    }
    assert_eq!(store.turn(&lane("1"), session_id, 12).await.unwrap().as_ref(), turns.last());
    assert_eq!(store.turn(&lane("1"), session_id, 13).await.unwrap(), None);
    assert_eq!(store.turns_between(&lane("1"), session_id, 0, 13).await.unwrap(), turns);
    assert_eq!(store.turns_between(&lane("1"), session_id, 8, 11).await.unwrap(), turns[8..10]);
    assert_eq!(store.turns_between(&lane("1"), session_id, 11, 12).await.unwrap(), [] as [Arc<str>; 0]);
    assert_eq!(store.turns_between(&lane("1"), session_id, 12, 3).await.unwrap(), [] as [Arc<str>; 0]);
    assert_eq!(store.lane(&lane("1")).await.unwrap().last_turn.as_ref(), turns.last());
}

pub async fn a_turn_of_the_same_version_is_told_apart_where_turns_may_be_lost(store: &dyn Store) {
    let stamp = Some(id(70));
    store.commit(Commit { stamp, ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let read = store.lane(&lane("1")).await.unwrap().stamp;
    if !store.is_shared() {
        assert_eq!(read, None);
        return;
    }
    assert_eq!(read, stamp);
    let next = Commit { stamp: Some(id(72)), ..next_turn(&lane("1"), 1, 2, session(&lane("1"), id(1)), 2) };
    let other = store.commit(Commit { expected_stamp: Some(id(71)), ..next.clone() }).await;
    assert!(matches!(other, Err(StoreError::Conflict)), "{other:?}");
    store.commit(Commit { expected_stamp: stamp, ..next }).await.unwrap();
    assert_eq!(store.lane(&lane("1")).await.unwrap().stamp, Some(id(72)));
}

pub async fn the_documents_that_turns_name_are_kept(store: &dyn Store) {
    let (menu, off) = (Document::of(r#"{"items":[]}"#.to_owned()), Document::of("[]".to_owned()));
    assert_eq!(store.document(menu.hash).await.unwrap(), None);
    let documents = vec![menu.clone(), off.clone()];
    store.commit(Commit { documents, ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    // Another session names the same menu.
    store.commit(Commit { documents: vec![menu.clone()], ..first_turn(&lane("2"), 0, 2) }).await.unwrap();
    for Document { hash, text } in [menu, off] {
        assert_eq!(store.document(hash).await.unwrap().as_deref(), Some(&*text));
    }
    let unknown = Document::of("{}".to_owned());
    let refused = Commit { documents: vec![unknown.clone()], ..first_turn(&lane("1"), 0, 3) };
    assert!(store.commit(refused).await.is_err());
    if !store.is_shared() {
        assert_eq!(store.document(unknown.hash).await.unwrap(), None);
    }
}

/// A turn that touches all that a commit can.
fn everything(lane: &LaneKey, expected_version: u64, number: u32) -> Commit {
    let turn = first_turn(lane, expected_version, number);
    let ticket_id = id(number + 50);
    Commit {
        ended: Some((turn.event.session_id, End::Left)),
        outbox: vec![created(ticket_id), voided(ticket_id)],
        tickets: vec![change(ticket_id, TicketStatus::Voided, "rejected", 1)],
        ..turn
    }
}

/// The commit is a conflict, and nothing of it can be found.
async fn refuses(store: &dyn Store, commit: Commit) {
    let refusal = refused(store, commit).await;
    assert!(matches!(refusal, StoreError::Conflict), "{refusal:?}");
}

/// Why the commit is refused; nothing of it can be found.
async fn refused(store: &dyn Store, commit: Commit) -> StoreError {
    let (lane, event_id) = (commit.lane.clone(), commit.event.event_id);
    let was_known = store.event(&lane, event_id).await.unwrap().is_some();
    let ticket_ids: Vec<_> = commit.outbox.iter().map(|message| message.body.ticket_id()).collect();
    let session_id = commit.event.session_id;
    let refusal = store.commit(commit).await.unwrap_err();
    assert_eq!(store.event(&lane, event_id).await.unwrap().is_some(), was_known);
    assert_eq!(store.audit(session_id).await.unwrap(), None);
    assert_eq!(store.outbox(Timestamp::MAX, 10).await.unwrap(), []);
    for ticket_id in ticket_ids {
        assert_eq!(store.ticket(ticket_id).await.unwrap(), None);
    }
    refusal
}
