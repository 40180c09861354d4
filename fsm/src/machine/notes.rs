//! What goes along with an order that costs nothing, as it was asked for.

use serde::{Deserialize, Serialize};

/// How many are kept.
const NOTES_MAX: usize = 20;

/// What was asked for, each once, as the house calls it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Notes {
    names: Vec<String>,
    /// How many of them are on the ticket that was made last.
    sent: usize,
}

impl Notes {
    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All of them.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Those that are on no ticket.
    pub(super) fn unsent(&self) -> &[String] {
        self.names.get(self.sent..).unwrap_or_default()
    }

    /// Whether anything of this was not asked for before.
    pub(crate) fn take<'a>(&mut self, names: impl Iterator<Item = &'a str>) -> bool {
        let before = self.names.len();
        for name in names {
            if self.names.len() < NOTES_MAX && !self.names.iter().any(|known| known == name) {
                self.names.push(name.to_owned());
            }
        }
        self.names.len() > before
    }

    /// All of them are on a ticket now.
    pub(super) fn send(&mut self) {
        self.sent = self.names.len();
    }
}
