//! Replies that are late, and what a customer is told meanwhile.

use std::net::TcpListener;
use std::thread;

use serde_json::json;

use crate::live::client::Socket;
use crate::support::{Service, awaited};

#[test]
fn a_customer_is_told_to_wait_while_a_reply_is_late() {
    // It takes connections and never answers.
    let model = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", model.local_addr().unwrap());
    let service = Service::start_with(&[
        ("CARHOP_LLM_URL", &url),
        ("CARHOP_LLM_MODEL", "none"),
        ("CARHOP_PARSER", "llm_then_grammar"),
        ("CARHOP_AGENTS_DEADLINE_MS", "3000"),
        ("CARHOP_HOLD_AFTER_MS", "100"),
    ]);
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
