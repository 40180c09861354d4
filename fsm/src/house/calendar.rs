//! Finds the day that somebody names, and when a house is open around a time.
//!
//! Hours are on the house's clock. They are compared as moments, so that the nights in which that clock is put forward or
//! back are as long as they are.

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _, Zoned};

use super::fact::OpenNow;
use super::{Holiday, House, Span};
use crate::query::Day;

/// How many days ahead it is looked for when a house opens, or closes again.
const DAYS_AHEAD_MAX: usize = 8;

/// A house at a moment.
pub(super) struct Calendar<'a> {
    house: &'a House,
    now: Zoned,
}

impl<'a> Calendar<'a> {
    pub fn at(house: &'a House, at: Timestamp, zone: &TimeZone) -> Self {
        let zone = house.time_zone.as_ref().unwrap_or(zone);
        Self { house, now: at.to_zoned(zone.clone()) }
    }

    pub fn today(&self) -> Date {
        self.now.date()
    }

    /// The date of a day; none for a holiday that the house does not name, or that is over.
    pub fn date(&self, day: &Day) -> Option<Date> {
        let today = self.today();
        match day {
            Day::Now | Day::Today => Some(today),
            Day::Tomorrow => today.tomorrow().ok(),
            Day::Weekday(day) => {
                let ahead = day.since(today.weekday());
                today.checked_add(i64::from(ahead).days()).ok()
            }
            Day::Date(date) => Some(*date),
            Day::Holiday(name) => {
                let named = self.house.holidays.iter().filter(|holiday| holiday.is_called(name));
                named.map(|holiday| holiday.date).filter(|date| *date >= today).min()
            }
        }
    }

    /// The holiday on a date.
    pub fn holiday(&self, date: Date) -> Option<&'a Holiday> {
        self.house.holidays.iter().find(|holiday| holiday.date == date)
    }

    /// The spans that begin on a date.
    pub fn spans(&self, date: Date) -> Option<&'a [Span]> {
        match self.holiday(date) {
            Some(holiday) => holiday.hours.as_deref(),
            None => self.house.hours.on(date.weekday()),
        }
    }

    /// Whether it is open now, and until or from when; none if that is unknown.
    pub fn open_now(&self) -> Option<OpenNow> {
        let today = self.today();
        let days = [today.yesterday().ok(), Some(today)];
        let begun = days.into_iter().flatten().flat_map(|date| self.openings(date));
        if let Some((_, until)) =
            begun.into_iter().find(|(from, until)| *from <= self.now && self.now < *until)
        {
            return Some(OpenNow { open: true, until: self.end_of(until), opens: None });
        }
        self.spans(today)?;
        Some(OpenNow { open: false, until: None, opens: self.next_opening() })
    }

    /// When a house that is open until then closes for a while; none if it is open round the clock.
    fn end_of(&self, until: Zoned) -> Option<DateTime> {
        let mut until = until;
        for _ in 0..DAYS_AHEAD_MAX {
            let goes_on = self
                .openings(until.date())
                .into_iter()
                .find(|(from, later)| *from <= until && until < *later);
            match goes_on {
                Some((_, later)) => until = later,
                None => return Some(until.datetime()),
            }
        }
        None
    }

    /// When it opens next; none if that is unknown.
    fn next_opening(&self) -> Option<DateTime> {
        let mut date = self.today();
        for _ in 0..DAYS_AHEAD_MAX {
            self.spans(date)?;
            if let Some((from, _)) = self.openings(date).into_iter().find(|(from, _)| *from > self.now) {
                return Some(from.datetime());
            }
            date = date.tomorrow().ok()?;
        }
        None
    }

    /// The spans that begin on a date, as moments.
    fn openings(&self, date: Date) -> Vec<(Zoned, Zoned)> {
        let moment =
            |date: Date, time: Time| date.to_datetime(time).to_zoned(self.now.time_zone().clone()).ok();
        let opening = |span: &Span| {
            let last = if span.ends_next_day() { date.tomorrow().ok()? } else { date };
            Some((moment(date, span.from)?, moment(last, span.until)?))
        };
        self.spans(date).into_iter().flatten().filter_map(opening).collect()
    }
}
