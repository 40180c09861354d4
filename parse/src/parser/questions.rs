//! What a question points at.

use fsm::ids::ItemId;

use crate::Utterance;

/// The item of the line that is asked about, else of the one last mentioned.
pub(crate) fn referent(utterance: Utterance<'_>) -> Option<&ItemId> {
    let order = utterance.order?;
    let question = utterance.question.and_then(|question| question.line_id);
    Some(&order.line(question.or(order.referent())?)?.item)
}
