//! What rules decide of a whole visit: how it begins, how much may be ordered in it, and how patient the lane is.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{HouseRules, Outcome, Point, RuleFacts};
use crate::ids::RuleId;
use crate::machine::{NUDGES_MAX, Rules, Waits};
use crate::money::Money;
use crate::order::Caps;

/// How few and how many nudges in a row a rule may give a silent customer.
pub const NUDGES_BOUNDS: RangeInclusive<u32> = 1..=5;

/// How a visit begins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Welcome {
    /// What the car is greeted with; without it, as always. Where the frontend greets, nothing is said.
    pub greeting: Option<String>,
    /// What is remembered of the session.
    pub tags: Vec<String>,
    /// How much may be ordered.
    pub limits: Limits,
}

/// How much may be ordered in a visit. What is left out is as for every visit, and nothing is more than that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// How many of one line.
    pub line_quantity: Option<u32>,
    /// How many items.
    pub items: Option<u32>,
    /// The highest subtotal, before tax.
    pub subtotal: Option<Money>,
}

/// How long the lane goes on by itself. What is left out is as the drive-thru is configured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patience {
    /// How many nudges in a row a silent customer gets, within [`NUDGES_BOUNDS`]; the silence after them calls the crew.
    pub nudges: Option<u32>,
    /// How many sentences in a row are not understood, or how often a question is asked, until the crew takes over; within
    /// [`NOT_UNDERSTOOD_BOUNDS`](crate::machine::NOT_UNDERSTOOD_BOUNDS).
    pub tries: Option<u32>,
    /// How many angry sentences of a visit until the crew takes over; within
    /// [`UPSET_BOUNDS`](crate::machine::UPSET_BOUNDS).
    pub upsets: Option<u32>,
    /// How long the lane waits for what may never come.
    pub waits: Waits,
}

impl Limits {
    pub(crate) fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The caps of a visit with these limits.
    pub fn within(&self, caps: Caps) -> Caps {
        let lower = |limit: Option<u32>, cap: u32| limit.map_or(cap, |limit| limit.min(cap));
        Caps {
            line_quantity_max: lower(self.line_quantity, caps.line_quantity_max),
            order_items_max: lower(self.items, caps.order_items_max),
            subtotal_max: self.subtotal.map_or(caps.subtotal_max, |limit| limit.min(caps.subtotal_max)),
        }
    }
}

impl Patience {
    pub(crate) fn nudges_max(self) -> u32 {
        self.nudges.unwrap_or(NUDGES_MAX)
    }

    pub(crate) fn tries_max(self, rules: &Rules) -> u32 {
        self.tries.unwrap_or(rules.not_understood_max)
    }

    pub(crate) fn upsets_max(self, rules: &Rules) -> u32 {
        self.upsets.unwrap_or(rules.upset_max)
    }
}

impl HouseRules {
    /// How a visit begins, by the first rule that holds.
    pub fn welcome(&self, facts: &RuleFacts<'_>) -> Option<(&RuleId, &Welcome)> {
        let rule = self.first(Point::Arrival, facts)?;
        if let Outcome::Arrival(welcome) = &rule.then { Some((&rule.id, welcome)) } else { None }
    }

    /// How patient the lane is, by the first rule that holds.
    pub(crate) fn patience(&self, facts: &RuleFacts<'_>) -> Option<(&RuleId, Patience)> {
        let rule = self.first(Point::Patience, facts)?;
        if let Outcome::Patience(patience) = rule.then { Some((&rule.id, patience)) } else { None }
    }
}
