//! What a frontend gets for an event.

/// A turn as it is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The turn's JSON.
    pub turn: String,
    /// The turns that the frontend has missed, if it said which it has seen.
    pub missed: Vec<String>,
    /// Whether the event had been taken before.
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
