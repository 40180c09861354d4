//! A store as a whole: promises of every store.

use fsm::machine::End;
use jiff::Timestamp;
use lanes::store::Store;

use crate::samples::{at, first_turn, id, lane};

pub async fn event_ids_are_forgotten_with_their_session(store: &dyn Store) {
    // More sessions than are forgotten at once; the last one is still on.
    let sessions = 150;
    for number in 0..sessions {
        let mut turn = first_turn(&lane("1"), number.into(), number);
        turn.ended = (number < sessions - 1).then_some((turn.event.session_id, End::Left));
        store.commit(turn).await.unwrap();
    }
    store.forget_events(at(140)).await.unwrap();
    for number in 0..sessions {
        let event = store.event(&lane("1"), id(number)).await.unwrap();
        assert_eq!(event.is_some(), number >= 140, "{number}");
    }
    store.forget_events(Timestamp::MAX).await.unwrap();
    assert!(store.event(&lane("1"), id(148)).await.unwrap().is_none());
    assert!(store.event(&lane("1"), id(149)).await.unwrap().is_some());
    let forgotten = lane("1").session_id(id(0));
    assert_eq!(store.audit(forgotten).await.unwrap().unwrap().entries.len(), 1);
}

pub async fn a_probe_commits(store: &dyn Store) {
    store.probe().await.unwrap();
    store.probe().await.unwrap();
}
