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
        match &self.missed[..] {
            [] => self.turn.clone(),
            missed => with_member(&self.turn, "missed", &format!("[{}]", missed.join(","))),
        }
    }
}

/// The JSON of an object that has members, with another one at its end.
pub fn with_member(object: &str, name: &str, value: &str) -> String {
    let open = object.strip_suffix('}').unwrap_or(object);
    format!("{open},\"{name}\":{value}}}")
}
