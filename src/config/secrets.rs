//! What is configured and never shown.

use std::fmt;
use std::path::Path;

use anyhow::{Context as _, bail};
use serde::Deserialize;

/// Texts that must not be shown. What is wrong with one is found where it is used, so that no error quotes it.
#[derive(Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMore")]
pub struct Secrets(Vec<String>);

impl Secrets {
    /// Each as it was given.
    pub fn as_slice(&self) -> &[String] {
        &self.0
    }

    /// These, or else the others.
    pub fn or(self, below: Self) -> Self {
        if self.0.is_empty() { below } else { self }
    }
}

/// Secrets from wherever they are: named themselves, or by a file.
///
/// # Errors
/// A file that cannot be read, or both.
pub(super) fn of_file(name: &str, named: &Secrets, file: Option<&Path>) -> anyhow::Result<Secrets> {
    let Some(path) = file else { return Ok(named.clone()) };
    if !named.as_slice().is_empty() {
        bail!("{name} and {name}_file are both set: use one of them");
    }
    let text = std::fs::read_to_string(path);
    Ok(Secrets::from(text.with_context(|| format!("cannot read {name}_file {}", path.display()))?))
}

/// With commas or line ends in between.
impl From<String> for Secrets {
    fn from(text: String) -> Self {
        let secrets = text.split([',', '\n']).map(str::trim).filter(|secret| !secret.is_empty());
        Self(secrets.map(str::to_owned).collect())
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl From<OneOrMore> for Secrets {
    fn from(secrets: OneOrMore) -> Self {
        match secrets {
            OneOrMore::One(text) => Self::from(text),
            OneOrMore::More(secrets) => Self(secrets),
        }
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} secrets", self.0.len())
    }
}
