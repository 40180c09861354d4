//! What every benchmark works on: the burger stand and an order of ten lines.

use fsm::dialogue::{Act, Acts, By, Input, take_turn};
use fsm::ids::LaneKey;
use fsm::machine::{Moment, Policy, Rules, Session};
use fsm::menu::Menu;
use fsm::order::{NewLine, Op};
use jiff::civil::date;
use parse::{Languages, MenuBook};
use serde_json::Value;
use uuid::Uuid;

/// What makes up an order of ten lines; each is complete as it is ordered.
pub const ITEMS: [&str; 10] = [
    "hamburger",
    "cheeseburger",
    "bacon_burger",
    "veggie_burger",
    "patty_melt",
    "crispy_chicken",
    "hot_dog",
    "grilled_cheese",
    "blt",
    "apple_slices",
];

/// Orders there, by their lengths.
pub const ORDERS: [(&str, &str); 3] = [
    ("5 words", "two cheeseburgers with no pickles"),
    ("12 words", "can i get two cheeseburgers with no pickles and a large coke"),
    (
        "20 words",
        "can i get two cheeseburgers with no pickles and a large coke and then some fries and a chocolate shake",
    ),
];

/// The burger stand.
pub struct Scene {
    rules: Rules,
    /// Its menu.
    pub book: MenuBook,
    /// A lane of it.
    pub lane: LaneKey,
    /// The time.
    pub now: Moment,
}

impl Scene {
    /// Opens the stand.
    pub fn open() -> Self {
        let now = Moment {
            at: "2026-11-21T20:00:00Z".parse().unwrap(),
            taken_at: "2026-11-21T20:00:00Z".parse().unwrap(),
            business_date: date(2026, 11, 21),
            order_number: 1,
        };
        let menu = Menu::check(&document()).unwrap();
        let lane = LaneKey::new("d1", "1").unwrap();
        Self {
            rules: Rules { offers: false, ..Rules::default() },
            book: MenuBook::compile(menu, &Languages::default()),
            lane,
            now,
        }
    }

    /// What its turns are decided by.
    pub fn policy(&self) -> Policy<'_> {
        Policy::new(&self.rules, &self.book.menu)
    }

    /// A session that is ordering, with ten lines.
    pub fn ten_lines(&self) -> Session {
        let ops = ITEMS.iter().map(|item| Op::Add(NewLine::of((*item).into()))).collect();
        let acts = vec![Act::Order { ops, unresolved: Vec::new() }];
        let said = Input::Utterance {
            acts: Acts::by("bench", 1.0, acts),
            recognizer_confidence: None,
            barge_in: false,
            by: By::Customer,
        };
        let inputs = [Input::CarDetected { vehicle_id: None }, said];
        let session = inputs.iter().zip(1..).fold(Session::idle(), |session, (input, id)| {
            take_turn(&self.policy(), &self.now, &self.lane, Uuid::from_u128(id), session, input).session
        });
        assert_eq!(session.order().unwrap().lines().len(), ITEMS.len());
        session
    }
}

/// The menu as it is written.
pub fn document() -> Value {
    serde_json::from_str(include_str!("../fixtures/menus/burger.json")).unwrap()
}
