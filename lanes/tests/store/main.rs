//! What a store promises, asked of each store.

mod emitters;
mod feed;
mod kept;
mod menus;
mod model;
mod outbox;
mod samples;
mod sqlite;
mod tickets;

use std::time::Duration;

use fsm::ids::LaneKey;
use fsm::machine::{End, Session};
use fsm::ticket::{Payment, TicketStatus};
use jiff::Timestamp;
use lanes::store::{
    AuditLog, Commit, Delivery, Durability, LaneRecord, MemoryStore, RedisSettings, RedisStore, SqliteStore,
    Store, StoreError, TicketChange, TicketNote,
};

use self::feed::{
    a_feed_tells_of_each_turn_once_and_in_order, a_feed_tells_of_tickets_that_are_new_or_change,
    a_reader_goes_on_where_it_was, drive_thrus_have_feeds_of_their_own, those_who_wait_for_a_feed_are_told,
};
use self::menus::{
    a_menu_is_replaced_if_it_is_the_expected_one, a_new_menu_forgets_what_was_taken_off,
    menus_are_judged_by_what_is_stored, of_changes_at_once_none_is_lost,
};
use self::outbox::{
    a_claim_holds_longer_while_it_is_renewed, a_claim_that_was_taken_over_settles_nothing,
    a_failed_delivery_is_tried_again_later, a_limit_gives_the_oldest_messages,
    a_message_is_claimed_by_one_at_a_time, a_message_is_settled_once,
    a_message_that_is_not_due_is_found_on_its_lane_only, a_wakeup_reaches_a_process_if_there_are_several,
    an_undeliverable_message_leaves_a_ticket_that_was_taken, an_undeliverable_ticket_is_dead,
    messages_of_a_lane_wait_for_its_oldest,
};
use self::samples::{
    at, audit, change, created, entry_of, first_turn, id, lane, next_turn, note, session, settle, voided,
};
use self::tickets::{
    a_ticket_is_sent_again_once_nothing_about_it_waits, a_ticket_that_has_changed_is_not_sent_again,
    a_void_is_sent_after_what_waits, a_void_that_was_given_up_is_listed_with_the_dead,
    tickets_are_listed_newest_first,
};

/// A store that promises as much as that.
async fn redis_store(url: &str, durability: Durability) -> RedisStore {
    let audit_kept = Duration::from_hours(1);
    RedisStore::open(url, RedisSettings { durability, audit_kept, audit_turns_max: 1000 }).await.unwrap()
}

macro_rules! promises {
    ($($promise:ident)*) => {
        mod memory {
            $(#[tokio::test]
            async fn $promise() {
                super::$promise(&super::MemoryStore::default()).await;
            })*
        }

        mod in_sqlite {
            $(#[tokio::test]
            async fn $promise() {
                let folder = tempfile::tempdir().unwrap();
                let store = super::SqliteStore::open(&folder.path().join("carhop.db")).unwrap();
                super::$promise(&store).await;
            })*
        }

        mod in_redis {
            $(#[tokio::test]
            async fn $promise() {
                let server = testbed::RedisServer::start(&[]);
                let store = crate::redis_store(&server.url(), lanes::store::Durability::Memory).await;
                super::$promise(&store).await;
            })*
        }

        #[tokio::test]
        async fn a_cluster_promises_the_same() {
            let cluster = testbed::RedisCluster::start();
            $(
                cluster.clear();
                $promise(&redis_store(&cluster.url(), Durability::Memory).await).await;
            )*
        }

        #[tokio::test]
        async fn a_master_behind_sentinels_promises_the_same() {
            let sentinels = testbed::RedisSentinels::start();
            $(
                sentinels.clear();
                $promise(&redis_store(&sentinels.url(), Durability::Replicated { replicas: 2 }).await).await;
            )*
        }
    };
}

promises! {
    a_lane_that_was_never_used_is_idle_at_version_0
    a_commit_is_read_back_whole
    a_commit_on_another_version_leaves_nothing_behind
    a_version_without_a_lane_is_a_conflict
    a_turn_of_the_same_version_is_told_apart_where_turns_may_be_lost
    an_event_id_is_taken_once_on_its_lane
    a_turn_is_taken_once_in_its_session
    a_ticket_is_created_once
    an_idle_lane_keeps_its_version_and_number
    one_commit_can_end_a_session_and_open_the_next
    lanes_are_listed_by_drive_thru
    turns_are_found_by_session_and_number
    messages_of_a_lane_wait_for_its_oldest
    a_limit_gives_the_oldest_messages
    a_message_that_is_not_due_is_found_on_its_lane_only
    a_wakeup_reaches_a_process_if_there_are_several
    a_failed_delivery_is_tried_again_later
    an_undeliverable_ticket_is_dead
    an_undeliverable_message_leaves_a_ticket_that_was_taken
    a_message_is_settled_once
    a_message_is_claimed_by_one_at_a_time
    a_claim_that_was_taken_over_settles_nothing
    a_claim_holds_longer_while_it_is_renewed
    changes_of_a_ticket_are_kept_in_order
    what_the_pos_names_is_noted_once
    tickets_are_listed_newest_first
    a_ticket_is_sent_again_once_nothing_about_it_waits
    a_ticket_that_has_changed_is_not_sent_again
    a_void_is_sent_after_what_waits
    a_void_that_was_given_up_is_listed_with_the_dead
    what_is_not_known_changes_nothing
    event_ids_are_forgotten_with_their_session
    a_new_menu_forgets_what_was_taken_off
    a_menu_is_replaced_if_it_is_the_expected_one
    menus_are_judged_by_what_is_stored
    of_changes_at_once_none_is_lost
    a_feed_tells_of_each_turn_once_and_in_order
    a_feed_tells_of_tickets_that_are_new_or_change
    drive_thrus_have_feeds_of_their_own
    a_reader_goes_on_where_it_was
    those_who_wait_for_a_feed_are_told
    a_probe_commits
}

async fn a_lane_that_was_never_used_is_idle_at_version_0(store: &dyn Store) {
    assert_eq!(store.lane(&lane("1")).await.unwrap(), LaneRecord::default());
    assert_eq!(store.event(&lane("1"), id(1)).await.unwrap(), None);
    assert_eq!(store.audit(id(1)).await.unwrap(), None);
    assert_eq!(store.turn(id(1), 1).await.unwrap(), None);
    assert_eq!(store.ticket(id(1)).await.unwrap(), None);
    assert_eq!(store.outbox(Timestamp::MAX, 10).await.unwrap(), []);
}

async fn a_commit_is_read_back_whole(store: &dyn Store) {
    let commit = Commit { outbox: vec![created(id(50)), voided(id(50))], ..first_turn(&lane("1"), 0, 1) };
    store.commit(commit.clone()).await.unwrap();

    let record = store.lane(&lane("1")).await.unwrap();
    let turn = commit.audit[0].turn.clone();
    let Commit { session, order_numbers, .. } = commit.clone();
    assert_eq!(record, LaneRecord { version: 1, stamp: None, session, order_numbers, last_turn: Some(turn) });
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

async fn a_commit_on_another_version_leaves_nothing_behind(store: &dyn Store) {
    store.commit(first_turn(&lane("1"), 0, 1)).await.unwrap();
    let before = store.lane(&lane("1")).await.unwrap();
    for expected_version in [0, 2, 7] {
        refuses(store, everything(&lane("1"), expected_version, 2)).await;
        assert_eq!(store.lane(&lane("1")).await.unwrap(), before);
    }
}

async fn a_version_without_a_lane_is_a_conflict(store: &dyn Store) {
    refuses(store, everything(&lane("1"), 1, 1)).await;
    assert_eq!(store.lanes("d1").await.unwrap(), []);
}

async fn an_event_id_is_taken_once_on_its_lane(store: &dyn Store) {
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

async fn a_turn_is_taken_once_in_its_session(store: &dyn Store) {
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

async fn a_ticket_is_created_once(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let again = Commit { outbox: vec![created(id(50))], ..first_turn(&lane("2"), 0, 2) };
    assert!(matches!(store.commit(again).await, Err(StoreError::Conflict)));
    let twice = Commit { outbox: vec![created(id(51)), created(id(51))], ..first_turn(&lane("2"), 0, 2) };
    assert!(matches!(store.commit(twice).await, Err(StoreError::Conflict)));
    assert_eq!(store.outbox(Timestamp::MAX, 10).await.unwrap().len(), 1);
}

async fn an_idle_lane_keeps_its_version_and_number(store: &dyn Store) {
    let opened = first_turn(&lane("1"), 0, 1);
    let session_id = opened.event.session_id;
    store.commit(opened.clone()).await.unwrap();
    let last = next_turn(&lane("1"), 1, 2, opened.session, 2);
    let last = Commit { session: Session::idle(), ended: Some((session_id, End::Abandoned)), ..last };
    store.commit(last.clone()).await.unwrap();

    let record = store.lane(&lane("1")).await.unwrap();
    assert_eq!((record.version, record.session, record.last_turn), (2, Session::idle(), None));
    assert_eq!(record.order_numbers, last.order_numbers);
    assert_eq!(store.active_lanes().await.unwrap(), []);
    let log = store.audit(session_id).await.unwrap().unwrap();
    assert_eq!((log.end, log.entries.len()), (Some(End::Abandoned), 2));
}

async fn one_commit_can_end_a_session_and_open_the_next(store: &dyn Store) {
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

async fn lanes_are_listed_by_drive_thru(store: &dyn Store) {
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

async fn turns_are_found_by_session_and_number(store: &dyn Store) {
    let opened = first_turn(&lane("1"), 0, 1);
    let session_id = opened.event.session_id;
    store.commit(opened.clone()).await.unwrap();
    let mut turns = vec![opened.audit[0].turn.clone()];
    for number in 2..=12 {
        let next = next_turn(&lane("1"), u64::from(number) - 1, number, opened.session.clone(), number);
        turns.push(next.audit[0].turn.clone());
        store.commit(next).await.unwrap();
    }
    assert_eq!(store.turn(session_id, 12).await.unwrap().as_ref(), turns.last());
    assert_eq!(store.turn(session_id, 13).await.unwrap(), None);
    assert_eq!(store.turns_between(session_id, 0, 13).await.unwrap(), turns);
    assert_eq!(store.turns_between(session_id, 8, 11).await.unwrap(), turns[8..10]);
    assert_eq!(store.turns_between(session_id, 11, 12).await.unwrap(), [] as [&str; 0]);
    assert_eq!(store.turns_between(session_id, 12, 3).await.unwrap(), [] as [&str; 0]);
    assert_eq!(store.lane(&lane("1")).await.unwrap().last_turn.as_ref(), turns.last());
}

async fn a_turn_of_the_same_version_is_told_apart_where_turns_may_be_lost(store: &dyn Store) {
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

async fn changes_of_a_ticket_are_kept_in_order(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let acknowledged = TicketChange {
        pos_reference: Some("A-17".to_owned()),
        ..change(id(50), TicketStatus::Acknowledged, "acknowledged", 20)
    };
    let at_window = TicketChange {
        payment: Payment::Window,
        ..change(id(50), TicketStatus::Acknowledged, "payment_problem", 10)
    };
    let tickets = vec![acknowledged, at_window];
    store
        .commit(Commit { tickets, ..next_turn(&lane("1"), 1, 2, session(&lane("1"), id(1)), 2) })
        .await
        .unwrap();
    let silent = TicketChange { note: None, ..change(id(50), TicketStatus::Voided, "", 30) };
    store.change_ticket(TicketStatus::Acknowledged, silent).await.unwrap();
    let late = change(id(50), TicketStatus::Acknowledged, "acknowledged", 31);
    let late = store.change_ticket(TicketStatus::Pending, late).await;
    assert!(matches!(late, Err(StoreError::Conflict)), "{late:?}");

    let ticket = store.ticket(id(50)).await.unwrap().unwrap();
    assert_eq!((ticket.status, ticket.payment), (TicketStatus::Voided, Payment::None));
    assert_eq!(ticket.pos_reference.as_deref(), Some("A-17"));
    assert_eq!(ticket.history, [note("acknowledged", None, 20), note("payment_problem", None, 10)]);
}

async fn what_the_pos_names_is_noted_once(store: &dyn Store) {
    let opened = Commit { outbox: vec![created(id(50)), created(id(51))], ..first_turn(&lane("1"), 0, 1) };
    store.commit(opened).await.unwrap();
    let named = |ticket, problem, seconds| TicketChange {
        note: Some(TicketNote { id: Some(id(problem)), ..note("payment_problem", None, seconds) }),
        ..change(id(ticket), TicketStatus::Pending, "", 0)
    };
    let turn = |number, tickets| {
        let turn = next_turn(&lane("1"), 1, number, session(&lane("1"), id(1)), 2);
        Commit { tickets, ..turn }
    };
    store.change_ticket(TicketStatus::Pending, named(50, 7, 10)).await.unwrap();
    for (ticket, problem, is_noted) in [(50, 7, true), (50, 8, false), (51, 7, false)] {
        let ticket = store.ticket(id(ticket)).await.unwrap().unwrap();
        assert_eq!(ticket.has_note(id(problem)), is_noted);
    }

    let again = store.change_ticket(TicketStatus::Pending, named(50, 7, 11)).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    let again = store.commit(turn(2, vec![named(51, 9, 11), named(50, 7, 11)])).await;
    assert!(matches!(again, Err(StoreError::Conflict)), "{again:?}");
    assert_eq!(store.ticket(id(51)).await.unwrap().unwrap().history, []);
    store.commit(turn(3, vec![named(51, 7, 12), named(50, 8, 12)])).await.unwrap();
    let ticket = store.ticket(id(50)).await.unwrap().unwrap();
    let noted: Vec<_> = ticket.history.iter().map(|note| (note.at, note.id)).collect();
    assert_eq!(noted, [(at(10), Some(id(7))), (at(12), Some(id(8)))]);
}

async fn what_is_not_known_changes_nothing(store: &dyn Store) {
    store
        .change_ticket(TicketStatus::Pending, change(id(50), TicketStatus::Voided, "rejected", 1))
        .await
        .unwrap_err();
    store.settle(&entry_of(id(50)), at(1), Delivery::Delivered).await.unwrap();
    assert_eq!(store.claim(&entry_of(id(50)), at(1), at(2)).await.unwrap(), None);
    assert_eq!(store.ticket(id(50)).await.unwrap(), None);
    let tickets = vec![change(id(50), TicketStatus::Voided, "rejected", 1)];
    store.commit(Commit { tickets, ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    assert_eq!(store.ticket(id(50)).await.unwrap(), None);
}

async fn event_ids_are_forgotten_with_their_session(store: &dyn Store) {
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

async fn a_probe_commits(store: &dyn Store) {
    store.probe().await.unwrap();
    store.probe().await.unwrap();
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

/// Gives up the message that has waited longest.
pub async fn give_up_oldest(store: &dyn Store) {
    let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    settle(store, &entry, at(9), Delivery::Dead { reason: "a day".to_owned() }).await.unwrap();
}
