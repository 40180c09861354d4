//! Tickets: what a POS asks and says, and what operators do about those that it did not take.

use axum::Json as JsonResponse;
use axum::extract::State;
use axum::http::Uri;
use fsm::ids::ItemId;
use fsm::ticket::{MessageBody, Payment, TicketData, TicketStatus};
use lanes::event::InvalidEvent;
use lanes::pos::PosReport;
use lanes::store::{TicketNote, TicketRecord};
use serde::Serialize;
use utoipa::ToSchema;

use super::App;
use super::body::{InDriveThru, Json, OfId, query, text};
use super::problem::Problem;

/// The longest reason or reference, in characters.
const WORDS_CHARS_MAX: usize = 500;
/// The most tickets that are listed in one go.
pub const LISTED_MAX: u16 = 200;
/// How many tickets are listed where it is not said.
pub const LISTED: u16 = 50;

/// A ticket, what became of it, and its delivery history.
#[derive(Serialize, ToSchema)]
pub struct TicketView {
    /// The ticket as the POS gets it.
    #[serde(flatten)]
    ticket: TicketData,
    /// What became of it.
    status: TicketStatus,
    /// How its payment stands.
    payment: Payment,
    /// What the POS calls it.
    pos_reference: Option<String>,
    /// What happened to it, oldest first.
    history: Vec<TicketNote>,
}

impl TicketView {
    /// The view of what is stored.
    ///
    /// # Errors
    /// If that is no ticket.
    pub fn of(record: TicketRecord) -> Result<Self, Problem> {
        let MessageBody::Created(ticket) = record.message.body else {
            return Err(Problem::new(500, "ticket-unreadable", "the stored ticket is none"));
        };
        Ok(Self {
            ticket: *ticket,
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
    params(("ticket_id" = uuid::Uuid, Path)),
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"))
)]
pub async fn ticket(State(app): State<App>, OfId(id): OfId) -> Result<JsonResponse<TicketView>, Problem> {
    TicketView::of(app.lanes.tickets().ticket(id).await?).map(JsonResponse)
}

/// Tickets of a drive-thru.
#[derive(Serialize, ToSchema)]
pub struct TicketList {
    /// The newest first.
    tickets: Vec<TicketView>,
}

/// The newest tickets of a drive-thru.
#[utoipa::path(
    get, path = "/v1/drive-thrus/{drive_thru}/tickets", tag = "tickets",
    params(
        ("drive_thru" = String, Path),
        ("status" = Option<TicketStatus>, Query, description = "only those; all without it. With `dead` come `voided` ones of which the POS could not be told"),
        ("limit" = Option<u16>, Query, description = "1 to 200; 50 without it", minimum = 1, maximum = 200),
    ),
    responses((status = 200, body = TicketList))
)]
pub async fn tickets(
    State(app): State<App>,
    InDriveThru(drive_thru): InDriveThru,
    uri: Uri,
) -> Result<JsonResponse<TicketList>, Problem> {
    let asked = query(&uri, &["status", "limit"])?;
    let status = asked.get("status").map(|word| status(word)).transpose()?;
    let limit = asked.get("limit").map_or(Ok(LISTED), |text| limit(text))?;
    let tickets = app.lanes.tickets().of_drive_thru(&drive_thru, status, limit.into()).await?;
    let tickets = tickets.into_iter().map(TicketView::of).collect::<Result<_, _>>()?;
    Ok(JsonResponse(TicketList { tickets }))
}

fn status(word: &str) -> Result<TicketStatus, InvalidEvent> {
    let unknown =
        |_| InvalidEvent::new("status", "use `pending`, `acknowledged`, `rejected`, `voided` or `dead`");
    word.parse().map_err(unknown)
}

fn limit(text: &str) -> Result<u16, InvalidEvent> {
    let limit = text.parse().ok().filter(|limit| (1..=LISTED_MAX).contains(limit));
    limit.ok_or_else(|| InvalidEvent::new("limit", format!("use a number from 1 to {LISTED_MAX}")))
}

/// Sends a ticket to the POS again: a dead one, or one that the POS said nothing of.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/resend", tag = "tickets",
    params(("ticket_id" = uuid::Uuid, Path)),
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn resend(State(app): State<App>, OfId(id): OfId) -> Result<JsonResponse<TicketView>, Problem> {
    TicketView::of(app.lanes.tickets().resend(id).await?).map(JsonResponse)
}

/// Why an operator voids a ticket.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what `void` reads field by field")]
pub struct Void {
    /// Why.
    reason: String,
}

/// Voids a ticket that no lane waits for, and tells the POS so.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/void", tag = "tickets",
    params(("ticket_id" = uuid::Uuid, Path)), request_body = Void,
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn void(
    State(app): State<App>,
    OfId(id): OfId,
    Json(body): Json,
) -> Result<JsonResponse<TicketView>, Problem> {
    let reason = text(&body, "reason", WORDS_CHARS_MAX)?.filter(|reason| !reason.trim().is_empty());
    let reason = reason.ok_or_else(|| InvalidEvent::new("reason", "say why the ticket is void"))?;
    TicketView::of(app.lanes.tickets().void(id, reason).await?).map(JsonResponse)
}

/// What the POS calls a ticket.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what `ack` reads field by field")]
pub struct Ack {
    /// What the POS calls it.
    pos_reference: Option<String>,
}

/// The POS took the ticket.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/ack", tag = "tickets",
    params(("ticket_id" = uuid::Uuid, Path)), request_body = Ack,
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn ack(
    State(app): State<App>,
    OfId(id): OfId,
    Json(body): Json,
) -> Result<JsonResponse<TicketView>, Problem> {
    let pos_reference = text(&body, "pos_reference", WORDS_CHARS_MAX)?;
    report(&app, id, PosReport::Acknowledged { pos_reference }).await
}

/// Why the POS refused a ticket.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what `reject` reads field by field")]
pub struct Reject {
    /// Why.
    reason: String,
    /// The item that it is refused for, which is then off.
    item: Option<String>,
}

/// The POS refused the ticket.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/reject", tag = "tickets",
    params(("ticket_id" = uuid::Uuid, Path)), request_body = Reject,
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn reject(
    State(app): State<App>,
    OfId(id): OfId,
    Json(body): Json,
) -> Result<JsonResponse<TicketView>, Problem> {
    let reason = text(&body, "reason", WORDS_CHARS_MAX)?;
    let reason = reason.ok_or_else(|| InvalidEvent::new("reason", "say why the ticket is refused"))?;
    let item = text(&body, "item", 64)?.map(|item| ItemId::from(item.as_str()));
    report(&app, id, PosReport::Rejected { reason, item }).await
}

/// Why the money could not be taken.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what `payment_problem` reads field by field")]
pub struct PaymentProblem {
    /// Names the problem: said again with the same id it is the same one, and done once. Without it each is another.
    id: Option<uuid::Uuid>,
    /// Why.
    reason: Option<String>,
}

/// The POS could not take the money.
#[utoipa::path(
    post, path = "/v1/tickets/{ticket_id}/payment-problem", tag = "tickets",
    params(("ticket_id" = uuid::Uuid, Path)), request_body = PaymentProblem,
    responses((status = 200, body = TicketView), (status = 404, description = "`not-found`"), (status = 409, description = "`ticket-state`"))
)]
pub async fn payment_problem(
    State(app): State<App>,
    OfId(id): OfId,
    Json(body): Json,
) -> Result<JsonResponse<TicketView>, Problem> {
    let reason = text(&body, "reason", WORDS_CHARS_MAX)?;
    let named = text(&body, "id", WORDS_CHARS_MAX)?;
    let named = named.map(|named| uuid::Uuid::try_parse(&named)).transpose();
    let named = named.map_err(|_| InvalidEvent::new("id", "name the problem by a UUID, or leave it out"))?;
    report(&app, id, PosReport::PaymentProblem { id: named, reason }).await
}

async fn report(app: &App, id: uuid::Uuid, report: PosReport) -> Result<JsonResponse<TicketView>, Problem> {
    TicketView::of(app.lanes.tickets().report(id, report).await?).map(JsonResponse)
}
