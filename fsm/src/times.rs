//! Times of day and days of the week in a document.

use jiff::civil::{Time, Weekday};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::reader::{Reader, quoted};

/// The days of the week by the names that documents have for them.
pub(crate) const DAYS: [(&str, Weekday); 7] = [
    ("mon", Weekday::Monday),
    ("tue", Weekday::Tuesday),
    ("wed", Weekday::Wednesday),
    ("thu", Weekday::Thursday),
    ("fri", Weekday::Friday),
    ("sat", Weekday::Saturday),
    ("sun", Weekday::Sunday),
];

/// What documents call a day of the week.
pub(crate) fn day_name(day: Weekday) -> &'static str {
    DAYS[usize::from(day.to_monday_zero_offset().unsigned_abs())].0
}

/// A time from when to when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
pub struct Span {
    /// When it begins.
    #[schemars(with = "String")]
    #[schema(value_type = String, example = "06:00:00")]
    pub from: Time,
    /// When it ends: on the next day if that is not after `from`.
    #[schemars(with = "String")]
    #[schema(value_type = String, example = "23:00:00")]
    pub until: Time,
}

impl Span {
    /// Whether it ends on the day after that on which it begins.
    pub fn ends_next_day(self) -> bool {
        self.until <= self.from
    }
}

/// Days of the week, in the list's order; a fault for a list of none, which says that `what` never is.
pub(crate) fn days(list: &Reader<'_>, what: &str) -> Vec<Weekday> {
    if list.is_empty_list() {
        list.fault(format!("is empty: the {what} never is; leave it out for every day"));
    }
    let day = |entry: &Reader<'_>| {
        let name = entry.text()?;
        let day = DAYS.iter().find(|(known, _)| *known == name).map(|(_, day)| *day);
        if day.is_none() {
            let names = DAYS.map(|(name, _)| name).join(", ");
            entry.fault(format!("{} is no day: one of {names}", quoted(name)));
        }
        day
    };
    list.elements(DAYS.len()).iter().filter_map(day).collect()
}

/// A time of day on the 24-hour clock, `HH:MM`.
pub(crate) fn time(field: &Reader<'_>) -> Option<Time> {
    let text = field.text()?;
    let number =
        |digits: &str| digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let time = text
        .split_once(':')
        .filter(|_| text.len() == "06:00".len())
        .and_then(|(hour, minute)| Time::new(number(hour)?, number(minute)?, 0, 0).ok());
    if time.is_none() {
        field.fault(format!("{} is no time of day from \"00:00\" to \"23:59\"", quoted(text)));
    }
    time
}

/// A time of day as documents write it.
pub(crate) fn clock(time: Time) -> String {
    format!("{:02}:{:02}", time.hour(), time.minute())
}
