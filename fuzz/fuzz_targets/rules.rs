//! Any bytes as the rules of a house are read and checked, or refused with a fault that has its place.
#![no_main]

use lanes::keeper::Active;
use libfuzzer_sys::fuzz_target;
use rules::RuleBook;
use serde_json::Value;

fuzz_target!(|body: &[u8]| {
    let Ok(document) = serde_json::from_slice::<Value>(body) else { return };
    if let Err(faults) = Active::<RuleBook>::read(document) {
        assert!(faults.iter().any(|fault| fault.path.starts_with('$')));
    }
});
