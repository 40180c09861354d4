//! Sessions that are taken out and forgotten: when somebody asks for it, and when they are old. Nothing of them is left.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};
use testbed::RedisServer;

use crate::support::{Lane, Service, Ticket, awaited, carhop};

/// What only one customer says.
const CANARY: &str = "quetzalcoatlus";

/// A visit of a customer who says the word, and who has left.
fn visit(lane: &Lane) -> Value {
    lane.car();
    lane.say(&format!("hi I am {CANARY} and I would like a cookie"));
    lane.say("a cookie");
    lane.say("that's all");
    let confirmed = lane.say("yes");
    assert_eq!(confirmed["state"], "closing", "{confirmed:#}");
    lane.until_acknowledged();
    lane.say(&format!("bye from {CANARY}"));
    lane.take(json!({ "type": "car_left" }));
    confirmed
}

fn sessions(service: &Service, arguments: &[&str]) -> Output {
    let url = format!("http://{}", service.address);
    carhop(&[&["sessions", "--url", &url], arguments].concat()).output().unwrap()
}

fn audit(session: &str) -> String {
    format!("/v1/sessions/{session}/audit")
}

/// Whether a file of the store has the word.
fn is_said_in(data: &Path) -> bool {
    let files = fs::read_dir(data).unwrap().map(|entry| entry.unwrap().path());
    let mut files = files.filter(|file| file.to_string_lossy().contains("carhop.db"));
    files.any(|file| fs::read(file).unwrap().windows(CANARY.len()).any(|bytes| bytes == CANARY.as_bytes()))
}

#[test]
fn a_session_is_exported_and_forgotten_and_nothing_of_it_is_left() {
    let service = Service::start();
    let confirmed = visit(&service.lane("1"));
    let other = visit(&service.lane("2"));
    let [session, kept] = [&confirmed, &other].map(|turn| turn["session_id"].as_str().unwrap());
    let exported = sessions(&service, &["export", session, kept]);
    assert_eq!(exported.status.code(), Some(0));
    let lines = String::from_utf8(exported.stdout).unwrap();
    let logs: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (logs.len(), &logs[0]["session_id"], &logs[1]["session_id"]),
        (2, &json!(session), &json!(kept))
    );
    assert!(logs[0].to_string().contains(CANARY) && logs[0]["documents"].is_object());
    assert!(is_said_in(service.data()));
    for session in [session, kept] {
        let forgotten = sessions(&service, &["forget", session]);
        assert_eq!(forgotten.status.code(), Some(0), "{}", String::from_utf8_lossy(&forgotten.stderr));
        service.get(&audit(session)).problem(404, "not-found");
    }
    service
        .get(&format!("/v1/tickets/{}", confirmed["ticket"]["ticket_id"].as_str().unwrap()))
        .problem(404, "not-found");
    assert!(!is_said_in(service.data()));
    assert_eq!(sessions(&service, &["forget", session]).status.code(), Some(3));
    assert_eq!(sessions(&service, &["export", session]).status.code(), Some(3));
    // The lanes go on.
    service.lane("1").confirmed("a cookie");
}

#[test]
fn a_session_that_is_on_and_a_ticket_that_the_pos_has_not_taken_stay() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    let turn = lane.confirmed("a cookie");
    let session = turn["session_id"].as_str().unwrap();
    let refused = sessions(&service, &["forget", session]);
    assert_eq!(refused.status.code(), Some(3));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("the session is on"));
    lane.take(json!({ "type": "car_left" }));
    let forgotten = sessions(&service, &["forget", session]);
    let told = String::from_utf8(forgotten.stdout).unwrap();
    assert!(told.contains("is forgotten") && told.contains("stays until the POS is done with it"), "{told}");
    assert_eq!(Ticket::of(&service, &turn).now()["status"], "pending");
}

#[test]
fn old_sessions_are_forgotten_where_the_drive_thru_keeps_them_for_so_long() {
    let service = Service::start();
    let confirmed = visit(&service.lane("1"));
    let newer = visit(&service.lane("2"));
    let folder = service.data().to_owned();
    let [session, kept] = [&confirmed, &newer].map(|turn| turn["session_id"].as_str().unwrap());
    let database = rusqlite::Connection::open(folder.join("carhop.db")).unwrap();
    let id = uuid::Uuid::parse_str(session).unwrap();
    let sql = "UPDATE sessions SET ended_at = '2026-01-01T00:00:00.000000000Z' WHERE session_id = ?";
    assert_eq!(database.execute(sql, [id]).unwrap(), 1);
    drop(database);
    // It looks when it starts.
    let service = service.restarted_with(&[("CARHOP_RETENTION_DAYS", "2")]);
    awaited("the end of the session", || (service.get(&audit(session)).status == 404).then_some(()));
    assert_eq!(service.get(&audit(kept)).status, 200);
}

#[test]
fn a_session_in_redis_is_forgotten_and_kept_as_long_as_the_drive_thru_says() {
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let url = server.url();
    let service = Service::start_with(&[("CARHOP_STORE", &url), ("CARHOP_RETENTION_DAYS", "40")]);
    let confirmed = visit(&service.lane("1"));
    let session = confirmed["session_id"].as_str().unwrap();
    let kept_ms = |key: &str| -> u64 {
        server.command(&format!("PTTL {key}")).trim_start_matches(':').parse().unwrap()
    };
    let days = 86_400_000;
    let log = kept_ms(&format!("audit:{{d1}}:{session}"));
    assert!((40 * days - 600_000..=40 * days).contains(&log), "{log}");
    // What its turns were decided with is kept longer than the log, also where that is kept longer than others.
    let documents = service.get(&format!("{}?with=documents", audit(session))).json(200);
    for hash in documents["documents"].as_object().unwrap().keys() {
        let kept = kept_ms(&format!("document:{hash}"));
        assert!(kept > log, "{kept}");
    }
    assert_eq!(sessions(&service, &["forget", session]).status.code(), Some(0));
    service.get(&audit(session)).problem(404, "not-found");
    assert_eq!(server.command("HLEN events:{d1}:1"), ":0");
    let ticket = confirmed["ticket"]["ticket_id"].as_str().unwrap();
    assert_eq!(server.command(&format!("EXISTS ticket:{{d1}}:{ticket}")), ":0");
}
