//! Tickets: what no conversation shows of them.

use crate::support::Lane;
use fsm::dialogue::{By, Input, Tap};
use fsm::machine::{Event, Said, Session};
use fsm::ticket::MessageBody;
use insta::assert_snapshot;

#[test]
fn a_revision_keeps_the_orders_id_and_number_and_replaces_the_one_before() {
    let mut lane = Lane::after("add coke; done");
    let mut created = Vec::new();
    for _ in 0..3 {
        let taken = lane.take(&Input::Tap { tap: Tap::Confirm, by: By::Customer });
        created.extend(taken.effects.iter().filter_map(|effect| match &effect.message()?.body {
            MessageBody::Created(ticket) => Some((**ticket).clone()),
            MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
        }));
        lane.talk("add fries; done");
    }
    let [first, second, third] = created.as_slice() else { panic!("three tickets") };
    assert_eq!((first.order_id, second.order_id), (second.order_id, third.order_id));
    assert_eq!([first.order_number, second.order_number, third.order_number], [42; 3]);
    assert_eq!([first.revision, second.revision, third.revision], [1, 2, 3]);
    assert_eq!((first.replaces, second.replaces), (None, Some(first.ticket_id)));
    assert_eq!(third.replaces, Some(second.ticket_id));
}

#[test]
fn a_question_asked_while_closing_leads_back_to_closing() {
    for word in ["never_mind", "done", "needs_time", "unclear"] {
        let lane = Lane::after(&format!("add coke; done\nyes\nnot_right\n{word}"));
        assert_eq!(lane.session.kind().as_str(), "closing", "{word}");
        assert!(lane.session.live_ticket().is_some(), "{word}");
    }
}

#[test]
fn a_restored_closing_session_does_not_emit_its_ticket_again() {
    let mut lane = Lane::after("add coke; done\nyes");
    let stored = serde_json::to_string(&lane.session).unwrap();
    lane.session = serde_json::from_str::<Session>(&stored).unwrap();
    let restored = lane.step(&Event::Silence(Said));
    assert!(restored.taken.is_ok());
    assert!(restored.effects.iter().all(|effect| effect.message().is_none()), "{:?}", restored.effects);
    assert_snapshot!(lane.talk("silence\nrepeat\nack"), @r"
    > silence
    G05 closing, ticket 1 pending
    > repeat
    D26 closing, ticket 1 pending
    > ack
    D54 closing, ticket 1 acknowledged
    ");
}

#[test]
fn every_state_reads_back_as_it_was_stored() {
    let scripts = [
        "",
        "add coke",
        "needs_time",
        "add sprite",
        "add coke; add fries\nclear",
        "add coke; done",
        "add coke; add fries; done\nclear",
        "add coke; done\nyes",
        "add coke; done\nyes\npayment",
        "left",
        "add 18000 water",
        "remove fries",
        "remove L7",
        "add no_such_thing",
        "add coke combo=no_such_combo",
        "menu off shake\nadd shake",
        "add hamburger +cheese -cheese",
        "hear chicken ambiguous grilled_chicken crispy_chicken",
        LINES,
    ];
    for script in scripts {
        let lane = Lane::after(script);
        let stored = serde_json::to_string(&lane.session).unwrap();
        assert_eq!(serde_json::from_str::<Session>(&stored).unwrap(), lane.session, "{script}");
    }
}

/// Two lines with cheeseburgers, and no telling which one is meant.
const LINES: &str = "add cheeseburger -pickle\nadd cheeseburger -onion\nadd coke\nremove cheeseburger";

/// The file has sessions of a time when what a question is about was stored as words.
#[test]
fn a_question_that_was_stored_as_words_is_answered_all_the_same() {
    let asked_and_answered = [
        ("menu off shake\nadd 2 shake +chocolate; add coke", "add malt +vanilla"),
        ("add 3 sundae; add coke\nmenu off sundae\noff sundae", "swap sundae for ice_cream"),
        ("add 18000 water", "add 2 water"),
        (LINES, "set L2"),
    ];
    let stored: Vec<&str> = include_str!("stored_sessions.jsonl").lines().collect();
    assert_eq!(stored.len(), asked_and_answered.len());
    for ((script, answer), stored) in asked_and_answered.into_iter().zip(stored) {
        let (mut lane, mut restored) = (Lane::after(script), Lane::after(script));
        restored.session = serde_json::from_str(stored).unwrap();
        let same = lane.talk(answer);
        assert_eq!(restored.talk(answer), same);
        let known =
            |session: &Session| (session.kind(), session.order().cloned(), session.question().cloned());
        assert_eq!(known(&restored.session), known(&lane.session), "{same}");
    }
}
