//! The menus, houses and house rules of transcripts: which file a name stands for.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::error::ReplayError;

/// Where the menus of transcripts are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Menus<'a> {
    /// Their folder; a menu that is not there is looked for by its path. Without it no file is read.
    pub folder: Option<&'a Path>,
    /// A menu to use where the file that [`menu_file`] names does not exist.
    pub given: Option<&'a Value>,
    /// The same for a house.
    pub house: Option<&'a Value>,
}

impl<'a, P: AsRef<Path> + ?Sized> From<&'a P> for Menus<'a> {
    fn from(folder: &'a P) -> Self {
        Self { folder: Some(folder.as_ref()), given: None, house: None }
    }
}

/// The file name of a session's menu or house: its id, with `-` for what does not belong in a file name.
pub fn menu_file(id: &str) -> String {
    let name = id.chars().map(|char| if char.is_ascii_alphanumeric() || char == '_' { char } else { '-' });
    format!("{}.json", name.collect::<String>())
}

/// Reads a menu.
pub(crate) fn document(file: &str, menus: Menus<'_>) -> Result<Value, ReplayError> {
    let told = |detail| ReplayError::Menu { file: file.to_owned(), detail };
    read(file, menus.folder, menus.given).map_err(told)
}

/// Reads a house. Houses lie in the folder `houses` beside that of the menus.
pub(crate) fn house(file: &str, menus: Menus<'_>) -> Result<Value, ReplayError> {
    let told = |detail| ReplayError::House { file: file.to_owned(), detail };
    let folder = menus.folder.map(|folder| folder.join("../houses"));
    read(file, folder.as_deref(), menus.house).map_err(told)
}

/// Reads house rules. They lie in the folder `rules` beside that of the menus.
pub(crate) fn rules(file: &str, menus: Menus<'_>) -> Result<Value, ReplayError> {
    let told = |detail| ReplayError::Rules { file: file.to_owned(), detail };
    let folder = menus.folder.map(|folder| folder.join("../rules"));
    read(file, folder.as_deref(), None).map_err(told)
}

fn read(file: &str, folder: Option<&Path>, given: Option<&Value>) -> Result<Value, String> {
    let here = folder.map(|folder| folder.join(file)).filter(|here| here.exists());
    let path = here.unwrap_or_else(|| PathBuf::from(file));
    let is_called_so = |document: &&Value| document["id"].as_str().is_some_and(|id| menu_file(id) == file);
    if let Some(document) = given.filter(is_called_so).filter(|_| folder.is_none() || !path.exists()) {
        return Ok(document.clone());
    }
    if folder.is_none() {
        return Err("it is not given".to_owned());
    }
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}
