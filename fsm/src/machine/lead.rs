//! Which state's data can become which other's: the NEXT column, as types. Other transitions do not compile.

use super::cx::Cx;
use super::question::Asked;
use super::state::{Clarifying, Closing, Confirming, Idle, Ordering, State, Submitted, Thinking};
use crate::order::OpenOrder;

/// The states of the design, as the NEXT column names them.
pub(crate) mod to {
    pub(crate) struct Idle;
    pub(crate) struct Ordering;
    pub(crate) struct Thinking;
    pub(crate) struct Clarifying;
    pub(crate) struct Confirming;
    pub(crate) struct Closing;
}

/// Data that can become the data of the state `N`.
pub(crate) trait Lead<N> {
    fn lead(self, cx: &Cx<'_>) -> State;
}

impl Lead<to::Idle> for Idle {
    fn lead(self, _: &Cx<'_>) -> State {
        State::Idle(self)
    }
}

impl Lead<to::Ordering> for Ordering {
    fn lead(self, _: &Cx<'_>) -> State {
        State::Ordering(self)
    }
}

impl Lead<to::Ordering> for Thinking {
    fn lead(self, _: &Cx<'_>) -> State {
        State::Ordering(Ordering { order: self.order })
    }
}

impl Lead<to::Ordering> for Clarifying<OpenOrder> {
    fn lead(self, _: &Cx<'_>) -> State {
        State::Ordering(Ordering { order: self.on })
    }
}

impl Lead<to::Thinking> for Thinking {
    fn lead(self, _: &Cx<'_>) -> State {
        State::Thinking(self)
    }
}

impl Lead<to::Thinking> for Ordering {
    fn lead(self, cx: &Cx<'_>) -> State {
        thinking(self.order, cx)
    }
}

impl Lead<to::Thinking> for Clarifying<OpenOrder> {
    fn lead(self, cx: &Cx<'_>) -> State {
        thinking(self.on, cx)
    }
}

impl Lead<to::Thinking> for Confirming {
    fn lead(self, cx: &Cx<'_>) -> State {
        thinking(self.order, cx)
    }
}

impl Lead<to::Clarifying> for Clarifying<OpenOrder> {
    fn lead(self, _: &Cx<'_>) -> State {
        State::Clarifying(self)
    }
}

impl Lead<to::Clarifying> for Clarifying<Submitted> {
    fn lead(self, _: &Cx<'_>) -> State {
        State::ClarifyingTicket(self)
    }
}

impl Lead<to::Confirming> for Confirming {
    fn lead(self, _: &Cx<'_>) -> State {
        State::Confirming(self)
    }
}

impl Lead<to::Closing> for Closing {
    fn lead(self, _: &Cx<'_>) -> State {
        State::Closing(self)
    }
}

/// Drops a question that was asked while closing: the ticket is still pending.
impl Lead<to::Closing> for Clarifying<Submitted> {
    fn lead(self, _: &Cx<'_>) -> State {
        State::Closing(Closing { submitted: self.on })
    }
}

fn thinking(order: OpenOrder, cx: &Cx<'_>) -> State {
    State::Thinking(Thinking { order, thinking_since: cx.now.at })
}

impl<B> Clarifying<B> {
    /// A question asked for the first time.
    pub(crate) fn ask(asked: Asked, on: B) -> Self {
        Self { asked, tries: 1, agreed: None, on }
    }
}
