//! Whose an input is: of the car that is there, or of the next.

use super::acts::{Act, lower};
use super::touch::Tap;
use super::turn::{By, Input};
use crate::machine::{Moment, Policy, Session};
use crate::menu::Topic;
use crate::order::Op;

/// Whose an input is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Whose {
    /// Of the session that is on.
    ThisCars,
    /// It only ends the session that is on.
    Nobodys,
    /// It ends the session that is on and begins another.
    NextCars,
}

/// After the grace of a confirmed order, an addition may come from anybody, so it gets an order of its own; who changes
/// or takes off something, or answers, means the order that is there.
pub(super) fn whose(input: &Input, policy: &Policy<'_>, now: &Moment, session: &Session) -> Whose {
    let is_over = is_grace_over(policy, now, session);
    let is_next = match input {
        Input::CarDetected { .. } => is_over || session.visit.as_ref().is_some_and(|visit| visit.heard),
        Input::Utterance { acts, recognizer_confidence, by: By::Customer, .. } => {
            let is_sure = lower(acts.confidence, *recognizer_confidence) >= policy.rules.confidence_min;
            is_over && is_sure && acts.acts.iter().any(begins_anew)
        }
        Input::Tap { tap: Tap::AddItem { .. } | Tap::AddCombo { .. }, by: By::Customer } => is_over,
        Input::Silence { lasted } if session.has_grace() && *lasted >= policy.rules.closing_grace() => {
            return Whose::Nobodys;
        }
        Input::Silence { .. } | Input::OutOfStock { .. } if is_over => return Whose::Nobodys,
        Input::Utterance { .. }
        | Input::Tap { .. }
        | Input::BargeIn
        | Input::Silence { .. }
        | Input::OutOfStock { .. }
        | Input::CarLeft
        | Input::Crew(_)
        | Input::Acknowledged
        | Input::Rejected { .. }
        | Input::PaymentProblem
        | Input::Deadline(_) => false,
    };
    if is_next { Whose::NextCars } else { Whose::ThisCars }
}

pub(super) fn is_grace_over(policy: &Policy<'_>, now: &Moment, session: &Session) -> bool {
    session.is_grace_over(now.at, policy.rules.closing_grace())
}

/// Whether an act begins an order, or a conversation about one.
fn begins_anew(act: &Act) -> bool {
    match act {
        Act::Order { ops, unresolved } => {
            !unresolved.is_empty() || ops.iter().any(|op| matches!(op, Op::Add(_)))
        }
        Act::MenuQuestion(asking) => asking.topic != Topic::Order,
        _ => *act == Act::Human,
    }
}
