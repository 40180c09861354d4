//! What a line must be, worked out anew from the menu's rules and from nothing of the code that prices lines.

use fsm::ids::SizeId;
use fsm::menu::{Item, Menu, ModifierGroup, Size};
use fsm::order::{Amount, Component, Line, ModifierPick};

/// Asserts that everything on a line is on the menu, that what is missing is named, and that the price is right.
pub fn check_line(line: &Line, menu: &Menu) {
    assert!(line.quantity >= 1, "{line:?}");
    let item = item(menu, line.item.as_str());
    let mut missing = Vec::new();
    let cents = match &line.combo {
        None => {
            assert!(line.components.is_empty(), "{line:?}");
            need_size(item.sizes(), line.size.as_ref(), "size", &mut missing);
            need_groups(item, &line.modifiers, menu, |group| group, &mut missing);
            base(item, line.size.as_ref()) + extras(item, &line.modifiers, menu)
        }
        Some(id) => {
            let combo = menu.combos.iter().find(|combo| combo.id == *id).expect("a combo of the menu");
            assert_eq!(combo.main, line.item);
            need_size(&combo.sizes, line.size.as_ref(), "size", &mut missing);
            need_groups(item, &line.modifiers, menu, |group| group, &mut missing);
            let surcharge = line.size.as_ref().map_or(0, |id| of_size(&combo.sizes, id));
            let mut cents = combo.price.hundredths() + surcharge + extras(item, &line.modifiers, menu);
            let mut filled = 0;
            for slot in &combo.slots {
                let Some(part) = line.components.iter().find(|part| part.slot == slot.id) else {
                    assert!(slot.default.is_none(), "a default fills its slot: {line:?}");
                    missing.push(slot.id.to_string());
                    continue;
                };
                filled += 1;
                let item = self::item(menu, part.item.as_str());
                assert_eq!(item.category, slot.category, "{line:?}");
                check_size_of(part, item, line.size.as_ref());
                need_size(item.sizes(), part.size.as_ref(), slot.id.as_str(), &mut missing);
                need_groups(item, &part.modifiers, menu, |_| slot.id.as_str(), &mut missing);
                cents += above(part, item, line.size.as_ref()) + extras(item, &part.modifiers, menu);
            }
            assert_eq!(line.components.len(), filled, "each slot is filled once: {line:?}");
            cents
        }
    };
    let named: Vec<String> = line.missing.iter().map(fsm::order::Missing::id).collect();
    assert_eq!(named, missing, "{line:?}");
    let cents = if missing.is_empty() { cents } else { 0 };
    assert_eq!(line.unit_price.hundredths(), cents, "{line:?}");
    assert_eq!(line.price().hundredths(), cents * i64::from(line.quantity), "{line:?}");
}

fn item<'a>(menu: &'a Menu, id: &str) -> &'a Item {
    menu.items.iter().find(|item| item.id.as_str() == id).unwrap_or_else(|| panic!("{id} is on the menu"))
}

fn need_size(sizes: &[Size], size: Option<&SizeId>, name: &str, missing: &mut Vec<String>) {
    match size {
        Some(id) => assert!(sizes.iter().any(|size| size.id == *id), "{id} is a size of it"),
        None if sizes.is_empty() => {}
        None => missing.push(name.to_owned()),
    }
}

fn need_groups<'a>(
    item: &'a Item,
    picks: &[ModifierPick],
    menu: &'a Menu,
    name: impl Fn(&'a str) -> &'a str,
    missing: &mut Vec<String>,
) {
    for id in &item.modifier_groups {
        let group = menu.modifier_groups.iter().find(|group| group.id == *id).unwrap();
        let picked =
            |id: &str| picks.iter().find(|pick| pick.group == group.id && pick.modifier.as_str() == id);
        let has = |id: &str| match picked(id) {
            Some(pick) => pick.amount != Amount::No,
            None => item.included.iter().any(|(of, modifier)| *of == group.id && modifier.as_str() == id),
        };
        let chosen = group.modifiers.iter().filter(|modifier| has(modifier.id.as_str())).count();
        if group.min >= 1 && group.default.is_empty() && chosen < group.min as usize {
            missing.push(name(group.id.as_str()).to_owned());
        }
    }
}

/// A component's size is what was said, else the combo's where the item has it, else the item's default.
fn check_size_of(part: &Component, item: &Item, of_combo: Option<&SizeId>) {
    if !part.size_said {
        let has = |id: &SizeId| item.sizes().iter().any(|size| size.id == *id);
        let expected = of_combo.filter(|id| has(id)).or(item.default_size().map(|size| &size.id));
        assert_eq!(part.size.as_ref(), expected, "{part:?}");
    }
}

fn base(item: &Item, size: Option<&SizeId>) -> i64 {
    match &item.pricing {
        fsm::menu::Pricing::One(price) => price.hundredths(),
        fsm::menu::Pricing::Sized { sizes, .. } => size.map_or(0, |id| of_size(sizes, id)),
    }
}

fn of_size(sizes: &[Size], id: &SizeId) -> i64 {
    sizes.iter().find(|size| size.id == *id).map_or(0, |size| size.price.hundredths())
}

/// What a component's size costs above that of the combo's size; where the item has no such size, above its default,
/// or above its smallest.
fn above(part: &Component, item: &Item, of_combo: Option<&SizeId>) -> i64 {
    let Some(size) = &part.size else { return 0 };
    let has = |id: &&SizeId| item.sizes().iter().any(|size| size.id == **id);
    let covered = match of_combo.filter(has).or(item.default_size().map(|size| &size.id)) {
        Some(id) => of_size(item.sizes(), id),
        None => item.sizes().iter().map(|size| size.price.hundredths()).min().unwrap(),
    };
    (of_size(item.sizes(), size) - covered).max(0)
}

/// Every portion beyond what the item comes with.
fn extras(item: &Item, picks: &[ModifierPick], menu: &Menu) -> i64 {
    let mut cents = 0;
    for (at, pick) in picks.iter().enumerate() {
        let other = |other: &ModifierPick| other.group == pick.group && other.modifier == pick.modifier;
        assert!(!picks[..at].iter().any(other), "once each: {picks:?}");
        assert!(item.modifier_groups.contains(&pick.group), "{} can have {pick:?}", item.id);
        let group = menu.modifier_groups.iter().find(|group| group.id == pick.group).unwrap();
        let modifier = group.modifiers.iter().find(|modifier| modifier.id == pick.modifier).unwrap();
        assert!((1..=modifier.max_quantity).contains(&pick.quantity), "{pick:?}");
        let comes_with = comes_with(item, group, pick);
        let as_it_comes = pick.amount == Amount::Regular && pick.quantity == 1;
        assert!(!(comes_with && as_it_comes), "no difference: {pick:?}");
        assert!(comes_with || pick.amount != Amount::No, "no difference: {pick:?}");
        let portions = match pick.amount {
            Amount::No => 0,
            Amount::Extra => i64::from(pick.quantity) + i64::from(comes_with),
            Amount::Regular | Amount::Light | Amount::Side => i64::from(pick.quantity),
        };
        cents += modifier.price.hundredths() * (portions - i64::from(comes_with)).max(0);
    }
    for id in &item.modifier_groups {
        let group = menu.modifier_groups.iter().find(|group| group.id == *id).unwrap();
        let chosen = picks.iter().filter(|pick| pick.group == group.id && pick.amount != Amount::No).count();
        assert!(chosen <= group.max as usize, "{picks:?}");
    }
    cents
}

fn comes_with(item: &Item, group: &ModifierGroup, pick: &ModifierPick) -> bool {
    item.included.contains(&(pick.group.clone(), pick.modifier.clone()))
        || group.default.contains(&pick.modifier)
}
