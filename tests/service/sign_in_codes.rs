//! Codes: a manager makes one, somebody types it, and one browser is signed in with a part of the manager's key.

use std::fs;

use jiff::{SignedDuration, Timestamp};
use rusqlite::Connection;
use serde_json::{Value, json};
use tempfile::TempDir;
use testbed::RedisServer;

use crate::keys::{create, newest, revoke};
use crate::live::client::Socket;
use crate::shares::{NEIGHBOUR, call_from, check_refused, free_port, hits};
use crate::sign_in::sign_in;
use crate::support::{Answer, Service, at_once, call, carhop};

const LANES: &str = "/v1/drive-thrus/d1/lanes";
const NEVER_MADE: &str = "2222-2222";

/// A folder with the key of a manager of `d1`.
fn managed() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let key = create(folder.path(), &["Ada", "--scope", "manager", "--drive-thru", "d1"]);
    (folder, key)
}

fn send(service: &Service, headers: &[(&str, &str)], path: &str, body: &Value) -> Answer {
    call(service.address, "POST", path, headers, body.to_string().as_bytes())
}

fn get(service: &Service, cookie: &str, path: &str) -> Answer {
    call(service.address, "GET", path, &[("cookie", cookie)], b"")
}

fn make(service: &Service, key: &str, gives: &Value) -> Answer {
    send(service, &[("authorization", &format!("Bearer {key}"))], "/v1/sign-in-codes", gives)
}

/// Has a code made. Gives it.
pub fn code(service: &Service, key: &str, gives: &Value) -> String {
    make(service, key, gives).json(201)["code"].as_str().unwrap().to_owned()
}

fn crew() -> Value {
    json!({ "scope": "crew", "drive_thru": "d1" })
}

fn try_code(service: &Service, code: &str) -> Answer {
    service.post("/v1/sign-in", &json!({ "key": code }))
}

/// The cookie that an answer gives.
#[track_caller]
fn cookie(answer: &Answer) -> String {
    answer.header("set-cookie").unwrap_or_else(|| panic!("{answer:#?}")).split(';').next().unwrap().to_owned()
}

/// That a code is good once on one of two services, however it is typed and however many try at once.
#[track_caller]
fn check_good_once(key: &str, [maker, taker]: [&Service; 2]) {
    let made = make(maker, key, &json!({ "scope": "crew", "drive_thru": "d1", "lane": "1" })).json(201);
    let (code, left) = (made["code"].as_str().unwrap(), made["expires"].as_str().unwrap());
    let left = left.parse::<Timestamp>().unwrap().duration_since(Timestamp::now());
    assert!((SignedDuration::from_mins(4)..=SignedDuration::from_mins(5)).contains(&left), "{made:#}");
    assert_eq!([&made["scope"], &made["drive_thru"], &made["lane"]], ["crew", "d1", "1"]);
    assert!(code.len() == 9 && code.as_bytes()[4] == b'-', "{code}");
    let typed = format!(" {} ", code.replace('-', "").to_lowercase());
    let answers = at_once([maker, taker, maker, taker, maker, taker], |service| try_code(service, &typed));
    let (taken, refused): (Vec<_>, Vec<_>) = answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((taken.len(), refused.len()), (1, 5), "{refused:#?}");
    let wrong_key = taker.post("/v1/sign-in", &json!({ "key": "carhop_key_0" }));
    for answer in refused.iter().chain([&try_code(taker, code), &try_code(taker, NEVER_MADE)]) {
        assert_eq!(answer.problem(401, "unauthenticated"), wrong_key.problem(401, "unauthenticated"));
    }
    let signed_in = taken[0].json(200);
    assert_eq!([&signed_in["name"], &signed_in["drive_thru"], &signed_in["lane"]], ["Ada", "d1", "1"]);
    assert_eq!(signed_in["scopes"], json!(["crew"]));
    let cookie = cookie(&taken[0]);
    for service in [maker, taker] {
        assert_eq!(get(service, &cookie, &format!("{LANES}/1")).status, 200);
        get(service, &cookie, &format!("{LANES}/2")).problem(404, "not-found");
        get(service, &cookie, "/v1/drive-thrus/d1/changes").problem(403, "forbidden");
    }
}

#[test]
fn a_code_is_good_once_in_memory_and_in_sqlite() {
    for variables in [&[("CARHOP_STORE", "memory:")][..], &[]] {
        let (folder, key) = managed();
        let service = Service::start_on(folder.path(), variables);
        check_good_once(&key, [&service, &service]);
    }
}

#[test]
fn a_code_is_good_once_among_processes_that_share_a_redis() {
    let (folder, key) = managed();
    let server = RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"]);
    let (keys, url) = (folder.path().join("keys.json"), server.url());
    let node =
        || Service::start_with(&[("CARHOP_STORE", &url), ("CARHOP_KEYS_FILE", keys.to_str().unwrap())]);
    let nodes = [node(), node()];
    check_good_once(&key, [&nodes[0], &nodes[1]]);
    let late = code(&nodes[0], &key, &crew());
    for name in server.ask("KEYS pass:*").lines().filter(|line| line.starts_with("pass:")) {
        assert_eq!(server.command(&format!("EXPIREAT {name} 1767225600")), ":1");
    }
    try_code(&nodes[1], &late).problem(401, "unauthenticated");
}

#[test]
fn a_code_that_is_over_signs_nobody_in() {
    let (folder, key) = managed();
    let service = Service::start_on(folder.path(), &[]);
    let late = code(&service, &key, &crew());
    let store = Connection::open(folder.path().join("carhop.db")).unwrap();
    let passes: Vec<String> = {
        let mut read = store.prepare("SELECT hash || key_id || granted FROM passes").unwrap();
        read.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    };
    assert!(passes.len() == 1 && !passes[0].contains(&late.replace('-', "")), "{passes:?}");
    store.execute("UPDATE passes SET expires_at = '2026-01-01T00:00:00.000000000Z'", []).unwrap();
    try_code(&service, &late).problem(401, "unauthenticated");
}

#[test]
fn a_code_gives_no_more_than_the_key_that_made_it_may() {
    let folder = TempDir::new().unwrap();
    let key =
        |scope: &str, place: &[&str]| create(folder.path(), &[&["x", "--scope", scope], place].concat());
    let here = ["--drive-thru", "d1"];
    let (manager, admin) = (key("manager", &here), key("admin", &here));
    let (everywhere, managers) = (key("admin", &[]), key("manager", &[]));
    let less = [key("lane", &here), key("pos", &here), key("crew", &here)];
    let service = Service::start_on(folder.path(), &[]);
    let gives = |scope: &str, drive_thru: &str, lane: Value| {
        let mut gives = json!({ "scope": scope, "drive_thru": drive_thru });
        if !lane.is_null() {
            gives["lane"] = lane;
        }
        gives
    };
    for key in &less {
        make(&service, key, &crew()).problem(403, "forbidden");
    }
    for scope in ["lane", "pos", "admin"] {
        make(&service, &manager, &gives(scope, "d1", Value::Null)).problem(403, "forbidden");
    }
    for scope in ["crew", "manager"] {
        make(&service, &manager, &gives(scope, "d1", Value::Null)).json(201);
    }
    for scope in ["lane", "pos", "crew", "manager", "admin"] {
        make(&service, &admin, &gives(scope, "d1", Value::Null)).json(201);
        make(&service, &everywhere, &gives(scope, "d1", Value::Null)).json(201);
    }
    for key in [&manager, &admin] {
        make(&service, key, &gives("crew", "d2", Value::Null)).problem(404, "not-found");
    }
    for key in [&everywhere, &managers] {
        make(&service, key, &gives("crew", "made-up", Value::Null)).problem(404, "not-found");
    }
    let of_a_lane = make(&service, &admin, &gives("manager", "d1", json!("1")));
    assert_eq!(of_a_lane.faulty_field(), "lane");
    make(&service, &admin, &gives("crew", "d1", json!("*"))).problem(400, "invalid-id");
    assert_eq!(make(&service, &admin, &gives("chef", "d1", Value::Null)).faulty_field(), "scope");
    assert_eq!(make(&service, &admin, &json!({ "scope": "crew" })).faulty_field(), "drive_thru");
}

#[test]
fn a_browser_with_a_code_makes_no_codes_and_its_tickets_open_no_more_than_it_may() {
    let (folder, key) = managed();
    let service = Service::start_on(folder.path(), &[]);
    let manager =
        sign_in(&service, &code(&service, &key, &json!({ "scope": "manager", "drive_thru": "d1" })));
    send(&service, &[("cookie", &manager)], "/v1/sign-in-codes", &crew()).problem(403, "forbidden");
    let gives = json!({ "scope": "crew", "drive_thru": "d1", "lane": "1" });
    let cookie = sign_in(&service, &code(&service, &key, &gives));
    let ticket = || {
        let made = send(&service, &[("cookie", &cookie)], "/v1/socket-tickets", &json!({})).json(201);
        made["ticket"].as_str().unwrap().to_owned()
    };
    Socket::open(&service.lane("1"), &format!("?ticket={}", ticket())).is_quiet();
    let other = Socket::try_open(&service.lane("2"), &format!("?ticket={}", ticket()));
    assert!(other.is_err_and(|error| error.contains("404")));
    service.get(&format!("/v1/drive-thrus/d1/events?ticket={}", ticket())).problem(404, "not-found");
}

#[test]
fn without_keys_no_code_is_made() {
    let service = Service::start();
    service.post("/v1/sign-in-codes", &crew()).problem(403, "forbidden");
    try_code(&service, NEVER_MADE).problem(401, "unauthenticated");
}

#[test]
fn what_a_code_gave_ends_with_the_key_that_made_it() {
    let (folder, key) = managed();
    let id = newest(folder.path());
    create(folder.path(), &["other", "--scope", "admin"]);
    let service = Service::start_on(folder.path(), &[]);
    let (used, unused) = (code(&service, &key, &crew()), code(&service, &key, &crew()));
    let cookie = sign_in(&service, &used);
    let mut socket = Socket::with_headers(&service.lane("1"), "", &[("cookie", &cookie)]);
    socket.is_quiet();
    revoke(folder.path(), &id);
    assert_eq!(socket.closed(), (1008, "use a valid key".to_owned()));
    get(&service, &cookie, LANES).problem(401, "unauthenticated");
    try_code(&service, &unused).problem(401, "unauthenticated");
}

#[test]
fn nothing_that_a_code_gives_lasts_longer_than_its_key() {
    let (folder, key) = managed();
    let end = (Timestamp::now() + SignedDuration::from_mins(2)).round(jiff::Unit::Second).unwrap();
    let file = folder.path().join("keys.json");
    let mut keys: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    keys["keys"][0]["expires"] = json!(end);
    fs::write(&file, keys.to_string()).unwrap();
    let service = Service::start_on(folder.path(), &[]);
    let made = make(&service, &key, &crew()).json(201);
    let signed_in = try_code(&service, made["code"].as_str().unwrap()).json(200);
    assert_eq!([&made["expires"], &signed_in["expires"]], [&json!(end), &json!(end)]);
}

#[test]
fn what_is_done_with_a_code_names_the_key_that_made_it() {
    let (folder, key) = managed();
    let by_code = json!({ "key": newest(folder.path()), "name": "Ada", "by_code": true });
    let service = Service::start_on(folder.path(), &[]);
    let cookie = sign_in(&service, &code(&service, &key, &json!({ "scope": "manager", "drive_thru": "d1" })));
    let car = json!({ "id": "0198c0de-0000-7000-8000-000000000001", "type": "car_detected" });
    let turn = send(&service, &[("cookie", &cookie)], &format!("{LANES}/1/events"), &car).json(200);
    let audit =
        get(&service, &cookie, &format!("/v1/sessions/{}/audit", turn["session_id"].as_str().unwrap()));
    assert_eq!(audit.json(200)["entries"][0]["actor"], by_code);
    let rules = json!({ "id": "none", "rules": [] }).to_string();
    let put = "/v1/drive-thrus/d1/rules";
    call(service.address, "PUT", put, &[("cookie", &cookie)], rules.as_bytes()).json(201);
    let changes = get(&service, &cookie, "/v1/drive-thrus/d1/changes").json(200);
    assert_eq!(changes["changes"][0]["actor"], by_code);
}

#[test]
fn an_address_that_guesses_codes_is_not_listened_to_however_fast_it_is() {
    let (folder, key) = managed();
    let service = Service::start_on(folder.path(), &[("CARHOP_WRONG_KEYS_PER_MINUTE", "4")]);
    // Codes that are right count for nothing.
    (0..8).for_each(|_| drop(sign_in(&service, &code(&service, &key, &crew()))));
    let right = code(&service, &key, &crew());
    let statuses = at_once(0..24, |_| try_code(&service, NEVER_MADE).status);
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 4, "{statuses:?}");
    check_refused(&try_code(&service, &right), "too-many-wrong-keys");
    let body = json!({ "key": right }).to_string();
    assert_eq!(call_from(NEIGHBOUR, service.address, "POST", "/v1/sign-in", &body).status, 200);
}

#[test]
fn all_addresses_together_guess_600_codes_a_minute() {
    let (folder, key) = managed();
    // Behind a proxy everybody comes from one address, which has no limit of its own.
    let health = free_port();
    let at = health.to_string();
    let variables = [("CARHOP_BEHIND_PROXY", "true"), ("CARHOP_HEALTH_LISTEN", at.as_str())];
    let service = Service::start_on(folder.path(), &variables);
    let (used, right) = (code(&service, &key, &crew()), code(&service, &key, &crew()));
    let cookie = cookie(&try_code(&service, &used));
    let statuses = at_once(0..8, |_| {
        let asked = (0..80).map(|_| try_code(&service, NEVER_MADE).status);
        asked.filter(|status| *status == 401).count()
    });
    assert_eq!(statuses.iter().sum::<usize>(), 600);
    check_refused(&try_code(&service, &right), "too-many-wrong-codes");
    assert_eq!(try_code(&service, &key).status, 200, "a key is still looked at");
    assert_eq!(get(&service, &cookie, LANES).status, 200);
    assert_eq!(hits(health, "wrong_codes"), 41);
}

#[test]
fn the_command_has_a_code_made() {
    let (folder, key) = managed();
    let service = Service::start_on(folder.path(), &[]);
    let url = format!("http://{}", service.address);
    let run = |scope: &str| {
        let arguments =
            ["keys", "code", "--scope", scope, "--drive-thru", "d1", "--lane", "1", "--url", &url];
        let output = carhop(&arguments).env("CARHOP_KEY", &key).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, code, said) = run("crew");
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains(&format!("{url}/sign-in")) && said.contains("crew at d1 lane 1"), "{said}");
    sign_in(&service, code.trim_end());
    let (status, code, said) = run("lane");
    assert!(status == Some(3) && code.is_empty() && said.contains("`lane`"), "{said}");
}
