//! Which things of the menu fit a question.

use super::fact::Allergens;
use super::plate::Plate;
use super::risk::Risk;
use super::{About, Filter, OrderBy, Query, Subject};
use crate::ids::{GroupId, ModifierId, SizeId};
use crate::menu::{
    Allergen, Caffeine, Combo, Diet, Item, KnownAllergen, Menu, Modifier, ModifierGroup, Pricing,
};
use crate::money::Money;

/// Everything that fits and can be had now, the first first. `of` narrows it to what was spoken of.
pub(super) fn things(query: &Query, of: &[Subject], menu: &Menu) -> Vec<Subject> {
    things_served(query, of, true, menu)
}

/// What would fit, and is served at other times than now.
pub(super) fn things_not_served(query: &Query, of: &[Subject], menu: &Menu) -> Vec<Subject> {
    if query.about == About::Modifiers { Vec::new() } else { things_served(query, of, false, menu) }
}

fn things_served(query: &Query, of: &[Subject], served: bool, menu: &Menu) -> Vec<Subject> {
    let mut things: Vec<Subject> = match query.about {
        About::Combos => combos(query, of, served, menu),
        About::Modifiers => modifiers(query, of, menu),
        _ => items(query, of, served, menu),
    };
    match (query.order_by, query.limit) {
        (Some(by), limit) => things = sorted(things, by, limit, menu),
        (None, Some(limit)) => things.truncate(usize::from(limit)),
        (None, None) => {}
    }
    things
}

fn items(query: &Query, of: &[Subject], served: bool, menu: &Menu) -> Vec<Subject> {
    let wants_off = query.filters.contains(&Filter::Served { now: false });
    let is_wanted =
        |item: &Item| if wants_off { !item.is_on() } else { item.is_on() && item.served == served };
    let fits = |item: &&Item| {
        is_wanted(item)
            && is_spoken_of(item, of)
            && query.filters.iter().all(|filter| holds(filter, item, menu))
    };
    menu.items.iter().filter(fits).map(|item| in_its_size(item, of)).collect()
}

/// "The three piece tenders": what is spoken of in a size is compared in it.
fn in_its_size(item: &Item, of: &[Subject]) -> Subject {
    let sized = of.iter().filter_map(|subject| match subject {
        Subject::Item { item: id, size: Some(size), .. } if *id == item.id => Some(size.clone()),
        _ => None,
    });
    let sizes: Vec<SizeId> = sized.collect();
    match sizes.as_slice() {
        [only] => Subject::Item { item: item.id.clone(), size: Some(only.clone()), modifiers: Vec::new() },
        _ => Subject::item(&item.id),
    }
}

fn is_spoken_of(item: &Item, of: &[Subject]) -> bool {
    of.is_empty()
        || of.iter().any(|subject| match subject {
            Subject::Item { item: id, .. } => *id == item.id,
            Subject::Category { category } => *category == item.category,
            Subject::Combo { .. }
            | Subject::Modifier { .. }
            | Subject::Group { .. }
            | Subject::Line { .. } => false,
        })
}

fn combos(query: &Query, of: &[Subject], served: bool, menu: &Menu) -> Vec<Subject> {
    let main = |combo: &Combo| menu.item(&combo.main).filter(|item| item.is_on() && combo.served == served);
    let named = |combo: &Combo, main: &Item| {
        of.is_empty()
            || of.iter().any(|subject| match subject {
                Subject::Combo { combo: id, .. } => *id == combo.id,
                Subject::Item { item, .. } => *item == main.id,
                _ => false,
            })
    };
    let fits = |combo: &&Combo| {
        main(combo).is_some_and(|main| {
            named(combo, main) && query.filters.iter().all(|filter| holds_of_combo(filter, combo, main, menu))
        })
    };
    menu.combos.iter().filter(fits).map(|combo| Subject::combo(&combo.id)).collect()
}

fn modifiers(query: &Query, of: &[Subject], menu: &Menu) -> Vec<Subject> {
    let fits = |modifier: &Modifier| query.filters.iter().all(|filter| holds_of_choice(filter, modifier));
    let all = choices(of, menu).into_iter().filter(|(_, modifier)| fits(modifier));
    all.map(|(group, modifier)| super::plate::part(group, modifier)).collect()
}

/// The choices that are spoken of; all, where none are.
fn choices<'a>(of: &[Subject], menu: &'a Menu) -> Vec<(&'a ModifierGroup, &'a Modifier)> {
    let named = |group: &GroupId| {
        of.is_empty()
            || of.iter().any(|subject| match subject {
                Subject::Group { group: id } | Subject::Modifier { group: id, .. } => id == group,
                _ => false,
            })
    };
    let chosen = |of_group: &ModifierGroup, one: &Modifier| {
        let mut chosen = of.iter().filter_map(|subject| match subject {
            Subject::Modifier { group, modifier } => Some((group, modifier)),
            _ => None,
        });
        let is_any = !of.iter().any(|subject| matches!(subject, Subject::Modifier { .. }));
        is_any || chosen.any(|(group, modifier)| *group == of_group.id && *modifier == one.id)
    };
    let groups = menu.modifier_groups.iter().filter(|group| named(&group.id));
    let all = groups.flat_map(|group| group.modifiers.iter().map(move |modifier| (group, modifier)));
    all.filter(move |(group, modifier)| modifier.available && chosen(group, modifier)).collect()
}

/// Whether something holds of a choice. What the menu does not say does not hold.
fn holds_of_choice(filter: &Filter, modifier: &Modifier) -> bool {
    let facts = &modifier.facts;
    match filter {
        Filter::Contains { allergens } => contains_any(facts.allergens.as_deref(), allergens),
        Filter::FreeOf { allergens } => {
            facts.allergens.is_some()
                && !contains_any(facts.allergens.as_deref(), allergens)
                && !contains_any(facts.may_contain.as_deref(), allergens)
        }
        Filter::Diet { diet } => facts.diets.as_ref().is_some_and(|diets| diets.contains(diet)),
        Filter::Price { at_most, at_least } => within(modifier.price, *at_most, *at_least),
        Filter::Kind { kind } => modifier.kind.as_ref() == Some(kind),
        Filter::WithoutKind { kind } => modifier.kind.as_ref() != Some(kind),
        Filter::Heat { hot } => facts.heat.is_some_and(|heat| (heat > 0) == *hot),
        Filter::Caffeine { has } => facts.caffeine.is_some_and(|caffeine| caffeine.is_any() == *has),
        Filter::Calories { at_most } => facts.calories.is_some_and(|calories| calories <= *at_most),
        Filter::Category { .. }
        | Filter::With { .. }
        | Filter::Without { .. }
        | Filter::Size { .. }
        | Filter::Served { .. }
        | Filter::On { .. }
        | Filter::Way { .. }
        | Filter::Named { .. }
        | Filter::Answer { .. } => true,
    }
}

/// Whether something holds of an item as it comes. What the menu does not say does not hold.
fn holds(filter: &Filter, item: &Item, menu: &Menu) -> bool {
    let plate = Plate::new(item, None, &[]);
    let has = |group: &GroupId, modifier: &ModifierId| {
        let known = menu.group(group).filter(|_| item.modifier_groups.contains(group));
        let choice = known.and_then(|group| Some((group, group.modifier(modifier)?)));
        choice.is_some_and(|(group, modifier)| item.comes_with(group, modifier))
    };
    match filter {
        Filter::Contains { allergens } => Risk::of(item, allergens, menu).contains,
        Filter::FreeOf { allergens } => Risk::of(item, allergens, menu).is_none(),
        Filter::Diet { diet } => diet_as_it_comes(item, *diet, menu) == Some(true),
        Filter::Price { at_most, at_least } => {
            prices(item).into_iter().any(|price| within(price, *at_most, *at_least))
        }
        Filter::Calories { at_most } => plate.calories(menu).is_some_and(|calories| calories <= *at_most),
        Filter::Heat { hot } => item.as_it_comes.heat.is_some_and(|heat| (heat > 0) == *hot),
        Filter::Caffeine { has } => {
            plate.own(|facts| facts.caffeine).is_some_and(|caffeine| caffeine.is_any() == *has)
        }
        Filter::Category { category } => item.category == *category,
        Filter::Kind { kind } => item.kind.as_ref() == Some(kind),
        Filter::WithoutKind { kind } => is_had_without_kind(item, kind, menu),
        Filter::With { group, modifier } => has(group, modifier),
        Filter::Without { group, modifier } => item.modifier_groups.contains(group) && !has(group, modifier),
        Filter::Size { size } => item.size(size).is_some_and(|size| size.available),
        Filter::Served { .. }
        | Filter::On { .. }
        | Filter::Way { .. }
        | Filter::Named { .. }
        | Filter::Answer { .. } => true,
    }
}

/// Whether it may have a choice of that kind, and comes without any.
fn is_had_without_kind(item: &Item, kind: &str, menu: &Menu) -> bool {
    let groups = item.modifier_groups.iter().filter_map(|id| menu.group(id));
    let all = groups.flat_map(|group| group.modifiers.iter().map(move |modifier| (group, modifier)));
    let mut of_kind = all.filter(|(_, modifier)| modifier.kind.as_deref() == Some(kind)).peekable();
    of_kind.peek().is_some() && of_kind.all(|(group, modifier)| !item.comes_with(group, modifier))
}

fn holds_of_combo(filter: &Filter, combo: &Combo, main: &Item, menu: &Menu) -> bool {
    match filter {
        Filter::Price { at_most, at_least } => within(combo.price, *at_most, *at_least),
        Filter::Contains { allergens } => !Allergens::of_combo(combo, allergens, menu).hits().is_empty(),
        Filter::FreeOf { allergens } => Allergens::of_combo(combo, allergens, menu).is_known_free(),
        Filter::Size { size } => combo.size(size).is_some(),
        other => holds(other, main, menu),
    }
}

/// What does not contain what is asked for as it comes, but may, or does with some choice.
pub(super) fn maybe(query: &Query, of: &[Subject], menu: &Menu) -> Vec<Subject> {
    let asked = query.filters.iter().filter_map(|filter| match filter {
        Filter::Contains { allergens } => Some(allergens.as_slice()),
        _ => None,
    });
    let asked: Vec<Allergen> = asked.flatten().cloned().collect();
    let others = |filter: &&Filter| !matches!(filter, Filter::Contains { .. });
    let may = |item: &&Item| {
        let risk = Risk::of(item, &asked, menu);
        let may = !risk.contains && (risk.may_contain || risk.depends);
        let fits = || query.filters.iter().filter(others).all(|filter| holds(filter, item, menu));
        item.is_had() && is_spoken_of(item, of) && may && fits()
    };
    if !asked.is_empty() && query.about == About::Modifiers {
        let may = |modifier: &Modifier| {
            let fits = query.filters.iter().filter(others).all(|filter| holds_of_choice(filter, modifier));
            let facts = &modifier.facts;
            fits && !contains_any(facts.allergens.as_deref(), &asked)
                && contains_any(facts.may_contain.as_deref(), &asked)
        };
        let all = choices(of, menu).into_iter().filter(|(_, modifier)| may(modifier));
        return all.map(|(group, modifier)| super::plate::part(group, modifier)).collect();
    }
    if asked.is_empty() || query.about != About::Items {
        return Vec::new();
    }
    menu.items.iter().filter(may).map(|item| Subject::item(&item.id)).collect()
}

/// Whether the menu leaves out, of some things that may fit, what some must avoid.
pub(super) fn is_unsure(query: &Query, of: &[Subject], menu: &Menu) -> bool {
    let (avoided, others): (Vec<&Filter>, Vec<&Filter>) = query
        .filters
        .iter()
        .partition(|filter| matches!(filter, Filter::Contains { .. } | Filter::FreeOf { .. }));
    if query.about == About::Modifiers {
        let may_fit = |modifier: &Modifier| others.iter().all(|filter| holds_of_choice(filter, modifier));
        let is_unknown = |modifier: &Modifier| modifier.facts.allergens.is_none() && may_fit(modifier);
        return !avoided.is_empty() && choices(of, menu).iter().any(|(_, modifier)| is_unknown(modifier));
    }
    let may_fit =
        |item: &&Item| is_spoken_of(item, of) && others.iter().all(|filter| holds(filter, item, menu));
    let has_some = |item: &&Item| Plate::new(item, None, &[]).caffeine(menu) == Some(Caffeine::Has(true));
    let ranks_caffeine = matches!(query.order_by, Some(OrderBy::MostCaffeine | OrderBy::LeastCaffeine));
    !avoided.is_empty()
        && menu.items.iter().filter(|item| item.as_it_comes.is_unknown).any(|item| may_fit(&item))
        || ranks_caffeine && menu.items.iter().filter(has_some).any(|item| may_fit(&item))
}

/// Whether an item as it comes fits a diet; `None` where the menu does not say.
pub(super) fn diet_as_it_comes(item: &Item, diet: Diet, menu: &Menu) -> Option<bool> {
    let said =
        Plate::new(item, None, &[]).own(|facts| facts.diets.as_ref()).map(|diets| diets.contains(&diet));
    said.or_else(|| {
        let is_open = item.as_it_comes.is_unknown || item.groups_to_choose(menu).next().is_some();
        let gluten = [Allergen::Known(KnownAllergen::Gluten)];
        (diet == Diet::GlutenFree && !is_open).then(|| Risk::of(item, &gluten, menu).is_none())
    })
}

/// Whether something as it is fits a diet; `None` where the menu does not say. A modifier added keeps a diet only if it
/// fits it too.
pub(super) fn fits_diet(plate: &Plate<'_>, diet: Diet, menu: &Menu) -> Option<bool> {
    let said = plate.own(|facts| facts.diets.as_ref()).map(|diets| diets.contains(&diet));
    let said = said.or_else(|| {
        let gluten = [Allergen::Known(KnownAllergen::Gluten)];
        let found = Allergens::of_plate(plate.subject(), &gluten, plate, menu);
        let is_told = diet == Diet::GlutenFree && found.unknown.is_empty() && found.open.is_empty();
        is_told.then(|| found.is_known_free())
    })?;
    let added = plate.picks.iter().filter(|pick| {
        pick.amount != crate::order::Amount::No && !plate.item.includes(&pick.group, &pick.modifier)
    });
    let mut fits = Some(said);
    for pick in added {
        let facts = &menu.group(&pick.group)?.modifier(&pick.modifier)?.facts;
        match facts.diets.as_ref().map(|diets| diets.contains(&diet)) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => fits = fits.filter(|fits| !fits),
        }
    }
    fits
}

fn contains_any(all: Option<&[Allergen]>, asked: &[Allergen]) -> bool {
    let is_asked = |one: &Allergen| asked.iter().any(|asked| one.is_kind_of(asked));
    all.is_some_and(|all| all.iter().any(is_asked))
}

fn within(price: Money, at_most: Option<Money>, at_least: Option<Money>) -> bool {
    at_most.is_none_or(|most| price <= most) && at_least.is_none_or(|least| price >= least)
}

fn prices(item: &Item) -> Vec<Money> {
    match &item.pricing {
        Pricing::One(price) => vec![*price],
        Pricing::Sized { sizes, .. } => sizes.iter().map(|size| size.price).collect(),
    }
}

/// What is known, the first first; of a limited number also what is no further back than the last.
fn sorted(things: Vec<Subject>, by: OrderBy, limit: Option<u8>, menu: &Menu) -> Vec<Subject> {
    let ranked = things.into_iter().filter_map(|thing| Some((rank(&thing, by, menu)?, thing)));
    let mut ranked: Vec<(i64, Subject)> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let last =
        limit.and_then(|limit| ranked.get(usize::from(limit).saturating_sub(1))).map(|(rank, _)| *rank);
    let within = |rank: i64| last.is_none_or(|last| rank <= last);
    ranked.into_iter().filter(|(rank, _)| within(*rank)).map(|(_, thing)| thing).collect()
}

/// What it costs in that size, or in each.
fn prices_in(item: &Item, size: Option<&SizeId>) -> Vec<Money> {
    match size.and_then(|size| item.size(size)) {
        Some(size) => vec![size.price],
        None => prices(item),
    }
}

/// In each size.
fn calories(plate: &Plate<'_>, menu: &Menu) -> impl Iterator<Item = i64> {
    let sizes = plate.item.sizes().iter().map(|size| Plate { size: Some(size), ..*plate });
    let each = sizes.chain(Some(*plate)).filter_map(|plate| plate.calories(menu));
    each.map(i64::from).collect::<Vec<_>>().into_iter()
}

/// What has the most comes first, or the least; of what has some and nobody says how much, it is not known that it is little.
fn caffeine_rank(caffeine: Caffeine, by: OrderBy) -> Option<i64> {
    match (caffeine, by) {
        (Caffeine::Milligrams(amount), OrderBy::MostCaffeine) => (amount > 0).then(|| -i64::from(amount)),
        (Caffeine::Has(has), OrderBy::MostCaffeine) => has.then_some(0),
        (Caffeine::Milligrams(amount), _) => Some(i64::from(amount)),
        (Caffeine::Has(has), _) => (!has).then_some(0),
    }
}

/// A lower rank comes first.
fn rank(thing: &Subject, by: OrderBy, menu: &Menu) -> Option<i64> {
    let hundredths = |prices: Vec<Money>| {
        let prices = prices.into_iter().map(Money::hundredths);
        if by == OrderBy::Cheapest { prices.min() } else { prices.max() }
    };
    match (thing, by) {
        (Subject::Item { item, size, .. }, OrderBy::Cheapest) => {
            hundredths(prices_in(menu.item(item)?, size.as_ref()))
        }
        (Subject::Item { item, size, .. }, OrderBy::Dearest) => {
            hundredths(prices_in(menu.item(item)?, size.as_ref())).map(|cents| -cents)
        }
        (Subject::Combo { combo, .. }, OrderBy::Cheapest) => Some(menu.combo(combo)?.price.hundredths()),
        (Subject::Combo { combo, .. }, OrderBy::Dearest) => Some(-menu.combo(combo)?.price.hundredths()),
        (Subject::Modifier { group, modifier }, OrderBy::Cheapest | OrderBy::Dearest) => {
            let price = menu.group(group)?.modifier(modifier)?.price.hundredths();
            Some(if by == OrderBy::Cheapest { price } else { -price })
        }
        (Subject::Item { item, size, .. }, _) => {
            let item = menu.item(item)?;
            let plate = Plate::new(item, size.as_ref(), &[]);
            let own = size.as_ref().and_then(|_| plate.calories(menu)).map(i64::from);
            match by {
                OrderBy::Lightest if own.is_some() => own,
                OrderBy::Heaviest if own.is_some() => own.map(|calories| -calories),
                OrderBy::Lightest => calories(&plate, menu).min(),
                OrderBy::Heaviest => calories(&plate, menu).max().map(|calories| -calories),
                OrderBy::Hottest => item.as_it_comes.heat.map(|heat| -i64::from(heat)),
                OrderBy::Mildest => item.as_it_comes.heat.map(i64::from),
                OrderBy::MostCaffeine | OrderBy::LeastCaffeine => caffeine_rank(plate.caffeine(menu)?, by),
                OrderBy::Cheapest | OrderBy::Dearest => None,
            }
        }
        (Subject::Modifier { group, modifier }, OrderBy::Hottest | OrderBy::Mildest) => {
            let heat = i64::from(menu.group(group)?.modifier(modifier)?.facts.heat?);
            Some(if by == OrderBy::Mildest { heat } else { -heat })
        }
        (Subject::Modifier { group, modifier }, OrderBy::MostCaffeine | OrderBy::LeastCaffeine) => {
            caffeine_rank(menu.group(group)?.modifier(modifier)?.facts.caffeine?, by)
        }
        _ => None,
    }
}
