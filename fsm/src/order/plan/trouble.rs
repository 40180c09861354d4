//! Why an edit cannot be made.

use crate::ids::{ItemId, LineId};
use crate::order::op::{Op, Reason, Unresolved};

/// A part that only the customer can settle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPart {
    /// The part.
    pub unresolved: Unresolved,
    /// The line that it is about.
    pub line_id: Option<LineId>,
    /// The operation that waits for the answer.
    pub kept: Option<Op>,
}

/// Why an operation was not applied.
pub(in crate::order) enum Trouble {
    Ask(Box<OpenPart>),
    Off(ItemId),
}

impl Trouble {
    pub fn ask(reason: Reason, text: impl Into<String>, candidates: Vec<String>) -> Self {
        let unresolved = Unresolved { text: text.into(), reason, candidates };
        Self::Ask(Box::new(OpenPart { unresolved, line_id: None, kept: None }))
    }

    pub fn over_cap(item: &ItemId, quantity: u32, name: &str, line_id: Option<LineId>) -> Self {
        let unresolved = Unresolved {
            text: format!("{quantity} {name}"),
            reason: Reason::OverCap,
            candidates: vec![item.to_string()],
        };
        Self::Ask(Box::new(OpenPart { unresolved, line_id, kept: None }))
    }
}
