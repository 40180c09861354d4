//! What is answered: ids and values, without words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{About, Filter, OrderBy, Subject};
use crate::house::HouseFact;
use crate::ids::{CategoryId, ComboId, DayPartId, GroupId, ItemId, ModifierId, SizeId};
use crate::menu::{Allergen, Caffeine, Diet};
use crate::money::Money;

/// How many things of a list are told at once.
const TOLD_MAX: usize = 3;
/// The same of categories.
const CATEGORIES_TOLD_MAX: usize = 8;
/// The same of things that contain what somebody must avoid.
const WARNED_MAX: usize = 12;

/// One thing that an answer says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum Fact {
    /// What something costs; of an item with sizes, one for each size.
    Price {
        /// What.
        of: Subject,
        /// In the menu's currency.
        price: Money,
    },
    /// What comes in or on something.
    Contents {
        /// What.
        of: Subject,
        /// The modifiers that it comes with.
        with: Vec<MenuChoice>,
    },
    /// Which sizes something has.
    Sizes {
        /// What.
        of: Subject,
        /// None where there is one size only.
        sizes: Vec<SizeId>,
    },
    /// What can be chosen.
    Choices {
        /// Of what; none for the group wherever it is had.
        of: Option<Subject>,
        /// The group.
        group: GroupId,
        /// The choices that can be had now.
        choices: Vec<ModifierId>,
    },
    /// What a combo comes with, and what it costs in its own size.
    Parts {
        /// The combo.
        combo: ComboId,
        /// What it comes with besides its main item.
        parts: Vec<Part>,
        /// In the menu's currency.
        price: Money,
    },
    /// How many calories something has.
    Calories {
        /// What.
        of: Subject,
        /// In kilocalories; none if the menu does not say.
        calories: Option<u32>,
    },
    /// What something contains that some must avoid.
    Allergens(Allergens),
    /// Whether something fits a diet.
    Diet {
        /// What.
        of: Subject,
        /// The diet.
        diet: Diet,
        /// None if the menu does not say.
        fits: Option<bool>,
    },
    /// Which diets something fits.
    Diets {
        /// What.
        of: Subject,
        /// None if the menu does not say.
        diets: Option<Vec<Diet>>,
    },
    /// How hot something is.
    Heat {
        /// What.
        of: Subject,
        /// 0 to 3; none if the menu does not say.
        heat: Option<u8>,
    },
    /// Whether something has caffeine.
    Caffeine {
        /// What.
        of: Subject,
        /// None if the menu does not say.
        caffeine: Option<Caffeine>,
    },
    /// Whether something can be had now.
    Available {
        /// What.
        of: Subject,
        /// Whether it can.
        available: bool,
        /// The choices that must be made: the flavors of a shake.
        choices: Vec<MenuChoice>,
    },
    /// When things are served: told where that is asked, and of what is not served now.
    Served {
        /// What.
        things: Vec<Subject>,
        /// The parts of the day in which they are; none for always.
        dayparts: Vec<DayPartId>,
    },
    /// Whether something comes with a modifier.
    With {
        /// What.
        of: Subject,
        /// The modifier.
        choice: MenuChoice,
        /// How.
        comes: Comes,
    },
    /// Which there are.
    List {
        /// Of what.
        about: About,
        /// All of them, those that are told first.
        things: Vec<Subject>,
        /// How many of them were told before.
        told: u16,
        /// What all of them fit.
        fits: Vec<Filter>,
        /// What they are first by.
        by: Option<OrderBy>,
        /// Those that may contain it, or do with some choice, where it is asked what contains something.
        maybe: Vec<Subject>,
        /// Whether there may be more: of some the menu does not say what was asked.
        unsure: bool,
    },
    /// What is off now.
    OutNow {
        /// The items.
        items: Vec<ItemId>,
    },
    /// What we recommend.
    Recommended {
        /// At most two.
        items: Vec<ItemId>,
    },
    /// What was ordered so far, with its total; with lines, those alone.
    Order {
        /// The items that are asked about; none for all.
        items: Vec<ItemId>,
    },
    /// What the order costs.
    Total,
    /// What the house says of itself.
    House(HouseFact),
    /// That something must be named first.
    NameAnItem,
    /// That no data says it, but a person can.
    AskTheTeam,
}

impl Fact {
    /// Everything there is of something, from what was not told before.
    pub(super) fn list(about: About, things: Vec<Subject>, told: u16) -> Self {
        Self::List { about, things, told, fits: Vec::new(), by: None, maybe: Vec::new(), unsure: false }
    }

    /// How many things of a list are told at once. Of what must be avoided none is kept back.
    pub fn told_at_once(about: About, fits: &[Filter]) -> usize {
        if about == About::Categories {
            return CATEGORIES_TOLD_MAX;
        }
        let warns = fits.iter().any(|filter| matches!(filter, Filter::Contains { .. }));
        if warns { WARNED_MAX } else { TOLD_MAX }
    }
}

/// A modifier, as a choice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ToSchema)]
pub struct MenuChoice {
    /// Its group.
    pub group: GroupId,
    /// The modifier.
    pub modifier: ModifierId,
}

/// A part of a combo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// This item.
    Item(ItemId),
    /// One of a category, by choice.
    AnyOf(CategoryId),
}

/// Whether a modifier is on something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Comes {
    /// It comes with it.
    Yes,
    /// It can be added.
    OnRequest,
    /// It cannot be had on it.
    Never,
}

/// What something contains that some must avoid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub struct Allergens {
    /// Of what.
    pub of: Subject,
    /// What was asked for; empty for all.
    pub asked: Vec<Allergen>,
    /// What it contains, all of it.
    pub contains: Vec<Allergen>,
    /// What may have got into it.
    pub may_contain: Vec<Allergen>,
    /// The parts of which the menu does not say.
    pub unknown: Vec<Subject>,
    /// What is still to be chosen: the rest depends on it.
    pub open: Vec<Subject>,
    /// The open choices that contain, or may contain, what was asked for.
    pub depends: Vec<Subject>,
    /// The open choices of which the menu does not say.
    pub unsure_choices: Vec<Subject>,
}

impl Allergens {
    /// Those asked for that it contains; all if nothing was asked for.
    pub fn hits(&self) -> Vec<&Allergen> {
        self.asked_of(&self.contains)
    }

    /// Those asked for that may have got into it.
    pub fn possible(&self) -> Vec<&Allergen> {
        self.asked_of(&self.may_contain)
    }

    /// Whether it is known to have none of what was asked for.
    pub fn is_known_free(&self) -> bool {
        self.hits().is_empty() && self.possible().is_empty() && self.depends.is_empty() && !self.is_unsure()
    }

    /// Whether the menu leaves something of it out, so that a person must be asked.
    pub fn is_unsure(&self) -> bool {
        !self.unknown.is_empty() || !self.unsure_choices.is_empty()
    }

    fn asked_of<'a>(&self, all: &'a [Allergen]) -> Vec<&'a Allergen> {
        let is_asked = |allergen: &&Allergen| {
            self.asked.is_empty() || self.asked.iter().any(|asked| allergen.is_kind_of(asked))
        };
        all.iter().filter(is_asked).collect()
    }
}
