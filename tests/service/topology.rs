//! The installation of `docker-compose.yml` in plain processes: two nodes on one Redis, a proxy in front of them, a POS
//! that prints.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{SocketAddr, TcpListener};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use serde_json::{Value, json};
use testbed::Balancer;

use crate::deployment;
use crate::emitters::{Call, SECRETS, answer};
use crate::support::{PATIENCE, Service, awaited, fresh_id, try_call};

/// How many lanes have cars on them.
const LANES: usize = 6;
/// How many cars come to each.
const CARS: usize = 6;
/// So many orders are confirmed when a node is killed.
const CONFIRMED_BEFORE: usize = LANES * CARS / 2;

#[test]
fn orders_over_a_proxy_are_printed_once_each_while_a_node_is_killed() {
    let redis = deployment::redis();
    let pos = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/tickets", pos.local_addr().unwrap());
    let (called, calls) = channel();
    thread::spawn(move || take_calls(&pos, &called));
    let store = redis.url();
    let node = || {
        Service::start_with(&[
            ("CARHOP_STORE", &store),
            ("CARHOP_POS_EMITTER", "webhook"),
            ("CARHOP_WEBHOOK_URL", &url),
            ("CARHOP_WEBHOOK_SECRETS", SECRETS[0]),
            ("CARHOP_WEBHOOK_ALLOW_LOOPBACK", "true"),
            ("CARHOP_LOG", "off"),
        ])
    };
    let (mut doomed, other) = (node(), node());
    let proxy = Balancer::open(vec![doomed.address, other.address]);

    let (told, confirmed) = channel();
    let tickets: BTreeSet<String> = thread::scope(|scope| {
        for lane in 0..LANES {
            let (proxy, told) = (proxy.address, told.clone());
            scope.spawn(move || (0..CARS).for_each(|_| told.send(order(proxy, lane)).unwrap()));
        }
        drop(told);
        let before: Vec<String> = confirmed.iter().take(CONFIRMED_BEFORE).collect();
        doomed.kill();
        before.into_iter().chain(confirmed.iter()).collect()
    });
    assert_eq!(tickets.len(), LANES * CARS, "a ticket was made for two orders");
    assert_eq!(printed(&calls, tickets.len()), tickets);
    for ticket in tickets {
        awaited("the acknowledgement", || {
            let ticket = other.get(&format!("/v1/tickets/{ticket}")).json(200);
            (ticket["status"] == "acknowledged").then_some(())
        });
    }
    // What was acknowledged is not sent again.
    assert_eq!(calls.try_iter().filter(|(is_new, _)| *is_new).count(), 0);
}

/// One car's order, each event sent until it is answered. Gives its ticket.
fn order(proxy: SocketAddr, lane: usize) -> String {
    let path = format!("/v1/drive-thrus/d1/lanes/{lane}/events");
    let send = |mut event: Value| {
        event["id"] = json!(fresh_id());
        let event = event.to_string();
        awaited("an answer", || {
            let answer = try_call(proxy, "POST", &path, &[], event.as_bytes()).ok()?;
            assert!([200, 503].contains(&answer.status), "{event}: {answer:#?}");
            (answer.status == 200).then(|| answer.json(200))
        })
    };
    send(json!({ "type": "car_detected" }));
    send(json!({ "type": "utterance", "text": "two cheeseburgers no pickles and a cookie" }));
    send(json!({ "type": "utterance", "text": "that's all" }));
    let turn = send(json!({ "type": "utterance", "text": "yes" }));
    assert_eq!(turn["state"], "closing", "{turn:#}");
    turn["ticket"]["ticket_id"].as_str().unwrap().to_owned()
}

/// Accepts every ticket. Tells whether a call was the first with its id, and which ticket it is about.
fn take_calls(pos: &TcpListener, called: &Sender<(bool, String)>) {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    for mut stream in pos.incoming().map_while(Result::ok) {
        // A node that is killed may have said half of it.
        let Some(call) = Call::read(&mut stream) else { continue };
        let message = call.message();
        assert_eq!(message["type"], "ticket.created", "{message:#}");
        let before = seen.insert(call.id().to_owned(), call.body.clone());
        assert!(before.as_ref().is_none_or(|before| *before == call.body), "{} changed", call.id());
        let ticket = message["data"]["ticket_id"].as_str().unwrap().to_owned();
        if called.send((before.is_none(), ticket)).is_err() {
            return;
        }
        answer(stream, "200 OK", &json!({ "status": "accepted" }));
    }
}

/// The first tickets that are printed: what comes again is not.
fn printed(calls: &Receiver<(bool, String)>, count: usize) -> BTreeSet<String> {
    let mut printed = BTreeSet::new();
    while printed.len() < count {
        let (is_new, ticket) = calls.recv_timeout(PATIENCE).expect("a ticket");
        assert_eq!(printed.insert(ticket.clone()), is_new, "{ticket} came under two ids");
    }
    printed
}
