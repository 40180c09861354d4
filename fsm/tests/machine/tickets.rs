//! From the yes to the POS: tickets, revisions, payment.

use crate::support::{Lane, talk};
use fsm::dialogue::{By, Input, Tap};
use fsm::machine::{Event, Said, Session};
use fsm::ticket::MessageBody;
use insta::assert_snapshot;

#[test]
fn a_confirmed_order_is_placed_when_the_pos_takes_its_ticket() {
    assert_snapshot!(talk("add coke; done\nyes\nyes; done\nack"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > yes; done
    D25 closing, ticket 1 pending
    > ack
    S19 idle, ticket 1 acknowledged, completed, order placed
    ");
}

#[test]
fn a_ticket_goes_on_when_its_car_leaves() {
    assert_snapshot!(talk("add coke; done\nyes\nleft"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > left
    G10 idle, ticket 1 pending, left, order frozen
    ");
    assert_snapshot!(talk("add coke; done\nyes\nnot_right\nleft"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > not_right
    D41 clarifying, what_is_wrong [L1], ticket 1 pending
    > left
    G10 idle, ticket 1 pending, left, order frozen
    ");
}

#[test]
fn a_change_before_the_acknowledgement_makes_a_new_revision() {
    assert_snapshot!(talk("add coke; done\nyes\nadd fries\ndone\nyes\nnot_right\nset coke :large\ndone\nyes\nack"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > add fries
    S20 S01 ordering, ticket 1 voided
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
      POS: voided 1, changed
    > done
    S03 confirming, ticket 1 voided
    > yes
    S15 closing, ticket 2 pending
      POS: created 2 again, no. 42: 5.18 + 0.43 = 5.61
    > not_right
    D41 clarifying, what_is_wrong [L1 L2], ticket 2 pending
    > set coke :large
    D36 ordering, ticket 2 voided
      L1 1 large Coke 2.79
      L2 1 medium Fries 2.89
      POS: voided 2, changed
    > done
    S03 confirming, ticket 2 voided
    > yes
    S15 closing, ticket 3 pending
      POS: created 3 again, no. 42: 5.68 + 0.47 = 6.15
    > ack
    S19 idle, ticket 3 acknowledged, completed, order placed
    ");
}

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
fn a_pending_ticket_is_not_voided_for_nothing() {
    assert_snapshot!(talk("add ice_cream; done\nyes\nset it +bacon\nadd lobster\nremove coke\nunclear\nnever_mind\nneeds_time"), @r"
    > add ice_cream; done
    S01 S03 confirming
      L1 1 Ice cream 2.49
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.49 + 0.21 = 2.70
    > set it +bacon
    D22 closing, ticket 1 pending
    > add lobster
    D22 closing, ticket 1 pending
    > remove coke
    D22 closing, ticket 1 pending
    > unclear
    D22 closing, ticket 1 pending
    > never_mind
    D25 closing, ticket 1 pending
    > needs_time
    D25 closing, ticket 1 pending
    ");
    assert_snapshot!(talk("add ice_cream; done\nyes\nnot_right\nset it +bacon"), @r"
    > add ice_cream; done
    S01 S03 confirming
      L1 1 Ice cream 2.49
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.49 + 0.21 = 2.70
    > not_right
    D41 clarifying, what_is_wrong [L1], ticket 1 pending
    > set it +bacon
    D37 closing, ticket 1 pending
    ");
    assert_snapshot!(talk("add ice_cream; done\nyes\nnot_right\nset it quantity=1"), @r"
    > add ice_cream; done
    S01 S03 confirming
      L1 1 Ice cream 2.49
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.49 + 0.21 = 2.70
    > not_right
    D41 clarifying, what_is_wrong [L1], ticket 1 pending
    > set it quantity=1
    D37 closing, ticket 1 pending
    ");
}

#[test]
fn a_big_change_to_a_confirmed_order_voids_its_ticket_only_after_a_yes() {
    assert_snapshot!(talk("add coke; add fries; done\nyes\nclear\nno\nclear\nyes"), @r"
    > add coke; add fries; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 5.18 + 0.43 = 5.61
    > clear
    D23 clarifying, confirm_change, proposal 0.00, ticket 1 pending
    > no
    D35 closing, ticket 1 pending
    > clear
    D23 clarifying, confirm_change, proposal 0.00, ticket 1 pending
    > yes
    D36 ordering, ticket 1 voided
      nothing
      POS: voided 1, changed
    ");
    assert_snapshot!(talk("add coke; add fries; done\nyes\nnot_right\nclear; add water\nyes\ndone\nyes"), @r"
    > add coke; add fries; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 5.18 + 0.43 = 5.61
    > not_right
    D41 clarifying, what_is_wrong [L1 L2], ticket 1 pending
    > clear; add water
    D16 clarifying, confirm_change, proposal 0.00, ticket 1 pending
    > yes
    D36 ordering, ticket 1 voided
      L3 1 Water 0.00
      POS: voided 1, changed
    > done
    S03 confirming, ticket 1 voided
    > yes
    S15 closing, ticket 2 pending
      POS: created 2 again, no. 42: 0.00 + 0.00 = 0.00
    ");
}

#[test]
fn a_refused_ticket_is_settled_with_the_customer_and_not_voided() {
    assert_snapshot!(talk("add coke; done\nyes\nreject\nset it :large\ndone\nyes"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > reject
    D24 clarifying, what_is_wrong [L1], ticket 1 rejected
    > set it :large
    S10 ordering, ticket 1 rejected
      L1 1 large Coke 2.79
    > done
    S03 confirming, ticket 1 rejected
    > yes
    S15 closing, ticket 2 pending
      POS: created 2 again, no. 42: 2.79 + 0.23 = 3.02
    ");
    assert_snapshot!(talk("add coke; done\nyes\nnot_right\nreject\ndone\nyes"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > not_right
    D41 clarifying, what_is_wrong [L1], ticket 1 pending
    > reject
    D48 clarifying, what_is_wrong [L1], ticket 1 rejected
    > done
    D13 confirming, ticket 1 rejected
    > yes
    S15 closing, ticket 2 pending
      POS: created 2 again, no. 42: 2.29 + 0.19 = 2.48
    ");
}

#[test]
fn a_payment_is_tried_again_once() {
    assert_snapshot!(talk("add coke; done\nyes\npayment\nyes\npayment\nack"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > payment
    S21 clarifying, payment_retry, ticket 1 pending
    > yes
    D15 closing, ticket 1 pending retry
      POS: payment retry
    > payment
    S22 closing, ticket 1 pending window
    > ack
    S19 idle, ticket 1 acknowledged window, completed, order placed
    ");
    assert_snapshot!(talk("add coke; done\nyes\npayment\nno\nack"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > payment
    S21 clarifying, payment_retry, ticket 1 pending
    > no
    D51 closing, ticket 1 pending window
    > ack
    S19 idle, ticket 1 acknowledged window, completed, order placed
    ");
    assert_snapshot!(talk("add coke; done\nyes\npayment\npayment"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > payment
    S21 clarifying, payment_retry, ticket 1 pending
    > payment
    D49 closing, ticket 1 pending window
    ");
    assert_snapshot!(talk("add coke; done\nyes\npayment\nack"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > payment
    S21 clarifying, payment_retry, ticket 1 pending
    > ack
    D38 idle, ticket 1 acknowledged, completed, order placed
    ");
    assert_snapshot!(talk("add coke; done\nyes\npayment\nadd fries\ndone\nyes\npayment"), @r"
    > add coke; done
    S01 S03 confirming
      L1 1 medium Coke 2.29
    > yes
    S15 closing, ticket 1 pending
      POS: created 1, no. 42: 2.29 + 0.19 = 2.48
    > payment
    S21 clarifying, payment_retry, ticket 1 pending
    > add fries
    D36 ordering, ticket 1 voided
      L1 1 medium Coke 2.29
      L2 1 medium Fries 2.89
      POS: voided 1, changed
    > done
    S03 confirming, ticket 1 voided
    > yes
    S15 closing, ticket 2 pending
      POS: created 2 again, no. 42: 5.18 + 0.43 = 5.61
    > payment
    S22 closing, ticket 2 pending window
    ");
}

#[test]
fn a_question_asked_while_closing_leads_back_to_closing() {
    for word in ["never_mind", "done", "needs_time", "unclear"] {
        let lane = Lane::after(&format!("add coke; done\nyes\nnot_right\n{word}"));
        assert_eq!(lane.session.kind().as_str(), "closing", "{word}");
        assert!(lane.session.pending_ticket().is_some(), "{word}");
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
    S19 idle, ticket 1 acknowledged, completed, order placed
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
        assert_eq!(restored.session, lane.session, "{same}");
    }
}
