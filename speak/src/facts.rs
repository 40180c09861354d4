//! What the machine answered, with the names that the menu has for it.

use fsm::house::HouseFact;
use fsm::menu::{Allergen, Item, Menu, Size};
use fsm::order::{LineView, OrderView};
use fsm::query::{self, Day, Filter, Part, Subject};

use super::statements::{AllergensOf, Fact, Filling, Goods, Listed, Noun, Price, Quality};
use super::things;

/// How many choices one answer names.
const CHOICES_SPOKEN_MAX: usize = 14;

/// How many things one answer names that are served at other times.
const SERVED_SPOKEN_MAX: usize = 3;

/// The facts of an answer, in order. What the menu no longer has is skipped.
pub(super) fn named<'a>(facts: &'a [query::Fact], order: &'a OrderView, menu: &'a Menu) -> Vec<Fact<'a>> {
    let names = Names { order, menu };
    let mut told: Vec<Fact<'a>> = Vec::new();
    for fact in facts {
        match (names.fact(fact), told.last_mut()) {
            // The prices of an item's sizes are one sentence.
            (Some(Fact::Prices { of, sizes }), Some(Fact::Prices { of: before, sizes: known }))
                if *before == of =>
            {
                known.extend(sizes);
            }
            // The hours of days that are alike are one sentence.
            (Some(Fact::House(fact)), Some(Fact::Week(days))) if is_weekday(fact) => days.push(fact),
            (Some(Fact::House(fact)), _) if is_weekday(fact) => told.push(Fact::Week(vec![fact])),
            (Some(Fact::AskTheTeam), Some(Fact::AskTheTeam)) | (None, _) => {}
            (Some(fact), _) => told.push(fact),
        }
    }
    told
}

fn is_weekday(fact: &HouseFact) -> bool {
    matches!(fact, HouseFact::Hours { day: Day::Weekday(_), now: None, .. })
}

struct Names<'a> {
    order: &'a OrderView,
    menu: &'a Menu,
}

impl<'a> Names<'a> {
    fn fact(&self, fact: &'a query::Fact) -> Option<Fact<'a>> {
        use query::Fact as F;
        let Self { order, menu } = *self;
        let in_currency = |amount| Price { amount, currency: &menu.currency };
        Some(match fact {
            F::Price { of: Subject::Modifier { group, modifier }, price } => {
                let name = &menu.group(group)?.modifier(modifier)?.name;
                Fact::PriceOfExtra { name, price: in_currency(*price) }
            }
            F::Price { of, price } => match self.size_of(of) {
                Some(size) => {
                    let of = Noun { size: None, ..self.noun(of)? };
                    Fact::Prices { of, sizes: vec![(&size.name, in_currency(*price))] }
                }
                None => Fact::Price { of: self.noun(of)?, price: in_currency(*price) },
            },
            F::Contents { of, with } => {
                let description = self.item(of).and_then(|item| item.description.as_deref());
                let description = description.filter(|words| !words.trim().is_empty());
                let said = description.unwrap_or_default();
                let with = with.iter().filter_map(|choice| self.modifier(choice));
                let with = with.filter(|name| !is_described(name, said)).collect();
                Fact::Contents { of: self.noun(of)?, description, with }
            }
            F::Sizes { of, sizes } => {
                let all = self.sizes(of);
                let name = |id: &fsm::ids::SizeId| all.iter().find(|size| size.id == *id);
                let sizes = sizes.iter().filter_map(name).map(|size| size.name.as_str()).collect();
                Fact::Sizes { of: self.noun(of)?, sizes }
            }
            F::Choices { of, group, choices } => {
                let group = menu.group(group)?;
                let mut names =
                    choices.iter().filter_map(|id| group.modifier(id)).map(|modifier| modifier.name.as_str());
                let spoken = names.by_ref().take(CHOICES_SPOKEN_MAX).collect();
                let of = of.as_ref().and_then(|of| self.noun(of));
                Fact::Choices { of, group: &group.name, names: spoken, more: names.next().is_some() }
            }
            F::Parts { combo, parts, price } => {
                let combo = menu.combo(combo)?;
                // "The cheeseburger combo" has a cheeseburger, as it says; what "the afternoon tea" has is said.
                let says = |word: &str| combo.name.split(' ').any(|said| said.eq_ignore_ascii_case(word));
                let main = menu.item(&combo.main).filter(|main| !main.name.split(' ').all(says));
                let main = main.map(|main| Filling::Item(&main.name));
                let parts = parts.iter().filter_map(|part| self.filling(part));
                Fact::Combo {
                    name: &combo.name,
                    with: main.into_iter().chain(parts).collect(),
                    price: in_currency(*price),
                }
            }
            F::Calories { of, calories } => Fact::Calories { of: self.noun(of)?, calories: *calories },
            F::Allergens(allergens) => Fact::Allergens(self.allergens(allergens)?),
            F::Diet { of, diet, fits } => Fact::Diet { of: self.noun(of)?, diet: *diet, fits: *fits },
            F::Diets { of, diets } => Fact::Diets { of: self.noun(of)?, diets: diets.as_deref() },
            F::Heat { of, heat } => Fact::Heat { of: self.noun(of)?, heat: *heat },
            F::Caffeine { of, caffeine } => Fact::Caffeine { of: self.noun(of)?, caffeine: *caffeine },
            F::Available { of, available, choices } => {
                let goods = self.goods(of)?;
                let choices: Vec<&str> = choices.iter().filter_map(|choice| self.modifier(choice)).collect();
                match (available, choices.is_empty()) {
                    (false, _) if let Some(reason) = self.barred(of) => Fact::ByRule(reason),
                    (false, _) => Fact::NotHad(goods),
                    (true, true) => Fact::Had(goods),
                    (true, false) => Fact::HadIn { goods, choices },
                }
            }
            F::Served { things, dayparts } => {
                let served = |thing: &Subject| {
                    let is_counted = !matches!(thing, Subject::Category { .. });
                    Some(Goods { name: self.name(thing)?, is_counted })
                };
                let mut names: Vec<Goods<'_>> = things.iter().filter_map(served).collect();
                let more = names.len().saturating_sub(SERVED_SPOKEN_MAX);
                names.truncate(SERVED_SPOKEN_MAX);
                Fact::Served { names, more, times: things::times(dayparts, menu) }
            }
            F::With { of, choice, comes } => {
                Fact::With { of: self.noun(of)?, name: self.modifier(choice)?, comes: *comes }
            }
            F::List { about, things, told, fits, by, maybe, unsure } => {
                let rest = things.get(usize::from(*told)..).unwrap_or_default();
                let now = rest.len().min(query::Fact::told_at_once(*about, fits));
                let (now, later) = rest.split_at(now);
                Fact::List(Listed {
                    about: *about,
                    names: now.iter().filter_map(|thing| self.name(thing)).collect(),
                    more: later.len(),
                    goes_on: *told > 0,
                    fits: fits.iter().filter_map(|filter| self.quality(filter)).collect(),
                    by: *by,
                    maybe: maybe.iter().filter_map(|thing| self.name(thing)).collect(),
                    unsure: *unsure,
                })
            }
            F::OutNow { items } => {
                let items = items.iter().filter_map(|id| menu.item(id));
                Fact::OutNow(items.map(|item| things::goods(item, menu)).take(CHOICES_SPOKEN_MAX).collect())
            }
            F::Recommended { items } => {
                let items = items.iter().filter_map(|id| menu.item(id));
                Fact::Recommended(items.map(|item| item.name.as_str()).collect())
            }
            F::Order { items } if items.is_empty() => self.so_far(),
            F::Order { items } => {
                let is_meant = |line: &&LineView| {
                    let held = |item: &fsm::ids::ItemId| {
                        line.item == *item || line.components.iter().any(|part| part.item == *item)
                    };
                    items.iter().any(held)
                };
                let listing = things::listing(order.lines.iter().filter(is_meant), menu);
                if listing.nouns.is_empty() { self.so_far() } else { Fact::AsOrdered(listing) }
            }
            F::Total if order.lines.is_empty() => Fact::NothingYet,
            F::Total => Fact::Total(things::total(order)),
            F::House(fact) => Fact::House(fact),
            F::NameAnItem => Fact::NameAnItem,
            F::AskTheTeam => Fact::AskTheTeam,
        })
    }

    fn so_far(&self) -> Fact<'a> {
        let Self { order, menu } = *self;
        if order.lines.is_empty() {
            return Fact::NothingYet;
        }
        Fact::SoFar { listing: things::listing(&order.lines, menu), total: things::total(order) }
    }

    fn allergens(&self, found: &'a query::Allergens) -> Option<AllergensOf<'a>> {
        let all = |subjects: &'a [Subject]| subjects.iter().filter_map(|part| self.name(part)).collect();
        let hits = found.hits();
        let others = found.contains.iter().filter(|allergen| !hits.contains(allergen));
        let is_news = |allergen: &&Allergen| !found.contains.contains(allergen);
        let possible: Vec<&Allergen> = found.possible().into_iter().filter(is_news).collect();
        let others_possible = found.may_contain.iter().filter(is_news);
        let others_possible = others_possible.filter(|allergen| !possible.contains(allergen)).collect();
        Some(AllergensOf {
            of: self.noun(&found.of)?,
            asked: found.asked.iter().collect(),
            hits: if found.asked.is_empty() { Vec::new() } else { hits.clone() },
            contains: if found.asked.is_empty() { found.contains.iter().collect() } else { others.collect() },
            possible: if found.asked.is_empty() { Vec::new() } else { possible.clone() },
            may_contain: if found.asked.is_empty() { possible } else { others_possible },
            unknown: all(&found.unknown),
            open: all(&found.open),
            depends: all(&found.depends),
            unsure_choices: all(&found.unsure_choices),
        })
    }

    /// A subject with its size and its changes.
    fn noun(&self, subject: &'a Subject) -> Option<Noun<'a>> {
        let menu = self.menu;
        match subject {
            Subject::Item { item, size, modifiers } => {
                let item = menu.item(item)?;
                let size = size.as_ref().and_then(|id| item.size(id)).map(|size| size.name.as_str());
                Some(Noun { size, extras: things::extras(modifiers, menu), ..Noun::of(1, &item.name) })
            }
            Subject::Combo { combo, size } => {
                let combo = menu.combo(combo)?;
                let size = size.as_ref().and_then(|id| combo.size(id)).map(|size| size.name.as_str());
                Some(Noun { size, ..Noun::of(1, &combo.name) })
            }
            Subject::Line { line_id } => {
                let line = self.order.lines.iter().find(|line| line.line_id == *line_id)?;
                Some(things::of_line(line, menu))
            }
            Subject::Modifier { .. } | Subject::Group { .. } | Subject::Category { .. } => {
                Some(Noun::of(1, self.name(subject)?))
            }
        }
    }

    fn name(&self, subject: &Subject) -> Option<&'a str> {
        let menu = self.menu;
        Some(match subject {
            Subject::Item { item, .. } => &menu.item(item)?.name,
            Subject::Combo { combo, .. } => &menu.combo(combo)?.name,
            Subject::Modifier { group, modifier } => &menu.group(group)?.modifier(modifier)?.name,
            Subject::Group { group } => &menu.group(group)?.name,
            Subject::Category { category } => &menu.category(category)?.name,
            Subject::Line { line_id } => &self.order.lines.iter().find(|line| line.line_id == *line_id)?.name,
        })
    }

    fn item(&self, subject: &Subject) -> Option<&'a Item> {
        match subject {
            Subject::Item { item, .. } => self.menu.item(item),
            Subject::Line { line_id } => {
                let line = self.order.lines.iter().find(|line| line.line_id == *line_id)?;
                self.menu.item(&line.item)
            }
            Subject::Combo { .. }
            | Subject::Modifier { .. }
            | Subject::Group { .. }
            | Subject::Category { .. } => None,
        }
    }

    fn sizes(&self, subject: &Subject) -> &'a [Size] {
        match subject {
            Subject::Item { item, .. } => self.menu.item(item).map(Item::sizes).unwrap_or_default(),
            Subject::Combo { combo, .. } => {
                self.menu.combo(combo).map(|combo| combo.sizes.as_slice()).unwrap_or_default()
            }
            Subject::Modifier { .. }
            | Subject::Group { .. }
            | Subject::Category { .. }
            | Subject::Line { .. } => &[],
        }
    }

    fn size_of(&self, subject: &Subject) -> Option<&'a Size> {
        let (Subject::Item { size, .. } | Subject::Combo { size, .. }) = subject else { return None };
        let size = size.as_ref()?;
        self.sizes(subject).iter().find(|one| one.id == *size)
    }

    fn goods(&self, subject: &Subject) -> Option<Goods<'a>> {
        match self.item(subject) {
            Some(item) => Some(things::goods(item, self.menu)),
            None => Some(Goods {
                name: self.name(subject)?,
                is_counted: matches!(subject, Subject::Combo { .. }),
            }),
        }
    }

    /// Why a rule of the house bars something.
    fn barred(&self, subject: &Subject) -> Option<&'a str> {
        let item = self.item(subject).filter(|item| item.available)?;
        item.barred.as_ref().map(|bar| bar.reason.as_str())
    }

    fn modifier(&self, choice: &query::MenuChoice) -> Option<&'a str> {
        let modifier = self.menu.group(&choice.group)?.modifier(&choice.modifier)?;
        Some(&modifier.name)
    }

    fn filling(&self, part: &Part) -> Option<Filling<'a>> {
        Some(match part {
            Part::Item(item) => Filling::Item(&self.menu.item(item)?.name),
            Part::AnyOf(category) => Filling::AnyOf(&self.menu.category(category)?.name),
        })
    }

    /// What all of a list have in common, as far as it is worth saying.
    fn quality(&self, filter: &'a Filter) -> Option<Quality<'a>> {
        let menu = self.menu;
        let name = |group: &fsm::ids::GroupId, modifier: &fsm::ids::ModifierId| {
            Some(menu.group(group)?.modifier(modifier)?.name.as_str())
        };
        Some(match filter {
            Filter::Contains { allergens } => Quality::Contains(allergens),
            Filter::FreeOf { allergens } => Quality::FreeOf(allergens),
            Filter::Diet { diet } => Quality::Diet(*diet),
            Filter::With { group, modifier } => Quality::With(name(group, modifier)?),
            Filter::Without { group, modifier } => Quality::Without(name(group, modifier)?),
            Filter::WithoutKind { kind } => Quality::Without(kind),
            Filter::Price { at_most: Some(most), .. } => {
                Quality::Under(Price { amount: *most, currency: &menu.currency })
            }
            _ => return None,
        })
    }
}

/// A modifier that comes with something is not said again if its description says it, in the singular or the plural.
fn is_described(name: &str, description: &str) -> bool {
    let (name, description) = (name.to_lowercase(), description.to_lowercase());
    let stem = name.strip_suffix("es").or(name.strip_suffix('s')).unwrap_or(&name);
    description.contains(stem)
}
