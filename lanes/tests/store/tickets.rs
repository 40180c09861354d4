//! Tickets: promises of every store.

use fsm::ids::LaneKey;
use fsm::ticket::{Payment, TicketStatus};
use jiff::Timestamp;
use lanes::store::{Commit, Delivery, Sending, Store, StoreError, TicketChange, TicketNote};

use crate::samples::{
    actor, at, change, created, created_at, first_turn, give_up_oldest, id, lane, next_turn, note, session,
    settle, voided,
};

pub async fn changes_of_a_ticket_are_kept_in_order(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let acknowledged = TicketChange {
        pos_reference: Some("A-17".to_owned()),
        ..change(id(50), TicketStatus::Acknowledged, "acknowledged", 20)
    };
    let at_window = TicketChange {
        payment: Some(Payment::Window),
        ..change(id(50), TicketStatus::Acknowledged, "payment_problem", 10)
    };
    let said = TicketNote { actor: Some(actor()), ..note("payment_problem", None, 10) };
    let at_window = TicketChange { note: Some(said.clone()), ..at_window };
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
    assert_eq!((ticket.status, ticket.payment), (TicketStatus::Voided, Payment::Window));
    assert_eq!(ticket.pos_reference.as_deref(), Some("A-17"));
    assert_eq!(ticket.history, [note("acknowledged", None, 20), said]);
}

pub async fn what_the_pos_names_is_noted_once(store: &dyn Store) {
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
