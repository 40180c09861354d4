//! Takes lines off an order, or some of a line. What a combo comes with stays.

use super::Trial;
use super::trouble::Trouble;
use crate::ids::LineId;
use crate::order::misfit::Misfit;
use crate::order::op::Target;

impl Trial<'_> {
    pub(super) fn remove(&mut self, target: &Target, quantity: Option<u32>) -> Result<(), Trouble> {
        if let Some(part) = self.part_named(target) {
            self.not_allowed.push(part);
            return Ok(());
        }
        let quantity = quantity.or(target.place().and(Some(1))).unwrap_or(u32::MAX);
        for line_id in self.find(target)? {
            self.take_away(line_id, quantity);
        }
        Ok(())
    }

    /// Reduces a line by `fewer`, or removes it.
    pub(super) fn take_away(&mut self, line_id: LineId, fewer: u32) {
        let Some(at) = self.order.position(line_id) else { return };
        let line = &mut self.order.lines_mut()[at];
        if fewer >= line.quantity {
            self.order.drop_line(line_id);
        } else if fewer > 0 {
            line.quantity -= fewer;
            self.order.referent = Some(line_id);
        }
    }

    /// What is on the order only as what a combo comes with: "no fries".
    fn part_named(&self, target: &Target) -> Option<Misfit> {
        let (line_id, slot) = self.component_named(target)?;
        let line = self.order.line(line_id)?;
        let part = line.components.iter().find(|part| part.slot == slot)?;
        Some(Misfit::Part { item: part.item.clone(), combo: line.combo.clone()? })
    }
}
