//! What a house says of itself that is not on its menu. Every [`House`] is checked: [`House::check`] lists every fault of
//! a document.

mod answer;
mod calendar;
mod check;
mod fact;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};
use utoipa::ToSchema;

use crate::query::{About, Filter, Query, Select};

pub use self::answer::answer;
pub use crate::times::Span;

pub use self::fact::{HouseFact, OpenNow, ToldDeal, ToldDiscount};

/// What a house says of itself. `None` is unknown; an empty list is known to be nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct House {
    /// The document's id.
    pub id: String,
    /// What people call it.
    pub name: Option<String>,
    /// Where its hours are; the drive-thru's where it does not say.
    pub time_zone: Option<TimeZone>,
    /// When it is open.
    pub hours: Week,
    /// The days on which it keeps other hours.
    pub holidays: Vec<Holiday>,
    /// The ways to pay that it takes, all of them.
    pub payment: Option<Vec<String>>,
    /// Whether its prices include the tax.
    pub tax_included: Option<bool>,
    /// Who may use its restroom.
    pub restroom: Option<Restroom>,
    /// Its wifi.
    pub wifi: Option<Wifi>,
    /// Where one can park.
    pub parking: Option<Parking>,
    /// Where it is.
    pub address: Option<String>,
    /// Its telephone number.
    pub phone: Option<String>,
    /// Whether one can come in with a wheelchair.
    pub wheelchair: Option<bool>,
    /// Where pets may go.
    pub pets: Option<Pets>,
    /// What is said to whoever asks about allergies in general.
    pub allergy_statement: Option<String>,
    /// Who pays less, all of them.
    pub discounts: Option<Vec<Discount>>,
    /// What is cheaper for a while, all of it.
    pub deals: Option<Vec<Deal>>,
    /// What costs nothing and goes along with an order, all of it.
    pub extras: Option<Vec<String>>,
    /// Answers to questions that nothing else here answers.
    pub answers: Vec<FreeAnswer>,
}

/// The spans of each day of the week. A day without them is unknown; an empty list is closed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Week([Option<Vec<Span>>; 7]);

/// A day on which a house keeps other hours than on other days of the week.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holiday {
    /// The day.
    pub date: Date,
    /// What it is called.
    pub name: Option<String>,
    /// What it is called too.
    pub aliases: Vec<String>,
    /// When the house is open on it.
    pub hours: Option<Vec<Span>>,
}

/// Who may use a restroom.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Display,
    EnumString,
    VariantNames,
    Serialize,
    Deserialize,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Restroom {
    /// Everybody.
    Yes,
    /// There is none.
    No,
    /// Who buys something.
    Customers,
}

/// Where pets may go.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Display,
    EnumString,
    VariantNames,
    Serialize,
    Deserialize,
    JsonSchema,
    ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Pets {
    /// Inside too.
    Yes,
    /// Nowhere.
    No,
    /// Outside only.
    Outside,
}

/// A wifi for guests, if there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wifi {
    /// There is none.
    None,
    /// There is one.
    Network {
        /// What it is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        /// What opens it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        password: Option<String>,
    },
}

/// Where one can park, if anywhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Parking {
    /// One cannot.
    None,
    /// There: "behind the house".
    Place(String),
}

/// Who pays less, and how that is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discount {
    /// Its id.
    pub id: String,
    /// What is said.
    pub say: String,
}

/// What is cheaper for a while, and how that is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: Option<String>,
    /// What is said.
    pub say: String,
    /// The first day of it.
    pub from: Option<Date>,
    /// The last day of it.
    pub until: Option<Date>,
    /// The days of the week on which it is; every day without them.
    pub days: Option<Vec<Weekday>>,
}

/// An answer that a house has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeAnswer {
    /// Its id.
    pub id: String,
    /// How one asks.
    pub ask: Vec<String>,
    /// What is said.
    pub say: String,
}

impl House {
    /// What a question asks for that the house gives for nothing, each once.
    pub(crate) fn extras_of<'a>(&'a self, query: &Query) -> impl Iterator<Item = &'a str> {
        let mut names: Vec<&str> = Vec::new();
        let is_about_extras = query.about == About::House && query.select == Select::Extras;
        for filter in query.filters.iter().filter(|_| is_about_extras) {
            if let Filter::Named { name } = filter
                && let Some(extra) = self.extra(name)
                && !names.contains(&extra)
            {
                names.push(extra);
            }
        }
        names.into_iter()
    }

    /// What the document calls an extra that has this name; none if the house does not give it.
    pub fn extra(&self, name: &str) -> Option<&str> {
        self.extras.iter().flatten().map(String::as_str).find(|extra| is_same(extra, name))
    }
}

impl Week {
    /// The spans of a day.
    pub fn on(&self, day: Weekday) -> Option<&[Span]> {
        self.0[index(day)].as_deref()
    }

    fn set(&mut self, day: Weekday, spans: Vec<Span>) {
        self.0[index(day)] = Some(spans);
    }
}

impl Holiday {
    fn is_called(&self, name: &str) -> bool {
        self.name.iter().chain(&self.aliases).any(|known| is_same(known, name))
    }
}

impl Deal {
    fn is_on(&self, date: Date) -> bool {
        let has_begun = self.from.is_none_or(|from| from <= date);
        let is_over = self.until.is_some_and(|until| until < date);
        let is_its_day = self.days.as_ref().is_none_or(|days| days.contains(&date.weekday()));
        has_begun && !is_over && is_its_day
    }
}

fn index(day: Weekday) -> usize {
    usize::from(day.to_monday_zero_offset().unsigned_abs())
}

/// Whether two names differ in nothing that is heard: `gift_card` is "Gift card".
fn is_same(one: &str, other: &str) -> bool {
    let plain = |name: &str| name.trim().replace(['_', '-'], " ").to_lowercase();
    plain(one) == plain(other)
}
