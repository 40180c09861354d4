//! `carhop rules dry-run`: recorded sessions under other rules.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::command_line::check;
use crate::live::client::{Events, Sent};
use crate::support::{Service, call};

fn cheaper_drinks() -> Value {
    let then = json!({ "name": "Sale", "percent": 20, "on": { "categories": ["drinks"] } });
    json!({ "id": "sale", "rules": [{ "id": "cheaper_drinks", "at": "price", "then": then }] })
}

/// A car that orders and confirms a drink, and its log.
fn visit(service: &Service, folder: &TempDir, name: &str) {
    let lane = service.lane("1");
    lane.car();
    lane.say("a large coke");
    lane.say("that's all");
    lane.say("yes");
    let turn = lane.take(json!({ "type": "car_left" }));
    let session = turn["session_id"].as_str().unwrap();
    let log = service.get(&format!("/v1/sessions/{session}/audit?with=documents")).json(200);
    std::fs::write(folder.path().join(name), log.to_string()).unwrap();
}

#[test]
fn a_dry_run_tells_what_would_change_and_equals_what_comes_of_the_rules() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let (logs, folder) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    visit(&service, &logs, "without.json");
    service.put("/v1/drive-thrus/d1/rules", &[], &cheaper_drinks()).json(201);
    visit(&service, &logs, "with.json");
    let rules = folder.path().join("rules.json");
    std::fs::write(&rules, cheaper_drinks().to_string()).unwrap();

    let path = logs.path().to_str().unwrap();
    let (out, err) = check(&["rules", "dry-run", rules.to_str().unwrap(), path], 0);
    assert_eq!(err, "");
    let out = out.replace(path, "PATH");
    let squeezed: Vec<String> =
        out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        squeezed,
        [
            "PATH/without.json: turn 2, 3, 4, 5; 3.02 -> 2.41",
            "sessions: 2, otherwise: 1, not replayed: 0",
            "then now",
            "orders confirmed 2 2",
            "their totals 5.43 4.82",
            "handed to the crew 0 0",
            "turns decided by cheaper_drinks 1 2",
        ]
    );
}

#[test]
fn a_version_is_tried_on_recorded_sessions_before_it_is_put_in_use() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let logs = TempDir::new().unwrap();
    const RULES: &str = "/v1/drive-thrus/d1/rules";
    visit(&service, &logs, "without.json");
    let kept = service.post(&format!("{RULES}/versions"), &cheaper_drinks()).json(201);
    let version = kept["versions"][0]["version"].clone();
    let dry_run = |more: Value| {
        let mut body = json!({ "version": version });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        service.post(&format!("{RULES}/dry-runs"), &body)
    };
    let report = dry_run(json!({})).json(200);
    let otherwise = &report["otherwise"][0];
    let session = otherwise["session_id"].as_str().unwrap();
    let turns = [2, 3, 4, 5]
        .map(|turn| json!({ "turn": turn, "rules": format!("/v1/sessions/{session}/turns/{turn}/rules") }));
    assert_eq!(otherwise["turns"], json!(turns));
    assert_eq!(otherwise["then"], json!({ "confirmed": "3.02", "handed_over": false }));
    assert_eq!(otherwise["now"], json!({ "confirmed": "2.41", "handed_over": false }));
    // Put in use, it comes to just that; the dry run of what was taken under it changes nothing.
    service.post(&format!("{RULES}/activate"), &json!({ "version": version })).json(200);
    visit(&service, &logs, "with.json");
    let report = dry_run(json!({ "sessions": 2 })).json(200);
    let sums = |confirmed: u32, totals: &str, fired: Value| json!({ "confirmed": confirmed, "totals": totals, "handed_over": 0, "handed_over_by_rules": 0, "handed_over_by": {}, "fired": fired });
    assert_eq!(
        report["total"],
        json!({ "sessions": 2, "otherwise": 1, "not_replayed": 0,
            "then": sums(2, "5.43", json!({ "cheaper_drinks": 1 })), "now": sums(2, "4.82", json!({ "cheaper_drinks": 2 })) })
    );
    assert_eq!(report["left_out"], 0);
    assert_eq!(dry_run(json!({ "to": "2020-01-01T00:00:00Z" })).json(200)["total"]["sessions"], 0);
    assert_eq!(dry_run(json!({ "sessions": 0 })).problem(422, "invalid-event")["field"], "sessions");
    version.as_str().unwrap();
}

#[test]
fn who_takes_events_is_told_how_far_a_dry_run_is_and_each_session_as_it_is_found() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let logs = TempDir::new().unwrap();
    const DRY_RUNS: &str = "/v1/drive-thrus/d1/rules/dry-runs";
    let kept = service.post("/v1/drive-thrus/d1/rules/versions", &cheaper_drinks()).json(201);
    let version = kept["versions"][0]["version"].clone();
    let told = |sessions: usize| -> Vec<Sent> {
        let body = json!({ "version": version, "sessions": sessions });
        let mut events = Events::posted(service.address, DRY_RUNS, &body);
        std::iter::from_fn(|| events.next()).collect()
    };
    let kinds = |told: &[Sent]| told.iter().map(|event| event.kind.clone()).collect::<Vec<_>>();
    assert_eq!(kinds(&told(10_000)), ["progress", "done"]);
    for number in 0..3 {
        visit(&service, &logs, &format!("{number}.json"));
    }
    let events = told(2);
    assert_eq!(kinds(&events), ["progress", "session", "progress", "session", "progress", "done"]);
    let progress: Vec<&Value> =
        events.iter().filter(|event| event.kind == "progress").map(|event| &event.data).collect();
    let far = |replayed: u32| json!({ "replayed": replayed, "of": 2, "otherwise": replayed });
    assert_eq!(progress, [&far(0), &far(1), &far(2)]);
    // It comes to what the answer without events says.
    let report = service.post(DRY_RUNS, &json!({ "version": version, "sessions": 2 })).json(200);
    let mut done = events.last().unwrap().data.clone();
    let sessions = events.iter().filter(|event| event.kind == "session").map(|event| event.data.clone());
    done["otherwise"] = sessions.collect();
    assert_eq!(done, report);

    let refused = |sessions: usize, accept: &str| {
        let body = json!({ "version": version, "sessions": sessions }).to_string();
        let answer = call(service.address, "POST", DRY_RUNS, &[("accept", accept)], body.as_bytes());
        answer.problem(422, "invalid-event")["detail"].as_str().unwrap().to_owned()
    };
    assert!(refused(201, "application/json").contains("from 1 to 200"));
    assert!(refused(10_001, "text/html, text/event-stream;q=0.9").contains("from 1 to 10000"));
}

#[test]
fn what_rules_bar_today_is_barred_in_no_dry_run_of_others() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    visit(&service, &TempDir::new().unwrap(), "coke.json");
    let bar = json!({ "id": "no_coke", "at": "available", "when": "item.id == \"coke\"", "then": { "available": false, "reason": "No." } });
    service.put("/v1/drive-thrus/d1/rules", &[], &json!({ "id": "today", "rules": [bar] })).json(201);
    let none = json!({ "id": "none", "rules": [] });
    let kept = service.post("/v1/drive-thrus/d1/rules/versions", &none).json(201);
    let body = json!({ "version": kept["versions"][0]["version"] });
    let total = &service.post("/v1/drive-thrus/d1/rules/dry-runs", &body).json(200)["total"];
    assert_eq!([&total["sessions"], &total["otherwise"]], [1, 0], "{total:#}");
}

#[test]
fn faulty_rules_and_what_is_no_log_are_told() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    std::fs::write(path("rules.json"), cheaper_drinks().to_string()).unwrap();
    std::fs::write(path("faulty.json"), "{}").unwrap();
    let (_, err) = check(&["rules", "dry-run", &path("faulty.json"), &path("rules.json")], 3);
    assert!(err.contains("$.id: is missing"), "{err}");
    let (out, err) = check(&["rules", "dry-run", &path("rules.json"), &path("faulty.json")], 1);
    assert!(err.contains("no audit log"), "{err}");
    assert!(out.starts_with("sessions: 0, otherwise: 0, not replayed: 1\n"), "{out}");
}
