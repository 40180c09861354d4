//! What decides a turn, besides the session and the event: the drive-thru's rules, the menu, the moment.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::Session;
use super::deadline::Waits;
use crate::house::House;
use crate::house_rules::{HouseRules, Witness};
use crate::ids::LaneKey;
use crate::menu::Menu;
use crate::order::Caps;

/// How many nudges a silent customer gets in a row; the silence after the last one is a hand-off.
pub const NUDGES_MAX: u32 = 3;
/// How many times a customer goes over a cap in a session until the crew takes over.
pub const OVER_CAPS_MAX: u32 = 2;

/// From how few to how many sentences in a row may not be understood until the crew takes over.
pub const NOT_UNDERSTOOD_BOUNDS: RangeInclusive<u32> = 2..=5;
/// From how few to how many angry sentences of a visit until the crew takes over.
pub const UPSET_BOUNDS: RangeInclusive<u32> = 1..=3;

/// How short and how long the grace of closing may be, in milliseconds.
pub const CLOSING_GRACE_MS_BOUNDS: RangeInclusive<u32> = 1_000..=600_000;

/// The rules of a drive-thru, from its configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// How much one may order.
    pub caps: Caps,
    /// Below this confidence, 0 to 1, nothing of an utterance is applied.
    pub confidence_min: f64,
    /// What a car is greeted with; none where the frontend greets by itself.
    pub greeting: Option<String>,
    /// Whether one upsell per order is offered.
    pub offers: bool,
    /// How many sentences in a row are not understood, or how often a question is asked, until the crew takes over;
    /// within [`NOT_UNDERSTOOD_BOUNDS`].
    pub not_understood_max: u32,
    /// How many angry sentences of a visit until the crew takes over; within [`UPSET_BOUNDS`].
    pub upset_max: u32,
    /// How long after the last word of a confirmed order the lane is still its car's, in milliseconds; within
    /// [`CLOSING_GRACE_MS_BOUNDS`].
    pub closing_grace_ms: u32,
    /// How long the lane waits for what may never come.
    #[serde(default = "Waits::usual")]
    pub waits: Waits,
    /// What people call lanes, by lane id.
    pub lane_names: BTreeMap<String, String>,
}

impl Rules {
    pub(crate) fn closing_grace(&self) -> SignedDuration {
        SignedDuration::from_millis(i64::from(self.closing_grace_ms))
    }

    /// What people call a lane, if it has a name.
    pub fn lane_name(&self, lane: &LaneKey) -> Option<&str> {
        self.lane_names.get(lane.lane()).map(String::as_str)
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            caps: Caps::default(),
            confidence_min: 0.6,
            greeting: Some(String::new()),
            offers: true,
            not_understood_max: 3,
            upset_max: 1,
            closing_grace_ms: 45_000,
            waits: Waits::usual(),
            lane_names: BTreeMap::new(),
        }
    }
}

/// Everything that decides a turn and does not change with it.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'a> {
    /// The drive-thru's rules.
    pub rules: &'a Rules,
    /// What can be ordered now.
    pub menu: &'a Menu,
    /// What the house says of itself, if it says anything.
    pub house: Option<&'a House>,
    /// Where the hours of a house are that does not say.
    pub zone: &'a TimeZone,
    /// The rules of the house.
    pub house_rules: RulesInUse<'a>,
    /// What was said, in lower case; empty where nothing was.
    pub said: &'a str,
    /// How many cars wait, if the frontend says so.
    pub cars_waiting: Option<u32>,
    /// Who is told how the rules of the house were asked. It decides nothing.
    pub witness: Option<&'a dyn Witness>,
}

/// The rules of a house: a session keeps those with which it began, but what can be had and when the crew is called is
/// decided by the newest.
#[derive(Clone, Copy, Debug, Default)]
pub struct RulesInUse<'a> {
    /// Those with which the session began.
    pub session: Option<&'a HouseRules>,
    /// Those that are in use now.
    pub newest: Option<&'a HouseRules>,
}

impl<'a> RulesInUse<'a> {
    /// Those that a session keeps; one that has not begun begins with the newest.
    pub(crate) fn of(&self, session: &Session) -> Option<&'a HouseRules> {
        if session.visit.is_some() { self.session } else { self.newest }
    }
}

/// Where the hours of a house are if nobody says.
static UTC: TimeZone = TimeZone::UTC;

impl<'a> Policy<'a> {
    /// Of a drive-thru whose house says nothing and has no rules.
    pub fn new(rules: &'a Rules, menu: &'a Menu) -> Self {
        Self {
            rules,
            menu,
            house: None,
            zone: &UTC,
            house_rules: RulesInUse::default(),
            said: "",
            cars_waiting: None,
            witness: None,
        }
    }

    /// The time on the clock of the house.
    pub fn local(&self, at: Timestamp) -> DateTime {
        let zone = self.house.and_then(|house| house.time_zone.as_ref()).unwrap_or(self.zone);
        at.to_zoned(zone.clone()).datetime()
    }
}

/// When a turn happens, and the number for a ticket made in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// The event's time, UTC.
    pub at: Timestamp,
    /// When the service takes the event, by its own clock: deadlines count from here.
    pub taken_at: Timestamp,
    /// The drive-thru's business date at that time.
    pub business_date: Date,
    /// The number of an order that is placed now, among the drive-thru's on that date, from 1.
    pub order_number: u32,
}
