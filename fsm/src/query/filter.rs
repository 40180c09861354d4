//! What must hold of an answer, and what comes first in it.

use jiff::civil::{Date, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};
use utoipa::ToSchema;

use super::Select;
use crate::ids::{CategoryId, GroupId, ModifierId, SizeId};
use crate::menu::{Allergen, Diet};
use crate::money::Money;

/// What must hold of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(tag = "is", rename_all = "snake_case", deny_unknown_fields)]
pub enum Filter {
    /// It contains one of these.
    Contains {
        /// "Nuts" are peanuts and tree nuts.
        allergens: Vec<Allergen>,
    },
    /// It contains none of these; said also by who asks whether it is safe.
    FreeOf {
        /// "Nuts" are peanuts and tree nuts.
        allergens: Vec<Allergen>,
    },
    /// It fits a diet.
    Diet {
        /// The diet.
        diet: Diet,
    },
    /// It costs so much.
    Price {
        /// Not more.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        at_most: Option<Money>,
        /// Not less.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        at_least: Option<Money>,
    },
    /// It has so many calories at most.
    Calories {
        /// In kilocalories.
        at_most: u32,
    },
    /// It is hot, or not.
    Heat {
        /// Whether it is.
        hot: bool,
    },
    /// It has caffeine, or not.
    Caffeine {
        /// Whether it has.
        has: bool,
    },
    /// It is in a category.
    Category {
        /// The category.
        category: CategoryId,
    },
    /// It is of a kind, as the menu calls it: `soda`.
    Kind {
        /// The kind.
        kind: String,
    },
    /// It can have a choice of a kind, and comes without any: cheese.
    WithoutKind {
        /// The kind.
        kind: String,
    },
    /// It comes with a modifier, or can have it.
    With {
        /// Its group.
        group: GroupId,
        /// The modifier.
        modifier: ModifierId,
    },
    /// It comes without a modifier.
    Without {
        /// Its group.
        group: GroupId,
        /// The modifier.
        modifier: ModifierId,
    },
    /// It can be had in that size.
    Size {
        /// The size.
        size: SizeId,
    },
    /// It is served now, or later.
    Served {
        /// Whether it is asked what is off.
        now: bool,
    },
    /// On that day of the week, today, tomorrow, or a holiday by its name.
    On {
        /// The day.
        day: Day,
    },
    /// By this way to pay: `visa`.
    Way {
        /// As in the house's document.
        way: String,
    },
    /// Called so in the house's document: an extra.
    Named {
        /// As in the house's document.
        name: String,
    },
    /// The answer of that id in the house's document.
    Answer {
        /// Its id.
        id: String,
    },
}

/// A day that somebody names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Day {
    /// The day on which it is asked, at that time: "are you open now".
    Now,
    /// Today.
    Today,
    /// Tomorrow.
    Tomorrow,
    /// The next day of that name: `monday`.
    #[serde(with = "weekday")]
    #[schemars(with = "String")]
    #[schema(value_type = String)]
    Weekday(Weekday),
    /// A date.
    #[schemars(with = "String")]
    #[schema(value_type = String)]
    Date(Date),
    /// A holiday, by its name in the house's document.
    Holiday(String),
}

impl Day {
    /// The day of a word: `now`, `today`, `tomorrow`, or of the week.
    pub fn named(word: &str) -> Option<Self> {
        Some(match word {
            "now" => Self::Now,
            "today" => Self::Today,
            "tomorrow" => Self::Tomorrow,
            word => Self::Weekday(weekday::of(word)?),
        })
    }
}

/// What comes first in an answer.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Display,
    EnumString,
    Serialize,
    Deserialize,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum OrderBy {
    /// The cheapest first.
    Cheapest,
    /// The dearest first.
    Dearest,
    /// The fewest calories first.
    Lightest,
    /// The most calories first.
    Heaviest,
    /// The hottest first.
    Hottest,
    /// The least hot first.
    Mildest,
    /// The most caffeine first.
    MostCaffeine,
    /// The least caffeine first.
    LeastCaffeine,
}

impl OrderBy {
    /// What is asked of one thing to know where it comes.
    pub const fn select(self) -> Select {
        match self {
            Self::Cheapest | Self::Dearest => Select::Price,
            Self::Lightest | Self::Heaviest => Select::Calories,
            Self::Hottest | Self::Mildest => Select::Heat,
            Self::MostCaffeine | Self::LeastCaffeine => Select::Caffeine,
        }
    }
}

/// Weekdays as they are written in JSON: `monday`.
mod weekday {
    use jiff::civil::Weekday;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn serialize<S: Serializer>(day: &Weekday, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(NAMES[usize::from(day.to_monday_zero_offset().unsigned_abs())])
    }

    /// The day of a name.
    pub(super) fn of(name: &str) -> Option<Weekday> {
        let at = (0i8..).zip(NAMES).find(|(_, known)| *known == name).map(|(at, _)| at);
        at.and_then(|at| Weekday::from_monday_zero_offset(at).ok())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Weekday, D::Error> {
        let name = String::deserialize(deserializer)?;
        of(&name)
            .ok_or_else(|| D::Error::custom(format!("{name:?} is not a day of the week, such as \"monday\"")))
    }
}
