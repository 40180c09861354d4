//! What answers are found in, and what they leave for the next question.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::{Asking, Subject};
use crate::house::House;
use crate::machine::{Policy, StateKind};
use crate::menu::{Allergen, Menu};
use crate::order::Order;

/// How many subjects of an answer are kept for what is asked next.
pub(super) const KEPT_MAX: usize = 12;

/// What answers are found in.
#[derive(Clone, Copy, Debug)]
pub struct Grounds<'a> {
    /// What can be ordered now.
    pub menu: &'a Menu,
    /// What has been ordered.
    pub order: &'a Order,
    /// The state before the question.
    pub state: StateKind,
    /// What the house says of itself, if it says anything.
    pub house: Option<&'a House>,
    /// When it is asked.
    pub at: Timestamp,
    /// Where the hours of a house are that does not say.
    pub zone: &'a TimeZone,
    /// What somebody in the car must not eat.
    pub avoided: &'a [Allergen],
    /// What was answered before, if it was just now.
    pub before: Option<&'a Before>,
}

impl<'a> Grounds<'a> {
    /// What a drive-thru answers from.
    pub fn of(
        policy: &Policy<'a>,
        at: Timestamp,
        order: &'a Order,
        state: StateKind,
        before: Option<&'a Before>,
    ) -> Self {
        let Policy { menu, house, zone, .. } = *policy;
        Self { menu, order, state, house, at, zone, avoided: &[], before }
    }
}

/// What an answer leaves for the next question.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Before {
    /// What was asked.
    pub asking: Asking,
    /// What it was about, in the order in which it was told.
    #[serde(default)]
    pub subjects: Vec<Subject>,
    /// How many things of a list were told so far.
    #[serde(default)]
    pub told: u16,
    /// What it was one of: "and the third" goes on from "the second one".
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub among: Vec<Subject>,
}

impl Before {
    /// That something was asked and answered about these.
    pub fn about(asking: Asking, mut subjects: Vec<Subject>) -> Self {
        subjects.truncate(KEPT_MAX);
        Self { asking, subjects, told: 0, among: Vec::new() }
    }

    /// What "the third one" is one of.
    pub(super) fn all(&self) -> &[Subject] {
        if self.among.is_empty() { &self.subjects } else { &self.among }
    }
}
