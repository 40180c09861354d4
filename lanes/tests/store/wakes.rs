//! What stores promise of deadlines.

use fsm::machine::{End, Session, Watch};
use jiff::Timestamp;
use lanes::store::{Commit, Due, Store, StoreError};

use crate::samples::{at, created, first_turn, id, lane, next_turn, session};

/// A time as it is kept: to the millisecond.
fn kept(seconds: u32) -> Timestamp {
    Timestamp::from_millisecond(at(seconds).as_millisecond()).unwrap()
}

/// The first turn of a lane, which is to be woken then.
fn woken_at(name: &str, number: u32, seconds: u32) -> Commit {
    Commit { wake_at: Some(at(seconds)), ..first_turn(&lane(name), 0, number) }
}

async fn due(store: &dyn Store, seconds: u32) -> Vec<(String, Timestamp)> {
    let due = store.due(at(seconds), 10).await.unwrap();
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
    let oldest = store.due(at(30), 2).await.unwrap();
    let expected = [("2", 10), ("3", 20)].map(|(name, seconds)| Due {
        lane: lane(name),
        ticket_id: None,
        at: kept(seconds),
    });
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

pub async fn a_lane_is_put_off_unless_a_turn_has_said_so_since(store: &dyn Store) {
    store.commit(woken_at("1", 1, 10)).await.unwrap();
    let seen = store.due(at(10), 1).await.unwrap().remove(0);
    store.put_off(&seen, Some(at(20))).await.unwrap();
    assert_eq!(due(store, 30).await, [("1".to_owned(), kept(20))]);
    // It was seen before that.
    store.put_off(&seen, None).await.unwrap();
    assert_eq!(due(store, 30).await, [("1".to_owned(), kept(20))]);
    let seen = store.due(at(20), 1).await.unwrap().remove(0);
    store.put_off(&seen, None).await.unwrap();
    assert_eq!(due(store, 30).await, []);
}

/// Has a car leave that lane, whose ticket is looked at then.
async fn leave(store: &dyn Store, name: &str, ticket: u32, seconds: u32) -> Commit {
    let outbox = vec![created(id(ticket))];
    store.commit(Commit { outbox, ..woken_at(name, ticket, 5) }).await.unwrap();
    let last = next_turn(&lane(name), 1, ticket + 1, session(&lane(name), id(ticket)), 2);
    let ended = Some((last.event.session_id, End::Left));
    let watch = Some(Watch { ticket_id: id(ticket), at: at(seconds) });
    Commit { session: Session::idle().into(), ended, watch, ..last }
}

pub async fn a_ticket_is_due_when_its_car_has_left_and_until_it_is_put_off(store: &dyn Store) {
    for (name, ticket, seconds) in [("1", 50, 30), ("2", 60, 20)] {
        let left = leave(store, name, ticket, seconds).await;
        store.commit(left).await.unwrap();
    }
    store.commit(woken_at("3", 3, 25)).await.unwrap();
    // The next car on a lane has deadlines of its own.
    let next = first_turn(&lane("1"), 2, 4);
    store.commit(Commit { wake_at: Some(at(40)), ..next }).await.unwrap();
    let of_ticket =
        |name, ticket, seconds| Due { lane: lane(name), ticket_id: Some(id(ticket)), at: kept(seconds) };
    let of_lane = |name, seconds| Due { lane: lane(name), ticket_id: None, at: kept(seconds) };
    let all = [of_ticket("2", 60, 20), of_lane("3", 25), of_ticket("1", 50, 30), of_lane("1", 40)];
    assert_eq!(store.due(at(50), 10).await.unwrap(), all);
    assert_eq!(store.due(at(30), 2).await.unwrap(), all[..2]);

    store.put_off(&all[0], Some(at(60))).await.unwrap();
    // It was seen before that.
    store.put_off(&all[0], None).await.unwrap();
    store.put_off(&all[2], None).await.unwrap();
    let left = [of_lane("3", 25), of_lane("1", 40), of_ticket("2", 60, 60)];
    assert_eq!(store.due(at(60), 10).await.unwrap(), left);
}

pub async fn a_ticket_of_a_turn_that_is_not_stored_is_not_due(store: &dyn Store) {
    let left = leave(store, "1", 50, 30).await;
    let late = store.commit(Commit { expected_version: 7, ..left }).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");
    let session = Due { lane: lane("1"), ticket_id: None, at: kept(5) };
    assert_eq!(store.due(at(60), 10).await.unwrap(), [session]);
}
