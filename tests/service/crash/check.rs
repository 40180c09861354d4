//! Whether what was answered is stored, and what the POS has is what was ordered.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use lanes::audit::Audit;
use serde_json::Value;
use uuid::Uuid;

use super::cars::Taken;
use super::pos::Pos;
use crate::support::{ask, awaited, rows};

/// How many of the tickets that the POS has not yet are looked at in one go.
const LOOKED_AT: usize = 32;
/// What is told where a ticket is lost, or was never ordered.
pub const WRONG_TICKETS: &str = "the tickets at the POS are not those of the turns";

/// Every turn that was answered is in its session's audit log and is answered again, byte for byte. Gives the tickets
/// that the sessions made.
pub fn turns(address: SocketAddr, taken: &[Taken]) -> BTreeSet<Uuid> {
    let mut sessions: BTreeMap<String, Vec<&Taken>> = BTreeMap::new();
    for taken in taken {
        let turn: Value = serde_json::from_str(&taken.turn).unwrap();
        sessions.entry(turn["session_id"].as_str().unwrap().to_owned()).or_default().push(taken);
    }
    let mut tickets = BTreeSet::new();
    for (session, answered) in sessions {
        let log = ask(address, "GET", &format!("/v1/sessions/{session}/audit"), "");
        assert_eq!(log.status, 200, "the session {session} is lost: {log:#?}");
        let log: Audit = serde_json::from_str(&log.body).unwrap();
        let numbers: Vec<u32> = log.entries.iter().map(|entry| entry.seq).collect();
        assert!(numbers.iter().copied().eq((1..).take(numbers.len())), "turns of {session}: {numbers:?}");
        let stored: BTreeSet<&str> = log.entries.iter().map(|entry| entry.turn.get()).collect();
        for taken in answered {
            assert!(stored.contains(taken.turn.as_str()), "a turn is lost: {}", taken.turn);
            let again = ask(address, "POST", &taken.path, &taken.event);
            assert!(again.is_replayed(), "{} was taken twice: {again:#?}", taken.event);
            assert_eq!(again.body, taken.turn, "{}", taken.event);
        }
        tickets.append(&mut created(stored));
    }
    tickets
}

/// Waits until the POS has these tickets, for as long as more of them come: it is slow to take what it refused. What was
/// given up, since the service died ten times while it was sent, is resent as the crew does it.
pub fn delivered(address: SocketAddr, pos: &Pos, expected: &BTreeSet<Uuid>) {
    let missing = || expected.difference(&pos.tickets()).copied().collect::<BTreeSet<_>>();
    let mut left = missing();
    while !left.is_empty() {
        awaited("the next ticket", || {
            for ticket in left.iter().take(LOOKED_AT) {
                let known = ask(address, "GET", &format!("/v1/tickets/{ticket}"), "").json(200);
                if known["status"] == "dead" {
                    println!("{ticket} is resent: {}", known["history"]);
                    ask(address, "POST", &format!("/v1/tickets/{ticket}/resend"), "");
                }
            }
            let now = missing();
            let is_fewer = now.len() < left.len();
            left = now;
            is_fewer.then_some(())
        });
    }
}

/// The tickets that turns made, each once.
pub fn created<'t>(turns: impl IntoIterator<Item = &'t str>) -> BTreeSet<Uuid> {
    let mut tickets = BTreeSet::new();
    for turn in turns {
        let turn: Value = serde_json::from_str(turn).unwrap();
        if rows(&turn).split(' ').any(|row| row == "S15") {
            let ticket = id(&turn["ticket"]["ticket_id"]);
            assert!(tickets.insert(ticket), "a ticket was made twice: {turn:#}");
        }
    }
    tickets
}

/// Each ticket is at the POS once, and nothing else is. A ticket that took another's place comes after the end of that.
pub fn tickets(messages: &[String], expected: &BTreeSet<Uuid>) {
    let mut revisions: BTreeMap<Uuid, u64> = BTreeMap::new();
    let mut orders_by_number = BTreeMap::new();
    let mut created = BTreeSet::new();
    let mut voided = BTreeSet::new();
    for line in messages {
        let message: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let data = &message["data"];
        let ticket = id(&data["ticket_id"]);
        if message["type"] == "ticket.voided" {
            assert!(created.contains(&ticket) && voided.insert(ticket), "{line}");
            continue;
        }
        assert_eq!(message["type"], "ticket.created", "{line}");
        assert!(created.insert(ticket), "a ticket is there twice: {line}");
        let order = id(&data["order_id"]);
        let before = revisions.insert(order, data["revision"].as_u64().unwrap()).unwrap_or_default();
        assert_eq!(data["revision"], before + 1, "{line}");
        if before > 0 {
            assert!(voided.contains(&id(&data["replaces"])), "two tickets of one order: {line}");
        }
        let place = format!("{} {}", data["drive_thru"], data["lane"]);
        let number = format!("{place} {} {}", data["business_date"], data["order_number"]);
        let namesake = orders_by_number.insert(number, order);
        assert!(namesake.is_none_or(|namesake| namesake == order), "two orders have one number: {line}");
    }
    assert_eq!(&created, expected, "{WRONG_TICKETS}");
}

pub fn id(value: &Value) -> Uuid {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or_else(|| panic!("{value} is no id"))
}
