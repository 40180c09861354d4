//! What a frontend gets for an event.

use fsm::dialogue::Turn;
use utoipa::ToSchema;

/// The turn that an event is answered with.
#[derive(Clone, Debug, PartialEq, Eq, ToSchema)]
#[schema(as = TurnAnswer)]
pub struct Answer {
    /// The turn's JSON.
    #[serde(flatten)]
    #[schema(value_type = Turn)]
    pub turn: String,
    /// The turns in between, if the frontend was behind.
    #[schema(value_type = Vec<Turn>, required = false)]
    pub missed: Vec<String>,
    /// Whether the event had been taken before.
    #[serde(skip)]
    pub replayed: bool,
}

impl Answer {
    /// The turn's JSON, with the turns that were missed if there are any.
    pub fn body(&self) -> String {
        match self.turn.strip_suffix('}') {
            Some(open) if !self.missed.is_empty() => {
                format!("{open},\"missed\":[{}]}}", self.missed.join(","))
            }
            Some(_) | None => self.turn.clone(),
        }
    }
}
