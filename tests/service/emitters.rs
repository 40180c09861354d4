//! What gets to a POS that is called and to one that prints, from the real binary.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{Value, json};

use crate::support::{PATIENCE, Service, Ticket, awaited, carhop};

/// The secret in use and the one that takes its place.
pub const SECRETS: [&str; 2] =
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_bmV3IHNlY3JldCBvZiB0aGUgc2FtZSBob3VzZQ=="];

/// A service that calls this address.
pub fn calling(address: SocketAddr) -> Service {
    let url = format!("http://{address}/tickets");
    Service::start_with(&[
        ("CARHOP_POS_EMITTER", "webhook"),
        ("CARHOP_WEBHOOK_URL", url.as_str()),
        ("CARHOP_WEBHOOK_SECRETS", SECRETS.join(",").as_str()),
        ("CARHOP_WEBHOOK_ALLOW_LOOPBACK", "true"),
        // A proxy would see the tickets: it is not used.
        ("HTTP_PROXY", "http://127.0.0.1:1"),
        ("CARHOP_LOG", "off"),
    ])
}

/// A service that prints at this address.
fn printing(address: SocketAddr) -> Service {
    let address = address.to_string();
    Service::start_with(&[
        ("CARHOP_POS_EMITTER", "escpos"),
        ("CARHOP_ESCPOS_ADDRESS", address.as_str()),
        ("CARHOP_LOG", "off"),
    ])
}

/// A POS that is not called any more when it is dropped.
pub fn listener() -> (TcpListener, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    (listener, address)
}

fn accepted(listener: &TcpListener) -> TcpStream {
    let (stream, _) = listener.accept().unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// What a POS is called with.
pub struct Call {
    headers: HeaderMap,
    pub body: String,
}

impl Call {
    /// Waits for the next call and reads it.
    pub fn next(listener: &TcpListener) -> (Self, TcpStream) {
        let mut stream = accepted(listener);
        let call = Self::read(&mut stream).expect("a call that is not cut off");
        (call, stream)
    }

    /// Reads a call; none that is cut off.
    pub fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        loop {
            let mut part = [0; 4096];
            let read = stream.read(&mut part).ok().filter(|read| *read > 0)?;
            bytes.extend_from_slice(&part[..read]);
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
            let headers: HeaderMap = head
                .lines()
                .filter_map(|line| line.split_once(": "))
                .map(|(name, value)| {
                    (name.parse::<HeaderName>().unwrap(), HeaderValue::from_str(value).unwrap())
                })
                .collect();
            let length: usize = headers["content-length"].to_str().unwrap().parse().unwrap();
            if body.len() >= length {
                return Some(Self { headers, body: body.to_owned() });
            }
        }
    }

    pub fn id(&self) -> &str {
        self.headers["webhook-id"].to_str().unwrap()
    }

    pub fn message(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    pub fn verify(&self) {
        for secret in SECRETS {
            let webhook = standardwebhooks::Webhook::new(secret).unwrap();
            webhook.verify(self.body.as_bytes(), &self.headers).unwrap();
        }
    }
}

/// Answers a call. Who called may be gone.
pub fn answer(mut stream: TcpStream, status: &str, body: &Value) {
    let body = body.to_string();
    let _ = write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
}

/// Waits until the ticket of a turn is what it should become.
fn until(service: &Service, turn: &Value, status: &str) -> Value {
    Ticket::of(service, turn).until(status)
}

/// That nobody connects any more.
#[track_caller]
pub fn is_left_alone(listener: &TcpListener) {
    listener.set_nonblocking(true).unwrap();
    assert!(listener.accept().is_err(), "it was called again");
}

#[test]
fn a_ticket_has_the_name_of_its_lane_if_there_is_one() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("carhop.toml");
    std::fs::write(&config, "[drive_thrus.d1.lane_names]\n1 = \"Left lane\"\n").unwrap();
    let service = Service::start_with(&[("CARHOP_CONFIG", config.to_str().unwrap()), ("CARHOP_LOG", "off")]);
    for lane in ["1", "2"] {
        service.lane(lane).confirmed("a cheeseburger");
        service.lane(lane).until_acknowledged();
    }
    let tickets = service.tickets();
    let names: Vec<Option<&Value>> = tickets.iter().map(|ticket| ticket["data"].get("lane_name")).collect();
    assert_eq!(names, [Some(&json!("Left lane")), None]);
}

#[test]
fn a_reference_that_comes_with_a_second_acknowledgement_is_kept_and_the_first_one_stays() {
    let service = Service::start();
    let turn = service.lane("1").confirmed("a cheeseburger");
    assert_eq!(until(&service, &turn, "acknowledged")["pos_reference"], Value::Null);
    let ticket = Ticket::of(&service, &turn);
    for reference in ["A17", "B2"] {
        let acknowledged = ticket.post("ack", &json!({ "pos_reference": reference }));
        assert_eq!(acknowledged.json(200)["pos_reference"], "A17");
    }
}

#[test]
fn a_confirmed_order_is_posted_signed_and_completed_by_the_answer() {
    let (pos, address) = listener();
    let service = calling(address);
    let turn = service.lane("1").confirmed("two cheeseburgers");
    let (call, stream) = Call::next(&pos);
    call.verify();
    let message = call.message();
    let ticket_id = turn["ticket"]["ticket_id"].as_str().unwrap();
    assert_eq!(call.id(), format!("{ticket_id}:ticket.created"));
    assert_eq!(message["type"], "ticket.created");
    assert_eq!(message["data"]["total"], "10.37");
    answer(stream, "200 OK", &json!({ "status": "accepted", "pos_reference": "A17" }));
    assert_eq!(until(&service, &turn, "acknowledged")["pos_reference"], "A17");
    service.lane("1").until_acknowledged();
}

#[test]
fn a_ticket_that_the_pos_refuses_in_its_answer_comes_back_to_the_lane() {
    let (pos, address) = listener();
    let service = calling(address);
    let turn = service.lane("1").confirmed("a cookie");
    let (_, stream) = Call::next(&pos);
    answer(stream, "200 OK", &json!({ "status": "rejected", "reason": "the oven is off", "item": "cookie" }));
    until(&service, &turn, "rejected");
    assert_ne!(service.lane("1").now()["state"], "closing");
}

#[test]
fn a_ticket_that_the_pos_refuses_for_something_unknown_is_refused_all_the_same() {
    let (pos, address) = listener();
    let service = calling(address);
    let turn = service.lane("1").confirmed("a cookie");
    let (_, stream) = Call::next(&pos);
    answer(stream, "200 OK", &json!({ "status": "rejected", "reason": "no such thing", "item": "SKU-99" }));
    let ticket = until(&service, &turn, "rejected");
    assert_eq!(ticket["history"][0]["detail"], "no such thing (SKU-99)");
    assert_ne!(service.lane("1").now()["state"], "closing");
}

#[test]
fn a_call_that_is_not_answered_holds_up_no_other_lane() {
    let (pos, address) = listener();
    let service = calling(address);
    service.lane("1").confirmed("a cookie");
    let (first, unanswered) = Call::next(&pos);
    let turn = service.lane("2").confirmed("a coke");
    let (second, stream) = Call::next(&pos);
    assert_eq!([first, second].map(|call| call.message()["data"]["lane"].clone()), ["1", "2"]);
    answer(stream, "200 OK", &json!({ "status": "accepted" }));
    until(&service, &turn, "acknowledged");
    assert_eq!(service.lane("1").now()["state"], "closing");
    answer(unanswered, "200 OK", &json!({ "status": "accepted" }));
    service.lane("1").until_acknowledged();
}

#[test]
fn a_pos_that_was_down_gets_the_ticket_later_under_the_same_id() {
    // While it is down no connection of another test gets its port: those come from 127.0.0.1.
    let pos = TcpListener::bind("127.0.0.2:0").unwrap();
    let address = pos.local_addr().unwrap();
    drop(pos);
    let service = calling(address);
    let turn = service.lane("1").confirmed("a cookie");
    let ticket = Ticket::of(&service, &turn);
    ticket.last_noted("failed");

    let pos = TcpListener::bind(address).unwrap();
    let (cut_off, stream) = Call::next(&pos);
    drop(stream);
    let (again, stream) = Call::next(&pos);
    again.verify();
    assert_eq!((cut_off.id(), &cut_off.body), (again.id(), &again.body));
    answer(stream, "202 Accepted", &json!({}));
    ticket.delivered();
    assert_eq!(ticket.now()["status"], "pending");
    ticket.post("ack", &json!({})).json(200);
    ticket.until("acknowledged");
}

#[test]
fn a_pos_that_says_it_is_gone_is_left_alone_and_loses_nothing() {
    let (pos, address) = listener();
    let service = calling(address);
    let first = service.lane("1").confirmed("a cookie");
    let (_, stream) = Call::next(&pos);
    answer(stream, "410 Gone", &json!({}));
    awaited("the gauge", || {
        service.get("/metrics").body.lines().find(|line| *line == "carhop_pos_disabled 1").map(str::to_owned)
    });
    let second = service.lane("2").confirmed("a cookie");
    Ticket::of(&service, &second).last_noted("failed");
    for turn in [first, second] {
        until(&service, &turn, "pending");
    }
    is_left_alone(&pos);
}

/// Prints what comes on one connection and answers as a printer does, until the receipt is there.
fn print(printer: &TcpListener, says_when_done: bool) -> String {
    let mut stream = accepted(printer);
    let mut paper = Vec::new();
    let mut byte = [0];
    while stream.read(&mut byte).unwrap() == 1 {
        if byte == [0x10] {
            stream.read_exact(&mut [0; 2]).unwrap();
            stream.write_all(&[0b0001_0010]).unwrap();
            continue;
        }
        paper.extend(byte);
        if paper.ends_with(b"\x1dr\x01") {
            if !says_when_done {
                break;
            }
            stream.write_all(&[0]).unwrap();
        }
    }
    String::from_utf8_lossy(&paper).into_owned()
}

#[test]
fn a_confirmed_order_is_printed_and_completed_by_the_printer() {
    let (printer, address) = listener();
    let service = printing(address);
    let turn = service.lane("1").confirmed("two cheeseburgers with no pickles");
    let paper = print(&printer, true);
    for words in ["ORDER 1", "d1 lane 1", "2 x Cheeseburger", "NO pickle", "10.37"] {
        assert!(paper.contains(words), "{words} is not on\n{paper}");
    }
    until(&service, &turn, "acknowledged");
    service.lane("1").until_acknowledged();
}

#[test]
fn a_receipt_that_may_be_printed_is_not_printed_again_but_shown_to_the_crew() {
    let (printer, address) = listener();
    let service = printing(address);
    let turn = service.lane("1").confirmed("a cookie");
    print(&printer, false);
    let ticket = until(&service, &turn, "dead");
    let detail = ticket["history"][0]["detail"].as_str().unwrap();
    assert!(detail.contains("look at the printer"), "{detail}");
    is_left_alone(&printer);
}

#[test]
fn a_receipt_that_was_being_printed_in_a_crash_is_not_printed_again() {
    let (printer, address) = listener();
    let folder = tempfile::tempdir().unwrap();
    let address = address.to_string();
    let variables = [
        ("CARHOP_POS_EMITTER", "escpos"),
        ("CARHOP_ESCPOS_ADDRESS", address.as_str()),
        ("CARHOP_LOG", "off"),
    ];
    let mut service = Service::start_on(folder.path(), &variables);
    let turn = service.lane("1").confirmed("a cookie");
    let mut stream = accepted(&printer);
    let mut head = [0; 3];
    stream.read_exact(&mut head).unwrap();
    service.kill();
    // The claim of the service that was killed ends first.
    let service = Service::start_on(folder.path(), &variables);
    let ticket = until(&service, &turn, "dead");
    let detail = ticket["history"][0]["detail"].as_str().unwrap();
    assert!(detail.contains("the service ended while it was sent"), "{detail}");
    is_left_alone(&printer);
}

#[test]
fn what_an_emitter_needs_is_named_at_the_start() {
    let url = ("CARHOP_WEBHOOK_URL", "https://pos.example/tickets");
    for (variables, why) in [
        (&[("CARHOP_POS_EMITTER", "webhook")][..], "--pos-emitter webhook needs webhook_url"),
        (&[("CARHOP_POS_EMITTER", "webhook"), url], "--pos-emitter webhook needs webhook_secrets"),
        (
            &[("CARHOP_POS_EMITTER", "webhook"), url, ("CARHOP_WEBHOOK_SECRETS", "whsec_c2hvcnQ=")],
            "webhook_secrets, number 1: it has 5 bytes",
        ),
        (
            &[
                ("CARHOP_POS_EMITTER", "webhook"),
                ("CARHOP_WEBHOOK_URL", "http://pos.example/tickets"),
                ("CARHOP_WEBHOOK_SECRETS", SECRETS[0]),
            ],
            "webhook_url: http:// is for this machine only",
        ),
        (&[("CARHOP_POS_EMITTER", "escpos")], "--pos-emitter escpos needs escpos_address"),
        (&[("CARHOP_POS_EMITTER", "escpos"), ("CARHOP_ESCPOS_ADDRESS", "printer")], "printer is no address"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = carhop(&["serve", "--listen", "127.0.0.1:0", "--data"]);
        let output = command.arg(folder.path()).envs(variables.iter().copied()).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{told}");
        assert!(told.contains(why) && !told.contains("c2hvcnQ"), "{why}: {told}");
    }
    let mut command = carhop(&["serve", "--print-config"]);
    let output = command.env("CARHOP_WEBHOOK_SECRETS", SECRETS[0]).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && !printed.contains("whsec"), "{printed}");
}
