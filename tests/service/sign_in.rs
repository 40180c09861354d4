//! Browsers: a cookie for a key, and tickets for sockets.

use serde_json::json;
use tempfile::TempDir;

use crate::keys::create;
use crate::live::client::Socket;
use crate::support::{Service, awaited, call};

/// Signs a browser in with a key. Gives its cookie.
pub fn sign_in(service: &Service, key: &str) -> String {
    let answer = awaited("the key", || {
        Some(service.post("/v1/sign-in", &json!({ "key": key }))).filter(|answer| answer.status == 200)
    });
    let cookie = answer.header("set-cookie").unwrap_or_else(|| panic!("{answer:#?}"));
    for part in ["; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age=43"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "a browser would not send it to this service: {cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

#[test]
fn a_ticket_opens_one_socket_of_its_key_and_nothing_else() {
    let folder = TempDir::new().unwrap();
    let key = create(folder.path(), &["lane", "--scope", "lane", "--drive-thru", "d1", "--lane", "1"]);
    let service = Service::start_on(folder.path(), &[]);
    let header = format!("Bearer {key}");
    let ticket = || {
        let made =
            call(service.address, "POST", "/v1/socket-tickets", &[("authorization", &header)], b"").json(201);
        made["ticket"].as_str().unwrap().to_owned()
    };
    let (lane, other) = (service.lane("1"), service.lane("2"));
    let one = ticket();
    let mut socket = Socket::open(&lane, &format!("?turn=0&ticket={one}"));
    socket.event(json!({ "type": "car_detected" }));
    assert_eq!(socket.next()["state"], "ordering");
    assert!(Socket::try_open(&lane, &format!("?ticket={one}")).is_err_and(|error| error.contains("401")));
    assert!(
        Socket::try_open(&other, &format!("?ticket={}", ticket())).is_err_and(|error| error.contains("404"))
    );
    assert!(Socket::try_open(&lane, "?ticket=").is_err_and(|error| error.contains("401")));
    assert!(Socket::try_open(&lane, &format!("?ticket={key}")).is_err_and(|error| error.contains("401")));
    service.get(&format!("{}?ticket={}", lane.path, ticket())).problem(401, "unauthenticated");
    service.get(&format!("/v1/drive-thrus/d1/events?ticket={}", ticket())).problem(404, "not-found");
    let late = ticket();
    let store = rusqlite::Connection::open(folder.path().join("carhop.db")).unwrap();
    store.execute("UPDATE passes SET expires_at = '2026-01-01T00:00:00.000000000Z'", []).unwrap();
    assert!(Socket::try_open(&lane, &format!("?ticket={late}")).is_err_and(|error| error.contains("401")));
}

#[test]
fn without_keys_a_ticket_is_had_and_makes_no_difference() {
    let service = Service::start();
    let ticket = service.post("/v1/socket-tickets", &json!({})).json(201);
    let mut socket =
        Socket::open(&service.lane("1"), &format!("?ticket={}", ticket["ticket"].as_str().unwrap()));
    socket.is_quiet();
    service.post("/v1/sign-in", &json!({ "key": "carhop_key_0" })).problem(401, "unauthenticated");
    assert_eq!(service.post("/v1/sign-out", &json!({})).status, 200);
}

#[test]
fn a_browser_that_signs_out_is_told_nothing_more() {
    let folder = TempDir::new().unwrap();
    let key = create(folder.path(), &["crew", "--scope", "crew", "--drive-thru", "d1"]);
    let service = Service::start_on(folder.path(), &[]);
    let cookie = sign_in(&service, &key);
    let mut socket = Socket::with_headers(&service.lane("1"), "", &[("cookie", &cookie)]);
    socket.is_quiet();
    assert_eq!(call(service.address, "POST", "/v1/sign-out", &[("cookie", &cookie)], b"").status, 200);
    assert_eq!(socket.closed().0, 1008);
}
