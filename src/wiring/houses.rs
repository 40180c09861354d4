//! Houses from files.

use anyhow::Context as _;
use fsm::house::House;
use lanes::keeper::Active;
use serde_json::Value;

use super::menus;
use crate::config::Options;

/// The house of the sample menu.
const SAMPLE: &str = include_str!("../../fixtures/houses/burger.json");

/// Loads the house of the menu: the one that is named, that of the sample menu, or none.
///
/// # Errors
/// What cannot be read, or every fault of the house.
pub fn load(options: &Options) -> anyhow::Result<Option<Active<House>>> {
    let Some(document) = document(options)? else { return Ok(None) };
    let file = options.house_file.as_ref();
    let name = file.map_or_else(|| "the sample house".to_owned(), |file| file.display().to_string());
    Active::<House>::read(document).map(Some).map_err(|faults| menus::faulty(&name, &faults))
}

/// The document of that house, unchecked.
///
/// # Errors
/// If it cannot be read.
pub fn document(options: &Options) -> anyhow::Result<Option<Value>> {
    match (&options.house_file, &options.menu) {
        (Some(file), _) => menus::read(file).map(Some),
        (None, None) => serde_json::from_str(SAMPLE).map(Some).context("the sample house"),
        (None, Some(_)) => Ok(None),
    }
}
