//! The outbox: promises of every store.

use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use lanes::store::{Commit, Delivery, OutboxEntry, Sending, Store, TicketNote};

use crate::samples::{
    actor, at, change, created, entry_of, first_turn, give_up_oldest, id, lane, note, settle, voided,
};

pub async fn messages_of_a_lane_wait_for_its_oldest(store: &dyn Store) {
    let first = Commit { outbox: vec![created(id(50)), voided(id(50))], ..first_turn(&lane("2"), 0, 1) };
    store.commit(first).await.unwrap();
    store.commit(Commit { outbox: vec![created(id(51))], ..first_turn(&lane("1"), 0, 2) }).await.unwrap();

    let heads = store.outbox(Timestamp::MAX, 10).await.unwrap();
    let messages: Vec<_> = heads.iter().map(|entry| entry.message.clone()).collect();
    assert_eq!(messages, [created(id(50)), created(id(51))]);
    settle(store, &heads[0], at(9), Delivery::Delivered).await.unwrap();

    let heads = store.outbox(Timestamp::MAX, 10).await.unwrap();
    let messages: Vec<_> = heads.iter().map(|entry| entry.message.clone()).collect();
    assert_eq!(messages, [voided(id(50)), created(id(51))]);
    let ticket = store.ticket(id(50)).await.unwrap().unwrap();
    assert_eq!(ticket.history, [note("delivered", Some("ticket.created"), 9)]);
}

pub async fn a_limit_gives_the_oldest_messages(store: &dyn Store) {
    for number in [3, 1, 2] {
        let outbox = vec![created(id(50 + number))];
        store.commit(Commit { outbox, ..first_turn(&lane(&number.to_string()), 0, number) }).await.unwrap();
    }
    let heads: Vec<_> = store.outbox(Timestamp::MAX, 2).await.unwrap();
    assert_eq!(heads.iter().map(|entry| entry.lane.clone()).collect::<Vec<_>>(), [lane("3"), lane("1")]);
    assert_eq!(store.outbox(Timestamp::MAX, 0).await.unwrap(), []);
    assert_eq!(store.outbox(Timestamp::MAX, usize::MAX).await.unwrap().len(), 3);
}

pub async fn a_message_that_is_not_due_is_found_on_its_lane_only(store: &dyn Store) {
    let commit = Commit { outbox: vec![created(id(50)), voided(id(50))], ..first_turn(&lane("1"), 0, 1) };
    store.commit(commit).await.unwrap();
    let entry = store.oldest_message(&lane("1")).await.unwrap().unwrap();
    assert_eq!(store.outbox(at(2), 10).await.unwrap(), std::slice::from_ref(&entry));
    let again = Delivery::Failed { next_attempt_at: at(60), reason: "down".to_owned() };
    settle(store, &entry, at(2), again).await.unwrap();
    assert_eq!(store.outbox(at(59), 10).await.unwrap(), []);
    let waiting = store.oldest_message(&lane("1")).await.unwrap().unwrap();
    assert_eq!((waiting.message.clone(), waiting.due_at()), (created(id(50)), at(60)));
    assert_eq!(store.outbox(at(60), 10).await.unwrap(), std::slice::from_ref(&waiting));

    let claimed = store.claim(&waiting, at(60), at(90)).await.unwrap().unwrap();
    assert_eq!(store.outbox(at(89), 10).await.unwrap(), []);
    assert_eq!(store.outbox(at(90), 10).await.unwrap(), [claimed]);
    assert_eq!(store.oldest_message(&lane("2")).await.unwrap(), None);
}

pub async fn a_failed_delivery_is_tried_again_later(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    let failed = Delivery::Failed { next_attempt_at: Timestamp::MAX, reason: "refused".to_owned() };
    settle(store, &entry, at(9), failed).await.unwrap();
    let again = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    assert_eq!((again.id, again.attempts, again.next_attempt_at), (entry.id, 1, Timestamp::MAX));
    assert_eq!(again.stored_at, entry.stored_at);
    let ticket = store.ticket(id(50)).await.unwrap().unwrap();
    assert_eq!(ticket.history, [note("failed", Some("ticket.created: refused"), 9)]);
}

pub async fn an_undeliverable_ticket_is_dead(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    give_up_oldest(store).await;
    let ticket = store.ticket(id(50)).await.unwrap().unwrap();
    assert_eq!(ticket.status, TicketStatus::Dead);
    assert_eq!(ticket.history, [note("dead", Some("ticket.created: a day"), 9)]);
    assert_eq!(store.outbox(Timestamp::MAX, 10).await.unwrap(), []);
}

pub async fn an_undeliverable_message_leaves_a_ticket_that_was_taken(store: &dyn Store) {
    let outbox = vec![created(id(50)), created(id(51)), voided(id(51))];
    store.commit(Commit { outbox, ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    store
        .change_ticket(TicketStatus::Pending, change(id(50), TicketStatus::Acknowledged, "acknowledged", 8))
        .await
        .unwrap();
    give_up_oldest(store).await;
    assert_eq!(store.ticket(id(50)).await.unwrap().unwrap().status, TicketStatus::Acknowledged);
    let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    settle(store, &entry, at(9), Delivery::Delivered).await.unwrap();
    give_up_oldest(store).await;
    assert_eq!(store.ticket(id(51)).await.unwrap().unwrap().status, TicketStatus::Pending);
}

pub async fn a_message_is_settled_once(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    settle(store, &entry, at(9), Delivery::Delivered).await.unwrap();
    let before = store.ticket(id(50)).await.unwrap();
    settle(store, &entry, at(10), Delivery::Delivered).await.unwrap();
    settle(store, &entry, at(10), Delivery::Dead { reason: "late".to_owned() }).await.unwrap();
    assert_eq!(store.ticket(id(50)).await.unwrap(), before);
}

pub async fn a_message_is_claimed_by_one_at_a_time(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    assert_eq!((entry.claims, entry.claimed_until), (0, None));
    let claimed = store.claim(&entry, at(1), at(30)).await.unwrap().unwrap();
    assert_eq!(claimed, OutboxEntry { claims: 1, claimed_until: Some(at(30)), ..entry.clone() });
    assert_eq!(store.outbox(Timestamp::MAX, 1).await.unwrap(), std::slice::from_ref(&claimed));
    assert_eq!(store.claim(&entry, at(2), at(31)).await.unwrap(), None);
    assert_eq!(store.claim(&claimed, at(29), at(60)).await.unwrap(), None);
    // Nothing was heard of it: another may try, and sees that it was claimed.
    let over = store.claim(&claimed, at(30), at(60)).await.unwrap().unwrap();
    assert_eq!((over.claims, over.attempts, over.claimed_until), (2, 0, Some(at(60))));

    let failed = Delivery::Failed { next_attempt_at: at(50), reason: "refused".to_owned() };
    store.settle(&over, at(40), failed).await.unwrap();
    let again = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    assert_eq!((again.claims, again.attempts, again.claimed_until), (2, 1, None));
    assert_eq!(store.claim(&again, at(49), at(80)).await.unwrap(), None);
    assert!(store.claim(&again, at(50), at(80)).await.unwrap().is_some());
}

pub async fn a_claim_that_was_taken_over_settles_nothing(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let entry = store.outbox(Timestamp::MAX, 1).await.unwrap().remove(0);
    let slow = store.claim(&entry, at(1), at(2)).await.unwrap().unwrap();
    let fast = store.claim(&slow, at(2), at(30)).await.unwrap().unwrap();
    store.settle(&slow, at(3), Delivery::Delivered).await.unwrap();
    assert_eq!(store.outbox(Timestamp::MAX, 1).await.unwrap(), std::slice::from_ref(&fast));
    assert_eq!(store.ticket(id(50)).await.unwrap().unwrap().history, []);
    store.settle(&fast, at(4), Delivery::Delivered).await.unwrap();
    assert_eq!(store.outbox(Timestamp::MAX, 1).await.unwrap(), []);
    assert_eq!(store.claim(&fast, at(40), at(80)).await.unwrap(), None);
}

pub async fn a_claim_holds_longer_while_it_is_renewed(store: &dyn Store) {
    store.commit(Commit { outbox: vec![created(id(50))], ..first_turn(&lane("1"), 0, 1) }).await.unwrap();
    let entry = store.oldest_message(&lane("1")).await.unwrap().unwrap();
    let slow = store.claim(&entry, at(1), at(5)).await.unwrap().unwrap();
    store.renew(&slow, at(9)).await.unwrap();
    assert_eq!(store.claim(&slow, at(6), at(20)).await.unwrap(), None);
    let renewed = store.oldest_message(&lane("1")).await.unwrap().unwrap();
    assert_eq!(renewed.due_at(), at(9));
    let fast = store.claim(&renewed, at(9), at(20)).await.unwrap().unwrap();
    store.renew(&slow, at(90)).await.unwrap();
    assert_eq!(store.oldest_message(&lane("1")).await.unwrap(), Some(fast.clone()));
    store.settle(&fast, at(10), Delivery::Delivered).await.unwrap();
    store.renew(&fast, at(90)).await.unwrap();
    assert_eq!(store.oldest_message(&lane("1")).await.unwrap(), None);
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
    assert_eq!(
        ticket.history,
        [before.history, vec![TicketNote { actor: Some(actor()), ..note("resent", None, 10) }]].concat()
    );
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

pub async fn what_is_not_known_changes_nothing(store: &dyn Store) {
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

/// A ticket's message once more.
fn again(ticket_id: uuid::Uuid, status_before: TicketStatus, seconds: u32) -> Sending {
    let note = TicketNote { actor: Some(actor()), ..note("resent", None, seconds) };
    Sending { status_before, status: TicketStatus::Pending, note, message: created(ticket_id) }
}
