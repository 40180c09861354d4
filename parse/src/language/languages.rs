//! The languages that the parser knows.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

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
}

static COMPILED: LazyLock<Languages> = LazyLock::new(|| {
    let packs = BUILT_IN.iter().map(|(tag, files)| {
        let (language, faults) = pack::compile(tag, files);
        debug_assert!(faults.is_empty(), "{faults:?}");
        (tag.to_ascii_lowercase(), Arc::new(language))
    });
    Languages { packs: packs.collect() }
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
        Ok(())
    }

    /// Whether there is a pack for a locale such as `en-US`.
    pub fn knows(&self, locale: &str) -> bool {
        self.find(locale).is_some()
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
    fn a_locale_is_read_by_the_nearest_pack() {
        let languages = Languages::default();
        let known = ["en", "en-US", "EN_gb", "fr-FR", ""].map(|locale| languages.knows(locale));
        assert_eq!(known, [true, true, true, false, false]);
    }
}
