//! How a message gets to a POS.

use async_trait::async_trait;
use fsm::ticket::Message;

/// What a POS did with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    /// It has the message; of a ticket, it says later what becomes of it.
    Delivered,
    /// It has taken the ticket.
    Acknowledged {
        /// What it calls it.
        pos_reference: Option<String>,
    },
}

/// Why a message is not with the POS, as far as is known. It is sent again with the same key.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct EmitError(pub String);

/// Gets messages to a POS. The key of a message is its ticket's id and its type; sending it again does no harm.
#[async_trait]
pub trait Emitter: Send + Sync {
    /// Sends one message.
    async fn emit(&self, message: &Message) -> Result<Receipt, EmitError>;
}

/// Emits nothing: a POS that looks tickets up by itself says through the interface what becomes of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoEmitter;

#[async_trait]
impl Emitter for NoEmitter {
    async fn emit(&self, _: &Message) -> Result<Receipt, EmitError> {
        Ok(Receipt::Delivered)
    }
}
