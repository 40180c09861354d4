//! Whether the service has everything that it answered, once: by its own audit logs and tickets.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use anyhow::{Context as _, anyhow, bail};
use fsm::ticket::TicketStatus;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use hyper::{Method, StatusCode};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use tokio::time::sleep;
use uuid::Uuid;

use super::drive::{Answered, SentEvent, hash};
use super::plan::Traffic;
use crate::client::Caller;

/// How much is asked for at once.
const ASKED_AT_ONCE: usize = 16;
/// How many turns of a session, and tickets of a drive-thru, are asked for in one go.
const PAGE: usize = 200;
/// How often something is asked for until the service can say.
const TRIES_MAX: u32 = 20;
/// How long it is left alone in between.
const TRY_AGAIN: Duration = Duration::from_millis(200);

/// What was looked for, and what is wrong with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Turns that were answered.
    pub turns: usize,
    /// Those of them that are not there as they were answered.
    pub turns_lost: usize,
    /// Turns that are there and should not be: a second one for an event, or one for an event that nobody sent.
    pub turns_doubled: usize,
    /// Tickets that the turns tell of.
    pub tickets: usize,
    /// Those of them that are not there.
    pub tickets_lost: usize,
    /// Tickets that are there and should not be: a second one that stands for an order, or one that no turn tells of.
    pub tickets_doubled: usize,
    /// Orders with a ticket that stands.
    pub orders_completed: usize,
}

impl Checked {
    /// Whether nothing is lost, and nothing doubled.
    pub fn is_fine(&self) -> bool {
        [self.turns_lost, self.turns_doubled, self.tickets_lost, self.tickets_doubled] == [0; 4]
    }

    fn add(mut self, other: Self) -> Self {
        self.turns += other.turns;
        self.turns_lost += other.turns_lost;
        self.turns_doubled += other.turns_doubled;
        self
    }
}

/// Looks for everything that was answered.
///
/// # Errors
/// If the service does not say what it has.
pub async fn check(
    caller: &Caller,
    traffic: &Traffic,
    lanes: usize,
    sent: Vec<SentEvent>,
) -> anyhow::Result<Checked> {
    let mut sessions: BTreeMap<Uuid, BTreeMap<Uuid, u64>> = BTreeMap::new();
    let mut unanswered = BTreeSet::new();
    for SentEvent { id, answer } in sent {
        match answer {
            Some(Answered { session_id, turn, .. }) => {
                sessions.entry(session_id).or_default().insert(id, turn);
            }
            None => {
                unanswered.insert(id);
            }
        }
    }
    let ours: BTreeSet<Uuid> = sessions.keys().copied().collect();
    let asking = stream::iter(sessions).map(|(id, answered)| {
        let unanswered = &unanswered;
        async move { anyhow::Ok(compare(&turns(caller, id).await?, answered, unanswered)) }
    });
    let found: Vec<(Checked, BTreeSet<Uuid>)> = asking.buffer_unordered(ASKED_AT_ONCE).try_collect().await?;
    let mut told: BTreeSet<Uuid> = BTreeSet::new();
    let mut checked = Checked::default();
    for (of_session, tickets) in found {
        checked = checked.add(of_session);
        told.extend(tickets);
    }
    let drive_thrus: BTreeSet<String> = (0..lanes).map(|lane| traffic.drive_thru_of(lane)).collect();
    let stored = tickets(caller, &told, &drive_thrus, &ours).await?;
    Ok(of_tickets(checked, &told, &stored))
}

/// Compares the turns of a session with what was answered. Gives the tickets that they tell of as well.
fn compare(
    stored: &[StoredTurn],
    mut answered: BTreeMap<Uuid, u64>,
    unanswered: &BTreeSet<Uuid>,
) -> (Checked, BTreeSet<Uuid>) {
    let mut checked = Checked { turns: answered.len(), ..Checked::default() };
    let mut seen = BTreeSet::new();
    for turn in stored.iter().filter(|turn| !turn.is_of_the_pos) {
        let is_ours = match answered.remove(&turn.event_id) {
            Some(hash) => {
                checked.turns_lost += usize::from(hash != turn.hash);
                true
            }
            None => unanswered.contains(&turn.event_id),
        };
        let is_first = seen.insert(turn.event_id);
        checked.turns_doubled += usize::from(!is_ours || !is_first);
    }
    checked.turns_lost += answered.len();
    (checked, stored.iter().filter_map(|turn| turn.ticket_id).collect())
}

/// Compares the tickets that turns tell of with those that are stored.
fn of_tickets(checked: Checked, told: &BTreeSet<Uuid>, stored: &BTreeMap<Uuid, StoredTicket>) -> Checked {
    let mut standing: BTreeMap<Uuid, usize> = BTreeMap::new();
    for ticket in stored.values() {
        *standing.entry(ticket.order_id).or_default() += usize::from(ticket.stands());
    }
    Checked {
        tickets: told.len(),
        tickets_lost: told.iter().filter(|id| !stored.contains_key(*id)).count(),
        tickets_doubled: standing.values().map(|count| count.saturating_sub(1)).sum::<usize>()
            + stored.keys().filter(|id| !told.contains(*id)).count(),
        orders_completed: standing.values().filter(|count| **count > 0).count(),
        ..checked
    }
}

/// A turn that the service has.
struct StoredTurn {
    event_id: Uuid,
    is_of_the_pos: bool,
    hash: u64,
    ticket_id: Option<Uuid>,
}

/// A ticket that the service has.
#[derive(Deserialize)]
struct StoredTicket {
    ticket_id: Uuid,
    order_id: Uuid,
    session_id: Uuid,
    status: TicketStatus,
}

impl StoredTicket {
    /// Whether the kitchen makes what is on it.
    fn stands(&self) -> bool {
        match self.status {
            TicketStatus::Pending | TicketStatus::Acknowledged | TicketStatus::Dead => true,
            TicketStatus::Rejected | TicketStatus::Voided => false,
        }
    }
}

/// The turns of a session.
async fn turns(caller: &Caller, session_id: Uuid) -> anyhow::Result<Vec<StoredTurn>> {
    #[derive(Deserialize)]
    struct Page {
        entries: Vec<Entry>,
        next: Option<u32>,
    }
    #[derive(Deserialize)]
    struct Entry {
        event: Event,
        turn: Box<RawValue>,
    }
    #[derive(Deserialize)]
    struct Event {
        id: Uuid,
        ticket_id: Option<Uuid>,
    }
    #[derive(Deserialize)]
    struct Turn {
        ticket: Option<Ticket>,
    }
    #[derive(Deserialize)]
    struct Ticket {
        ticket_id: Uuid,
    }

    let mut turns = Vec::new();
    let mut after = Some(0);
    while let Some(last) = after {
        let path = format!("/v1/sessions/{session_id}/audit?after={last}&limit={PAGE}");
        let Some(page) = get::<Page>(caller, &path).await? else { break };
        after = page.next;
        for Entry { event, turn } in page.entries {
            let Turn { ticket } = serde_json::from_str(turn.get())?;
            turns.push(StoredTurn {
                event_id: event.id,
                is_of_the_pos: event.ticket_id.is_some(),
                hash: hash(turn.get().as_bytes()),
                ticket_id: ticket.map(|ticket| ticket.ticket_id),
            });
        }
    }
    Ok(turns)
}

/// The tickets that turns tell of, and of each drive-thru the newest of our sessions, whether a turn tells of them or not.
async fn tickets(
    caller: &Caller,
    told: &BTreeSet<Uuid>,
    drive_thrus: &BTreeSet<String>,
    sessions: &BTreeSet<Uuid>,
) -> anyhow::Result<BTreeMap<Uuid, StoredTicket>> {
    #[derive(Deserialize)]
    struct List {
        tickets: Vec<StoredTicket>,
    }

    let lists = stream::iter(drive_thrus).map(async |drive_thru| {
        get::<List>(caller, &format!("/v1/drive-thrus/{drive_thru}/tickets?limit={PAGE}")).await
    });
    let lists: Vec<Option<List>> = lists.buffer_unordered(ASKED_AT_ONCE).try_collect().await?;
    let listed = lists.into_iter().flatten().flat_map(|list| list.tickets);
    let listed = listed.filter(|ticket| sessions.contains(&ticket.session_id));
    let mut stored: BTreeMap<Uuid, StoredTicket> = listed.map(|ticket| (ticket.ticket_id, ticket)).collect();
    let others = told.iter().filter(|id| !stored.contains_key(*id));
    let others =
        stream::iter(others).map(async |id| get::<StoredTicket>(caller, &format!("/v1/tickets/{id}")).await);
    let others: Vec<Option<StoredTicket>> = others.buffer_unordered(ASKED_AT_ONCE).try_collect().await?;
    stored.extend(others.into_iter().flatten().map(|ticket| (ticket.ticket_id, ticket)));
    Ok(stored)
}

/// Asks until the service can say. None where it says that there is no such thing.
async fn get<T: DeserializeOwned>(caller: &Caller, path: &str) -> anyhow::Result<Option<T>> {
    let mut told = String::new();
    for _ in 0..TRIES_MAX {
        match caller.send(Method::GET, path, String::new()).await {
            Ok(reply) if reply.status == StatusCode::NOT_FOUND => return Ok(None),
            Ok(reply) if reply.status.is_success() => {
                let read =
                    reply.json().with_context(|| format!("{caller} does not answer as a service does"));
                return read.map(Some);
            }
            Ok(reply) if reply.status.is_client_error() => {
                bail!("{caller} does not say what it has: {} for {path}", reply.problem());
            }
            Ok(reply) => told = reply.problem(),
            Err(fault) => told = fault.to_string(),
        }
        sleep(TRY_AGAIN).await;
    }
    Err(anyhow!("{caller} does not say what it has: {told} for {path}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(number: u128) -> Uuid {
        Uuid::from_u128(number)
    }

    fn turn(event: u128, hash: u64) -> StoredTurn {
        StoredTurn { event_id: id(event), is_of_the_pos: false, hash, ticket_id: Some(id(90)) }
    }

    #[track_caller]
    fn check_turns(stored: &[StoredTurn], lost_and_doubled: [usize; 2]) {
        let answered = BTreeMap::from([(id(1), 10), (id(2), 20)]);
        let (checked, _) = compare(stored, answered, &BTreeSet::from([id(3)]));
        assert_eq!([checked.turns_lost, checked.turns_doubled], lost_and_doubled);
    }

    #[test]
    fn turns_that_are_lost_or_doubled_are_counted() {
        check_turns(&[turn(1, 10), turn(2, 20)], [0, 0]);
        check_turns(&[turn(1, 10)], [1, 0]);
        // Another turn than was answered.
        check_turns(&[turn(1, 10), turn(2, 21)], [1, 0]);
        check_turns(&[turn(1, 10), turn(2, 20), turn(1, 10)], [0, 1]);
        // Taken, but its answer never came.
        check_turns(&[turn(1, 10), turn(2, 20), turn(3, 30)], [0, 0]);
        check_turns(&[turn(1, 10), turn(2, 20), turn(4, 40)], [0, 1]);
        check_turns(&[turn(1, 10), turn(2, 20), StoredTurn { is_of_the_pos: true, ..turn(4, 40) }], [0, 0]);
    }

    #[test]
    fn tickets_that_are_lost_or_doubled_are_counted() {
        let ticket = |number, status| {
            let ticket = StoredTicket { ticket_id: id(number), order_id: id(50), session_id: id(60), status };
            (id(number), ticket)
        };
        for (stored, lost_doubled_and_orders) in [
            (vec![ticket(1, TicketStatus::Voided), ticket(2, TicketStatus::Acknowledged)], [0, 0, 1]),
            (vec![ticket(1, TicketStatus::Pending), ticket(2, TicketStatus::Acknowledged)], [0, 1, 1]),
            (vec![ticket(1, TicketStatus::Voided)], [1, 0, 0]),
            (
                vec![
                    ticket(1, TicketStatus::Voided),
                    ticket(2, TicketStatus::Acknowledged),
                    ticket(3, TicketStatus::Voided),
                ],
                [0, 1, 1],
            ),
        ] {
            let told = BTreeSet::from([id(1), id(2)]);
            let checked = of_tickets(Checked::default(), &told, &stored.into_iter().collect());
            let came = [checked.tickets_lost, checked.tickets_doubled, checked.orders_completed];
            assert_eq!(came, lost_doubled_and_orders);
        }
    }
}
