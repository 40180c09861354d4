//! A question as it is heard: as a query, and by a topic and the items that it names, as earlier releases knew it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{About, Filter, Query, Select, Subject};
use crate::ids::{ComboId, GroupId, ItemId};
use crate::menu::{Allergen, KnownAllergen, Menu, Topic};

/// A question as it is heard: by its topic and what it names, and as a [`Query`] where the parser makes one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub struct Asking {
    /// What is asked about.
    pub topic: Topic,
    /// Which items are asked about; empty for the menu as a whole.
    #[serde(default)]
    pub items: Vec<ItemId>,
    /// The combos among them: then `items` has what each is based on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    pub combos: Vec<ComboId>,
    /// Which groups of choices are asked about: "what sauces do you have".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    pub groups: Vec<GroupId>,
    /// All of the question. The other fields say of it what earlier releases knew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub query: Option<Box<Query>>,
}

impl Asking {
    /// A question about some items, or about the menu as a whole.
    pub const fn about(topic: Topic, items: Vec<ItemId>) -> Self {
        Self { topic, items, combos: Vec::new(), groups: Vec::new(), query: None }
    }

    /// A query, with what earlier releases can say of it: a topic, and what it names.
    pub fn of(query: Query, menu: &Menu) -> Self {
        let mut asking = Self::about(query.topic(), Vec::new());
        for subject in &query.of {
            asking.name(subject, menu);
        }
        let categories = query.filters.iter().filter_map(|filter| match filter {
            Filter::Category { category } => Some(category),
            _ => None,
        });
        for category in categories.filter(|_| query.of.is_empty()) {
            asking.items.extend(menu.items_in(category).map(|item| item.id.clone()));
        }
        Self { query: Some(Box::new(query)), ..asking }
    }

    /// The same, about so many things at most.
    pub(crate) fn at_most(mut self, max: usize) -> Self {
        self.items.truncate(max);
        self.combos.truncate(max);
        self.groups.truncate(max);
        if let Some(query) = &mut self.query {
            query.of.truncate(max);
            query.filters.truncate(max);
        }
        self
    }

    fn name(&mut self, subject: &Subject, menu: &Menu) {
        let mut add = |item: &ItemId| {
            if !self.items.contains(item) {
                self.items.push(item.clone());
            }
        };
        match subject {
            Subject::Item { item, .. } => add(item),
            Subject::Combo { combo, .. } => {
                if let Some(combo) = menu.combo(combo) {
                    add(&combo.main);
                    self.combos.push(combo.id.clone());
                }
            }
            Subject::Category { category } => menu.items_in(category).for_each(|item| add(&item.id)),
            Subject::Group { group } => self.groups.push(group.clone()),
            Subject::Modifier { .. } | Subject::Line { .. } => {}
        }
    }
}

impl Asking {
    /// The same, with the question itself: one that has only a topic goes on as what the topic asks.
    pub fn in_full(&self, menu: &Menu) -> Self {
        Self { query: Some(Box::new(self.to_query(menu))), ..self.clone() }
    }

    /// The question itself; of one that has only a topic, what the topic asks.
    pub(crate) fn to_query(&self, menu: &Menu) -> Query {
        if let Some(query) = &self.query {
            return (**query).clone();
        }
        let (about, select) = match self.topic {
            Topic::Price => (About::Items, Select::Price),
            Topic::Contents => (About::Items, Select::Contents),
            Topic::Sizes => (About::Items, Select::Sizes),
            Topic::Calories => (About::Items, Select::Calories),
            Topic::Allergens => (About::Items, Select::Allergens),
            Topic::Recommendation => (About::Items, Select::Recommended),
            Topic::Combo if self.items.is_empty() => (About::Combos, Select::List),
            Topic::Combo => (About::Items, Select::Parts),
            Topic::Order => (About::Order, Select::List),
            Topic::Other => (About::House, Select::Unknown),
            Topic::Availability if !self.groups.is_empty() => (About::Modifiers, Select::Choices),
            Topic::Availability if self.items.is_empty() => (About::Categories, Select::List),
            Topic::Availability if self.is_whole_category(menu) => (About::Items, Select::List),
            Topic::Availability => (About::Items, Select::Whether),
        };
        let of = if self.groups.is_empty() {
            self.items.iter().map(|item| self.subject(item, menu)).collect()
        } else {
            self.groups.iter().map(|group| Subject::Group { group: group.clone() }).collect()
        };
        Query { of, ..Query::new(about, select) }
    }

    /// An item, or the combo that is asked about and based on it.
    fn subject(&self, item: &crate::ids::ItemId, menu: &Menu) -> Subject {
        let combo = self.combos.iter().find(|id| menu.combo(id).is_some_and(|combo| combo.main == *item));
        combo.map_or_else(|| Subject::item(item), Subject::combo)
    }

    /// "What drinks do you have" named all drinks.
    fn is_whole_category(&self, menu: &Menu) -> bool {
        let Some(first) = self.items.first().and_then(|id| menu.item(id)) else { return false };
        let named = menu.items_in(&first.category).filter(|item| self.items.contains(&item.id)).count();
        self.items.len() > 1 && named == self.items.len() && menu.items_in(&first.category).count() == named
    }
}

impl Query {
    /// The topic that comes nearest.
    fn topic(&self) -> Topic {
        if self.about == About::Order {
            return Topic::Order;
        }
        match self.select {
            Select::Price => Topic::Price,
            Select::Contents | Select::Heat | Select::Caffeine => Topic::Contents,
            Select::Sizes | Select::Count => Topic::Sizes,
            Select::Parts => Topic::Combo,
            Select::Calories => Topic::Calories,
            Select::Allergens | Select::Diets => Topic::Allergens,
            Select::Recommended => Topic::Recommendation,
            Select::Choices | Select::Deals => Topic::Availability,
            Select::List if self.about == About::Combos => Topic::Combo,
            Select::List | Select::Whether => {
                self.filters.iter().map(Filter::topic).max().unwrap_or(Topic::Availability)
            }
            Select::Hours if self.about != About::House => Topic::Availability,
            Select::Hours
            | Select::Payment
            | Select::Tax
            | Select::Restroom
            | Select::Wifi
            | Select::Parking
            | Select::Address
            | Select::Phone
            | Select::Wheelchair
            | Select::Pets
            | Select::Discounts
            | Select::Extras
            | Select::Answer
            | Select::Unknown => Topic::Other,
        }
    }
}

impl Filter {
    /// The topic of a question whether it holds. What is food besides is in what something is made of.
    fn topic(&self) -> Topic {
        let is_food = |allergen: &Allergen| {
            use KnownAllergen::{Egg, Fish, Milk, Molluscs, Mustard, Shellfish};
            matches!(allergen, Allergen::Known(Egg | Fish | Milk | Molluscs | Mustard | Shellfish))
        };
        match self {
            Self::Contains { allergens } if allergens.iter().all(is_food) => Topic::Contents,
            Self::Contains { .. } | Self::FreeOf { .. } | Self::Diet { .. } => Topic::Allergens,
            Self::Heat { .. } | Self::Caffeine { .. } | Self::With { .. } | Self::Without { .. } => {
                Topic::Contents
            }
            Self::Size { .. } => Topic::Sizes,
            Self::Price { .. }
            | Self::Calories { .. }
            | Self::Category { .. }
            | Self::Kind { .. }
            | Self::WithoutKind { .. }
            | Self::Served { .. }
            | Self::On { .. }
            | Self::Way { .. }
            | Self::Named { .. }
            | Self::Answer { .. } => Topic::Availability,
        }
    }
}
