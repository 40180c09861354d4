//! How long Redis keeps what is not needed any more.

use fsm::ids::LaneKey;
use fsm::machine::{End, Session};
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use lanes::store::{
    Commit, Delivery, Durability, OutboxStore as _, RedisStore, Sending, Store as _, StoreError,
    TicketChange, TicketStore as _, TurnStore as _,
};
use testbed::RedisServer;
use uuid::Uuid;

use crate::redis_store;
use crate::samples::{at, change, created, first_turn, id, lane, next_turn, note, session, settle, voided};

/// How long the store under test keeps settled tickets.
const KEPT_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * 3_600_000;
/// How long a test takes at most, between what it does and what it looks at.
const TEST_MS_MAX: i64 = 60_000;

async fn store() -> (RedisServer, RedisStore) {
    let server = RedisServer::start(&[]);
    let store = redis_store(&server.url(), Durability::Memory).await;
    (server, store)
}

/// How long a key is still kept: -1 for ever, -2 if there is none.
fn left_ms(server: &RedisServer, key: &str) -> i64 {
    server.command(&format!("PTTL {key}")).trim_start_matches(':').parse().unwrap()
}

fn is_about(left: i64, whole: i64) -> bool {
    (whole - TEST_MS_MAX..=whole).contains(&left)
}

/// Lets a key's time be up.
async fn age(server: &RedisServer, key: &str) {
    assert_eq!(server.command(&format!("PEXPIRE {key} 1")), ":1");
    while server.command(&format!("EXISTS {key}")) != ":0" {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_settled_ticket_is_found_a_day_longer_than_it_is_there() {
    let (server, store) = store().await;
    let outbox = (50..54).map(|ticket| created(id(ticket))).collect();
    store.commit(Commit { outbox, ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let place = |ticket| format!("where:{}", id(ticket));
    let left = |ticket| left_ms(&server, &place(ticket));
    for ticket in 50..54 {
        assert_eq!(left(ticket), -1);
    }
    // By a turn, by the POS, and by an operator, who may settle it again; the last one is still pending.
    let tickets = vec![change(id(50), TicketStatus::Acknowledged, "acknowledged", 1)];
    let turn = next_turn(&lane("1"), 1, 2, session(&lane("1"), id(1)), 2);
    store.commit(Commit { tickets, ..turn }).await.unwrap();
    let rejected = change(id(51), TicketStatus::Rejected, "rejected", 1);
    store.change_ticket(TicketStatus::Pending, rejected).await.unwrap();
    let void = |status_before| Sending {
        status_before,
        status: TicketStatus::Voided,
        note: note("voided", None, 1),
        message: voided(id(52)),
    };
    assert!(store.send(void(TicketStatus::Pending)).await.unwrap());
    let dead = change(id(53), TicketStatus::Dead, "dead", 1);
    store.change_ticket(TicketStatus::Pending, dead).await.unwrap();
    for ticket in 50..53 {
        // Where it is found ends beside what settled it.
        while left(ticket) == -1 {
            tokio::task::yield_now().await;
        }
        // Asked first: however long the second answer takes, it only gets smaller.
        let place_left = left(ticket);
        let ticket_left = left_ms(&server, &format!("ticket:{{d1:1}}:{}", id(ticket)));
        assert!(is_about(ticket_left, KEPT_MS), "{ticket_left}");
        assert!(is_about(place_left, KEPT_MS + DAY_MS), "{place_left}");
        assert!(place_left >= ticket_left + DAY_MS - 1, "{place_left} {ticket_left}");
    }
    assert_eq!(left(53), -1);

    server.command(&format!("PEXPIRE {} {KEPT_MS}", place(52)));
    assert!(store.send(void(TicketStatus::Voided)).await.unwrap());
    while left(52) <= KEPT_MS {
        tokio::task::yield_now().await;
    }
    assert!(is_about(left(52), KEPT_MS + DAY_MS), "{}", left(52));
}

#[tokio::test]
async fn notes_end_with_their_ticket_though_the_first_comes_after_it_was_settled() {
    let (server, store) = store().await;
    let outbox = vec![created(id(50)), created(id(51))];
    store.commit(Commit { outbox, ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let silent = TicketChange { note: None, ..change(id(50), TicketStatus::Voided, "", 1) };
    store.change_ticket(TicketStatus::Pending, silent).await.unwrap();
    for (ticket, settled) in [(50, true), (51, false)] {
        let notes = format!("notes:{{d1:1}}:{}", id(ticket));
        assert_eq!(left_ms(&server, &notes), -2);
        let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
        settle(&store, &entry, at(2), Delivery::Delivered).await.unwrap();
        let left = left_ms(&server, &notes);
        assert!(if settled { is_about(left, KEPT_MS) } else { left == -1 }, "{left}");
    }
    // What comes after the ticket's time makes no notes.
    let again = Sending {
        status_before: TicketStatus::Voided,
        status: TicketStatus::Voided,
        note: note("resent", None, 3),
        message: voided(id(50)),
    };
    assert!(store.send(again).await.unwrap());
    age(&server, &format!("ticket:{{d1:1}}:{}", id(50))).await;
    age(&server, &format!("notes:{{d1:1}}:{}", id(50))).await;
    let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    settle(&store, &entry, at(4), Delivery::Delivered).await.unwrap();
    assert_eq!(left_ms(&server, &format!("notes:{{d1:1}}:{}", id(50))), -2);
}

/// How many events of a lane are known.
fn known(server: &RedisServer, lane: &LaneKey) -> String {
    server.command(&format!("HLEN events:{{d1:{}}}", lane.lane()))
}

fn key_of(kind: &str, lane: &LaneKey, session_id: Uuid) -> String {
    format!("{kind}:{{d1:{}}}:{session_id}", lane.lane())
}

#[tokio::test]
async fn event_ids_of_a_session_that_no_event_ended_are_forgotten() {
    let (server, store) = store().await;
    // On the first lane another car comes, on the second none; of the third session the audit log is gone too.
    for number in ["1", "2", "3"] {
        let lane = lane(number);
        let opened = first_turn(&lane, 0, 1);
        let session_id = opened.event.session_id;
        store.commit(opened.clone()).await.unwrap();
        store.commit(next_turn(&lane, 1, 2, opened.session, 2)).await.unwrap();
        store.forget_events(Timestamp::MAX).await.unwrap();
        assert_eq!(known(&server, &lane), ":2");
        age(&server, &key_of("session", &lane, session_id)).await;
        if number == "3" {
            age(&server, &key_of("audit", &lane, session_id)).await;
        }
    }
    assert_eq!(store.lane(&lane("1")).await.unwrap().session, Session::idle());
    store.commit(first_turn(&lane("1"), 2, 3)).await.unwrap();
    store.forget_events(Timestamp::MAX).await.unwrap();
    assert_eq!(["1", "2", "3"].map(|number| known(&server, &lane(number))), [":1", ":0", ":0"]);
    assert!(store.event(&lane("1"), id(3)).await.unwrap().is_some());
}

#[tokio::test]
async fn event_ids_are_forgotten_though_the_audit_log_kept_only_the_newest_turns() {
    let (server, store) = store().await;
    let opened = first_turn(&lane("1"), 0, 1);
    let session_id = opened.event.session_id;
    store.commit(opened.clone()).await.unwrap();
    let last = next_turn(&lane("1"), 1, 2, opened.session, 2);
    let ended = Some((session_id, End::Left));
    store.commit(Commit { session: Session::idle(), ended, ..last }).await.unwrap();
    server.command(&format!("XTRIM {} MAXLEN 1", key_of("audit", &lane("1"), session_id)));
    store.forget_events(Timestamp::MAX).await.unwrap();
    assert_eq!(known(&server, &lane("1")), ":0");
}

#[tokio::test]
async fn a_lane_that_cannot_be_read_keeps_no_other_from_being_forgotten() {
    let (server, store) = store().await;
    for number in ["1", "2", "3"] {
        let turn = first_turn(&lane(number), 0, 1);
        let ended = Some((turn.event.session_id, End::Left));
        store.commit(Commit { session: Session::idle(), ended, ..turn }).await.unwrap();
    }
    for number in ["1", "2"] {
        server.command(&format!("DEL ended:{{d1:{number}}}"));
        server.command(&format!("SET ended:{{d1:{number}}} x"));
    }
    let error = store.forget_events(Timestamp::MAX).await.unwrap_err().to_string();
    assert!(error.contains("WRONGTYPE"), "{error}");
    assert_eq!(["1", "2", "3"].map(|number| known(&server, &lane(number))), [":1", ":1", ":0"]);
}

#[tokio::test]
async fn a_session_whose_time_was_up_takes_no_turn_of_a_process_that_still_knows_it() {
    let (server, store) = store().await;
    store.commit(first_turn(&lane("1"), 0, 1)).await.unwrap();
    let known = store.lane(&lane("1")).await.unwrap();
    let session_id = known.session.session_id().unwrap();
    age(&server, &format!("session:{{d1:1}}:{session_id}")).await;
    let late = next_turn(&lane("1"), 1, 2, known.session, 2);
    assert!(matches!(store.commit(late).await, Err(StoreError::Conflict)));
    let found = store.lane(&lane("1")).await.unwrap();
    assert_eq!((found.version, found.session), (1, Session::idle()));
}

#[tokio::test]
async fn a_date_on_which_lanes_counted_for_themselves_goes_on_after_the_highest_number() {
    let server = RedisServer::start(&[]);
    let store = redis_store(&server.url(), Durability::Memory).await;
    store.commit(first_turn(&lane("1"), 0, 1)).await.unwrap();
    store.commit(first_turn(&lane("2"), 0, 2)).await.unwrap();
    let mut connection = redis::Client::open(server.url()).unwrap().get_connection().unwrap();
    for (lane, number) in [("lane:{d1:1}", 17), ("lane:{d1:2}", 9)] {
        let mut old = redis::cmd("HSET");
        old.arg(lane).arg("date").arg("2026-11-21").arg("number").arg(number);
        old.exec(&mut connection).unwrap();
    }
    let day = |day| jiff::civil::date(2026, 11, day);
    assert_eq!(store.order_number("d1", day(21), id(7)).await.unwrap(), 18);
    assert_eq!(store.order_number("d1", day(22), id(8)).await.unwrap(), 1);
}
