//! Any bytes as the body of an event are read or refused, and what was read is read again from what is kept of it.
#![no_main]

use lanes::event::{LaneEvent, ReceivedEvent};
use libfuzzer_sys::fuzz_target;
use parse::Languages;
use serde_json::Value;

fuzz_target!(|body: &[u8]| {
    let Ok(body) = serde_json::from_slice::<Value>(body) else { return };
    let Ok(received) = ReceivedEvent::read(&body) else { return };
    let Ok(request) = received.request else { return };
    if let LaneEvent::Utterance(said) = &request.event {
        let _ = Languages::default().without_long_numbers(said.text.as_str());
    }
    let kept = ReceivedEvent::from(request.clone());
    let kept = serde_json::from_str(&kept.json).expect("what is kept of an event is JSON");
    let again = ReceivedEvent::read(&kept).expect("what is kept of an event has its id");
    assert_eq!(again.request.ok(), Some(request));
});
