//! The feed: promises of every store, and what each does beyond them.

use std::time::Duration;

use fsm::ids::LaneKey;
use fsm::machine::End;
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use lanes::store::{
    Commit, Delivery, Durability, FEED_ENTRIES_KEPT, FeedEntry, FeedId, FeedItem, FeedStore as _,
    MemoryStore, Sending, SqliteStore, Store, TurnStore as _,
};

use crate::redis_store;
use crate::samples::{at, audit, change, created, first_turn, id, lane, next_turn, note, session, settle};

/// Reads so many entries, which are there at once: each is stored with what it tells of.
async fn read(store: &dyn Store, after: FeedId, count: usize) -> Vec<FeedEntry> {
    let entries = store.feed("d1", after, count).await.unwrap();
    assert_eq!(entries.len(), count, "{entries:?}");
    assert!(entries.is_sorted_by_key(|entry| entry.id), "{entries:?}");
    entries
}

/// An entry in short.
fn short(entry: &FeedEntry) -> String {
    match &entry.item {
        FeedItem::Turn(record) => format!("{}: turn {}", entry.lane.lane(), record.seq),
        FeedItem::Ticket(ticket) if *ticket == id(50) => format!("{}: ticket", entry.lane.lane()),
        FeedItem::Ticket(_) => format!("{}: other ticket", entry.lane.lane()),
        FeedItem::Gap => format!("{}: gap", entry.lane.lane()),
    }
}

fn all_short(entries: &[FeedEntry]) -> Vec<String> {
    entries.iter().map(short).collect()
}

pub async fn a_feed_tells_of_each_turn_once_and_in_order(store: &dyn Store) {
    assert_eq!(store.feed_end("d1").await.unwrap(), FeedId::START);
    assert_eq!(store.feed("d1", FeedId::START, 10).await.unwrap(), []);
    let opened = first_turn(&lane("1"), 0, 1);
    store.commit(opened.clone()).await.unwrap();
    read(store, FeedId::START, 1).await;
    store.commit(first_turn(&lane("2"), 0, 2)).await.unwrap();
    read(store, FeedId::START, 2).await;
    // One commit can end a session and open the next.
    let mut next = first_turn(&lane("1"), 1, 3);
    next.audit.insert(0, audit(opened.event.session_id, 2, 3));
    next.ended = Some((opened.event.session_id, End::Left));
    store.commit(next.clone()).await.unwrap();
    // What is refused is not told of.
    assert!(store.commit(first_turn(&lane("1"), 1, 4)).await.is_err());
    assert!(store.commit(next.clone()).await.is_err());

    let entries = read(store, FeedId::START, 4).await;
    assert_eq!(all_short(&entries), ["1: turn 1", "2: turn 1", "1: turn 2", "1: turn 1"]);
    assert_eq!(entries[0].item, FeedItem::Turn(Box::new(opened.audit[0].clone())));
    assert_eq!(entries[3].item, FeedItem::Turn(Box::new(next.audit[1].clone())));
    assert_eq!(store.feed_end("d1").await.unwrap(), entries[3].id);
    assert_eq!(store.feed("d1", entries[3].id, 10).await.unwrap(), []);
    assert_eq!(store.feed("d1", entries[0].id, 2).await.unwrap(), entries[1..3]);
}

pub async fn a_feed_tells_of_tickets_that_are_new_or_change(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let told = read(store, FeedId::START, 2).await;
    assert_eq!(all_short(&told), ["1: turn 1", "1: ticket"]);
    let mut end = told[1].id;
    let message = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    settle(store, &message, at(8), Delivery::Delivered).await.unwrap();
    let mut told_of = async |what: &str| {
        let entries = read(store, end, 1).await;
        assert_eq!(all_short(&entries), [what]);
        end = entries[0].id;
    };
    told_of("1: ticket").await;
    let again = Sending {
        status_before: TicketStatus::Pending,
        status: TicketStatus::Pending,
        note: note("resent", None, 9),
        message: created(id(50)),
    };
    assert!(store.send(again.clone()).await.unwrap());
    told_of("1: ticket").await;
    assert!(!store.send(again).await.unwrap());
    let rejected = change(id(50), TicketStatus::Rejected, "rejected", 10);
    store.change_ticket(TicketStatus::Pending, rejected).await.unwrap();
    told_of("1: ticket").await;
    let voided = change(id(50), TicketStatus::Voided, "voided", 11);
    let turn = next_turn(&lane("1"), 1, 2, session(&lane("1"), id(1)), 2);
    store.commit(Commit { tickets: vec![voided], ..turn }).await.unwrap();
    told_of("1: turn 2").await;
    told_of("1: ticket").await;
    assert_eq!(store.feed("d1", end, 10).await.unwrap(), []);
}

pub async fn drive_thrus_have_feeds_of_their_own(store: &dyn Store) {
    let elsewhere = LaneKey::new("d0", "1").unwrap();
    store.commit(first_turn(&elsewhere, 0, 1)).await.unwrap();
    store.commit(first_turn(&lane("1"), 0, 2)).await.unwrap();
    let here = read(store, FeedId::START, 1).await;
    assert_eq!(here[0].lane, lane("1"));
    let there = store.feed_grown("d0", FeedId::START, 10).await.unwrap();
    assert_eq!(there.iter().map(|entry| &entry.lane).collect::<Vec<_>>(), [&elsewhere]);
    assert_eq!(store.feed_place(&elsewhere, id(9), 1).await.unwrap(), None);
    assert_eq!(store.feed_end("d").await.unwrap(), FeedId::START);
}

pub async fn a_reader_goes_on_where_it_was(store: &dyn Store) {
    let opened = first_turn(&lane("1"), 0, 1);
    let session_id = opened.event.session_id;
    store.commit(opened.clone()).await.unwrap();
    for number in 2..=5 {
        read(store, FeedId::START, number as usize - 1).await;
        let turn = next_turn(&lane("1"), u64::from(number) - 1, number, opened.session.clone(), number);
        store.commit(turn).await.unwrap();
    }
    let entries = read(store, FeedId::START, 5).await;
    for (entry, turn) in entries.iter().zip(1..) {
        let place = store.feed_place(&lane("1"), session_id, turn).await.unwrap();
        assert_eq!(place, Some(entry.id));
        assert!(store.feed_reaches("d1", entry.id).await.unwrap());
        let before = store.feed("d1", entry.id.before(), 1).await.unwrap();
        assert_eq!(before, std::slice::from_ref(entry));
        assert_eq!(entry.id.to_string().parse::<FeedId>().unwrap(), entry.id);
    }
    assert!(store.feed_reaches("d1", FeedId::START).await.unwrap());
    for (lane, session_id, turn) in
        [(lane("1"), session_id, 6), (lane("2"), session_id, 1), (lane("1"), id(7), 1)]
    {
        assert_eq!(store.feed_place(&lane, session_id, turn).await.unwrap(), None);
    }
    let never: FeedId = "99999999999999-7".parse().unwrap();
    assert!(!store.feed_reaches("d1", never).await.unwrap());
}

pub async fn those_who_wait_for_a_feed_are_told(store: &dyn Store) {
    let opened = first_turn(&lane("1"), 0, 1);
    let all = async {
        let mut last = FeedId::START;
        for number in 1..=10 {
            let waiting = async {
                loop {
                    let told = store.feed_grown("d1", last, 1).await.unwrap();
                    if !told.is_empty() {
                        break told;
                    }
                }
            };
            let commit = async {
                // By then it waits, or it finds the turn at once: it must not wait for ever in either case.
                tokio::task::yield_now().await;
                let turn = match number {
                    1 => opened.clone(),
                    _ => next_turn(&lane("1"), u64::from(number) - 1, number, opened.session.clone(), number),
                };
                store.commit(turn).await.unwrap();
            };
            let (told, ()) = tokio::join!(waiting, commit);
            assert_eq!(all_short(&told), [format!("1: turn {number}")]);
            last = told[0].id;
        }
    };
    // A store that did not tell, and looked again by itself every 2 s, would take longer.
    tokio::time::timeout(Duration::from_secs(15), all).await.unwrap();
}

#[tokio::test]
async fn memory_keeps_the_newest_entries_only() {
    let store = MemoryStore::default();
    let opened = first_turn(&lane("1"), 0, 1);
    store.commit(opened.clone()).await.unwrap();
    for number in 2..=u32::try_from(FEED_ENTRIES_KEPT).unwrap() + 1 {
        let turn = next_turn(&lane("1"), u64::from(number) - 1, number, opened.session.clone(), number);
        store.commit(turn).await.unwrap();
    }
    // The first is forgotten: nothing is missing behind it, but before it.
    assert!(!store.feed_reaches("d1", FeedId::START).await.unwrap());
    let first = store.feed("d1", FeedId::START, 1).await.unwrap().remove(0);
    assert_eq!(short(&first), "1: turn 2");
    assert_eq!(store.feed_place(&lane("1"), opened.event.session_id, 1).await.unwrap(), None);
}

#[tokio::test]
async fn sqlite_forgets_tickets_before_the_newest_entries_and_keeps_turns() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("carhop.db");
    let store = SqliteStore::open(&path).unwrap();
    let turn = first_turn(&lane("1"), 0, 1);
    let session_id = turn.event.session_id;
    store.commit(turn).await.unwrap();
    let many = rusqlite::Connection::open(&path).unwrap();
    let sql = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
               INSERT INTO feed (drive_thru, lane, ticket_id) SELECT 'd1', '1', ? FROM n";
    let place = store.feed_end("d1").await.unwrap();
    many.execute(sql, (FEED_ENTRIES_KEPT - 1, id(50))).unwrap();
    assert!(store.feed_reaches("d1", place).await.unwrap());
    assert_eq!(store.feed_place(&lane("1"), session_id, 1).await.unwrap(), Some(place));
    many.execute(sql, (2, id(50))).unwrap();
    let end = store.feed_end("d1").await.unwrap();
    for _ in 0..2 {
        assert!(!store.feed_reaches("d1", FeedId::START).await.unwrap());
        // A ticket after it is forgotten, or may be.
        assert!(!store.feed_reaches("d1", place).await.unwrap());
        assert_eq!(store.feed_place(&lane("1"), session_id, 1).await.unwrap(), None);
        store.forget_events(Timestamp::UNIX_EPOCH).await.unwrap();
    }
    let kept = store.feed("d1", place, usize::MAX).await.unwrap();
    assert_eq!(kept.len(), FEED_ENTRIES_KEPT);
    assert_eq!(store.feed_end("d1").await.unwrap(), end);
    assert!(store.feed_reaches("d1", end).await.unwrap());
    assert_eq!(store.audit(session_id).await.unwrap().unwrap().entries.len(), 1);
}

#[tokio::test]
async fn two_processes_do_not_turn_the_order_of_a_lane_around() {
    let server = testbed::RedisServer::start(&[]);
    let one = redis_store(&server.url(), Durability::Memory).await;
    let other = redis_store(&server.url(), Durability::Memory).await;
    let opened = first_turn(&lane("1"), 0, 1);
    one.commit(opened.clone()).await.unwrap();
    let turns: u32 = 30;
    for number in 2..=turns {
        let store = if number % 2 == 0 { &other } else { &one };
        let turn = next_turn(&lane("1"), u64::from(number) - 1, number, opened.session.clone(), number);
        store.commit(turn).await.unwrap();
    }
    let told = one.feed("d1", FeedId::START, 100).await.unwrap();
    let expected: Vec<String> = (1..=turns).map(|turn| format!("1: turn {turn}")).collect();
    assert_eq!(all_short(&told), expected);
}

#[tokio::test]
async fn a_place_in_one_sqlite_file_is_none_in_another() {
    let mut places = Vec::new();
    for _ in 0..2 {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("carhop.db")).unwrap();
        store.commit(first_turn(&lane("1"), 0, 1)).await.unwrap();
        places.push((store.feed_end("d1").await.unwrap(), store, folder));
        // Files of one millisecond are not told apart.
        let now = Timestamp::now().as_millisecond();
        while Timestamp::now().as_millisecond() == now {
            tokio::task::yield_now().await;
        }
    }
    let [(one, first, _), (other, second, _)] = &places[..] else { panic!() };
    assert!(first.feed_reaches("d1", *one).await.unwrap());
    assert!(!second.feed_reaches("d1", *one).await.unwrap());
    assert!(!first.feed_reaches("d1", *other).await.unwrap());
}
