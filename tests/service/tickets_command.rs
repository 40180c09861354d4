//! `carhop tickets` and `carhop health`, against a service that runs, or does not.

use std::net::TcpListener;

use serde_json::{Value, json};

use crate::command_line::check;
use crate::support::{Service, Ticket, carhop};

fn url(service: &Service) -> String {
    format!("http://{}", service.address)
}

#[test]
fn tickets_are_listed_in_a_table() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let list =
        |arguments: &[&str]| check(&[&["tickets", "list", "--url", &url(&service)], arguments].concat(), 0).0;
    let head = "TICKET  STATUS  LANE  DATE  ORDER  TOTAL  LAST\n";
    assert_eq!(list(&[]), head);
    let first = Ticket::of(&service, &service.lane_of("demo", "1").confirmed("a cookie"));
    first.delivered();
    let second = Ticket::of(&service, &service.lane_of("demo", "window").confirmed("a cookie"));
    second.delivered();
    service.give_up(&first);

    let table = list(&[]);
    let lines: Vec<&str> = table.lines().collect();
    let [head, newest, oldest] = lines[..] else { panic!("{table}") };
    assert!(newest.starts_with(&second.id) && oldest.starts_with(&first.id), "{table}");
    for (column, cells) in
        [("STATUS", ["pending ", "dead "]), ("LANE", ["window ", "1 "]), ("ORDER", ["2.1 ", "1.1 "])]
    {
        let at = head.find(column).unwrap();
        assert!(newest[at..].starts_with(cells[0]) && oldest[at..].starts_with(cells[1]), "{table}");
    }
    assert!(newest.contains(" USD  20") && newest.ends_with(" delivered"), "{table}");

    assert_eq!(list(&["--status", "dead"]).lines().count(), 2);
    assert!(list(&["--limit", "1"]).contains(&second.id));
    assert_eq!(list(&["--drive-thru", "d2"]).lines().count(), 1);
    let listed: Value = serde_json::from_str(&list(&["--json", "--status", "dead"])).unwrap();
    assert_eq!(listed, json!({ "tickets": [first.now()] }));
}

#[test]
fn a_ticket_is_shown_on_a_page() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let ticket = Ticket::of(&service, &service.lane("1").confirmed("two cheeseburgers, no pickles"));
    ticket.delivered();
    // A POS that tries to write on the operator's screen.
    ticket.post("reject", &json!({ "reason": "no\u{1b}[2Jgrill\nat all" })).json(200);
    let (page, _) = check(&["tickets", "show", &ticket.id, "--url", &url(&service)], 0);
    for part in [
        &format!("ticket    {}", ticket.id),
        "status    rejected",
        "lane      d1 1",
        "number    1 of 20",
        "  2 x Cheeseburger (no pickle)  9.58",
        "  subtotal 9.58  tax 0.79  total 10.37 USD",
        "delivered        ticket.created",
        "rejected         no [2Jgrill at all",
    ] {
        assert!(page.contains(part), "{part:?} is not in\n{page}");
    }
    let (shown, _) = check(&["tickets", "show", &ticket.id, "--json", "--url", &url(&service)], 0);
    assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), ticket.now());
}

#[test]
fn a_ticket_is_sent_again_and_voided() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    let ticket = Ticket::of(&service, &lane.confirmed("a cookie"));
    ticket.delivered();
    service.give_up(&ticket);
    let url = url(&service);
    let (out, _) = check(&["tickets", "resend", &ticket.id, "--url", &url], 0);
    assert_eq!(out, format!("ticket {} is pending and sent again\n", ticket.id));
    ticket.delivered();
    let (_, err) = check(&["tickets", "void", &ticket.id, "--reason", "a test", "--url", &url], 3);
    assert!(err.starts_with("carhop: the lane waits for this ticket: "), "{err}");
    lane.take(json!({ "type": "car_left" }));
    let (out, _) = check(&["tickets", "--url", &url, "void", &ticket.id, "--reason", "a test"], 0);
    assert_eq!(out, format!("ticket {} is voided\n", ticket.id));
    assert_eq!(ticket.now()["status"], "voided");
    let (out, err) = check(&["tickets", "resend", &ticket.id, "--url", &url], 3);
    assert_eq!((out.as_str(), err.as_str()), ("", "carhop: the ticket is voided\n"));
    let unknown = "00000000-0000-0000-0000-000000000007";
    let (_, err) = check(&["tickets", "show", unknown, "--url", &url], 3);
    assert_eq!(err, "carhop: there is no such ticket\n");
}

#[test]
fn a_service_that_does_not_answer_is_one_line() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", taken.local_addr().unwrap());
    drop(taken);
    for arguments in [&["tickets", "list", "--url", &url][..], &["health", "--url", &url]] {
        let (out, err) = check(arguments, 3);
        assert!(out.is_empty() && err.lines().count() == 1, "{out}{err}");
        assert!(err.starts_with(&format!("carhop: no service answers on {url}: ")), "{err}");
    }
    let service = Service::start();
    let url = format!("http://{}", service.address);
    // No proxy is asked for a service.
    let health = carhop(&["health", "--url", &url]).env("HTTP_PROXY", "http://127.0.0.1:1").output().unwrap();
    assert_eq!(String::from_utf8(health.stdout).unwrap(), format!("{url} is alive\n"));
}
