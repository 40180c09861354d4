//! What the menu doctor says.

use std::fmt;

use serde::Serialize;
use utoipa::ToSchema;

/// Something in a menu's words that customers will stumble over. The menu can be sold from all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// Where: a JSON path such as `$.items[3].aliases[0]`.
    #[schema(example = "$.items[3].name")]
    pub path: String,
    /// What is wrong there, for the menu's author.
    pub detail: String,
    /// What to write; left out where only the author can know.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggest: Option<String>,
}

impl Warning {
    /// A warning of what stands at a path.
    pub(super) fn at(path: impl Into<String>, detail: impl Into<String>) -> Self {
        Self { path: path.into(), detail: detail.into(), suggest: None }
    }

    /// The same with what to write.
    pub(super) fn suggest(self, suggest: impl Into<String>) -> Self {
        Self { suggest: Some(suggest.into()), ..self }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.detail)?;
        match &self.suggest {
            Some(suggest) => write!(f, "\n  {suggest}"),
            None => Ok(()),
        }
    }
}
