//! The stages of a turn, for `cargo xtask bench --check`, which counts the instructions of each under callgrind: one thread,
//! fixed seeds, no clock. With `--list` it tells their names, with a name it takes that stage, and else all of them.

mod counting;
#[path = "../house_rules.rs"]
mod house_rules;
#[path = "../menus.rs"]
mod menus;
#[path = "../scene.rs"]
mod scene;
mod turns;

use std::env;
use std::hint::black_box;

use fsm::dialogue::{Act, By, Input, take_turn};
use fsm::machine::{Event, Expectation, Policy, Rules, StateKind, step};
use fsm::menu::{Allergen, KnownAllergen, Menu};
use fsm::order::{Modification, Op, OpenOrder, Recent, Target, plan};
use fsm::query::{About, Asking, Filter, Grounds, Query, Select, answer};
use jiff::Timestamp;
use parse::{Utterance, read};
use rules::RuleBook;
use uuid::Uuid;

use crate::counting::{TIMES, count};
use crate::menus::SampleMenu;
use crate::scene::Scene;

/// The service's, so that nothing depends on that of the machine.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The stages by their names.
const STAGES: [(&str, fn()); 12] = [
    ("step: a change of ten lines", step_of_ten_lines),
    ("parse: 5 words", || parsing(0)),
    ("parse: 12 words", || parsing(1)),
    ("parse: 20 words", || parsing(2)),
    ("parse: 12 words, 250 items", parsing_on_a_long_menu),
    ("question: read and answered", question),
    ("answer: what is free of milk, 250 items", answer_on_a_long_menu),
    ("rules: 200 read", || read_rules(200)),
    ("turn in memory: 1 line", || turns::turn(1, None)),
    ("turn in memory: 10 lines", || turns::turn(10, None)),
    ("turn in memory: 10 lines, 200 rules", || turns::turn(10, Some(house_rules::document(200)))),
    ("turn in memory: 50 lines", || turns::turn(50, None)),
];

/// The length of the long menu, in items.
const ITEMS: usize = 250;

fn main() {
    let wanted = env::args().nth(1);
    if wanted.as_deref() == Some("--list") {
        STAGES.iter().for_each(|(name, _)| println!("{name}"));
        return;
    }
    let is_wanted = |name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    for (_, take) in STAGES.iter().filter(|(name, _)| is_wanted(name)) {
        take();
    }
}

fn step_of_ten_lines() {
    let scene = Scene::open();
    let (policy, session) = (scene.policy(), scene.ten_lines());
    let make_it_two = Op::Modify(Modification { quantity: Some(2), ..Modification::of(Target::REFERENT) });
    let order = session.order().unwrap();
    let plan = plan(order, &Recent::default(), &[make_it_two], &[], policy.menu, &policy.rules.caps);
    let event = Event::UtteranceOk(plan.change.unwrap());
    count(|| {
        let after = step(&policy, &scene.now, &scene.lane, session.clone(), black_box(&event));
        assert!(after.taken.is_ok());
    });
}

fn parsing(at: usize) {
    let scene = Scene::open();
    let (_, text) = scene::ORDERS[at];
    let utterance = Utterance::alone(text, Expectation::FreeFormOrdering, &scene.book);
    count(|| assert!(matches!(read(black_box(utterance)).acts[..], [Act::Order { .. }])));
}

fn parsing_on_a_long_menu() {
    let mut sample = SampleMenu::of(ITEMS);
    let texts = sample.orders(12, TIMES);
    let mut texts = texts.iter().cycle();
    count(|| {
        let text = texts.next().unwrap();
        black_box(read(Utterance::alone(text, Expectation::FreeFormOrdering, &sample.book)));
    });
}

fn read_rules(rules: usize) {
    let document = house_rules::document(rules);
    count(|| assert_eq!(RuleBook::read(black_box(&document)).unwrap().rules.rules().len(), rules));
}

fn question() {
    let scene = Scene::open();
    let (policy, session) = (scene.policy(), scene.ten_lines());
    let text = "which burgers come with bacon";
    count(|| {
        let acts = read(Utterance::on(&session, black_box(text), &scene.book));
        assert!(matches!(acts.acts[..], [Act::MenuQuestion(_)]));
        let said = Input::Utterance { acts, recognizer_confidence: None, barge_in: false, by: By::Customer };
        black_box(take_turn(&policy, &scene.now, &scene.lane, Uuid::nil(), session.clone(), &said));
    });
}

fn answer_on_a_long_menu() {
    let menu = Menu::check(&menus::with_facts(menus::document(ITEMS))).unwrap();
    let rules = Rules::default();
    let policy = Policy::new(&rules, &menu);
    let order = OpenOrder::begin(Uuid::nil(), &menu);
    let grounds = Grounds::of(&policy, Timestamp::UNIX_EPOCH, order.order(), StateKind::Ordering, None);
    let allergens = vec![Allergen::Known(KnownAllergen::Milk)];
    let query =
        Query { filters: vec![Filter::FreeOf { allergens }], ..Query::new(About::Items, Select::List) };
    let asking = Asking::of(query, &menu);
    count(|| assert!(!answer(black_box(&asking), &grounds).0.is_empty()));
}
