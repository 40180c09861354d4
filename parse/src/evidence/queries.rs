//! Whether the words of a question bear out a query that another agent makes of them.
//!
//! Facts come from the data whatever is asked, so a wrong query tells nothing false. But it could leave out half of what
//! was asked, or answer of another thing, and of what somebody must not eat that is as bad. So a query is believed if
//!
//! - whatever it names is named by the words;
//! - every name, size and choice in the words is in it, and so is everything that somebody must not eat;
//! - it denies something if the words do, and the words count nothing.

use std::collections::BTreeSet;

use fsm::dialogue::Why;
use fsm::menu::{Allergen, Diet, Menu};
use fsm::order::Amount;
use fsm::query::{About, Filter, Query, Select, Source, Subject};

use crate::asking;
use crate::evidence::parts::Part;
use crate::evidence::{Evidence, Named, denies};
use crate::language::Word;
use crate::reading::lattice::Role;

/// What a query or a run of words names: an id, or the place of a thing in the menu.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Name {
    Item(String),
    Combo(String),
    Size(String),
    Choice(String, String),
    Group(String),
    Category(String),
}

impl Evidence<'_> {
    /// Whether any of the words asks.
    pub fn asks(&self) -> bool {
        self.any(super::asks) || asking::may_ask(self.utterance, &self.tokens)
    }

    /// Whether any of the words names something of the menu.
    pub fn names(&self) -> bool {
        let names = |role: &Role| {
            matches!(role, Role::Entry { .. } | Role::Modifier(_) | Role::Category(_) | Role::Group(_))
        };
        self.any(names)
    }

    /// The ids that a query may name.
    pub fn named_in_question(&self) -> Named {
        let menu = &self.utterance.book.menu;
        let mut named = self.named();
        for edge in &self.edges {
            match &edge.role {
                Role::Category(at) => drop(named.categories.insert(menu.categories[*at].id.to_string())),
                Role::Group(at) => drop(named.groups.insert(menu.modifier_groups[*at].id.to_string())),
                _ => {}
            }
        }
        let avoided = asking::avoided(self.utterance, &self.tokens);
        named.allergens.extend(avoided.allergens.iter().map(|allergen| allergen.as_str().to_owned()));
        named.diets.extend(avoided.diets.iter().map(ToString::to_string));
        named
    }

    /// Whether a query of another agent can be what the words ask.
    ///
    /// # Errors
    /// [`Why::Unknown`] if it names what the menu, the house or the conversation does not have, else
    /// [`Why::NotSaid`].
    pub fn check_query(&self, query: &Query) -> Result<(), Why> {
        let (menu, house) = (&self.utterance.book.menu, self.utterance.house);
        let wanted = names_of(query, menu).ok_or(Why::Unknown)?;
        for filter in &query.filters {
            match filter {
                Filter::Answer { id }
                    if house.is_none_or(|house| house.answers.iter().all(|answer| answer.id != *id)) =>
                {
                    return Err(Why::Unknown);
                }
                // What is measured by a number or a day, or is found by the house's own words, the grammar reads.
                Filter::Price { .. }
                | Filter::Calories { .. }
                | Filter::Served { .. }
                | Filter::On { .. }
                | Filter::Way { .. }
                | Filter::Named { .. }
                | Filter::Kind { .. }
                | Filter::WithoutKind { .. } => return Err(Why::NotSaid),
                _ => {}
            }
        }
        let goes_on = query.subject != Source::New;
        let spoke_before = self.utterance.answered.is_some()
            || self.utterance.order.is_some_and(|order| !order.lines().is_empty());
        if goes_on && !spoke_before {
            return Err(Why::Unknown);
        }
        let avoided = asking::avoided(self.utterance, &self.tokens);
        let said: BTreeSet<Name> = self.edges.iter().flat_map(|edge| self.said(&edge.role)).collect();
        let holds = wanted.is_subset(&said)
            && Avoids::of(&avoided.allergens, &avoided.diets) == Avoids::by(query)
            && self.parts.iter().all(|part| self.is_in(part, &wanted, query));
        if holds { Ok(()) } else { Err(Why::NotSaid) }
    }

    /// Whether a run of words says nothing of a question, or the query has it.
    fn is_in(&self, part: &Part, wanted: &BTreeSet<Name>, query: &Query) -> bool {
        let is_wanted = || {
            part.meanings.iter().any(|edge| self.said(&edge.role).iter().any(|name| wanted.contains(name)))
        };
        let excludes = || {
            let excludes = |filter: &Filter| matches!(filter, Filter::Without { .. } | Filter::FreeOf { .. });
            query.filters.iter().any(excludes)
        };
        match &part.meanings[0].role {
            Role::Entry { .. } | Role::Size(_) | Role::Category(_) | Role::Group(_) => is_wanted(),
            Role::Modifier(_) => part.meanings[0].part || is_wanted(),
            Role::Word(Word::Combo) => {
                query.about == About::Combos
                    || query.select == Select::Parts
                    || wanted.iter().any(|name| matches!(name, Name::Combo(_)))
            }
            Role::Number(number) => *number == 1,
            Role::NoSuchNumber | Role::Word(Word::Times(_)) => false,
            Role::Amount(Amount::No) => excludes(),
            // "Isn't it spicy" denies nothing.
            role if denies(role) => part.about.is_none() || excludes(),
            _ => true,
        }
    }

    /// What a run of words names if it means this.
    fn said(&self, role: &Role) -> Vec<Name> {
        let menu = &self.utterance.book.menu;
        let index = &self.utterance.book.index;
        match role {
            Role::Entry { entries, .. } => {
                let mains = entries.iter().map(|entry| &menu.items[index.main(*entry)].id);
                mains.flat_map(|item| items_and_combos(item.as_str(), menu)).collect()
            }
            Role::Modifier(choices) => {
                let named = choices.iter().map(|(group, at)| {
                    let group = &menu.modifier_groups[*group];
                    Name::Choice(group.id.to_string(), group.modifiers[*at].id.to_string())
                });
                named.collect()
            }
            Role::Size(sizes) => sizes.iter().map(|size| Name::Size(size.to_string())).collect(),
            Role::Category(at) => vec![Name::Category(menu.categories[*at].id.to_string())],
            Role::Group(at) => vec![Name::Group(menu.modifier_groups[*at].id.to_string())],
            _ => Vec::new(),
        }
    }
}

/// An item, and the combos that are based on it.
fn items_and_combos(item: &str, menu: &Menu) -> Vec<Name> {
    let combos = menu.combos.iter().filter(|combo| combo.main.as_str() == item);
    let combos = combos.map(|combo| Name::Combo(combo.id.to_string()));
    combos.chain([Name::Item(item.to_owned())]).collect()
}

/// What a query names; none if the menu does not have it.
fn names_of(query: &Query, menu: &Menu) -> Option<BTreeSet<Name>> {
    let mut names = BTreeSet::new();
    for subject in &query.of {
        match subject {
            Subject::Item { item, size, modifiers } => {
                let known = menu.item(item)?;
                names.insert(Name::Item(item.to_string()));
                if let Some(size) = size {
                    known.size(size)?;
                    names.insert(Name::Size(size.to_string()));
                }
                for pick in modifiers {
                    menu.group(&pick.group)?.modifier(&pick.modifier)?;
                    names.insert(Name::Choice(pick.group.to_string(), pick.modifier.to_string()));
                }
            }
            Subject::Combo { combo, size } => {
                let known = menu.combo(combo)?;
                names.insert(Name::Combo(combo.to_string()));
                if let Some(size) = size {
                    known.size(size)?;
                    names.insert(Name::Size(size.to_string()));
                }
            }
            Subject::Modifier { group, modifier } => {
                menu.group(group)?.modifier(modifier)?;
                names.insert(Name::Choice(group.to_string(), modifier.to_string()));
            }
            Subject::Group { group } => {
                menu.group(group)?;
                names.insert(Name::Group(group.to_string()));
            }
            Subject::Category { category } => {
                menu.category(category)?;
                names.insert(Name::Category(category.to_string()));
            }
            // A line is pointed at, which only the grammar settles.
            Subject::Line { .. } => return None,
        }
    }
    for filter in &query.filters {
        match filter {
            Filter::Category { category } => {
                menu.category(category)?;
                names.insert(Name::Category(category.to_string()));
            }
            Filter::With { group, modifier } | Filter::Without { group, modifier } => {
                menu.group(group)?.modifier(modifier)?;
                names.insert(Name::Choice(group.to_string(), modifier.to_string()));
            }
            Filter::Size { size } => {
                names.insert(Name::Size(size.to_string()));
            }
            _ => {}
        }
    }
    Some(names)
}

/// What some must not eat, or want to, whatever the order.
#[derive(PartialEq, Eq)]
struct Avoids(BTreeSet<String>, BTreeSet<Diet>);

impl Avoids {
    fn of(allergens: &[Allergen], diets: &[Diet]) -> Self {
        let names = allergens.iter().map(|allergen| allergen.as_str().to_owned());
        Self(names.collect(), diets.iter().copied().collect())
    }

    /// What of it a query asks about.
    fn by(query: &Query) -> Self {
        let (mut allergens, mut diets) = (Vec::new(), Vec::new());
        for filter in &query.filters {
            match filter {
                Filter::Contains { allergens: some } | Filter::FreeOf { allergens: some } => {
                    allergens.extend(some.iter().cloned());
                }
                Filter::Diet { diet } => diets.push(*diet),
                _ => {}
            }
        }
        Self::of(&allergens, &diets)
    }
}
