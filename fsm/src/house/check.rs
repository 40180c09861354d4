//! Turns a document into a [`House`], or lists everything that is wrong with it.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::str::FromStr;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;
use strum::VariantNames;

use super::{Deal, Discount, FreeAnswer, Holiday, House, Parking, Span, Week, Wifi, index, is_same};
use crate::reader::{Fault, Reader, quoted};
use crate::times::{DAYS, clock, days, time};

/// The most holidays.
const HOLIDAYS_MAX: usize = 400;
/// The most spans of a day.
const SPANS_MAX: usize = 6;
/// The most ways to pay.
const WAYS_MAX: usize = 50;
/// The most discounts.
const DISCOUNTS_MAX: usize = 50;
/// The most deals.
const DEALS_MAX: usize = 100;
/// The most extras.
const EXTRAS_MAX: usize = 100;
/// The most answers that the house writes.
const ANSWERS_MAX: usize = 500;
/// The most ways to ask for one answer, and the most other names of a holiday.
const PHRASES_MAX: usize = 50;
/// The longest text that is spoken as it is, in characters.
const SAY_CHARS_MAX: usize = 500;

/// The fields of a document.
const FIELDS: [&str; 20] = [
    "id",
    "name",
    "time_zone",
    "version",
    "hours",
    "holidays",
    "payment",
    "tax_included",
    "restroom",
    "wifi",
    "parking",
    "address",
    "phone",
    "wheelchair",
    "pets",
    "allergy_statement",
    "discounts",
    "deals",
    "extras",
    "answers",
];

impl House {
    /// Reads a document and checks it whole.
    ///
    /// # Errors
    /// Every fault, with its JSON path (`$.hours.mon[0][1]`).
    pub fn check(document: &Value) -> Result<Self, Vec<Fault>> {
        let faults = RefCell::default();
        let root = Reader::new(document, &faults);
        let house = root.is_object().then(|| house(&root));
        match (house, faults.into_inner()) {
            (Some(house), faults) if faults.is_empty() => Ok(house),
            (_, faults) => Err(faults),
        }
    }
}

fn house(document: &Reader<'_>) -> House {
    document.only(&FIELDS);
    House {
        id: document.required("id").map(|id| id.id().to_owned()).unwrap_or_default(),
        name: text(document, "name"),
        time_zone: document.field("time_zone").and_then(|zone| time_zone(&zone)),
        hours: document.field("hours").map(|hours| week(&hours)).unwrap_or_default(),
        holidays: holidays(document),
        payment: document.field("payment").map(|list| names(&list, WAYS_MAX)),
        tax_included: document.field("tax_included").map(|included| included.flag()),
        restroom: document.field("restroom").and_then(|restroom| one_of(&restroom)),
        wifi: document.field("wifi").and_then(|network| wifi(&network)),
        parking: document.field("parking").map(|place| {
            if is_false(&place) { Parking::None } else { Parking::Place(place.words(SAY_CHARS_MAX)) }
        }),
        address: text(document, "address"),
        phone: text(document, "phone"),
        wheelchair: document.field("wheelchair").map(|can_come| can_come.flag()),
        pets: document.field("pets").and_then(|pets| one_of(&pets)),
        allergy_statement: document.field("allergy_statement").map(|words| words.words(SAY_CHARS_MAX)),
        discounts: document.field("discounts").map(|list| discounts(&list)),
        deals: document.field("deals").map(|list| deals(&list)),
        extras: document.field("extras").map(|list| names(&list, EXTRAS_MAX)),
        answers: document.field("answers").map(|list| answers(&list)).unwrap_or_default(),
    }
}

fn week(hours: &Reader<'_>) -> Week {
    let mut week = Week::default();
    if !hours.is_object() {
        return week;
    }
    hours.only(&DAYS.map(|(name, _)| name));
    for (name, day) in DAYS {
        if let Some(list) = hours.field(name) {
            week.set(day, spans(&list));
        }
    }
    for (name, day) in DAYS {
        let evening = week.on(day.previous()).and_then(|spans| spans.last().copied());
        let night = evening.filter(|span| span.ends_next_day());
        let (Some(night), Some(morning)) = (night, week.on(day).and_then(<[Span]>::first)) else { continue };
        if let Some(list) = hours.field(name).filter(|_| morning.from < night.until) {
            let before = DAYS[index(day.previous())].0;
            list.fault(format!("begins before the hours of {before} end, at {}", clock(night.until)));
        }
    }
    week
}

/// The spans of a day, in order.
fn spans(list: &Reader<'_>) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for entry in list.elements(SPANS_MAX) {
        let Some(span) = span(&entry) else { continue };
        if let Some(before) = spans.last()
            && (before.ends_next_day() || span.from < before.until)
        {
            entry.fault(format!("begins before the span before it ends, at {}", clock(before.until)));
        }
        spans.push(span);
    }
    spans
}

fn span(entry: &Reader<'_>) -> Option<Span> {
    match entry.elements(usize::MAX).as_slice() {
        [from, until] => Some(Span { from: time(from)?, until: time(until)? }),
        others => {
            if entry.value().is_array() {
                let found = others.len();
                entry.fault(format!("has {found} times, and a span has two: from when, until when"));
            }
            None
        }
    }
}

fn holidays(document: &Reader<'_>) -> Vec<Holiday> {
    let mut dates = BTreeSet::new();
    let holiday = |entry: Reader<'_>| {
        entry.only(&["date", "name", "aliases", "hours"]);
        let field = entry.required("date")?;
        let date = date(&field)?;
        if !dates.insert(date) {
            field.fault(format!("{date} is the date of a holiday before it"));
        }
        Some(Holiday {
            date,
            name: text(&entry, "name"),
            aliases: entry.field("aliases").map(|list| names(&list, PHRASES_MAX)).unwrap_or_default(),
            hours: entry.field("hours").map(|list| spans(&list)),
        })
    };
    let list = document.field("holidays");
    list.into_iter().flat_map(|list| list.entries(HOLIDAYS_MAX)).filter_map(holiday).collect()
}

fn wifi(network: &Reader<'_>) -> Option<Wifi> {
    if is_false(network) {
        return Some(Wifi::None);
    }
    if !network.is_object() {
        return None;
    }
    network.only(&["name", "password"]);
    Some(Wifi::Network { name: text(network, "name"), password: text(network, "password") })
}

fn discounts<'a>(list: &Reader<'a>) -> Vec<Discount> {
    let mut ids = BTreeSet::new();
    let discount = |entry: Reader<'a>| {
        entry.only(&["id", "say"]);
        Discount { id: entry.own_id(&mut ids).to_owned(), say: say(&entry) }
    };
    list.entries(DISCOUNTS_MAX).into_iter().map(discount).collect()
}

fn deals<'a>(list: &Reader<'a>) -> Vec<Deal> {
    let mut ids = BTreeSet::new();
    let deal = |entry: Reader<'a>| {
        entry.only(&["id", "name", "say", "from", "until", "days"]);
        let id = entry.own_id(&mut ids).to_owned();
        let (name, say) = (text(&entry, "name"), say(&entry));
        let from = entry.field("from").and_then(|day| date(&day));
        let last = entry.field("until");
        let until = last.as_ref().and_then(date);
        if let (Some(last), Some(from), Some(until)) = (last, from, until)
            && until < from
        {
            last.fault(format!("{until} is before {from}, when the deal begins"));
        }
        Deal { id, name, say, from, until, days: entry.field("days").map(|list| days(&list, "deal")) }
    };
    list.entries(DEALS_MAX).into_iter().map(deal).collect()
}

fn answers<'a>(list: &Reader<'a>) -> Vec<FreeAnswer> {
    let mut ids = BTreeSet::new();
    let answer = |entry: Reader<'a>| {
        entry.only(&["id", "ask", "say"]);
        let id = entry.own_id(&mut ids).to_owned();
        let ask = entry.required("ask");
        if let Some(ask) = ask.as_ref().filter(|ask| ask.is_empty_list()) {
            ask.fault("is empty: nobody can ask for it");
        }
        FreeAnswer {
            id,
            ask: ask.map(|list| names(&list, PHRASES_MAX)).unwrap_or_default(),
            say: say(&entry),
        }
    };
    list.entries(ANSWERS_MAX).into_iter().map(answer).collect()
}

fn say(entry: &Reader<'_>) -> String {
    entry.required("say").map(|words| words.words(SAY_CHARS_MAX)).unwrap_or_default()
}

fn text(entry: &Reader<'_>, name: &str) -> Option<String> {
    entry.field(name).map(|text| text.spoken())
}

/// Names, each once.
fn names(list: &Reader<'_>, max: usize) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for entry in list.elements(max) {
        let name = entry.spoken();
        if !name.is_empty() && names.iter().any(|known| is_same(known, &name)) {
            entry.fault(format!("{} is in the list already", quoted(&name)));
        }
        names.push(name);
    }
    names
}

/// One of the words that a type has; `true` and `false` are yes and no.
fn one_of<T: VariantNames + FromStr>(field: &Reader<'_>) -> Option<T> {
    let value = field.value();
    let word = match value.as_bool() {
        Some(is_so) => {
            if is_so {
                "yes"
            } else {
                "no"
            }
        }
        None => field.text()?,
    };
    let known = word.parse().ok();
    if known.is_none() {
        field.fault(format!("{} is none of {}", quoted(word), T::VARIANTS.join(", ")));
    }
    known
}

fn is_false(field: &Reader<'_>) -> bool {
    field.value() == Value::Bool(false)
}

fn time_zone(field: &Reader<'_>) -> Option<TimeZone> {
    let name = field.text()?;
    let zone = TimeZone::get(name).ok();
    if zone.is_none() {
        field.fault(format!("{} is no time zone, such as \"America/Chicago\"", quoted(name)));
    }
    zone
}

fn date(field: &Reader<'_>) -> Option<Date> {
    let text = field.text()?;
    let is_plain = text.len() == "2026-12-25".len();
    let date = text.parse().ok().filter(|_| is_plain);
    if date.is_none() {
        field.fault(format!("{} is no date, such as \"2026-12-25\"", quoted(text)));
    }
    date
}

#[cfg(test)]
mod tests;
