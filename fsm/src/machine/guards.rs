//! The design's guards, by name. Each reads the state's data, the event and the policy, and changes nothing.

use super::cx::Cx;
use super::event::{Said, Unclear};
use super::policy::Policy;
use super::question::QuestionKind;
use super::state::{Active, Clarifying, Confirming, Ordering};
use crate::order::{Change, OpenOrder, Order};

/// The order has at least one line.
pub(crate) fn has_order<E>(_: &Cx<'_>, state: &impl Active, _: &E) -> bool {
    !state.order().lines().is_empty()
}

/// The order has a line besides the one that must go if the open question gets no answer.
pub(crate) fn has_other_lines<E>(_: &Cx<'_>, state: &Clarifying<OpenOrder>, _: &E) -> bool {
    let questioned = state.questioned_line();
    state.order().lines().iter().any(|line| Some(line.line_id) != questioned)
}

/// The agent or the recognizer was not sure, or a part only the customer can settle.
pub(crate) fn low_confidence<S>(cx: &Cx<'_>, _: &S, unclear: &Unclear) -> bool {
    match unclear {
        Unclear::Confidence(confidence) => *confidence < cx.policy.rules.confidence_min,
        Unclear::Yes | Unclear::Nothing | Unclear::Part(_) => true,
    }
}

/// The change takes much away, or all that was confirmed, or was hardly heard.
pub(crate) fn unsafe_change(cx: &Cx<'_>, state: &impl Active, change: &Change) -> bool {
    change.is_unsafe() || change.is_unsure() || cancels_order(cx, state, change)
}

/// The change leaves nothing of an order that was confirmed.
pub(crate) fn cancels_order(cx: &Cx<'_>, state: &impl Active, change: &Change) -> bool {
    let has_ticket = state.ticket().is_some() || cx.visit.confirmed.is_some();
    has_ticket && change.after().lines().is_empty()
}

/// The order is as it was confirmed before, and costs the same.
pub(crate) fn unchanged<E>(cx: &Cx<'_>, state: &Confirming, _: &E) -> bool {
    let confirmed = cx.visit.confirmed.as_ref().map(|confirmed| confirmed.order.order());
    let is_same =
        |order: &Order| order.lines() == state.order().lines() && order.total() == state.order().total();
    confirmed.is_some_and(is_same)
}

/// The order costs something else than when it was read back.
pub(crate) fn price_changed<E>(_: &Cx<'_>, state: &Confirming, _: &E) -> bool {
    state.read_total().is_some_and(|read| read != state.order().total())
}

/// A line misses a required choice or is out of stock, or something else waits for an answer.
pub(crate) fn incomplete<E>(cx: &Cx<'_>, state: &impl Active, _: &E) -> bool {
    state.order().oldest_incomplete().is_some() || !cx.visit.open.is_empty()
}

/// The customer has said yes to the order as it is, before they were asked, and nothing else waits.
pub(crate) fn agreed<E>(cx: &Cx<'_>, state: &Clarifying<OpenOrder>, event: &E) -> bool {
    state.agreed == Some(state.order().total()) && !incomplete(cx, state, event)
}

/// What waits longest is a question of the house.
pub(crate) fn house_asks<S, E>(cx: &Cx<'_>, _: &S, _: &E) -> bool {
    cx.visit.open.first().is_some_and(|item| item.asked.question.house.is_some())
}

/// Something waits for an answer.
pub(crate) fn has_open_items<S, E>(cx: &Cx<'_>, _: &S, _: &E) -> bool {
    !cx.visit.open.is_empty()
}

/// The customer's last turn changed the order and was not an undo. The undone order must be within the caps: the crew
/// may have added something since.
pub(crate) fn can_undo<E>(cx: &Cx<'_>, state: &Ordering, _: &E) -> bool {
    let Policy { rules, menu, .. } = *cx.policy;
    let caps = cx.visit.limits.within(rules.caps);
    cx.visit.undo.as_ref().is_some_and(|undo| caps.hold(&state.order.undone(undo), menu))
}

/// The order has a ticket and is not being changed.
pub(crate) fn ticket_pending<E>(_: &Cx<'_>, state: &impl Active, _: &E) -> bool {
    state.ticket().is_some()
}

/// The open question is whether to try the payment again.
pub(crate) fn payment_question<E>(_: &Cx<'_>, state: &impl Active, _: &E) -> bool {
    state.question_kind() == Some(QuestionKind::PaymentRetry)
}

/// A yes or a no answers the open question, and nothing else of the order tells what was asked.
pub(crate) fn yes_or_no<E>(_: &Cx<'_>, state: &impl Active, _: &E) -> bool {
    matches!(state.question_kind(), Some(QuestionKind::ConfirmChange | QuestionKind::PaymentRetry))
}

/// The order had no payment problem before.
pub(crate) fn first_payment_problem<S>(cx: &Cx<'_>, _: &S, _: &Said) -> bool {
    !cx.visit.payment_problem
}

/// Nothing was unclear since the state was entered.
pub(crate) fn first_unclear<E>(_: &Cx<'_>, state: &Confirming, _: &E) -> bool {
    !state.was_unclear()
}

/// An unsafe change waits for a yes.
pub(crate) fn has_proposal<E>(_: &Cx<'_>, state: &Confirming, _: &E) -> bool {
    state.proposal().is_some()
}

/// Accepting the proposal would empty the order.
pub(crate) fn proposal_empties<E>(_: &Cx<'_>, state: &Confirming, _: &E) -> bool {
    state.proposal().is_some_and(|change| change.after().lines().is_empty())
}
