//! Menus from files.

use std::path::Path;

use anyhow::{Context as _, bail};
use fsm::menu::Menu;
use fsm::reader::Fault;
use lanes::menus::ActiveMenu;
use parse::Languages;
use serde_json::Value;

/// The menu that a service without one starts with.
const SAMPLE: &str = include_str!("../../fixtures/menus/burger.json");

/// The menu that somebody starts from.
pub const STARTER: &str = include_str!("../../fixtures/menus/diner.json");

/// Loads a menu, or the sample menu.
///
/// # Errors
/// What cannot be read, or every fault of the menu.
pub fn load(file: Option<&Path>, languages: &Languages) -> anyhow::Result<ActiveMenu> {
    ActiveMenu::read(document(file)?, languages).map_err(|faults| {
        let name = file.map_or_else(|| "the sample menu".to_owned(), |file| file.display().to_string());
        faulty(&name, &faults)
    })
}

/// That a document has faults, with all of them.
pub fn faulty(name: &str, faults: &[Fault]) -> anyhow::Error {
    let lines: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
    anyhow::anyhow!("{name} has {} faults:{}", faults.len(), lines.concat())
}

/// The document of a menu, or of the sample menu, unchecked.
///
/// # Errors
/// If it cannot be read.
pub fn document(file: Option<&Path>) -> anyhow::Result<Value> {
    match file {
        Some(file) => read(file),
        None => serde_json::from_str(SAMPLE).context("the sample menu"),
    }
}

/// The sample menu, without the words of its parser.
pub fn sample() -> Menu {
    let document = serde_json::from_str(SAMPLE).expect("the sample menu is JSON");
    Menu::check(&document).expect("the sample menu has no fault")
}

/// The JSON of a file.
///
/// # Errors
/// If it cannot be read.
pub fn read(file: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    match serde_json::from_slice(&text) {
        Ok(document) => Ok(document),
        Err(error) => bail!("{} is not JSON: {error}", file.display()),
    }
}
