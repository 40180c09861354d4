//! What is served only at some times of the day.

use jiff::civil::{DateTime, Weekday};

use crate::ids::DayPartId;
use crate::times::Span;

/// A part of the day, such as breakfast, on the clock of the house.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayPart {
    /// The day part's id.
    pub id: DayPartId,
    /// The days on which it begins; every day without them.
    pub days: Option<Vec<Weekday>>,
    /// From when to when; the whole day without it.
    pub span: Option<Span>,
}

impl DayPart {
    /// Whether it is, at that time.
    pub fn is_on(&self, now: DateTime) -> bool {
        let is_of = |day: Weekday| self.days.as_ref().is_none_or(|days| days.contains(&day));
        let (today, time) = (now.date().weekday(), now.time());
        let Some(span) = self.span else { return is_of(today) };
        if span.ends_next_day() {
            (is_of(today) && span.from <= time) || (is_of(today.previous()) && time < span.until)
        } else {
            is_of(today) && span.from <= time && time < span.until
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is_on(days: Option<&[Weekday]>, hours: Option<(i8, i8)>, at: &str) -> bool {
        let time = |hour| jiff::civil::time(hour, 30, 0, 0);
        let span = hours.map(|(from, until)| Span { from: time(from), until: time(until) });
        DayPart { id: "part".into(), days: days.map(Into::into), span }.is_on(at.parse().unwrap())
    }

    #[test]
    fn a_day_part_begins_on_its_first_minute_and_is_over_on_its_last() {
        let at = |time: &str| is_on(None, Some((5, 10)), &format!("2026-11-25T{time}"));
        assert_eq!([at("05:29:59"), at("05:30"), at("10:29:59"), at("10:30")], [false, true, true, false]);
    }

    #[test]
    fn across_midnight_it_is_of_the_day_on_which_it_began() {
        let friday: &[Weekday] = &[Weekday::Friday];
        let at = |time: &str| is_on(Some(friday), Some((22, 2)), time);
        assert_eq!(
            [at("2026-11-27T23:00"), at("2026-11-28T02:00"), at("2026-11-28T23:00"), at("2026-11-27T02:00")],
            [true, true, false, false],
        );
        assert!(is_on(Some(friday), None, "2026-11-27T00:00"));
        assert!(!is_on(Some(friday), None, "2026-11-28T00:00"));
    }
}
