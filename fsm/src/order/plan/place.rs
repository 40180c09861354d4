//! Corrections, and one of several by its place: "the first burger" of two.

use super::Trial;
use super::trouble::Trouble;
use crate::ids::LineId;
use crate::order::correction;
use crate::order::description::{Correction, Which};
use crate::order::op::{Op, Target};

impl Trial<'_> {
    pub(super) fn correct(&mut self, correction: &Correction) -> Result<(), Trouble> {
        let place = match correction.target.which {
            Some(Which::Place(place)) => Some(place),
            Some(Which::Every | Which::Other) | None => None,
        };
        let lines = correction.target.lines(&self.order, self.menu);
        let line_id = lines.first().map(|line| line.line_id);
        let ops = correction::edits(correction, &self.order, self.recent, self.menu)?;
        let newest = self.order.newest_line;
        self.in_its_place(place, line_id, |trial| ops.iter().try_for_each(|op| trial.attempt(op)))?;
        let Some(person) = &correction.person else { return Ok(()) };
        if let (Some(from), Some(part)) = (line_id, correction.split)
            && self.order.newest_line == newest + 1
        {
            self.order.move_share(from, LineId(newest + 1), person, part);
        }
        // "she wants a veggie burger, not the hot dog": it is hers from now on.
        let replaced = ops.iter().find_map(|op| match op {
            Op::Replace { target: Target::Line { line_id }, .. } => self.order.line(*line_id),
            _ => None,
        });
        if let Some((line_id, quantity)) = replaced.map(|line| (line.line_id, line.quantity)) {
            self.order.move_share(line_id, line_id, person, quantity);
        }
        Ok(())
    }

    /// Makes a change, after which the first one of a line is that line, and the others of it are the new one, so that "the
    /// second one" is still the second.
    pub(super) fn in_its_place(
        &mut self,
        place: Option<u32>,
        line_id: Option<LineId>,
        change: impl FnOnce(&mut Self) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let newest = self.order.newest_line;
        change(self)?;
        let at = line_id.and_then(|line_id| self.order.position(line_id)).filter(|_| place == Some(1));
        if let (Some(at), true) = (at, self.order.newest_line == newest + 1)
            && let [first, .., changed] = &mut self.order.lines_mut()[at..]
        {
            std::mem::swap(first, changed);
            std::mem::swap(&mut first.line_id, &mut changed.line_id);
            self.order.referent = line_id;
        }
        Ok(())
    }
}
