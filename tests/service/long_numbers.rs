//! The numbers of cards and phones: whatever says them, they are in nothing that is stored, logged, told or asked.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::thread;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::llm::asking;
use crate::support::{Service, Ticket, fresh_id};

/// Ten of cards and phones; each is said in five ways.
const NUMBERS: [&str; 10] = [
    "4929380017263541",
    "5203917640281935",
    "378291640517382",
    "6011739204815562",
    "30569309025904",
    "4917610000000000003",
    "3530819204736155",
    "2125550173",
    "16465550128",
    "8005550199",
];
const DIGITS: [&str; 10] = ["oh", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
/// A model that understands nothing.
const UNCLEAR: &str = r#"{"choices":[{"message":{"content":"{\"acts\":[{\"act\":\"unclear\"}]}"}}]}"#;

fn spelled(digits: &str) -> String {
    let words = digits.bytes().map(|digit| DIGITS[usize::from(digit - b'0')]);
    words.collect::<Vec<_>>().join(" ")
}

/// A number as it may be said: in digits, in groups, in words, mixed.
fn ways(number: &str) -> [String; 5] {
    let groups: Vec<&str> =
        number.as_bytes().chunks(4).map(|group| std::str::from_utf8(group).unwrap()).collect();
    let is_spelled = |at: usize| at.is_multiple_of(2);
    let mixed = groups.iter().enumerate().map(|(at, group)| match is_spelled(at) {
        true => spelled(group),
        false => (*group).to_owned(),
    });
    [
        number.to_owned(),
        groups.join(" "),
        groups.join("-"),
        spelled(number),
        mixed.collect::<Vec<_>>().join(", um, "),
    ]
}

/// A model that is asked, and the requests as they come in.
fn model() -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let (asked, requests) = mpsc::channel();
    thread::spawn(move || {
        for mut stream in listener.incoming().map_while(Result::ok) {
            let request = whole_request(&mut stream);
            let length = UNCLEAR.len();
            // Nobody needs to be told any more once the test is over.
            let _ = asked.send(request);
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{UNCLEAR}"
            );
        }
    });
    (url, requests)
}

fn whole_request(stream: &mut TcpStream) -> String {
    let (mut bytes, mut more) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&bytes);
        let length =
            text.to_lowercase().lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
        let is_whole = text.find("\r\n\r\n").is_some_and(|end| bytes.len() >= end + 4 + length.unwrap_or(0));
        let read = if is_whole { 0 } else { stream.read(&mut more).unwrap_or(0) };
        if read == 0 {
            return text.into_owned();
        }
        bytes.extend_from_slice(&more[..read]);
    }
}

/// An utterance that says it in every place.
fn utterance(said: &str) -> Value {
    let text = format!("charge it to {said} and two cokes");
    let words = text.split(' ').filter(|word| word.chars().any(char::is_alphanumeric));
    let words: Vec<Value> = words.map(|word| json!({ "text": word, "confidence": 0.9 })).collect();
    json!({
        "id": fresh_id(), "type": "utterance", "text": text, "words": words,
        "alternatives": [{ "text": format!("charger {said}") }],
    })
}

#[test]
fn the_number_of_a_card_or_phone_is_nowhere_to_be_seen() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    let (url, requests) = model();
    let more = [
        ("CARHOP_PARSER", "llm_then_grammar"),
        ("CARHOP_AGENTS_DEADLINE_MS", "3000"),
        ("CARHOP_LOG", "trace"),
    ];
    let service = asking(folder.path(), &url, File::create(&log).unwrap(), &more);
    let canaries: Vec<String> = NUMBERS.iter().flat_map(|number| ways(number)).collect();
    assert_eq!(canaries.len(), 50);
    let mut seen = Vec::new();
    for (at, canary) in canaries.iter().enumerate() {
        let lane = service.lane(&at.to_string());
        lane.car();
        let event = utterance(canary);
        let turn = lane.take(event.clone());
        // Sent again, it is the same event still.
        assert!(lane.ask(&event.to_string()).is_replayed());
        let path = "/v1/drive-thrus/d1/parse";
        let parsed = service.post(path, &json!({ "text": event["text"], "lane": at.to_string() })).json(200);
        let history = json!([{ "role": "customer", "text": event["text"] }, { "role": "agent", "text": event["text"] }]);
        let asked = json!({ "input": event["text"], "history": history });
        let answer = service.post("/v1/drive-thrus/d1/ask", &asked).json(200);
        let audit = service.audit(&turn);
        assert!(audit.to_string().contains("charge it to ••• and two cokes"), "{audit:#}");
        seen.push(format!("{turn}{audit}{parsed}{answer}{}", lane.now()));
    }
    seen.push(service.get("/metrics").body);
    drop(service);
    let asked: Vec<String> = requests.try_iter().collect();
    let about = asked.iter().filter(|request| request.contains("charge it to ••• and two cokes")).count();
    assert!(about >= canaries.len(), "the model was asked {about} times");
    let stored =
        fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path()).filter(|path| path.is_file());
    let stored: Vec<String> =
        stored.map(|path| String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned()).collect();
    assert!(stored.iter().any(|text| text.contains("charge it to •••")), "nothing was stored");
    assert!(stored.iter().any(|text| text.contains("TRACE")), "nothing was logged");
    let everything = seen.iter().chain(&asked).chain(&stored);
    let (whole, spelled): (Vec<_>, Vec<_>) = NUMBERS.iter().map(|number| (*number, spelled(number))).unzip();
    for text in everything {
        let said = canaries.iter().map(String::as_str).chain(whole.iter().copied());
        let found = said.chain(spelled.iter().map(String::as_str)).find(|canary| text.contains(*canary));
        assert_eq!(found, None);
    }
}

#[test]
fn a_number_alone_is_an_utterance_that_is_not_understood() {
    let (_service, lane) = Service::with_car();
    let turn = lane.say("4929 3800 1726 3541");
    assert_eq!(
        (turn["order"]["lines"].as_array().unwrap().len(), &turn["state"]),
        (0, &json!("clarifying")),
        "{turn:#}"
    );
}

#[test]
fn a_number_in_the_reason_of_a_pos_is_hidden_too() {
    let service = Service::start_with(&[("CARHOP_POS_EMITTER", "none")]);
    let lane = service.lane("1");
    let ticket = Ticket::of(&service, &lane.confirmed("a cookie"));
    let reason = json!({ "reason": "card 4929 3800 1726 3541 was declined" });
    let history = ticket.post("payment-problem", &reason).json(200)["history"].to_string();
    let audit = service.audit(&lane.now()).to_string();
    for told in [history, audit] {
        assert!(told.contains("card ••• was declined") && !told.contains("1726"), "{told}");
    }
}

#[test]
fn a_menu_that_is_refused_writes_no_long_line_into_the_log() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    let service =
        Service::start_logging(folder.path(), File::create(&log).unwrap(), &[], &[("CARHOP_LOG", "debug")]);
    let menu = json!({ "id": "m", "name": "M", "locale": "x".repeat(1_000_000), "items": [] });
    service.put("/v1/drive-thrus/d1/menu", &[], &menu).problem(422, "invalid-menu");
    drop(service);
    let longest = fs::read_to_string(&log).unwrap().lines().map(str::len).max();
    assert!(longest.is_some_and(|length| (1..10_000).contains(&length)), "{longest:?}");
}

#[test]
fn a_phone_number_without_its_area_or_as_the_name_of_a_car_is_nowhere_to_be_seen() {
    let folder = TempDir::new().unwrap();
    let service = Service::start_on(folder.path(), &[]);
    let lane = service.lane("1");
    let car = json!({ "id": fresh_id(), "type": "car_detected", "vehicle_id": "driver 212-555-0173" });
    lane.take(car.clone());
    assert!(lane.ask(&car.to_string()).is_replayed());
    let turn = lane.say("call me at 555-0173 or five five five oh one seven three and a cookie");
    let audit = service.audit(&turn);
    for masked in ["driver •••", "call me at ••• or ••• and a cookie"] {
        assert!(audit.to_string().contains(masked), "{masked}: {audit:#}");
    }
    lane.take(json!({ "type": "car_left" }));
    for name in ["loop-4 17", "4821"] {
        let turn = lane.take(json!({ "type": "car_detected", "vehicle_id": name }));
        assert!(service.audit(&turn).to_string().contains(name), "{name}");
        lane.say("a cookie");
        lane.take(json!({ "type": "car_left" }));
    }
    let told = format!("{audit}{}", lane.now());
    drop(service);
    let stored = fs::read(folder.path().join("carhop.db")).unwrap();
    for text in [told, String::from_utf8_lossy(&stored).into_owned()] {
        for part in ["555-0173", "five five five"] {
            assert!(!text.contains(part), "{part}");
        }
    }
}
