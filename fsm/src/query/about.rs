//! What is answered about one thing.

use super::fact::{Allergens, Comes, Fact, MenuChoice, Part};
use super::grounds::Grounds;
use super::plate::Plate;
use super::{About, Filter, Query, Select, Subject, list};
use crate::ids::{GroupId, ModifierId, SizeId};
use crate::menu::{Allergen, Combo, Item, Menu, Modifier, ModifierGroup, Pricing, Size, Slot};
use crate::money::Money;
use crate::order::{Order, OrderStatus, modifiers_price};

/// How many items of a category are priced at once.
const PRICED_MAX: usize = 6;

/// One thing that is asked about.
pub(super) struct Thing<'a> {
    pub query: &'a Query,
    pub grounds: &'a Grounds<'a>,
}

impl Thing<'_> {
    /// What is asked about it.
    pub(super) fn facts(&self, subject: &Subject) -> Vec<Fact> {
        let Self { query, grounds: Grounds { menu, order, .. } } = self;
        let of = || subject.clone();
        let line = match subject {
            Subject::Line { line_id } => {
                order.view(OrderStatus::Open).lines.into_iter().find(|line| line.line_id == *line_id)
            }
            _ => None,
        };
        let plate = match (subject, &line) {
            (Subject::Item { item, size, modifiers }, _) => {
                menu.item(item).map(|item| Plate::new(item, size.as_ref(), modifiers))
            }
            (_, Some(line)) => Plate::of_line(line, menu).into_iter().next(),
            _ => None,
        };
        let combo = match subject {
            Subject::Combo { combo, .. } => menu.combo(combo),
            _ => None,
        };
        let facts_of = |of: Subject, select: Select| match (plate, combo) {
            (Some(plate), _) => of_plate(of, select, &plate, menu),
            (None, Some(combo)) => of_combo(of, select, combo, menu),
            (None, None) => of_other(of, select, menu),
        };
        // What a choice is made of is known only as what some must avoid.
        let is_choice = matches!(subject, Subject::Modifier { .. });
        match query.select {
            Select::Contents if is_choice => vec![Fact::Allergens(self.allergens(subject))],
            Select::Price => self.prices(subject),
            Select::Allergens => vec![Fact::Allergens(self.allergens(subject))],
            Select::Whether => self.whether(subject, plate.as_ref()),
            select => facts_of(of(), select),
        }
    }

    fn allergens(&self, subject: &Subject) -> Allergens {
        let Self { query, grounds: Grounds { menu, order, .. } } = self;
        let asked = asked_allergens(&query.filters);
        // "Is it safe" is asked for whoever must avoid something.
        let asked = if asked.is_empty() { self.grounds.avoided.to_vec() } else { asked };
        allergens_of(subject, &asked, order, menu)
    }

    /// Whether what is asked holds of something; without anything, whether it is to be had.
    fn whether(&self, subject: &Subject, plate: Option<&Plate<'_>>) -> Vec<Fact> {
        let menu = self.grounds.menu;
        let mut facts = Vec::new();
        for filter in &self.query.filters {
            let of = subject.clone();
            match (filter, plate) {
                (Filter::Contains { .. } | Filter::FreeOf { .. }, _) => {
                    let told = facts.iter().any(|fact| matches!(fact, Fact::Allergens(_)));
                    facts.extend((!told).then(|| Fact::Allergens(self.allergens(subject))));
                }
                (Filter::Diet { diet }, Some(plate)) => {
                    facts.push(Fact::Diet { of, diet: *diet, fits: list::fits_diet(plate, *diet, menu) });
                }
                (Filter::Heat { .. }, Some(plate)) => {
                    facts.push(Fact::Heat { of, heat: plate.heat(menu) });
                }
                (Filter::Caffeine { .. }, Some(plate)) => {
                    facts.push(Fact::Caffeine { of, caffeine: plate.caffeine(menu) });
                }
                (Filter::With { group, modifier } | Filter::Without { group, modifier }, Some(plate)) => {
                    facts.push(with(of, plate, group, modifier, menu));
                }
                (Filter::Diet { diet }, None) if let Some(known) = choice(subject, menu) => {
                    let fits = known.facts.diets.as_ref().map(|diets| diets.contains(diet));
                    facts.push(Fact::Diet { of, diet: *diet, fits });
                }
                (Filter::Heat { .. }, None) if let Some(known) = choice(subject, menu) => {
                    facts.push(Fact::Heat { of, heat: known.facts.heat });
                }
                (Filter::Caffeine { .. }, None) if let Some(known) = choice(subject, menu) => {
                    facts.push(Fact::Caffeine { of, caffeine: known.facts.caffeine });
                }
                (Filter::Size { .. }, _) => facts.push(sizes(of, menu)),
                (Filter::Price { .. }, _) => facts.extend(self.prices(subject)),
                (Filter::Calories { .. }, Some(plate)) => {
                    facts.push(Fact::Calories { of, calories: plate.calories(menu) });
                }
                _ => {}
            }
        }
        if facts.is_empty() { vec![available(subject.clone(), menu)] } else { facts }
    }

    /// What it costs, in each size.
    pub(super) fn prices(&self, subject: &Subject) -> Vec<Fact> {
        let Grounds { menu, order, .. } = self.grounds;
        let price = |of: Subject, price: Money| Fact::Price { of, price };
        match subject {
            Subject::Item { item, size, modifiers } => {
                let Some(item) = menu.item(item) else { return Vec::new() };
                let more = modifiers_price(item, modifiers, menu);
                let sized = |size: Option<SizeId>| Subject::Item {
                    item: item.id.clone(),
                    size,
                    modifiers: modifiers.clone(),
                };
                match &item.pricing {
                    Pricing::One(own) => vec![price(sized(None), *own + more)],
                    Pricing::Sized { sizes, .. } => sizes
                        .iter()
                        .filter(|one| size.as_ref().is_none_or(|size| one.id == *size))
                        .map(|one| price(sized(Some(one.id.clone())), one.price + more))
                        .collect(),
                }
            }
            Subject::Combo { combo, size } => {
                let Some(combo) = menu.combo(combo) else { return Vec::new() };
                if combo.sizes.is_empty() {
                    return vec![price(Subject::combo(&combo.id), combo.price)];
                }
                let wanted = |one: &&Size| size.as_ref().is_none_or(|size| one.id == *size);
                let of = |size: &SizeId| Subject::Combo { combo: combo.id.clone(), size: Some(size.clone()) };
                let each = combo.sizes.iter().filter(wanted);
                each.map(|one| price(of(&one.id), combo.price + one.price)).collect()
            }
            Subject::Modifier { group, modifier } => {
                let known = menu.group(group).and_then(|group| group.modifier(modifier));
                known.map(|modifier| price(subject.clone(), modifier.price)).into_iter().collect()
            }
            Subject::Line { line_id } => {
                let line = order.lines().iter().find(|line| line.line_id == *line_id);
                match line {
                    Some(line) if line.is_complete() => vec![price(subject.clone(), line.price())],
                    Some(line) => match &line.combo {
                        Some(combo) => self.prices(&Subject::combo(combo)),
                        None => self.prices(&Subject::item(&line.item)),
                    },
                    None => Vec::new(),
                }
            }
            Subject::Group { group } => {
                let Some(group) = menu.group(group) else { return Vec::new() };
                let of = |modifier: &ModifierId| Subject::Modifier {
                    group: group.id.clone(),
                    modifier: modifier.clone(),
                };
                group.modifiers.iter().map(|modifier| price(of(&modifier.id), modifier.price)).collect()
            }
            Subject::Category { category } => {
                let items = menu.items_in(category).filter(|item| item.is_had()).take(PRICED_MAX);
                items.flat_map(|item| self.prices(&Subject::item(&item.id))).collect()
            }
        }
    }
}

/// Where the answer about some things is found.
pub(super) fn about(of: &[Subject]) -> About {
    let all = |is: fn(&Subject) -> bool| !of.is_empty() && of.iter().all(is);
    if all(|subject| matches!(subject, Subject::Combo { .. })) {
        About::Combos
    } else if all(|subject| matches!(subject, Subject::Modifier { .. } | Subject::Group { .. })) {
        About::Modifiers
    } else {
        About::Items
    }
}

/// What something contains that some must avoid.
pub(crate) fn allergens_of(subject: &Subject, asked: &[Allergen], order: &Order, menu: &Menu) -> Allergens {
    let known = match subject {
        Subject::Item { item, size, modifiers } => menu.item(item).map(|item| {
            Allergens::of_plate(subject.clone(), asked, &Plate::new(item, size.as_ref(), modifiers), menu)
        }),
        Subject::Combo { combo, .. } => {
            menu.combo(combo).map(|combo| Allergens::of_combo(combo, asked, menu))
        }
        Subject::Modifier { group, modifier } => menu
            .group(group)
            .and_then(|group| group.modifier(modifier))
            .map(|modifier| Allergens::of_modifier(subject.clone(), asked, &modifier.facts)),
        Subject::Line { line_id } => {
            let view = order.view(OrderStatus::Open);
            view.lines
                .iter()
                .find(|line| line.line_id == *line_id)
                .map(|line| Allergens::of_line(line, asked, menu))
        }
        Subject::Group { .. } | Subject::Category { .. } => None,
    };
    known.unwrap_or_else(|| Allergens::unknown(subject.clone(), asked))
}

/// All that is asked of, once each.
pub(super) fn asked_allergens(filters: &[Filter]) -> Vec<Allergen> {
    let mut asked: Vec<Allergen> = Vec::new();
    for filter in filters {
        let (Filter::Contains { allergens } | Filter::FreeOf { allergens }) = filter else { continue };
        for allergen in allergens {
            if !asked.contains(allergen) {
                asked.push(allergen.clone());
            }
        }
    }
    asked
}

fn choice<'a>(of: &Subject, menu: &'a Menu) -> Option<&'a Modifier> {
    match of {
        Subject::Modifier { group, modifier } => menu.group(group)?.modifier(modifier),
        _ => None,
    }
}

fn of_plate(of: Subject, select: Select, plate: &Plate<'_>, menu: &Menu) -> Vec<Fact> {
    let item = plate.item;
    let combos = || menu.combos.iter().filter(|combo| combo.main == item.id);
    match select {
        Select::Contents => vec![contents(of, plate, menu)],
        // "How many wings are in an order": the description may say it.
        Select::Count if item.sizes().len() < 2 && item.description.is_some() => {
            vec![contents(of, plate, menu)]
        }
        // "How many wings do I get" is answered by the sizes.
        Select::Sizes | Select::Count => vec![sizes(of, menu)],
        Select::Choices => {
            let groups = item.modifier_groups.iter().filter_map(|id| menu.group(id));
            let (required, free): (Vec<_>, Vec<_>) = groups.partition(|group| group.is_required());
            let (chosen, added): (Vec<_>, Vec<_>) = free.into_iter().partition(|group| group.min > 0);
            let asked =
                [required, chosen, added].into_iter().find(|some| !some.is_empty()).unwrap_or_default();
            asked.into_iter().map(|group| choices(Some(of.clone()), group)).collect()
        }
        Select::Parts => {
            let alone = contents(of, plate, menu);
            let says_nothing = matches!(&alone, Fact::Contents { with, .. } if with.is_empty())
                && item.description.is_none()
                && combos().next().is_some();
            let alone = (!says_nothing).then_some(alone);
            alone.into_iter().chain(combos().map(parts)).collect()
        }
        Select::Calories => calories(of, plate, menu),
        Select::Diets => vec![Fact::Diets { of, diets: plate.own(|facts| facts.diets.clone()) }],
        Select::Heat => vec![Fact::Heat { of, heat: plate.heat(menu) }],
        Select::Caffeine => vec![Fact::Caffeine { of, caffeine: plate.caffeine(menu) }],
        _ => vec![Fact::AskTheTeam],
    }
}

fn of_combo(of: Subject, select: Select, combo: &Combo, menu: &Menu) -> Vec<Fact> {
    let plain = |item: &Item| Plate::new(item, None, &[]).subject();
    match select {
        Select::Contents | Select::Parts => vec![parts(combo)],
        Select::Sizes => vec![sizes(of, menu)],
        Select::Calories => vec![Fact::Calories { of, calories: combo.facts.calories }],
        Select::Diets | Select::Heat | Select::Caffeine | Select::Choices => menu
            .item(&combo.main)
            .map(|item| of_plate(plain(item), select, &Plate::new(item, None, &[]), menu))
            .unwrap_or_default(),
        _ => vec![Fact::AskTheTeam],
    }
}

/// Of a group, a modifier or a category.
fn of_other(of: Subject, select: Select, menu: &Menu) -> Vec<Fact> {
    match (&of, select) {
        (Subject::Group { group }, _) => {
            menu.group(group).map(|group| choices(None, group)).into_iter().collect()
        }
        (Subject::Category { category }, _) => {
            let things = menu.items_in(category).filter(|item| item.is_had());
            let things = things.map(|item| Subject::item(&item.id)).collect();
            vec![Fact::list(About::Items, things, 0)]
        }
        (Subject::Modifier { .. }, Select::Calories | Select::Caffeine | Select::Heat) => {
            let facts = choice(&of, menu).map(|known| &known.facts);
            vec![match select {
                Select::Calories => Fact::Calories { calories: facts.and_then(|facts| facts.calories), of },
                Select::Heat => Fact::Heat { heat: facts.and_then(|facts| facts.heat), of },
                _ => Fact::Caffeine { caffeine: facts.and_then(|facts| facts.caffeine), of },
            }]
        }
        _ => vec![Fact::AskTheTeam],
    }
}

fn contents(of: Subject, plate: &Plate<'_>, menu: &Menu) -> Fact {
    let with = plate.modifiers(menu).into_iter();
    let with =
        with.map(|(group, modifier)| MenuChoice { group: group.id.clone(), modifier: modifier.id.clone() });
    Fact::Contents { of, with: with.collect() }
}

fn sizes(of: Subject, menu: &Menu) -> Fact {
    let sizes = match &of {
        Subject::Item { item, .. } => menu.item(item).map(Item::sizes),
        Subject::Combo { combo, .. } => menu.combo(combo).map(|combo| combo.sizes.as_slice()),
        _ => None,
    };
    let on = sizes.unwrap_or_default().iter().filter(|size| size.available);
    Fact::Sizes { sizes: on.map(|size| size.id.clone()).collect(), of }
}

fn choices(of: Option<Subject>, group: &ModifierGroup) -> Fact {
    let on = group.modifiers.iter().filter(|modifier| modifier.available);
    let choices = on.map(|modifier| modifier.id.clone()).collect();
    Fact::Choices { of, group: group.id.clone(), choices }
}

/// Of each size where none was said.
fn calories(of: Subject, plate: &Plate<'_>, menu: &Menu) -> Vec<Fact> {
    let Subject::Item { item, size: None, modifiers } = &of else {
        return vec![Fact::Calories { calories: plate.calories(menu), of }];
    };
    let is_sized = plate.item.sizes().iter().any(|size| size.facts.calories.is_some());
    if !is_sized {
        return vec![Fact::Calories { calories: plate.calories(menu), of }];
    }
    let each = plate.item.sizes().iter().map(|size| Fact::Calories {
        of: Subject::Item { item: item.clone(), size: Some(size.id.clone()), modifiers: modifiers.clone() },
        calories: Plate { size: Some(size), ..*plate }.calories(menu),
    });
    each.collect()
}

fn with(of: Subject, plate: &Plate<'_>, group: &GroupId, modifier: &ModifierId, menu: &Menu) -> Fact {
    let choice = MenuChoice { group: group.clone(), modifier: modifier.clone() };
    let is_on = plate.modifiers(menu).iter().any(|(of, on)| of.id == *group && on.id == *modifier);
    let can = plate.item.modifier_groups.contains(group)
        && menu.group(group).and_then(|group| group.modifier(modifier)).is_some_and(|known| known.available);
    let comes = match (is_on, can) {
        (true, _) => Comes::Yes,
        (false, true) => Comes::OnRequest,
        (false, false) => Comes::Never,
    };
    Fact::With { of, choice, comes }
}

fn available(of: Subject, menu: &Menu) -> Fact {
    let choices_of = |item: &Item| {
        let group = item.modifier_groups.iter().filter_map(|id| menu.group(id)).find(|g| g.is_required());
        let all = group.into_iter().flat_map(|group| {
            let on = group.modifiers.iter().filter(|modifier| modifier.available);
            on.map(|modifier| MenuChoice { group: group.id.clone(), modifier: modifier.id.clone() })
        });
        all.collect::<Vec<_>>()
    };
    let (available, choices) = match &of {
        Subject::Item { item, .. } => {
            menu.item(item).map(|item| (item.is_had(), choices_of(item))).unwrap_or_default()
        }
        Subject::Combo { combo, .. } => {
            let known = menu.combo(combo).filter(|combo| combo.served);
            let main = known.and_then(|combo| menu.item(&combo.main));
            (main.is_some_and(|item| item.available), Vec::new())
        }
        Subject::Modifier { group, modifier } => {
            let known = menu.group(group).and_then(|group| group.modifier(modifier));
            (known.is_some_and(|known| known.available), Vec::new())
        }
        Subject::Category { category } => (menu.items_in(category).any(Item::is_had), Vec::new()),
        Subject::Group { .. } | Subject::Line { .. } => (true, Vec::new()),
    };
    Fact::Available { of, available, choices }
}

fn parts(combo: &Combo) -> Fact {
    let part = |slot: &Slot| match &slot.default {
        Some(item) => Part::Item(item.clone()),
        None => Part::AnyOf(slot.category.clone()),
    };
    let size = combo.default_size.as_ref().and_then(|id| combo.size(id));
    Fact::Parts {
        combo: combo.id.clone(),
        parts: combo.slots.iter().map(part).collect(),
        price: combo.price + size.map_or(Money::ZERO, |size| size.price),
    }
}
