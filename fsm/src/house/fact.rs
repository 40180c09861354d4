//! What a house answers: values, worded elsewhere.

use jiff::civil::{Date, DateTime};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Parking, Pets, Restroom, Span, Wifi};
use crate::query::{Day, Select};

/// One thing that a house says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum HouseFact {
    /// When it is open.
    Hours {
        /// The day, as it was asked for.
        day: Day,
        /// Its date; none for a holiday that the house does not name, or that is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(with = "Option<String>")]
        #[schema(value_type = Option<String>, format = Date)]
        date: Option<Date>,
        /// The name of the holiday on it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        holiday: Option<String>,
        /// The spans that begin on it; none if they are unknown, an empty list if it is closed.
        spans: Option<Vec<Span>>,
        /// Whether it is open now, where that is asked and known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        now: Option<OpenNow>,
    },
    /// Which ways to pay it takes.
    Payment {
        /// The way that was asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        way: Option<String>,
        /// Whether it takes that; none if nothing was asked for, or the list does not say.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        takes: Option<bool>,
        /// All that it takes.
        ways: Vec<String>,
    },
    /// Whether its prices include the tax.
    Tax {
        /// Whether they do.
        included: bool,
    },
    /// Who may use its restroom.
    Restroom {
        /// Who.
        restroom: Restroom,
    },
    /// Its wifi.
    Wifi {
        /// What there is.
        wifi: Wifi,
    },
    /// Where one can park.
    Parking {
        /// Where.
        parking: Parking,
    },
    /// Where it is.
    Address {
        /// The address.
        address: String,
        /// What the house is called.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// Its telephone number.
    Phone {
        /// The number.
        phone: String,
    },
    /// Whether one can come in with a wheelchair.
    Wheelchair {
        /// Whether one can.
        can_come_in: bool,
    },
    /// Where pets may go.
    Pets {
        /// Where.
        pets: Pets,
    },
    /// Who pays less.
    Discounts {
        /// All of them.
        discounts: Vec<ToldDiscount>,
    },
    /// What is cheaper on a day.
    Deals {
        /// The day, as it was asked for.
        day: Day,
        /// Those of that day.
        deals: Vec<ToldDeal>,
    },
    /// Whether something is given that costs nothing.
    Extra {
        /// As in the house's document; as it was asked for where it is not in there.
        name: String,
        /// Whether it is given.
        given: bool,
    },
    /// What costs nothing.
    Extras {
        /// All of it.
        names: Vec<String>,
    },
    /// An answer that the house has written.
    Answer {
        /// Its id.
        id: String,
        /// What is said.
        say: String,
    },
    /// What the house says of allergies in general.
    Statement {
        /// What is said.
        say: String,
    },
    /// What the house does not say: a person can tell.
    Unknown {
        /// What was asked.
        select: Select,
    },
}

/// Whether a house is open at the time at which that is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub struct OpenNow {
    /// Whether it is.
    pub open: bool,
    /// When it closes, on its clock; none if it is closed, or never closes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    #[schema(value_type = Option<String>, example = "2026-11-25T23:00:00")]
    pub until: Option<DateTime>,
    /// When it opens, on its clock; none if it is open, or that is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    #[schema(value_type = Option<String>, example = "2026-11-26T06:00:00")]
    pub opens: Option<DateTime>,
}

/// A discount as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub struct ToldDiscount {
    /// Its id.
    pub id: String,
    /// What is said.
    pub say: String,
}

/// A deal as it is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub struct ToldDeal {
    /// Its id.
    pub id: String,
    /// What it is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What is said.
    pub say: String,
    /// The days of the week on which it is, where it was asked for by its name; none where it is every day.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub days: Vec<Day>,
}
