//! Actions that make, void or flag a ticket.

use crate::machine::crew_alert::CrewAlert;
use crate::machine::cx::{Cx, Next};
use crate::machine::effect::{Effect, Speech};
use crate::machine::event::{OutOfStock, Rejected, Said};
use crate::machine::session::OrderNumber;
use crate::machine::state::{Clarifying, Closing, Confirming, Ordering, State, Submitted};
use crate::order::{Change, OpenOrder};
use crate::ticket::{Message, MessageBody, Numbering, Payment, RetryData, Ticket, TicketStatus, VoidData};

impl Confirming {
    /// Freezes the order and emits its ticket. The ticket of what was confirmed before is voided first, so that no order
    /// has two live tickets.
    pub(crate) fn finalize_ticket(self, cx: &mut Cx<'_>, _: &Said) -> Closing {
        void(cx, "changed");
        let next = OrderNumber { number: cx.now.order_number, business_date: cx.now.business_date };
        let number = *cx.visit.order_number.get_or_insert(next);
        let revision = cx.visit.previous_ticket.as_ref().map_or(1, |ticket| ticket.revision + 1);
        let order = self.order.freeze();
        let ticket = Ticket {
            ticket_id: Ticket::id(cx.visit.session_id, revision),
            revision,
            status: TicketStatus::Pending,
            payment: Payment::None,
        };
        let data = order.ticket(
            &ticket,
            &Numbering {
                lane: &cx.visit.lane,
                lane_name: cx.policy.rules.lane_name(&cx.visit.lane),
                session_id: cx.visit.session_id,
                order_number: number.number,
                business_date: number.business_date,
                allergies: &cx.visit.allergies,
                replaces: cx.visit.previous_ticket.as_ref(),
                notes: cx.visit.notes.names(),
                tags: &cx.visit.tags,
            },
        );
        cx.visit.notes.send();
        deliver(cx, MessageBody::Created(Box::new(data)));
        close(cx, Submitted { order, ticket })
    }

    /// Closes again on what was confirmed before: nothing of it has changed.
    pub(crate) fn keep_ticket(self, cx: &mut Cx<'_>, said: &Said) -> Closing {
        match cx.visit.confirmed.take() {
            Some(confirmed) => close(cx, *confirmed),
            None => self.finalize_ticket(cx, said),
        }
    }

    /// Voids the ticket of an order of which nothing is to be left, if there is one.
    pub(crate) fn void_ticket(self, cx: &mut Cx<'_>, _: &Said) -> Self {
        void(cx, "cancelled");
        self
    }
}

fn close(cx: &mut Cx<'_>, submitted: Submitted) -> Closing {
    cx.visit.active_at = Some(cx.now.at);
    cx.speak(Speech::Close);
    Closing { submitted }
}

/// Voids the ticket of what was confirmed, if there is one.
fn void(cx: &mut Cx<'_>, reason: &str) {
    let Some(confirmed) = cx.visit.confirmed.take() else { return };
    let Submitted { order, ticket } = *confirmed;
    let data = VoidData {
        ticket_id: ticket.ticket_id,
        order_id: order.order().order_id(),
        revision: ticket.revision,
        reason: reason.to_owned(),
    };
    deliver(cx, MessageBody::Voided(data));
    cx.visit.previous_ticket = Some(Ticket { status: TicketStatus::Voided, ..ticket });
}

/// Settles a ticket that the POS refused: nothing is live there any more.
fn refuse(cx: &mut Cx<'_>, ticket: &Ticket) {
    cx.tell_crew(CrewAlert::TicketRefused { ticket_id: ticket.ticket_id });
    cx.visit.previous_ticket = Some(Ticket { status: TicketStatus::Rejected, ..ticket.clone() });
}

/// An event that reopens a confirmed order.
pub(crate) trait Reopens {
    /// Whether the POS refused the ticket. Otherwise it stands until the next one is confirmed.
    fn refuses_ticket(&self) -> bool {
        false
    }
}

impl Reopens for Said {}
impl Reopens for Change {}

impl Reopens for Rejected {
    fn refuses_ticket(&self) -> bool {
        true
    }
}

impl Reopens for OutOfStock {
    fn refuses_ticket(&self) -> bool {
        self.rejected
    }
}

impl Submitted {
    fn reopen(self, cx: &mut Cx<'_>, event: &impl Reopens) -> Ordering {
        let order = self.order.clone().thaw();
        if event.refuses_ticket() {
            refuse(cx, &self.ticket);
        } else {
            cx.visit.confirmed = Some(Box::new(self));
        }
        Ordering { order }
    }

    fn sent_to_window(mut self, cx: &mut Cx<'_>) -> Self {
        cx.visit.payment_problem = true;
        self.ticket.payment = Payment::Window;
        cx.speak(Speech::Window);
        self
    }
}

impl Closing {
    pub(crate) fn reopen(self, cx: &mut Cx<'_>, event: &impl Reopens) -> Ordering {
        self.submitted.reopen(cx, event)
    }

    pub(crate) fn suggest_window(self, cx: &mut Cx<'_>, _: &Said) -> Self {
        Self { submitted: self.submitted.sent_to_window(cx) }
    }
}

impl Clarifying<OpenOrder> {
    /// The order is still as the customer has said yes to it.
    pub(crate) fn finalize_ticket(self, cx: &mut Cx<'_>, said: &Said) -> Closing {
        let Self { on: order, agreed, .. } = self;
        Confirming { order, proposal: None, was_unclear: false, read_total: agreed }.finalize_ticket(cx, said)
    }

    pub(crate) fn void_ticket(self, cx: &mut Cx<'_>, _: &Change) -> Self {
        void(cx, "cancelled");
        self
    }
}

impl Clarifying<Submitted> {
    pub(crate) fn reopen(self, cx: &mut Cx<'_>, event: &impl Reopens) -> Ordering {
        self.on.reopen(cx, event)
    }

    pub(crate) fn void_ticket(self, cx: &mut Cx<'_>, change: &Change) -> Ordering {
        let ordering = self.on.reopen(cx, change);
        void(cx, "cancelled");
        ordering
    }

    pub(crate) fn suggest_window(self, cx: &mut Cx<'_>, _: &Said) -> Self {
        Self { on: self.on.sent_to_window(cx), ..self }
    }

    pub(crate) fn retry_payment(mut self, cx: &mut Cx<'_>, _: &Said) -> Self {
        self.on.ticket.payment = Payment::Retry;
        deliver(cx, MessageBody::PaymentRetry(RetryData { ticket_id: self.on.ticket.ticket_id }));
        cx.speak(Speech::PaymentRetry);
        self
    }
}

/// What the POS says of the ticket of an order that is being changed; an acknowledgement in every state.
impl State {
    pub(crate) fn mark_acknowledged(&mut self, cx: &mut Cx<'_>, _: &Said) -> Next {
        let submitted = match self {
            Self::Closing(state) => Some(&mut state.submitted),
            Self::ClarifyingTicket(state) => Some(&mut state.on),
            Self::Idle(_)
            | Self::Ordering(_)
            | Self::Thinking(_)
            | Self::Clarifying(_)
            | Self::Confirming(_) => cx.visit.confirmed.as_deref_mut(),
        };
        if let Some(submitted) = submitted {
            submitted.ticket.status = TicketStatus::Acknowledged;
        }
        Next::Stay
    }

    pub(crate) fn mark_refused(&mut self, cx: &mut Cx<'_>, _: &Rejected) -> Next {
        if let Some(confirmed) = cx.visit.confirmed.take() {
            refuse(cx, &confirmed.ticket);
        }
        Next::Stay
    }

    /// The customer hears nothing of it: what is wrong there, the crew sees to.
    pub(crate) fn report_silence_of_pos(&mut self, cx: &mut Cx<'_>, _: &Said) -> Next {
        let confirmed = self.submitted().or(cx.visit.confirmed.as_deref());
        if let Some(Submitted { ticket, .. }) = confirmed {
            let alert = CrewAlert::TicketUnanswered { ticket_id: ticket.ticket_id };
            cx.tell_crew(alert);
        }
        Next::Stay
    }

    /// The customer is in the middle of something else: the money is taken at the window.
    pub(crate) fn note_payment_problem(&mut self, cx: &mut Cx<'_>, _: &Said) -> Next {
        if let Some(confirmed) = &mut cx.visit.confirmed {
            confirmed.ticket.payment = Payment::Window;
            cx.visit.payment_problem = true;
        }
        Next::Stay
    }
}

fn deliver(cx: &mut Cx<'_>, body: MessageBody) {
    let message = Message { timestamp: cx.now.at, body };
    cx.push(Effect::Deliver(Box::new(message)));
}
