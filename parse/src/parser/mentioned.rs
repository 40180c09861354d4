//! What was asked about last is what is meant: "how much is the hot dog", "put cheese on it", "we'll skip those then".

use fsm::dialogue::Act;
use fsm::ids::{ItemId, LineId};
use fsm::order::{Op, Order, Target};

use crate::Utterance;

/// The order with the one line mentioned that was asked about last, if it is another than the one that is.
pub(super) fn by_a_question(utterance: Utterance<'_>) -> Option<(Order, LineId)> {
    let order = utterance.order?;
    let [item] = utterance.answered?.items.as_slice() else { return None };
    let mut lines = order.lines().iter().filter(|line| line.item == *item);
    let line = lines.next().filter(|_| lines.next().is_none())?;
    let is_other = order.referent() != Some(line.line_id) && utterance.question.is_none();
    is_other.then(|| (order.mentioning(line.line_id), line.line_id))
}

/// The order with its newest line mentioned, where the one that was mentioned last has gone: "take off the pie", "and no cheese
/// on one".
pub(super) fn last_that_is_left(utterance: Utterance<'_>) -> Option<(Order, LineId)> {
    let order = utterance.order?;
    let line_id = order.lines().last()?.line_id;
    let is_gone = order.referent().is_none_or(|referent| order.line(referent).is_none());
    is_gone.then(|| (order.mentioning(line_id), line_id))
}

/// Whether "it" is taken off: said twice, it takes off nothing more.
pub(super) fn takes_it_off(acts: &[Act]) -> bool {
    let is_it = |op: &Op| matches!(op, Op::Remove { target: Target::Referent { .. }, quantity: None });
    acts.iter().any(|act| matches!(act, Act::Order { ops, .. } if ops.iter().any(is_it)))
}

/// "We'll skip those then", of what was only asked about: nothing on the order is meant.
pub(super) fn decline(utterance: Utterance<'_>, acts: &mut [Act]) {
    let Some(answered) = utterance.answered.filter(|answered| !answered.items.is_empty()) else { return };
    let is_ordered = |item: &ItemId| {
        utterance.order.is_some_and(|order| order.lines().iter().any(|line| line.item == *item))
    };
    if answered.items.iter().any(is_ordered) {
        return;
    }
    for act in acts.iter_mut() {
        if let Act::Order { ops, unresolved } = act {
            ops.retain(|op| !matches!(op, Op::Remove { target: Target::Referent { .. }, .. }));
            if ops.is_empty() && unresolved.is_empty() {
                *act = Act::NeverMind;
            }
        }
    }
}

/// Says by its number which line is meant, where the order has mentioned another one since.
pub(super) fn pin(acts: &mut [Act], line_id: LineId) {
    let ops =
        acts.iter_mut().filter_map(|act| if let Act::Order { ops, .. } = act { Some(ops) } else { None });
    for op in ops.flatten() {
        let target = match op {
            Op::Modify(change) => &mut change.target,
            Op::Remove { target, .. } | Op::Replace { target, .. } => target,
            Op::Correct(said) => {
                let names = !said.wanted.items.is_empty() || said.wanted.category.is_some();
                if said.target.is_empty() && said.unwanted.is_empty() && !names {
                    said.target.line_id = Some(line_id);
                }
                continue;
            }
            Op::Add(_) | Op::Clear => continue,
        };
        if matches!(target, Target::Referent { .. }) {
            *target = Target::Line { line_id };
        }
    }
}
