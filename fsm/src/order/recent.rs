//! What the last edits did, so that "no, the other one" and "I do want the bacon one" have something to stand on.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::change::diffs;
use super::contents::{Line, Order};
use crate::ids::LineId;

/// How many changes of lines are remembered.
const CHANGES_MAX: usize = 8;

/// What happened to one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineChange {
    /// The line.
    pub line_id: LineId,
    /// How it was; none if it is new.
    pub before: Option<Line>,
    /// Whether it is gone.
    pub gone: bool,
}

/// The last changes of an order's lines, the newest first. Bounded: the oldest are forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Recent {
    changes: VecDeque<LineChange>,
}

impl Recent {
    /// The changes, the newest first.
    pub fn changes(&self) -> impl Iterator<Item = &LineChange> {
        self.changes.iter()
    }

    /// Whether nothing has changed yet.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// Remembers what a turn changed.
    pub(crate) fn remember(&mut self, before: &Order, after: &Order) {
        for diff in diffs(before, after) {
            self.changes.push_front(LineChange {
                line_id: diff.line_id,
                before: before.line(diff.line_id).cloned(),
                gone: after.line(diff.line_id).is_none(),
            });
        }
        self.changes.truncate(CHANGES_MAX);
    }
}
