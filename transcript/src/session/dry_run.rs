//! What would have been otherwise under other rules: the sums of sessions that were replayed under them.

use std::collections::BTreeMap;

use fsm::ids::RuleId;
use fsm::money::Money;
use fsm::reader::quoted;
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
    /// In how many of them because of a rule.
    pub handed_over_by_rules: usize,
    /// In how many because of each rule.
    pub handed_over_by: BTreeMap<RuleId, usize>,
    /// In how many turns each rule has decided something.
    pub fired: BTreeMap<RuleId, usize>,
}

/// The largest share of recorded sessions that rules may hand to the crew without somebody wanting that even so, in percent.
pub const HANDED_OVER_PERCENT_MAX: usize = 20;

/// Rules would hand more sessions to the crew than one can have meant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize, ToSchema)]
#[error(
    "these rules would hand {} of {} recorded sessions to the crew, {} % of them where {} % may be; {} would do so most often, in {}",
    self.handed_over, self.sessions, self.percent, HANDED_OVER_PERCENT_MAX, quoted(self.rule.as_str()), self.by_rule
)]
pub struct TooManyHandedOver {
    /// How many recorded sessions were replayed.
    pub sessions: usize,
    /// How many of them the rules would hand over.
    pub handed_over: usize,
    /// How many that is of a hundred, rounded up.
    pub percent: usize,
    /// The rule that would do so most often.
    pub rule: RuleId,
    /// In how many sessions.
    pub by_rule: usize,
}

impl DryRunTotal {
    /// That the rules would hand too many sessions to the crew, if they would.
    pub fn too_many_handed_over(&self) -> Option<TooManyHandedOver> {
        let (sessions, handed_over) = (self.sessions, self.now.handed_over_by_rules);
        // Of as many, the first by name.
        let most = self.now.handed_over_by.iter().rev().max_by_key(|(_, times)| **times);
        let (rule, by_rule) = most.map(|(rule, times)| (rule.clone(), *times))?;
        let percent = (handed_over * 100).div_ceil(sessions.max(1));
        let found = TooManyHandedOver { sessions, handed_over, percent, rule, by_rule };
        (handed_over * 100 > sessions * HANDED_OVER_PERCENT_MAX).then_some(found)
    }

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
        self.handed_over_by_rules += usize::from(!side.handed_over_by.is_empty());
        for rule in &side.handed_over_by {
            *self.handed_over_by.entry(rule.clone()).or_default() += 1;
        }
        for (rule, turns) in &side.fired {
            *self.fired.entry(rule.clone()).or_default() += turns;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_a_fifth_of_the_sessions_is_too_many_and_the_rule_is_named() {
        let total = |sessions: usize, by: &[usize]| {
            let mut total = DryRunTotal::default();
            for n in 0..sessions {
                let rules = by.iter().enumerate().filter(|(_, times)| n < **times);
                let handed_over_by =
                    rules.map(|(rule, _)| RuleId::from(format!("rule_{rule}").as_str())).collect();
                let now = Side { handed_over_by, is_handed_over: true, ..Side::default() };
                total.add(&Outcome { now, ..Outcome::default() });
            }
            total.too_many_handed_over().map(|found| found.to_string())
        };
        assert_eq!(total(0, &[]), None);
        assert_eq!(total(9, &[]), None, "a person who is asked for is no rule's doing");
        assert_eq!(total(10, &[2, 1]), None);
        assert_eq!(
            total(9, &[1, 2, 2]).as_deref(),
            Some(
                "these rules would hand 2 of 9 recorded sessions to the crew, 23 % of them where 20 % may be; \
                 \"rule_1\" would do so most often, in 2"
            )
        );
    }
}
