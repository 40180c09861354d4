//! Order lines as things to be said.

use fsm::ids::SizeId;
use fsm::menu::{Item, Menu};
use fsm::order::{LineView, ModifierPick, OrderView};

use super::language::{Extra, Goods, Listing, Misfit, Noun, Place, Price};

/// How many lines are read out; what is beyond is counted.
const LINES_SPOKEN_MAX: usize = 8;

/// A line, as far as it is known.
pub(super) fn of_line<'a>(line: &'a LineView, menu: &'a Menu) -> Noun<'a> {
    let parts = line.components.iter().map(|part| {
        let item = menu.item(&part.item);
        let of_combo = line.size.as_ref().filter(|size| item.is_some_and(|item| item.size(size).is_some()));
        let usual = of_combo.or_else(|| item.and_then(|item| item.default_size()).map(|size| &size.id));
        let size = part.size.as_ref().filter(|size| Some(*size) != usual);
        let name = size.map(|id| size_name(id, item.map(fsm::menu::Item::sizes).unwrap_or_default()));
        Noun {
            quantity: 1,
            size: name,
            name: &part.name,
            extras: extras(&part.modifiers, menu),
            parts: Vec::new(),
        }
    });
    let sizes = match &line.combo {
        Some(id) => menu.combo(id).map(|combo| combo.sizes.as_slice()),
        None => menu.item(&line.item).map(fsm::menu::Item::sizes),
    };
    Noun {
        quantity: line.quantity,
        size: line.size.as_ref().map(|id| size_name(id, sizes.unwrap_or_default())),
        name: &line.name,
        extras: extras(&line.modifiers, menu),
        parts: parts.collect(),
    }
}

/// The first lines, and how many items the others are.
pub(super) fn listing<'a>(lines: impl IntoIterator<Item = &'a LineView>, menu: &'a Menu) -> Listing<'a> {
    let mut lines = lines.into_iter();
    let nouns = lines.by_ref().take(LINES_SPOKEN_MAX).map(|line| of_line(line, menu)).collect();
    Listing { nouns, more: lines.map(|line| line.quantity).fold(0, u32::saturating_add) }
}

/// An item in general. A category in which most items have sizes is one of drinks: a menu says nothing nearer.
pub(super) fn goods<'a>(item: &'a Item, menu: &Menu) -> Goods<'a> {
    let (sized, whole): (Vec<_>, Vec<_>) =
        menu.items_in(&item.category).partition(|other| !other.sizes().is_empty());
    Goods { name: &item.name, is_counted: sized.len() <= whole.len() }
}

/// The item of this name in general; what has gone from the menu is counted.
pub(super) fn goods_named<'a>(name: &'a str, menu: &'a Menu) -> Goods<'a> {
    let item = menu.items.iter().find(|item| item.name == name);
    item.map_or(Goods { name, is_counted: true }, |item| goods(item, menu))
}

/// What "10 Vanilla syrup on the Cappuccino" is about.
pub(super) fn misfit<'a>(words: &'a str, menu: &'a Menu) -> Misfit<'a> {
    let on = words.rsplit_once(" on the ").map(|(what, on)| (what, Place::On(on_menu(on, menu))));
    let split =
        on.or_else(|| words.rsplit_once(" for the ").map(|(what, on)| (what, Place::For(on_menu(on, menu)))));
    let (what, place) = split.map_or((words, None), |(what, place)| (what, Some(place)));
    let counted = what.split_once(' ').and_then(|(quantity, name)| {
        let name = modifier_named(name, menu)?;
        Some((quantity.parse().ok()?, name))
    });
    match counted {
        Some((quantity, what)) => Misfit { quantity: Some(quantity), what, place },
        None => Misfit { quantity: None, what: on_menu(what, menu), place },
    }
}

/// Words as the menu writes them, if they are a name on it.
fn on_menu<'a>(words: &'a str, menu: &'a Menu) -> &'a str {
    let items = menu.items.iter().map(|item| item.name.as_str());
    let combos = menu.combos.iter().map(|combo| combo.name.as_str());
    let known = items.chain(combos).find(|name| name.eq_ignore_ascii_case(words));
    known.or_else(|| modifier_named(words, menu)).unwrap_or(words)
}

fn modifier_named<'a>(words: &str, menu: &'a Menu) -> Option<&'a str> {
    let modifiers = menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
    modifiers.map(|modifier| modifier.name.as_str()).find(|name| name.eq_ignore_ascii_case(words))
}

/// What the customer pays.
pub(super) fn total(order: &OrderView) -> Price<'_> {
    Price { amount: order.total, currency: &order.currency }
}

fn extras<'a>(picks: &'a [ModifierPick], menu: &'a Menu) -> Vec<Extra<'a>> {
    let extra = |pick: &'a ModifierPick| {
        let modifier = menu.group(&pick.group).and_then(|group| group.modifier(&pick.modifier));
        let name = modifier.map_or(pick.modifier.as_str(), |modifier| &modifier.name);
        Extra { name, amount: pick.amount, quantity: pick.quantity }
    };
    picks.iter().map(extra).collect()
}

/// A size that has gone from the menu is called by its id.
fn size_name<'a>(id: &'a SizeId, sizes: &'a [fsm::menu::Size]) -> &'a str {
    sizes.iter().find(|size| size.id == *id).map_or(id.as_str(), |size| &size.name)
}
