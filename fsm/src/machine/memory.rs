//! What a session remembers of what was said, and with what it was decided.

use super::documents::Documents;
use super::exchange::Exchange;
use super::session::Session;

/// How many exchanges are kept.
const EXCHANGES_MAX: usize = 6;

impl Session {
    /// What was said last.
    pub fn last_said(&self) -> Option<&str> {
        self.visit.as_ref().and_then(|visit| visit.last_said.as_deref())
    }

    /// Keeps what was said, for "what was that?".
    pub fn remember_said(&mut self, text: &str) {
        if let Some(visit) = &mut self.visit {
            visit.last_said = Some(text.to_owned());
        }
    }

    /// The documents that its turns named last.
    pub fn documents(&self) -> Option<Documents> {
        self.visit.as_ref().and_then(|visit| visit.documents)
    }

    /// Keeps the documents that a turn was decided with.
    pub fn remember_documents(&mut self, documents: Documents) {
        if let Some(visit) = &mut self.visit {
            visit.documents = Some(documents);
        }
    }

    /// The latest exchanges, the newest last.
    pub fn exchanges(&self) -> &[Exchange] {
        self.visit.as_ref().map_or(&[], |visit| &visit.exchanges)
    }

    /// Keeps an utterance with its reply, and drops the oldest.
    pub fn remember_exchange(&mut self, heard: &str, said: &str) {
        let Some(visit) = &mut self.visit else { return };
        visit.exchanges.push(Exchange::of(heard, said));
        let over = visit.exchanges.len().saturating_sub(EXCHANGES_MAX);
        visit.exchanges.drain(..over);
    }
}
