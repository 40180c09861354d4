//! What stores promise of deadlines.

use fsm::machine::{End, Session};
use jiff::Timestamp;
use lanes::store::{Commit, DueLane, Store, StoreError};

use crate::samples::{at, first_turn, id, lane, next_turn, session};

/// A time as it is kept: to the millisecond.
fn kept(seconds: u32) -> Timestamp {
    Timestamp::from_millisecond(at(seconds).as_millisecond()).unwrap()
}

/// The first turn of a lane, which is to be woken then.
fn woken_at(name: &str, number: u32, seconds: u32) -> Commit {
    Commit { wake_at: Some(at(seconds)), ..first_turn(&lane(name), 0, number) }
}

async fn due(store: &dyn Store, seconds: u32) -> Vec<(String, Timestamp)> {
    let due = store.due_lanes(at(seconds), 10).await.unwrap();
    due.into_iter().map(|due| (due.lane.lane().to_owned(), due.at)).collect()
}

pub async fn lanes_are_due_the_longest_first(store: &dyn Store) {
    for (name, number, seconds) in [("1", 1, 30), ("2", 2, 10), ("3", 3, 20), ("4", 4, 60)] {
        store.commit(woken_at(name, number, seconds)).await.unwrap();
    }
    store.commit(first_turn(&lane("5"), 0, 5)).await.unwrap();
    assert_eq!(due(store, 9).await, []);
    let three = [("2", 10), ("3", 20), ("1", 30)].map(|(name, seconds)| (name.to_owned(), kept(seconds)));
    assert_eq!(due(store, 30).await, three);
    let oldest = store.due_lanes(at(30), 2).await.unwrap();
    let expected =
        [("2", 10), ("3", 20)].map(|(name, seconds)| DueLane { lane: lane(name), at: kept(seconds) });
    assert_eq!(oldest, expected);
}

pub async fn a_turn_says_when_its_lane_is_woken_next(store: &dyn Store) {
    store.commit(woken_at("1", 1, 10)).await.unwrap();
    let session_1 = session(&lane("1"), id(1));
    let next = next_turn(&lane("1"), 1, 2, session_1.clone(), 2);
    store.commit(Commit { wake_at: Some(at(20)), ..next.clone() }).await.unwrap();
    assert_eq!(due(store, 30).await, [("1".to_owned(), kept(20))]);
    // What is not stored changes nothing.
    let late =
        store.commit(Commit { wake_at: None, ..next_turn(&lane("1"), 1, 3, session_1.clone(), 3) }).await;
    assert!(matches!(late, Err(StoreError::Conflict)));
    assert_eq!(due(store, 30).await, [("1".to_owned(), kept(20))]);
    let last = next_turn(&lane("1"), 2, 4, session_1, 3);
    let ended = Some((last.event.session_id, End::Abandoned));
    store.commit(Commit { session: Session::idle().into(), ended, ..last }).await.unwrap();
    assert_eq!(due(store, 30).await, []);
}

pub async fn a_lane_is_woken_later_unless_a_turn_has_said_so_since(store: &dyn Store) {
    store.commit(woken_at("1", 1, 10)).await.unwrap();
    let seen = store.due_lanes(at(10), 1).await.unwrap().remove(0);
    store.wake_later(&seen, Some(at(20))).await.unwrap();
    assert_eq!(due(store, 30).await, [("1".to_owned(), kept(20))]);
    // It was seen before that.
    store.wake_later(&seen, None).await.unwrap();
    assert_eq!(due(store, 30).await, [("1".to_owned(), kept(20))]);
    let seen = store.due_lanes(at(20), 1).await.unwrap().remove(0);
    store.wake_later(&seen, None).await.unwrap();
    assert_eq!(due(store, 30).await, []);
}
