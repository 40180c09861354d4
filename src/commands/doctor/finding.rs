//! What a check found.

use std::fmt;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::config::without_secrets;

/// What a check found.
#[derive(Debug, Serialize)]
pub struct Finding {
    check: &'static str,
    state: State,
    detail: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    todo: Option<String>,
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Ok,
    /// It works, and may not for long.
    Warn,
    Fail,
}

impl Finding {
    /// That all is well.
    pub fn ok(check: &'static str, detail: impl Into<String>) -> Self {
        Self { check, state: State::Ok, detail: detail.into(), todo: None }
    }

    /// That it works, and may not for long.
    pub fn warn(check: &'static str, detail: impl Into<String>, todo: impl Into<String>) -> Self {
        Self { check, state: State::Warn, detail: detail.into(), todo: Some(todo.into()) }
    }

    /// That it does not work, for a reason that may quote what nobody should see.
    pub fn fail(check: &'static str, error: &anyhow::Error, todo: impl Into<String>) -> Self {
        let detail = without_secrets(&format!("{error:#}"));
        Self { check, state: State::Fail, detail, todo: Some(todo.into()) }
    }

    /// Whether it does not work.
    pub fn is_failure(&self) -> bool {
        self.state == State::Fail
    }
}

impl State {
    fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Fail => "fail",
        }
    }

    fn style(self) -> Style {
        let color = match self {
            Self::Ok => AnsiColor::Green,
            Self::Warn => AnsiColor::Yellow,
            Self::Fail => AnsiColor::Red,
        };
        color.on_default()
    }
}

impl fmt::Display for Finding {
    /// In one line, whatever it says.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { check, state, detail, todo } = self;
        let (style, detail) = (state.style(), detail.split_whitespace().collect::<Vec<_>>().join(" "));
        write!(f, "{style}{:<4}{style:#}  {check:<13}  {detail}", state.word())?;
        match todo {
            Some(todo) => write!(f, ": {todo}"),
            None => Ok(()),
        }
    }
}
