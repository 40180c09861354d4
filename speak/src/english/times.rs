//! When something is served, in English.

use fsm::house::Span;
use jiff::civil::Weekday;

use super::house::{in_words, weekday};
use super::nouns::and;
use crate::statements::Serving;

/// From how many days in a row on only the first and the last are named.
const RUN_MIN: usize = 3;

/// "from five in the morning until ten thirty in the morning on Saturday and Sunday"; the same days are said once.
pub(super) fn serving(times: &[Serving<'_>]) -> String {
    let mut by_days: Vec<(Option<&[Weekday]>, Vec<Span>)> = Vec::new();
    for time in times {
        match by_days.iter_mut().find(|(days, _)| *days == time.days) {
            Some((_, spans)) => spans.extend(time.span),
            None => by_days.push((time.days, time.span.into_iter().collect())),
        }
    }
    if by_days.is_empty() {
        return "all day".to_owned();
    }
    and(&by_days.iter().map(|(days, spans)| one(*days, &apart(spans))).collect::<Vec<_>>())
}

/// The spans in their order, with those that overlap as one: brunch within breakfast.
fn apart(spans: &[Span]) -> Vec<Span> {
    let mut sorted = spans.to_vec();
    sorted.sort_by_key(|span| (span.from, span.until));
    let mut apart: Vec<Span> = Vec::new();
    for span in sorted {
        match apart.last_mut() {
            // One that ends after midnight ends before it begins.
            Some(last) if last.from < last.until && span.from < span.until && span.from <= last.until => {
                last.until = last.until.max(span.until);
            }
            _ => apart.push(span),
        }
    }
    apart
}

fn one(days: Option<&[Weekday]>, spans: &[Span]) -> String {
    let hours = (!spans.is_empty()).then(|| in_words(spans));
    let days = days.map(|days| format!("on {}", days_in_words(days)));
    let words: Vec<String> = hours.into_iter().chain(days).collect();
    if words.is_empty() { "all day".to_owned() } else { words.join(" ") }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn says(times: &[(Option<&[Weekday]>, &str)]) -> String {
        let span = |text: &str| {
            let (from, until) = text.split_once('-')?;
            Some(Span { from: from.parse().ok()?, until: until.parse().ok()? })
        };
        let times: Vec<Serving<'_>> =
            times.iter().map(|(days, hours)| Serving { days: *days, span: span(hours) }).collect();
        serving(&times)
    }

    #[test]
    fn the_same_days_and_the_part_of_the_day_are_said_once() {
        let week: &[Weekday] =
            &[Weekday::Monday, Weekday::Tuesday, Weekday::Wednesday, Weekday::Thursday, Weekday::Friday];
        assert_eq!(
            says(&[(Some(week), "06:00-10:30"), (Some(week), "17:00-21:00")]),
            "from six in the morning until ten thirty and from five until nine on Monday through Friday"
        );
        assert_eq!(
            says(&[(Some(week), "05:00-10:30"), (Some(&[Weekday::Sunday]), "07:00-13:00")]),
            "from five until ten thirty in the morning on Monday through Friday and from seven in the morning until one in \
             the afternoon on Sunday"
        );
    }

    #[test]
    fn a_time_that_could_be_meant_otherwise_says_its_part_of_the_day() {
        assert_eq!(
            says(&[(None, "06:00-07:00"), (None, "20:00-23:00")]),
            "from six in the morning until seven and from eight in the evening until eleven"
        );
        assert_eq!(
            says(&[(None, "11:00-14:00"), (None, "22:00-02:00")]),
            "from eleven in the morning until two in the afternoon and from ten at night until two in the morning"
        );
        assert_eq!(
            says(&[(None, "11:00-12:00"), (None, "17:00-21:00")]),
            "from eleven in the morning until noon and from five until nine"
        );
        assert_eq!(
            says(&[(None, "06:00-07:00"), (None, "05:00-10:30")]),
            "from five until ten thirty in the morning"
        );
        assert_eq!([says(&[]), says(&[(None, "")])], ["all day", "all day"]);
    }
}
