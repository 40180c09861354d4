//! The rules and the calendar of each drive-thru.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

use agents::rules::{AgentRules, Brief};
use fsm::house::House;
use fsm::machine::{Exchange, Policy, Rules, Session};
use jiff::Timestamp;
use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;
use rules::KnownAgents;

use crate::keeper::Active;

/// Some hundred menus of a usual length.
const MENU_BYTES_MAX: usize = 256 << 20;

/// The rules and the calendar of one drive-thru.
#[derive(Clone, Debug)]
pub struct DriveThruSettings {
    /// What decides its turns.
    pub rules: Rules,
    /// Who understands and words them.
    pub agents: AgentRules,
    /// Where its business day is.
    pub time_zone: TimeZone,
    /// When its business day starts there.
    pub day_starts_at: Time,
    /// How long its sessions are kept after they ended; as long as the store keeps them if nothing is said.
    pub retention: Option<Duration>,
}

impl Default for DriveThruSettings {
    fn default() -> Self {
        Self {
            rules: Rules::default(),
            agents: AgentRules::default(),
            time_zone: TimeZone::UTC,
            day_starts_at: Time::midnight(),
            retention: None,
        }
    }
}

/// The settings of a service: one for all, and those that differ.
#[derive(Clone, Debug)]
pub struct Settings {
    /// For every drive-thru that is not named.
    pub default: DriveThruSettings,
    /// By drive-thru id.
    pub named: BTreeMap<String, DriveThruSettings>,
    /// Whom the rules of houses can name to understand and to word.
    pub known_agents: KnownAgents,
    /// How much memory the menus that drive-thrus have of their own may take while they are compiled, all together, in bytes.
    pub menu_bytes_max: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            default: DriveThruSettings::default(),
            named: BTreeMap::new(),
            known_agents: KnownAgents::default(),
            menu_bytes_max: MENU_BYTES_MAX,
        }
    }
}

impl Settings {
    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &DriveThruSettings> {
        self.named.values().chain([&self.default])
    }

    /// All of them, to change what they have in common.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut DriveThruSettings> {
        self.named.values_mut().chain([&mut self.default])
    }

    /// Those of a drive-thru.
    pub fn of(&self, drive_thru: &str) -> &DriveThruSettings {
        self.named.get(drive_thru).unwrap_or(&self.default)
    }
}

/// The time zone of a house; the drive-thru's where it does not say.
pub(crate) fn zone<'z>(house: Option<&'z Active<House>>, settings: &'z DriveThruSettings) -> &'z TimeZone {
    house.and_then(|active| active.content.time_zone.as_ref()).unwrap_or(&settings.time_zone)
}

impl DriveThruSettings {
    /// The business date at a time.
    pub fn business_date(&self, at: Timestamp) -> Date {
        let local = at.to_zoned(self.time_zone.clone());
        let date = local.date();
        if local.time() < self.day_starts_at { date.yesterday().unwrap_or(date) } else { date }
    }

    /// Who understands and words the next turn of a session.
    pub(crate) fn agents_of(
        &self,
        policy: &Policy<'_>,
        at: Timestamp,
        lane: &str,
        session: &Session,
    ) -> Cow<'_, AgentRules> {
        match session.agents_by_rule(policy, at, lane) {
            Some((_, plan)) => Cow::Owned(self.agents.with(plan)),
            None => Cow::Borrowed(&self.agents),
        }
    }

    /// What these agents are told, with what was said lately.
    pub fn brief<'a>(
        &self,
        agents: &'a AgentRules,
        drive_thru: &'a str,
        exchanges: &'a [Exchange],
    ) -> Brief<'a> {
        Brief {
            drive_thru,
            rules: agents,
            confidence_min: self.rules.confidence_min,
            deadline: None,
            exchanges,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_business_day_lasts_until_the_next_one_starts() {
        let settings = DriveThruSettings {
            time_zone: TimeZone::get("America/New_York").unwrap(),
            day_starts_at: Time::constant(4, 0, 0, 0),
            ..DriveThruSettings::default()
        };
        let date = |at: &str| settings.business_date(at.parse().unwrap()).to_string();
        assert_eq!(date("2026-11-21T20:00:00Z"), "2026-11-21");
        assert_eq!(date("2026-11-22T08:59:59Z"), "2026-11-21");
        assert_eq!(date("2026-11-22T09:00:00Z"), "2026-11-22");
    }
}
