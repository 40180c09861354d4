//! The list of sessions: promises of every store.

use fsm::machine::End;
use lanes::store::{Forgotten, SessionPlace, SessionRecord, Store};
use uuid::Uuid;

use crate::samples::{at, first_turn, id, lane, next_turn, session};

fn ids(sessions: &[SessionRecord]) -> Vec<Uuid> {
    sessions.iter().map(|session| session.last.session_id).collect()
}

pub async fn sessions_are_listed_newest_first_and_go_on(store: &dyn Store) {
    // More than are read at once; several of them began at the same time.
    let sessions = 300_u32;
    for number in 0..sessions {
        let mut turn = first_turn(&lane("1"), number.into(), number);
        turn.audit[0].at = at(number / 3);
        turn.ended = (number < sessions - 1).then_some((turn.event.session_id, End::Left));
        store.commit(turn).await.unwrap();
    }
    let all = store.sessions("d1", SessionPlace::END, usize::MAX).await.unwrap();
    assert_eq!(all.len(), 300);
    assert!(all.windows(2).all(|pair| pair[0].place() > pair[1].place()), "{all:#?}");
    assert_eq!(all[0].began_at.as_microsecond(), at(99).as_microsecond());
    let newest = lane("1").session_id(id(sessions - 1));
    for session in &all {
        let is_on = session.last.session_id == newest;
        assert_eq!((session.end, session.last.seq), ((!is_on).then_some(End::Left), 1));
        assert_eq!(session.lane, lane("1"));
    }
    let (mut place, mut paged) = (SessionPlace::END, Vec::new());
    loop {
        let page = store.sessions("d1", place, 7).await.unwrap();
        let Some(last) = page.last() else { break };
        place = last.place();
        paged.extend(page);
    }
    assert_eq!(paged, all);
    let named: SessionPlace = all[150].place().to_string().parse().unwrap();
    assert_eq!(ids(&store.sessions("d1", named, 2).await.unwrap()), ids(&all[151..153]));
    assert_eq!(store.sessions("d2", SessionPlace::END, 10).await.unwrap(), []);
}

pub async fn a_session_is_listed_by_its_last_turn_until_it_is_forgotten(store: &dyn Store) {
    let of_lane = session(&lane("1"), id(1));
    store.commit(first_turn(&lane("1"), 0, 1)).await.unwrap();
    store.commit(next_turn(&lane("1"), 1, 2, of_lane, 2)).await.unwrap();
    let listed = store.sessions("d1", SessionPlace::END, 10).await.unwrap();
    assert_eq!((listed.len(), listed[0].last.seq, listed[0].end), (1, 2, None));
    assert_eq!((listed[0].last.at, listed[0].began_at.as_second()), (at(2), at(1).as_second()));
    let forgotten = Forgotten {
        session_id: listed[0].last.session_id,
        lane: lane("1"),
        events: vec![id(1), id(2)],
        tickets: Vec::new(),
    };
    store.forget_sessions(vec![forgotten]).await.unwrap();
    assert_eq!(store.sessions("d1", SessionPlace::END, 10).await.unwrap(), []);
}
