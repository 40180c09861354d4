//! The rules of houses, over the whole service.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};

use crate::support::Service;

const RULES: &str = "/v1/drive-thrus/d1/rules";
const MENU: &str = "/v1/drive-thrus/d1/menu";

fn rules(rules: &Value) -> Value {
    json!({ "id": "house", "rules": rules })
}

/// Nothing of these can be had, whatever the time is.
fn no(items: &[&str]) -> Value {
    rules(&json!([{
        "id": "none_of_these", "at": "available", "when": format!("item.id in {}", json!(items)),
        "then": { "available": false, "reason": "The fryer is being cleaned.", "substitutes": ["coleslaw"] }
    }]))
}

fn named(name: &str, item: &str) -> Value {
    let mut rules = offers(item);
    rules["name"] = json!(name);
    rules
}

fn offers(item: &str) -> Value {
    rules(&json!([
        { "id": "rush", "at": "offer", "when": "cars_waiting >= 5", "priority": 1, "then": { "none": true } },
        { "id": "always", "at": "offer", "then": { "item": item } }
    ]))
}

fn start() -> Service {
    Service::start_with(&[("CARHOP_POS_EMITTER", "none")])
}

#[test]
fn rules_are_new_then_replaced_and_named_by_their_etag() {
    let service = start();
    service.get(RULES).problem(404, "not-found");
    let new = service.put(RULES, &[], &offers("cookie"));
    assert_eq!(new.json(201), offers("cookie"));
    let etag = new.header("etag").unwrap();
    let replaced = service.put(RULES, &[("if-match", etag)], &offers("brownie"));
    replaced.json(200);
    let stale = service.put(RULES, &[("if-match", etag)], &no(&["fries"]));
    stale.problem(412, "rules-conflict");
    assert_eq!(stale.header("etag"), replaced.header("etag"));
    service.put(RULES, &[("if-match", "*")], &offers("cookie")).json(200);
    assert_eq!(service.get(RULES).header("etag"), Some(etag), "the same rules have the same name");
    service.get("/v1/drive-thrus/d2/rules").problem(404, "not-found");
    let service = service.restarted();
    assert_eq!(service.get(RULES).json(200), offers("cookie"));
}

#[test]
fn faulty_rules_are_refused_and_those_in_use_stay() {
    let service = start();
    service.put(RULES, &[], &offers("cookie")).json(201);
    let faulty = rules(&json!([
        { "id": "a", "at": "offer", "when": "ttal > 5", "then": { "item": "cookie" } },
        { "id": "b", "at": "nowhere", "then": {} }
    ]));
    let problem = service.put(RULES, &[], &faulty).problem(422, "invalid-rules");
    assert_eq!(problem["faults"][0]["path"], "$.rules[0].when");
    assert!(problem["faults"][0]["detail"].as_str().unwrap().starts_with("line 1, column 1: \"ttal\""));
    assert_eq!(problem["faults"][1]["path"], "$.rules[1].at");
    let problem = service.put(RULES, &[], &offers("lobster")).problem(422, "invalid-rules");
    assert_eq!(problem["faults"][0]["detail"], "\"lobster\" is no item of the menu");
    assert_eq!(service.get(RULES).json(200), offers("cookie"));

    // Nor may what they name leave the menu.
    service.put(RULES, &[], &offers("hot_dog")).json(200);
    let mut menu = service.get(MENU).json(200);
    menu["items"].as_array_mut().unwrap().retain(|item| item["id"] != "hot_dog");
    let problem = service.put(MENU, &[], &menu).problem(422, "invalid-menu");
    let detail = problem["faults"][0]["detail"].as_str().unwrap();
    assert!(detail.contains("$.rules[1].then.item: rule \"always\": \"hot_dog\""), "{detail}");
}

#[test]
fn rules_are_checked_without_being_kept() {
    let service = start();
    let check = |rules: &Value| service.post(&format!("{RULES}/check"), rules).json(200);
    let fine = check(&offers("cookie"));
    assert_eq!(fine["faults"], json!([]));
    let faulty = rules(
        &json!([{ "id": "a", "at": "offer", "when": "true &&\n ttal > 5", "then": { "item": "lobster" } }]),
    );
    let checked = check(&faulty);
    assert_eq!(checked["version"], Value::Null);
    let detail = checked["faults"][0]["detail"].as_str().unwrap();
    assert!(detail.starts_with("line 2, column 2: \"ttal\" is no fact"), "{detail}");
    assert_eq!(check(&offers("lobster"))["faults"][0]["detail"], "\"lobster\" is no item of the menu");
    assert_eq!(service.get(&format!("{RULES}/versions")).json(200), json!({ "versions": [] }));
    // Kept, it is the version that was told.
    let kept = service.post(&format!("{RULES}/versions"), &offers("cookie")).json(201);
    assert_eq!(kept["versions"][0]["version"], fine["version"]);
}

#[test]
fn who_asks_without_a_lane_is_told_why_something_cannot_be_had() {
    let service = start();
    let ask = || service.post("/v1/drive-thrus/d1/ask", &json!({ "input": "do you have fries" })).json(200);
    assert!(!ask()["answer"].as_str().unwrap().contains("fryer"));
    service.put(RULES, &[], &no(&["fries"])).json(201);
    assert_eq!(ask()["answer"], "The fryer is being cleaned.");
}

#[test]
fn what_a_rule_bars_is_not_sold_and_the_turn_names_it() {
    let service = start();
    let lane = service.lane("1");
    let first = lane.car();
    assert_eq!(first["documents"].get("rules"), None);
    service.put(RULES, &[], &no(&["fries"])).json(201);
    // What can be had is decided by the newest rules, also for a car that was there before.
    let turn = lane.say("large fries");
    assert_eq!(turn["order"]["lines"], json!([]));
    assert_eq!(turn["question"]["candidates"], json!(["coleslaw"]));
    let said = turn["say"]["text"].as_str().unwrap();
    assert!(said.starts_with("The fryer is being cleaned."), "{said}");
    assert_eq!(turn["fired"], json!([{ "at": "available", "rule": "none_of_these" }]));
    let named = turn["documents"]["newest_rules"].as_str().unwrap().to_owned();
    assert_eq!(turn["documents"].get("rules"), None);
    assert_eq!(lane.say("coleslaw")["order"]["lines"][0]["item"], "coleslaw");

    let path = format!("/v1/sessions/{}/audit?with=documents", first["session_id"].as_str().unwrap());
    assert_eq!(service.get(&path).json(200)["documents"][&named], no(&["fries"]));
}

#[test]
fn a_session_keeps_the_rules_with_which_it_began() {
    let service = start();
    service.put(RULES, &[], &offers("cookie")).json(201);
    let (one, other) = (service.lane("1"), service.lane("2"));
    let began = one.car()["documents"]["rules"].clone();
    other.car();
    service.put(RULES, &[], &offers("brownie")).json(200);
    let service = service.restarted();
    let (one, other) = (service.lane("1"), service.lane("2"));
    let turn = one.say("a hamburger");
    assert_eq!(turn["offer"], json!({ "item": "cookie" }));
    assert_eq!(turn["documents"]["rules"], began);
    assert!(turn["documents"]["newest_rules"].is_string());
    // The next car has the new ones.
    let next = one.car();
    assert_ne!(next["documents"]["rules"], began);
    assert_eq!(next["documents"].get("newest_rules"), None);
    assert_eq!(one.say("a hamburger")["offer"], json!({ "item": "brownie" }));

    let busy = other.take(json!({ "type": "utterance", "text": "a hamburger", "cars_waiting": 5 }));
    assert_eq!((&busy["offer"], &busy["fired"][0]["rule"]), (&Value::Null, &json!("rush")));
    assert_eq!(other.say("a cheeseburger")["offer"], Value::Null, "as many wait as before");
}

#[test]
fn a_rule_calls_the_crew() {
    let service = start();
    let large = json!([{ "id": "large", "at": "crew", "when": "total > 2000", "then": { "reason": "A large order." } }]);
    service.put(RULES, &[], &rules(&large)).json(201);
    let lane = service.lane("1");
    lane.car();
    assert_eq!(lane.say("a hamburger")["handoff"], Value::Null);
    let turn = lane.say("six hamburgers");
    assert_eq!(turn["handoff"], json!({ "reason": "house_rule" }));
    assert_eq!(
        turn["crew_alerts"],
        json!([{ "kind": "house_rule", "rule": "large", "reason": "A large order." }])
    );
}

#[test]
fn a_version_is_kept_planned_put_in_use_and_taken_back() {
    let service = start();
    let path = |rest: &str| format!("{RULES}/{rest}");
    assert_eq!(service.get(&path("versions")).json(200), json!({ "versions": [] }));
    let (cookie, hot_dogs) = (offers("cookie"), named("Hot dogs", "hot_dog"));
    service.put(RULES, &[], &cookie).json(201);
    let kept = service.post(&path("versions"), &hot_dogs).json(201);
    let [later, now] = kept["versions"].as_array().unwrap().as_slice() else { panic!("{kept:#}") };
    assert_eq!((&later["name"], &later["active"]), (&json!("Hot dogs"), &json!(false)));
    assert!(now["active"] == true && now["since"]["from"].is_string(), "{now:#}");
    assert_eq!(service.get(RULES).json(200), cookie);
    let version = |of: &Value| of["version"].as_str().unwrap().to_owned();
    let one = service.get(&path(&format!("versions/{}", version(later))));
    assert_eq!(one.json(200), hot_dogs);
    service.post(&path("versions"), &json!({ "id": "d" })).problem(422, "invalid-rules");

    // By the time of its event each turn knows which version it has.
    let soon = Timestamp::now() + SignedDuration::from_secs(60);
    let plan = json!({ "version": version(later), "at": soon });
    let planned = service.post(&path("activate"), &plan).json(200);
    assert_eq!(planned["versions"][0]["planned"][0]["from"], json!(soon));
    assert_eq!(service.get(RULES).json(200), cookie, "not yet");
    let lane = service.lane("1");
    let offered = |at: Option<SignedDuration>| {
        let at = at.map(|after| soon + after);
        lane.take(json!({ "type": "car_detected", "at": at }));
        lane.take(json!({ "type": "utterance", "text": "a hamburger", "at": at }))["offer"]["item"].clone()
    };
    assert_eq!(offered(None), "cookie");
    assert_eq!(offered(Some(SignedDuration::from_secs(-1))), "cookie");
    assert_eq!(offered(Some(SignedDuration::from_secs(0))), "hot_dog");
    // What a planned version names may not leave the menu.
    let mut menu = service.get(MENU).json(200);
    menu["items"].as_array_mut().unwrap().retain(|item| item["id"] != "hot_dog");
    let problem = service.put(MENU, &[], &menu).problem(422, "invalid-menu");
    let detail = problem["faults"][0]["detail"].as_str().unwrap();
    assert!(detail.contains("planned for") && detail.contains("rule \"always\": \"hot_dog\""), "{detail}");

    // Now, and back again.
    let activate = |of: &Value| service.post(&path("activate"), &json!({ "version": version(of) })).json(200);
    assert_eq!(activate(later)["before"], json!(version(now)));
    assert_eq!(service.get(RULES).json(200), hot_dogs);
    let service = service.restarted();
    assert_eq!(service.get(RULES).json(200), hot_dogs);
    service.post(&path("activate"), &json!({ "version": version(now) })).json(200);
    assert_eq!(service.get(RULES).json(200), cookie);

    let nothing = "00000000-0000-0000-0000-000000000007";
    service.get(&path(&format!("versions/{nothing}"))).problem(404, "not-found");
    service.get(&path("versions/seven")).problem(400, "invalid-id");
    service.post(&path("activate"), &json!({ "version": nothing })).problem(404, "not-found");
    let over = json!({ "version": version(now), "at": "2020-01-01T00:00:00Z" });
    assert_eq!(service.post(&path("activate"), &over).problem(422, "invalid-event")["field"], "at");
}

#[test]
fn the_vocabulary_has_every_point_and_fact() {
    let vocabulary = start().get("/v1/rules/vocabulary").json(200);
    let points: Vec<&str> =
        vocabulary["points"].as_array().unwrap().iter().map(|point| point["at"].as_str().unwrap()).collect();
    assert_eq!(
        points,
        [
            "arrival",
            "available",
            "offer",
            "unsafe",
            "price",
            "after_add",
            "before_summary",
            "before_close",
            "patience",
            "crew",
            "agent"
        ]
    );
    let weekday = vocabulary["facts"].as_array().unwrap().iter().find(|fact| fact["name"] == "weekday");
    assert_eq!(weekday.unwrap()["values"][6], "sun");
    assert_eq!(weekday.unwrap().get("at"), None, "it can be asked everywhere");
    let item = vocabulary["facts"].as_array().unwrap().iter().find(|fact| fact["name"] == "item.id");
    assert_eq!(item.unwrap()["at"], json!(["available", "after_add"]));
}
