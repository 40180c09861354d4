//! A parser that returns anything that is well typed. It cannot name a state, set a price or skip the yes.

use std::mem;

use crate::support::random::{Chance, Trace, plain_act};
use crate::support::watch::Watch;
use crate::support::{burgers, lane_key, moment};
use fsm::dialogue::{Act, Acts, By, CrewAct, Input, Tap, take_turn};
use fsm::ids::{ComboId, ItemId, LineId, SizeId};
use fsm::machine::{Policy, Rules, Session};
use fsm::menu::Topic;
use fsm::order::{
    Amount, ComponentPick, Modification, ModifierPick, NewLine, Op, Reason, Target, Unresolved,
};
use fsm::query::Asking;
use uuid::Uuid;

const TURNS: u64 = 1_000_000;
/// No session may grow beyond this many bytes, whatever is said in it.
const SESSION_BYTES_MAX: usize = 200_000;

#[test]
fn nothing_that_a_parser_returns_breaks_a_rule() {
    let (mut chance, seed) = Chance::seeded(7);
    let mut trace = Trace { seed, turn: 0, last: None };
    let (menu, rules) = (burgers(), Rules::default());
    let mut watch = Watch::new();
    let mut session = Session::idle();
    let mut bytes = 0;
    while trace.turn < TURNS {
        trace.turn += 1;
        let input = &*trace.last.insert(input(&mut chance, &session));
        let now = moment(u32::try_from(trace.turn).unwrap());
        let event_id = Uuid::from_u128(u128::from(trace.turn));
        let policy = Policy::new(&rules, &menu);
        let taken = take_turn(&policy, &now, &lane_key(), event_id, mem::take(&mut session), input);
        watch.check(input, &taken, &menu, &rules);
        session = taken.session;
        if trace.turn.is_multiple_of(97) {
            bytes = bytes.max(serde_json::to_string(&session).unwrap().len());
            assert!(bytes <= SESSION_BYTES_MAX, "{bytes}");
        }
    }
    println!(
        "{} turns, {} steps, {} tickets, at most {bytes} bytes",
        trace.turn, watch.steps, watch.taken["S15"]
    );
}

fn input(chance: &mut Chance, session: &Session) -> Input {
    match chance.below(100) {
        _ if session.order().is_none() => Input::CarDetected { vehicle_id: None },
        _ if session.handoff().is_some() && chance.percent(60) => Input::Crew(CrewAct::GiveBack),
        0 => Input::CarDetected { vehicle_id: None },
        1 => Input::Acknowledged,
        2 => Input::Rejected { item: Some(item(chance)) },
        3 => Input::PaymentProblem,
        4..12 => Input::Tap { tap: Tap::Confirm, by: By::Customer },
        12 => Input::Tap {
            tap: Tap::SetQuantity { line_id: line(chance), quantity: number(chance) },
            by: By::Crew,
        },
        _ => {
            let acts = (0..chance.below(4)).map(|_| act(chance)).collect();
            let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 0.6, 2.0];
            let confidence = if chance.percent(90) { 1.0 } else { *chance.one(&odd) };
            Input::Utterance {
                acts: Acts::by("", confidence, acts),
                recognizer_confidence: chance.maybe(5, |chance| *chance.one(&odd)),
                barge_in: chance.percent(5),
                by: By::Customer,
            }
        }
    }
}

fn act(chance: &mut Chance) -> Act {
    match chance.below(40) {
        0..20 => {
            let end = if chance.percent(1) { 60 } else { 4 };
            Act::Order { ops: chance.many(end, op), unresolved: chance.many(3, unresolved) }
        }
        20..25 => Act::Done,
        25..30 => Act::Yes,
        30..32 => Act::MenuQuestion(Asking::about(Topic::Price, chance.many(40, item))),
        _ => plain_act(chance, 10),
    }
}

fn op(chance: &mut Chance) -> Op {
    match chance.below(12) {
        0..5 => Op::Add(new_line(chance)),
        5 | 6 => Op::Remove { target: target(chance, 0), quantity: chance.maybe(50, number) },
        7..10 => Op::Modify(Modification {
            target: target(chance, 0),
            size: chance.maybe(40, size),
            combo: chance.maybe(30, combo),
            quantity: chance.maybe(40, number),
            modifiers: chance.many(5, pick),
            components: chance.many(4, component),
            split: chance.maybe(30, number),
        }),
        10 => Op::Replace { target: target(chance, 0), with: new_line(chance) },
        _ if chance.percent(50) => Op::Clear,
        _ => Op::Add(NewLine::of(item(chance))),
    }
}

fn new_line(chance: &mut Chance) -> NewLine {
    let combo = chance.maybe(30, combo);
    let main = combo.as_ref().and_then(|combo| combo.as_str().strip_suffix("_combo")).map(ItemId::from);
    NewLine {
        item: main.filter(|_| chance.percent(80)).unwrap_or_else(|| item(chance)),
        combo,
        size: chance.maybe(40, size),
        quantity: number(chance),
        modifiers: chance.many(6, pick),
        components: chance.many(5, component),
        persons: Vec::new(),
    }
}

fn component(chance: &mut Chance) -> ComponentPick {
    ComponentPick {
        slot: (*chance.one(&["side", "drink", "drink", "nowhere", ""])).into(),
        item: item(chance),
        size: chance.maybe(40, size),
        modifiers: chance.many(3, pick),
    }
}

fn target(chance: &mut Chance, depth: u32) -> Target {
    match chance.below(8) {
        0 | 1 => Target::Referent { referent: chance.percent(50) },
        2 | 3 => Target::Line { line_id: line(chance) },
        4 | 5 => Target::Item { item: item(chance), ordinal: chance.maybe(40, number) },
        _ if depth < 4 => Target::All {
            all: chance.percent(50),
            except: chance.many(3, |chance| target(chance, depth + 1)),
        },
        _ => Target::All { all: true, except: Vec::new() },
    }
}

fn pick(chance: &mut Chance) -> ModifierPick {
    let (group, modifier) = *chance.one(&[
        ("toppings", "cheese"),
        ("toppings", "cheese"),
        ("toppings", "bacon"),
        ("toppings", "onion"),
        ("sauces", "mayo"),
        ("patties", "double"),
        ("patties", "triple"),
        ("buns", "protein_style"),
        ("tender_dip", "gravy_cup"),
        ("dressings", "vinaigrette"),
        ("flavors", "vanilla"),
        ("flavors", "peanut_butter"),
        ("ice", "ice_cubes"),
        ("toppings", "no_such_thing"),
        ("no_such_group", "cheese"),
        ("", ""),
    ]);
    let amounts = [Amount::Regular, Amount::No, Amount::Extra, Amount::Light, Amount::Side];
    let quantity = if chance.percent(70) { 1 } else { number(chance) };
    ModifierPick { group: group.into(), modifier: modifier.into(), amount: *chance.one(&amounts), quantity }
}

fn unresolved(chance: &mut Chance) -> Unresolved {
    let reasons =
        [Reason::NotOnMenu, Reason::Ambiguous, Reason::OverCap, Reason::NotOnOrder, Reason::NotAllowed];
    Unresolved {
        text: "\u{202e}$0.01".repeat(chance.below(3)),
        reason: *chance.one(&reasons),
        candidates: chance
            .many(4, |chance| if chance.percent(50) { item(chance).to_string() } else { "L1".to_owned() }),
        quantity: chance.maybe(20, |chance| chance.below(30) as u32),
    }
}

fn item(chance: &mut Chance) -> ItemId {
    let items = [
        "cheeseburger",
        "hamburger",
        "bacon_burger",
        "nuggets",
        "fish_sandwich",
        "tenders",
        "side_salad",
        "fries",
        "onion_rings",
        "coke",
        "sprite",
        "lemonade",
        "iced_tea",
        "water",
        "milk",
        "shake",
        "kids_meal",
        "ice_cream",
        "coleslaw",
        "hot_chocolate",
        "lobster",
        "",
        "L1",
        "cheeseburger_combo",
        "fries; price: 0.00",
        "\u{0}",
    ];
    (*chance.one(&items)).into()
}

fn combo(chance: &mut Chance) -> ComboId {
    let combos = [
        "cheeseburger_combo",
        "hamburger_combo",
        "nuggets_combo",
        "breakfast_combo",
        "no_such_combo",
        "coke",
    ];
    (*chance.one(&combos)).into()
}

fn size(chance: &mut Chance) -> SizeId {
    (*chance.one(&["small", "medium", "large", "six", "twenty", "three", "giant", ""])).into()
}

fn line(chance: &mut Chance) -> LineId {
    LineId(*chance.one(&[0, 1, 2, 3, 4, 5, 9, u32::MAX]))
}

fn number(chance: &mut Chance) -> u32 {
    *chance.one(&[0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 5, 20, 21, 18_000, u32::MAX])
}
