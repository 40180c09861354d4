//! Sessions that go on for too long: how many turns they have at most, and how much of them is handed out at once.

use serde_json::{Value, json};

use crate::support::{Lane, Service, Ticket, fresh_id};

const TURNS_MAX: u64 = 1000;
const MISSED_MAX: usize = 100;

/// A confirmed order of a cookie, and as many events after it as come.
fn long_session(service: &Service, events: usize) -> (Lane, Value) {
    let lane = service.lane("1");
    let confirmed = lane.confirmed("a cookie");
    for _ in 0..events {
        lane.event(json!({ "type": "barge_in" }));
    }
    (lane, confirmed)
}

fn numbers(turns: &Value, name: &str) -> Vec<u64> {
    turns.as_array().unwrap().iter().map(|turn| turn[name].as_u64().unwrap()).collect()
}

#[test]
fn a_session_of_too_many_events_is_the_crews_and_loses_nothing() {
    let service = Service::start_with(&[("CARHOP_STORE", "memory:"), ("CARHOP_POS_EMITTER", "none")]);
    let (lane, confirmed) = long_session(&service, 2000);
    let last = lane.now();
    assert_eq!((&last["turn"], &last["handoff"]["reason"]), (&json!(TURNS_MAX), &json!("crew")));
    let refused = lane.event(json!({ "type": "utterance", "text": "a brownie", "turn": 0 }));
    let problem = refused.problem(409, "session-full");
    assert_eq!(problem["cursor"]["turn"], TURNS_MAX);
    assert_eq!(lane.now(), last);
    // What was confirmed is the POS's, and what the POS says is heard.
    let ticket = Ticket::of(&service, &confirmed);
    assert_eq!(ticket.now()["status"], "pending");
    assert_eq!(ticket.post("ack", &json!({ "pos_reference": "POS-7" })).json(200)["status"], "acknowledged");
    let next = lane.car();
    assert_eq!(next["turn"], 1);
    assert_eq!(service.audit(&last)["end"], "completed");
}

#[test]
fn the_crew_cannot_give_back_a_session_that_is_full() {
    let service = Service::start_with(&[("CARHOP_STORE", "memory:"), ("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    lane.car();
    lane.take(json!({ "type": "crew", "act": "take_over" }));
    for _ in 3..TURNS_MAX {
        lane.event(json!({ "type": "barge_in" }));
    }
    let last = lane.take(json!({ "type": "crew", "act": "give_back" }));
    assert_eq!((&last["turn"], &last["handoff"]["reason"]), (&json!(TURNS_MAX), &json!("crew")));
}

#[test]
fn an_answer_has_the_newest_turns_that_were_missed_and_the_audit_log_the_others() {
    let service = Service::start_with(&[("CARHOP_STORE", "memory:"), ("CARHOP_POS_EMITTER", "none")]);
    let (lane, _) = long_session(&service, 296);
    let event = json!({ "id": fresh_id(), "type": "barge_in", "turn": 0 });
    let answer = lane.event(event.clone());
    let turn = answer.json(200);
    assert_eq!(turn["turn"], 301);
    assert_eq!(numbers(&turn["missed"], "turn"), (201..=300).collect::<Vec<_>>());
    assert_eq!(turn["missed"].as_array().map(Vec::len), Some(MISSED_MAX));
    assert_eq!(lane.event(event).body, answer.body);

    let path = format!("/v1/sessions/{}/audit", turn["session_id"].as_str().unwrap());
    let whole = service.get(&path).json(200);
    assert_eq!(numbers(&whole["entries"], "seq"), (1..=301).collect::<Vec<_>>());
    assert_eq!(whole.get("next"), None);
    let page = service.get(&format!("{path}?after=99&limit=101")).json(200);
    assert_eq!(numbers(&page["entries"], "seq"), (100..=200).collect::<Vec<_>>());
    assert_eq!((&page["next"], &page["entries"][0]), (&json!(200), &whole["entries"][99]));
    let end = service.get(&format!("{path}?after=200&limit=101")).json(200);
    assert_eq!((end["entries"].as_array().map(Vec::len), end.get("next")), (Some(101), None));
    let documented = service.get(&format!("{path}?with=documents")).json(200);
    assert_eq!(documented["entries"], whole["entries"]);
    assert!(documented["documents"].as_object().is_some_and(|documents| documents.len() >= 2));
    for (query, field) in [
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("after=-1", "after"),
        ("with=documents&after=1", "with"),
    ] {
        assert_eq!(service.get(&format!("{path}?{query}")).faulty_field(), field, "{query}");
    }
}

/// An event that says as much as an event may.
fn wordy() -> Value {
    let word = json!({ "text": "w".repeat(20), "confidence": 0.123_456_789_012_3 });
    json!({ "type": "utterance", "text": "a cookie, um", "words": vec![word; 250] })
}

#[test]
fn a_log_that_is_too_long_for_an_answer_comes_in_pages() {
    let service = Service::start_with(&[("CARHOP_STORE", "memory:"), ("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    lane.car();
    lane.take(json!({ "type": "crew", "act": "take_over" }));
    let turns: Vec<Value> = (0..350).map(|_| lane.take(wordy())).collect();
    let session = turns[0]["session_id"].as_str().unwrap();
    let (mut after, mut seqs, mut pages) = (0, Vec::new(), 0);
    loop {
        let page = service.get(&format!("/v1/sessions/{session}/audit?after={after}"));
        assert!(page.body.len() < 5 << 20, "{} bytes", page.body.len());
        let page = page.json(200);
        seqs.extend(numbers(&page["entries"], "seq"));
        pages += 1;
        let Some(next) = page.get("next") else { break };
        after = next.as_u64().unwrap();
    }
    assert!(pages > 1);
    assert_eq!(seqs, (1..=352).collect::<Vec<_>>());
    // With its documents it comes whole, and in pieces: its length is not known when its first turns are sent.
    let whole = service.get(&format!("/v1/sessions/{session}/audit?with=documents"));
    assert!(whole.body.len() > 4 << 20 && whole.header("content-length").is_none());
    assert_eq!(whole.header("transfer-encoding"), Some("chunked"));
    let whole = whole.json(200);
    assert_eq!(numbers(&whole["entries"], "seq"), seqs);
    assert_eq!((&whole["session_id"], &whole["end"]), (&json!(session), &Value::Null));
    let named = &whole["entries"][0]["turn"]["documents"];
    for document in ["menu", "off"] {
        assert!(!whole["documents"][named[document].as_str().unwrap()].is_null(), "{document}: {named}");
    }
    let nobody = format!("/v1/sessions/{}/audit?with=documents", fresh_id());
    service.get(&nobody).problem(404, "not-found");
}
