//! Answers to questions about the menu: from the menu and the order alone, never a guess.

use fsm::machine::Asking;
use fsm::menu::{Combo, Item, Menu, ModifierGroup, Pricing, Topic};
use fsm::money::Money;
use fsm::order::{LineView, OrderView};

use super::statements::{Fact, Filling, Price};
use super::things;

/// How many items or combos one answer names.
const ITEMS_SPOKEN_MAX: usize = 4;
/// How many categories are named.
const CATEGORIES_SPOKEN_MAX: usize = 8;
/// How many groups of choices one answer names, and how many choices of each.
const GROUPS_SPOKEN_MAX: usize = 2;
const CHOICES_SPOKEN_MAX: usize = 14;
/// How many recommendations are made.
const RECOMMENDED_MAX: usize = 2;

/// The menu's answer to a question. Items that it does not have are skipped.
pub(super) fn facts<'a>(asking: &Asking, order: &'a OrderView, menu: &'a Menu) -> Vec<Fact<'a>> {
    let topic = asking.topic;
    let mut items: Vec<&Item> = Vec::new();
    for item in asking.items.iter().filter_map(|id| menu.item(id)) {
        if items.len() < ITEMS_SPOKEN_MAX && !items.iter().any(|known| known.id == item.id) {
            items.push(item);
        }
    }
    match topic {
        Topic::Availability if !asking.groups.is_empty() => asking
            .groups
            .iter()
            .filter_map(|id| menu.group(id))
            .take(GROUPS_SPOKEN_MAX)
            .map(choices_of)
            .collect(),
        Topic::Availability if items.is_empty() => {
            std::iter::once(categories(menu)).chain(out_now(menu)).collect()
        }
        Topic::Recommendation => vec![recommended(&items, order, menu)],
        Topic::Combo if items.is_empty() => vec![combos(menu)],
        Topic::Combo => {
            items.iter().flat_map(|item| what_comes(item, asking, menu)).take(ITEMS_SPOKEN_MAX).collect()
        }
        Topic::Order if !items.is_empty() => vec![as_ordered(&items, order, menu)],
        Topic::Order => vec![so_far(order, menu)],
        Topic::Other => vec![Fact::AskTheTeam],
        Topic::Price | Topic::Contents | Topic::Sizes | Topic::Calories | Topic::Allergens
            if items.is_empty() =>
        {
            vec![Fact::NameAnItem]
        }
        Topic::Price
        | Topic::Contents
        | Topic::Sizes
        | Topic::Availability
        | Topic::Calories
        | Topic::Allergens => items.iter().map(|item| about(topic, item, asking, menu)).collect(),
    }
}

fn about<'a>(topic: Topic, item: &'a Item, asking: &Asking, menu: &'a Menu) -> Fact<'a> {
    let name = item.name.as_str();
    match (topic, combo_of(item, asking, menu)) {
        (Topic::Price, Some(combo)) => return price_of_combo(combo, menu),
        (Topic::Contents, Some(combo)) => return combo_fact(combo, menu),
        _ => {}
    }
    match topic {
        Topic::Price => price(item, menu),
        Topic::Contents => contents(item, menu),
        Topic::Sizes => {
            Fact::Sizes { item: name, sizes: item.sizes().iter().map(|size| size.name.as_str()).collect() }
        }
        Topic::Calories => Fact::Calories { item: name, calories: item.calories },
        Topic::Allergens => Fact::Allergens { item: name, allergens: item.allergens.as_deref() },
        Topic::Availability | Topic::Recommendation | Topic::Combo | Topic::Order | Topic::Other
            if item.available =>
        {
            let goods = things::goods(item, menu);
            match choices(item, menu) {
                Some(choices) => Fact::HadIn { goods, choices },
                None => Fact::Had(goods),
            }
        }
        Topic::Availability | Topic::Recommendation | Topic::Combo | Topic::Order | Topic::Other => {
            Fact::NotHad(things::goods(item, menu))
        }
    }
}

fn price<'a>(item: &'a Item, menu: &'a Menu) -> Fact<'a> {
    let in_currency = |amount: Money| Price { amount, currency: &menu.currency };
    match &item.pricing {
        Pricing::One(amount) => Fact::Price { item: &item.name, price: in_currency(*amount) },
        Pricing::Sized { sizes, .. } => {
            let each = sizes.iter().map(|size| (size.name.as_str(), in_currency(size.price)));
            Fact::Prices { item: &item.name, sizes: each.collect() }
        }
    }
}

/// What is in an item, as far as the menu says.
fn contents<'a>(item: &'a Item, menu: &'a Menu) -> Fact<'a> {
    let description = item.description.as_deref().filter(|words| !words.trim().is_empty());
    Fact::Contents {
        item: &item.name,
        description,
        with: included(item, description.unwrap_or_default(), menu),
        allergens: item.allergens.as_deref().unwrap_or_default(),
    }
}

/// The combo that was asked about, of an item that it is based on.
fn combo_of<'a>(item: &Item, asking: &Asking, menu: &'a Menu) -> Option<&'a Combo> {
    asking.combos.iter().filter_map(|id| menu.combo(id)).find(|combo| combo.main == item.id)
}

fn price_of_combo<'a>(combo: &'a Combo, menu: &'a Menu) -> Fact<'a> {
    let in_currency = |amount: Money| Price { amount, currency: &menu.currency };
    if combo.sizes.is_empty() {
        return Fact::Price { item: &combo.name, price: in_currency(combo.price) };
    }
    let each = combo.sizes.iter().map(|size| (size.name.as_str(), in_currency(combo.price + size.price)));
    Fact::Prices { item: &combo.name, sizes: each.collect() }
}

/// What comes with an item and is not in its description, in the singular or the plural.
fn included<'a>(item: &Item, description: &str, menu: &'a Menu) -> Vec<&'a str> {
    let description = description.to_lowercase();
    let is_described = |name: &str| {
        let name = name.to_lowercase();
        let stem = name.strip_suffix("es").or(name.strip_suffix('s')).unwrap_or(&name);
        description.contains(stem)
    };
    let modifiers = item.included.iter().filter_map(|(group, id)| menu.group(group)?.modifier(id));
    modifiers.map(|modifier| modifier.name.as_str()).filter(|name| !is_described(name)).collect()
}

fn categories(menu: &Menu) -> Fact<'_> {
    let has_items = |category: &&fsm::menu::Category| menu.items_in(&category.id).any(|item| item.available);
    let mut names = menu.categories.iter().filter(has_items).map(|category| category.name.as_str());
    let spoken = names.by_ref().take(CATEGORIES_SPOKEN_MAX).collect();
    Fact::Categories { names: spoken, more: names.next().is_some() }
}

/// What is off, if anything is.
fn out_now(menu: &Menu) -> Option<Fact<'_>> {
    let off = menu.items.iter().filter(|item| !item.available).take(ITEMS_SPOKEN_MAX);
    let off: Vec<_> = off.map(|item| things::goods(item, menu)).collect();
    (!off.is_empty()).then_some(Fact::OutNow(off))
}

fn choices_of(group: &ModifierGroup) -> Fact<'_> {
    let mut names = group.modifiers.iter().map(|modifier| modifier.name.as_str());
    let spoken = names.by_ref().take(CHOICES_SPOKEN_MAX).collect();
    Fact::Categories { names: spoken, more: names.next().is_some() }
}

/// What an item must be chosen in: the flavors of a shake.
fn choices<'a>(item: &Item, menu: &'a Menu) -> Option<Vec<&'a str>> {
    let mut groups = item.modifier_groups.iter().filter_map(|id| menu.group(id));
    let group = groups.find(|group| group.is_required())?;
    Some(group.modifiers.iter().map(|modifier| modifier.name.as_str()).collect())
}

/// The menu's upsells of the items in question or on the order, or else its first items.
fn recommended<'a>(items: &[&'a Item], order: &OrderView, menu: &'a Menu) -> Fact<'a> {
    let ordered = order.lines.iter().rev().filter_map(|line| menu.item(&line.item));
    let around: Vec<&Item> = if items.is_empty() { ordered.collect() } else { items.to_vec() };
    let is_new = |item: &&Item| {
        let held =
            |line: &LineView| line.item == item.id || line.components.iter().any(|part| part.item == item.id);
        item.available && !order.lines.iter().any(held)
    };
    let upsells = around.iter().flat_map(|item| &item.upsells).filter_map(|id| menu.item(id));
    let mut names: Vec<&str> = Vec::new();
    for item in upsells.chain(&menu.items).filter(is_new) {
        if names.len() < RECOMMENDED_MAX && !names.contains(&item.name.as_str()) {
            names.push(&item.name);
        }
    }
    if names.is_empty() { categories(menu) } else { Fact::Recommended(names) }
}

fn combos(menu: &Menu) -> Fact<'_> {
    let mut combos =
        menu.combos.iter().map(|combo| (combo.name.as_str(), combo_price(combo, menu))).peekable();
    if combos.peek().is_none() {
        Fact::NoCombos
    } else {
        Fact::Combos(combos.take(ITEMS_SPOKEN_MAX).collect())
    }
}

/// What comes with a combo; or with an item alone, and in the combos that it is the main of.
fn what_comes<'a>(item: &'a Item, asking: &Asking, menu: &'a Menu) -> Vec<Fact<'a>> {
    if let Some(combo) = combo_of(item, asking, menu) {
        return vec![combo_fact(combo, menu)];
    }
    let alone = contents(item, menu);
    let says_nothing = matches!(&alone, Fact::Contents { description: None, with, .. } if with.is_empty());
    let of_main = menu.combos.iter().filter(|combo| combo.main == item.id);
    let combos: Vec<Fact<'_>> = of_main.map(|combo| combo_fact(combo, menu)).collect();
    if says_nothing && !combos.is_empty() { combos } else { std::iter::once(alone).chain(combos).collect() }
}

fn combo_fact<'a>(combo: &'a Combo, menu: &'a Menu) -> Fact<'a> {
    let with = combo.slots.iter().map(|slot| match slot.default.as_ref().and_then(|id| menu.item(id)) {
        Some(item) => Filling::Item(&item.name),
        None => Filling::AnyOf(menu.category(&slot.category).map_or("", |category| &category.name)),
    });
    Fact::Combo { name: &combo.name, with: with.collect(), price: combo_price(combo, menu) }
}

/// The price of a combo in its default size.
fn combo_price<'a>(combo: &Combo, menu: &'a Menu) -> Price<'a> {
    let size = combo.default_size.as_ref().and_then(|id| combo.size(id));
    Price { amount: combo.price + size.map_or(Money::ZERO, |size| size.price), currency: &menu.currency }
}

/// How items were ordered.
fn as_ordered<'a>(items: &[&Item], order: &'a OrderView, menu: &'a Menu) -> Fact<'a> {
    let is_meant = |line: &&LineView| {
        let holds =
            |item: &&Item| line.item == item.id || line.components.iter().any(|part| part.item == item.id);
        items.iter().any(holds)
    };
    let listing = things::listing(order.lines.iter().filter(is_meant), menu);
    if listing.nouns.is_empty() { so_far(order, menu) } else { Fact::AsOrdered(listing) }
}

fn so_far<'a>(order: &'a OrderView, menu: &'a Menu) -> Fact<'a> {
    if order.lines.is_empty() {
        return Fact::NothingYet;
    }
    Fact::SoFar { listing: things::listing(&order.lines, menu), total: things::total(order) }
}
