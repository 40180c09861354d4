//! Random rules of a house on random walks: whatever they say, the conversation stays one that the table allows.

use std::collections::BTreeMap;
use std::mem;

use fsm::dialogue::{Input, Taken, Turn, take_turn};
use fsm::house_rules::{Barred, HouseRules, NUDGES_BOUNDS, Point};
use fsm::ids::RuleId;
use fsm::machine::{EventKind, Handoff, Policy, ROWS, Rules, RulesInUse, Session, StateKind, Transition};
use fsm::money::Money;
use serde_json::{Value, json};
use strum::VariantArray as _;
use uuid::Uuid;

use crate::support::notation::{self, Said};
use crate::support::random::{Chance, Trace, Words};
use crate::support::random_rules::house_rules;
use crate::support::watch::Watch;
use crate::support::{Lane, burgers, coffees, house, lane_key, moment};

const DOCUMENTS: u64 = 1_500;
const DOCUMENTS_NIGHTLY: u64 = 100_000;
const TURNS_PER_DOCUMENT: u64 = 100;
/// After so many turns the newest rules are others than those of the session.
const TURNS_UNTIL_NEWER: u64 = 60;
/// How many questions the house may ask in a session.
const HOUSE_QUESTIONS_MAX: usize = 3;

#[test]
fn whatever_rules_a_house_has_the_table_holds() {
    let (mut chance, seed) = Chance::seeded(20_261_126);
    let mut trace = Trace { seed, turn: 0, last: None };
    let rules = Rules::default();
    let mut watch = Watch::new();
    let (mut fired, mut calls) = (BTreeMap::<String, u64>::new(), 0);
    let mut asked = Asked::default();
    let mut bites = Bites::default();
    let documents = if testbed::is_nightly() { DOCUMENTS_NIGHTLY } else { DOCUMENTS };
    for document in 0..documents {
        let menu = if document % 2 == 0 { burgers() } else { coffees() };
        let words = Words::of(&menu);
        let (older, newer) = (house_rules(&mut chance, &menu), house_rules(&mut chance, &menu));
        let (mut session, mut offers) = (Session::idle(), BTreeMap::<Uuid, u32>::new());
        let mut called: Vec<(Uuid, RuleId)> = Vec::new();
        let mut nudges = 0;
        for turn in 0..TURNS_PER_DOCUMENT {
            trace.turn += 1;
            let newest = if turn < TURNS_UNTIL_NEWER { &older } else { &newer };
            let input = &*trace.last.insert(words.input(&mut chance, &session));
            let (number, event_id) = (u32::try_from(trace.turn).unwrap(), Uuid::from_u128(trace.turn.into()));
            let now = moment(number);
            let policy = Policy {
                house_rules: RulesInUse { session: Some(&older), newest: Some(newest) },
                cars_waiting: chance.maybe(30, |chance| u32::try_from(chance.below(8)).unwrap()),
                ..Policy::new(&rules, &menu)
            };
            let key = lane_key();
            let barred = newest.barred(&session.rule_facts(&policy, now.at, key.lane()), &menu);
            let mut had = menu.clone();
            for Barred { item, bar, substitutes } in barred {
                had.bar(&item, bar, substitutes);
            }
            let policy = Policy { menu: &had, ..policy };
            let had_offer = session.offer().cloned();
            let before = mem::take(&mut session);
            let taken = take_turn(&policy, &now, &key, event_id, before, input);
            watch.check(input, &taken, &had, &rules);
            for decided in &taken.turns {
                let turn = &decided.turn;
                for rule in &turn.fired {
                    *fired.entry(rule.at.to_string()).or_default() += 1;
                    if rule.at == Point::Crew {
                        let once = (turn.session_id, rule.rule.clone());
                        assert!(!called.contains(&once), "{once:?} calls the crew once");
                        assert_eq!(turn.handoff.map(|handoff| handoff.reason), Some(Handoff::HouseRule));
                        called.push(once);
                        calls += 1;
                    }
                }
                asked.check(turn);
                bites.note(turn);
                nudges = nudged(turn, nudges);
                if turn.offer.is_some() && turn.offer != had_offer {
                    let count = offers.entry(turn.session_id).or_default();
                    *count += 1;
                    assert_eq!(*count, 1, "one offer a session");
                }
            }
            session = taken.session;
        }
        let now = moment(0);
        let policy = Policy::new(&rules, &menu);
        let taken = take_turn(&policy, &now, &lane_key(), Uuid::nil(), session, &Input::CarLeft);
        watch.check(&Input::CarLeft, &taken, &menu, &rules);
    }
    println!("{documents} documents, {} turns, {} steps; fired: {fired:?}", trace.turn, watch.steps);
    bites.are_those_of_the_table();
    for point in Point::VARIANTS {
        assert!(fired.contains_key(&point.to_string()), "nothing ever fired at {point}");
    }
    assert!(calls > 0);
    assert!(asked.most == HOUSE_QUESTIONS_MAX && asked.tagged > 0, "{} questions at most", asked.most);
    for row in ["D65", "D66", "D67"] {
        assert!(watch.taken.contains_key(row), "no question of the house ever took {row}");
    }
    assert!(watch.taken.contains_key("D64"), "no price ever changed after it was read");
}

/// What not every walk comes to. A test of the rules on a lane has the ends of an idle visit.
const RARE: &[(&str, &str)] = &[
    ("offer", "D36"),
    ("unsafe", "D36"),
    ("available", "D62"),
    ("before_summary", "D60"),
    ("before_close", "D60"),
    ("before_summary", "S14"),
    ("before_close", "S14"),
    ("patience", "D59"),
    ("patience", "D61"),
    ("after_add", "S14"),
    ("available", "D37"),
    ("patience", "D20"),
    ("patience", "D37"),
    ("patience", "D38"),
    ("patience", "S19"),
];

/// At which rows rules have decided something.
#[derive(Default)]
struct Bites {
    /// How often a point's rules decided something in a turn, by the row of it that the table names for them, where it is one.
    seen: BTreeMap<(String, &'static str), u64>,
    /// Points whose rules decided something in a turn of which the table names no row for them, with the rows of the turn.
    strays: BTreeMap<(String, Vec<&'static str>), u64>,
}

impl Bites {
    fn note(&mut self, turn: &Turn) {
        for fired in &turn.fired {
            let rows: Vec<&str> = turn.transitions.iter().map(|row| row.row).collect();
            let named = ROWS.iter().filter(|row| rows.contains(&row.id) && row.points().contains(&fired.at));
            match *named.map(|row| row.id).collect::<Vec<_>>() {
                // Who understands is asked before each turn, what the order costs is settled after it, and where the crew takes
                // over, nothing comes of the rest.
                [] if matches!(fired.at, Point::Agent | Point::Price) || rows.contains(&"D27") => {}
                // After the yes, who says nothing for longer than the rules ask is let be.
                [] if fired.at == Point::Patience && rows.is_empty() && turn.state == StateKind::Closing => {}
                [] => *self.strays.entry((fired.at.to_string(), rows)).or_default() += 1,
                [row] => *self.seen.entry((fired.at.to_string(), row)).or_default() += 1,
                [..] => {}
            }
        }
    }

    /// What the table says of its rows is what happened: no more, and no less.
    fn are_those_of_the_table(&self) {
        let named = ROWS.iter().flat_map(|row| row.points().iter().map(|at| (at.to_string(), row.id)));
        let is_rare = |(at, row): &(String, &str)| RARE.contains(&(at.as_str(), *row));
        let never: Vec<_> = named.filter(|bite| !self.seen.contains_key(bite) && !is_rare(bite)).collect();
        println!("bites: {:?}", self.seen);
        assert!(never.is_empty() && self.strays.is_empty(), "never: {never:?}; strays: {:#?}", self.strays);
    }
}

/// What the house has asked in each session.
#[derive(Default)]
struct Asked {
    rules: BTreeMap<Uuid, Vec<RuleId>>,
    /// What waited after the turn before.
    waiting: Vec<RuleId>,
    /// How many questions a session had at most.
    most: usize,
    /// How many turns had tags.
    tagged: u64,
}

impl Asked {
    /// Each rule asks once in a session, and three of them at most.
    fn check(&mut self, turn: &Turn) {
        let house = turn.open.iter().filter_map(|open| open.question.house.as_ref());
        let waiting: Vec<RuleId> = house.map(|asked| asked.rule.clone()).collect();
        let rules = self.rules.entry(turn.session_id).or_default();
        if turn.turn == 1 {
            self.waiting.clear();
        }
        // What was answered and waits once more is asked again.
        if turn.transitions.iter().any(|row| row.event == EventKind::HouseAnswered)
            && !self.waiting.is_empty()
        {
            self.waiting.remove(0);
        }
        for rule in waiting.iter().filter(|rule| !self.waiting.contains(rule)) {
            assert!(!rules.contains(rule), "{rule} asks once");
            rules.push(rule.clone());
        }
        assert!(rules.len() <= HOUSE_QUESTIONS_MAX, "{rules:?}");
        self.most = self.most.max(rules.len());
        self.tagged += u64::from(!turn.tags.is_empty());
        self.waiting = waiting;
    }
}

/// How many nudges in a row a customer has got, which is never more than a rule may give.
fn nudged(turn: &Turn, before: u32) -> u32 {
    let is_silence = |row: &Transition| row.event == EventKind::Silence;
    let others = turn.transitions.iter().filter(|row| !is_silence(row)).count();
    let is_new = turn.turn == 1 || others > 0 || !turn.acts.is_empty();
    let nudges = if is_new { 0 } else { before } + u32::from(turn.transitions.iter().any(is_silence));
    assert!(nudges <= *NUDGES_BOUNDS.end(), "{nudges} nudges in a row");
    nudges
}

/// Each is a lane as a faulty program would have it, which the watch of the walks must notice.
#[test]
fn a_question_of_the_house_that_skips_the_summary_or_comes_twice_is_noticed() {
    let honest = |_: &mut Lane, _: &mut Taken| {};
    let asks = |at| is_noticed(&house::that_asks(at), &["add coke; done", "tap choose b", "yes"], honest);
    assert!(!asks(Point::BeforeSummary), "an honest lane is let be");
    let placed = ["add coke; done", "yes", "tap choose b"];
    assert!(!is_noticed(&house::that_asks(Point::BeforeClose), &placed, honest));
    // A program that takes for agreed what nobody has agreed to.
    let forges = |lane: &mut Lane, _: &mut Taken| {
        let total = lane.session.order().map(|order| order.total().to_string());
        respell(lane, |stored| {
            if stored["state"]["state"] == "clarifying" {
                stored["state"]["agreed"] = json!(total);
            }
        });
    };
    let early = ["add coke; done", "tap choose b"];
    assert!(is_noticed(&house::that_asks(Point::BeforeSummary), &early, forges));
    // One that forgets what it has asked.
    let forgets = |lane: &mut Lane, _: &mut Taken| {
        respell(lane, |stored| {
            stored["visit"].as_object_mut().and_then(|visit| visit.remove("asked_by"));
        });
    };
    let twice = ["add coke; done", "tap choose b", "not_right", "add sprite:large; done"];
    assert!(!is_noticed(&house::that_asks(Point::BeforeSummary), &twice, honest));
    assert!(is_noticed(&house::that_asks(Point::BeforeSummary), &twice, forgets));
}

/// Changes a session as it is stored.
fn respell(lane: &mut Lane, change: impl Fn(&mut Value)) {
    let mut stored = serde_json::to_value(&lane.session).unwrap();
    change(&mut stored);
    lane.session = serde_json::from_value(stored).unwrap();
}

/// Each is a lane as a faulty program would have it, which the watch of the walks must notice.
#[test]
fn a_price_that_is_not_the_one_that_was_read_is_noticed() {
    let scripts = ["add coke; done", "yes"];
    let is_noticed = |scripts: &[&str], spoil: &dyn Fn(&mut Lane, &mut Taken)| {
        is_noticed(&house::that_takes_off(10), scripts, spoil)
    };
    let honest = |_: &mut Lane, _: &mut Taken| {};
    assert!(!is_noticed(&scripts, &honest), "an honest lane is let be");
    assert!(is_noticed(&scripts, &|_, taken| {
        for decided in &mut taken.turns {
            decided.turn.order.discounts.clear();
        }
    }));
    assert!(is_noticed(&scripts, &|_, taken| {
        for decided in &mut taken.turns {
            decided.turn.order.total = Money::from_hundredths(-1);
        }
    }));
    assert!(is_noticed(&scripts, &|_, taken| {
        for decided in &mut taken.turns {
            for discount in &mut decided.turn.order.discounts {
                discount.amount = discount.amount.times(100);
            }
        }
    }));
    // A program that forgets which total it has read takes a yes to any.
    let forgets = |lane: &mut Lane, _: &mut Taken| {
        let mut stored = serde_json::to_value(&lane.session).unwrap();
        if let Some(state) = stored["state"].as_object_mut() {
            state.remove("read_total");
        }
        lane.session = serde_json::from_value(stored).unwrap();
    };
    assert!(!is_noticed(&scripts, &forgets), "the price stays as it was read");
    let changes = ["add coke; done", "price 20", "yes"];
    assert!(!is_noticed(&changes, &honest), "it is read again");
    assert!(is_noticed(&changes, &forgets));
}

/// Whether the watch stops a conversation under those rules, in which something is spoiled after each turn.
fn is_noticed(rules: &HouseRules, scripts: &[&str], spoil: impl Fn(&mut Lane, &mut Taken)) -> bool {
    let run = || {
        let (mut watch, mut asked) = (Watch::new(), Asked::default());
        let mut lane = Lane::vacant(burgers());
        lane.house_rules = rules.clone();
        for line in ["car"].iter().chain(scripts) {
            match notation::read(line, &lane.menu) {
                Said::Input(input) => {
                    let mut taken = lane.take(&input);
                    spoil(&mut lane, &mut taken);
                    watch.check(&input, &taken, &lane.menu, &lane.rules);
                    taken.turns.iter().for_each(|decided| asked.check(&decided.turn));
                }
                Said::House(rules) => lane.house_rules = rules,
                Said::Menu(..) | Said::Wait(_) => panic!("not in these scripts: {line}"),
            }
        }
    };
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err()
}
