//! Any text as a transcript is read or refused, and a fault is in a line that is there.
#![no_main]

use libfuzzer_sys::fuzz_target;
use transcript::Transcript;

fuzz_target!(|text: &str| {
    match Transcript::parse(text) {
        Ok(transcript) => assert!(!transcript.title().is_empty()),
        Err(fault) => assert!((1..=text.lines().count().max(1)).contains(&fault.line), "{fault}"),
    }
});
