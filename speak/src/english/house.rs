//! What a house says of itself, in English.

use fsm::house::{HouseFact, OpenNow, Parking, Pets, Restroom, Span, ToldDeal, Wifi};
use fsm::query::Day;
use jiff::civil::{Date, DateTime, Time, Weekday};

use super::nouns::{and, number, spoken};
use super::sorry;
use crate::sentence::Sentence;

/// How many discounts or deals one answer tells.
const TOLD_MAX: usize = 3;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const ORDINALS: [&str; 20] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];
const TEENS: [&str; 7] = ["thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"];
const TENS: [&str; 4] = ["twenty", "thirty", "forty", "fifty"];
/// Ways to pay that are said otherwise than they are written.
const WAYS: [(&str, &str); 16] = [
    ("american express", "American Express"),
    ("amex", "American Express"),
    ("apple pay", "Apple Pay"),
    ("card", "cards"),
    ("check", "checks"),
    ("credit card", "credit cards"),
    ("debit card", "debit cards"),
    ("discover", "Discover"),
    ("ebt", "EBT"),
    ("gift card", "gift cards"),
    ("google pay", "Google Pay"),
    ("mastercard", "Mastercard"),
    ("paypal", "PayPal"),
    ("samsung pay", "Samsung Pay"),
    ("venmo", "Venmo"),
    ("visa", "Visa"),
];

/// How the clock says the part of the day.
const PARTS: [&str; 4] = ["in the morning", "in the afternoon", "in the evening", "at night"];

/// In hours.
const HALF_A_DAY: i64 = 12;

/// The words of one fact.
pub(super) fn told(fact: &HouseFact) -> Sentence {
    use HouseFact as F;
    let text = match fact {
        F::Hours { now: Some(now), date, .. } => open_now(now, *date),
        F::Hours { day, date, holiday, spans, .. } => {
            hours(&day_words(day, *date, holiday.as_deref()), spans.as_deref())
        }
        F::Payment { way: Some(way), takes: Some(true), .. } => format!("Yes, we take {}.", way_words(way)),
        F::Payment { way: Some(way), takes: Some(false), ways } => {
            let takes = if ways.is_empty() { String::new() } else { format!(" {}", we_take(ways)) };
            return sorry(&format!("we don't take {}.{takes}", way_words(way)));
        }
        F::Payment { ways, .. } => we_take(ways),
        F::Tax { included: true } => "Yes, our prices include the tax.".to_owned(),
        F::Tax { included: false } => "No, the tax is added to our prices.".to_owned(),
        F::Restroom { restroom } => match restroom {
            Restroom::Yes => "Yes, there's a restroom inside.".to_owned(),
            Restroom::Customers => "Yes, there's a restroom inside for customers.".to_owned(),
            Restroom::No => return sorry("we don't have a restroom."),
        },
        F::Wifi { wifi: Wifi::None } => return sorry("we don't have wifi."),
        F::Wifi { wifi: Wifi::Network { name, password } } => network(name.as_deref(), password.as_deref()),
        F::Parking { parking: Parking::None } => return sorry("we don't have any parking."),
        F::Parking { parking: Parking::Place(place) } => format!("You can park {}.", unstopped(place)),
        F::Address { address, .. } => format!("We're at {}.", unstopped(address)),
        F::Phone { phone } => format!("Our number is {}.", unstopped(phone)),
        F::Wheelchair { can_come_in: true } => "Yes, you can come in with a wheelchair.".to_owned(),
        F::Wheelchair { can_come_in: false } => return sorry("you can't come in with a wheelchair."),
        F::Pets { pets } => match pets {
            Pets::Yes => "Yes, pets are welcome.".to_owned(),
            Pets::Outside => "Pets are welcome outside.".to_owned(),
            Pets::No => return sorry("pets can't come in."),
        },
        F::Discounts { discounts } if discounts.is_empty() => "We don't have any discounts.".to_owned(),
        F::Discounts { discounts } => some(discounts.iter().map(|discount| discount.say.as_str())),
        F::Deals { deals, day } if deals.is_empty() => {
            format!("We don't have any deals {}.", day_words(day, None, None))
        }
        F::Deals { deals, .. } => {
            let say = |deal: &ToldDeal| {
                let days: Vec<String> = deal.days.iter().map(|day| day_words(day, None, None)).collect();
                if days.is_empty() { deal.say.clone() } else { format!("{} It's {}.", deal.say, and(&days)) }
            };
            some(deals.iter().map(say).collect::<Vec<_>>().iter().map(String::as_str))
        }
        F::Extra { name, given: true } => format!("Sure, we'll add {}.", spoken(name)),
        F::Extra { name, given: false } => return sorry(&format!("we don't have {}.", spoken(name))),
        F::Extras { names } if names.is_empty() => return sorry("we don't give anything extra."),
        F::Extras { names } => format!("You can have {} for free.", and(names)),
        F::Answer { say, .. } | F::Statement { say } => say.clone(),
        F::Unknown { .. } => "I don't know that, but a team member can tell you.".to_owned(),
    };
    text.into()
}

/// "We're open today from six in the morning until eleven at night."
/// The hours of some days of the week: "We're open from Monday to Thursday from six in the morning until eleven".
pub(super) fn week(days: &[&HouseFact]) -> Sentence {
    let sentence = |run: &[&HouseFact]| match run {
        [HouseFact::Hours { day, date, holiday, spans, .. }] => {
            hours(&day_words(day, *date, holiday.as_deref()), spans.as_deref())
        }
        [HouseFact::Hours { day: first, spans, .. }, .., HouseFact::Hours { day: last, .. }] => {
            let through = if run.len() == 2 { "and" } else { "to" };
            let name = |day: &Day| day_words(day, None, None).trim_start_matches("on ").to_owned();
            let on = if run.len() == 2 { "on" } else { "from" };
            hours(&format!("{on} {} {through} {}", name(first), name(last)), spans.as_deref())
        }
        _ => String::new(),
    };
    let runs = days.chunk_by(|one, next| is_alike(one, next));
    runs.map(sentence).collect::<Vec<_>>().join(" ").into()
}

/// Whether one day follows the other and has the same hours. A holiday is told by its name.
fn is_alike(one: &HouseFact, next: &HouseFact) -> bool {
    let (
        HouseFact::Hours { day: Day::Weekday(day), spans, holiday: None, .. },
        HouseFact::Hours { day: Day::Weekday(next), spans: after, holiday: None, .. },
    ) = (one, next)
    else {
        return false;
    };
    *next == day.next() && spans == after
}

fn hours(day: &str, spans: Option<&[Span]>) -> String {
    match spans {
        None => format!("I don't know our hours {day}, but a team member can tell you."),
        Some([]) => format!("We're closed {}.", day.trim_end_matches(',')),
        Some([span]) if span.from == span.until => format!("We're open {day} around the clock."),
        Some([span]) => format!("We're open {day} from {} until {}.", clock(span.from), clock(span.until)),
        Some(spans) => format!("We're open {day} {}.", in_words(spans)),
    }
}

/// "from five until ten thirty in the morning"; of several on one day the first time alone says of which part of the day
/// it is: "from eleven in the morning until two thirty and from five until ten".
pub(super) fn in_words(spans: &[Span]) -> String {
    let is_of_one_day = |spans: &[Span]| {
        spans.iter().all(|span| !span.ends_next_day()) && spans.is_sorted_by_key(|span| span.from)
    };
    match spans {
        [span] => one_span(*span),
        spans if is_of_one_day(spans) => several_spans(spans),
        spans => and(&spans.iter().map(|span| one_span(*span)).collect::<Vec<_>>()),
    }
}

fn one_span(span: Span) -> String {
    let (from, until) = (clock(span.from), clock(span.until));
    let part = PARTS.into_iter().find(|part| from.ends_with(part) && until.ends_with(part));
    let from = part.and_then(|part| from.strip_suffix(part)).unwrap_or(&from).trim_end();
    format!("from {from} until {until}")
}

/// A time within twelve hours of the one before cannot be meant otherwise.
fn several_spans(spans: &[Span]) -> String {
    let mut before: Option<Time> = None;
    let mut said = |time: Time| {
        let words = clock(time);
        let is_near =
            before.replace(time).is_some_and(|before| time.duration_since(before).as_hours() < HALF_A_DAY);
        let bare = PARTS.into_iter().find_map(|part| words.strip_suffix(part)).filter(|_| is_near);
        bare.unwrap_or(&words).trim_end().to_owned()
    };
    let each = spans.iter().map(|span| format!("from {} until {}", said(span.from), said(span.until)));
    and(&each.collect::<Vec<_>>())
}

fn open_now(now: &OpenNow, today: Option<Date>) -> String {
    match now {
        OpenNow { open: true, until: None, .. } => "Yes, we're open around the clock.".to_owned(),
        OpenNow { open: true, until: Some(until), .. } => {
            let days = today.map_or(0, |today| days_between(today, until.date()));
            let day = if days > 1 { format!("{} at ", weekday(until.weekday())) } else { String::new() };
            format!("Yes, we're open until {day}{}.", clock(until.time()))
        }
        OpenNow { open: false, opens: None, .. } => "No, we're closed right now.".to_owned(),
        OpenNow { open: false, opens: Some(opens), .. } => {
            format!("No, we're closed right now. We open {}.", opening(*opens, today))
        }
    }
}

/// "tomorrow at six in the morning".
fn opening(opens: DateTime, today: Option<Date>) -> String {
    let time = clock(opens.time());
    match today.map(|today| days_between(today, opens.date())) {
        Some(0) => format!("at {time}"),
        Some(1) => format!("tomorrow at {time}"),
        _ => format!("on {} at {time}", weekday(opens.weekday())),
    }
}

fn days_between(from: Date, to: Date) -> i32 {
    (to - from).get_days()
}

/// "on Monday", "tomorrow, Christmas Eve,".
fn day_words(day: &Day, date: Option<Date>, holiday: Option<&str>) -> String {
    let plain = match day {
        Day::Now | Day::Today => "today".to_owned(),
        Day::Tomorrow => "tomorrow".to_owned(),
        Day::Weekday(day) => format!("on {}", weekday(*day)),
        Day::Holiday(name) => return format!("on {}", holiday.unwrap_or(name)),
        Day::Date(asked) => match holiday {
            Some(name) => return format!("on {name}"),
            None => date_words(date.unwrap_or(*asked)),
        },
    };
    holiday.map_or(plain.clone(), |name| format!("{plain}, {name},"))
}

/// "on December twenty-fifth".
fn date_words(date: Date) -> String {
    let month = usize::from(date.month().unsigned_abs()) - 1;
    let day = usize::from(date.day().unsigned_abs());
    let ordinal = match day {
        1..=20 => ORDINALS[day - 1].to_owned(),
        30 => "thirtieth".to_owned(),
        _ => format!("{}-{}", TENS[day / 10 - 2], ORDINALS[day % 10 - 1]),
    };
    format!("on {} {ordinal}", MONTHS[month])
}

pub(super) fn weekday(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

/// "six thirty in the morning", "noon".
pub(super) fn clock(time: Time) -> String {
    let (hour, minute) = (u32::from(time.hour().unsigned_abs()), u32::from(time.minute().unsigned_abs()));
    match (hour, minute) {
        (0, 0) => return "midnight".to_owned(),
        (12, 0) => return "noon".to_owned(),
        _ => {}
    }
    let of_twelve = number(if hour % 12 == 0 { 12 } else { hour % 12 });
    let minutes = match minute {
        0 => String::new(),
        1..=9 => format!(" oh {}", number(minute)),
        _ => format!(" {}", small_number(minute)),
    };
    let part = match hour {
        1..=11 => "in the morning",
        12..=16 => "in the afternoon",
        17..=20 => "in the evening",
        _ => "at night",
    };
    format!("{of_twelve}{minutes} {part}")
}

/// A number from 1 to 59 in words.
fn small_number(count: u32) -> String {
    let [tens, ones] = [count / 10, count % 10].map(|digit| usize::try_from(digit).unwrap_or_default());
    match count {
        0..=12 => number(count),
        13..=19 => TEENS[ones - 3].to_owned(),
        _ if ones == 0 => TENS[tens - 2].to_owned(),
        _ => format!("{}-{}", TENS[tens - 2], number(count % 10)),
    }
}

fn we_take(ways: &[String]) -> String {
    if ways.is_empty() {
        return "We don't take any payment here.".to_owned();
    }
    format!("We take {}.", and(&ways.iter().map(|way| way_words(way)).collect::<Vec<_>>()))
}

fn way_words(way: &str) -> String {
    let plain = way.replace(['_', '-'], " ");
    let known = WAYS.iter().find(|(written, _)| *written == plain.to_lowercase());
    known.map_or(plain, |(_, said)| (*said).to_owned())
}

fn network(name: Option<&str>, password: Option<&str>) -> String {
    match (name, password) {
        (Some(name), Some(password)) => {
            format!("Our wifi is called {name}, and the password is {password}.")
        }
        (Some(name), None) => {
            format!("Our wifi is called {name}. A team member can tell you the password.")
        }
        (None, Some(password)) => format!("Yes, we have wifi. The password is {password}."),
        (None, None) => "Yes, we have wifi. A team member can tell you the password.".to_owned(),
    }
}

/// Some texts as they are, and that there are more.
fn some<'a>(texts: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = u32::try_from(texts.len().saturating_sub(TOLD_MAX)).unwrap_or(u32::MAX);
    let mut told: Vec<String> = texts.take(TOLD_MAX).map(str::to_owned).collect();
    if more > 0 {
        told.push(format!("A team member can tell you about {} more.", number(more)));
    }
    told.join(" ")
}

fn unstopped(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

#[cfg(test)]
mod tests;
