//! Rules that would hand more visits to the crew than can be meant: they are put in use only by somebody who says so.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command_line::check;
use crate::support::Service;

const RULES: &str = "/v1/drive-thrus/d1/rules";

/// The crew is called where that holds.
fn calls_when(when: &str) -> Value {
    let rule = json!({ "id": "look", "at": "crew", "when": when, "then": { "reason": "Look." } });
    json!({ "id": "house", "name": when, "rules": [rule] })
}

/// Cars that each order and leave.
fn visits(service: &Service, orders: &[&str]) -> Vec<String> {
    let lane = service.lane("1");
    let visit = |order: &&str| {
        lane.car();
        lane.say(order);
        lane.say("that's all");
        lane.say("yes");
        lane.take(json!({ "type": "car_left" }))["session_id"].as_str().unwrap().to_owned()
    };
    orders.iter().map(visit).collect()
}

fn keep(service: &Service, rules: &Value) -> Value {
    service.post(&format!("{RULES}/versions"), rules).json(201)["versions"][0]["version"].clone()
}

#[test]
fn rules_that_hand_every_car_to_the_crew_are_put_in_use_only_even_if() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    // Of nobody anything is known yet.
    service.put(RULES, &[], &calls_when("total > 100000")).json(201);
    let every_car = calls_when("true");
    let version = keep(&service, &every_car);
    visits(&service, &["a coke", "a cookie", "six hamburgers", "a sprite", "a coffee"]);

    let activate = |more: Value| {
        let mut body = json!({ "version": version });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        service.post(&format!("{RULES}/activate"), &body)
    };
    let problem = activate(json!({})).problem(422, "too-many-handed-over");
    let detail = problem["detail"].as_str().unwrap();
    assert_eq!(
        detail,
        "these rules would hand 5 of 5 recorded sessions to the crew, 100 % of them where 20 % may be; \
         \"look\" would do so most often, in 5; if that is meant, send `even_if: true`"
    );
    let found = json!({ "sessions": 5, "handed_over": 5, "percent": 100, "rule": "look", "by_rule": 5 });
    assert_eq!(problem["too_many_handed_over"], found);
    let soon = Timestamp::now() + SignedDuration::from_secs(60);
    activate(json!({ "at": soon })).problem(422, "too-many-handed-over");
    service.put(RULES, &[], &every_car).problem(422, "too-many-handed-over");
    assert_eq!(service.get(RULES).json(200), calls_when("total > 100000"), "what was in use stays");
    activate(json!({ "even_if": "yes" })).problem(422, "invalid-event");

    // One car of five is a fifth, and no more.
    let large = keep(&service, &calls_when("total > 2000"));
    service.post(&format!("{RULES}/activate"), &json!({ "version": large })).json(200);
    // What hands nobody over is not even tried.
    let cookies =
        json!({ "id": "house", "rules": [{ "id": "cookies", "at": "offer", "then": { "item": "cookie" } }] });
    service.put(RULES, &[], &cookies).json(200);

    activate(json!({ "even_if": true })).json(200);
    assert_eq!(service.get(RULES).json(200), every_car);
    service.put(RULES, &[], &cookies).json(200);
    service.put(&format!("{RULES}?even_if=true"), &[], &every_car).json(200);
    assert_eq!(service.get(RULES).json(200), every_car);
}

#[test]
fn impatience_by_rule_counts_and_a_person_who_is_asked_for_does_not() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    lane.car();
    lane.say("a coke");
    for _ in 0..3 {
        lane.take(json!({ "type": "silence", "seconds": 8 }));
    }
    lane.take(json!({ "type": "car_left" }));
    let patience = |nudges: u32| {
        let rule = json!({ "id": "hurry", "at": "patience", "then": { "nudges": nudges } });
        json!({ "id": "house", "rules": [rule] })
    };
    let problem = service.put(RULES, &[], &patience(1)).problem(422, "too-many-handed-over");
    assert_eq!(problem["too_many_handed_over"]["rule"], "hurry");
    service.put(RULES, &[], &patience(5)).json(201);

    lane.car();
    assert_eq!(lane.say("I want to talk to a person")["handoff"]["reason"], "customer");
    lane.take(json!({ "type": "car_left" }));
    service.put(RULES, &[], &patience(4)).json(200);
}

#[test]
fn a_dry_run_says_what_an_activation_would_refuse() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let session = visits(&service, &["a coke"]).remove(0);
    let log = service.get(&format!("/v1/sessions/{session}/audit?with=documents")).json(200);
    std::fs::create_dir(path("logs")).unwrap();
    std::fs::write(path("logs/log.json"), log.to_string()).unwrap();
    std::fs::write(path("rules.json"), calls_when("items >= 1").to_string()).unwrap();
    let (out, err) = check(&["rules", "dry-run", &path("rules.json"), &path("logs")], 1);
    assert!(
        out.lines().any(|line| line.starts_with("handed to the crew by look ") && line.ends_with(" 1")),
        "{out}"
    );
    assert!(
        err.starts_with("these rules would hand 1 of 1 recorded sessions to the crew, 100 % of them"),
        "{err}"
    );
    assert!(err.contains("--even-if"), "{err}");
    let (_, err) = check(&["rules", "dry-run", "--even-if", &path("rules.json"), &path("logs")], 0);
    assert_eq!(err, "");
}
