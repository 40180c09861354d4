//! How a message gets to a POS.

use std::fmt::Display;
use std::time::Duration;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Message, MessageBody};
use jiff::Timestamp;
use parse::Languages;
use serde::Serialize;
use utoipa::ToSchema;

use super::PosReport;

/// The most that is kept of a reason, a reference or anything else that a POS says, in characters.
pub const WORDS_CHARS_MAX: usize = 500;

/// What may be done when it is not known whether a POS has a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semantics {
    /// It is sent again with the same key, and the POS takes it once.
    Idempotent,
    /// It is tried again, but the emitter checks first whether the POS has it, which would make it twice.
    Queryable,
    /// It is never retried automatically, because the POS would make it twice. The crew decides.
    Blind,
}

/// Why a message is not with the POS, as far as is known.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmitError {
    /// The POS has certainly not received it.
    #[error("{reason}{}", said.as_ref().map(|said| format!(": {said}")).unwrap_or_default())]
    Refused {
        /// Why.
        reason: String,
        /// What the POS said besides.
        said: Option<String>,
        /// How long the POS wants no further attempt.
        retry_after: Option<Duration>,
    },
    /// The POS may have received it: no answer came, or none that can be read.
    #[error("{reason}")]
    Unknown {
        /// What is known.
        reason: String,
    },
    /// The POS takes no more messages until the service is started again.
    #[error("{reason}")]
    Disabled {
        /// What it said.
        reason: String,
    },
}

impl EmitError {
    /// The POS has certainly not received it, and may be tried again.
    pub fn refused(reason: impl Display) -> Self {
        Self::Refused { reason: reason.to_string(), said: None, retry_after: None }
    }

    /// Why, without what the POS said besides: that is for the crew and not for logs.
    pub(super) fn reason(&self) -> &str {
        match self {
            Self::Refused { reason, .. } | Self::Unknown { reason } | Self::Disabled { reason } => reason,
        }
    }

    /// The same with the beginning of what the POS said, without the numbers of cards and phones.
    pub(super) fn without_long_numbers(mut self, languages: &Languages) -> Self {
        if let Self::Refused { said: Some(said), .. } = &mut self {
            *said = shown(said, languages);
        }
        self
    }

    /// The POS may have received it.
    pub fn unknown(reason: impl Display) -> Self {
        Self::Unknown { reason: reason.to_string() }
    }
}

/// The report of a POS that takes every ticket and says nothing.
pub(super) fn taken(body: &MessageBody) -> Option<PosReport> {
    match body {
        MessageBody::Created(_) => Some(PosReport::Acknowledged { pos_reference: None }),
        MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
    }
}

/// The beginning of what a POS says, without the numbers of cards and phones.
pub fn shown(said: &str, languages: &Languages) -> String {
    let hidden = languages.without_long_numbers(said);
    hidden.as_deref().unwrap_or(said).chars().take(WORDS_CHARS_MAX).collect()
}

/// What is sent to see whether a POS is there. It is about no ticket: no message about one has its type or lacks its data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TestMessage {
    /// Always `webhook.test`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// When it was sent, UTC.
    #[schema(value_type = String, format = DateTime)]
    pub timestamp: Timestamp,
    /// What it says.
    pub data: TestData,
}

impl TestMessage {
    /// One that is asked for in a drive-thru.
    pub fn of(drive_thru: String, timestamp: Timestamp) -> Self {
        Self { kind: "webhook.test", timestamp, data: TestData { drive_thru } }
    }
}

/// What a test event says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TestData {
    /// Where somebody asked for it.
    pub drive_thru: String,
}

/// What came of a test event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tested {
    /// What identified it.
    pub webhook_id: String,
    /// How long the answer took, or until there was none.
    pub took: Duration,
    /// The status of the answer, and what it says; why there is none.
    pub came: Result<(u16, Option<String>), String>,
}

/// Gets messages to a POS. The key of a message is its ticket's id and its type.
#[async_trait]
pub trait Emitter: Send + Sync {
    /// What may be repeated.
    fn semantics(&self) -> Semantics;

    /// Sends one message of a lane. Its number in the outbox is the same with each try, and another when an operator has
    /// it sent again. Returns what the POS reports of the ticket at once; none if it only has the message.
    ///
    /// # Errors
    /// [`EmitError`], which says whether the POS may have the message all the same.
    async fn emit(
        &self,
        lane: &LaneKey,
        number: i64,
        message: &Message,
    ) -> Result<Option<PosReport>, EmitError>;

    /// Sends what is about no ticket, as messages are sent; none where nobody is called. It is sent once, also to a POS that takes no
    /// more messages, and what it answers changes nothing.
    async fn try_out(&self, _test: &TestMessage) -> Option<Tested> {
        None
    }
}

/// Emits nothing: a POS that looks tickets up by itself says through the interface what becomes of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEmitter;

#[async_trait]
impl Emitter for NoEmitter {
    fn semantics(&self) -> Semantics {
        Semantics::Idempotent
    }

    async fn emit(&self, _: &LaneKey, _: i64, _: &Message) -> Result<Option<PosReport>, EmitError> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_pos_says_is_kept_without_the_number_of_a_card() {
        let refused = |said: &str| EmitError::Refused {
            reason: "10.0.0.100:55555 answered 402".to_owned(),
            said: Some(said.to_owned()),
            retry_after: None,
        };
        let told = |said: &str| refused(said).without_long_numbers(&Languages::default()).to_string();
        assert_eq!(told("no item 17"), "10.0.0.100:55555 answered 402: no item 17");
        assert_eq!(told("4242 4242 4242 4242 is void"), "10.0.0.100:55555 answered 402: ••• is void");
        let long = "x".repeat(WORDS_CHARS_MAX - 7) + " 4242 4242 4242 4242 is void";
        assert!(told(&long).ends_with("x ••• is"), "{}", told(&long));
        assert!(!refused("no item 17").reason().contains("item"));
    }
}
