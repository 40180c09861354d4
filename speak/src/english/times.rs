//! When something is served, in English.

use fsm::house::Span;
use jiff::civil::Weekday;

use super::house::{clock, weekday};
use super::nouns::and;
use crate::statements::Serving;

/// From how many days in a row on only the first and the last are named.
const RUN_MIN: usize = 3;

/// "from five in the morning until ten thirty in the morning on Saturday and Sunday".
pub(super) fn serving(times: &[Serving<'_>]) -> String {
    and(&times.iter().map(one).collect::<Vec<_>>())
}

fn one(time: &Serving<'_>) -> String {
    let hours = time.span.map(hours);
    let days = time.days.map(|days| format!("on {}", days_in_words(days)));
    let words: Vec<String> = hours.into_iter().chain(days).collect();
    if words.is_empty() { "all day".to_owned() } else { words.join(" ") }
}

/// "from five until ten thirty in the morning".
fn hours(span: Span) -> String {
    let (from, until) = (clock(span.from), clock(span.until));
    let part = ["in the morning", "in the afternoon", "in the evening", "at night"]
        .into_iter()
        .find(|part| from.ends_with(part) && until.ends_with(part));
    let from = part.and_then(|part| from.strip_suffix(part)).unwrap_or(&from).trim_end();
    format!("from {from} until {until}")
}

/// "Monday through Friday and Sunday".
fn days_in_words(days: &[Weekday]) -> String {
    let mut sorted: Vec<Weekday> = days.to_vec();
    sorted.sort_by_key(|day| day.to_monday_zero_offset());
    sorted.dedup();
    let follows =
        |one: &Weekday, other: &Weekday| one.to_monday_zero_offset() + 1 == other.to_monday_zero_offset();
    let runs = sorted.chunk_by(follows).flat_map(|run| match run {
        [first, .., last] if run.len() >= RUN_MIN => {
            vec![format!("{} through {}", weekday(*first), weekday(*last))]
        }
        few => few.iter().map(|day| weekday(*day).to_owned()).collect(),
    });
    and(&runs.collect::<Vec<_>>())
}
