//! Sessions that are taken out and forgotten: when somebody asks for it, and when they are old. Nothing of them is left.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde_json::{Value, json};
use testbed::{Host, RedisServer};

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

/// How many lanes have cars meanwhile, and how many sessions are taken out and forgotten.
const BUSY_LANES: usize = 4;
const FORGOTTEN: usize = 8;

#[test]
fn sessions_are_exported_and_forgotten_while_other_lanes_have_cars() {
    let service = Service::start();
    let is_over = AtomicBool::new(false);
    let visits: usize = thread::scope(|scope| {
        let busy = |lane: usize| {
            let lane = service.lane(&format!("busy{lane}"));
            let mut visits = 0;
            while !is_over.load(Ordering::Relaxed) {
                lane.confirmed("a cookie");
                lane.take(json!({ "type": "car_left" }));
                visits += 1;
            }
            visits
        };
        let busy: Vec<_> = (0..BUSY_LANES).map(|lane| scope.spawn(move || busy(lane))).collect();
        for _ in 0..FORGOTTEN {
            let confirmed = visit(&service.lane("1"));
            let session = confirmed["session_id"].as_str().unwrap();
            let exported = sessions(&service, &["export", session]);
            assert!(String::from_utf8(exported.stdout).unwrap().contains(CANARY));
            assert_eq!(sessions(&service, &["forget", session]).status.code(), Some(0));
            service.get(&audit(session)).problem(404, "not-found");
        }
        is_over.store(true, Ordering::Relaxed);
        busy.into_iter().map(|lane| lane.join().unwrap()).sum()
    });
    assert!(visits > FORGOTTEN, "{visits}");
    awaited("the word to be gone", || (!is_said_in(service.data())).then_some(()));
}

/// Whether a file below a folder has the word.
fn is_said_below(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() {
            return is_said_below(&path);
        }
        // A file that is written anew may be gone by now.
        let bytes = fs::read(&path).unwrap_or_default();
        bytes.windows(CANARY.len()).any(|bytes| bytes == CANARY.as_bytes())
    })
}

fn rewrites(server: &RedisServer) -> String {
    let stats = server.ask("INFO commandstats");
    stats.lines().find(|line| line.starts_with("cmdstat_bgrewriteaof")).unwrap_or_default().to_owned()
}

#[test]
fn what_is_forgotten_in_redis_is_not_in_its_append_only_file_either() {
    let folder = tempfile::tempdir().unwrap();
    let options = ["--appendonly", "yes", "--appendfsync", "always"];
    let server = RedisServer::try_start_in(&Host::here(), folder.path(), &options).unwrap();
    let service = Service::start_with(&[("CARHOP_STORE", &server.url())]);
    let [first, second] = ["1", "2"].map(|lane| visit(&service.lane(lane)));
    let forget = |turn: &Value| {
        let forgotten = sessions(&service, &["forget", turn["session_id"].as_str().unwrap()]);
        assert_eq!(forgotten.status.code(), Some(0), "{}", String::from_utf8_lossy(&forgotten.stderr));
    };
    // It was written anew when the service started: that nobody was served since is so to the service alone.
    server.command("DEL rewrite-asked-at");
    assert!(is_said_below(folder.path()));
    forget(&first);
    awaited("the file", || (rewrites(&server).contains("calls=2,")).then_some(()));
    // Once more is not due yet, and is remembered until it is.
    forget(&second);
    assert!(rewrites(&server).contains("calls=2,"), "{}", rewrites(&server));
    assert_eq!(server.command("EXISTS rewrite-due"), ":1");
    assert!(is_said_below(folder.path()));
    server.command("DEL rewrite-asked-at");
    let _service = service.restarted_with(&[("CARHOP_STORE", &server.url())]);
    awaited("the word to be gone", || (!is_said_below(folder.path())).then_some(()));
    assert_eq!(server.command("EXISTS rewrite-due"), ":0");
}

#[test]
fn a_redis_that_does_not_write_its_file_anew_is_told_of_once_and_forgets_all_the_same() {
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    server.command("ACL SETUSER default -bgrewriteaof");
    let (folder, url) = (tempfile::tempdir().unwrap(), server.url());
    let log = folder.path().join("log");
    let file = fs::File::create(&log).unwrap();
    let service =
        Service::start_logging(folder.path(), file, &[], &[("CARHOP_STORE", &url), ("CARHOP_LOG", "warn")]);
    for lane in ["1", "2"] {
        let confirmed = visit(&service.lane(lane));
        server.command("DEL rewrite-asked-at");
        let session = confirmed["session_id"].as_str().unwrap();
        assert_eq!(sessions(&service, &["forget", session]).status.code(), Some(0));
    }
    assert_eq!(server.command("EXISTS rewrite-due"), ":1");
    let told = fs::read_to_string(log).unwrap();
    assert_eq!(told.matches("does not write its append-only file anew").count(), 1, "{told}");
}
