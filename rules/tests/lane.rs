//! What rules do on a lane.

use fsm::dialogue::{Act, Acts, By, CrewAct, Decided, Input, take_turn};
use fsm::house_rules::{Barred, HouseRules};
use fsm::ids::{ItemId, LaneKey};
use fsm::machine::{Deadline, Moment, Offer, Policy, Rules, RulesInUse, Session, StateKind};
use fsm::menu::Menu;
use fsm::order::{NewLine, Op, Target};
use jiff::Timestamp;
use rules::RuleBook;
use serde_json::{Value, json};
use uuid::Uuid;

struct Lane {
    menu: Menu,
    settings: Rules,
    house_rules: HouseRules,
    session: Session,
    key: LaneKey,
    at: Timestamp,
    cars_waiting: Option<u32>,
    events: u32,
}

impl Lane {
    fn with(rules: &Value) -> Self {
        let menu = serde_json::from_str(include_str!("../../fixtures/menus/burger.json")).unwrap();
        let book = RuleBook::read(&json!({ "id": "d", "rules": rules })).unwrap();
        let menu = Menu::check(&menu).unwrap();
        assert_eq!(book.unknown_on(&menu), []);
        let mut lane = Self {
            menu,
            settings: Rules::default(),
            house_rules: book.rules,
            session: Session::idle(),
            key: LaneKey::new("d1", "1").unwrap(),
            at: "2026-11-26T10:29:00Z".parse().unwrap(),
            cars_waiting: None,
            events: 0,
        };
        lane.take(&Input::CarDetected { vehicle_id: None });
        lane
    }

    fn take(&mut self, input: &Input) -> Decided {
        self.events += 1;
        let newest = Some(&self.house_rules);
        let policy = Policy {
            house_rules: RulesInUse { session: newest, newest },
            cars_waiting: self.cars_waiting,
            ..Policy::new(&self.settings, &self.menu)
        };
        let mut menu = self.menu.clone();
        let facts = self.session.rule_facts(&policy, self.at, self.key.lane());
        for Barred { item, bar, substitutes } in self.house_rules.barred(&facts, &self.menu) {
            menu.bar(&item, bar, substitutes);
        }
        let policy = Policy { menu: &menu, ..policy };
        let now = Moment {
            at: self.at,
            taken_at: self.at,
            business_date: jiff::civil::date(2026, 11, 26),
            order_number: 1,
        };
        let event_id = Uuid::from_u128(self.events.into());
        let mut taken = take_turn(&policy, &now, &self.key, event_id, self.session.clone(), input);
        self.session = taken.session;
        taken.turns.pop().unwrap()
    }

    fn say(&mut self, acts: Vec<Act>) -> Decided {
        let acts = Acts::by("test", 1.0, acts);
        self.take(&Input::Utterance { acts, recognizer_confidence: None, barge_in: false, by: By::Customer })
    }

    fn order(&mut self, quantity: u32, item: &str) -> Decided {
        let line = NewLine { quantity, ..NewLine::of(ItemId::from(item)) };
        self.say(vec![Act::Order { ops: vec![Op::Add(line)], unresolved: Vec::new() }])
    }

    fn remove(&mut self, item: &str) -> Decided {
        let target = Target::Item { item: item.into(), ordinal: None };
        let remove = Op::Remove { target, quantity: None };
        self.say(vec![Act::Order { ops: vec![remove], unresolved: Vec::new() }])
    }
}

fn fired(decided: &Decided) -> Vec<String> {
    decided.turn.fired.iter().map(|fired| format!("{} {}", fired.at, fired.rule)).collect()
}

fn breakfast_is_over() -> Value {
    json!([{
        "id": "breakfast_is_over", "at": "available", "when": "item.category == \"breakfast\" && time >= \"10:30\"",
        "then": { "available": false, "reason": "Breakfast is over.", "substitutes": ["hamburger"] }
    }])
}

#[test]
fn what_a_rule_bars_is_not_added_and_its_substitutes_are_offered() {
    let mut lane = Lane::with(&breakfast_is_over());
    assert_eq!(lane.order(1, "breakfast_burrito").turn.order.lines.len(), 1);
    lane.at = "2026-11-26T10:30:00Z".parse().unwrap();
    let decided = lane.order(1, "pancakes");
    let question = decided.turn.question.as_ref().unwrap();
    assert_eq!(
        (question.candidates.as_slice(), fired(&decided)),
        (&["hamburger".to_owned()][..], vec!["available breakfast_is_over".to_owned()])
    );
    // What was ordered before stays, and can be confirmed.
    lane.say(vec![Act::NeverMind]);
    assert_eq!(lane.say(vec![Act::Done]).turn.state, StateKind::Confirming);
    assert_eq!(lane.say(vec![Act::Yes]).turn.state, StateKind::Closing);
}

#[test]
fn a_rule_that_says_yes_counts_before_one_that_says_no() {
    let mut rules = breakfast_is_over();
    rules.as_array_mut().unwrap().push(json!({
        "id": "pancakes_all_day", "at": "available", "when": "item.id == \"pancakes\"", "priority": 1,
        "then": { "available": true }
    }));
    let mut lane = Lane::with(&rules);
    lane.at = "2026-11-26T12:00:00Z".parse().unwrap();
    assert_eq!(lane.order(1, "pancakes").turn.order.lines.len(), 1);
    assert_eq!(lane.order(1, "egg_sandwich").turn.order.lines.len(), 1);
}

#[test]
fn a_rule_chooses_the_offer_or_forbids_it() {
    let rules = json!([
        { "id": "rush", "at": "offer", "when": "cars_waiting >= 5", "priority": 1, "then": { "none": true } },
        { "id": "pie", "at": "offer", "when": "lines.exists(l, l.category == \"burgers\")", "then": { "item": "apple_pie" } }
    ]);
    let mut lane = Lane::with(&rules);
    let decided = lane.order(1, "hamburger");
    assert_eq!(decided.turn.offer, Some(Offer::Item("apple_pie".into())));
    assert_eq!(fired(&decided), ["offer pie"]);
    // One offer a session, whatever the rules say.
    lane.say(vec![Act::SmallTalk]);
    assert_eq!(lane.order(1, "cheeseburger").turn.offer, None);

    let mut busy = Lane::with(&rules);
    busy.cars_waiting = Some(5);
    let decided = busy.order(1, "hamburger");
    assert_eq!((decided.turn.offer.clone(), fired(&decided)), (None, vec!["offer rush".to_owned()]));
    // It is remembered until the frontend says otherwise.
    busy.cars_waiting = None;
    assert_eq!(busy.order(1, "cheeseburger").turn.offer, None);
    busy.cars_waiting = Some(4);
    assert!(busy.order(1, "bacon_burger").turn.offer.is_some());
}

#[test]
fn a_rule_lowers_what_may_be_ordered_in_a_visit_and_never_raises_it() {
    let limited = |limits: Value| {
        Lane::with(
            &json!([{ "id": "limits", "at": "arrival", "then": { "limits": limits, "tags": ["small"] } }]),
        )
    };
    let mut lane = limited(json!({ "line": 2, "items": 3, "subtotal": "9.00" }));
    assert_eq!(lane.session.tags(), ["small"]);
    assert_eq!(lane.order(3, "coke").turn.order.lines.len(), 0);
    assert_eq!(lane.order(2, "coke").turn.order.lines.len(), 1);
    assert_eq!(lane.order(1, "hamburger").turn.order.lines.len(), 2);
    let mut lane = limited(json!({ "subtotal": "9.00" }));
    assert_eq!(lane.order(3, "hamburger").turn.order.lines.len(), 0);
    let mut lane = limited(json!({ "line": 100 }));
    assert_eq!(lane.order(21, "coke").turn.order.lines.len(), 0);
}

#[test]
fn a_rule_says_how_soon_the_silent_get_a_person() {
    let silent = Input::Silence { lasted: jiff::SignedDuration::from_secs(8) };
    let nudges_until_handed_over = |rules: Value| {
        let mut lane = Lane::with(&rules);
        (0..10).take_while(|_| lane.take(&silent).turn.handoff.is_none()).count()
    };
    assert_eq!(nudges_until_handed_over(json!([])), 3);
    for nudges in [1, 5] {
        let rule = json!({ "id": "patience", "at": "patience", "then": { "nudges": nudges } });
        assert_eq!(nudges_until_handed_over(json!([rule])), nudges);
    }
}

#[test]
fn what_must_not_go_without_a_yes_is_up_to_a_rule() {
    let mut lane = Lane::with(&json!([
        { "id": "wings", "at": "unsafe", "then": { "always": ["wings"] } }
    ]));
    lane.order(1, "wings");
    lane.order(1, "hamburger");
    assert_eq!(lane.remove("hamburger").turn.state, StateKind::Ordering);
    let decided = lane.remove("wings");
    assert_eq!(
        (decided.turn.state, fired(&decided)),
        (StateKind::Clarifying, vec!["unsafe wings".to_owned()])
    );
    assert_eq!(decided.turn.order.lines.len(), 1);
}

#[test]
fn the_crew_is_called_once_by_each_rule() {
    let mut lane = Lane::with(&json!([
        { "id": "large", "at": "crew", "when": "total > 5000", "then": { "reason": "A large order." } }
    ]));
    assert!(lane.order(5, "hamburger").turn.handoff.is_none());
    let decided = lane.order(10, "cheeseburger");
    assert_eq!(decided.turn.transitions.last().map(|row| row.row), Some("D27"));
    assert_eq!(
        json!([decided.turn.handoff, decided.turn.crew_alerts]),
        json!([{ "reason": "house_rule" }, [{ "kind": "house_rule", "rule": "large", "reason": "A large order." }]])
    );
    assert_eq!(fired(&decided), ["crew large"]);
    lane.take(&Input::Crew(fsm::dialogue::CrewAct::GiveBack));
    assert!(lane.order(1, "cheeseburger").turn.handoff.is_none());
}

#[test]
fn a_rule_says_how_long_something_is_waited_for() {
    let rule = json!({
        "id": "quick", "at": "patience",
        "then": { "question_open_seconds": 5, "handoff_unanswered_seconds": 20, "visit_idle_seconds": 90 }
    });
    let rows = |decided: &Decided| -> Vec<&str> {
        decided.turn.transitions.iter().map(|transition| transition.row).collect()
    };
    let next = |lane: &Lane| {
        let wake = lane.session.wake().unwrap();
        (wake.what, wake.at.duration_since(lane.at).as_secs())
    };
    // Without a rule, it is as configured.
    assert_eq!(next(&Lane::with(&json!([]))), (Deadline::VisitIdle, 900));
    let rules = json!([rule]);
    let mut lane = Lane::with(&rules);
    assert_eq!(next(&lane), (Deadline::QuestionOpen, 5));
    let decided = lane.take(&Input::Deadline(Deadline::QuestionOpen));
    assert_eq!((rows(&decided), fired(&decided)), (vec!["G01"], vec!["patience quick".to_owned()]));
    lane.say(vec![Act::Human]);
    assert_eq!(next(&lane), (Deadline::HandoffUnanswered, 20));
    let decided = lane.take(&Input::Deadline(Deadline::HandoffUnanswered));
    assert_eq!((rows(&decided), fired(&decided)), (vec!["D69"], vec!["patience quick".to_owned()]));
    lane.take(&Input::Crew(CrewAct::TakeOver));
    assert_eq!(next(&lane), (Deadline::VisitIdle, 90));
    let decided = lane.take(&Input::Deadline(Deadline::VisitIdle));
    assert_eq!((rows(&decided), fired(&decided)), (vec!["G10"], vec!["patience quick".to_owned()]));
    assert_eq!(lane.session.wake(), None);

    // A confirmed order that the POS has taken is complete.
    let mut lane = Lane::with(&rules);
    lane.order(1, "cookie");
    lane.say(vec![Act::Done]);
    lane.say(vec![Act::Yes]);
    assert_eq!(next(&lane), (Deadline::TicketUnanswered, 60));
    lane.take(&Input::Acknowledged);
    assert_eq!(next(&lane), (Deadline::VisitIdle, 90));
    let decided = lane.take(&Input::Deadline(Deadline::VisitIdle));
    assert_eq!((rows(&decided), fired(&decided)), (vec!["S19"], vec!["patience quick".to_owned()]));
}
