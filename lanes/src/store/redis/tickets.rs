//! Tickets in Redis, and how long they and what leads to them are kept.

use std::collections::BTreeMap;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::TicketStatus;
use redis::cmd;
use uuid::Uuid;

use super::link::Link;
use super::script::{Call, TICKET};
use super::values::{faulty, from_json, id_or_empty, to_json};
use super::{RedisStore, feed, keys, lookup, outbox};
use crate::store::{
    RedisSettings, Result, Sending, StoreError, TicketChange, TicketNote, TicketRecord, TicketStore,
};

/// How much longer than a session or a settled ticket it is noted where that is.
const PLACE_KEPT_LONGER_MS: u64 = 24 * 3_600_000;
/// How many members of the list are read in one go.
const PAGE: usize = 256;

#[async_trait]
impl TicketStore for RedisStore {
    async fn ticket(&self, ticket_id: Uuid) -> Result<Option<TicketRecord>> {
        match lookup::drive_thru_of(&self.link, ticket_id, keys::ticket).await? {
            Some(drive_thru) => ticket_of(&self.link, &drive_thru, ticket_id).await,
            None => Ok(None),
        }
    }

    async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>> {
        let mut found = Vec::new();
        let mut first = 0;
        while found.len() < limit {
            let mut ask = cmd("ZREVRANGE");
            ask.arg(keys::tickets(drive_thru)).arg(first).arg(first + PAGE - 1);
            let listed: Vec<String> = self.link.ask(&ask).await?;
            if listed.is_empty() {
                break;
            }
            first += PAGE;
            let ask = async |ticket_id: String| {
                ticket_of(&self.link, drive_thru, ticket_id.parse().map_err(faulty)?).await
            };
            // A ticket that is listed and does not exist any more was settled long ago.
            let tickets = lookup::of_each(listed, ask).await?.into_iter().flatten();
            found.extend(tickets.filter(|ticket| status.is_none_or(|status| ticket.is_listed_as(status))));
        }
        found.truncate(limit);
        Ok(found)
    }

    async fn change_ticket(&self, status_before: TicketStatus, change: TicketChange) -> Result<()> {
        let lane = lane_of(&self.link, change.ticket_id).await?.ok_or(StoreError::Conflict)?;
        let mut call = Call::default();
        call.key(keys::ticket(lane.drive_thru(), change.ticket_id));
        call.value(to_json(&status_before)?).value("");
        add_change(&mut call, &self.settings, lane.drive_thru(), &change)?;
        feed::add(&mut call, &lane);
        call.value(0);
        if TICKET.writes(&self.link, &call).await? { Ok(()) } else { Err(StoreError::Conflict) }
    }
}

impl RedisStore {
    /// Sends a message about a ticket, if the ticket is as that demands.
    pub(super) async fn send_about_ticket(&self, sending: Sending) -> Result<bool> {
        let must_be_quiet = if sending.needs_quiet() { "quiet" } else { "" };
        let Sending { status_before, status, note, message } = sending;
        let ticket_id = message.body.ticket_id();
        let Some(lane) = lane_of(&self.link, ticket_id).await? else { return Ok(false) };
        let mut call = Call::default();
        call.key(keys::ticket(lane.drive_thru(), ticket_id));
        call.value(to_json(&status_before)?).value(must_be_quiet);
        let sent_at = note.at;
        let change = Change { ticket_id, status, payment: "", pos_reference: "", note: Some(&note) };
        change.add(&mut call, &self.settings, lane.drive_thru())?;
        feed::add(&mut call, &lane);
        outbox::add_messages(&mut call, &lane, &[message], sent_at)?;
        TICKET.writes(&self.link, &call).await
    }
}

/// The lane of a ticket.
async fn lane_of(link: &Link, ticket_id: Uuid) -> Result<Option<LaneKey>> {
    let Some(drive_thru) = lookup::drive_thru_of(link, ticket_id, keys::ticket).await? else {
        return Ok(None);
    };
    let lane: Option<String> =
        link.ask(cmd("HGET").arg(keys::ticket(&drive_thru, ticket_id)).arg("lane")).await?;
    lane.map(|lane| LaneKey::new(&drive_thru, &lane).map_err(faulty)).transpose()
}

/// What changes about a ticket; what is empty stays as it is.
struct Change<'a> {
    ticket_id: Uuid,
    status: TicketStatus,
    payment: &'a str,
    pos_reference: &'a str,
    note: Option<&'a TicketNote>,
}

impl Change<'_> {
    /// Adds it in the order in which the scripts take it.
    fn add(&self, call: &mut Call, settings: &RedisSettings, drive_thru: &str) -> Result<()> {
        let Self { ticket_id, status, payment, pos_reference, note } = self;
        call.key(keys::ticket(drive_thru, *ticket_id)).value(ticket_id.to_string());
        call.value(to_json(status)?).value(payment).value(pos_reference);
        call.value(note.map(to_json).transpose()?.unwrap_or_default());
        call.value(id_or_empty(note.and_then(|note| note.id)));
        call.value(is_settled(*status).then(|| kept_ms(settings).to_string()).unwrap_or_default());
        Ok(())
    }
}

/// Adds a change of a ticket in the order in which the scripts take it.
pub(super) fn add_change(
    call: &mut Call,
    settings: &RedisSettings,
    drive_thru: &str,
    change: &TicketChange,
) -> Result<()> {
    let TicketChange { ticket_id, status, payment, pos_reference, note } = change;
    let (payment, pos_reference) = (to_json(payment)?, pos_reference.as_deref().unwrap_or_default());
    let (ticket_id, status, note) = (*ticket_id, *status, note.as_ref());
    Change { ticket_id, status, payment: &payment, pos_reference, note }.add(call, settings, drive_thru)
}

/// Whether nothing makes a ticket of that status pending again.
fn is_settled(status: TicketStatus) -> bool {
    match status {
        TicketStatus::Pending | TicketStatus::Dead => false,
        TicketStatus::Acknowledged | TicketStatus::Rejected | TicketStatus::Voided => true,
    }
}

/// How long an audit log is kept after its last turn, and a ticket after it is settled.
pub(super) fn kept_ms(settings: &RedisSettings) -> u64 {
    u64::try_from(settings.audit_kept.as_millis()).unwrap_or(u64::MAX)
}

/// How long it is noted where a session or ticket is, from when it is made.
pub(super) fn place_kept_ms(settings: &RedisSettings) -> u64 {
    kept_ms(settings).saturating_add(PLACE_KEPT_LONGER_MS)
}

/// A ticket of a drive-thru.
async fn ticket_of(link: &Link, drive_thru: &str, ticket_id: Uuid) -> Result<Option<TicketRecord>> {
    let mut fields: BTreeMap<String, String> =
        link.ask(cmd("HGETALL").arg(keys::ticket(drive_thru, ticket_id))).await?;
    if fields.is_empty() {
        return Ok(None);
    }
    let notes: u32 = fields.get("notes").map_or(Ok(0), |notes| notes.parse()).map_err(faulty)?;
    let history = (1..=notes).map(|number| from_json(field(&fields, &format!("note:{number}"))?));
    Ok(Some(TicketRecord {
        lane: LaneKey::new(drive_thru, field(&fields, "lane")?).map_err(faulty)?,
        status: from_json(field(&fields, "status")?)?,
        payment: from_json(field(&fields, "payment")?)?,
        message: from_json(field(&fields, "message")?)?,
        history: history.collect::<Result<_>>()?,
        pos_reference: fields.remove("pos_reference"),
    }))
}

fn field<'f>(fields: &'f BTreeMap<String, String>, name: &str) -> Result<&'f str> {
    fields.get(name).map(String::as_str).ok_or_else(|| faulty(format!("a ticket lacks `{name}`")))
}
