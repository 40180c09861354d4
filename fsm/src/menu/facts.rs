//! What a menu knows of something to eat or drink besides its name and price.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

/// What a menu says of an item, a size, a modifier or a combo. `None` is unknown; an empty list is known to be none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// What it contains.
    pub allergens: Option<Vec<Allergen>>,
    /// What may have got into it.
    pub may_contain: Option<Vec<Allergen>>,
    /// In kilocalories, as it comes.
    pub calories: Option<u32>,
    /// The diets that it fits, all of them.
    pub diets: Option<Vec<Diet>>,
    /// How hot it is, 0 to 3.
    pub heat: Option<u8>,
    /// Whether it has caffeine, and how much.
    pub caffeine: Option<Caffeine>,
}

/// What some people must not eat.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Allergen {
    /// One that every menu can name.
    Known(KnownAllergen),
    /// One by a word of its own: a kind of one of the list, or in a menu of format 1 any other.
    Other(String),
}

/// The allergens that a menu can name.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
    JsonSchema,
    ToSchema,
)]
#[strum(serialize_all = "snake_case")]
#[schemars(rename_all = "snake_case")]
pub enum KnownAllergen {
    /// Milk and what is made of it.
    Milk,
    /// Eggs.
    Egg,
    /// Cereals with gluten; wheat is one.
    Gluten,
    /// Fish.
    Fish,
    /// Shrimp, crab and the like.
    Shellfish,
    /// Nuts that grow on trees.
    TreeNuts,
    /// Peanuts.
    Peanuts,
    /// Wheat.
    Wheat,
    /// Soy.
    Soy,
    /// Sesame.
    Sesame,
    /// Mustard.
    Mustard,
    /// Celery.
    Celery,
    /// Sulphites.
    Sulphites,
    /// Lupin.
    Lupin,
    /// Mussels, squid and the like.
    Molluscs,
}

/// Other words for the allergens of the list.
const SYNONYMS: [(&str, KnownAllergen); 9] = [
    ("dairy", KnownAllergen::Milk),
    ("eggs", KnownAllergen::Egg),
    ("lactose", KnownAllergen::Milk),
    ("nuts", KnownAllergen::TreeNuts),
    ("peanut", KnownAllergen::Peanuts),
    ("soya", KnownAllergen::Soy),
    ("soybeans", KnownAllergen::Soy),
    ("sulfites", KnownAllergen::Sulphites),
    ("tree_nut", KnownAllergen::TreeNuts),
];

/// What an allergen of the list is more exactly. It is said by its own word, and is of the list all the same.
const KINDS: [(&str, KnownAllergen); 13] = [
    ("almonds", KnownAllergen::TreeNuts),
    ("barley", KnownAllergen::Gluten),
    ("cashews", KnownAllergen::TreeNuts),
    ("crab", KnownAllergen::Shellfish),
    ("hazelnuts", KnownAllergen::TreeNuts),
    ("macadamia_nuts", KnownAllergen::TreeNuts),
    ("oats", KnownAllergen::Gluten),
    ("pecans", KnownAllergen::TreeNuts),
    ("pine_nuts", KnownAllergen::TreeNuts),
    ("pistachios", KnownAllergen::TreeNuts),
    ("rye", KnownAllergen::Gluten),
    ("shrimp", KnownAllergen::Shellfish),
    ("walnuts", KnownAllergen::TreeNuts),
];

impl Allergen {
    /// The allergen that a menu writes so: of the list where it can be, else its own word.
    pub fn of(text: &str) -> Self {
        let word = text.trim().to_lowercase().replace([' ', '-'], "_");
        let listed = SYNONYMS.iter().find(|(name, _)| *name == word).map(|(_, allergen)| *allergen);
        match listed.or_else(|| word.parse().ok()) {
            Some(known) => Self::Known(known),
            None => Self::Other(word),
        }
    }

    /// As it is written in JSON.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(known) => known.into(),
            Self::Other(word) => word,
        }
    }

    /// The one of the list that it is, if it is one: walnuts are tree nuts.
    pub fn known(&self) -> Option<KnownAllergen> {
        match self {
            Self::Known(known) => Some(*known),
            Self::Other(word) => KINDS.iter().find(|(name, _)| name == word).map(|(_, kind)| *kind),
        }
    }

    /// Whether something with `self` is not for those who must avoid `avoided`: wheat has gluten, walnuts are tree nuts.
    pub fn is_kind_of(&self, avoided: &Self) -> bool {
        let is_wheat = || self.known() == Some(KnownAllergen::Wheat);
        match avoided {
            Self::Other(_) => self == avoided,
            Self::Known(KnownAllergen::Gluten) if is_wheat() => true,
            Self::Known(known) => self.known() == Some(*known),
        }
    }
}

impl From<KnownAllergen> for Allergen {
    fn from(known: KnownAllergen) -> Self {
        Self::Known(known)
    }
}

impl Serialize for Allergen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Allergen {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<'de, str>::deserialize(deserializer).map(|text| Self::of(&text))
    }
}

impl JsonSchema for Allergen {
    fn schema_name() -> Cow<'static, str> {
        "Allergen".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

impl utoipa::PartialSchema for Allergen {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

impl ToSchema for Allergen {}

/// A way to eat that something fits.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    VariantArray,
    Serialize,
    Deserialize,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Diet {
    /// Without meat and fish.
    Vegetarian,
    /// Without anything from an animal.
    Vegan,
    /// Halal.
    Halal,
    /// Kosher.
    Kosher,
    /// Without gluten.
    GlutenFree,
}

/// Whether something has caffeine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(untagged)]
pub enum Caffeine {
    /// `true` or `false`.
    Has(bool),
    /// In milligrams.
    Milligrams(u32),
}

impl Caffeine {
    /// Whether there is any.
    pub const fn is_any(self) -> bool {
        match self {
            Self::Has(has) => has,
            Self::Milligrams(amount) => amount > 0,
        }
    }
}
