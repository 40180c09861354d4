//! What customers want to know, as a typed tree: a parser makes it of words, and the machine answers it from the menu,
//! the order and the house. A question never changes an order.

mod about;
mod allergens;
mod answer;
mod asking;
mod fact;
mod filter;
mod grounds;
mod list;
mod plate;
mod risk;
mod served;
mod specialist;

pub use self::answer::answer;
pub(crate) use self::answer::unknown_of;
pub use self::asking::Asking;
pub use self::fact::{Allergens, Comes, Fact, MenuChoice, Part};
pub use self::filter::{Day, Filter, OrderBy};
pub use self::grounds::{Before, Grounds};
pub use self::specialist::Specialist;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantArray};
use utoipa::ToSchema;

use crate::ids::{CategoryId, ComboId, GroupId, ItemId, LineId, ModifierId, SizeId};
use crate::order::ModifierPick;

/// One question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Query {
    /// Where the answer is found.
    pub about: About,
    /// What is asked of it.
    pub select: Select,
    /// What the words name: the question is about these. Empty for everything that fits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<Subject>,
    /// What must hold. With `select: whether` it is what is asked of those in `of`.
    #[serde(default, rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
    /// What comes first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order_by: Option<OrderBy>,
    /// How many are wanted: "the cheapest burger" is 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u8>,
    /// Whether it goes on with what was answered before.
    #[serde(default)]
    pub subject: Source,
}

impl Query {
    /// A question without anything named.
    pub const fn new(about: About, select: Select) -> Self {
        Self {
            about,
            select,
            of: Vec::new(),
            filters: Vec::new(),
            order_by: None,
            limit: None,
            subject: Source::New,
        }
    }
}

/// Where an answer is found.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, Serialize, Deserialize, JsonSchema, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum About {
    /// The menu's items.
    Items,
    /// The choices that items have.
    Modifiers,
    /// The menu's combos.
    Combos,
    /// The menu's categories.
    Categories,
    /// What has been ordered.
    Order,
    /// What the house says of itself.
    House,
}

/// What is asked.
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
    VariantArray,
    Serialize,
    Deserialize,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Select {
    /// Which there are. Of the order: what was ordered.
    List,
    /// Whether what the filters say holds; without filters, whether it is to be had.
    Whether,
    /// What it costs. Of the order: the total.
    Price,
    /// What is in it or on it.
    Contents,
    /// Which sizes it has.
    Sizes,
    /// The choices that it has: "what flavors do the shakes come in".
    Choices,
    /// What comes with it as a combo, and what the combo is.
    Parts,
    /// How many calories it has.
    Calories,
    /// What it contains that some must avoid.
    Allergens,
    /// Which diets it fits.
    Diets,
    /// How hot it is.
    Heat,
    /// Whether it has caffeine.
    Caffeine,
    /// What we recommend.
    Recommended,
    /// How many: "how many nuggets are in it", "how many did I order".
    Count,
    /// When the house is open. With [`Filter::On`], on that day. Of the menu: when it is served.
    Hours,
    /// Which ways to pay it takes. With [`Filter::Way`], whether it takes that.
    Payment,
    /// Whether prices include the tax.
    Tax,
    /// Whether there is a restroom.
    Restroom,
    /// Whether there is a wifi, and its password.
    Wifi,
    /// Where one can park.
    Parking,
    /// Where it is.
    Address,
    /// Its telephone number.
    Phone,
    /// Whether one can come in with a wheelchair.
    Wheelchair,
    /// Whether pets may come in.
    Pets,
    /// Who pays less.
    Discounts,
    /// What is cheaper now.
    Deals,
    /// What costs nothing: napkins. With [`Filter::Named`], whether that is given.
    Extras,
    /// An answer that the house has written, by [`Filter::Answer`].
    Answer,
    /// What no data says: a person can tell.
    Unknown,
}

/// Something that a question is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Subject {
    /// An item, as it comes or with some changes.
    Item {
        /// The item.
        item: ItemId,
        /// In this size.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<SizeId>,
        /// With these changes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        modifiers: Vec<ModifierPick>,
    },
    /// A combo.
    Combo {
        /// The combo.
        combo: ComboId,
        /// In this size.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<SizeId>,
    },
    /// A choice, wherever it can be had.
    Modifier {
        /// Its group.
        group: GroupId,
        /// The choice.
        modifier: ModifierId,
    },
    /// A group of choices.
    Group {
        /// The group.
        group: GroupId,
    },
    /// A category.
    Category {
        /// The category.
        category: CategoryId,
    },
    /// A line of the order.
    Line {
        /// The line.
        line_id: LineId,
    },
}

impl Subject {
    /// An item as it comes.
    pub fn item(item: &ItemId) -> Self {
        Self::Item { item: item.clone(), size: None, modifiers: Vec::new() }
    }

    /// A combo as it comes.
    pub fn combo(combo: &ComboId) -> Self {
        Self::Combo { combo: combo.clone(), size: None }
    }
}

/// What a question is about that names nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// It stands alone.
    #[default]
    New,
    /// What was answered before, or ordered last: "how much is that".
    Last,
    /// The one in that place of what was answered before, from 1: "the third one". 0 is the last.
    LastAt(u8),
    /// What was left out of the last answer: "what else".
    More,
}
