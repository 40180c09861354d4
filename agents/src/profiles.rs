//! How specialists work with models: a drive-thru names a [profile](fsm::house_rules::Profiles) for each specialist that shall.

use serde::{Deserialize, Serialize};

/// How a specialist works with a model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    /// The server of the model, by its name in the configuration.
    pub server: String,
    /// What the house wants its specialist to be told besides what every specialist is told.
    pub prompt: String,
    /// Whether it may say what is asked where the grammar is not sure.
    pub proposes: bool,
    /// Whether it may word answers.
    pub words: bool,
    /// How long an answer of the model may be, in tokens.
    pub answer_tokens_max: u32,
    /// How long a turn waits for it at most, in milliseconds, within what the drive-thru allows.
    pub deadline_ms: u64,
    /// Whether it is used at all.
    pub on: bool,
}

impl Default for Profile {
    fn default() -> Self {
        Self {
            server: "llm".to_owned(),
            prompt: String::new(),
            proposes: true,
            words: false,
            answer_tokens_max: 200,
            deadline_ms: 1200,
            on: true,
        }
    }
}
