//! Gives a transcript's inputs to lanes of their own and writes down what comes out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use agents::phrases::PhraseBook;
use fsm::acts::Acts;
use fsm::ids::LaneKey;
use fsm::session::End;
use fsm::ticket::MessageBody;
use jiff::{SignedDuration, Timestamp};
use lanes::error::LaneError;
use lanes::event::Envelope;
use lanes::house::Houses;
use lanes::menus::{Carte, MenuError};
use lanes::pos::PosWord;
use lanes::service::{Clock, Lanes, Parts};
use lanes::store::{Delivery, MemoryStore, Store, StoreError};
use serde_json::{Map, Value};
use uuid::Uuid;

use crate::ear::Ear;
use crate::input::Input;
use crate::show::{self, Names, Turn};
use crate::transcript::{Part, Transcript};

/// How many seconds pass with each input.
pub const INPUT_SECONDS: i64 = 5;
/// The drive-thru of every transcript.
const DRIVE_THRU: &str = "d1";
/// How many messages are taken out of the outbox at once.
const MESSAGES_MAX: usize = 16;

/// What came out of a replay.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The transcript with what really came out.
    pub text: String,
    /// The rows that were taken.
    pub rows: BTreeSet<String>,
}

/// Why a transcript could not be replayed. What a lane answers is no such reason, however bad.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReplayError {
    /// Its menu cannot be read.
    #[error("menu {file}: {detail}")]
    Menu {
        /// As the transcript names it.
        file: String,
        /// What is the matter.
        detail: String,
    },
    /// An input cannot be given to a lane.
    #[error("line {line}: {detail}")]
    Input {
        /// The line, from 1.
        line: usize,
        /// What is the matter.
        detail: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The lanes did not open, or gave what is no turn.
    #[error("{0}")]
    Lanes(String),
}

/// Replays a transcript. Menus are looked for in `menus_dir`, else by their path.
///
/// # Errors
/// [`ReplayError`] if it cannot be replayed at all.
pub async fn replay(transcript: &Transcript, menus_dir: &Path) -> Result<Outcome, ReplayError> {
    let mut stage = Stage::open(transcript, menus_dir).await?;
    let mut text = String::new();
    for part in transcript.parts() {
        match part {
            Part::Kept(line) => writeln(&mut text, line),
            Part::Input { line, text: written, input } => {
                writeln(&mut text, written);
                for outcome in stage.give(*line, input).await? {
                    writeln(&mut text, &format!("    {outcome}"));
                }
            }
        }
    }
    stage.lanes.close().await;
    Ok(Outcome { text, rows: stage.rows })
}

fn writeln(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}

/// The lanes that a transcript plays on.
struct Stage<'a> {
    transcript: &'a Transcript,
    menus_dir: &'a Path,
    store: Arc<MemoryStore>,
    ear: Arc<Ear>,
    lanes: Lanes,
    /// Seconds since the epoch.
    clock: Arc<AtomicI64>,
    /// How many events were sent.
    events: u32,
    pos_is_up: bool,
    seats: BTreeMap<String, Seat>,
    names: Names,
    rows: BTreeSet<String>,
}

/// What is known of a lane.
#[derive(Default)]
struct Seat {
    /// Its sessions, the newest last.
    sessions: Vec<Uuid>,
    /// The newest session's last turn that was shown.
    last: Option<Turn>,
    /// Its newest ticket.
    ticket: Option<Uuid>,
    /// The last event sent, with what was answered.
    sent: Option<Sent>,
}

#[derive(Clone)]
struct Sent {
    body: Value,
    answer: Option<String>,
}

impl<'a> Stage<'a> {
    async fn open(transcript: &'a Transcript, menus_dir: &'a Path) -> Result<Self, ReplayError> {
        let store = Arc::new(MemoryStore::default());
        let ear = Arc::new(Ear::default());
        let clock = Arc::new(AtomicI64::new(transcript.settings().starts_at.as_second()));
        let lanes = open_lanes(transcript, menus_dir, &store, &ear, &clock).await?;
        Ok(Self {
            transcript,
            menus_dir,
            store,
            ear,
            lanes,
            clock,
            events: 0,
            pos_is_up: true,
            seats: BTreeMap::new(),
            names: Names::default(),
            rows: BTreeSet::new(),
        })
    }

    /// Gives one input to the lanes. Gives back the lines of what came out.
    async fn give(&mut self, line: usize, input: &Input) -> Result<Vec<String>, ReplayError> {
        let told = |detail: String| ReplayError::Input { line, detail };
        let mut out = Vec::new();
        let mut on = None;
        match input {
            Input::Lane { lane, is_stale, event, heard } => {
                on = Some(lane);
                out.extend(self.event(lane, *is_stale, event, heard.clone()).await.map_err(told)?);
            }
            Input::Again { lane, text } => {
                on = Some(lane);
                out.extend(self.again(lane, text.as_deref()).await.map_err(told)?);
            }
            Input::Pos { lane, ticket, word } => {
                on = Some(lane);
                out.extend(self.word_from_pos(lane, *ticket, word).await.map_err(told)?);
            }
            Input::PosIsUp(is_up) => self.pos_is_up = *is_up,
            Input::Availability { item, available } => {
                let set = self.lanes.set_available(DRIVE_THRU, item, *available).await;
                out.extend(set.err().map(|error| menu_error(&error)));
            }
            Input::Menu { file } => {
                let put = self.lanes.put_menu(DRIVE_THRU, document(file, self.menus_dir)?, None).await;
                out.extend(put.err().map(|error| menu_error(&error)));
            }
            Input::Wait(span) => drop(self.clock.fetch_add(span.as_secs(), Ordering::Relaxed)),
            Input::Restart => {
                self.lanes.close().await;
                let Self { transcript, menus_dir, store, ear, clock, .. } = &*self;
                self.lanes = open_lanes(transcript, menus_dir, store, ear, clock).await?;
            }
        }
        out.extend(self.turns(on).await?);
        out.extend(self.messages().await?);
        if out.is_empty() {
            out.push("no turn".to_owned());
        }
        self.clock.fetch_add(INPUT_SECONDS, Ordering::Relaxed);
        Ok(out)
    }

    /// Sends a lane event. Only an error is told: the turn is in the audit log.
    async fn event(
        &mut self,
        lane: &str,
        is_stale: bool,
        event: &Map<String, Value>,
        heard: Option<Acts>,
    ) -> Result<Vec<String>, String> {
        self.events += 1;
        let mut body = event.clone();
        let id = format!("{}:{}", self.transcript.title(), self.events);
        body.insert("id".to_owned(), Uuid::new_v5(&Uuid::NAMESPACE_OID, id.as_bytes()).to_string().into());
        if is_stale {
            let sessions = &self.seats.entry(lane.to_owned()).or_default().sessions;
            let before = sessions.len().checked_sub(2).ok_or("there was no session before")?;
            body.insert("session_id".to_owned(), sessions[before].to_string().into());
        }
        self.ear.tell(heard);
        let sent = self.send(lane, Value::Object(body)).await?;
        self.ear.tell(None);
        Ok(sent.err().into_iter().collect())
    }

    /// Sends the last event once more, or its id with other words.
    async fn again(&mut self, lane: &str, text: Option<&str>) -> Result<Vec<String>, String> {
        let sent = self.seats.get(lane).and_then(|seat| seat.sent.clone()).ok_or("no event was sent yet")?;
        let mut body = sent.body;
        if let Some(text) = text {
            body["text"] = text.into();
        }
        let came = self.send(lane, body).await?;
        Ok(vec![match came {
            Ok((answer, true)) if Some(&answer) == sent.answer.as_ref() => {
                "the same turn, replayed".to_owned()
            }
            Ok((answer, replayed)) => format!("another turn (replayed: {replayed}): {answer}"),
            Err(error) => error,
        }])
    }

    /// Sends a body to a lane: the answer and whether it was replayed, or the error as it is shown.
    async fn send(&mut self, lane: &str, body: Value) -> Result<Result<(String, bool), String>, String> {
        let key = key(lane)?;
        let envelope = Envelope::read(&body).map_err(|fault| fault.to_string())?;
        let taken = self.lanes.take(&key, envelope).await;
        let seat = self.seats.entry(lane.to_owned()).or_default();
        Ok(match taken {
            Ok(answer) => {
                seat.sent = Some(Sent { body, answer: Some(answer.body.clone()) });
                Ok((answer.body, answer.replayed))
            }
            Err(error) => Err(self.error(&error)),
        })
    }

    async fn word_from_pos(
        &mut self,
        lane: &str,
        ticket: Option<usize>,
        word: &PosWord,
    ) -> Result<Vec<String>, String> {
        let named = match ticket {
            Some(number) => number.checked_sub(1).and_then(|at| self.names.tickets.get(at)).copied(),
            None => self.seats.get(lane).and_then(|seat| seat.ticket),
        };
        let ticket = named.ok_or("there is no such ticket yet")?;
        let number = self.names.ticket(ticket);
        Ok(vec![match self.lanes.word_from_pos(ticket, word.clone()).await {
            Ok(record) => format!("ticket {number} is on record as {}", show::word(&record.status)),
            Err(error) => self.error(&error),
        }])
    }

    fn error(&self, error: &LaneError) -> String {
        format!("error {}: {}", problem(error), self.names.without_ids(&error.to_string()))
    }

    /// What the lanes have answered since the last input; the lane is named where it is another than the input's.
    async fn turns(&mut self, on: Option<&String>) -> Result<Vec<String>, ReplayError> {
        let carte = self.lanes.menu(DRIVE_THRU);
        let mut shown = Vec::new();
        for (lane, record) in self.store.lanes(DRIVE_THRU).await? {
            let seat = self.seats.entry(lane.lane().to_owned()).or_default();
            let mut fresh = Vec::new();
            if let Some(id) = seat.sessions.last() {
                fresh.extend(turns_after(&self.store, *id, seat.last.as_ref()).await?);
            }
            let newest = record.session.session_id().filter(|id| seat.sessions.last() != Some(id));
            if let Some(id) = newest {
                self.names.session(id);
                seat.sessions.push(id);
                fresh.extend(turns_after(&self.store, id, None).await?);
            }
            for (turn, end) in fresh {
                self.rows.extend(turn.transitions.iter().map(|row| row.row.clone()));
                let before = seat.last.as_ref().filter(|_| turn.turn > 1);
                let mut lines = show::turn(&turn, before, &mut self.names, &carte.book.menu);
                lines.extend(end.map(|end| format!("the session is {}", show::word(&end))));
                shown.push((format!("lane {} turn {}:", turn.lane, turn.turn), turn.lane.clone(), lines));
                seat.last = Some(turn);
            }
        }
        let is_plain = shown.len() == 1 && shown.iter().all(|(_, lane, _)| Some(lane) == on);
        let lines = shown
            .into_iter()
            .flat_map(|(head, _, lines)| (!is_plain).then_some(head).into_iter().chain(lines));
        Ok(lines.collect())
    }

    /// Delivers what waits for the POS, in order.
    async fn messages(&mut self) -> Result<Vec<String>, ReplayError> {
        let carte = self.lanes.menu(DRIVE_THRU);
        let mut out = Vec::new();
        while self.pos_is_up {
            let entries = self.store.outbox(MESSAGES_MAX).await?;
            if entries.is_empty() {
                break;
            }
            for entry in entries {
                if let MessageBody::Created(ticket) = &entry.message.body {
                    self.seats.entry(ticket.lane.clone()).or_default().ticket = Some(ticket.ticket_id);
                }
                out.extend(show::message(&entry.message.body, &mut self.names, &carte.book.menu));
                self.store.delivery(entry.id, now(&self.clock), Delivery::Delivered).await?;
            }
        }
        Ok(out)
    }
}

/// The turns of a session after one, and how it ended with the last of them.
async fn turns_after(
    store: &MemoryStore,
    session_id: Uuid,
    last: Option<&Turn>,
) -> Result<Vec<(Turn, Option<End>)>, ReplayError> {
    let seen = last.map_or(0, |turn| turn.turn);
    let Some(log) = store.audit(session_id).await? else { return Ok(Vec::new()) };
    let newest = log.entries.last().map(|entry| entry.seq);
    let fresh = log.entries.iter().filter(|entry| entry.seq > seen);
    let read = fresh.map(|entry| {
        let end = log.end.filter(|_| Some(entry.seq) == newest);
        serde_json::from_str(&entry.turn).map(|turn| (turn, end))
    });
    read.collect::<Result<_, _>>().map_err(|error| ReplayError::Lanes(error.to_string()))
}

async fn open_lanes(
    transcript: &Transcript,
    menus_dir: &Path,
    store: &Arc<MemoryStore>,
    ear: &Arc<Ear>,
    clock: &Arc<AtomicI64>,
) -> Result<Lanes, ReplayError> {
    let settings = transcript.settings();
    let file = &settings.menu;
    let menu = Carte::read(document(file, menus_dir)?)
        .map_err(|faults| ReplayError::Menu { file: file.clone(), detail: format!("{faults:?}") })?;
    let seconds = clock.clone();
    let clock: Clock = Arc::new(move || now(&seconds));
    let parts = Parts {
        store: store.clone(),
        parser: ear.clone(),
        generator: Arc::new(PhraseBook),
        houses: Houses { default: settings.house.clone(), named: BTreeMap::new() },
        menu,
        clock,
    };
    Lanes::open(parts).await.map_err(|error| ReplayError::Lanes(error.to_string()))
}

fn now(clock: &AtomicI64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_secs(clock.load(Ordering::Relaxed))
}

fn key(lane: &str) -> Result<LaneKey, String> {
    LaneKey::new(DRIVE_THRU, lane).map_err(|error| error.to_string())
}

fn document(file: &str, menus_dir: &Path) -> Result<Value, ReplayError> {
    let told = |detail: String| ReplayError::Menu { file: file.to_owned(), detail };
    let here = menus_dir.join(file);
    let path = if here.exists() { here } else { PathBuf::from(file) };
    let text =
        std::fs::read_to_string(&path).map_err(|error| told(format!("{}: {error}", path.display())))?;
    serde_json::from_str(&text).map_err(|error| told(error.to_string()))
}

/// The word that a problem's type ends in.
fn problem(error: &LaneError) -> &'static str {
    match error {
        LaneError::Invalid(..) => "invalid-event",
        LaneError::EventConflict(_) => "event-conflict",
        LaneError::Idle { .. } => "lane-idle",
        LaneError::StaleSession { .. } => "stale-session",
        LaneError::TurnAhead { .. } => "turn-ahead",
        LaneError::Busy { .. } => "lane-busy",
        LaneError::Unavailable { .. } => "unavailable",
        LaneError::TicketState { .. } => "ticket-state",
        LaneError::Unknown(_) => "not-found",
    }
}

fn menu_error(error: &MenuError) -> String {
    match error {
        MenuError::Invalid(faults) => {
            let faults: Vec<String> = faults.iter().map(|fault| format!("{fault:?}")).collect();
            format!("error invalid-menu: {}", faults.join("; "))
        }
        MenuError::Conflict { .. } | MenuError::UnknownItem(_) | MenuError::Store(_) => {
            format!("error: {error}")
        }
    }
}
