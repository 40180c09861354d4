//! What the store in Redis does beyond what every store promises: how long it keeps what is not needed any more, what it
//! does with keys that are not its own, and how it finds things.

use std::time::Duration;

use fsm::ids::LaneKey;
use fsm::machine::{End, Session};
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use lanes::store::{
    Commit, Delivery, Due, Durability, FeedStore as _, OutboxStore as _, RedisSettings, RedisStore, Sending,
    Store as _, StoreError, TicketStore as _, TurnStore as _, WakeStore as _,
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
async fn a_turn_is_one_call_of_a_script_that_the_server_knows() {
    let (server, store) = store().await;
    let opened = first_turn(&lane("1"), 0, 1);
    store.commit(opened.clone()).await.unwrap();
    server.command("CONFIG RESETSTAT");
    store.commit(next_turn(&lane("1"), 1, 2, opened.session.clone(), 2)).await.unwrap();
    let called = server.ask("INFO commandstats");
    assert!(called.contains("cmdstat_evalsha:calls=1,") && !called.contains("cmdstat_eval:"), "{called}");
    // A server that has forgotten it is told it again.
    server.command("SCRIPT FLUSH");
    store.commit(next_turn(&lane("1"), 2, 3, opened.session, 3)).await.unwrap();
    assert_eq!(store.lane(&lane("1")).await.unwrap().version, 3);
}

#[tokio::test]
async fn a_ticket_is_kept_with_its_history_from_when_it_is_settled() {
    let (server, store) = store().await;
    let outbox = (50..54).map(|ticket| created(id(ticket))).collect();
    store.commit(Commit { outbox, ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let left = |ticket| left_ms(&server, &format!("ticket:{{d1}}:{}", id(ticket)));
    for ticket in 50..54 {
        assert_eq!(left(ticket), -1);
    }
    // By a turn, by the POS, and by an operator; the last one is still pending.
    let tickets = vec![change(id(50), TicketStatus::Acknowledged, "acknowledged", 1)];
    let turn = next_turn(&lane("1"), 1, 2, session(&lane("1"), id(1)), 2);
    store.commit(Commit { tickets, ..turn }).await.unwrap();
    let rejected = change(id(51), TicketStatus::Rejected, "rejected", 1);
    store.change_ticket(TicketStatus::Pending, rejected).await.unwrap();
    let void = Sending {
        status_before: TicketStatus::Pending,
        status: TicketStatus::Voided,
        note: note("voided", None, 1),
        message: voided(id(52)),
    };
    assert!(store.send(void).await.unwrap());
    let dead = change(id(53), TicketStatus::Dead, "dead", 1);
    store.change_ticket(TicketStatus::Pending, dead).await.unwrap();
    for ticket in 50..53 {
        assert!(is_about(left(ticket), KEPT_MS), "{}", left(ticket));
    }
    assert_eq!(left(53), -1);
    // What comes after the ticket's time makes no other one.
    age(&server, &format!("ticket:{{d1}}:{}", id(50))).await;
    let entry = store.oldest_message(&lane("1")).await.unwrap().unwrap();
    settle(&store, &entry, at(4), Delivery::Delivered).await.unwrap();
    assert_eq!(left(50), -2);
    assert_eq!(store.ticket(id(50)).await.unwrap(), None);
}

#[tokio::test]
async fn what_is_not_noted_is_found_by_asking_every_drive_thru() {
    let (server, store) = store().await;
    let elsewhere = LaneKey::new("d0", "9").unwrap();
    store.commit(first_turn(&elsewhere, 0, 1)).await.unwrap();
    let opened = first_turn(&lane("1"), 0, 2);
    let session_id = opened.event.session_id;
    store.commit(Commit { outbox: vec![created(id(50))], ..opened }).await.unwrap();
    for noted in [session_id, id(50)] {
        assert!(is_about(left_ms(&server, &format!("where:{noted}")), KEPT_MS + DAY_MS));
        assert_eq!(server.command(&format!("DEL where:{noted}")), ":1");
    }
    assert_eq!(store.audit(session_id).await.unwrap().unwrap().lane, lane("1"));
    assert_eq!(store.ticket(id(50)).await.unwrap().unwrap().lane, lane("1"));
    let acknowledged = change(id(50), TicketStatus::Acknowledged, "acknowledged", 3);
    store.change_ticket(TicketStatus::Pending, acknowledged).await.unwrap();
    assert_eq!(store.ticket(id(51)).await.unwrap(), None);
}

/// A turn that writes to every kind of key that a turn can write to.
fn everything(lane: &LaneKey) -> Commit {
    let turn = first_turn(lane, 0, 1);
    let tickets = vec![
        change(id(50), TicketStatus::Voided, "rejected", 1),
        change(id(40), TicketStatus::Acknowledged, "acknowledged", 1),
    ];
    let ended = Some((turn.event.session_id, End::Left));
    let outbox = vec![created(id(50)), voided(id(41))];
    Commit { session: Session::idle().into(), ended, outbox, tickets, ..turn }
}

/// Redis takes back nothing, so a script that fails on its way would leave half a turn.
#[tokio::test]
async fn whichever_key_is_not_what_it_should_be_nothing_of_the_turn_is_stored() {
    let server = RedisServer::start(&["--enable-debug-command", "yes"]);
    let store = redis_store(&server.url(), Durability::Memory).await;
    let (lane, turn) = (lane("2"), everything(&lane("2")));
    // Another lane has the tickets that the turn changes and tells of.
    let outbox = vec![created(id(40)), created(id(41))];
    store.commit(Commit { outbox, ..first_turn(&self::lane("1"), 0, 2) }).await.unwrap();
    server.command("DEL message-numbers:{d1}");
    let session_id = turn.event.session_id;
    let of_the_turn = [
        "events:{d1}:2".to_owned(),
        "lane:{d1}:2".to_owned(),
        "ended:{d1}:2".to_owned(),
        "outbox:{d1}:2".to_owned(),
        "lanes:{d1}".to_owned(),
        "feed:{d1}".to_owned(),
        "tickets-of:{d1}".to_owned(),
        "message-numbers:{d1}".to_owned(),
        "message:{d1}:1".to_owned(),
        "message:{d1}:2".to_owned(),
        format!("audit:{{d1}}:{session_id}"),
        format!("ticket:{{d1}}:{}", id(40)),
        format!("ticket:{{d1}}:{}", id(41)),
        format!("ticket:{{d1}}:{}", id(50)),
    ];
    for key in of_the_turn {
        server.command(&format!("RENAME {key} aside"));
        server.command(&format!("SET {key} x"));
        let before = server.command("DEBUG DIGEST");
        let error = store.commit(turn.clone()).await.unwrap_err();
        // A ticket that is there is a conflict, whatever it is.
        let is_there = matches!(error, StoreError::Conflict) && key.ends_with(&id(50).to_string());
        assert!(is_there || matches!(error, StoreError::Unavailable(_)), "{key}: {error}");
        // A number that was given is not given again.
        if !key.starts_with("message-numbers") {
            server.command("DEL message-numbers:{d1}");
        }
        server.command(&format!("DEL where:{session_id} where:{}", id(50)));
        assert_eq!(server.command("DEBUG DIGEST"), before, "{key}");
        server.command(&format!("DEL {key}"));
        server.command(&format!("RENAME aside {key}"));
    }
    store.commit(turn.clone()).await.unwrap();
    let log = store.audit(session_id).await.unwrap().unwrap();
    assert_eq!((log.entries, log.end, log.lane), (turn.audit, Some(End::Left), lane));
}

#[tokio::test]
async fn what_another_version_wrote_is_refused_in_one_sentence() {
    let (server, _) = store().await;
    let settings = || RedisSettings {
        durability: Durability::Memory,
        audit_kept: Duration::from_hours(1),
        documents_kept: Duration::from_hours(1),
        audit_turns_max: 1000,
    };
    RedisStore::open(&server.url(), settings()).await.unwrap();
    for written in ["SET schema 3", "DEL schema"] {
        server.command("SADD lanes d1:1");
        server.command(written);
        let Err(error) = RedisStore::open(&server.url(), settings()).await else { panic!("{written}") };
        assert!(error.to_string().contains("use an empty one"), "{error}");
    }
    server.command("FLUSHALL");
    RedisStore::open(&server.url(), settings()).await.unwrap();
    assert_eq!(server.ask("GET schema"), "$1\r\n2\r\n");
}

/// How many events of a lane are known.
fn known(server: &RedisServer, lane: &LaneKey) -> String {
    server.command(&format!("HLEN events:{{d1}}:{}", lane.lane()))
}

fn audit_of(session_id: Uuid) -> String {
    format!("audit:{{d1}}:{session_id}")
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
        age(&server, &format!("session:{{d1}}:{number}")).await;
        if number == "3" {
            age(&server, &audit_of(session_id)).await;
        }
    }
    assert_eq!(*store.lane(&lane("1")).await.unwrap().session, Session::idle());
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
    store.commit(Commit { session: Session::idle().into(), ended, ..last }).await.unwrap();
    server.command(&format!("XTRIM {} MAXLEN 1", audit_of(session_id)));
    store.forget_events(Timestamp::MAX).await.unwrap();
    assert_eq!(known(&server, &lane("1")), ":0");
}

#[tokio::test]
async fn a_lane_that_cannot_be_read_keeps_no_other_from_being_forgotten() {
    let (server, store) = store().await;
    for number in ["1", "2", "3"] {
        let turn = first_turn(&lane(number), 0, 1);
        let ended = Some((turn.event.session_id, End::Left));
        store.commit(Commit { session: Session::idle().into(), ended, ..turn }).await.unwrap();
    }
    for number in ["1", "2"] {
        server.command(&format!("DEL ended:{{d1}}:{number}"));
        server.command(&format!("SET ended:{{d1}}:{number} x"));
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
    age(&server, "session:{d1}:1").await;
    let late = next_turn(&lane("1"), 1, 2, known.session, 2);
    assert!(matches!(store.commit(late).await, Err(StoreError::Conflict)));
    let found = store.lane(&lane("1")).await.unwrap();
    assert_eq!((found.version, &*found.session), (1, &Session::idle()));
}

#[tokio::test]
async fn what_an_earlier_version_has_set_is_due_and_what_a_later_one_has_is_passed_over() {
    let (server, store) = store().await;
    store.commit(first_turn(&lane("1"), 0, 1)).await.unwrap();
    assert_eq!(server.command("ZADD wakes:{d1} 1000 1 1000 1:later:still"), ":2");
    let due = Due { lane: lane("1"), ticket_id: None, at: Timestamp::from_second(1).unwrap() };
    assert_eq!(store.due(at(0), 10).await.unwrap(), [due]);
}

#[tokio::test]
async fn each_master_of_a_cluster_writes_its_file_anew() {
    let cluster = testbed::RedisCluster::start();
    let masters =
        || cluster.servers.iter().filter(|server| server.ask("INFO replication").contains("role:master"));
    let rewritten = || {
        let have =
            |server: &&RedisServer| server.ask("INFO commandstats").contains("cmdstat_bgrewriteaof:calls=1,");
        masters().filter(have).count()
    };
    let store = redis_store(&cluster.url(), Durability::Memory).await;
    store.forget_events(at(0)).await.unwrap();
    assert_eq!(rewritten(), 0, "none of them has such a file");
    masters().for_each(|server| assert_eq!(server.command("CONFIG SET appendonly yes"), "+OK"));
    store.forget_events(at(0)).await.unwrap();
    assert_eq!(rewritten(), 3);
    // It is not due again.
    store.forget_events(at(0)).await.unwrap();
    assert_eq!(rewritten(), 3);
}
