//! A language model that is dead, hangs or quotes its key: lanes answer in time and as without one, and nobody sees the key.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::path::Path;
use std::process::Output;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::support::{Lane, Service, carhop, p99, rows};

/// How long a turn may wait for a model here.
const DEADLINE: Duration = Duration::from_millis(300);
/// How much longer a turn may take than it may wait.
const MORE: Duration = Duration::from_millis(50);
/// How often it is tried, on a machine where others run.
const ROUNDS: usize = 3;
/// Lanes, cars on each, and what is said in each car: a hundred turns in which a model would be asked.
const LANES: usize = 4;
const CARS: usize = 5;
/// What the deterministic parser is not sure of.
const UNSURE: [&str; 5] = [
    "I want a crispy chicken, and pickles are just gross stuff so leave those off",
    "two hot dogs and a corn dog and a large coke",
    "two chicken with a large sprite with corn",
    "a coke with mustard a coke with ketchup and a sprite with pickles",
    "a cheeseburger, a cheeseburger, a cheeseburger, and two large cokes",
];
/// The drive-thru that asks no model, beside those that do.
const DRIVE_THRUS: &str = "[drive_thrus.d2.agents]\nparser = \"grammar\"\nresponder = \"template\"\n";
const KEY: &str = "sk-canary-7f3a";

/// A service that asks a model, and one drive-thru of it, `d2`, that asks none.
pub fn asking(data: &Path, url: &str, log: File, more: &[(&str, &str)]) -> Service {
    let config = data.join("carhop.toml");
    std::fs::write(&config, DRIVE_THRUS).unwrap();
    let deadline = DEADLINE.as_millis().to_string();
    let mut variables = vec![
        ("CARHOP_LLM_URL", url),
        ("CARHOP_LLM_MODEL", "small"),
        ("CARHOP_PARSER", "grammar_then_llm"),
        ("CARHOP_RESPONDER", "llm"),
        ("CARHOP_AGENTS_DEADLINE_MS", deadline.as_str()),
    ];
    variables.extend(more);
    Service::start_logging(data, log, &["--config", config.to_str().unwrap()], &variables)
}

/// A server that takes every connection and never answers.
fn hanging() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    thread::spawn(move || listener.incoming().collect::<Vec<_>>());
    url
}

/// The address of a server that is gone.
fn closed() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}/v1", listener.local_addr().unwrap())
}

/// What a turn decides and says, whoever heard it.
fn decided(turn: &Value) -> Value {
    let order = &turn["order"];
    json!([turn["state"], rows(turn), order["lines"], order["total"], turn["say"]["text"], turn["question"]])
}

/// Cars that say what is not sure. Gives the turns, and how long each was waited for.
fn talk(lane: &Lane) -> (Vec<Value>, Vec<Duration>) {
    let (mut turns, mut waits) = (Vec::new(), Vec::new());
    for _ in 0..CARS {
        for text in UNSURE {
            // A car each: who is not understood again and again gets a person.
            lane.car();
            let started = Instant::now();
            turns.push(lane.say(text));
            waits.push(started.elapsed());
        }
    }
    (turns, waits)
}

/// Has all lanes talk at once while a model gives no answer. Gives how long turns took with and without a model.
fn round(url: &str) -> (Duration, Duration) {
    let folder = TempDir::new().unwrap();
    let log = File::create(folder.path().join("log")).unwrap();
    let service = asking(folder.path(), url, log, &[]);
    let (mut waits, (without, mut waits_without)) = thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES)
            .map(|at| service.lane(&at.to_string()))
            .map(|lane| scope.spawn(move || talk(&lane)))
            .collect();
        let other = scope.spawn(|| talk(&service.lane_of("d2", "0")));
        let without = other.join().unwrap();
        let mut waits = Vec::new();
        for lane in lanes {
            let (turns, waited) = lane.join().unwrap();
            for (turn, other) in turns.iter().zip(&without.0) {
                assert_eq!(decided(turn), decided(other), "a model that gives no answer changed a turn");
                assert_eq!(turn["parser"]["agent"], "grammar", "{turn:#}");
            }
            waits.extend(waited);
        }
        (waits, without)
    });
    assert_eq!(waits.len(), 100);
    assert!(without.iter().all(|turn| turn["parser"]["choice"].is_null()), "no model was to be asked");
    // By now it is left alone.
    let lane = service.lane("late");
    lane.car();
    let turn = lane.say(UNSURE[0]);
    assert_eq!(turn["parser"]["choice"]["why"], "circuit_open", "{turn:#}");
    (p99(&mut waits), p99(&mut waits_without))
}

/// Whether turns wait no longer than they may, in the best of a few rounds: other tests take the machine's time as well.
#[track_caller]
fn check_waits(url: &str) {
    let mut rounds = (0..ROUNDS).map(|_| round(url)).inspect(|(with, without)| {
        println!("99 of 100 turns took at most {with:?}, and {without:?} where no model is asked");
    });
    let is_in_time = |(with, without): &(Duration, Duration)| *with <= DEADLINE + MORE && *without < DEADLINE;
    assert!(rounds.any(|round| is_in_time(&round)), "no round was in time");
}

#[test]
fn a_model_that_hangs_holds_no_turn_up_for_longer_than_the_deadline() {
    check_waits(&hanging());
}

#[test]
fn a_model_that_is_not_there_holds_no_turn_up_for_longer_than_the_deadline() {
    check_waits(&closed());
}

#[test]
fn rules_of_the_house_choose_who_understands_and_words() {
    let folder = TempDir::new().unwrap();
    let log = File::create(folder.path().join("log")).unwrap();
    let service = asking(folder.path(), &closed(), log, &[]);
    let rules = json!({ "id": "who", "rules": [
        { "id": "rush", "at": "agent", "when": "cars_waiting >= 5",
          "then": { "parser": "grammar", "responder": "template" } },
    ] });
    service.put("/v1/drive-thrus/d1/rules", &[], &rules).json(201);
    let lane = service.lane("1");
    let said = |cars: u64| {
        lane.car();
        lane.take(json!({ "type": "utterance", "text": UNSURE[0], "cars_waiting": cars }))
    };
    let (calm, rush) = (said(4), said(5));
    assert_eq!(calm["parser"]["choice"]["why"], "unreachable", "{calm:#}");
    assert_eq!(
        (&calm["fired"], &rush["parser"]["choice"]),
        (&Value::Null, &Value::Null),
        "{calm:#}\n{rush:#}"
    );
    assert_eq!(rush["fired"], json!([{ "at": "agent", "rule": "rush" }]), "{rush:#}");
    assert_eq!(decided(&calm), decided(&rush));
    // A drive-thru that asks no model asks one by rule: in its lanes, without one, and where a text is only read.
    let rules = json!({ "id": "who", "rules": [
        { "id": "always", "at": "agent", "then": { "parser": "llm_then_grammar" } },
    ] });
    service.put("/v1/drive-thrus/d2/rules", &[], &rules).json(201);
    let other = service.lane_of("d2", "1");
    other.car();
    let asked = |acts: &Value| assert!(acts["choice"]["why"].is_string(), "{acts:#}");
    asked(&other.say(UNSURE[0])["parser"]);
    asked(&service.post("/v1/drive-thrus/d2/parse", &json!({ "text": UNSURE[0] })).json(200));
    let unknown = json!({ "id": "who", "rules": [
        { "id": "warm", "at": "agent", "then": { "profiles": { "menu": "warm" } } },
    ] });
    let problem = service.put("/v1/drive-thrus/d2/rules", &[], &unknown).problem(422, "invalid-rules");
    assert_eq!(problem["faults"][0]["path"], "$.rules[0].then.profiles.menu", "{problem:#}");
    // What was chosen shows nowhere but in who answered: the session is taken again as it was.
    let path = format!("/v1/sessions/{}/turns/2/rules", rush["session_id"].as_str().unwrap());
    let explained = service.get(&path).json(200);
    assert_eq!((&explained["as_recorded"], &explained["points"][0]["at"]), (&json!(true), &json!("agent")));
}

/// A server that answers every request so. It tells of each request.
fn answering(answer: &'static str) -> (String, mpsc::Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let (asked, requests) = mpsc::channel();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = vec![0; 65536];
            let read = stream.read(&mut request).unwrap_or_default();
            // Nobody needs to be told any more once the test is over.
            let _ = asked.send(String::from_utf8_lossy(&request[..read]).into_owned());
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    (url, requests)
}

/// Whether a text has the key in it, or a part of it longer than 8 characters.
#[track_caller]
fn check_hidden(what: &str, text: &str) {
    for part in KEY.as_bytes().windows(9) {
        let part = std::str::from_utf8(part).unwrap();
        assert!(!text.contains(part), "{what} has `{part}` of the key:\n{text}");
    }
}

#[test]
fn the_key_is_nowhere_to_be_seen_whatever_a_server_quotes() {
    let answers = [
        "HTTP/1.1 401 Unauthorized\r\nconnection: close\r\ncontent-type: application/json\r\n\r\n\
         {\"error\": {\"message\": \"Incorrect API key provided: sk-canary-7f3a\", \"type\": \"x\", \"code\": \"y\"}}",
        "HTTP/1.1 500 sk-canary-7f3a\r\nconnection: close\r\nx-key: sk-canary-7f3a\r\n\r\nsk-canary-7f3a",
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\n\r\n{\"choices\": \"sk-canary-7f3a\"",
        "HTTP/1.1 302 Found\r\nconnection: close\r\nlocation: http://127.0.0.1:1/?key=sk-canary-7f3a\r\n\r\n",
        "sk-canary-7f3a is no HTTP\r\n\r\n",
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\n\r\n\
         {\"choices\": [{\"message\": {\"content\": \"Two cheeseburgers, sk-canary-7f3a. Anything else?\"}}]}",
    ];
    for (at, answer) in answers.into_iter().enumerate() {
        let folder = TempDir::new().unwrap();
        let key_file = folder.path().join("key");
        std::fs::write(&key_file, format!("{KEY}\n")).unwrap();
        let key = match at % 2 {
            0 => ("CARHOP_LLM_KEY", KEY),
            _ => ("CARHOP_LLM_KEY_FILE", key_file.to_str().unwrap()),
        };
        let format = if at < 3 { "text" } else { "json" };
        let log = folder.path().join("log");
        let more = [key, ("CARHOP_LOG", "trace"), ("CARHOP_LOG_FORMAT", format)];
        let (url, requests) = answering(answer);
        let service = asking(folder.path(), &url, File::create(&log).unwrap(), &more);
        let lane = service.lane("1");
        lane.car();
        let turn = lane.say("two cheeseburgers");
        let unsure = lane.say(UNSURE[0]);
        let asked = requests.recv().unwrap();
        assert!(asked.contains(&format!("Bearer {KEY}")), "it was not asked with its key: {asked}");
        check_hidden("a turn", &format!("{turn}{unsure}{}", lane.now()));
        check_hidden("the audit log", &service.audit(&turn).to_string());
        check_hidden("/metrics", &service.get("/metrics").body);
        check_hidden("an unknown path", &format!("{:?}", service.get("/v1/llm")));
        drop(service);
        let log = std::fs::read_to_string(log).unwrap();
        assert!(log.contains("TRACE"), "nothing was logged");
        check_hidden("the log", &log);
    }
}

#[test]
fn the_key_is_in_no_configuration_that_is_shown_and_in_no_error_of_a_faulty_one() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let key_file = file("key", &format!("{KEY}\n"));
    let two_keys = file("keys", &format!("{KEY}\n{KEY}2\n"));
    let print = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = carhop(&["serve", "--print-config"]);
        let Output { status, stdout, stderr } =
            command.args(arguments).envs(variables.iter().copied()).output().unwrap();
        let text = [stdout, stderr].concat();
        (status.success(), String::from_utf8(text).unwrap())
    };
    let url = ("CARHOP_LLM_URL", "http://127.0.0.1:9/v1");
    let model = ("CARHOP_LLM_MODEL", "small");
    let whole = file("whole.toml", &format!("[llm]\nkey = \"{KEY}\"\n"));
    for (arguments, variables) in [
        (&[][..], &[url, model, ("CARHOP_LLM_KEY", KEY)][..]),
        (&["--llm-key-file", &key_file], &[url, model]),
        (&["--config", &whole], &[url, model]),
    ] {
        let (is_fine, text) = print(arguments, variables);
        assert!(is_fine && text.contains("small"), "{text}");
        check_hidden("--print-config", &text);
    }
    for text in [
        format!("[llm]\nkey = \"{KEY}\n"),
        format!("[llm]\nkey = \"{KEY}\" oops\n"),
        format!("[llm]\nkey = {KEY}\n"),
        format!("[llm]\nkey = {{ is = \"{KEY}\" }}\n"),
        format!("[llm]\nkey = \"{KEY}\"\nkeys = \"{KEY}\"\n"),
        format!("[llm]\nkey = [\"{KEY}\", 1]\n"),
        format!("[llm]\nkey = [\"{KEY}\", \"{KEY}2\"]\n"),
        format!("llm = \"{KEY}\"\n"),
    ] {
        let (is_fine, told) = print(&["--config", &file("faulty.toml", &text)], &[url, model]);
        assert!(!is_fine, "{text}");
        check_hidden("an error", &told);
    }
    for variables in [
        &[url, model, ("CARHOP_LLM_KEY", KEY), ("CARHOP_LLM_KEY_FILE", key_file.as_str())][..],
        &[url, model, ("CARHOP_LLM_KEY_FILE", two_keys.as_str())],
        &[url, ("CARHOP_LLM_KEY", KEY)],
        &[("CARHOP_LLM_URL", "http://model.example/v1"), model, ("CARHOP_LLM_KEY", KEY)],
        &[("CARHOP_LLM_URL", "nowhere"), model, ("CARHOP_LLM_KEY", KEY)],
        &[url, model, ("CARHOP_LLM_KEY", KEY), ("CARHOP_LLM_CALLS_MAX", "0")],
    ] {
        let (is_fine, told) = print(&[], variables);
        assert!(!is_fine, "{told}");
        check_hidden("an error", &told);
    }
}
