//! One line: built from what was asked for, or changed, within what the menu allows.

use super::trouble::Trouble;
use crate::ids::{ComboId, ItemId, LineId, SizeId, SlotId};
use crate::menu::{Combo, Item, Menu, Size};
use crate::money::Money;
use crate::order::about::About;
use crate::order::contents::{Component, Line, Missing};
use crate::order::misfit::{Misfit, Whole};
use crate::order::modifier::{Amount, ModifierPick};
use crate::order::op::{ComponentPick, Modification, NewLine};
use crate::order::price;

/// A line, and the parts of it that were refused.
pub(super) struct Built {
    pub line: Line,
    pub not_allowed: Vec<Misfit>,
}

/// Builds a line from what was asked for. It has no id yet.
pub(super) fn build(new: &NewLine, menu: &Menu) -> Result<Built, Trouble> {
    let item = on_menu(&new.item, menu)?;
    let mut not_allowed = Vec::new();
    let mut line = Line {
        line_id: LineId::NONE,
        item: item.id.clone(),
        combo: None,
        name: item.name.clone(),
        size: None,
        size_said: false,
        quantity: new.quantity,
        modifiers: Vec::new(),
        components: Vec::new(),
        missing: Vec::new(),
        out_of_stock: false,
        unit_price: Money::ZERO,
    };
    if let Some(id) = &new.combo {
        let combo = combo_of(item, id, menu)?;
        is_had(item, item.is_on() && combo.served)?;
        line.combo = Some(combo.id.clone());
        for pick in &new.components {
            fill(&mut line, combo, pick, menu, &mut not_allowed)?;
        }
        default_components_are_on(&line, combo, menu)?;
    } else {
        is_had(item, item.is_had())?;
        not_allowed.extend(new.components.iter().map(|pick| no_slot(pick, item)));
    }
    apply_modifiers(item, &mut line.modifiers, &new.modifiers, menu, &mut not_allowed)?;
    not_allowed.extend(price::leave_off(item, &mut line.modifiers, menu));
    if resize(&mut line, new.size.as_ref(), menu, &mut not_allowed) {
        line.missing.push(Missing::Size);
    }
    not_allowed.extend(price::settle(&mut line, menu));
    Ok(Built { line, not_allowed })
}

/// Changes a line. The caller settles its price.
pub(super) fn modify(line: &mut Line, change: &Modification, menu: &Menu) -> Result<Vec<Misfit>, Trouble> {
    let mut not_allowed = Vec::new();
    let Some(item) = menu.item(&line.item) else {
        return Err(Trouble::Off(line.item.clone()));
    };
    if let Some(id) = &change.combo {
        let combo = combo_of(item, id, menu)?;
        if line.combo.as_ref() == Some(&combo.id) {
            // What is on the order was served when it was ordered.
        } else if !combo.served {
            not_allowed.push(Misfit::NotServed { combo: combo.id.clone() });
        } else {
            line.combo = Some(combo.id.clone());
            line.size = line.size.take().filter(|size| line.size_said && combo.size(size).is_some());
            line.size_said = line.size.is_some();
            line.components.retain(|component| combo.slot(&component.slot).is_some());
        }
    }
    if let Some(combo) = line.combo.clone().and_then(|id| menu.combo(&id)) {
        for pick in &change.components {
            fill(line, combo, pick, menu, &mut not_allowed)?;
        }
    } else {
        not_allowed.extend(change.components.iter().map(|pick| no_slot(pick, item)));
    }
    apply_modifiers(item, &mut line.modifiers, &change.modifiers, menu, &mut not_allowed)?;
    resize(line, change.size.as_ref(), menu, &mut not_allowed);
    Ok(not_allowed)
}

/// Changes the size and modifiers of what fills a slot.
pub(super) fn modify_component(
    line: &mut Line,
    slot: &SlotId,
    change: &Modification,
    menu: &Menu,
) -> Vec<Misfit> {
    let mut not_allowed = Vec::new();
    let Some(component) = line.components.iter_mut().find(|component| component.slot == *slot) else {
        return not_allowed;
    };
    let Some(item) = menu.item(&component.item) else { return not_allowed };
    if let Some(size) = &change.size {
        resize_component(component, item, size, &mut not_allowed);
    }
    // A contradiction on a component is refused: a combo has one question at most.
    if apply_modifiers(item, &mut component.modifiers, &change.modifiers, menu, &mut not_allowed).is_err() {
        not_allowed.push(Misfit::Contradiction { item: item.id.clone() });
    }
    not_allowed
}

/// Puts another item into a slot; returns what was refused. `None` if the item does not belong there.
pub(super) fn swap_component(
    line: &mut Line,
    slot: &SlotId,
    with: &NewLine,
    menu: &Menu,
) -> Result<Option<Vec<Misfit>>, Trouble> {
    let item = orderable(&with.item, menu)?;
    let combo = line.combo.as_ref().and_then(|id| menu.combo(id));
    let fits = combo.and_then(|combo| combo.slot(slot)).is_some_and(|slot| slot.category == item.category);
    let Some(combo) = combo.filter(|_| fits && with.combo.is_none()) else { return Ok(None) };
    let pick = ComponentPick {
        slot: slot.clone(),
        item: with.item.clone(),
        size: with.size.clone(),
        modifiers: with.modifiers.clone(),
    };
    let mut not_allowed = Vec::new();
    fill(line, combo, &pick, menu, &mut not_allowed)?;
    Ok(Some(not_allowed))
}

/// A line that was ordered separately, as a component.
pub(super) fn component_of(slot: &SlotId, line: &Line) -> Component {
    Component {
        slot: slot.clone(),
        item: line.item.clone(),
        name: line.name.clone(),
        size: line.size.clone(),
        size_said: line.size_said,
        modifiers: line.modifiers.clone(),
    }
}

/// An item that can be had now.
fn orderable<'a>(id: &ItemId, menu: &'a Menu) -> Result<&'a Item, Trouble> {
    let item = on_menu(id, menu)?;
    is_had(item, item.is_had())?;
    Ok(item)
}

fn on_menu<'a>(id: &ItemId, menu: &'a Menu) -> Result<&'a Item, Trouble> {
    menu.item(id).ok_or_else(|| About::NotOnMenu(id.to_string()).into())
}

fn is_had(item: &Item, is_had: bool) -> Result<(), Trouble> {
    if is_had { Ok(()) } else { Err(Trouble::Off(item.id.clone())) }
}

/// The combo, if the item is its main.
fn combo_of<'a>(item: &Item, id: &ComboId, menu: &'a Menu) -> Result<&'a Combo, Trouble> {
    let combo = menu.combo(id).filter(|combo| combo.main == item.id);
    combo.ok_or_else(|| About::NotOnMenu(id.to_string()).into())
}

fn fill(
    line: &mut Line,
    combo: &Combo,
    pick: &ComponentPick,
    menu: &Menu,
    not_allowed: &mut Vec<Misfit>,
) -> Result<(), Trouble> {
    let item = orderable(&pick.item, menu)?;
    let Some(slot) = combo.slot(&pick.slot).filter(|slot| slot.category == item.category) else {
        not_allowed.push(Misfit::Component { item: item.id.clone(), of: Whole::Combo(combo.id.clone()) });
        return Ok(());
    };
    let known = line.components.iter().find(|other| other.slot == slot.id && other.item == item.id);
    let mut component = known.cloned().unwrap_or_else(|| Component {
        slot: slot.id.clone(),
        item: item.id.clone(),
        name: item.name.clone(),
        size: None,
        size_said: false,
        modifiers: Vec::new(),
    });
    if let Some(size) = &pick.size {
        resize_component(&mut component, item, size, not_allowed);
    }
    apply_modifiers(item, &mut component.modifiers, &pick.modifiers, menu, not_allowed)?;
    not_allowed.extend(price::leave_off(item, &mut component.modifiers, menu));
    line.components.retain(|other| other.slot != slot.id);
    line.components.push(component);
    Ok(())
}

/// A default that is off must be asked for, like an item that is off.
pub(super) fn default_components_are_on(line: &Line, combo: &Combo, menu: &Menu) -> Result<(), Trouble> {
    for slot in &combo.slots {
        let filled = line.components.iter().any(|component| component.slot == slot.id);
        if let (false, Some(default)) = (filled, &slot.default) {
            orderable(default, menu)?;
        }
    }
    Ok(())
}

/// Sets the size. `true` if a size was said that the item does not have, so that the customer must choose.
fn resize(line: &mut Line, size: Option<&SizeId>, menu: &Menu, not_allowed: &mut Vec<Misfit>) -> bool {
    let Some(size) = size else { return false };
    let sizes = match line.combo.as_ref().map(|id| menu.combo(id)) {
        Some(combo) => combo.map(|combo| combo.sizes.as_slice()),
        None => menu.item(&line.item).map(Item::sizes),
    };
    let sizes = sizes.unwrap_or_default();
    let of = || line.combo.clone().map_or_else(|| Whole::Item(line.item.clone()), Whole::Combo);
    match size_on(size, sizes, of) {
        Ok(()) => {
            line.size = Some(size.clone());
            line.size_said = true;
            false
        }
        Err(misfit) => {
            not_allowed.push(misfit);
            !sizes.is_empty()
        }
    }
}

fn resize_component(component: &mut Component, item: &Item, size: &SizeId, not_allowed: &mut Vec<Misfit>) {
    match size_on(size, item.sizes(), || Whole::Item(item.id.clone())) {
        Ok(()) => {
            component.size = Some(size.clone());
            component.size_said = true;
        }
        Err(misfit) => not_allowed.push(misfit),
    }
}

/// That a size is among those, and on.
fn size_on(size: &SizeId, sizes: &[Size], of: impl FnOnce() -> Whole) -> Result<(), Misfit> {
    match sizes.iter().find(|known| known.id == *size) {
        Some(known) if known.available => Ok(()),
        Some(_) => Err(Misfit::SizeOff { size: size.clone(), of: of() }),
        None => Err(Misfit::Size { size: size.clone(), of: of() }),
    }
}

/// Adds modifiers to those of an item; a repeated one replaces the earlier one. Two of one operation that exclude each
/// other are asked about.
fn apply_modifiers(
    item: &Item,
    existing: &mut Vec<ModifierPick>,
    picks: &[ModifierPick],
    menu: &Menu,
    not_allowed: &mut Vec<Misfit>,
) -> Result<(), Trouble> {
    for (at, pick) in picks.iter().enumerate() {
        let same = |other: &&ModifierPick| other.group == pick.group && other.modifier == pick.modifier;
        if picks[..at].iter().find(same).is_some_and(|other| other != pick) {
            return Err(About::Modifiers(vec![pick.modifier.clone()]).into());
        }
        if let Some(other) = picks[..at].iter().find(|other| exclude_each_other(item, other, pick, menu)) {
            return Err(About::Modifiers(vec![other.modifier.clone(), pick.modifier.clone()]).into());
        }
        apply_modifier(item, existing, pick, menu, not_allowed);
    }
    let rank = |pick: &ModifierPick| {
        let group = item.modifier_groups.iter().position(|group| *group == pick.group);
        let modifiers = menu.group(&pick.group).map(|group| group.modifiers.as_slice()).unwrap_or_default();
        (group, modifiers.iter().position(|modifier| modifier.id == pick.modifier))
    };
    existing.sort_by_key(rank);
    Ok(())
}

/// Whether two choices are of a group that allows only one.
fn exclude_each_other(item: &Item, one: &ModifierPick, other: &ModifierPick, menu: &Menu) -> bool {
    let is_wanted = |pick: &ModifierPick| pick.amount != Amount::No && pick.quantity > 0;
    let group = menu.group(&one.group).filter(|group| item.modifier_groups.contains(&group.id));
    one.group == other.group
        && one.modifier != other.modifier
        && is_wanted(one)
        && is_wanted(other)
        && group.is_some_and(|group| {
            group.max == 1 && [one, other].iter().all(|pick| group.modifier(&pick.modifier).is_some())
        })
}

fn apply_modifier(
    item: &Item,
    existing: &mut Vec<ModifierPick>,
    pick: &ModifierPick,
    menu: &Menu,
    not_allowed: &mut Vec<Misfit>,
) {
    let offered = item.modifier_groups.contains(&pick.group);
    let group = menu.group(&pick.group).filter(|_| offered);
    let absent = pick.amount == Amount::No || pick.quantity == 0;
    let misfit = |quantity| Misfit::Modifier {
        item: item.id.clone(),
        group: pick.group.clone(),
        modifier: pick.modifier.clone(),
        quantity,
    };
    let Some((group, modifier)) = group.and_then(|group| Some((group, group.modifier(&pick.modifier)?)))
    else {
        // "Without" is fine for what an item cannot have: only asking for it is refused.
        if !absent {
            not_allowed.push(misfit(None));
        }
        return;
    };
    if !absent && !modifier.available {
        let (group, modifier) = (pick.group.clone(), pick.modifier.clone());
        not_allowed.push(Misfit::ModifierOff { group, modifier });
        return;
    }
    if pick.quantity > modifier.max_quantity {
        not_allowed.push(misfit(Some(pick.quantity)));
        return;
    }
    let others = |other: &ModifierPick| other.group != pick.group || other.modifier != pick.modifier;
    let chosen =
        |other: &&ModifierPick| other.group == pick.group && other.amount != Amount::No && others(other);
    if !absent && group.max > 1 && existing.iter().filter(chosen).count() >= group.max as usize {
        not_allowed.push(misfit(None));
        return;
    }
    existing.retain(others);
    if !absent && group.max == 1 {
        existing.retain(|other| other.group != pick.group || other.amount == Amount::No);
    }
    let by_default = item.includes(&pick.group, &pick.modifier) || group.default.contains(&pick.modifier);
    let differs =
        if absent { by_default } else { !by_default || pick.amount != Amount::Regular || pick.quantity != 1 };
    if differs {
        let amount = if absent { Amount::No } else { pick.amount };
        existing.push(ModifierPick { amount, quantity: pick.quantity.max(1), ..pick.clone() });
    }
}

/// Only a combo has slots.
fn no_slot(pick: &ComponentPick, item: &Item) -> Misfit {
    Misfit::Component { item: pick.item.clone(), of: Whole::Item(item.id.clone()) }
}
