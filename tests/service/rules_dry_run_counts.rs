//! What a dry run counts, beside what comes of the same visits where its rules are in use.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value, json};

use crate::live::client::{Events, Sent};
use crate::support::{Lane, Service, at_once};

/// How many visits are recorded.
const VISITS: usize = 40;
const VISITS_NIGHTLY: usize = 10_000;
/// How many lanes they are on, at once.
const LANES: usize = 4;

/// Rules at most points, which change some of the visits.
fn rules() -> Value {
    let question = json!({ "ask": "Do you need bags?", "answers": [
        { "id": "bags", "text": "Bags please", "note": "Bags" }, { "id": "none", "text": "No bags" },
    ] });
    json!({ "id": "house", "rules": [
        { "id": "cheaper_drinks", "at": "price", "then": { "name": "Sale", "percent": 15, "on": { "categories": ["drinks"] } } },
        { "id": "large_orders", "at": "price", "when": "subtotal >= 3000", "then": { "name": "Large", "amount": "1.00" } },
        { "id": "no_shakes", "at": "available", "when": "item.id == \"shake\"",
          "then": { "available": false, "reason": "The machine is being cleaned.", "substitutes": ["sundae"] } },
        { "id": "pie", "at": "offer", "when": "lines.exists(l, l.category == \"burgers\")", "then": { "item": "apple_pie" } },
        { "id": "careful", "at": "unsafe", "when": "subtotal > 0", "then": { "lines": 1 } },
        { "id": "bags", "at": "before_summary", "when": "items >= 3", "then": question },
        { "id": "look", "at": "crew", "when": "total > 6000", "then": { "reason": "A large order." } },
        { "id": "hurry", "at": "patience", "then": { "nudges": 1 } },
    ] })
}

/// A car of twelve turns, of which each has its own.
fn visit(lane: &Lane, number: usize) -> Vec<Value> {
    const ORDERS: [&str; 7] = [
        "a large coke",
        "two cheeseburgers with no pickles",
        "a vanilla shake",
        "three ranch hand burgers",
        "a medium sprite and a cookie",
        "ten ranch hand burgers",
        "an apple pie",
    ];
    let order = |at: usize| ORDERS[(number / (at + 1) + 3 * at) % ORDERS.len()];
    let say = |text: &str| lane.say(text);
    let silence = || lane.take(json!({ "type": "silence", "seconds": 8 }));
    let mut turns = vec![lane.car(), say(order(0)), say(order(1)), say("a hamburger"), say(order(2))];
    turns.push(if number.is_multiple_of(3) { silence() } else { say("and a coleslaw") });
    turns.push(say("remove the hamburger"));
    turns.push(say("what do you have to drink"));
    turns.extend([say("that's it"), say("yes"), say("yes")]);
    turns.push(lane.take(json!({ "type": "car_left" })));
    assert_eq!(turns.len(), 12);
    turns
}

/// So many visits to a drive-thru, by their numbers.
fn visits(service: &Service, drive_thru: &str, count: usize) -> Vec<Vec<Value>> {
    let of_lane = |lane: usize| {
        let at = service.lane_of(drive_thru, &lane.to_string());
        (lane..count).step_by(LANES).map(|number| (number, visit(&at, number))).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = at_once(0..LANES, of_lane).into_iter().flatten().collect();
    all.sort_by_key(|(number, _)| *number);
    all.into_iter().map(|(_, turns)| turns).collect()
}

/// What came of visits, from nothing but their turns.
fn sums(visits: &[Vec<Value>]) -> Value {
    let (mut confirmed, mut hundredths, mut handed_over) = (0, 0, 0);
    let (mut fired, mut by) = (BTreeMap::<&str, u32>::new(), BTreeMap::<&str, u32>::new());
    for turns in visits {
        let is_placed = |turn: &&Value| turn["ticket"].is_object() && turn["order"]["status"] == "frozen";
        if let Some(turn) = turns.iter().rfind(is_placed) {
            confirmed += 1;
            hundredths += turn["order"]["total"].as_str().unwrap().replace('.', "").parse::<u64>().unwrap();
        }
        if let Some(turn) = turns.iter().find(|turn| turn["handoff"].is_object()) {
            handed_over += 1;
            let rules = turn["fired"].as_array().into_iter().flatten();
            for rule in rules.filter(|fired| ["crew", "patience"].contains(&fired["at"].as_str().unwrap())) {
                *by.entry(rule["rule"].as_str().unwrap()).or_default() += 1;
            }
        }
        for rule in turns.iter().filter_map(|turn| turn["fired"].as_array()).flatten() {
            *fired.entry(rule["rule"].as_str().unwrap()).or_default() += 1;
        }
    }
    let totals = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    let by_rules: u32 = by.values().sum();
    json!({ "confirmed": confirmed, "totals": totals, "handed_over": handed_over, "handed_over_by_rules": by_rules,
        "handed_over_by": by, "fired": fired })
}

/// How long a service has kept processors busy.
fn processor_seconds(service: &Service) -> f64 {
    const TICKS_PER_SECOND: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", service.id())).unwrap();
    // What is in brackets, its name, may have spaces.
    let fields = stat.rsplit_once(") ").unwrap().1.split(' ');
    fields.skip(11).take(2).map(|ticks| ticks.parse::<f64>().unwrap()).sum::<f64>() / TICKS_PER_SECOND
}

/// Whether a turn says, asks, costs or does something else.
fn is_otherwise(then: &Value, now: &Value) -> bool {
    let shown = |turn: &Value| {
        let rows: Vec<Value> =
            turn["transitions"].as_array().into_iter().flatten().map(|row| row["row"].clone()).collect();
        json!([
            turn["say"]["text"],
            turn["state"],
            rows,
            turn["order"]["total"],
            turn["fired"],
            turn["offer"]
        ])
    };
    shown(then) != shown(now)
}

#[test]
fn what_a_dry_run_counts_is_what_comes_of_the_same_visits_under_its_rules() {
    let count = if testbed::is_nightly() { VISITS_NIGHTLY } else { VISITS };
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    service.put("/v1/drive-thrus/d2/rules", &[], &rules()).json(201);
    let [without, with] = ["d1", "d2"].map(|drive_thru| visits(&service, drive_thru, count));
    let kept = service.post("/v1/drive-thrus/d1/rules/versions", &rules()).json(201);
    let body = json!({ "version": kept["versions"][0]["version"], "sessions": count });

    let (begun, before) = (Instant::now(), processor_seconds(&service));
    let mut events = Events::posted(service.address, "/v1/drive-thrus/d1/rules/dry-runs", &body);
    let told: Vec<Sent> = std::iter::from_fn(|| events.next()).collect();
    println!(
        "a dry run of {count} sessions of 12 turns: {:.1} s, {:.1} s of processor time",
        begun.elapsed().as_secs_f64(),
        processor_seconds(&service) - before
    );
    let done = told.last().unwrap();
    assert_eq!(done.kind, "done", "{done:?}");

    let differ = |(then, now): (&Vec<Value>, &Vec<Value>)| {
        then.iter().zip(now).any(|(then, now)| is_otherwise(then, now))
    };
    let otherwise = without.iter().zip(&with).filter(|pair| differ(*pair)).count();
    assert_eq!(
        done.data,
        json!({ "left_out": 0, "total": {
            "sessions": count, "otherwise": otherwise, "not_replayed": 0, "then": sums(&without), "now": sums(&with),
        } })
    );
    assert_eq!(told.iter().filter(|event| event.kind == "session").count(), otherwise);
    let fired = &done.data["total"]["now"]["fired"];
    for rule in rules()["rules"].as_array().unwrap() {
        assert!(fired[rule["id"].as_str().unwrap()].as_u64() > Some(0), "{}: {fired}", rule["id"]);
    }
}
