//! Answers a query from the menu and the order: a pure function from what is asked to typed facts.

use super::about::{self, Thing};
use super::fact::{Allergens, Fact};
use super::grounds::{Before, Grounds, KEPT_MAX};
use super::{About, Asking, OrderBy, Query, Select, Source, Subject, list, served};
use crate::house;
use crate::ids::{ItemId, ModifierId};
use crate::machine::StateKind;
use crate::menu::{Item, Menu, Topic};
use crate::order::{Order, OrderStatus};

/// How many things one answer is about: as many as words may name, so that none is left out of a warning.
const SUBJECTS_MAX: usize = 12;
/// Of how many things that were spoken of each is told.
const EACH_MAX: usize = 3;
/// How many recommendations are made.
const RECOMMENDED_MAX: usize = 2;

/// The facts that answer a question, and what they are about.
pub fn answer(asking: &Asking, grounds: &Grounds<'_>) -> (Vec<Fact>, Before) {
    let mut asked = asking.to_query(grounds.menu);
    if asked.subject == Source::More
        && let Some(before) = grounds.before
    {
        let again = before.asking.to_query(grounds.menu);
        let (of, told) = (again.of.clone(), before.told);
        let facts = Answering { query: &again, grounds, of, told }.facts();
        return with_rest(facts, before.asking.clone());
    }
    let of = subjects(&asked, grounds);
    // "Which of those are vegan", of choices or of combos.
    if asked.of.is_empty() && asked.about == About::Items {
        asked.about = about::about(&of);
    }
    let asked = asked;
    let among = among(&asked, grounds);
    let mut facts = Answering { query: &asked, grounds, of: of.clone(), told: 0 }.facts();
    // Who asked by a topic alone may have asked for an allergen.
    if asking.query.is_none() && asking.topic == Topic::Contents {
        let allergens = Query { select: Select::Allergens, ..asked.clone() };
        facts.extend(Answering { query: &allergens, grounds, of: asked.of.clone(), told: 0 }.facts());
    }
    if asks_what_the_last_costs(&asked, grounds) {
        facts.push(Fact::Total);
    }
    let resolved = resolved(asking, &asked, of, grounds.menu);
    let (facts, before) = with_rest(facts, resolved);
    (facts, Before { among, ..before })
}

fn with_rest(facts: Vec<Fact>, asking: Asking) -> (Vec<Fact>, Before) {
    let mut subjects: Vec<Subject> = Vec::new();
    let mut all_told = 0;
    for fact in &facts {
        let about: Vec<Subject> = match fact {
            Fact::List { about, things, told, fits, .. } => {
                let now = u16::try_from(Fact::told_at_once(*about, fits)).unwrap_or(u16::MAX);
                all_told = told.saturating_add(now);
                // Each is there once, so no more than these can be kept.
                things.iter().skip(usize::from(*told)).take(KEPT_MAX).cloned().collect()
            }
            Fact::Recommended { items } => items.iter().map(Subject::item).collect(),
            Fact::Served { things, .. } => things.clone(),
            Fact::Order { items } => items.iter().map(Subject::item).collect(),
            Fact::Parts { combo, .. } => vec![Subject::combo(combo)],
            Fact::Allergens(allergens) => vec![allergens.of.clone()],
            Fact::Price { of, .. }
            | Fact::Contents { of, .. }
            | Fact::Sizes { of, .. }
            | Fact::Calories { of, .. }
            | Fact::Diet { of, .. }
            | Fact::Diets { of, .. }
            | Fact::Heat { of, .. }
            | Fact::Caffeine { of, .. }
            | Fact::Available { of, .. }
            | Fact::With { of, .. } => vec![of.clone()],
            Fact::Choices { of: Some(of), .. } if is_one_of_several(&facts) => vec![of.clone()],
            Fact::Choices { group, choices, .. } => {
                let choice = |modifier: &ModifierId| Subject::Modifier {
                    group: group.clone(),
                    modifier: modifier.clone(),
                };
                choices.iter().map(choice).collect()
            }
            Fact::House(_) | Fact::OutNow { .. } | Fact::Total | Fact::NameAnItem | Fact::AskTheTeam => {
                Vec::new()
            }
        };
        for subject in about.into_iter().map(|subject| without_size(subject, &facts)) {
            if subjects.len() < KEPT_MAX && !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
    }
    (facts, Before { asking, subjects, told: all_told, among: Vec::new() })
}

/// The question with what it pointed at, so that the next one can go on from that.
fn resolved(asking: &Asking, asked: &Query, of: Vec<Subject>, menu: &Menu) -> Asking {
    let points = matches!(asked.subject, Source::Last | Source::LastAt(_)) && asked.of.is_empty();
    if !points || of.is_empty() || asked.select == Select::List || asking.query.is_none() {
        return asking.clone();
    }
    let query = Query { of, subject: Source::New, ..asked.clone() };
    Asking { topic: asking.topic, ..Asking::of(query, menu) }
}

/// Whether several groups of choices were told, so that none is meant by "the third one".
fn is_one_of_several(facts: &[Fact]) -> bool {
    facts.iter().filter(|fact| matches!(fact, Fact::Choices { .. })).count() > 1
}

/// What "the second one" or "the cheapest" was one of: "and the third" and "the dearest" are others of them.
fn among(asked: &Query, grounds: &Grounds<'_>) -> Vec<Subject> {
    let picks = matches!(asked.subject, Source::LastAt(_)) || is_first_of_them(asked);
    let picks = picks && asked.of.is_empty();
    grounds.before.filter(|_| picks).map(|before| before.all().to_vec()).unwrap_or_default()
}

/// "Which of those is the cheapest": picks one of several.
fn is_first_of_them(asked: &Query) -> bool {
    asked.subject == Source::Last && asked.order_by.is_some()
}

/// The prices of all sizes are about one item; that of one is about that size.
fn without_size(subject: Subject, facts: &[Fact]) -> Subject {
    let of_one = matches!(facts, [Fact::Price { .. } | Fact::Calories { .. }]);
    if of_one { subject } else { unsized_of(subject) }
}

fn unsized_of(subject: Subject) -> Subject {
    match subject {
        Subject::Item { item, modifiers, .. } => Subject::Item { item, size: None, modifiers },
        Subject::Combo { combo, .. } => Subject::Combo { combo, size: None },
        other => other,
    }
}

/// "How much is that", said of an order of several lines: of the last one, or of all of them.
fn asks_what_the_last_costs(asked: &Query, grounds: &Grounds<'_>) -> bool {
    let points = asked.subject == Source::Last && asked.of.is_empty() && asked.about == About::Items;
    let answered = grounds.before.is_some_and(|before| !before.subjects.is_empty());
    points && asked.select == Select::Price && !answered && grounds.order.lines().len() > 1
}

/// What the question is about: what it names, or what was spoken of.
fn subjects(query: &Query, grounds: &Grounds<'_>) -> Vec<Subject> {
    let before = grounds.before.map(|before| before.subjects.as_slice()).unwrap_or_default();
    let spoken_of = || match before {
        [] => grounds.order.referent().map(|line_id| vec![Subject::Line { line_id }]).unwrap_or_default(),
        // A size matters to what it costs and how much it is.
        all if matches!(query.select, Select::Price | Select::Calories) => all.to_vec(),
        all => all.iter().cloned().map(unsized_of).collect(),
    };
    match query.subject {
        _ if !query.of.is_empty() => query.of.clone(),
        Source::New | Source::More => Vec::new(),
        Source::Last if is_first_of_them(query) && before.len() == 1 => {
            grounds.before.map(|before| before.all().to_vec()).unwrap_or_default()
        }
        Source::Last => owner(query, grounds).unwrap_or_else(spoken_of),
        Source::LastAt(place) => {
            let all = grounds.before.map(Before::all).unwrap_or_default();
            let at = usize::from(place).checked_sub(1);
            at.map_or(all.last(), |at| all.get(at)).cloned().into_iter().collect()
        }
    }
}

/// "What flavors do the shakes come in, and how much is it": of the shake.
fn owner(query: &Query, grounds: &Grounds<'_>) -> Option<Vec<Subject>> {
    let of_it = matches!(query.select, Select::Price | Select::Contents | Select::Sizes | Select::Calories);
    let asked = grounds.before?.asking.query.as_deref()?;
    (of_it
        && asked.select == Select::Choices
        && about::about(&asked.of) == About::Items
        && !asked.of.is_empty())
    .then(|| asked.of.clone())
}

struct Answering<'a> {
    query: &'a Query,
    grounds: &'a Grounds<'a>,
    of: Vec<Subject>,
    told: u16,
}

impl Answering<'_> {
    fn facts(&self) -> Vec<Fact> {
        let Self { query, grounds, .. } = self;
        match (query.about, query.select) {
            (_, Select::Unknown) => vec![Fact::AskTheTeam],
            (About::Order, _) => self.of_the_order(),
            (About::House, _) => self.of_the_house(),
            (_, Select::Hours) => self.served(),
            (_, Select::Recommended) => vec![self.recommended()],
            (About::Categories, Select::List) => self.categories(),
            (_, Select::List) => self.list(),
            // "Which of those is cheapest", "is any of it vegan".
            (_, Select::Whether) if self.asks_of_any() && !query.filters.is_empty() => self.list(),
            (_, Select::Price) if self.of.is_empty() && grounds.state == StateKind::Confirming => {
                vec![Fact::Total]
            }
            _ if self.of.is_empty() && query.subject == Source::New && is_narrowed(query) => {
                self.of_all_that_fit()
            }
            _ if self.of.is_empty() => vec![Fact::NameAnItem],
            _ => {
                let of = self.of.iter().take(SUBJECTS_MAX);
                let mut facts: Vec<Fact> = of.clone().flat_map(|of| self.thing().facts(of)).collect();
                let later = served::later(of, grounds.menu);
                if !later.is_empty() {
                    // Not that it is off: when it is served.
                    facts.retain(|fact| !matches!(fact, Fact::Available { available: false, .. }));
                }
                facts.extend(later);
                facts
            }
        }
    }

    /// "When is breakfast served."
    fn served(&self) -> Vec<Fact> {
        let Grounds { menu, order, .. } = *self.grounds;
        let times = served::times(self.of.iter().take(SUBJECTS_MAX), order, menu);
        if times.is_empty() { vec![Fact::NameAnItem] } else { times }
    }

    fn thing(&self) -> Thing<'_> {
        Thing { query: self.query, grounds: self.grounds }
    }

    /// Whether it is asked of so many that those are told of which it holds.
    fn asks_of_any(&self) -> bool {
        let is_sort = |of: &Subject| matches!(of, Subject::Category { .. } | Subject::Group { .. });
        let is_sorts = self.of.iter().all(is_sort);
        let points = self.query.of.is_empty() && self.query.subject == Source::Last;
        is_sorts || points && self.of.len() > EACH_MAX
    }

    fn of_the_house(&self) -> Vec<Fact> {
        let Grounds { house, at, zone, .. } = *self.grounds;
        house::answer(self.query, house, at, zone).into_iter().map(Fact::House).collect()
    }

    /// "How much are the burgers": the same of each that fits.
    fn of_all_that_fit(&self) -> Vec<Fact> {
        let things = list::things(self.query, &[], self.grounds.menu);
        things.iter().take(SUBJECTS_MAX).flat_map(|subject| self.thing().facts(subject)).collect()
    }

    fn list(&self) -> Vec<Fact> {
        let Self { query, grounds, told, .. } = self;
        let things = list::things(query, &self.of, grounds.menu);
        let unsure = list::is_unsure(query, &self.of, grounds.menu);
        let (fits, by) = (query.filters.clone(), query.order_by);
        let values = things.iter().take(Fact::told_at_once(query.about, &fits));
        let values: Vec<Fact> =
            by.into_iter().flat_map(|by| values.clone().flat_map(move |of| self.value(of, by))).collect();
        let is_empty = things.is_empty() && *told == 0;
        let is_sized = |of: &Subject| {
            matches!(of, Subject::Item { size: Some(_), .. } | Subject::Combo { size: Some(_), .. })
        };
        let in_sizes = self.of.iter().any(is_sized);
        let things = if in_sizes { things.into_iter().map(unsized_of).collect::<Vec<_>>() } else { things };
        let mut facts = vec![Fact::List {
            about: query.about,
            things,
            told: *told,
            fits,
            by,
            maybe: list::maybe(query, &self.of, grounds.menu),
            unsure,
        }];
        facts.extend(values);
        if is_empty {
            let later = list::things_not_served(query, &self.of, grounds.menu);
            let later = served::later(&later, grounds.menu);
            return if later.is_empty() { facts } else { later };
        }
        facts
    }

    /// What something is first by: the price, the calories, the heat, the caffeine.
    fn value(&self, of: &Subject, by: OrderBy) -> Vec<Fact> {
        let query = Query { select: by.select(), ..self.query.clone() };
        let facts = Thing { query: &query, grounds: self.grounds }.facts(of).into_iter();
        let amount = |fact: &Fact| match fact {
            Fact::Price { price, .. } => Some(price.hundredths()),
            Fact::Calories { calories, .. } => calories.map(i64::from),
            _ => None,
        };
        match by {
            OrderBy::Cheapest | OrderBy::Lightest => facts.min_by_key(amount).into_iter().collect(),
            OrderBy::Dearest | OrderBy::Heaviest => facts.max_by_key(amount).into_iter().collect(),
            OrderBy::Hottest | OrderBy::Mildest | OrderBy::MostCaffeine | OrderBy::LeastCaffeine => {
                facts.collect()
            }
        }
    }

    fn categories(&self) -> Vec<Fact> {
        let menu = self.grounds.menu;
        let has_items = |category: &&crate::menu::Category| menu.items_in(&category.id).any(Item::is_had);
        let things = menu.categories.iter().filter(has_items);
        let things = things.map(|category| Subject::Category { category: category.id.clone() }).collect();
        let off: Vec<ItemId> =
            menu.items.iter().filter(|item| !item.available).map(|item| item.id.clone()).collect();
        let mut facts = vec![Fact::list(About::Categories, things, self.told)];
        facts.extend((!off.is_empty()).then_some(Fact::OutNow { items: off }));
        facts
    }

    fn of_the_order(&self) -> Vec<Fact> {
        let Self { query, grounds, .. } = self;
        let view = || grounds.order.view(OrderStatus::Open);
        match query.select {
            Select::Price => vec![Fact::Total],
            Select::Allergens | Select::Whether
                if asks_of_allergens(query) && !grounds.order.lines().is_empty() =>
            {
                let asked = about::asked_allergens(&query.filters);
                let asked = if asked.is_empty() { grounds.avoided.to_vec() } else { asked };
                view()
                    .lines
                    .iter()
                    .map(|line| Fact::Allergens(Allergens::of_line(line, &asked, grounds.menu)))
                    .collect()
            }
            Select::Calories if !grounds.order.lines().is_empty() => {
                let lines = grounds.order.lines().iter();
                lines.flat_map(|line| self.thing().facts(&Subject::Line { line_id: line.line_id })).collect()
            }
            _ => {
                let items = self.of.iter().filter_map(|of| item_of(of, grounds.order, grounds.menu));
                vec![Fact::Order { items: items.map(|item| item.id.clone()).collect() }]
            }
        }
    }

    /// The menu's upsells of what is asked about or on the order, or else its first items.
    fn recommended(&self) -> Fact {
        let Self { grounds: Grounds { menu, order, .. }, .. } = self;
        let named = self.of.iter().filter_map(|subject| item_of(subject, order, menu));
        let named: Vec<&Item> = named.collect();
        let ordered = order.lines().iter().rev().filter_map(|line| menu.item(&line.item));
        let around: Vec<&Item> = if named.is_empty() { ordered.collect() } else { named };
        let fits = list::things(&Query { select: Select::List, ..self.query.clone() }, &[], menu);
        let is_new = |item: &&Item| {
            let of_kind = self.query.filters.is_empty() || fits.contains(&Subject::item(&item.id));
            item.is_had() && of_kind && !order.holds(&item.id)
        };
        let upsells = around.iter().flat_map(|item| &item.upsells).filter_map(|id| menu.item(id));
        let mut items: Vec<ItemId> = Vec::new();
        for item in upsells.chain(&menu.items).filter(is_new) {
            if items.len() < RECOMMENDED_MAX && !items.contains(&item.id) {
                items.push(item.id.clone());
            }
        }
        Fact::Recommended { items }
    }
}

/// Whether it says which of all are meant: "how much are the burgers", "what would the most expensive thing be".
fn is_narrowed(query: &Query) -> bool {
    !query.filters.is_empty() || query.order_by.is_some()
}

/// Whether it asks what something contains that some must avoid.
fn asks_of_allergens(query: &Query) -> bool {
    query.select == Select::Allergens || !about::asked_allergens(&query.filters).is_empty()
}

/// The names of what the menu leaves something out of that some must avoid.
pub(crate) fn unknown_of(facts: &[Fact], order: &Order, menu: &Menu) -> Vec<String> {
    let unknown = facts.iter().filter_map(|fact| match fact {
        Fact::Allergens(found) if found.is_unsure() => Some(&found.of),
        _ => None,
    });
    let name = |subject: &Subject| match subject {
        Subject::Combo { combo, .. } => menu.combo(combo).map(|combo| combo.name.clone()),
        Subject::Modifier { group, modifier } => {
            menu.group(group)?.modifier(modifier).map(|modifier| modifier.name.clone())
        }
        other => item_of(other, order, menu).map(|item| item.name.clone()),
    };
    unknown.filter_map(name).collect()
}

fn item_of<'a>(subject: &Subject, order: &Order, menu: &'a Menu) -> Option<&'a Item> {
    match subject {
        Subject::Item { item, .. } => menu.item(item),
        Subject::Combo { combo, .. } => menu.item(&menu.combo(combo)?.main),
        Subject::Line { line_id } => menu.item(&order.line(*line_id)?.item),
        Subject::Modifier { .. } | Subject::Group { .. } | Subject::Category { .. } => None,
    }
}
