//! The states. Each owns its own data, and only the states that may lead to it can build it.
//!
//! A closing lane comes from a confirmed order, and from nowhere else:
//!
//! ```compile_fail,E0277
//! fn skip_the_summary(ordering: fsm::machine::Ordering) -> fsm::machine::Closing {
//!     ordering.into()
//! }
//! ```

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::kind::StateKind;
use super::question::{Asked, Kept, Question, QuestionKind};
use crate::ids::{ItemId, LineId};
use crate::menu::Menu;
use crate::money::Money;
use crate::order::{About, Change, FrozenOrder, OpenOrder, Order};
use crate::ticket::Ticket;

/// A lane's state with its data. `Clarifying` and `ClarifyingTicket` are one state of the design: in the second the
/// question was asked after the ticket, so that there is a frozen order to go back to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum State {
    /// Empty lane.
    Idle(Idle),
    /// Speech builds the order.
    Ordering(Ordering),
    /// The customer browses.
    Thinking(Thinking),
    /// One question is open.
    Clarifying(Clarifying<OpenOrder>),
    /// One question is open, on top of a ticket.
    ClarifyingTicket(Clarifying<Submitted>),
    /// The order was read back.
    Confirming(Confirming),
    /// The ticket is on its way.
    Closing(Closing),
}

/// Empty lane, no session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Idle(());

/// Speech builds the order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ordering {
    pub(crate) order: OpenOrder,
}

/// The customer browses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thinking {
    pub(crate) order: OpenOrder,
    pub(crate) thinking_since: Timestamp,
}

/// One question is open, on top of an open order or of a submitted one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clarifying<B> {
    pub(crate) asked: Asked,
    /// How many times the question was asked.
    pub(crate) tries: u32,
    /// The total to which the customer has said yes before the question; none if they have not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agreed: Option<Money>,
    pub(crate) on: B,
}

/// The order was read back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Confirming {
    pub(crate) order: OpenOrder,
    pub(crate) proposal: Option<Proposal>,
    /// Whether something was unclear since the state was entered.
    pub(crate) was_unclear: bool,
    /// The total that was read back; none before it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) read_total: Option<Money>,
}

/// An unsafe change that was read back and waits for a yes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Proposal {
    pub change: Box<Change>,
    pub question: Question,
}

impl Proposal {
    pub(crate) fn of(change: &Change) -> Self {
        Self { change: Box::new(change.clone()), question: confirm_change() }
    }
}

/// The ticket is on its way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Closing {
    pub(crate) submitted: Submitted,
}

/// A confirmed order and its ticket, which lives until the next one is confirmed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Submitted {
    pub(crate) order: FrozenOrder,
    pub(crate) ticket: Ticket,
}

/// The question that a proposal asks.
pub(crate) fn confirm_change() -> Question {
    Question::of(QuestionKind::ConfirmChange, None, Vec::new())
}

/// A state with a customer in it.
pub(crate) trait Active {
    fn order(&self) -> &Order;

    fn ticket(&self) -> Option<&Ticket> {
        None
    }

    fn question_kind(&self) -> Option<QuestionKind> {
        None
    }

    fn proposal(&self) -> Option<&Change> {
        None
    }

    fn was_unclear(&self) -> bool {
        false
    }

    /// The total that was read back.
    fn read_total(&self) -> Option<Money> {
        None
    }
}

impl Active for Ordering {
    fn order(&self) -> &Order {
        self.order.order()
    }
}

impl Active for Thinking {
    fn order(&self) -> &Order {
        self.order.order()
    }
}

impl Active for Clarifying<OpenOrder> {
    fn order(&self) -> &Order {
        self.on.order()
    }

    fn question_kind(&self) -> Option<QuestionKind> {
        Some(self.asked.question.kind)
    }

    fn proposal(&self) -> Option<&Change> {
        self.asked.proposal()
    }
}

impl Active for Clarifying<Submitted> {
    fn order(&self) -> &Order {
        self.on.order.order()
    }

    fn ticket(&self) -> Option<&Ticket> {
        Some(&self.on.ticket)
    }

    fn question_kind(&self) -> Option<QuestionKind> {
        Some(self.asked.question.kind)
    }

    fn proposal(&self) -> Option<&Change> {
        self.asked.proposal()
    }
}

impl Active for Confirming {
    fn order(&self) -> &Order {
        self.order.order()
    }

    fn proposal(&self) -> Option<&Change> {
        self.proposal.as_ref().map(|proposal| &*proposal.change)
    }

    fn was_unclear(&self) -> bool {
        self.was_unclear
    }

    fn read_total(&self) -> Option<Money> {
        self.read_total
    }
}

impl Active for Closing {
    fn order(&self) -> &Order {
        self.submitted.order.order()
    }

    fn ticket(&self) -> Option<&Ticket> {
        Some(&self.submitted.ticket)
    }
}

impl Asked {
    /// The item that needs a replacement.
    pub(crate) fn item_that_is_off(&self) -> Option<ItemId> {
        match self.about.as_ref()? {
            About::Off(item) => Some(item.clone()),
            // Older sessions were stored with the item's name, and its id as the only candidate.
            About::Words(part) if self.question.kind == QuestionKind::Replacement => {
                part.candidates.first().map(|id| ItemId::from(id.as_str()))
            }
            _ => None,
        }
    }

    fn proposal(&self) -> Option<&Change> {
        if let Kept::Change(change) = &self.kept { Some(change) } else { None }
    }
}

impl Kept {
    fn refresh_stock(&mut self, menu: &Menu) {
        match self {
            Self::Change(change) => change.refresh_stock(menu),
            Self::Nothing | Self::Operation(_) => {}
        }
    }
}

impl State {
    pub(crate) fn idle() -> Self {
        Self::Idle(Idle(()))
    }

    /// The state's name in the design.
    pub fn kind(&self) -> StateKind {
        match self {
            Self::Idle(_) => StateKind::Idle,
            Self::Ordering(_) => StateKind::Ordering,
            Self::Thinking(_) => StateKind::Thinking,
            Self::Clarifying(_) | Self::ClarifyingTicket(_) => StateKind::Clarifying,
            Self::Confirming(_) => StateKind::Confirming,
            Self::Closing(_) => StateKind::Closing,
        }
    }

    fn active(&self) -> Option<&dyn Active> {
        match self {
            Self::Idle(_) => None,
            Self::Ordering(state) => Some(state),
            Self::Thinking(state) => Some(state),
            Self::Clarifying(state) => Some(state),
            Self::ClarifyingTicket(state) => Some(state),
            Self::Confirming(state) => Some(state),
            Self::Closing(state) => Some(state),
        }
    }

    pub(crate) fn order(&self) -> Option<&Order> {
        self.active().map(Active::order)
    }

    /// The confirmed order with its ticket, unless it is being changed.
    pub(crate) fn submitted(&self) -> Option<&Submitted> {
        match self {
            Self::Closing(state) => Some(&state.submitted),
            Self::ClarifyingTicket(state) => Some(&state.on),
            Self::Idle(_)
            | Self::Ordering(_)
            | Self::Thinking(_)
            | Self::Clarifying(_)
            | Self::Confirming(_) => None,
        }
    }

    pub(crate) fn proposal(&self) -> Option<&Change> {
        self.active().and_then(Active::proposal)
    }

    /// Updates the stock marks of the open order, and of what waits to change it, from the menu.
    pub(crate) fn refresh_stock(&mut self, menu: &Menu) {
        match self {
            Self::Ordering(state) => state.order.refresh_stock(menu, None),
            Self::Thinking(state) => state.order.refresh_stock(menu, None),
            Self::Clarifying(state) => {
                state.on.refresh_stock(menu, state.asked.item_that_is_off().as_ref());
                state.asked.kept.refresh_stock(menu);
                state.asked.renew_substitutes(menu);
            }
            Self::Confirming(state) => {
                state.order.refresh_stock(menu, None);
                if let Some(proposal) = &mut state.proposal {
                    proposal.change.refresh_stock(menu);
                }
            }
            Self::ClarifyingTicket(state) => state.asked.kept.refresh_stock(menu),
            Self::Idle(_) | Self::Closing(_) => {}
        }
    }

    pub(crate) fn asked(&self) -> Option<&Asked> {
        match self {
            Self::Clarifying(state) => Some(&state.asked),
            Self::ClarifyingTicket(state) => Some(&state.asked),
            Self::Idle(_)
            | Self::Ordering(_)
            | Self::Thinking(_)
            | Self::Confirming(_)
            | Self::Closing(_) => None,
        }
    }

    pub(crate) fn question(&self) -> Option<&Question> {
        if let Self::Confirming(state) = self {
            return state.proposal.as_ref().map(|proposal| &proposal.question);
        }
        self.asked().map(|asked| &asked.question)
    }
}

impl Clarifying<OpenOrder> {
    /// The line that the question is about, if it is incomplete without an answer.
    pub(crate) fn questioned_line(&self) -> Option<LineId> {
        let line = self.on.order().line(self.asked.question.line_id?)?;
        (!line.is_complete()).then_some(line.line_id)
    }
}

impl Idle {
    pub(crate) fn empty() -> Self {
        Self(())
    }
}
