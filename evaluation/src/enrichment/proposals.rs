//! The file that a person reads: what a model proposed, to be accepted or not.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a model proposed for a menu. A person sets `accept` where it is right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enrichment {
    /// The menu's id.
    pub menu: String,
    /// The model's name.
    pub model: String,
    /// What it was asked with, by name and version.
    pub prompt: String,
    /// An item, a combo or a modifier each.
    pub entries: Vec<Entry>,
}

/// What was proposed for one thing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Where it stands in the menu, such as `$.items[3]`.
    pub path: String,
    /// Its id there.
    pub id: String,
    /// What the menu calls it.
    pub name: String,
    /// Why nothing came of asking; left out if something did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
    /// What can be accepted.
    #[serde(default)]
    pub proposals: Vec<Proposal>,
    /// What cannot, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept_out: Vec<KeptOut>,
}

/// Something that people may say for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposal {
    /// The words.
    pub text: String,
    /// What they are to it.
    #[serde(rename = "as")]
    pub sort: Sort,
    /// Whether a person wants it on the menu.
    pub accept: bool,
}

impl Proposal {
    /// Something that nobody has accepted yet.
    pub fn new(sort: Sort, text: String) -> Self {
        Self { text, sort, accept: false }
    }
}

/// What words are to a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// Another name.
    Alias,
    /// A part of its name.
    ShortForm,
    /// What recognizers write for its name.
    Mishearing,
    /// The sort of thing it is, which others may be too.
    Kind,
}

/// What is not offered to be accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeptOut {
    /// The words, or their beginning.
    pub text: String,
    /// Why.
    pub why: String,
}

impl Enrichment {
    /// How many proposals there are, and how many were kept out.
    pub fn counts(&self) -> (usize, usize) {
        let proposals = self.entries.iter().map(|entry| entry.proposals.len()).sum();
        (proposals, self.entries.iter().map(|entry| entry.kept_out.len()).sum())
    }

    /// Why things were not answered, and how many.
    pub fn failures(&self) -> BTreeMap<&str, usize> {
        let mut failures = BTreeMap::new();
        for why in self.entries.iter().filter_map(|entry| entry.failed.as_deref()) {
            *failures.entry(why).or_default() += 1;
        }
        failures
    }
}
