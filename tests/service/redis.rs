//! Several processes on the same lanes over a real Redis server, and what becomes of them when it fails.

use std::sync::LazyLock;
use std::thread;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use testbed::RedisServer;
use uuid::Uuid;

use crate::support::{Lane, Service, Ticket, at_once, awaited, carhop, fresh_id};

/// How many lanes have cars on them at once.
const LANES: usize = 16;
const LANES_NIGHTLY: usize = 64;
/// How many cars come to each, in a normal run and in a nightly one.
const CARS: usize = 3;
const CARS_NIGHTLY: usize = 174;

/// A server as an operator should run it.
fn server() -> RedisServer {
    RedisServer::start(&["--appendonly", "yes", "--appendfsync", "always"])
}

fn node(server: &RedisServer) -> Service {
    Service::start_with(&[("CARHOP_STORE", &server.url()), ("CARHOP_POS_EMITTER", "none")])
}

#[test]
fn a_server_that_would_lose_data_is_refused_by_name() {
    for (options, durability, named) in [
        (&["--appendonly", "no"][..], "always", "appendonly"),
        (&["--appendonly", "yes", "--appendfsync", "everysec"], "always", "appendfsync"),
        (&["--appendonly", "yes", "--appendfsync", "no"], "everysec", "appendfsync"),
        (&["--maxmemory-policy", "allkeys-lru"], "memory", "maxmemory-policy"),
    ] {
        let server = RedisServer::start(options);
        let folder = tempfile::tempdir().unwrap();
        let mut serve = carhop(&["serve", "--listen", "127.0.0.1:0", "--store", &server.url()]);
        serve.args(["--durability", durability, "--data"]).arg(folder.path());
        let output = serve.output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{told}");
        assert!(told.contains("would lose data") && told.contains(named), "{told}");
    }
}

/// The same cars, once on one process and once on two that share a Redis: the turns are the same, byte for byte. Every
/// fifth event is sent to both at once, and every tenth comes a second time after its session.
#[test]
fn two_processes_on_the_same_lanes_answer_as_one_does() {
    let (lanes, cars) = if testbed::is_nightly() { (LANES_NIGHTLY, CARS_NIGHTLY) } else { (LANES, CARS) };
    let alone = Service::start_with(&[("CARHOP_STORE", "memory:"), ("CARHOP_POS_EMITTER", "none")]);
    let server = server();
    let nodes = [node(&server), node(&server)];
    let counts = at_once(0..lanes, |lane| {
        let name = lane.to_string();
        let both = [nodes[0].lane(&name), nodes[1].lane(&name)];
        drive(&alone.lane(&name), &both, lane, cars)
    });
    println!("{} events on {lanes} lanes, two processes", counts.iter().sum::<usize>());
}

/// A time that frontends may still give.
static YESTERDAY: LazyLock<Timestamp> = LazyLock::new(|| Timestamp::now() - SignedDuration::from_hours(12));

/// The events of a car, the same again and again in a run.
pub fn visit(lane: usize, car: usize) -> Vec<String> {
    let events = [
        json!({ "type": "car_detected" }),
        json!({ "type": "utterance", "text": "two cheeseburgers no pickles and a large coke" }),
        json!({ "type": "silence", "seconds": 6 }),
        json!({ "type": "utterance", "text": "make one of them a double" }),
        json!({ "type": "tap", "act": "done" }),
        json!({ "type": "utterance", "text": "yes" }),
        json!({ "type": "utterance", "text": "and a cookie" }),
        json!({ "type": "utterance", "text": "that's all" }),
        json!({ "type": "car_left" }),
    ];
    let numbered = events.into_iter().enumerate().map(|(number, mut event)| {
        event["id"] = json!(Uuid::from_u128((lane << 32 | car << 16 | number) as u128 + 1));
        let minutes = i64::try_from(car % 600).unwrap();
        let seconds = i64::try_from(number).unwrap();
        event["at"] = json!(*YESTERDAY + SignedDuration::from_secs(60 * minutes + seconds));
        event.to_string()
    });
    numbered.collect()
}

/// Drives cars through a lane of one process and of two. Gives how many events there were.
fn drive(alone: &Lane, both: &[Lane; 2], lane: usize, cars: usize) -> usize {
    let mut sent = 0;
    for car in 0..cars {
        let mut answered: Vec<(String, String)> = Vec::new();
        for (number, event) in visit(lane, car).into_iter().enumerate() {
            let expected = alone.send(&event);
            let node = &both[(number + car) % 2];
            let other = &both[(number + car + 1) % 2];
            let asked = if sent % 5 == 0 { vec![node, other] } else { vec![node] };
            for answer in at_once(asked, |node| node.ask(&event)) {
                let answer = (answer.status, &answer.body);
                assert_eq!(answer, (expected.status, &expected.body), "{event} on lane {lane}");
            }
            answered.push((event, expected.body));
            sent += 1;
        }
        // The car has left: what comes late gets its stored turn, and what is new and late touches nothing.
        for (event, turn) in answered.iter().step_by(10) {
            let again = both[car % 2].ask(event);
            assert!(again.is_replayed() && again.body == *turn, "{again:#?}");
        }
        let late = json!({ "id": fresh_id(), "type": "utterance", "text": "a shake" }).to_string();
        assert_eq!(both[car % 2].ask(&late).status, 409);
    }
    sent
}

#[test]
fn what_a_car_says_is_heard_on_its_own_order_also_by_a_process_that_still_knows_another_car() {
    let server = server();
    let (one, other) = (node(&server), node(&server));
    let (one, other) = (one.lane("1"), other.lane("1"));
    one.car();
    one.say("two cheeseburgers");
    other.take(json!({ "type": "car_left" }));
    other.car();
    let before = other.say("a small coke");
    // The first line of the other order was the cheeseburgers.
    let turn = one.say("take off the cheeseburgers");
    assert_eq!(turn["order"]["lines"], before["order"]["lines"], "{turn:#}");
    assert_eq!(turn["session_id"], before["session_id"]);
}

#[test]
fn a_menu_that_one_process_puts_is_used_by_the_other() {
    let server = server();
    let (one, other) = (node(&server), node(&server));
    let available = json!({ "available": false });
    let answer = one.put("/v1/drive-thrus/d1/items/cookie/availability", &[], &available);
    assert!(answer.status < 300, "{answer:#?}");
    awaited("the other's menu", || {
        let menu = other.get("/v1/drive-thrus/d1/menu").json(200);
        let items = menu["items"].as_array().unwrap();
        items.iter().any(|item| item["id"] == "cookie" && item["available"] == false).then_some(())
    });
}

#[test]
fn rules_that_one_process_puts_in_use_or_plans_are_used_by_the_other_within_two_seconds() {
    const RULES: &str = "/v1/drive-thrus/d1/rules";
    let server = server();
    let (one, other) = (node(&server), node(&server));
    let rules = |name: &str| json!({ "id": name, "rules": [] });
    one.put(RULES, &[], &rules("first")).json(201);
    let put = Instant::now();
    let first = rules("first").to_string();
    awaited("the rules", || (other.get(RULES).body == first).then_some(()));
    assert!(put.elapsed() < Duration::from_secs(2), "{:?}", put.elapsed());

    let kept = other.post(&format!("{RULES}/versions"), &rules("second")).json(201);
    let soon = Timestamp::now() + SignedDuration::from_secs(60);
    let plan = json!({ "version": kept["versions"][0]["version"], "at": soon });
    other.post(&format!("{RULES}/activate"), &plan).json(200);
    let planned = Instant::now();
    let versions = |node: &Service| node.get(&format!("{RULES}/versions")).json(200);
    awaited("the plan", || (versions(&one) == versions(&other)).then_some(()));
    assert!(planned.elapsed() < Duration::from_secs(2), "{:?}", planned.elapsed());
    let arrived = |node: &Service, lane: &str| {
        node.lane(lane).take(json!({ "type": "car_detected", "at": soon }))["documents"]["rules"].clone()
    };
    assert_eq!(arrived(&one, "1"), kept["versions"][0]["version"]);
    assert_eq!(arrived(&other, "2"), kept["versions"][0]["version"]);
}

#[test]
fn a_menu_is_replaced_only_where_it_is_the_one_that_is_named_whichever_process_put_it() {
    let server = server();
    let nodes = [node(&server), node(&server)];
    let menu = "/v1/drive-thrus/d1/menu";
    let sample = nodes[0].get(menu);
    let mut document = sample.json(200);
    for number in 0..4 {
        document["name"] = json!(format!("Stand {number}"));
        let [put, late] = [number % 2, (number + 1) % 2].map(|node| &nodes[node]);
        let seen = put.get(menu).header("etag").unwrap().to_owned();
        if put.put(menu, &[("if-match", &seen)], &document).status == 412 {
            assert!(number > 0, "a menu that nobody has put was another");
            put.put(menu, &[("if-match", "*")], &document).json(200);
        }
        document["name"] = json!("late");
        late.put(menu, &[("if-match", &seen)], &document).problem(412, "menu-conflict");
    }
}

#[test]
fn a_server_that_does_not_answer_is_503_and_the_same_id_is_taken_once_it_does() {
    let server = server();
    let service = node(&server);
    let lane = service.lane("1");
    lane.car();
    let event = json!({ "id": fresh_id(), "type": "utterance", "text": "a cheeseburger" });
    let body = event.to_string();
    server.pause();
    let refused = lane.send(&body);
    refused.problem(503, "store-unavailable");
    assert!(refused.header("retry-after").is_some(), "{refused:#?}");
    assert_eq!(service.get("/readyz").status, 503);
    server.resume();
    let turn = awaited("the turn", || Some(lane.send(&body)).filter(|answer| answer.status == 200));
    assert_eq!(turn.json(200)["turn"], 2);
    assert_eq!(lane.say("a coke")["turn"], 3);
}

#[test]
fn a_server_that_takes_no_writes_loses_nothing_and_writes_no_half_turn() {
    let server = server();
    let service = node(&server);
    let lane = service.lane("1");
    let car = lane.car();
    let session = car["session_id"].as_str().unwrap();
    let taken = |turns: usize| {
        let log = service.audit(&car);
        assert_eq!(log["entries"].as_array().unwrap().len(), turns, "{log:#}");
    };
    let refused = |why: &str| {
        let event = json!({ "id": fresh_id(), "type": "utterance", "text": "a cheeseburger" }).to_string();
        let answer = lane.send(&event);
        answer.problem(503, "store-unavailable");
        assert!(answer.body.contains(why), "{answer:#?}");
        event
    };

    assert_eq!(server.command("CONFIG SET maxmemory 1"), "+OK");
    let event = refused("OOM");
    taken(1);
    assert_eq!(server.command("CONFIG SET maxmemory 0"), "+OK");
    assert_eq!(lane.send(&event).json(200)["turn"], 2);

    assert_eq!(server.command(&format!("RENAME audit:{{d1}}:{session} aside")), "+OK");
    assert_eq!(server.command(&format!("SET audit:{{d1}}:{session} x")), "+OK");
    let event = refused("WRONGTYPE");
    assert_eq!(server.command(&format!("RENAME aside audit:{{d1}}:{session}")), "+OK");
    taken(2);
    assert_eq!(lane.send(&event).json(200)["turn"], 3);

    assert_eq!(server.command("SCRIPT FLUSH"), "+OK");
    assert_eq!(lane.say("a coke")["turn"], 4);

    assert_eq!(server.command("CLIENT PAUSE 60000 WRITE"), "+OK");
    let event = refused("time");
    assert_eq!(server.command("CLIENT UNPAUSE"), "+OK");
    let turn = awaited("the turn", || Some(lane.send(&event)).filter(|answer| answer.status == 200));
    assert_eq!(turn.json(200)["turn"], 5);
    taken(5);
}

#[test]
fn a_server_that_would_forget_is_not_ready_until_it_is_set_right() {
    let server = server();
    let service = node(&server);
    assert_eq!(service.get("/readyz").status, 200);
    assert_eq!(server.command("CONFIG SET maxmemory-policy allkeys-lru"), "+OK");
    let answer = service.get("/readyz");
    answer.problem(503, "store-unavailable");
    assert!(answer.body.contains("allkeys-lru"), "{answer:#?}");
    assert_eq!(server.command("CONFIG SET maxmemory-policy noeviction"), "+OK");
    assert_eq!(service.get("/readyz").status, 200);
}

#[test]
fn tickets_are_added_to_the_stream_of_their_drive_thru_once() {
    let server = server();
    let url = server.url();
    let on_stream = || {
        Service::start_with(&[
            ("CARHOP_STORE", url.as_str()),
            ("CARHOP_POS_EMITTER", "redis_stream"),
            ("CARHOP_LOG", "off"),
        ])
    };
    let (one, other) = (on_stream(), on_stream());
    let mut expected = Vec::new();
    for (node, lane) in [(&one, "1"), (&other, "2")] {
        let ticket = Ticket::of(node, &node.lane(lane).confirmed("a cookie"));
        ticket.delivered();
        expected.push(format!("{}:ticket.created", ticket.id));
    }
    assert_eq!(server.command("XLEN tickets:{d1}"), ":2");
    let entries = server.ask("XRANGE tickets:{d1} - +");
    let ids: Vec<_> = entries.lines().filter(|line| line.ends_with(":ticket.created")).collect();
    assert_eq!(ids, expected);
    // What was added and not settled is known when it is tried again; what an operator sends again is added again.
    let ticket = &expected[0][..36];
    one.post(&format!("/v1/tickets/{ticket}/resend"), &Value::Null).json(200);
    awaited("the second entry", || (server.command("XLEN tickets:{d1}") == ":3").then_some(()));
    let acknowledged = other.post(&format!("/v1/tickets/{ticket}/ack"), &json!({}));
    assert_eq!(acknowledged.json(200)["status"], "acknowledged");
}

#[test]
fn a_word_of_the_pos_is_taken_once_by_whichever_process_hears_it() {
    let server = server();
    let (one, other) = (node(&server), node(&server));
    let closing = one.lane("1").confirmed("a cheeseburger");
    let ticket = closing["ticket"]["ticket_id"].as_str().unwrap().to_owned();
    let path = format!("/v1/tickets/{ticket}/ack");
    let acknowledged = json!({ "pos_reference": "A-1" });
    thread::scope(|scope| {
        let twin = scope.spawn(|| other.post(&path, &acknowledged));
        assert_eq!(one.post(&path, &acknowledged).status, 200);
        assert_eq!(twin.join().unwrap().status, 200);
    });
    let log = one.audit(&closing);
    let of_tickets = |entry: &&Value| entry["event"]["type"] == "ticket_acknowledged";
    assert_eq!(log["entries"].as_array().unwrap().iter().filter(of_tickets).count(), 1, "{log:#}");
    let known = other.get(&format!("/v1/tickets/{ticket}")).json(200);
    assert_eq!(known["status"], "acknowledged");
}

#[test]
fn a_named_payment_problem_is_taken_once_by_whichever_process_hears_it() {
    let server = server();
    let nodes = [node(&server), node(&server)];
    for (lane, has_left) in [("1", false), ("2", true)] {
        let lane = nodes[0].lane(lane);
        let closing = lane.confirmed("a cheeseburger");
        if has_left {
            lane.take(json!({ "type": "car_left" }));
        }
        let ticket = format!("/v1/tickets/{}", closing["ticket"]["ticket_id"].as_str().unwrap());
        let problem = json!({ "id": fresh_id() });
        thread::scope(|scope| {
            for node in nodes.iter().cycle().take(8) {
                scope.spawn(|| node.post(&format!("{ticket}/payment-problem"), &problem).json(200));
            }
        });
        let known = nodes[1].get(&ticket).json(200);
        let noted = known["history"].as_array().unwrap().iter().filter(|note| note["id"] == problem["id"]);
        assert_eq!(noted.count(), 1, "{known:#}");
        // The lane asks whether to try again; nobody is there to be asked where the car has left.
        assert_eq!(known["payment"], if has_left { "window" } else { "none" });
    }
    assert_eq!(nodes[1].lane("1").now()["question"]["kind"], "payment_retry");
}
