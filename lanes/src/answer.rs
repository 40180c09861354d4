//! What a frontend gets for an event.

use std::borrow::Cow;
use std::sync::Arc;

use fsm::dialogue::Turn;
use utoipa::ToSchema;

/// The turn that an event is answered with.
#[derive(Clone, Debug, PartialEq, Eq, ToSchema)]
#[schema(as = TurnAnswer)]
pub struct Answer {
    /// The turn's JSON.
    #[serde(flatten)]
    #[schema(value_type = Turn)]
    pub turn: Arc<str>,
    /// The turns in between, if the frontend was behind.
    #[schema(value_type = Vec<Turn>, required = false)]
    pub missed: Vec<Arc<str>>,
    /// Whether the event had been taken before.
    #[serde(skip)]
    pub replayed: bool,
}

impl Answer {
    /// The turn's JSON, with the turns that were missed if there are any.
    pub fn body(&self) -> Cow<'_, str> {
        match &self.missed[..] {
            [] => Cow::Borrowed(&self.turn),
            missed => with_member(&self.turn, "missed", &format!("[{}]", missed.join(","))).into(),
        }
    }
}

/// The JSON of an object that has members, with another one at its end.
pub fn with_member(object: &str, name: &str, value: &str) -> String {
    let open = object.strip_suffix('}').unwrap_or(object);
    format!("{open},\"{name}\":{value}}}")
}
