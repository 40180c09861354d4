//! Who may ask: every route, asked by those that may and by those that may not.

use std::io::{Read as _, Write as _};

use crate::support::{Service, answer, connected};

const WEBSOCKET: &str = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
                         sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
const NO_ID: &str = "00000000-0000-0000-0000-000000000007";
const PAGES: [&str; 9] = [
    "/",
    "/docs",
    "/sim",
    "/board/d1/1",
    "/lane/d1/1",
    "/crew/d1",
    "/sessions/00000000-0000-0000-0000-000000000007",
    "/assets/vendor/preact.js",
    "/nowhere",
];
/// What a browser says of a link that somebody follows.
const LINK: &str = "sec-fetch-site: cross-site\r\nsec-fetch-mode: navigate\r\nsec-fetch-dest: document\r\n";

/// Method, path and what else its head has, of every route.
fn routes(service: &Service) -> Vec<(String, String, &'static str)> {
    let document = service.get("/openapi.json").json(200);
    let mut routes = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let with_ids = ["{session_id}", "{ticket_id}", "{version}"];
        let filled = with_ids.iter().fold(path.clone(), |path, id| path.replace(id, NO_ID));
        let filled = filled.replace("{turn}", "1").replace(['{', '}'], "");
        for method in operations.as_object().unwrap().keys() {
            let more = if filled.ends_with("/ws") { WEBSOCKET } else { "" };
            routes.push((method.to_uppercase(), filled.clone(), more));
        }
    }
    let more = ["/openapi.json", "/asyncapi.json"];
    routes.extend(PAGES.iter().chain(&more).map(|path| ("GET".to_owned(), (*path).to_owned(), "")));
    routes.push(("OPTIONS".to_owned(), "/v1/drive-thrus/d1/lanes/1/events".to_owned(), ""));
    routes
}

/// The status of an answer whose body may never end.
fn status(service: &Service, head: &str) -> u16 {
    let mut stream = connected(service.address).unwrap();
    write!(stream, "{head}content-length: 0\r\n\r\n").unwrap();
    let mut line = [0; "HTTP/1.1 200".len()];
    stream.read_exact(&mut line).unwrap();
    std::str::from_utf8(&line[9..]).unwrap().parse().unwrap()
}

#[test]
fn every_route_answers_its_own_host_and_pages_and_refuses_all_others() {
    let service = Service::start_with(&[("CARHOP_HOSTS", "carhop.example,node-1")]);
    let (address, port) = (service.address, service.address.port());
    let own = [
        format!("host: {address}\r\n"),
        format!("host: localhost:{port}\r\norigin: http://localhost:{port}\r\n"),
        format!("host: localhost:{port}\r\nsec-fetch-site: same-origin\r\n"),
        "host: Node-1:8080\r\nsec-fetch-site: none\r\n".to_owned(),
        // A proxy in between calls the service by another name than the browser does.
        format!("host: {address}\r\norigin: https://carhop.example\r\nsec-fetch-site: same-origin\r\n"),
    ];
    let refused = [
        (format!("host: evil.example:{port}\r\n"), 421, "unknown-host"),
        (format!("host: evil.example:{port}\r\norigin: http://evil.example:{port}\r\n"), 421, "unknown-host"),
        (format!("host: evil.example\r\n{LINK}"), 421, "unknown-host"),
        ("host: 10.0.0.1\r\n".to_owned(), 421, "unknown-host"),
        (format!("host: {address}\r\nhost: {address}\r\n"), 400, "invalid-host"),
        (format!("host: {address}\r\nhost: evil.example\r\n"), 400, "invalid-host"),
        (format!("host: {address}@evil.example\r\n"), 400, "invalid-host"),
        ("host: \r\n".to_owned(), 400, "invalid-host"),
        (String::new(), 400, "invalid-host"),
        (format!("host: {address}\r\norigin: http://evil.example\r\n"), 403, "foreign-origin"),
        (format!("host: {address}\r\norigin: null\r\n"), 403, "foreign-origin"),
        (format!("host: {address}\r\norigin: http://127.0.0.1:1\r\n"), 403, "foreign-origin"),
        (
            format!("host: {address}\r\norigin: http://evil.example\r\nsec-fetch-site: same-origin\r\n"),
            403,
            "foreign-origin",
        ),
        (format!("host: {address}\r\nsec-fetch-site: cross-site\r\n"), 403, "foreign-origin"),
        (
            format!("host: {address}\r\nsec-fetch-site: same-site\r\nsec-fetch-mode: no-cors\r\n"),
            403,
            "foreign-origin",
        ),
        (format!("host: {address}\r\norigin: http://evil.example\r\n{LINK}"), 403, "foreign-origin"),
        (format!("host: {address}\r\n{}", LINK.replace("document", "iframe")), 403, "foreign-origin"),
    ];
    let routes = routes(&service);
    assert!(routes.len() > 35, "{routes:#?}");
    for (method, path, more) in &routes {
        let head = |headers: &str| format!("{method} {path} HTTP/1.1\r\n{headers}{more}");
        for headers in &own {
            let status = status(&service, &head(headers));
            assert!(![400, 403, 421].contains(&status), "{method} {path} {headers}: {status}");
        }
        for (headers, status, name) in &refused {
            let mut stream = connected(address).unwrap();
            write!(stream, "{}connection: close\r\ncontent-length: 0\r\n\r\n", head(headers)).unwrap();
            answer(&mut stream).unwrap().problem(*status, name);
        }
        let followed = status(&service, &head(&format!("host: {address}\r\n{LINK}")));
        assert_eq!(followed == 403, method != "GET", "{method} {path}: {followed}");
    }
}

#[test]
fn a_request_is_for_the_host_that_its_target_names() {
    let service = Service::start();
    let asked = |target: &str, version: &str, headers: &str| {
        status(&service, &format!("GET {target} HTTP/{version}\r\n{headers}"))
    };
    let host = format!("host: {}\r\n", service.address);
    assert_eq!(asked("http://localhost/healthz", "1.1", &host), 200);
    assert_eq!(asked("http://evil.example/healthz", "1.1", &host), 421);
    // Which only HTTP/1.0 may do without.
    assert_eq!(asked("/healthz", "1.0", ""), 200);
    assert_eq!(asked("/healthz", "1.0", "host: evil.example\r\n"), 421);
}
