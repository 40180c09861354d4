//! The server of language models, if there is one.

use std::path::{Path, PathBuf};

use agents::llm::{Dialect, LlmSettings};
use anyhow::{Context as _, bail};
use clap::Args;
use hyper::Uri;
use serde::{Deserialize, Serialize};

use super::secret_url::SecretUrl;
use super::secrets::{Secrets, url_in_effect};
use super::words::one_of;

/// A server of language models.
#[derive(Args, Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LlmOptions {
    /// The base of a server that speaks `/v1/chat/completions`, such as `http://127.0.0.1:8092/v1`.
    #[arg(
        id = "llm_url",
        long = "llm-url",
        env = "CARHOP_LLM_URL",
        value_name = "URL",
        hide_env_values = true
    )]
    url: Option<SecretUrl>,
    /// A file with that URL instead.
    #[arg(
        id = "llm_url_file",
        long = "llm-url-file",
        env = "CARHOP_LLM_URL_FILE",
        value_name = "FILE",
        conflicts_with = "llm_url"
    )]
    url_file: Option<PathBuf>,
    /// The model's name there.
    #[arg(id = "llm_model", long = "llm-model", env = "CARHOP_LLM_MODEL", value_name = "NAME")]
    model: Option<String>,
    /// How the server wants to be told the form of an answer [default: openai].
    #[arg(
        id = "llm_dialect",
        long = "llm-dialect",
        env = "CARHOP_LLM_DIALECT",
        value_name = "DIALECT",
        value_parser = one_of::<Dialect>()
    )]
    dialect: Dialect,
    /// The key: the variable `CARHOP_LLM_KEY` or a line of the file, for command lines can be seen.
    #[arg(skip)]
    #[serde(skip_serializing)]
    key: Secrets,
    /// A file with the key.
    #[arg(id = "llm_key_file", long = "llm-key-file", env = "CARHOP_LLM_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// How many calls of it may be under way at once [default: 16].
    #[arg(id = "llm_calls_max", long = "llm-calls-max", env = "CARHOP_LLM_CALLS_MAX", value_name = "N")]
    calls_max: usize,
}

impl LlmOptions {
    /// The server of the command line; none if none is named.
    ///
    /// # Errors
    /// What is missing or makes no sense.
    pub fn settings(&self) -> anyhow::Result<Option<LlmSettings>> {
        self.checked("llm", Some("CARHOP_LLM_KEY"))
    }

    /// A server that the file names; none if it has no URL.
    ///
    /// # Errors
    /// What is missing or makes no sense.
    pub(super) fn named(&self, name: &str) -> anyhow::Result<Option<LlmSettings>> {
        self.checked(&format!("models.{name}"), None)
    }

    /// The files of secrets that it names.
    pub fn secret_files(&self) -> impl Iterator<Item = &Path> {
        [&self.url_file, &self.key_file].into_iter().filter_map(Option::as_deref)
    }

    fn checked(&self, place: &str, key_variable: Option<&str>) -> anyhow::Result<Option<LlmSettings>> {
        let url = url_in_effect(&format!("{place}.url"), self.url.as_ref(), self.url_file.as_deref())?;
        let Some(url) = url.as_ref().map(SecretUrl::as_secret) else { return Ok(None) };
        let model = self.model.clone();
        let model = model.with_context(|| format!("{place}.url is set, but not {place}.model"))?;
        let parsed: Option<Uri> = url.parse().ok();
        let parsed = parsed.filter(|url| matches!(url.scheme_str(), Some("http" | "https")));
        let Some(host) = parsed.as_ref().and_then(Uri::host) else { bail!("{place}.url is no http(s) URL") };
        let key = self.key.in_effect(&format!("{place}.key"), key_variable, self.key_file.as_deref())?;
        let key = match key.as_slice() {
            [] => None,
            [key] => Some(key.clone()),
            _ => bail!("{place}.key is more than one"),
        };
        let is_here = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
        if key.is_some() && !is_here && parsed.as_ref().and_then(Uri::scheme_str) == Some("http") {
            bail!(
                "{place}.url is http:// on another machine: the key would be readable on the way; use https://"
            );
        }
        if self.calls_max == 0 {
            bail!("{place}.calls_max is at least 1");
        }
        Ok(Some(LlmSettings {
            url: url.to_owned(),
            model,
            key,
            dialect: self.dialect,
            calls_max: self.calls_max,
        }))
    }
}

impl Default for LlmOptions {
    fn default() -> Self {
        Self {
            url: None,
            url_file: None,
            model: None,
            dialect: Dialect::default(),
            key: Secrets::default(),
            key_file: None,
            calls_max: 16,
        }
    }
}
