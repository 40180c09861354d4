//! Any bytes as what a house says of itself are read and checked, or refused with a fault that has its place.
#![no_main]

use fsm::house::House;
use lanes::keeper::Active;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|body: &[u8]| {
    let Ok(document) = serde_json::from_slice::<Value>(body) else { return };
    if let Err(faults) = Active::<House>::read(document) {
        assert!(faults.iter().any(|fault| fault.path.starts_with('$')));
    }
});
