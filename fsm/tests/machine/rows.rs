//! The table: every row is taken, every pair of state and event that has none is refused.

use std::collections::BTreeSet;

use crate::support::{Lane, burgers, lane_key, notation};
use fsm::house_rules::Welcome;
use fsm::machine::graph::rows_of;
use fsm::machine::{
    Allergies, Arrival, Chat, Code, Event, EventKind, Handoff, OutOfStock, ROWS, Refusal, Rejected, Said,
    StateKind, Unclear,
};
use fsm::menu::Topic;
use fsm::order::{Caps, Change, Recent, plan};
use fsm::query::Asking;
use uuid::Uuid;

const CONFIRMED: &str = "add coke; add fries; done\nyes";
const IN_DOUBT: &str = "add coke; add fries; done\nyes\nnot_right";

/// A conversation for each row; its last line takes it.
const TAKES: &[(&str, &[&str])] = &[
    ("D01", &["left", "car"]),
    ("S01", &["add coke"]),
    ("S02", &["unclear"]),
    ("D28", &["add coke", "menu off coke", "done"]),
    ("S03", &["add coke", "done"]),
    ("S04", &["done"]),
    ("S05", &["needs_time"]),
    ("S06", &["add coke", "off coke"]),
    ("D02", &["ask price coke"]),
    ("D03", &["add 2 coke", "clear"]),
    ("D04", &["add coke", "never_mind"]),
    ("D39", &["never_mind"]),
    ("D05", &["add coke", "not_right"]),
    ("D06", &["not_right"]),
    ("G01", &["silence"]),
    ("G02", &["add coke", "silence"]),
    ("S07", &["needs_time", "add coke"]),
    ("S08", &["needs_time", "ask price coke"]),
    ("S09", &["needs_time", "silence"]),
    ("G06", &["add coke; needs_time", "off coke"]),
    ("D07", &["needs_time", "needs_time"]),
    ("D30", &["add sprite", "needs_time", "done"]),
    ("D08", &["add coke; needs_time", "done"]),
    ("D09", &["needs_time", "done"]),
    ("D59", &["add sprite", "needs_time", "unclear"]),
    ("D10", &["needs_time", "unclear"]),
    ("D40", &["add 2 coke; needs_time", "clear"]),
    ("D42", &["needs_time", "never_mind"]),
    ("D43", &["add coke; needs_time", "not_right"]),
    ("D44", &["needs_time", "not_right"]),
    ("D56", &[IN_DOUBT, "clear", "yes"]),
    ("D36", &[IN_DOUBT, "add water"]),
    ("S10", &["unclear", "add coke"]),
    ("D51", &[CONFIRMED, "payment", "no"]),
    ("D35", &[IN_DOUBT, "never_mind"]),
    ("S11", &["add coke; add sprite", "never_mind"]),
    ("S12", &["unclear", "never_mind"]),
    ("D62", &[CONFIRMED, "payment", "unclear"]),
    ("D37", &[IN_DOUBT, "unclear"]),
    ("D60", &["add sprite", "unclear"]),
    ("S13", &["unclear", "unclear"]),
    ("D50", &[IN_DOUBT, "off coke"]),
    ("S14", &["add coke; add sprite", "off coke"]),
    ("D11", &["unclear", "ask price coke"]),
    ("D45", &[IN_DOUBT, "needs_time"]),
    ("D12", &["unclear", "needs_time"]),
    ("D46", &[IN_DOUBT, "done"]),
    ("D29", &["add sprite", "done"]),
    ("D13", &["add coke", "not_right", "done"]),
    ("D14", &["unclear", "done"]),
    ("D66", &["house asks before_close", "add coke; done", "yes", "tap choose b"]),
    ("D67", &["house asks before_summary", "add coke; done", "tap choose b"]),
    ("D15", &[CONFIRMED, "payment", "yes"]),
    ("D16", &["add coke; add sprite", "clear"]),
    ("D38", &[IN_DOUBT, "ack", "left"]),
    ("D48", &[IN_DOUBT, "reject"]),
    ("D49", &[IN_DOUBT, "payment"]),
    ("G03", &["add sprite", "silence"]),
    ("G11", &["unclear", "silence"]),
    ("D47", &["add 2 coke; done", "clear", "yes"]),
    ("D31", &["add 2 coke; done", "clear; add water", "yes"]),
    ("D64", &["add coke; done", "price 10", "yes"]),
    ("D55", &[CONFIRMED, "add water", "never_mind", "done", "yes"]),
    ("D65", &["house asks before_close", "add coke; done", "yes"]),
    ("S15", &["add coke; done", "yes"]),
    ("S16", &["add coke; done", "add fries"]),
    ("D32", &["add 2 coke; done", "clear", "no"]),
    ("S17", &["add coke; done", "no"]),
    ("S18", &["add 2 coke; done", "clear"]),
    ("D33", &["add 2 coke; done", "clear", "never_mind"]),
    ("D34", &["add coke; done", "never_mind"]),
    ("D17", &["add coke; done", "ask price coke"]),
    ("D18", &["add coke; done", "needs_time"]),
    ("D61", &["add coke; done", "hear burger ambiguous hamburger cheeseburger"]),
    ("D19", &["add coke; done", "unclear"]),
    ("D20", &["add coke; done", "unclear", "unclear"]),
    ("G04", &["add coke; done", "silence"]),
    ("G07", &["add coke; done", "off coke"]),
    ("S19", &[CONFIRMED, "ack", "left"]),
    ("S20", &[CONFIRMED, "add water"]),
    ("S21", &[CONFIRMED, "payment"]),
    ("S22", &[CONFIRMED, "payment", "yes", "payment"]),
    ("D24", &[CONFIRMED, "reject"]),
    ("D21", &[CONFIRMED, "ask price coke"]),
    ("D22", &[CONFIRMED, "unclear"]),
    ("D53", &[CONFIRMED, "needs_time"]),
    ("D23", &[CONFIRMED, "clear"]),
    ("D41", &[CONFIRMED, "not_right"]),
    ("G05", &[CONFIRMED, "silence"]),
    ("G08", &[CONFIRMED, "off coke"]),
    ("G09", &["barge"]),
    ("G10", &["left"]),
    ("D25", &["small_talk"]),
    ("D26", &["repeat"]),
    ("D27", &["human"]),
    ("D52", &["has_code"]),
    ("D63", &["allergic peanuts"]),
    ("D54", &[CONFIRMED, "ack"]),
    ("D57", &[CONFIRMED, "add water", "reject"]),
    ("D58", &[CONFIRMED, "add water", "payment"]),
    ("D68", &[CONFIRMED, "late ticket_unanswered"]),
    ("D69", &["human", "late handoff_unanswered"]),
];

#[test]
fn every_row_is_taken_by_a_conversation() {
    let rows: Vec<&str> = ROWS.iter().map(|row| row.id).collect();
    assert_eq!(TAKES.iter().map(|(row, _)| *row).collect::<Vec<_>>(), rows);
    for ((id, script), row) in TAKES.iter().zip(ROWS) {
        let (last, before) = script.split_last().unwrap();
        let mut lane = Lane::after(&before.join("\n"));
        let taken = lane.take(&notation::input(last, &burgers()));
        let turn = &taken.turns.last().unwrap().turn;
        let transition = turn.transitions.iter().find(|transition| transition.row == *id);
        let transition = transition.unwrap_or_else(|| panic!("{id}: {:?}", turn.transitions));
        assert_eq!(transition.from, row.state.unwrap_or(transition.from), "{id}");
        assert_eq!(transition.to, row.next.unwrap_or(transition.from), "{id}");
        assert_eq!((transition.event, transition.guard), (row.event, row.guard), "{id}");
        assert_eq!(transition.actions, row.actions, "{id}");
    }
}

/// A lane in each state, twice where the state has two sorts of data.
fn lanes() -> Vec<Lane> {
    let scripts =
        ["left", "add coke", "needs_time", "add coke; add sprite", IN_DOUBT, "add coke; done", CONFIRMED];
    scripts.into_iter().map(Lane::after).collect()
}

/// One event of each kind.
fn events(lane: &Lane) -> Vec<Event> {
    let change = match lane.session.order() {
        Some(order) => Change::none(order),
        None => Change::none(Lane::after("").session.order().unwrap()),
    };
    let event = |kind: &EventKind| match kind {
        EventKind::CarDetected => {
            let welcome = Welcome::default();
            Event::CarDetected(Arrival { lane: lane_key(), event_id: Uuid::nil(), vehicle_id: None, welcome })
        }
        EventKind::UtteranceOk => Event::UtteranceOk(change.clone()),
        EventKind::UtteranceUnclear => Event::UtteranceUnclear(Unclear::Nothing),
        EventKind::Oos => Event::Oos(OutOfStock { item: "coke".into(), kept: None, rejected: false }),
        EventKind::MenuQuestion => Event::MenuQuestion(Asking::about(Topic::Price, Vec::new())),
        EventKind::BigChange => Event::BigChange(change.clone()),
        EventKind::UserClarifiesOk => Event::UserClarifiesOk(change.clone()),
        EventKind::TicketRejected => Event::TicketRejected(Rejected),
        EventKind::UserWantsChanges => Event::UserWantsChanges(change.clone()),
        EventKind::SmallTalk => Event::SmallTalk(Chat::SmallTalk),
        EventKind::UserHasCode => Event::UserHasCode(Code::Had),
        EventKind::UserHasAllergy => Event::UserHasAllergy(Allergies(Vec::new())),
        EventKind::UserAsksHuman => Event::UserAsksHuman(Handoff::Customer),
        said => said.said().unwrap(),
    };
    EventKind::ALL.iter().map(event).collect()
}

#[test]
fn a_pair_that_has_no_row_is_refused_by_name_and_changes_nothing() {
    let mut refused = BTreeSet::new();
    for lane in lanes() {
        let state = lane.session.kind();
        let events = events(&lane);
        for event in events.iter().filter(|event| rows_of(state, event.kind()).next().is_none()) {
            let step = lane.step(event);
            let Err(Refusal { state: at, event: name, reason }) = step.taken else {
                panic!("{state} takes {}", event.kind().as_str())
            };
            assert_eq!((at, name), (state, event.kind().as_str()));
            assert!(!reason.is_empty());
            assert_eq!(step.session, lane.session, "{state} {name}");
            assert!(step.effects.is_empty() && step.ended.is_none(), "{state} {name}");
            refused.insert((state, event.kind()));
        }
    }
    let pairs =
        StateKind::ALL.into_iter().flat_map(|state| EventKind::ALL.iter().map(move |event| (state, *event)));
    let without_row: BTreeSet<_> =
        pairs.filter(|(state, event)| rows_of(*state, *event).next().is_none()).collect();
    assert_eq!(refused, without_row);
}

#[test]
fn a_row_whose_guard_does_not_hold_is_refused_too() {
    let sure = Event::UtteranceUnclear(Unclear::Confidence(0.9));
    let lane = Lane::after("add coke");
    let safe = Event::BigChange(Change::none(lane.session.order().unwrap()));
    for event in [sure, safe] {
        let step = lane.step(&event);
        assert!(step.taken.is_err(), "{}", event.kind().as_str());
        assert_eq!(step.session, lane.session);
    }
    let payment = Lane::after(IN_DOUBT).step(&Event::PaymentRetry(Said));
    assert_eq!(payment.taken.map(|row| row.row), Ok("D15"));
}

#[test]
fn an_order_that_misses_something_cannot_be_confirmed() {
    let mut lane = Lane::after("add sundae; done");
    assert!(lane.menu.set_available(&fsm::ids::ItemId::from("sundae").into(), false));
    // A turn brings the marks up to the menu, and its question is not answered by a yes.
    lane.talk("ask price coke");
    let step = lane.step(&Event::UserConfirms(Said));
    assert_eq!(step.taken.map_err(|refusal| refusal.reason), Err("incomplete_order"));
    assert_eq!(step.session, lane.session);
}

#[test]
fn a_change_is_planned_without_touching_the_order() {
    let lane = Lane::after("add 2 coke");
    let order = lane.session.order().unwrap();
    let acts = notation::acts("clear; add 3 fries", &burgers());
    let [fsm::dialogue::Act::Order { ops, .. }] = acts.as_slice() else { panic!("operations") };
    let change = plan(order, &Recent::default(), ops, &[], &lane.menu, &Caps::default()).change.unwrap();
    assert!(change.is_unsafe());
    assert_eq!((order.lines().len(), order.item_count(), change.after().item_count()), (1, 2, 3));
}
