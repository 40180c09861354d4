//! The languages that the parser knows.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use uuid::Uuid;

use crate::language::Language;
use crate::language::pack::{self, PackFault};

/// The packs in the library: each folder below `languages/`, with its files.
const BUILT_IN: &[(&str, &[(&str, &str)])] = include!(concat!(env!("OUT_DIR"), "/packs.rs"));

/// The language for a menu whose own language has no pack.
const FALLBACK: &str = "en";

/// The languages that the parser knows, each by its tag (`en`, `pt-br`).
#[derive(Clone, Debug)]
pub struct Languages {
    packs: BTreeMap<String, Arc<Language>>,
    /// By tag, the hash of the files that the pack was compiled from.
    hashes: BTreeMap<String, Uuid>,
}

static COMPILED: LazyLock<Languages> = LazyLock::new(|| {
    let mut languages = Languages { packs: BTreeMap::new(), hashes: BTreeMap::new() };
    for (tag, files) in BUILT_IN {
        let added = languages.add(tag, files);
        debug_assert!(added.is_ok(), "{added:?}");
    }
    languages
});

impl Default for Languages {
    /// The built-in ones; compiled once in a process.
    fn default() -> Self {
        COMPILED.clone()
    }
}

impl Languages {
    /// Adds a language, or replaces its pack. Each file is its name and its text.
    ///
    /// # Errors
    /// Every fault of the pack.
    pub fn add(&mut self, tag: &str, files: &[(&str, &str)]) -> Result<(), Vec<PackFault>> {
        let (language, faults) = pack::compile(tag, files);
        if !faults.is_empty() {
            return Err(faults);
        }
        self.packs.insert(tag.to_ascii_lowercase(), Arc::new(language));
        self.hashes.insert(tag.to_ascii_lowercase(), hash(files));
        Ok(())
    }

    /// Names the content of all packs.
    pub fn content_hash(&self) -> Uuid {
        let packs = self.hashes.iter().map(|(tag, hash)| format!("{tag} {hash}\n")).collect::<String>();
        Uuid::new_v5(&Uuid::NAMESPACE_OID, packs.as_bytes())
    }

    /// Whether there is a pack for a locale such as `en-US`.
    pub fn knows(&self, locale: &str) -> bool {
        self.find(locale).is_some()
    }

    /// Every language.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Language> {
        self.packs.values().map(|language| &**language)
    }

    /// The language of a locale; English where there is no pack for it.
    pub(crate) fn of(&self, locale: &str) -> &Arc<Language> {
        self.find(locale).unwrap_or(&self.packs[FALLBACK])
    }

    /// The pack of the whole tag, or else of the longest part of it that has one.
    fn find(&self, locale: &str) -> Option<&Arc<Language>> {
        let tag = locale.to_ascii_lowercase().replace('_', "-");
        let mut tag = tag.as_str();
        loop {
            if let Some(pack) = self.packs.get(tag) {
                return Some(pack);
            }
            tag = tag.rsplit_once('-')?.0;
        }
    }
}

/// Each text with its name and length before it, so that no other files have the same hash.
fn hash(files: &[(&str, &str)]) -> Uuid {
    let texts = files.iter().map(|(name, text)| format!("{name} {}\n{text}\n", text.len()));
    Uuid::new_v5(&Uuid::NAMESPACE_OID, texts.collect::<String>().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_packs_have_no_faults() {
        for (tag, files) in BUILT_IN {
            assert_eq!(pack::compile(tag, files).1, [], "{tag}");
        }
    }

    #[test]
    fn another_word_in_a_pack_is_another_content() {
        let built_in = Languages::default();
        assert_eq!(built_in.content_hash(), Languages::default().content_hash());
        let (_, english) = BUILT_IN.iter().find(|(tag, _)| *tag == FALLBACK).unwrap();
        let mut other = built_in.clone();
        other.add(FALLBACK, english).unwrap();
        assert_eq!(other.content_hash(), built_in.content_hash());
        let files: Vec<(&str, String)> =
            english.iter().map(|(name, text)| (*name, format!("{text}\n"))).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        other.add(FALLBACK, &files).unwrap();
        assert_ne!(other.content_hash(), built_in.content_hash());
    }

    #[test]
    fn a_locale_is_read_by_the_nearest_pack() {
        let languages = Languages::default();
        let known = ["en", "en-US", "EN_gb", "fr-FR", ""].map(|locale| languages.knows(locale));
        assert_eq!(known, [true, true, true, false, false]);
    }
}
