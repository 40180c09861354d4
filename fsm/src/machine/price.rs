//! What an order costs, and what of that was read back.

use super::question::Kept;
use super::state::State;
use crate::order::{Change, Discount};

impl State {
    /// Takes other discounts for the order while it is open, and for the order with what waits for a yes.
    pub(crate) fn discount(&mut self, order: Vec<Discount>, proposal: Vec<Discount>) {
        let (open, kept) = match self {
            Self::Ordering(state) => (Some(&mut state.order), None),
            Self::Thinking(state) => (Some(&mut state.order), None),
            Self::Clarifying(state) => (Some(&mut state.on), state.asked.kept.change_mut()),
            Self::ClarifyingTicket(state) => (None, state.asked.kept.change_mut()),
            Self::Confirming(state) => {
                (Some(&mut state.order), state.proposal.as_mut().map(|proposal| &mut *proposal.change))
            }
            Self::Idle(_) | Self::Closing(_) => (None, None),
        };
        if let Some(open) = open {
            open.discount(order);
        }
        if let Some(change) = kept {
            change.discount(proposal);
        }
    }

    /// The order was read back as it is.
    pub(crate) fn mark_read(&mut self) {
        if let Self::Confirming(state) = self
            && state.proposal.is_none()
        {
            state.read_total = Some(state.order.order().total());
        }
    }
}

impl Kept {
    fn change_mut(&mut self) -> Option<&mut Change> {
        match self {
            Self::Change(change) => Some(change),
            Self::Nothing | Self::Operation(_) => None,
        }
    }
}
