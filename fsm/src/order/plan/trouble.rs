//! Why an edit cannot be made.

use crate::ids::{ItemId, LineId};
use crate::order::about::About;
use crate::order::contents::Line;
use crate::order::op::Op;

/// A part that only the customer can settle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenPart {
    /// The part.
    pub about: About,
    /// The line that it is about.
    pub line_id: Option<LineId>,
    /// The operation that waits for the answer.
    pub kept: Option<Op>,
}

/// Why an operation was not applied.
pub(in crate::order) enum Trouble {
    /// The customer must be asked, about this line if there is one.
    Ask(About, Option<LineId>),
    Off(ItemId),
}

impl Trouble {
    pub fn over_cap(line: &Line) -> Self {
        let (item, combo) = (line.item.clone(), line.combo.clone());
        Self::Ask(About::OverCap { item, combo, quantity: line.quantity }, Some(line.line_id))
    }
}

impl From<About> for Trouble {
    fn from(about: About) -> Self {
        Self::Ask(about, None)
    }
}
