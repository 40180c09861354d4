//! Tickets in Redis, and how long they and what leads to them are kept.

use std::collections::BTreeMap;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::{Payment, TicketStatus};
use redis::cmd;
use uuid::Uuid;

use super::keys::{self, Keys};
use super::link::Link;
use super::script::{Call, TICKET};
use super::values::{faulty, from_json, id_or_empty, kept_ms, time};
use super::{RedisStore, lookup};
use crate::store::{
    FEED_ENTRIES_KEPT, RedisSettings, Result, Sending, StoreError, TicketChange, TicketNote, TicketRecord,
    TicketStore,
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
        let change = Change::from(&change);
        if self.change_outside(&lane, status_before, change, None).await? {
            Ok(())
        } else {
            Err(StoreError::Conflict)
        }
    }
}

impl RedisStore {
    /// Sends a message about a ticket, if the ticket is as that demands.
    pub(super) async fn send_about_ticket(&self, sending: Sending) -> Result<bool> {
        let ticket_id = sending.message.body.ticket_id();
        let Some(lane) = lane_of(&self.link, ticket_id).await? else { return Ok(false) };
        let Sending { status_before, status, note, .. } = &sending;
        let change =
            Change { ticket_id, status: *status, payment: None, pos_reference: None, note: Some(note) };
        self.change_outside(&lane, *status_before, change, Some(&sending)).await
    }

    /// Changes a ticket outside of a turn, in the order in which `ticket.lua` takes it; `false` if it is not as expected.
    async fn change_outside(
        &self,
        lane: &LaneKey,
        status_before: TicketStatus,
        change: Change<'_>,
        sending: Option<&Sending>,
    ) -> Result<bool> {
        let (keys, drive_thru) = (Keys(lane), lane.drive_thru());
        let ticket = keys.ticket(change.ticket_id);
        let numbers = keys::message_numbers(drive_thru);
        let mut call = TICKET.on([ticket, keys::feed(drive_thru), keys.outbox(), numbers]);
        call.json(&status_before)?;
        call.value(if sending.is_some_and(Sending::needs_quiet) { "quiet" } else { "" });
        call.value(lane.lane()).value(FEED_ENTRIES_KEPT);
        call.json_or_empty(sending.map(|sending| &sending.message))?;
        call.value(sending.map(|sending| time(sending.note.at)).unwrap_or_default()).value(keys.messages());
        change.add(&mut call, &self.settings)?;
        call.writes(&self.link).await
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

/// What changes about a ticket; what is not there stays as it is.
pub(super) struct Change<'a> {
    ticket_id: Uuid,
    status: TicketStatus,
    payment: Option<Payment>,
    pos_reference: Option<&'a str>,
    note: Option<&'a TicketNote>,
}

impl<'a> From<&'a TicketChange> for Change<'a> {
    fn from(change: &'a TicketChange) -> Self {
        let TicketChange { ticket_id, status, payment, pos_reference, note } = change;
        let (pos_reference, note) = (pos_reference.as_deref(), note.as_ref());
        Self { ticket_id: *ticket_id, status: *status, payment: *payment, pos_reference, note }
    }
}

impl Change<'_> {
    /// Adds its values in the order in which `turn.lua` and `ticket.lua` take them.
    pub fn add(&self, call: &mut Call, settings: &RedisSettings) -> Result<()> {
        let Self { ticket_id, status, payment, pos_reference, note } = self;
        call.value(ticket_id.to_string()).json(status)?.json_or_empty(payment.as_ref())?;
        call.value(pos_reference.unwrap_or_default()).json_or_empty(*note)?;
        call.value(id_or_empty(note.and_then(|note| note.id)));
        if is_settled(*status) {
            call.value(kept_ms(settings));
        } else {
            call.value("");
        }
        Ok(())
    }
}

/// Whether nothing makes a ticket of that status pending again.
fn is_settled(status: TicketStatus) -> bool {
    match status {
        TicketStatus::Pending | TicketStatus::Dead => false,
        TicketStatus::Acknowledged | TicketStatus::Rejected | TicketStatus::Voided => true,
    }
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
