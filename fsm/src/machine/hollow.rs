//! Placeholders for what a row moves out of a state.

use jiff::Timestamp;
use uuid::Uuid;

use super::question::{Asked, Question, QuestionKind};
use super::state::{Clarifying, Closing, Confirming, Idle, Ordering, Submitted, Thinking};
use crate::order::{FrozenOrder, OpenOrder};
use crate::ticket::{Payment, Ticket, TicketStatus};

/// Leaves a placeholder behind, so that a row can move a state's data into the next state.
pub(crate) trait Hollow {
    fn hollow() -> Self;
}

pub(crate) fn take<S: Hollow>(state: &mut S) -> S {
    std::mem::replace(state, S::hollow())
}

impl Hollow for Idle {
    fn hollow() -> Self {
        Self::empty()
    }
}

impl Hollow for Ordering {
    fn hollow() -> Self {
        Self { order: OpenOrder::empty() }
    }
}

impl Hollow for Thinking {
    fn hollow() -> Self {
        Self { order: OpenOrder::empty(), thinking_since: Timestamp::UNIX_EPOCH }
    }
}

impl Hollow for OpenOrder {
    fn hollow() -> Self {
        Self::empty()
    }
}

impl<B: Hollow> Hollow for Clarifying<B> {
    fn hollow() -> Self {
        let question = Question::of(QuestionKind::WhatElse, None, Vec::new());
        Self { asked: Asked::plain(question), tries: 0, agreed: None, on: B::hollow() }
    }
}

impl Hollow for Confirming {
    fn hollow() -> Self {
        Self { order: OpenOrder::empty(), proposal: None, was_unclear: false, read_total: None }
    }
}

impl Hollow for Closing {
    fn hollow() -> Self {
        Self { submitted: Submitted::hollow() }
    }
}

impl Hollow for Submitted {
    fn hollow() -> Self {
        Self { order: FrozenOrder::empty(), ticket: hollow_ticket() }
    }
}

fn hollow_ticket() -> Ticket {
    Ticket { ticket_id: Uuid::nil(), revision: 0, status: TicketStatus::Pending, payment: Payment::None }
}
