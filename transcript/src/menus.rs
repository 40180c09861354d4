//! The menus of transcripts: which file a name stands for.

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
}

impl<'a, P: AsRef<Path> + ?Sized> From<&'a P> for Menus<'a> {
    fn from(folder: &'a P) -> Self {
        Self { folder: Some(folder.as_ref()), given: None }
    }
}

/// The file name of a session's menu: the menu's id, with `-` for what does not belong in a file name.
pub fn menu_file(id: &str) -> String {
    let name = id.chars().map(|char| if char.is_ascii_alphanumeric() || char == '_' { char } else { '-' });
    format!("{}.json", name.collect::<String>())
}

/// Reads a menu.
pub(crate) fn document(file: &str, menus: Menus<'_>) -> Result<Value, ReplayError> {
    let told = |detail: String| ReplayError::Menu { file: file.to_owned(), detail };
    let here = menus.folder.map(|folder| folder.join(file)).filter(|here| here.exists());
    let path = here.unwrap_or_else(|| PathBuf::from(file));
    let is_called_so = |menu: &&Value| menu["id"].as_str().is_some_and(|id| menu_file(id) == file);
    if let Some(menu) = menus.given.filter(is_called_so).filter(|_| menus.folder.is_none() || !path.exists())
    {
        return Ok(menu.clone());
    }
    if menus.folder.is_none() {
        return Err(told("it is not given".to_owned()));
    }
    let text =
        std::fs::read_to_string(&path).map_err(|error| told(format!("{}: {error}", path.display())))?;
    serde_json::from_str(&text).map_err(|error| told(error.to_string()))
}
