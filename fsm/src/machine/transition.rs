//! The result of an event: the row that was taken, or a refusal.

use serde::Serialize;
use utoipa::ToSchema;

use super::action::{Action, ActionKind};
use super::event::EventKind;
use super::kind::StateKind;

/// A row that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Transition {
    /// The row's name, such as `S01`.
    pub row: &'static str,
    /// The state before.
    pub from: StateKind,
    /// What happened.
    pub event: EventKind,
    /// The guard that held; with `!`, that did not hold.
    pub guard: Option<&'static str>,
    /// The state after.
    pub to: StateKind,
    /// The actions, in order.
    #[schema(value_type = Vec<String>)]
    pub actions: &'static [Action],
}

impl Transition {
    /// Whether the row asks a question, so that it ends the turn.
    pub fn asks(&self) -> bool {
        self.actions.iter().any(|action| action.kind() == ActionKind::Asks)
    }
}

/// An event that no row takes in the state that the lane is in. State and order stay as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Refusal {
    /// The state.
    pub state: StateKind,
    /// The event's name.
    pub event: &'static str,
    /// Why.
    pub reason: &'static str,
}
