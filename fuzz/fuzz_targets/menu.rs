//! Any bytes as a menu are read, checked and compiled, or refused with a fault that has its place.
#![no_main]

use std::sync::LazyLock;

use lanes::menus::ActiveMenu;
use libfuzzer_sys::fuzz_target;
use parse::Languages;
use serde_json::Value;

static LANGUAGES: LazyLock<Languages> = LazyLock::new(Languages::default);

fuzz_target!(|body: &[u8]| {
    let Ok(document) = serde_json::from_slice::<Value>(body) else { return };
    match ActiveMenu::read(document, &LANGUAGES) {
        Ok(menu) => assert!(!menu.book.menu.items.is_empty()),
        Err(faults) => assert!(faults.iter().any(|fault| fault.path.starts_with('$'))),
    }
});
