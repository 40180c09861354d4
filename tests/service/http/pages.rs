//! The web pages: what is served, as what, and under which rules.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use crate::support::{Service, answer, call, connected};

const PAGES: &[(&str, &str)] = &[
    ("/", "index.html"),
    ("/docs", "docs.html"),
    ("/sim", "sim.html"),
    ("/sim?drive_thru=d1&lane=2", "sim.html"),
    ("/board/d1/1", "board.html"),
    ("/lane/d1/1", "lane.html"),
    ("/crew/d1", "crew.html"),
    ("/rules/d1", "rules.html"),
    ("/sessions/580d1d8e-5b90-5738-8072-36ddbc45e0ed", "session.html"),
];

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("board").join(name)).unwrap()
}

/// All that is sent to a request, which may have no body.
fn sent(service: &Service, request: &str, headers: &str) -> String {
    let mut stream = connected(service.address).unwrap();
    write!(stream, "{request} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n").unwrap();
    std::io::read_to_string(stream).unwrap()
}

#[test]
fn every_page_is_its_html_under_a_strict_policy() {
    let service = Service::start();
    for (path, name) in PAGES {
        let page = service.get(path);
        assert_eq!((page.status, page.body.as_str()), (200, file(name).as_str()), "{path}");
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"), "{path}");
        assert_eq!(page.header("cache-control"), Some("no-cache"), "{path}");
        assert_eq!(page.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(page.header("referrer-policy"), Some("same-origin"), "{path}");
        let policy = page.header("content-security-policy").unwrap();
        for rule in ["default-src 'self'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]
        {
            assert!(policy.split("; ").any(|found| found == rule), "{rule} is not in {policy}");
        }
        assert!(!policy.contains("unsafe"), "{policy}");
    }
}

#[test]
fn an_asset_comes_as_what_it_is() {
    let service = Service::start();
    for (path, media_type) in [
        ("vendor/preact.js", "text/javascript; charset=utf-8"),
        ("vendor/preact-hooks.js", "text/javascript; charset=utf-8"),
        ("vendor/htm.js", "text/javascript; charset=utf-8"),
        ("vendor/LICENSE-preact", "text/plain; charset=utf-8"),
        ("vendor/LICENSE-htm", "text/plain; charset=utf-8"),
    ] {
        let asset = service.get(&format!("/assets/{path}"));
        assert_eq!((asset.status, asset.body.as_str()), (200, file(path).as_str()), "{path}");
        assert_eq!(asset.header("content-type"), Some(media_type), "{path}");
        assert_eq!(asset.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
}

#[test]
fn what_the_browser_has_is_not_sent_again() {
    let service = Service::start();
    for path in ["/", "/assets/vendor/preact.js"] {
        let etag = service.get(path).header("etag").unwrap().to_owned();
        assert!(etag.starts_with('"') && etag.ends_with('"') && etag.len() == 34, "{etag}");
        let asked =
            |known: &str| sent(&service, &format!("GET {path}"), &format!("if-none-match: {known}\r\n"));
        for known in [etag.clone(), format!("W/{etag}"), format!("\"old\", {etag}"), "*".to_owned()] {
            let text = asked(&known);
            let (head, body) = text.split_once("\r\n\r\n").unwrap();
            assert!(head.starts_with("HTTP/1.1 304 "), "{known}: {head}");
            assert!(head.contains(&format!("etag: {etag}")), "{head}");
            assert_eq!(body, "");
        }
        for other in ["\"old\"", "", "W/"] {
            assert!(asked(other).starts_with("HTTP/1.1 200 "), "{other}");
        }
    }
}

#[test]
fn a_head_request_has_the_headers_alone() {
    let service = Service::start();
    let text = sent(&service, "HEAD /sim", "");
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 ") && body.is_empty(), "{text}");
    assert!(head.contains("content-type: text/html; charset=utf-8"), "{head}");
}

#[test]
fn what_is_no_page_and_no_asset_is_a_problem() {
    let service = Service::start();
    for path in
        ["/board/d%201/1", "/board/d1/a.b", "/crew/%C3%A9", "/crew/..%2f", "/sessions/1", "/sessions/x"]
    {
        service.get(path).problem(400, "invalid-id");
    }
    let long = "d".repeat(65);
    service.get(&format!("/board/{long}/1")).problem(400, "invalid-id");
    service.get(&format!("/crew/{long}")).problem(400, "invalid-id");
    for path in
        ["/board", "/board/d1", "/crew", "/sim/", "/assets", "/assets/", "/index.html", "/favicon.ico"]
    {
        service.get(path).problem(404, "not-found");
    }
    for path in "js/none.js js vendor/ index.html tests/board.js package.json %00.js js//html.js".split(' ') {
        service.get(&format!("/assets/{path}")).problem(404, "not-found");
    }
    for method in ["POST", "PUT", "DELETE"] {
        for path in ["/", "/sim", "/assets/vendor/htm.js"] {
            call(service.address, method, path, &[], b"{}").problem(405, "method-not-allowed");
        }
    }
}

#[test]
fn no_path_leads_out_of_the_folder() {
    let service = Service::start();
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2fsrc%2fmain.rs",
        "/assets/%2e%2e/deploy/LICENSE-MIT",
        "/assets/../LICENSE-MIT",
        "/assets/..%2fLICENSE-MIT",
        "/assets/vendor/../../LICENSE-MIT",
        "/assets/vendor/%2e%2e/%2e%2e/LICENSE-MIT",
        "/assets/..%5cLICENSE-MIT",
        "/assets/%2fetc%2fLICENSE",
        "/assets//LICENSE-MIT",
        "/assets/vendor/../vendor/htm.js",
        "/assets/./vendor/htm.js",
        "/../LICENSE-MIT",
    ] {
        // As it stands: no client has tidied the path up.
        let mut stream = connected(service.address).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n").unwrap();
        answer(&mut stream).unwrap().problem(404, "not-found");
    }
}
