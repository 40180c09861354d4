//! Who may call what: every route of the document, called with every kind of credential.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::keys::{create, newest, revoke};
use crate::sign_in::sign_in;
use crate::sign_in_codes::code;
use crate::support::{Service, Ticket, awaited, call, call_with_key, connected};

const WEBSOCKET: &str = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                         sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
const SCOPES: [&str; 5] = ["lane", "pos", "crew", "manager", "admin"];

/// Where a key is good.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Everywhere,
    Here,
    ThisLane,
    OtherLane,
    Elsewhere,
}

impl Place {
    fn options(self) -> &'static [&'static str] {
        match self {
            Self::Everywhere => &[],
            Self::Here => &["--drive-thru", "d1"],
            Self::ThisLane => &["--drive-thru", "d1", "--lane", "1"],
            Self::OtherLane => &["--drive-thru", "d1", "--lane", "2"],
            Self::Elsewhere => &["--drive-thru", "d2"],
        }
    }

    /// Whether what a route tells of, which is of lane 1 of drive-thru `d1`, can be seen from there.
    fn sees(self, tells_of: &str) -> bool {
        match tells_of {
            "nothing" => true,
            "installation" => self == Self::Everywhere,
            "drive_thru" => matches!(self, Self::Everywhere | Self::Here),
            "lanes" => self != Self::Elsewhere,
            "lane" | "session" | "ticket" => matches!(self, Self::Everywhere | Self::Here | Self::ThisLane),
            other => panic!("{other}"),
        }
    }
}

/// What a call comes with.
#[derive(Debug)]
struct Credential {
    name: String,
    headers: String,
    /// What is good about it; nothing of one that opens nothing.
    good: Option<(&'static str, Place)>,
}

impl Credential {
    fn bad(name: &str, headers: String) -> Self {
        Self { name: name.to_owned(), headers, good: None }
    }

    /// The status that a route answers this one with; none if it is let in.
    fn refused(&self, operation: &Value) -> Option<u16> {
        let requirements = operation["security"].as_array().unwrap();
        if requirements.is_empty() {
            return None;
        }
        let Some((scope, place)) = self.good else { return Some(401) };
        let is_listed = requirements.iter().any(|requirement| requirement["key"] == json!([scope]));
        match (place.sees(operation["x-tells-of"].as_str().unwrap()), is_listed) {
            (false, _) => Some(404),
            (true, false) => Some(403),
            (true, true) => None,
        }
    }
}

fn bearer(key: &str) -> String {
    format!("authorization: Bearer {key}\r\n")
}

fn cookie(pass: &str) -> String {
    format!("cookie: theme=dark; carhop={pass}\r\n")
}

/// Every kind of cookie.
fn cookies(service: &Service, data: &Path) -> Vec<Credential> {
    let signed_in = |name: &str, scope, place: Place| {
        let key = create(data, &[&[name, "--scope", scope], place.options()].concat());
        let headers = format!("cookie: theme=dark; {}\r\n", sign_in(service, &key));
        Credential { name: format!("cookie: {name}"), headers, good: Some((scope, place)) }
    };
    let mut all = vec![
        signed_in("crew", "crew", Place::Here),
        signed_in("lane", "lane", Place::ThisLane),
        signed_in("other lane", "lane", Place::OtherLane),
        signed_in("admin", "admin", Place::Everywhere),
        signed_in("elsewhere", "admin", Place::Elsewhere),
    ];
    let [mut signed_out, mut revoked] =
        ["signed out", "revoked"].map(|name| signed_in(name, "admin", Place::Everywhere));
    let header = signed_out.headers.trim().strip_prefix("cookie: ").unwrap().to_owned();
    let ended = call(service.address, "POST", "/v1/sign-out", &[("cookie", &header)], b"");
    assert!(ended.header("set-cookie").is_some_and(|cookie| cookie.contains("Max-Age=0")), "{ended:#?}");
    revoke(data, &newest(data));
    let path = "/v1/drive-thrus/d1/lanes".to_owned();
    let lanes = Route { method: "GET".to_owned(), path, operation: Value::Null };
    let host = service.address.to_string();
    awaited("the revocation", || {
        (answer(service, &lanes, &host, &revoked.headers, "").0 == 401).then_some(())
    });
    (signed_out.good, revoked.good) = (None, None);
    let tampered =
        Credential::bad("cookie: tampered", all[3].headers.replace("carhop_session_", "carhop_session_0"));
    all.extend([signed_out, revoked, tampered]);
    all
}

/// Cookies that came by codes of a key, and what is none though a code is in it.
fn by_codes(service: &Service, key: &str) -> Vec<Credential> {
    let made = |scope: &str, place: Place| {
        let mut gives = json!({ "scope": scope });
        for option in place.options().chunks(2) {
            gives[option[0].trim_start_matches('-').replace('-', "_")] = json!(option[1]);
        }
        code(service, key, &gives)
    };
    let by_code = |(scope, place): (&'static str, Place)| {
        let headers = format!("cookie: theme=dark; {}\r\n", sign_in(service, &made(scope, place)));
        Credential { name: format!("by code: {scope} {place:?}"), headers, good: Some((scope, place)) }
    };
    let on_lanes =
        [Place::ThisLane, Place::OtherLane].map(|place| SCOPES[..3].iter().map(move |it| (*it, place)));
    let wider = [Place::Here, Place::Elsewhere].map(|place| SCOPES.iter().map(move |it| (*it, place)));
    let good = on_lanes.into_iter().flatten().chain(wider.into_iter().flatten());
    let unused = made("admin", Place::Here);
    let bad = [
        Credential::bad("a code for a key", bearer(&unused)),
        Credential::bad("a code for a cookie", cookie(&unused)),
        Credential::bad("a code as a session", cookie(&format!("carhop_session_{unused}"))),
    ];
    good.map(by_code).chain(bad).collect()
}

/// Every kind of credential, with the keys in a data folder.
fn credentials(folder: &TempDir) -> Vec<Credential> {
    let data = folder.path();
    let mut all = Vec::new();
    for place in [Place::Everywhere, Place::Here, Place::ThisLane, Place::OtherLane, Place::Elsewhere] {
        let is_lane = matches!(place, Place::ThisLane | Place::OtherLane);
        for scope in SCOPES.into_iter().filter(|scope| !is_lane || !["manager", "admin"].contains(scope)) {
            let key = create(data, &[&["some", "--scope", scope], place.options()].concat());
            all.push(Credential {
                name: format!("{scope} {place:?}"),
                headers: bearer(&key),
                good: Some((scope, place)),
            });
        }
    }
    let [good, revoked, expired] =
        ["good", "revoked", "expired"].map(|name| create(data, &[name, "--scope", "admin"]));
    let file = data.join("keys.json");
    let mut keys: Value = serde_json::from_str(&fs::read_to_string(&file).unwrap()).unwrap();
    for key in keys["keys"].as_array_mut().unwrap() {
        match key["name"].as_str().unwrap() {
            "revoked" => key["revoked"] = json!("2026-01-01T00:00:00Z"),
            "expired" => key["expires"] = json!("2026-01-01T00:00:00Z"),
            _ => {}
        }
    }
    let hash = keys["keys"][0]["sha256"].as_str().unwrap().to_owned();
    fs::write(&file, keys.to_string()).unwrap();
    let tampered = format!("{}{}", &good[..good.len() - 1], if good.ends_with('0') { '1' } else { '0' });
    let never_made = format!("carhop_key_{}", "0".repeat(64));
    all.extend([
        Credential::bad("none", String::new()),
        Credential::bad("wrong", bearer(&never_made)),
        Credential::bad("revoked", bearer(&revoked)),
        Credential::bad("expired", bearer(&expired)),
        Credential::bad("tampered", bearer(&tampered)),
        Credential::bad("cut off", bearer(&good[..good.len() - 1])),
        Credential::bad("in capitals", bearer(&good.to_uppercase())),
        Credential::bad("what is kept of one", bearer(&hash)),
        Credential::bad("empty", bearer("")),
        Credential::bad("two", bearer(&good).repeat(2)),
        Credential::bad("another scheme", format!("authorization: Basic {good}\r\n")),
        Credential::bad("no scheme", format!("authorization: {good}\r\n")),
        Credential::bad("a key for a cookie", cookie(&good)),
        Credential::bad(
            "a cookie that was never given",
            cookie(&format!("carhop_session_{}", "0".repeat(64))),
        ),
        Credential::bad("a wrong key and a cookie", bearer(&never_made)),
        Credential::bad("in another header", format!("x-api-key: {good}\r\n")),
    ]);
    all
}

/// A route of the document, with a path of what there is.
struct Route {
    method: String,
    path: String,
    operation: Value,
}

fn routes(document: &Value, session: &str, ticket: &str, version: &str) -> Vec<Route> {
    let mut routes = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let mut filled = path.clone();
            for (name, value) in [
                ("{drive_thru}", "d1"),
                ("{lane}", "1"),
                ("{session_id}", session),
                ("{turn}", "1"),
                ("{version}", version),
                ("{ticket_id}", ticket),
                ("{item}", "coke"),
                ("{size}", "large"),
                ("{group}", "toppings"),
                ("{modifier}", "pickle"),
            ] {
                filled = filled.replace(name, value);
            }
            assert!(!filled.contains('{'), "{filled}");
            routes.push(Route { method: method.to_uppercase(), path: filled, operation: operation.clone() });
        }
    }
    // It ends the cookies that it is called with.
    routes.sort_by_key(|route| route.path == "/v1/sign-out");
    routes
}

/// The status of an answer whose body may never end, and its head.
fn answer(service: &Service, route: &Route, host: &str, headers: &str, body: &str) -> (u16, String) {
    let Route { method, path, .. } = route;
    let more = if path.ends_with("/ws") { WEBSOCKET } else { "connection: close\r\n" };
    let mut stream = connected(service.address).unwrap();
    let length = body.len();
    // A service that has heard enough answers before it has read all.
    let _ = write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\n{headers}{more}content-length: {length}\r\n\r\n{body}"
    );
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap().to_lowercase();
    (head.split(' ').nth(1).unwrap().parse().unwrap(), head)
}

#[test]
fn every_route_lets_in_those_that_may_and_nobody_else() {
    let folder = TempDir::new().unwrap();
    let mut credentials = credentials(&folder);
    let admin = create(folder.path(), &["first", "--scope", "admin"]);
    // All that came by a code calls with one key.
    let variables = [("CARHOP_POS_EMITTER", "none"), ("CARHOP_KEY_CALLS_PER_SECOND", "0")];
    let service = Service::start_on(folder.path(), &variables);
    call_with_key(service.address, &admin);
    service.put("/v1/drive-thrus/d1/rules", &[], &json!({ "id": "none", "rules": [] })).json(201);
    let turn = service.lane("1").confirmed("a cookie");
    let (session, ticket) = (turn["session_id"].as_str().unwrap(), Ticket::of(&service, &turn).id);
    credentials.extend(cookies(&service, folder.path()));
    credentials.extend(by_codes(&service, &admin));
    let document = service.get("/openapi.json").json(200);
    let versions = service.get("/v1/drive-thrus/d1/rules/versions").json(200);
    let version = versions["versions"][0]["version"].as_str().unwrap();
    let routes = routes(&document, session, &ticket, version);
    assert!(routes.len() >= 30 && credentials.len() >= 30);
    let host = service.address.to_string();
    let mut asked = 0;
    let mut wrong = Vec::new();
    for route in &routes {
        for credential in &credentials {
            for body in ["{}", "{", "not JSON"] {
                let (status, head) = answer(&service, route, &host, &credential.headers, body);
                let is_right = match credential.refused(&route.operation) {
                    Some(refused) => {
                        status == refused
                            && head.contains("content-type: application/problem+json")
                            && head.contains("www-authenticate: bearer") == (refused == 401)
                    }
                    None => ![401, 403, 404, 405].contains(&status) && status < 500,
                };
                if !is_right {
                    wrong.push(format!("{} {} with {}: {status}", route.method, route.path, credential.name));
                }
                asked += 1;
            }
            for (host, more, expected) in [
                ("evil.example", "", 421),
                (host.as_str(), "sec-fetch-site: cross-site\r\n", 403),
                (host.as_str(), "origin: http://evil.example\r\n", 403),
            ] {
                let headers = format!("{}{more}", credential.headers);
                let (status, _) = answer(&service, route, host, &headers, "{}");
                if status != expected {
                    wrong.push(format!("{} {} by {host} {more}: {status}", route.method, route.path));
                }
                asked += 1;
            }
        }
    }
    println!("{asked} calls of {} routes with {} credentials", routes.len(), credentials.len());
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_files_of_the_pages_and_the_descriptions_need_no_key() {
    let folder = TempDir::new().unwrap();
    create(folder.path(), &["first", "--scope", "admin"]);
    let service = Service::start_on(folder.path(), &[]);
    let pages = "/ /sign-in /docs /sim /board/d1/1 /lane/d1/1 /crew/d1 /assets/js/api.js \
                 /sessions/00000000-0000-0000-0000-000000000007 /openapi.json /asyncapi.json /healthz /readyz";
    for path in pages.split(' ') {
        assert_eq!(service.get(path).status, 200, "{path}");
    }
    service.get("/nowhere").problem(404, "not-found");
    service.post("/healthz", &json!({})).problem(405, "method-not-allowed");
}

#[test]
fn the_table_is_in_the_document() {
    let service = Service::start();
    let document = service.get("/openapi.json").json(200);
    let mut table = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for (method, operation) in operations.as_object().unwrap() {
            let requirements = operation["security"].as_array().unwrap();
            let scopes: Vec<&str> = requirements.iter().filter_map(|it| it["key"][0].as_str()).collect();
            let who = if scopes.is_empty() { "anybody".to_owned() } else { scopes.join(" ") };
            table.push(format!("{method} {path}: {}: {who}", operation["x-tells-of"].as_str().unwrap()));
        }
    }
    table.sort();
    insta::assert_snapshot!(table.join("\n"));
    let key = &document["components"]["securitySchemes"]["key"];
    assert_eq!([&key["type"], &key["scheme"]], ["http", "bearer"]);
}

#[test]
fn what_cannot_be_seen_is_as_if_it_were_not() {
    let folder = TempDir::new().unwrap();
    let admin = create(folder.path(), &["first", "--scope", "admin"]);
    let elsewhere = create(folder.path(), &["other", "--scope", "admin", "--drive-thru", "d2"]);
    let other_lane =
        create(folder.path(), &["other", "--scope", "lane", "--drive-thru", "d1", "--lane", "2"]);
    let service = Service::start_on(folder.path(), &[]);
    call_with_key(service.address, &admin);
    let turn = service.lane("1").confirmed("a cookie");
    let session = turn["session_id"].as_str().unwrap();
    let get = |key: &str, path: &str| {
        call(service.address, "GET", path, &[("authorization", &format!("Bearer {key}"))], b"")
    };
    let nobody = "00000000-0000-0000-0000-000000000007";
    let there = get(&elsewhere, &format!("/v1/sessions/{session}/audit"));
    let not_there = get(&elsewhere, &format!("/v1/sessions/{nobody}/audit"));
    there.problem(404, "not-found");
    assert_eq!(there.body.replace(session, nobody), not_there.body);
    // Another lane's order cannot be found out by what words would mean there.
    let parse = |lane: &str| {
        let body = json!({ "text": "make it two", "lane": lane }).to_string();
        let key = format!("Bearer {other_lane}");
        let path = "/v1/drive-thrus/d1/parse";
        call(service.address, "POST", path, &[("authorization", &key)], body.as_bytes())
    };
    parse("1").problem(404, "not-found");
    parse("2").json(200);
}

#[test]
fn a_drive_thru_is_there_once_it_is_configured_used_by_an_admin_or_has_a_key() {
    let folder = TempDir::new().unwrap();
    let [admin, manager] = ["admin", "manager"].map(|scope| create(folder.path(), &["x", "--scope", scope]));
    create(folder.path(), &["x", "--scope", "lane", "--drive-thru", "with-key", "--lane", "1"]);
    let config = folder.path().join("carhop.toml");
    fs::write(&config, "[drive_thrus.configured]\ngreet = false\n").unwrap();
    let service = Service::start_on(folder.path(), &[("CARHOP_CONFIG", config.to_str().unwrap())]);
    let is_there = |drive_thru: &str| {
        call_with_key(service.address, &manager);
        service.get(&format!("/v1/drive-thrus/{drive_thru}/menu")).status == 200
    };
    assert!(is_there("configured") && is_there("with-key") && !is_there("made-up"));
    let refused = service.put("/v1/drive-thrus/made-up/menu", &[], &json!({}));
    refused.problem(404, "not-found");
    service.lane_of("made-up", "1").event(json!({ "type": "car_detected" })).problem(404, "not-found");
    service.get("/v1/drive-thrus/*/menu").problem(400, "invalid-id");
    call_with_key(service.address, &admin);
    service.lane_of("made-up", "1").car();
    assert!(is_there("made-up"));
}
