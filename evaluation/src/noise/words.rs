//! What noise is made of in a language: data, a file for each beside this crate's code.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The languages that there is noise of, by the first part of their tags.
const BUILT_IN: [(&str, &str); 1] = [("en", include_str!("../../noise/en.json"))];

/// The noise of a language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NoiseWords {
    /// What is said between words and means nothing.
    pub fillers: Vec<String>,
    /// What stands before and after a polite sentence.
    pub polite: Vec<(String, String)>,
    /// What stands between a slip and what was meant.
    pub corrections: Vec<String>,
    /// What a recognizer writes for a number.
    pub alike: BTreeMap<u32, Vec<String>>,
}

impl NoiseWords {
    /// The noise of a locale such as `en-US`; none if there is none.
    pub fn of(locale: &str) -> Option<Self> {
        let tag = locale.split(['-', '_']).next()?.to_ascii_lowercase();
        let (_, text) = BUILT_IN.iter().find(|(known, _)| *known == tag)?;
        serde_json::from_str(text).ok()
    }
}
