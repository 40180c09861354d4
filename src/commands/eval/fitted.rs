//! `carhop eval --fit`: how much each doubt weighs, fitted to the sentences of several menus.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use evaluation::Cases;
use parse::Languages;

use super::{Eval, FINE, NOT_RIGHT, menus, sheets, write};

impl Eval {
    /// Fits the weights, prints what they come to, and writes them.
    pub(super) fn fit_weights(&self, file: &Path, languages: &Languages) -> anyhow::Result<u8> {
        let mut of_menu: BTreeMap<Option<PathBuf>, Vec<PathBuf>> = BTreeMap::new();
        for sentences in &self.files {
            let menu = menu_of(sentences).or_else(|| self.menu.clone());
            of_menu.entry(menu).or_default().push(sentences.clone());
        }
        if of_menu.len() < 2 {
            bail!(
                "the sentences are of one menu: weights are fitted to several, so that one sees what carries over"
            );
        }
        let (mut menus_heard, mut weights) = (Vec::new(), None);
        for (path, files) in of_menu {
            let menu = menus::load(path.as_deref(), languages)?;
            let Some(sheets) = sheets(&files, &menu.book.menu)? else { return Ok(NOT_RIGHT) };
            let name = path.map_or_else(|| "sample".to_owned(), |path| path.display().to_string());
            menus_heard.push(Cases::of(&name, &sheets, &menu.book));
            let known = weights.get_or_insert_with(|| Arc::clone(&menu.book.index));
            if known.doubt_weights() != menu.book.index.doubt_weights() {
                bail!("{name} is of another language: fit each language by itself");
            }
        }
        let Some(index) = weights else { return Ok(NOT_RIGHT) };
        let fit = evaluation::fit(&menus_heard, index.doubt_weights(), self.confidence_min);
        anstream::print!("{}", fit.text());
        std::fs::write(file, fit.weights.text())
            .with_context(|| format!("cannot write {}", file.display()))?;
        if let Some(json) = &self.json {
            write(json, &[fit])?;
        }
        Ok(FINE)
    }
}

/// The menu beside sentences, if there is one.
fn menu_of(sentences: &Path) -> Option<PathBuf> {
    let name = sentences.file_name()?.to_str()?.split('.').next()?;
    let folder = sentences.parent()?;
    let near = folder.parent().unwrap_or(folder).join("menus").join(format!("{name}.json"));
    [folder.join(format!("{name}.menu.json")), near].into_iter().find(|menu| menu.is_file())
}
