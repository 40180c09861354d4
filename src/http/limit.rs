//! The limits that somebody can run into, and how often somebody has.

use strum::{EnumIter, IntoEnumIterator as _, IntoStaticStr};

/// A limit that somebody can run into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumIter, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Limit {
    /// Calls of one key.
    KeyCalls,
    /// Events of one lane.
    LaneEvents,
    /// Connections of one address.
    AddressConnections,
    /// Connections of all.
    Connections,
    /// Sockets and streams of one caller.
    CallerReaders,
    /// Sockets and streams of all.
    Readers,
    /// Large bodies that one caller sends at once.
    CallerLargeBodies,
    /// Large bodies that all send at once.
    LargeBodies,
    /// Wrong keys and codes of one address.
    WrongKeys,
    /// Wrong codes of all.
    WrongCodes,
    /// What one lane does at once: it was busy.
    LaneBusy,
    /// Turns of one session.
    SessionTurns,
}

impl Limit {
    /// Counts that somebody ran into it.
    pub fn hit(self) {
        self.count(1);
    }

    /// Shows each of them as not run into yet.
    pub fn show_all() {
        Self::iter().for_each(|limit| limit.count(0));
    }

    fn count(self, times: u64) {
        metrics::counter!("carhop_limits_hit_total", "limit" => <&str>::from(self)).increment(times);
    }
}
