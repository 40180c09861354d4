//! What would have been otherwise under other rules: the sums of sessions that were replayed under them.

use std::collections::BTreeMap;

use fsm::ids::RuleId;
use fsm::money::Money;
use serde::Serialize;
use utoipa::ToSchema;

use super::comparison::{Outcome, Side};

/// All sessions, as they were and as they would be.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct DryRunTotal {
    /// How many sessions were replayed.
    pub sessions: usize,
    /// How many of them would be otherwise.
    pub otherwise: usize,
    /// How many could not be replayed.
    pub not_replayed: usize,
    /// As they were.
    pub then: Sums,
    /// As they would be.
    pub now: Sums,
}

/// What came of sessions.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub struct Sums {
    /// How many orders were confirmed.
    pub confirmed: usize,
    /// What they cost together.
    pub totals: Money,
    /// In how many the crew took over.
    pub handed_over: usize,
    /// In how many turns each rule has decided something.
    pub fired: BTreeMap<RuleId, usize>,
}

impl DryRunTotal {
    /// Adds a session.
    pub fn add(&mut self, outcome: &Outcome) {
        self.sessions += 1;
        self.otherwise += usize::from(!outcome.differences.is_empty());
        self.then.add(&outcome.then);
        self.now.add(&outcome.now);
    }
}

impl Sums {
    fn add(&mut self, side: &Side) {
        self.confirmed += usize::from(side.confirmed.is_some());
        self.totals += side.confirmed.unwrap_or_default();
        self.handed_over += usize::from(side.is_handed_over);
        for (rule, turns) in &side.fired {
            *self.fired.entry(rule.clone()).or_default() += turns;
        }
    }
}
