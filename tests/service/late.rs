//! Replies that are late, and what a customer is told meanwhile.

use std::thread;

use serde_json::json;

use crate::live::client::Socket;
use crate::support::{awaited, with_a_silent_model};

#[test]
fn a_customer_is_told_to_wait_while_a_reply_is_late() {
    let (service, _model) = with_a_silent_model();
    let lane = service.lane("1");
    assert!(lane.car().get("holding").is_none());
    let mut socket = Socket::open(&lane, "");
    thread::scope(|scope| {
        let saying = scope.spawn(|| lane.say("two cheeseburgers"));
        let holding = awaited("words for a customer who waits", || lane.now().get("holding").cloned());
        assert_eq!(holding["text"], "One moment, please.");
        assert_eq!(socket.next(), json!({ "type": "holding", "say": holding }));
        let turn = saying.join().unwrap();
        assert_eq!(socket.next(), turn);
        assert_eq!(turn["parser"]["agent"], "grammar");
        assert_eq!(turn["parser"]["choice"]["why"], "timed_out");
        assert_eq!(turn["order"]["lines"][0]["quantity"], 2);
    });
    assert!(lane.now().get("holding").is_none());
}
