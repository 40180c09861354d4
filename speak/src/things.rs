//! Order lines as things to be said.

use fsm::ids::{DayPartId, GroupId, ItemId, ModifierId, SizeId};
use fsm::menu::{Combo, Item, Menu};
use fsm::order::{LineView, Misfit, ModifierPick, OrderView, Whole};

use super::statements::{Extra, Fitting, Goods, Listing, Noun, Price, Refused, Serving, Statement};

/// How many lines are read out; the rest is counted.
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

/// An item in general. A category in which most items have sizes counts as drinks: a menu does not say more.
pub(super) fn goods<'a>(item: &'a Item, menu: &Menu) -> Goods<'a> {
    let (sized, whole): (Vec<_>, Vec<_>) =
        menu.items_in(&item.category).partition(|other| !other.sizes().is_empty());
    Goods { name: &item.name, is_counted: sized.len() <= whole.len() }
}

/// Why an item cannot be had now: a rule is against it, it is off, or it is served at other times, alone or as a combo.
pub(super) fn not_had<'a>(item: &'a Item, menu: &'a Menu) -> Statement<'a> {
    if let Some(bar) = item.barred.as_ref().filter(|_| item.available) {
        return Statement::ByRule(&bar.reason);
    }
    let goods = goods(item, menu);
    let mut combos = menu.combos.iter().filter(|combo| combo.main == item.id && !combo.served);
    match (item.available, item.served, combos.next()) {
        (true, false, _) => Statement::ServedThen { goods, times: times(&item.dayparts, menu) },
        (true, true, Some(combo)) => not_served(combo, menu),
        (false, _, _) | (true, true, None) => Statement::OutOf(goods),
    }
}

fn not_served<'a>(combo: &'a Combo, menu: &'a Menu) -> Statement<'a> {
    Statement::ServedThen { goods: meal(&combo.name), times: times(&combo.dayparts, menu) }
}

/// A combo in general.
fn meal(name: &str) -> Goods<'_> {
    Goods { name, is_counted: true }
}

/// When something of these parts of the day is served.
pub(super) fn times<'a>(dayparts: &[DayPartId], menu: &'a Menu) -> Vec<Serving<'a>> {
    let known = dayparts.iter().filter_map(|id| menu.daypart(id));
    known.map(|part| Serving { days: part.days.as_deref(), span: part.span }).collect()
}

/// What cannot be had that way, or not now. What is no longer on the menu is called by its id.
pub(super) fn refusal<'a>(misfit: &'a Misfit, menu: &'a Menu) -> Statement<'a> {
    let item_name = |id: &'a ItemId| menu.item(id).map_or(id.as_str(), |item| &item.name);
    let whole_name = |of: &'a Whole| match of {
        Whole::Item(id) => item_name(id),
        Whole::Combo(id) => menu.combo(id).map_or(id.as_str(), |combo| &combo.name),
    };
    let modifier_name = |group: &GroupId, modifier: &'a ModifierId| {
        let known = menu.group(group).and_then(|group| group.modifier(modifier));
        known.map_or(modifier.as_str(), |known| &known.name)
    };
    let (quantity, what, place) = match misfit {
        Misfit::Words(words) => return Statement::NotAllowed(in_words(words, menu)),
        Misfit::ModifierOff { group, modifier } => {
            return Statement::OutOf(Goods { name: modifier_name(group, modifier), is_counted: false });
        }
        Misfit::SizeOff { size, of } => return out_of_size(size, of, whole_name(of), menu),
        Misfit::NotServed { combo: id } => {
            return menu
                .combo(id)
                .map_or(Statement::OutOf(meal(id.as_str())), |combo| not_served(combo, menu));
        }
        Misfit::Part { item, combo } => {
            let combo = menu.combo(combo).map_or(combo.as_str(), |combo| &combo.name);
            return Statement::PartStaysInCombo(item_name(item), combo);
        }
        Misfit::Modifier { item, group, modifier, quantity } => {
            (*quantity, Some(modifier_name(group, modifier)), Fitting::On(item_name(item)))
        }
        Misfit::Contradiction { item } => (None, None, Fitting::On(item_name(item))),
        Misfit::Component { item, of } => (None, Some(item_name(item)), Fitting::On(whole_name(of))),
        Misfit::Size { size, of } => (None, Some(size.as_str()), Fitting::For(whole_name(of))),
    };
    Statement::NotAllowed(Refused { quantity, what, place: Some(place) })
}

fn out_of_size<'a>(size: &'a SizeId, of: &Whole, name: &'a str, menu: &'a Menu) -> Statement<'a> {
    let (sizes, goods) = match of {
        Whole::Item(id) => menu.item(id).map(|item| (item.sizes(), goods(item, menu))),
        Whole::Combo(id) => menu.combo(id).map(|combo| (combo.sizes.as_slice(), meal(&combo.name))),
    }
    .unwrap_or((&[], meal(name)));
    Statement::OutOfSize { size: size_name(size, sizes), goods }
}

/// What the customer's own words say, as the menu writes it if they are a name on it.
pub(super) fn in_words<'a>(words: &'a str, menu: &'a Menu) -> Refused<'a> {
    let items = menu.items.iter().map(|item| item.name.as_str());
    let combos = menu.combos.iter().map(|combo| combo.name.as_str());
    let modifiers = menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
    let names = items.chain(combos).chain(modifiers.map(|modifier| modifier.name.as_str()));
    let known = names.into_iter().find(|name| name.eq_ignore_ascii_case(words));
    Refused { quantity: None, what: Some(known.unwrap_or(words)), place: None }
}

/// What is taken off, by its name.
pub(super) fn discounts(order: &OrderView) -> Vec<(&str, Price<'_>)> {
    let price = |amount| Price { amount, currency: &order.currency };
    order.discounts.iter().map(|discount| (discount.name.as_str(), price(discount.amount))).collect()
}

/// What the customer pays.
pub(super) fn total(order: &OrderView) -> Price<'_> {
    Price { amount: order.total, currency: &order.currency }
}

pub(super) fn extras<'a>(picks: &'a [ModifierPick], menu: &'a Menu) -> Vec<Extra<'a>> {
    let extra = |pick: &'a ModifierPick| {
        let modifier = menu.group(&pick.group).and_then(|group| group.modifier(&pick.modifier));
        let name = modifier.map_or(pick.modifier.as_str(), |modifier| &modifier.name);
        Extra { name, amount: pick.amount, quantity: pick.quantity }
    };
    picks.iter().map(extra).collect()
}

/// A size that is no longer on the menu is called by its id.
fn size_name<'a>(id: &'a SizeId, sizes: &'a [fsm::menu::Size]) -> &'a str {
    sizes.iter().find(|size| size.id == *id).map_or(id.as_str(), |size| &size.name)
}
