//! Where in a condition something is.

use cel::ParseError;
use cel::common::ast::SourceInfo;

use super::problem::{Problem, too_deep};

/// Finds the line and the column of an expression.
pub(super) struct Places<'t> {
    text: &'t str,
    source: &'t SourceInfo,
}

impl<'t> Places<'t> {
    pub fn new(text: &'t str, source: &'t SourceInfo) -> Self {
        Self { text, source }
    }

    /// Line and column of the expression of that id, from 1.
    pub fn of(&self, id: u64) -> Option<(usize, usize)> {
        let (start, _) = self.source.offset_for(id)?;
        Some(line_and_column(self.text, usize::try_from(start).ok()?))
    }
}

/// What the parser could not read.
pub(super) fn of_syntax(error: &ParseError, text: &str) -> Problem {
    let (line, column) = error.pos;
    let line = usize::try_from(line).unwrap_or_default().clamp(1, text.lines().count().max(1));
    let column = usize::try_from(column).unwrap_or_default().max(1);
    let said = error.msg.lines().next().unwrap_or_default();
    // What could stand there instead is every beginning of an expression.
    let said = said.split(" expecting ").next().unwrap_or_default().trim();
    let said = said.strip_prefix("Syntax error: ").unwrap_or(said);
    let detail = if said.contains("Recursion limit") {
        too_deep()
    } else if said.ends_with("'<EOF>'") {
        "cannot be read as CEL: it ends too early".to_owned()
    } else {
        format!("cannot be read as CEL: {said}")
    };
    Problem { place: Some((line, column)), detail }
}

/// The line and the column of a byte, in characters.
fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let last = before.rsplit('\n').next().unwrap_or_default();
    (line, last.chars().count() + 1)
}
