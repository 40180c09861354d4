//! Tries operations before they are applied: what the order would be, what is impossible, what is unsafe.

mod line;
mod place;
mod removal;
mod target;
mod trouble;

use self::line::Built;
pub use self::trouble::OpenPart;
use self::trouble::Trouble;
use super::about::About;
use super::change::{Caps, Change, diffs};
use super::contents::{Line, Order};
use super::misfit::{Misfit, Whole};
use super::modifier::ModifierPick;
use super::op::{ComponentPick, Modification, NewLine, Op, Reason, Target, Unresolved};
use super::price;
use super::recent::Recent;
use super::safety::{Bounds, Safety};
use crate::ids::{ItemId, LineId, SizeId};
use crate::menu::{Combo, Menu};

/// The result of trying operations on an order.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What could be applied, all together; none if nothing could.
    pub change: Option<Change>,
    /// What the customer must be asked about.
    pub open: Vec<OpenPart>,
    /// What is refused without a question.
    pub not_allowed: Vec<Misfit>,
    /// What is asked for but off.
    pub off: Vec<Off>,
}

/// An item that was asked for while it is off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Off {
    /// The item.
    pub item: ItemId,
    /// The operation that waits for a replacement.
    pub kept: Op,
}

/// Tries operations on an order, each completely or not at all, in the order in which they were said.
/// `recent` is what was changed before, which corrections may be about.
pub fn plan(
    order: &Order,
    recent: &Recent,
    ops: &[Op],
    heard: &[Unresolved],
    menu: &Menu,
    caps: &Caps,
) -> Plan {
    plan_within(order, recent, ops, heard, menu, Bounds { caps, safety: &Safety::default() })
}

/// The same, with what a house has to say of unsafe changes.
pub(crate) fn plan_within(
    order: &Order,
    recent: &Recent,
    ops: &[Op],
    heard: &[Unresolved],
    menu: &Menu,
    bounds: Bounds<'_>,
) -> Plan {
    plan_from(order, order, recent, ops, heard, menu, bounds)
}

/// Tries operations on an order as it would be after a change that waits for a yes; the plan's change is of the order as
/// it is.
pub(crate) fn plan_after(
    order: &Order,
    waiting: &Change,
    ops: &[Op],
    heard: &[Unresolved],
    menu: &Menu,
    bounds: Bounds<'_>,
) -> Plan {
    let mut recent = Recent::default();
    recent.remember(order, waiting.after());
    plan_from(order, waiting.after(), &recent, ops, heard, menu, bounds)
}

fn plan_from(
    order: &Order,
    start: &Order,
    recent: &Recent,
    ops: &[Op],
    heard: &[Unresolved],
    menu: &Menu,
    bounds: Bounds<'_>,
) -> Plan {
    let mut trial = Trial {
        order: start.clone(),
        recent,
        menu,
        caps: bounds.caps,
        open: Vec::new(),
        not_allowed: Vec::new(),
        off: Vec::new(),
    };
    let mut cleared = false;
    for op in ops {
        cleared |= matches!(op, Op::Clear) && order.item_count() > 1;
        trial.take(op);
    }
    let (open, refused) =
        heard.iter().cloned().partition::<Vec<_>, _>(|part| part.reason != Reason::NotAllowed);
    trial.not_allowed.extend(refused.into_iter().map(|part| Misfit::Words(part.text)));
    let open = open.into_iter().map(|part| OpenPart { about: About::Words(part), line_id: None, kept: None });
    trial.open.extend(open);
    let diffs = diffs(order, &trial.order);
    let touched = trial.order != *order;
    let is_unsafe = !diffs.is_empty() && (cleared || bounds.safety.is_lost(order, &trial.order));
    Plan {
        change: touched.then_some(Change { after: trial.order, diffs, is_unsafe, is_unsure: false }),
        open: trial.open,
        not_allowed: trial.not_allowed,
        off: trial.off,
    }
}

/// An order on which edits are tried.
struct Trial<'a> {
    order: Order,
    recent: &'a Recent,
    menu: &'a Menu,
    caps: &'a Caps,
    open: Vec<OpenPart>,
    not_allowed: Vec<Misfit>,
    off: Vec<Off>,
}

impl Trial<'_> {
    fn take(&mut self, op: &Op) {
        let before = self.order.clone();
        let refused = self.not_allowed.len();
        let Err(trouble) = self.attempt(op) else { return };
        self.order = before;
        self.not_allowed.truncate(refused);
        match trouble {
            Trouble::Ask(About::Words(part), _) if part.reason == Reason::NotAllowed => {
                self.not_allowed.push(Misfit::Words(part.text));
            }
            Trouble::Ask(about, line_id) => {
                // A line that was only tried is not on the order.
                let line_id = line_id.filter(|line_id| self.order.line(*line_id).is_some());
                self.open.push(OpenPart { about, line_id, kept: Some(op.clone()) });
            }
            Trouble::Off(item) => self.off.push(Off { item, kept: op.clone() }),
        }
    }

    fn attempt(&mut self, op: &Op) -> Result<(), Trouble> {
        match op {
            Op::Add(new) => self.add(new),
            Op::Remove { target, quantity } => self.remove(target, *quantity),
            Op::Modify(modification) => self.modify(modification),
            Op::Replace { target, with } => self.replace(target, with),
            Op::Correct(correction) => self.correct(correction),
            Op::Clear => {
                self.order.lines_mut().clear();
                self.order.referent = None;
                Ok(())
            }
        }
    }

    fn add(&mut self, new: &NewLine) -> Result<(), Trouble> {
        let built = self.build(new)?;
        let equal = |line: &&mut Line| {
            line.is_complete() && line.is_like(&built) && line.unit_price == built.unit_price
        };
        let line_id = if let Some(line) =
            self.order.lines_mut().iter_mut().find(equal).filter(|_| built.is_complete())
        {
            line.quantity = line.quantity.saturating_add(new.quantity);
            line.line_id
        } else {
            self.push(built)
        };
        self.check_caps(line_id)?;
        self.order.referent = Some(line_id);
        let each = if new.persons.len() > 1 { 1 } else { new.quantity };
        for person in &new.persons {
            self.order.give(line_id, person, each);
        }
        Ok(())
    }

    fn build(&mut self, new: &NewLine) -> Result<Line, Trouble> {
        let Built { line, not_allowed } = line::build(new, self.menu)?;
        if new.quantity == 0 {
            return Err(Trouble::over_cap(&line));
        }
        self.not_allowed.extend(not_allowed);
        Ok(line)
    }

    fn push(&mut self, line: Line) -> LineId {
        self.order.newest_line += 1;
        let line_id = LineId(self.order.newest_line);
        self.order.lines_mut().push(Line { line_id, ..line });
        line_id
    }

    fn modify(&mut self, change: &Modification) -> Result<(), Trouble> {
        if let Some((line_id, slot)) = self.component_named(&change.target) {
            return self.modify_component(line_id, &slot, change);
        }
        let split = change.split.or(change.target.place().and(Some(1)));
        let change = &Modification { split, ..change.clone() };
        for line_id in self.find(&change.target)? {
            let place = change.target.place();
            self.in_its_place(place, Some(line_id), |trial| trial.modify_line(line_id, change))?;
        }
        Ok(())
    }

    fn modify_line(&mut self, line_id: LineId, change: &Modification) -> Result<(), Trouble> {
        let Some(before) = self.order.line(line_id).cloned() else { return Ok(()) };
        let part = change.split.unwrap_or(before.quantity).min(before.quantity);
        if change.quantity == Some(0) {
            self.take_away(line_id, part);
            return Ok(());
        }
        let mut line = Line { quantity: change.quantity.unwrap_or(part), ..before.clone() };
        self.not_allowed.extend(line::modify(&mut line, change, self.menu)?);
        let becomes = change.combo.as_ref().filter(|combo| line.combo.as_ref() == Some(combo));
        if let Some(combo) = becomes.and_then(|id| self.menu.combo(id)) {
            self.absorb(&mut line, combo);
            line::default_components_are_on(&line, combo, self.menu)?;
        }
        let is_same = line.has_choices_of(&before);
        if !is_same {
            // Only a changed line gets a new price: the menu may have changed since the line was added.
            self.not_allowed.extend(price::settle(&mut line, self.menu));
        }
        let is_split = part < before.quantity;
        let line_id = if !is_split {
            self.put(line_id, line);
            line_id
        } else if part == 0 || is_same && change.quantity.is_none() {
            line_id
        } else {
            self.take_away(line_id, part);
            self.push(line)
        };
        self.check_caps(line_id)?;
        self.order.referent = Some(line_id);
        Ok(())
    }

    fn modify_component(
        &mut self,
        line_id: LineId,
        slot: &crate::ids::SlotId,
        change: &Modification,
    ) -> Result<(), Trouble> {
        let Some(mut line) = self.order.line(line_id).cloned() else { return Ok(()) };
        let before = line.components.clone();
        self.not_allowed.extend(line::modify_component(&mut line, slot, change, self.menu));
        if line.components != before {
            self.not_allowed.extend(price::settle(&mut line, self.menu));
            self.put(line_id, line);
        }
        self.check_caps(line_id)?;
        self.order.referent = Some(line_id);
        Ok(())
    }

    /// Moves items ordered separately into the combo, so that they are not charged twice.
    fn absorb(&mut self, line: &mut Line, combo: &Combo) {
        for slot in &combo.slots {
            // Fewer are enough of what all would have anyway, in the size that was said.
            let is_default = |it: &Line| slot.default.as_ref() == Some(&it.item) && it.modifiers.is_empty();
            let fits = |other: &Line| {
                other.line_id != line.line_id
                    && other.combo.is_none()
                    && !other.out_of_stock
                    && (other.quantity >= line.quantity || is_default(other))
                    && self.menu.item(&other.item).is_some_and(|item| item.category == slot.category)
            };
            if line.components.iter().any(|component| component.slot == slot.id) {
                continue;
            }
            let Some(at) = self.order.lines.iter().position(fits) else { continue };
            let apart = self.order.lines[at].clone();
            line.components.push(line::component_of(&slot.id, &apart));
            self.take_away(apart.line_id, apart.quantity.min(line.quantity));
        }
    }

    /// Replaces the line of that id.
    fn put(&mut self, line_id: LineId, line: Line) {
        if let Some(at) = self.order.position(line_id) {
            self.order.lines_mut()[at] = Line { line_id, ..line };
        }
    }

    fn replace(&mut self, target: &Target, with: &NewLine) -> Result<(), Trouble> {
        if let Some((line_id, slot)) = self.component_named(target)
            && let Some(at) = self.order.position(line_id)
            && let Some(refused) =
                line::swap_component(&mut self.order.lines_mut()[at], &slot, with, self.menu)?
        {
            self.not_allowed.extend(refused);
            self.not_allowed.extend(price::settle(&mut self.order.lines_mut()[at], self.menu));
            self.order.referent = Some(line_id);
            return self.check_caps(line_id);
        }
        let mut found = self.find(target)?.into_iter();
        let Some(line_id) = found.next() else { return Ok(()) };
        if self.is_choice_of(line_id, with)? {
            return Ok(());
        }
        let built = self.build(&self.in_the_size_of(line_id, with))?;
        for other in found {
            self.order.drop_line(other);
        }
        self.put(line_id, built);
        self.check_caps(line_id)?;
        self.order.referent = Some(line_id);
        Ok(())
    }

    /// What takes the place of a line of its kind, in the size of that line where it has such a size and none is said: "swap
    /// those for onion rings", of large fries.
    fn in_the_size_of(&self, line_id: LineId, with: &NewLine) -> NewLine {
        let line = self.order.line(line_id).filter(|line| line.combo.is_none() && line.size_said);
        let category = |id| self.menu.item(id).map(|item| &item.category);
        let alike =
            line.filter(|_| with.combo.is_none()).filter(|line| category(&line.item) == category(&with.item));
        let has = |size: &SizeId| self.menu.item(&with.item).is_some_and(|item| item.size(size).is_some());
        let size = alike.and_then(|line| line.size.clone()).filter(has);
        NewLine { size: with.size.clone().or(size), ..with.clone() }
    }

    /// "make that a lemonade" of a kids meal: a line with a choice of that kind keeps what it is, and its choice is set, or
    /// refused if it is none of those. Whether that was meant.
    fn is_choice_of(&mut self, line_id: LineId, with: &NewLine) -> Result<bool, Trouble> {
        let Some(line) = self.order.line(line_id) else { return Ok(false) };
        let (Some(item), Some(wanted)) = (self.menu.item(&line.item), self.menu.item(&with.item)) else {
            return Ok(false);
        };
        if item.category == wanted.category || with.combo.is_some() {
            return Ok(false);
        }
        if let Some(combo) = line.combo.as_ref().and_then(|id| self.menu.combo(id)) {
            let Some(slot) = combo.slots.iter().find(|slot| slot.category == wanted.category) else {
                return Ok(false);
            };
            let part = ComponentPick {
                slot: slot.id.clone(),
                item: with.item.clone(),
                size: with.size.clone(),
                modifiers: with.modifiers.clone(),
            };
            let change =
                Modification { components: vec![part], ..Modification::of(Target::Line { line_id }) };
            self.modify_line(line_id, &change)?;
            return Ok(true);
        }
        let groups = item.modifier_groups.iter().filter_map(|id| self.menu.group(id));
        let named = |name: &str| {
            self.menu.items_in(&wanted.category).any(|other| other.name.eq_ignore_ascii_case(name))
        };
        let Some(group) = groups
            .filter(|group| group.min >= 1)
            .find(|group| group.modifiers.iter().any(|choice| named(&choice.name)))
        else {
            return Ok(false);
        };
        let choice = group.modifiers.iter().find(|choice| choice.name.eq_ignore_ascii_case(&wanted.name));
        let Some(choice) = choice else {
            let of = Whole::Item(item.id.clone());
            self.not_allowed.push(Misfit::Component { item: wanted.id.clone(), of });
            return Ok(true);
        };
        let (group, modifier) = (group.id.clone(), choice.id.clone());
        let pick = ModifierPick::of(group, modifier);
        let change = Modification { modifiers: vec![pick], ..Modification::of(Target::Line { line_id }) };
        self.modify_line(line_id, &change)?;
        Ok(true)
    }

    fn check_caps(&self, line_id: LineId) -> Result<(), Trouble> {
        let Some(line) = self.order.line(line_id) else { return Ok(()) };
        if self.caps.hold_line(&self.order, line, self.menu) {
            return Ok(());
        }
        Err(Trouble::over_cap(line))
    }
}
