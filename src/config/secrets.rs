//! What is configured and never shown.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context as _, anyhow, bail};
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
        Ok(Self::from(instead(option, !named.0.is_empty(), path)?))
    }
}

/// A URL that an option says, or the file of its twin; none if neither is set.
///
/// # Errors
/// Both, a file that cannot be read, or what is no such URL; the URL is not quoted.
pub(super) fn url_in_effect<T>(
    option: &str,
    url: Option<&T>,
    file: Option<&Path>,
) -> anyhow::Result<Option<T>>
where
    T: FromStr<Err: fmt::Display> + Clone,
{
    let Some(path) = file else { return Ok(url.cloned()) };
    let text = instead(option, url.is_some(), path)?;
    let text = text.trim();
    if text.is_empty() || text.contains(char::is_whitespace) {
        bail!("{option}_file {} has one URL in it, and nothing else", path.display());
    }
    let url = text.parse().map_err(|fault: T::Err| anyhow!("{option}_file {}: {fault}", path.display()))?;
    Ok(Some(url))
}

/// What is in the file that stands for an option.
fn instead(option: &str, is_set: bool, path: &Path) -> anyhow::Result<String> {
    if is_set {
        bail!("{option} and {option}_file are both set: use one of them");
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {option}_file {}", path.display()))
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
