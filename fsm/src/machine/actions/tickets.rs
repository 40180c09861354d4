//! Actions that make, void or flag a ticket.

use crate::machine::cx::Cx;
use crate::machine::effect::{Effect, Speech};
use crate::machine::event::{OutOfStock, Rejected, Said};
use crate::machine::session::OrderNumber;
use crate::machine::state::{Clarifying, Closing, Confirming, Ordering, Submitted};
use crate::order::{Change, OpenOrder};
use crate::ticket::{Message, MessageBody, Numbering, Payment, RetryData, Ticket, TicketStatus, VoidData};

impl Confirming {
    /// Freezes the order and emits its ticket: the only way into closing.
    pub(crate) fn finalize_ticket(self, cx: &mut Cx<'_>, _: &Said) -> Closing {
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
                replaces: cx.visit.previous_ticket.as_ref(),
            },
        );
        deliver(cx, MessageBody::Created(Box::new(data)));
        cx.speak(Speech::Close);
        Closing { submitted: Submitted { order, ticket } }
    }
}

/// An event that voids a ticket: the ticket's next status, and the reason that the POS is told. None if the POS refused
/// the ticket itself.
pub(crate) trait Voids {
    fn outcome(&self) -> (TicketStatus, Option<&'static str>);
}

/// "Oh, and a coke."
impl Voids for Said {
    fn outcome(&self) -> (TicketStatus, Option<&'static str>) {
        (TicketStatus::Voided, Some("changed"))
    }
}

impl Voids for Change {
    fn outcome(&self) -> (TicketStatus, Option<&'static str>) {
        (TicketStatus::Voided, Some("changed"))
    }
}

impl Voids for Rejected {
    fn outcome(&self) -> (TicketStatus, Option<&'static str>) {
        (TicketStatus::Rejected, None)
    }
}

impl Voids for OutOfStock {
    fn outcome(&self) -> (TicketStatus, Option<&'static str>) {
        if self.rejected { Rejected.outcome() } else { (TicketStatus::Voided, Some("out_of_stock")) }
    }
}

impl Submitted {
    /// Reopens the order. The ticket is settled first, so that no order has two live tickets.
    fn reopen(self, cx: &mut Cx<'_>, event: &impl Voids) -> OpenOrder {
        let Self { order, mut ticket } = self;
        let (status, reason) = event.outcome();
        if let Some(reason) = reason {
            let void = VoidData {
                ticket_id: ticket.ticket_id,
                order_id: order.order().order_id(),
                revision: ticket.revision,
                reason: reason.to_owned(),
            };
            deliver(cx, MessageBody::Voided(void));
        }
        ticket.status = status;
        cx.visit.previous_ticket = Some(ticket);
        order.thaw()
    }

    fn sent_to_window(mut self, cx: &mut Cx<'_>) -> Self {
        cx.visit.payment_problem = true;
        self.ticket.payment = Payment::Window;
        cx.speak(Speech::Window);
        self
    }
}

impl Closing {
    pub(crate) fn void_ticket(self, cx: &mut Cx<'_>, event: &impl Voids) -> Ordering {
        Ordering { order: self.submitted.reopen(cx, event) }
    }

    pub(crate) fn suggest_window(self, cx: &mut Cx<'_>, _: &Said) -> Self {
        Self { submitted: self.submitted.sent_to_window(cx) }
    }
}

impl Clarifying<Submitted> {
    pub(crate) fn void_ticket(self, cx: &mut Cx<'_>, event: &impl Voids) -> Ordering {
        Ordering { order: self.on.reopen(cx, event) }
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

fn deliver(cx: &mut Cx<'_>, body: MessageBody) {
    let message = Message { timestamp: cx.now.at, body };
    cx.push(Effect::Deliver(Box::new(message)));
}
