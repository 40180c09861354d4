//! Which lines a target names.

use super::Trial;
use super::trouble::Trouble;
use crate::ids::{ItemId, LineId, SlotId};
use crate::order::about::About;
use crate::order::contents::Line;
use crate::order::description::{Which, of_place};
use crate::order::op::Target;

impl Trial<'_> {
    /// The lines that a target names, at least one.
    pub(super) fn find(&self, target: &Target) -> Result<Vec<LineId>, Trouble> {
        match target {
            Target::Line { line_id } => self.only(self.order.line(*line_id).map(|line| line.line_id), target),
            Target::Referent { .. } => self.only(self.order.referent, target),
            Target::Item { item, ordinal } => self.find_item(item, *ordinal, target),
            Target::Described { described } => {
                let lines = described.lines(&self.order, self.menu);
                let lines: Vec<LineId> = lines.into_iter().map(|line| line.line_id).collect();
                match lines.as_slice() {
                    [] => Err(not_on_order(target)),
                    [_] => Ok(lines),
                    _ if described.which == Some(Which::Every) => Ok(lines),
                    _ => self.one_of(lines),
                }
            }
            Target::All { except, .. } => {
                let spared: Vec<LineId> = except.iter().flat_map(|target| self.spared(target)).collect();
                let lines = self.order.lines.iter().map(|line| line.line_id);
                let found: Vec<LineId> = lines.filter(|line_id| !spared.contains(line_id)).collect();
                if found.is_empty() { Err(not_on_order(target)) } else { Ok(found) }
            }
        }
    }

    /// The lines that an exception spares: every line that may be meant, so that none goes by mistake.
    fn spared(&self, target: &Target) -> Vec<LineId> {
        if let Target::Item { item, ordinal: None } = target {
            return self
                .order
                .lines
                .iter()
                .filter(|line| line.holds(item))
                .map(|line| line.line_id)
                .collect();
        }
        self.find(target).unwrap_or_default()
    }

    fn only(&self, found: Option<LineId>, target: &Target) -> Result<Vec<LineId>, Trouble> {
        found.map(|line_id| vec![line_id]).ok_or_else(|| not_on_order(target))
    }

    fn find_item(
        &self,
        item: &ItemId,
        ordinal: Option<u32>,
        target: &Target,
    ) -> Result<Vec<LineId>, Trouble> {
        let lines: Vec<&Line> = self.order.lines.iter().filter(|line| line.item == *item).collect();
        if let Some(place) = ordinal {
            let line = of_place(&lines, place).filter(|_| place > 0);
            return self.only(line.map(|line| line.line_id), target);
        }
        let lines: Vec<LineId> = lines.into_iter().map(|line| line.line_id).collect();
        match (lines.as_slice(), self.order.referent) {
            ([line_id], _) => Ok(vec![*line_id]),
            ([], _) => Err(not_on_order(target)),
            (several, Some(referent)) if several.contains(&referent) => Ok(vec![referent]),
            (several, _) => self.one_of(several.to_vec()),
        }
    }

    /// One of several lines: the last of them if they are all alike, or else the customer must say which.
    fn one_of(&self, lines: Vec<LineId>) -> Result<Vec<LineId>, Trouble> {
        let mut all = lines.iter().filter_map(|line_id| self.order.line(*line_id));
        let last = all.next_back();
        match last.filter(|last| all.all(|line| line.is_like(last))) {
            Some(last) => Ok(vec![last.line_id]),
            None => Err(About::Lines(lines).into()),
        }
    }

    /// The combo line and slot that an item fills, if it is on the order only as a component.
    pub(super) fn component_named(&self, target: &Target) -> Option<(LineId, SlotId)> {
        let Target::Item { item, .. } = target else { return None };
        if self.order.lines.iter().any(|line| line.item == *item) {
            return None;
        }
        let lines = self.order.lines.iter();
        let mut found = lines.filter_map(|line| {
            let component = line.components.iter().find(|component| component.item == *item)?;
            Some((line.line_id, component.slot.clone()))
        });
        found.next()
    }
}

fn not_on_order(target: &Target) -> Trouble {
    let item = match target {
        Target::Item { item, .. } => Some(item.clone()),
        Target::Described { described } => described.items.first().cloned(),
        Target::Line { .. } | Target::Referent { .. } | Target::All { .. } => None,
    };
    About::NotOnOrder(item).into()
}
