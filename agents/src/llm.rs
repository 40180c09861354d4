//! Where language models are: known here, so that a configuration is read the same in a build that asks none.

use std::fmt;

use serde::{Deserialize, Serialize};
use strum::{EnumString, VariantNames};

/// A server of models that speaks `/v1/chat/completions`, and how to ask it.
#[derive(Clone, PartialEq, Eq)]
pub struct LlmSettings {
    /// Its base, such as `http://127.0.0.1:8092/v1`.
    pub url: String,
    /// The model's name there.
    pub model: String,
    /// What it is asked with; none where nobody is asked for one.
    pub key: Option<String>,
    /// How it wants the form of an answer to be told.
    pub dialect: Dialect,
    /// How many calls may be under way at once.
    pub calls_max: usize,
}

impl fmt::Debug for LlmSettings {
    /// Without the key, and without the URL, which may have one in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { url: _, model, key: _, dialect, calls_max } = self;
        write!(f, "{model}, {dialect:?}, {calls_max} at once")
    }
}

/// How a server wants the form of an answer to be told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Dialect {
    /// A strict `json_schema`.
    #[default]
    #[serde(rename = "openai")]
    #[strum(serialize = "openai")]
    OpenAi,
    /// A `json_object` with a `schema` beside it.
    LlamaCpp,
    /// In the prompt.
    Plain,
}
