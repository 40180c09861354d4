//! What a line costs and which choices it misses, by the menu.

use super::contents::{Component, Line, Missing};
use super::misfit::Misfit;
use super::modifier::{Amount, ModifierPick};
use crate::ids::{GroupId, LineId, ModifierId, SizeId};
use crate::menu::{Combo, Item, Menu, ModifierGroup, Pricing, Size};
use crate::money::Money;

/// Fills in what the menu says about a line: name, default sizes, what is missing, the price.
///
/// A line whose item or combo has gone from the menu keeps what it had.
pub(super) fn settle(line: &mut Line, menu: &Menu) -> Vec<Misfit> {
    // Does not fill in a size that the customer is being asked for.
    if !line.missing.contains(&Missing::Size) {
        fill_in_size(line, menu);
    }
    let Some(item) = menu.item(&line.item) else { return Vec::new() };
    let missed = std::mem::take(&mut line.missing);
    let mut left_off = Vec::new();
    match &line.combo {
        None => {
            line.name.clone_from(&item.name);
            line.missing = missing_of_item(item, line.size.as_ref(), &line.modifiers, menu);
            line.unit_price =
                item_price(item, line.size.as_ref()) + modifiers_price(item, &line.modifiers, menu);
        }
        Some(id) => {
            let Some(combo) = menu.combo(id) else {
                line.missing = missed;
                return Vec::new();
            };
            line.name.clone_from(&combo.name);
            left_off = settle_components(line, combo, menu);
            line.missing = missing_of_combo(combo, item, line, menu);
            line.unit_price = combo_price(combo, item, line, menu);
        }
    }
    if line.line_id != LineId::NONE {
        // What was chosen by default when it was ordered stays, also if that is off by now.
        line.missing.retain(|missing| missed.contains(missing) || !has_default(missing, menu));
    }
    if !line.missing.is_empty() {
        line.unit_price = Money::ZERO;
    }
    line.out_of_stock = line.is_off(menu);
    left_off
}

/// Whether a choice that is missing is one of a group that chooses by itself.
fn has_default(missing: &Missing, menu: &Menu) -> bool {
    match missing {
        Missing::Group(group) | Missing::SlotGroup(_, group) => {
            menu.group(group).is_some_and(|group| !group.default.is_empty())
        }
        Missing::Size | Missing::Slot(_) | Missing::SlotSize(_) => false,
    }
}

fn fill_in_size(line: &mut Line, menu: &Menu) {
    let default = || match &line.combo {
        None => {
            menu.item(&line.item)?.default_size().filter(|size| size.available).map(|size| size.id.clone())
        }
        Some(id) => {
            let combo = menu.combo(id)?;
            let size = combo.default_size.as_ref().and_then(|size| combo.size(size));
            size.filter(|size| size.available).map(|size| size.id.clone())
        }
    };
    if line.size.is_none() {
        line.size = default();
    }
}

/// Fills the slots that have a default. A component's size is what was said, else the combo's size where the item
/// has it, else the item's default, else it is asked for.
fn settle_components(line: &mut Line, combo: &Combo, menu: &Menu) -> Vec<Misfit> {
    let mut left_off = Vec::new();
    for slot in &combo.slots {
        let filled = line.components.iter().any(|component| component.slot == slot.id);
        if let (false, Some(item)) = (filled, slot.default.as_ref().and_then(|id| menu.item(id))) {
            let mut component = Component {
                slot: slot.id.clone(),
                item: item.id.clone(),
                name: item.name.clone(),
                size: None,
                size_said: false,
                modifiers: Vec::new(),
            };
            left_off.extend(leave_off(item, &mut component.modifiers, menu));
            line.components.push(component);
        }
    }
    for component in &mut line.components {
        let Some(item) = menu.item(&component.item) else { continue };
        component.name.clone_from(&item.name);
        if !component.size_said {
            let of_combo = line.size.as_ref().and_then(|size| item.size(size));
            let wanted = of_combo.or_else(|| item.default_size());
            // What it has already was on when it was ordered.
            let on = |size: &&Size| size.available || component.size.as_ref() == Some(&size.id);
            component.size = wanted.filter(on).map(|size| size.id.clone());
        }
    }
    line.components.sort_by_key(|component| combo.slots.iter().position(|slot| slot.id == component.slot));
    left_off
}

/// Leaves off what comes with an item and is off; returns what that is.
pub(super) fn leave_off(item: &Item, picks: &mut Vec<ModifierPick>, menu: &Menu) -> Vec<Misfit> {
    // Where something must be chosen, it is asked for; where one is chosen that excludes it, nothing is left off.
    let is_chosen = |group: &ModifierGroup, picks: &[ModifierPick]| {
        group.max == 1 && picks.iter().any(|pick| pick.group == group.id && pick.amount != Amount::No)
    };
    let groups = item.modifier_groups.iter().filter_map(|id| menu.group(id));
    let free = groups.filter(|group| !group.is_required() && !is_chosen(group, picks));
    let by_default = free.flat_map(|group| group.default.iter().map(|id| (&group.id, id)));
    let comes_with: Vec<_> = item.included.iter().map(|(group, id)| (group, id)).chain(by_default).collect();
    let mut left_off = Vec::new();
    for (group, modifier) in comes_with {
        let is_on =
            menu.group(group).and_then(|group| group.modifier(modifier)).is_some_and(|it| it.available);
        let is_said = picks.iter().any(|pick| pick.group == *group && pick.modifier == *modifier);
        if !is_on && !is_said {
            let (group, modifier) = (group.clone(), modifier.clone());
            picks.push(ModifierPick {
                group: group.clone(),
                modifier: modifier.clone(),
                amount: Amount::No,
                quantity: 1,
            });
            left_off.push(Misfit::ModifierOff { group, modifier });
        }
    }
    left_off
}

fn missing_of_item(item: &Item, size: Option<&SizeId>, picks: &[ModifierPick], menu: &Menu) -> Vec<Missing> {
    let mut missing = Vec::new();
    if !item.sizes().is_empty() && size.is_none() {
        missing.push(Missing::Size);
    }
    missing.extend(missing_groups(item, picks, menu).map(Missing::Group));
    missing
}

fn missing_of_combo(combo: &Combo, main: &Item, line: &Line, menu: &Menu) -> Vec<Missing> {
    let mut missing = Vec::new();
    if !combo.sizes.is_empty() && line.size.is_none() {
        missing.push(Missing::Size);
    }
    missing.extend(missing_groups(main, &line.modifiers, menu).map(Missing::Group));
    for slot in &combo.slots {
        let Some(component) = line.components.iter().find(|component| component.slot == slot.id) else {
            missing.push(Missing::Slot(slot.id.clone()));
            continue;
        };
        let Some(item) = menu.item(&component.item) else { continue };
        if !item.sizes().is_empty() && component.size.is_none() {
            missing.push(Missing::SlotSize(slot.id.clone()));
        }
        let groups = missing_groups(item, &component.modifiers, menu);
        missing.extend(groups.map(|group| Missing::SlotGroup(slot.id.clone(), group)));
    }
    missing
}

fn missing_groups<'a>(
    item: &'a Item,
    picks: &'a [ModifierPick],
    menu: &'a Menu,
) -> impl Iterator<Item = GroupId> + 'a {
    item.modifier_groups
        .iter()
        .filter_map(|id| menu.group(id))
        .filter(|group| group.is_required())
        .filter_map(move |group| {
            let picked = || picks.iter().filter(|pick| pick.group == group.id);
            let chosen = picked().filter(|pick| pick.amount != Amount::No).count();
            let as_it_comes = |id: &ModifierId| picked().all(|pick| pick.modifier != *id);
            let included = item.included.iter().filter(|(of, id)| *of == group.id && as_it_comes(id)).count();
            let is_on = |id: &&ModifierId| group.modifier(id).is_some_and(|modifier| modifier.available);
            let by_default = group.default.iter().filter(|id| as_it_comes(id)).filter(is_on).count();
            (chosen + included + by_default < group.min as usize).then(|| group.id.clone())
        })
}

fn item_price(item: &Item, size: Option<&SizeId>) -> Money {
    match &item.pricing {
        Pricing::One(price) => *price,
        Pricing::Sized { .. } => size.and_then(|id| item.size(id)).map_or(Money::ZERO, |size| size.price),
    }
}

/// A modifier costs its price for every portion beyond what is included: `extra` is one more than that, so an extra
/// shot in a drink that comes without one is one shot. Leaving one out refunds nothing.
pub(crate) fn modifiers_price(item: &Item, picks: &[ModifierPick], menu: &Menu) -> Money {
    let charge = |pick: &ModifierPick| {
        let Some(group) = menu.group(&pick.group) else { return Money::ZERO };
        let Some(modifier) = group.modifier(&pick.modifier) else { return Money::ZERO };
        let comes_with = item.includes(&pick.group, &pick.modifier) || group.default.contains(&pick.modifier);
        let included = u32::from(comes_with);
        let portions = match pick.amount {
            Amount::No => 0,
            Amount::Regular | Amount::Light | Amount::Side => pick.quantity,
            Amount::Extra => pick.quantity.saturating_add(included),
        };
        modifier.price.times(portions.saturating_sub(included))
    };
    picks.iter().map(charge).sum()
}

fn combo_price(combo: &Combo, main: &Item, line: &Line, menu: &Menu) -> Money {
    let surcharge = line.size.as_ref().and_then(|id| combo.size(id)).map_or(Money::ZERO, |size| size.price);
    let components = line.components.iter().map(|component| component_price(component, line, menu)).sum();
    combo.price + surcharge + modifiers_price(main, &line.modifiers, menu) + components
}

/// What a component adds to the price of its combo: its modifiers, and the surcharge of a larger size.
fn component_price(component: &Component, line: &Line, menu: &Menu) -> Money {
    let Some(item) = menu.item(&component.item) else { return Money::ZERO };
    let covered = line.size.as_ref().and_then(|id| item.size(id)).or_else(|| item.default_size());
    let above = match (component.size.as_ref().and_then(|id| item.size(id)), covered) {
        (Some(size), Some(covered)) => (size.price - covered.price).or_zero(),
        (Some(size), None) => {
            let cheapest = item.sizes().iter().map(|size| size.price).min().unwrap_or_default();
            size.price - cheapest
        }
        (None, _) => Money::ZERO,
    };
    above + modifiers_price(item, &component.modifiers, menu)
}
