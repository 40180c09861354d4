//! Cars that order, and send each event until it is answered.

use serde_json::{Value, json};
use uuid::Uuid;

use super::world::World;
use crate::support::{awaited, try_call};

/// How many lanes have cars on them all the time.
pub const LANES: usize = 8;

/// An event that was answered with a turn.
pub struct Taken {
    pub path: String,
    pub event: String,
    pub turn: String,
}

/// Sends car after car down a lane until the world closes. Gives every event that was answered.
pub fn drive(world: &World, lane: usize) -> Vec<Taken> {
    let mut taken = Vec::new();
    for visit in lane.. {
        if world.is_closed() {
            break;
        }
        let path = format!("/v1/drive-thrus/d{}/lanes/{lane}/events", world.drive_thru());
        let mut events = 0;
        let mut send = |mut event: Value| {
            events += 1;
            event["id"] = json!(Uuid::from_u128((lane << 48 | visit << 16 | events) as u128));
            deliver(world, &path, &event.to_string(), &mut taken)
        };
        assert!(send(json!({ "type": "car_detected" })));
        assert!(send(json!({ "type": "utterance", "text": "two cheeseburgers no pickles and a cookie" })));
        if visit % 5 == 4 {
            assert!(send(json!({ "type": "car_left" })));
            continue;
        }
        assert!(send(json!({ "type": "utterance", "text": "that's all" })));
        assert!(send(json!({ "type": "utterance", "text": "yes" })));
        // More is added before the POS has the ticket, or too late: both are right.
        if visit % 3 == 2 && send(json!({ "type": "utterance", "text": "add a brownie" })) {
            assert!(send(json!({ "type": "utterance", "text": "that's all" })));
            assert!(send(json!({ "type": "utterance", "text": "yes" })));
        }
    }
    taken
}

/// Sends an event until it is answered. `false` if it came too late: the lane was idle.
fn deliver(world: &World, path: &str, event: &str, taken: &mut Vec<Taken>) -> bool {
    awaited("an answer", || {
        let address = world.address();
        let answer = try_call(address, "POST", path, &[], event.as_bytes()).ok()?;
        match answer.status {
            200 => {
                taken.push(Taken { path: path.to_owned(), event: event.to_owned(), turn: answer.body });
                world.count_answer();
                Some(true)
            }
            409 => {
                answer.problem(409, "lane-idle");
                Some(false)
            }
            503 => None,
            _ => panic!("{event}: {answer:#?}"),
        }
    })
}
