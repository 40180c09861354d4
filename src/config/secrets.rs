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

    /// Those of a variable; without it these, which the option names; without them those in a file, a line each.
    ///
    /// # Errors
    /// A file that cannot be read, or one that is named besides the option.
    pub(super) fn in_effect(
        &self,
        option: &str,
        variable: Option<&str>,
        file: Option<&Path>,
    ) -> anyhow::Result<Self> {
        let of_variable = variable.and_then(|variable| std::env::var(variable).ok()).map(Self::from);
        let named = match of_variable {
            Some(secrets) if !secrets.0.is_empty() => secrets,
            _ => self.clone(),
        };
        let Some(path) = file else { return Ok(named) };
        if !named.0.is_empty() {
            bail!("{option} and {option}_file are both set: use one of them");
        }
        let text = std::fs::read_to_string(path);
        Ok(Self::from(text.with_context(|| format!("cannot read {option}_file {}", path.display()))?))
    }
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
