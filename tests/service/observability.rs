//! What operators watch: every metric is there from the start and described, and what is drawn and alerted names no other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Service, Ticket};

fn text(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap()
}

/// The metrics of a service that has done nothing, each with the values of its labels.
fn metrics() -> BTreeMap<String, BTreeMap<String, BTreeSet<String>>> {
    let service = Service::start();
    let mut metrics: BTreeMap<String, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for line in service.get("/metrics").body.lines().filter(|line| line.starts_with("carhop_")) {
        let (name, rest) = line.split_at(line.find(['{', ' ']).unwrap());
        let labels = metrics.entry(name.to_owned()).or_default();
        let inner =
            rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map_or("", |(inner, _)| inner);
        for (label, value) in inner.split(',').filter_map(|pair| pair.split_once('=')) {
            labels.entry(label.to_owned()).or_default().insert(value.trim_matches('"').to_owned());
        }
    }
    metrics
}

/// A metric in an expression, with what is demanded of its labels.
struct Named<'a> {
    name: &'a str,
    demands: Vec<(&'a str, Vec<&'a str>)>,
}

fn named(expression: &str) -> Vec<Named<'_>> {
    let starts = expression.match_indices("carhop_").map(|(at, _)| &expression[at..]);
    let mut found = Vec::new();
    for rest in starts {
        let end =
            rest.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_').unwrap_or(rest.len());
        let (name, rest) = rest.split_at(end);
        let inner =
            rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).map_or("", |(inner, _)| inner);
        let demands = inner.split(',').filter_map(|pair| pair.split_once('='));
        let demands = demands.map(|(label, values)| {
            (label, values.trim_start_matches('~').trim_matches('"').split('|').collect())
        });
        found.push(Named { name, demands: demands.collect() });
    }
    found
}

#[track_caller]
fn check(place: &str, expression: &str, metrics: &BTreeMap<String, BTreeMap<String, BTreeSet<String>>>) {
    for Named { name, demands } in named(expression) {
        let labels = metrics.get(name).unwrap_or_else(|| panic!("{place}: there is no {name}"));
        for (label, values) in demands {
            let known = labels.get(label).unwrap_or_else(|| panic!("{place}: {name} has no {label}"));
            for value in values {
                assert!(known.contains(value), "{place}: {name} has no {label} {value}, but {known:?}");
            }
        }
        // What is summed by a label, or shown by one, has it.
        let by = expression.split(" by (").skip(1).filter_map(|rest| rest.split_once(')'));
        for label in by.map(|(label, _)| label).filter(|label| !["instance"].contains(label)) {
            let all = named(expression);
            let has =
                all.iter().any(|it| metrics.get(it.name).is_some_and(|known| known.contains_key(label)));
            assert!(has, "{place}: nothing has {label}");
        }
    }
}

#[test]
fn what_is_alerted_and_drawn_is_counted_from_the_start() {
    let metrics = metrics();
    let alerts = text("deploy/alerts.yml");
    let runbook = text("docs/runbook.md");
    let mut names = Vec::new();
    for rule in alerts.split("- alert: ").skip(1) {
        let name = rule.lines().next().unwrap();
        let field = |key: &str| {
            let line = rule.lines().find_map(|line| line.trim().strip_prefix(key));
            line.unwrap_or_else(|| panic!("{name} has no {key}")).trim().trim_matches('\'').to_owned()
        };
        check(name, &field("expr:"), &metrics);
        assert!(!field("summary:").is_empty() && field("labels:").contains("severity"), "{name}");
        assert_eq!(field("runbook:"), format!("docs/runbook.md#{}", name.to_lowercase()));
        assert!(runbook.contains(&format!("\n## {name}\n")), "the runbook has no {name}");
        names.push(name);
    }
    let entries = runbook.lines().filter_map(|line| line.strip_prefix("## "));
    assert_eq!(entries.collect::<Vec<_>>(), names, "the runbook has the alerts, in their order");

    let dashboard: Value = serde_json::from_str(&text("deploy/dashboard.json")).unwrap();
    let panels = dashboard["panels"].as_array().unwrap();
    let mut drawn = BTreeSet::new();
    for panel in panels {
        for target in panel["targets"].as_array().unwrap() {
            let expression = target["expr"].as_str().unwrap();
            check(panel["title"].as_str().unwrap(), expression, &metrics);
            drawn.extend(named(expression).into_iter().map(|named| named.name.to_owned()));
        }
    }
    // Every metric is drawn.
    for name in metrics.keys().filter(|name| !name.ends_with("_sum") && !name.ends_with("_count")) {
        assert!(drawn.contains(name), "no panel draws {name}");
    }
}

#[test]
fn every_metric_is_described_and_every_one_described_is_there() {
    let page = text("docs/operations.md");
    let described: BTreeMap<&str, BTreeSet<&str>> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `carhop_")?.split_once('`'))
        .map(|(name, _)| match name.split_once('{') {
            Some((name, labels)) => (name, labels.trim_end_matches('}').split(',').collect()),
            None => (name, BTreeSet::new()),
        })
        .collect();
    let metrics = metrics();
    let mut shown: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, labels) in &metrics {
        let name = name.strip_prefix("carhop_").unwrap();
        let name =
            ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        shown
            .entry(name)
            .or_default()
            .extend(labels.keys().map(String::as_str).filter(|label| *label != "le"));
    }
    assert_eq!(shown, described);
}

#[test]
fn the_age_of_a_ticket_is_counted_once_from_its_confirmation_until_the_pos_takes_it() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let value = |name: &str| -> f64 {
        let body = service.get("/metrics").body;
        let line =
            body.lines().find_map(|line| line.strip_prefix("carhop_ticket_age_seconds")?.strip_prefix(name));
        line.unwrap_or_else(|| panic!("there is no {name}:\n{body}")).trim().parse().unwrap()
    };
    assert_eq!((value("_count"), value("_sum")), (0.0, 0.0));
    let lane = service.lane("1");
    let waited = Ticket::of(&service, &lane.confirmed("a cookie"));
    thread::sleep(Duration::from_millis(1200));
    for _ in 0..2 {
        waited.post("ack", &json!({})).json(200);
    }
    // Longer than any turn may take: its buckets are its own.
    assert_eq!(
        (value("_count"), value("_bucket{le=\"1\"}"), value("_bucket{le=\"86400\"}")),
        (1.0, 0.0, 1.0)
    );
    assert!((1.2..60.0).contains(&value("_sum")), "{}", value("_sum"));
    // One whose car has left counts, and one that is refused does not.
    lane.take(json!({ "type": "car_left" }));
    let left = Ticket::of(&service, &lane.confirmed("a brownie"));
    lane.take(json!({ "type": "car_left" }));
    left.post("ack", &json!({})).json(200);
    assert!((value("_count") - 2.0).abs() < f64::EPSILON);
    let refused = Ticket::of(&service, &lane.confirmed("a cookie"));
    refused.post("reject", &json!({ "reason": "no" })).json(200);
    assert!((value("_count") - 2.0).abs() < f64::EPSILON);
}
