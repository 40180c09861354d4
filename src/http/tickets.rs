//! Tickets: what a POS asks and says, and what operators do about those that it did not take.

use std::sync::Arc;

use axum::Json as JsonResponse;
use axum::extract::State;
use fsm::ids::ItemId;
use fsm::ticket::{Message, MessageBody, Payment, TicketData, TicketStatus};
use jiff::Timestamp;
use lanes::event::Name;
use lanes::event::values::{at_most, uuid};
use lanes::pos::PosReport;
use lanes::pos::emitter::WORDS_CHARS_MAX;
use lanes::store::{TicketNote, TicketRecord};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::access::Caller;
use super::app::App;
use super::body::{InDriveThru, Json, OfId, Query, number};
use super::problem::Problem;

/// The most tickets that are listed in one go.
pub const LISTED_MAX: u16 = 200;
/// How many tickets are listed where it is not said.
pub const LISTED: u16 = 50;

/// A ticket, what became of it, and its delivery history.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct TicketView {
    /// The ticket as the POS gets it.
    #[serde(flatten)]
    pub ticket: TicketData,
    /// What became of it.
    pub status: TicketStatus,
    /// How its payment stands.
    pub payment: Payment,
    /// What the POS calls it.
    pub pos_reference: Option<String>,
    /// What happened to it, oldest first.
    pub history: Vec<TicketNote>,
}

impl TicketView {
    /// The view of what is stored.
    ///
    /// # Errors
    /// If that is no ticket.
    pub fn of(record: TicketRecord) -> Result<Self, Problem> {
        Ok(Self {
            ticket: created(record.message.body)?,
            status: record.status,
            payment: record.payment,
            pos_reference: record.pos_reference,
            history: record.history,
        })
    }
}

/// A ticket with its delivery history.
#[utoipa::path(
    get, path = "/v1/tickets/{ticket_id}", tag = "tickets",
    params(("ticket_id" = Uuid, Path)),
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"))
)]
pub async fn ticket(
    State(app): State<Arc<App>>,
    OfId(id): OfId,
) -> Result<JsonResponse<TicketView>, Problem> {
    TicketView::of(app.lanes.tickets().ticket(id).await?).map(JsonResponse)
}

/// The message by which a POS gets a ticket, as the document of the calls has it: other messages are no answer.
#[derive(Serialize, ToSchema)]
pub struct TicketMessage {
    /// Always `ticket.created`.
    #[serde(rename = "type")]
    kind: &'static str,
    /// When the order was confirmed, UTC.
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    /// The ticket.
    data: TicketData,
}

/// The message of a ticket, as it is sent with each attempt.
#[utoipa::path(
    get, path = "/v1/tickets/{ticket_id}/message", operation_id = "ticket_message", tag = "tickets",
    params(("ticket_id" = Uuid, Path)),
    responses((status = 200, body = TicketMessage), (status = 404, description = "`not-found`"))
)]
pub async fn message(
    State(app): State<Arc<App>>,
    OfId(id): OfId,
) -> Result<JsonResponse<TicketMessage>, Problem> {
    let Message { timestamp, body } = app.lanes.tickets().ticket(id).await?.message;
    let kind = body.kind();
    Ok(JsonResponse(TicketMessage { kind, timestamp, data: created(body)? }))
}

/// The ticket of its message.
fn created(message: MessageBody) -> Result<TicketData, Problem> {
    match message {
        MessageBody::Created(ticket) => Ok(*ticket),
        MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => {
            Err(Problem::new(500, "ticket-unreadable", "the stored ticket is none"))
        }
    }
}

/// Tickets of a drive-thru.
#[derive(Serialize, Deserialize, ToSchema)]
pub struct TicketList {
    /// The newest first.
    pub tickets: Vec<TicketView>,
}

/// Which tickets are listed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Listed {
    /// Only those; all without it. With `dead` come `voided` ones of which the POS could not be told.
    status: Option<TicketStatus>,
    /// 1 to 200; 50 without it.
    #[serde(default, deserialize_with = "limit")]
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u16>,
}

/// The newest tickets of a drive-thru.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/tickets", tag = "tickets",
    params(
        ("drive_thru" = String, Path),
        Listed,
    ),
    responses((status = 200, body = TicketList))
)]
pub async fn tickets(
    State(app): State<Arc<App>>,
    InDriveThru(drive_thru): InDriveThru,
    Query(Listed { status, limit }): Query<Listed>,
) -> Result<JsonResponse<TicketList>, Problem> {
    let tickets =
        app.lanes.tickets().of_drive_thru(&drive_thru, status, limit.unwrap_or(LISTED).into()).await?;
    let tickets = tickets.into_iter().map(TicketView::of).collect::<Result<_, _>>()?;
    Ok(JsonResponse(TicketList { tickets }))
}

fn limit<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u16>, D::Error> {
    number(1..=LISTED_MAX, from)
}

/// Sends a ticket to the POS again: a dead one, or one that the POS said nothing of.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/resend", operation_id = "resend_ticket", tag = "tickets",
    params(("ticket_id" = Uuid, Path)),
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn resend(
    State(app): State<Arc<App>>,
    caller: Caller,
    OfId(id): OfId,
) -> Result<JsonResponse<TicketView>, Problem> {
    TicketView::of(app.lanes.tickets().resend(id, caller.actor()).await?).map(JsonResponse)
}

/// What is said of a ticket, in at most 500 characters.
#[derive(Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, max_length = 500)]
pub struct Words(String);

impl TryFrom<String> for Words {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        at_most(WORDS_CHARS_MAX, text).map(Self)
    }
}

/// Why an operator voids a ticket.
#[derive(Deserialize, ToSchema)]
pub struct Void {
    /// Why.
    #[serde(deserialize_with = "not_blank")]
    reason: Words,
}

fn not_blank<'de, D: Deserializer<'de>>(from: D) -> Result<Words, D::Error> {
    let words = Words::deserialize(from)?;
    if words.0.trim().is_empty() { Err(D::Error::custom("say why the ticket is void")) } else { Ok(words) }
}

/// Voids a ticket that no lane waits for, and tells the POS so.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/void", operation_id = "void_ticket", tag = "tickets",
    params(("ticket_id" = Uuid, Path)), request_body = Void,
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn void(
    State(app): State<Arc<App>>,
    caller: Caller,
    OfId(id): OfId,
    Json(Void { reason }): Json<Void>,
) -> Result<JsonResponse<TicketView>, Problem> {
    TicketView::of(app.lanes.tickets().void(id, reason.0, caller.actor()).await?).map(JsonResponse)
}

/// What the POS calls a ticket.
#[derive(Deserialize, ToSchema)]
pub struct Ack {
    /// What the POS calls it.
    pos_reference: Option<Words>,
}

/// The POS took the ticket.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/ack", operation_id = "ack_ticket", tag = "tickets",
    params(("ticket_id" = Uuid, Path)), request_body = Ack,
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn ack(
    State(app): State<Arc<App>>,
    caller: Caller,
    OfId(id): OfId,
    Json(Ack { pos_reference }): Json<Ack>,
) -> Result<JsonResponse<TicketView>, Problem> {
    let pos_reference = pos_reference.map(|words| words.0);
    report(&app, &caller, id, PosReport::Acknowledged { pos_reference }).await
}

/// Why the POS refused a ticket.
#[derive(Deserialize, ToSchema)]
pub struct Reject {
    /// Why.
    reason: Words,
    /// The item that it is refused for, which is then off.
    #[schema(value_type = Option<String>, max_length = 64)]
    item: Option<Name<ItemId>>,
}

/// The POS refused the ticket.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/reject", operation_id = "reject_ticket", tag = "tickets",
    params(("ticket_id" = Uuid, Path)), request_body = Reject,
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn reject(
    State(app): State<Arc<App>>,
    caller: Caller,
    OfId(id): OfId,
    Json(Reject { reason, item }): Json<Reject>,
) -> Result<JsonResponse<TicketView>, Problem> {
    report(&app, &caller, id, PosReport::Rejected { reason: reason.0, item: item.map(|item| item.0) }).await
}

/// Why the money could not be taken.
#[derive(Deserialize, ToSchema)]
pub struct PaymentProblem {
    /// Names the problem: said again with the same id it is the same one, and done once. Without it each is another.
    #[serde(default, deserialize_with = "uuid")]
    id: Option<Uuid>,
    /// Why.
    reason: Option<Words>,
}

/// The POS could not take the money.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/payment-problem", tag = "tickets",
    params(("ticket_id" = Uuid, Path)), request_body = PaymentProblem,
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn payment_problem(
    State(app): State<Arc<App>>,
    caller: Caller,
    OfId(id): OfId,
    Json(PaymentProblem { id: named, reason }): Json<PaymentProblem>,
) -> Result<JsonResponse<TicketView>, Problem> {
    report(&app, &caller, id, PosReport::PaymentProblem { id: named, reason: reason.map(|words| words.0) })
        .await
}

async fn report(
    app: &App,
    caller: &Caller,
    id: Uuid,
    report: PosReport,
) -> Result<JsonResponse<TicketView>, Problem> {
    TicketView::of(app.lanes.tickets().report(id, report, caller.actor()).await?).map(JsonResponse)
}
