//! What the crew is told besides a hand-off: something that a person has to know or to settle at the window.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantNames};
use utoipa::ToSchema;
use uuid::Uuid;

use super::event::Handoff;
use super::session::Visit;
use super::state::{State, Submitted};
use crate::ids::RuleId;
use crate::menu::Allergen;
use crate::order::{Change, DiffOp, LineView, Order, diffs};

/// Something that the crew is told.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr, VariantNames, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CrewAlert {
    /// The customer has a coupon, or an order from the app: it is taken at the window.
    HasCode,
    /// Somebody in the car must not eat something.
    HasAllergy {
        /// All that was said so far.
        allergens: Vec<Allergen>,
    },
    /// The customer asks what something contains, and the menu does not say all of it.
    AllergensUnknown {
        /// What was asked about, by name.
        items: Vec<String>,
    },
    /// Something that costs nothing is wanted with an order whose ticket was made before.
    WantsExtras {
        /// All that is not on the ticket, as the house calls it.
        names: Vec<String>,
    },
    /// A confirmed order stands as it was confirmed, and the customer has asked for more or for something else since.
    Unconfirmed {
        /// The ticket that stands.
        ticket_id: Uuid,
        /// What was asked for, by line.
        changes: Vec<AskedFor>,
    },
    /// A rule of the house calls the crew.
    HouseRule {
        /// The rule.
        rule: RuleId,
        /// Why, as the rule says it.
        reason: String,
    },
    /// The POS refused a ticket.
    TicketRefused {
        /// The ticket.
        ticket_id: Uuid,
    },
    /// The crew was called, and has not come in time.
    HandoffUnanswered {
        /// Why they were called.
        reason: Handoff,
    },
    /// The POS has neither taken nor refused a ticket in time.
    TicketUnanswered {
        /// The ticket.
        ticket_id: Uuid,
    },
}

/// A change of a line that was asked for and never confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AskedFor {
    /// What was to happen to the line.
    pub op: DiffOp,
    /// The line as it was asked for; one that was to go, as it was confirmed.
    pub line: LineView,
}

impl CrewAlert {
    /// What was asked for since the last confirmation, also if a yes to it was waited for; none if that is nothing, or
    /// if nothing is confirmed.
    pub(crate) fn unconfirmed(state: &State, visit: &Visit) -> Option<Self> {
        let confirmed = state.submitted().or(visit.confirmed.as_deref())?;
        let wanted = state.proposal().map(Change::after).or(state.order())?;
        Self::since(confirmed, wanted)
    }

    /// That all of a confirmed order was taken off since; none if something is left to confirm, or nothing was.
    pub(crate) fn nothing_left(order: &Order, visit: &Visit) -> Option<Self> {
        let confirmed = visit.confirmed.as_deref().filter(|_| order.lines().is_empty())?;
        Self::since(confirmed, order)
    }

    fn since(confirmed: &Submitted, wanted: &Order) -> Option<Self> {
        let changes = asked_for(confirmed.order.order(), wanted);
        let ticket_id = confirmed.ticket.ticket_id;
        (!changes.is_empty()).then_some(Self::Unconfirmed { ticket_id, changes })
    }
}

fn asked_for(confirmed: &Order, wanted: &Order) -> Vec<AskedFor> {
    let changed = diffs(confirmed, wanted).into_iter().filter_map(|diff| {
        let line = wanted.line(diff.line_id).or(confirmed.line(diff.line_id))?;
        Some(AskedFor { op: diff.op, line: LineView::of(line) })
    });
    changed.collect()
}
