//! What operators do with tickets: promises of every store.

use fsm::ids::LaneKey;
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use lanes::store::{Commit, Delivery, Sending, Store};

use crate::give_up_oldest;
use crate::samples::{at, change, created, created_at, first_turn, id, lane, note, settle, voided};

pub async fn tickets_are_listed_newest_first(store: &dyn Store) {
    let elsewhere = LaneKey::new("d0", "9").unwrap();
    // Made at these seconds; two at once go by id, and a lane's clock may be set back.
    let made = [
        (lane("1"), 50, 30),
        (lane("2"), 51, 10),
        (lane("1"), 52, 20),
        (lane("2"), 53, 20),
        (elsewhere, 54, 40),
    ];
    for (number, (lane, ticket, seconds)) in (0..).zip(&made) {
        let version = store.lane(lane).await.unwrap().version;
        let outbox = vec![created_at(id(*ticket), at(*seconds))];
        store.commit(Commit { outbox, ..first_turn(lane, version, number) }).await.unwrap();
    }
    // Half a second and a whole one, which are written with fewer digits.
    let early: Timestamp = "2026-11-21T12:00:09.5Z".parse().unwrap();
    let whole: Timestamp = "2026-11-21T12:00:10Z".parse().unwrap();
    let outbox = vec![created_at(id(55), whole), created_at(id(56), early)];
    store.commit(Commit { outbox, ..first_turn(&lane("3"), 0, 9) }).await.unwrap();
    store.change_ticket(TicketStatus::Pending, change(id(52), TicketStatus::Dead, "dead", 60)).await.unwrap();
    store.change_ticket(TicketStatus::Pending, change(id(56), TicketStatus::Dead, "dead", 60)).await.unwrap();

    let listed = async |drive_thru, status, limit| {
        let tickets = store.tickets(drive_thru, status, limit).await.unwrap();
        tickets.iter().map(|ticket| ticket.message.body.ticket_id()).collect::<Vec<_>>()
    };
    let (high, low) = (id(52).max(id(53)), id(52).min(id(53)));
    assert_eq!(listed("d1", None, 10).await, [id(50), high, low, id(51), id(55), id(56)]);
    assert_eq!(listed("d1", None, 2).await, [id(50), high]);
    assert!(listed("d1", None, 0).await.is_empty());
    assert_eq!(listed("d1", Some(TicketStatus::Dead), 10).await, [id(52), id(56)]);
    assert_eq!(listed("d1", Some(TicketStatus::Dead), 1).await, [id(52)]);
    assert!(listed("d1", Some(TicketStatus::Voided), 10).await.is_empty());
    assert_eq!(listed("d0", None, usize::MAX).await, [id(54)]);
    assert!(listed("d", None, 10).await.is_empty());
    let dead = store.tickets("d1", Some(TicketStatus::Dead), 1).await.unwrap();
    assert_eq!(dead.first(), store.ticket(id(52)).await.unwrap().as_ref());
}

pub async fn a_ticket_is_sent_again_once_nothing_about_it_waits(store: &dyn Store) {
    let outbox = vec![created(id(50)), created(id(51))];
    store.commit(Commit { outbox, ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    assert!(!store.send(again(id(50), TicketStatus::Pending, 8)).await.unwrap());
    give_up_oldest(store).await;
    let before = store.ticket(id(50)).await.unwrap().unwrap();
    assert!(store.send(again(id(50), TicketStatus::Dead, 10)).await.unwrap());
    let ticket = store.ticket(id(50)).await.unwrap().unwrap();
    assert_eq!(
        (ticket.status, ticket.payment, &ticket.lane),
        (TicketStatus::Pending, before.payment, &before.lane)
    );
    assert_eq!(ticket.history, [before.history, vec![note("resent", None, 10)]].concat());
    assert!(!store.send(again(id(50), TicketStatus::Pending, 11)).await.unwrap());
    assert_eq!(store.ticket(id(50)).await.unwrap(), Some(ticket));

    // It waits behind what was there, as a message that was never tried.
    let other = store.outbox(Timestamp::MAX, 10).await.unwrap().remove(0);
    assert_eq!(other.message, created(id(51)));
    settle(store, &other, at(12), Delivery::Delivered).await.unwrap();
    let entry = store.outbox(Timestamp::MAX, 10).await.unwrap().remove(0);
    assert_eq!((&entry.message, entry.stored_at, entry.attempts), (&created(id(50)), at(10), 0));
    settle(store, &entry, at(13), Delivery::Delivered).await.unwrap();
    // Delivered, and nothing was heard of it since.
    assert!(store.send(again(id(50), TicketStatus::Pending, 14)).await.unwrap());
    assert_eq!(store.outbox(Timestamp::MAX, 10).await.unwrap().len(), 1);
}

pub async fn a_ticket_that_has_changed_is_not_sent_again(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    give_up_oldest(store).await;
    store
        .change_ticket(TicketStatus::Dead, change(id(50), TicketStatus::Acknowledged, "acknowledged", 10))
        .await
        .unwrap();
    let before = store.ticket(id(50)).await.unwrap();
    assert!(!store.send(again(id(50), TicketStatus::Dead, 11)).await.unwrap());
    assert!(!store.send(again(id(51), TicketStatus::Dead, 11)).await.unwrap());
    assert_eq!(store.ticket(id(50)).await.unwrap(), before);
    assert_eq!(store.ticket(id(51)).await.unwrap(), None);
    assert_eq!(store.outbox(Timestamp::MAX, 10).await.unwrap(), []);
}

pub async fn a_void_is_sent_after_what_waits(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let void = Sending {
        status_before: TicketStatus::Pending,
        status: TicketStatus::Voided,
        note: note("voided", Some("a test"), 10),
        message: voided(id(50)),
    };
    assert!(store.send(void.clone()).await.unwrap());
    assert!(!store.send(void).await.unwrap());
    let ticket = store.ticket(id(50)).await.unwrap().unwrap();
    assert_eq!((ticket.status, ticket.message), (TicketStatus::Voided, created(id(50))));
    assert_eq!(ticket.history, [note("voided", Some("a test"), 10)]);
    for message in [created(id(50)), voided(id(50))] {
        let entry = store.outbox(Timestamp::MAX, 10).await.unwrap().remove(0);
        assert_eq!(entry.message, message);
        settle(store, &entry, at(12), Delivery::Delivered).await.unwrap();
    }
    assert_eq!(store.outbox(Timestamp::MAX, 10).await.unwrap(), []);
}

pub async fn a_void_that_was_given_up_is_listed_with_the_dead(store: &dyn Store) {
    let outbox = (50..54).map(|ticket| created_at(id(ticket), at(ticket))).collect();
    store.commit(Commit { outbox, ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    for _ in 0..4 {
        let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
        settle(store, &entry, at(60), Delivery::Delivered).await.unwrap();
    }
    let listed = async |limit| {
        let dead = store.tickets("d1", Some(TicketStatus::Dead), limit).await.unwrap();
        dead.iter().map(|ticket| ticket.message.body.ticket_id()).collect::<Vec<_>>()
    };
    let dead = change(id(50), TicketStatus::Dead, "dead", 61);
    store.change_ticket(TicketStatus::Pending, dead).await.unwrap();
    let void = |ticket, status_before, note| Sending {
        status_before,
        status: TicketStatus::Voided,
        note,
        message: voided(id(ticket)),
    };
    // One whose void is given up, one whose void comes through, and one that still waits to be void.
    for ticket in [51, 52] {
        let operator = note("voided", Some("a test"), 62);
        assert!(store.send(void(ticket, TicketStatus::Pending, operator)).await.unwrap());
    }
    assert_eq!(listed(10).await, [id(50)]);
    give_up_oldest(store).await;
    let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    settle(store, &entry, at(63), Delivery::Delivered).await.unwrap();
    assert_eq!(listed(10).await, [id(51), id(50)]);
    assert_eq!(listed(1).await, [id(51)]);
    assert_eq!(store.ticket(id(51)).await.unwrap().unwrap().status, TicketStatus::Voided);
    assert_eq!(store.tickets("d1", Some(TicketStatus::Voided), 10).await.unwrap().len(), 2);

    let again = note("resent", Some("ticket.voided"), 64);
    assert!(store.send(void(51, TicketStatus::Voided, again)).await.unwrap());
    assert_eq!(listed(10).await, [id(50)]);
    give_up_oldest(store).await;
    assert_eq!(listed(10).await, [id(51), id(50)]);
}

/// A ticket's message once more.
fn again(ticket_id: uuid::Uuid, status_before: TicketStatus, seconds: u32) -> Sending {
    let note = note("resent", None, seconds);
    Sending { status_before, status: TicketStatus::Pending, note, message: created(ticket_id) }
}
