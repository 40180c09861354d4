//! Tickets: what a POS gets, and what the lane knows of one.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::ids::LaneKey;
use crate::menu::Allergen;
use crate::money::Money;
use crate::order::{Discount, FrozenOrder, LineView};

/// What a lane knows of its ticket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Ticket {
    /// Derived from the session and the revision, so that a retried turn makes the same ticket.
    pub ticket_id: Uuid,
    /// 1 for the order's first ticket.
    pub revision: u32,
    /// What became of it.
    pub status: TicketStatus,
    /// Whether the payment needs the window.
    pub payment: Payment,
}

impl Ticket {
    /// The id of a session's ticket of that revision.
    pub fn id(session_id: Uuid, revision: u32) -> Uuid {
        Uuid::new_v5(&session_id, format!("ticket:{revision}").as_bytes())
    }
}

/// What became of a ticket.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantNames, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TicketStatus {
    /// The POS has neither taken nor refused it.
    Pending,
    /// The POS took it.
    Acknowledged,
    /// The POS refused it.
    Rejected,
    /// The order was reopened.
    Voided,
    /// It could not be delivered for a day.
    Dead,
}

/// How the payment of a ticket stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Payment {
    /// No problem is known.
    None,
    /// The customer tries again.
    Retry,
    /// The customer pays at the window.
    Window,
}

/// A message to the POS. Its key is the ticket's id and its type; a POS gets each at least once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Message {
    /// When it was made, UTC.
    #[schema(value_type = String, format = DateTime)]
    pub timestamp: Timestamp,
    /// What it says.
    #[serde(flatten)]
    pub body: MessageBody,
}

/// What a message to the POS says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", content = "data")]
pub enum MessageBody {
    /// A new ticket.
    #[serde(rename = "ticket.created")]
    Created(Box<TicketData>),
    /// A ticket that must no longer be prepared.
    #[serde(rename = "ticket.voided")]
    Voided(VoidData),
    /// The customer tries to pay again.
    #[serde(rename = "ticket.payment_retry")]
    PaymentRetry(RetryData),
}

/// A ticket as a POS gets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TicketData {
    /// The same each time that it is sent.
    pub ticket_id: Uuid,
    /// The same for every revision.
    pub order_id: Uuid,
    /// 1 for the order's first ticket.
    pub revision: u32,
    /// The ticket of the previous revision.
    pub replaces: Option<Uuid>,
    /// Where it was ordered.
    pub drive_thru: String,
    /// Where it was ordered.
    pub lane: String,
    /// What people at the drive-thru call the lane; absent if it is not configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane_name: Option<String>,
    /// The session that it was ordered in.
    pub session_id: Uuid,
    /// Counts per drive-thru and business date, kept across revisions.
    pub order_number: u32,
    /// The drive-thru's date, which starts when its business day does.
    #[schema(value_type = String, format = Date)]
    pub business_date: Date,
    /// Always `drive_thru`.
    pub dining_option: String,
    /// Always `voice`.
    pub channel: String,
    /// What somebody in the car must not eat.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allergies: Vec<Allergen>,
    /// What to make.
    pub lines: Vec<LineView>,
    /// What goes along that costs nothing: `napkins`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// What answers to the house have said of the session: `staff`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// ISO 4217 code.
    pub currency: String,
    /// The sum of the lines.
    pub subtotal: Money,
    /// What the rules of the house take off; absent if it is nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub discounts: Vec<Discount>,
    /// The tax on what is left of the subtotal, rounded half up once.
    pub tax: Money,
    /// What the customer pays.
    pub total: Money,
}

/// Which ticket is void, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct VoidData {
    /// The ticket.
    pub ticket_id: Uuid,
    /// Its order.
    pub order_id: Uuid,
    /// Its revision.
    pub revision: u32,
    /// `changed`, `out_of_stock`, or an operator's own text.
    pub reason: String,
}

/// Which ticket's payment is tried again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RetryData {
    /// The ticket.
    pub ticket_id: Uuid,
}

impl MessageBody {
    /// The message's type, such as `ticket.created`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Created(_) => "ticket.created",
            Self::Voided(_) => "ticket.voided",
            Self::PaymentRetry(_) => "ticket.payment_retry",
        }
    }

    /// The ticket that it is about.
    pub fn ticket_id(&self) -> Uuid {
        match self {
            Self::Created(ticket) => ticket.ticket_id,
            Self::Voided(void) => void.ticket_id,
            Self::PaymentRetry(retry) => retry.ticket_id,
        }
    }
}

/// Where a ticket's lane, numbers and notes come from.
#[derive(Clone, Debug)]
pub struct Numbering<'a> {
    /// The lane.
    pub lane: &'a LaneKey,
    /// What people call it.
    pub lane_name: Option<&'a str>,
    /// The session.
    pub session_id: Uuid,
    /// The order's number.
    pub order_number: u32,
    /// The order's date.
    pub business_date: Date,
    /// What somebody in the car must not eat.
    pub allergies: &'a [Allergen],
    /// The ticket that this one replaces.
    pub replaces: Option<&'a Ticket>,
    /// What goes along that costs nothing.
    pub notes: &'a [String],
    /// What answers to the house have said of the session.
    pub tags: &'a [String],
}

impl FrozenOrder {
    /// The ticket as a POS gets it.
    pub fn ticket(&self, ticket: &Ticket, numbering: &Numbering<'_>) -> TicketData {
        TicketData {
            ticket_id: ticket.ticket_id,
            order_id: self.order().order_id(),
            revision: ticket.revision,
            allergies: numbering.allergies.to_vec(),
            replaces: numbering.replaces.map(|replaced| replaced.ticket_id),
            drive_thru: numbering.lane.drive_thru().to_owned(),
            lane: numbering.lane.lane().to_owned(),
            lane_name: numbering.lane_name.map(str::to_owned),
            session_id: numbering.session_id,
            order_number: numbering.order_number,
            business_date: numbering.business_date,
            dining_option: "drive_thru".to_owned(),
            channel: "voice".to_owned(),
            lines: self.order().lines().iter().map(LineView::of).collect(),
            notes: numbering.notes.to_vec(),
            tags: numbering.tags.to_vec(),
            currency: self.order().currency().to_owned(),
            subtotal: self.order().subtotal(),
            discounts: self.order().discounts().to_vec(),
            tax: self.order().tax(),
            total: self.order().total(),
        }
    }
}
