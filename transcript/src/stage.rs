//! The lanes that a transcript is replayed on: passes them its inputs and collects the outcome.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use agents::UtteranceParser;
use fsm::dialogue::{Act, ActKind, Acts};
use fsm::house::House;
use fsm::ids::LaneKey;
use fsm::machine::{Deadline, End};
use fsm::menu::MenuPart;
use fsm::ticket::MessageBody;
use jiff::{SignedDuration, Timestamp};
use lanes::answer::Answer;
use lanes::event::{EventHead, EventRequest, LaneEvent};
use lanes::keeper::Active;
use lanes::menus::ActiveMenu;
use lanes::pos::PosReport;
use lanes::service::{Lanes, Parts};
use lanes::settings::Settings;
use lanes::store::{Delivery, FeedStore, Store};
use parse::Languages;
use rules::RuleBook;
use uuid::Uuid;

use crate::ear::Ear;
use crate::error::ReplayError;
use crate::input::Input;
use crate::menus::{Menus, document, house, rules};
use crate::problem;
use crate::show::{self, Names, Turn};
use crate::transcript::Transcript;

/// How many seconds pass with each input.
pub const INPUT_SECONDS: i64 = 5;
/// The drive-thru of every transcript.
const DRIVE_THRU: &str = "demo";
/// How many messages are taken out of the outbox at once.
const MESSAGES_MAX: usize = 16;

/// The lanes that a transcript is replayed on.
pub(crate) struct Stage<'a> {
    transcript: &'a Transcript,
    menus: Menus<'a>,
    store: Arc<dyn Store>,
    ear: Arc<Ear>,
    lanes: Lanes,
    /// Seconds since the epoch.
    clock: Arc<AtomicI64>,
    pos_is_up: bool,
    seats: BTreeMap<String, Seat>,
    names: Names,
    rows: BTreeSet<String>,
    acts: BTreeSet<ActKind>,
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
    request: EventRequest,
    answer: Answer,
}

/// A line to show about an input besides its turns; an error is shown the same way.
type Outcome = Result<Option<String>, String>;

impl<'a> Stage<'a> {
    pub async fn open(
        transcript: &'a Transcript,
        menus: Menus<'a>,
        store: Arc<dyn Store>,
        parser: Arc<dyn UtteranceParser>,
    ) -> Result<Self, ReplayError> {
        let ear = Arc::new(Ear::new(parser));
        let clock = Arc::new(AtomicI64::new(transcript.settings().starts_at.as_second()));
        let lanes = open_lanes(transcript, menus, &store, &ear, &clock).await?;
        Ok(Self {
            transcript,
            menus,
            store,
            ear,
            lanes,
            clock,
            pos_is_up: true,
            seats: BTreeMap::new(),
            names: Names::default(),
            rows: BTreeSet::new(),
            acts: BTreeSet::new(),
        })
    }

    /// Closes the lanes. Returns the rows that were taken, the acts that were heard, and the sessions.
    pub async fn close(self) -> (BTreeSet<String>, BTreeSet<ActKind>, Vec<Uuid>) {
        self.lanes.close().await;
        (self.rows, self.acts, self.names.sessions)
    }

    /// Passes one input to the lanes. Returns the lines of its outcome.
    pub async fn give(&mut self, input: &Input) -> Result<Vec<String>, ReplayError> {
        let told = match input {
            Input::Lane { lane, is_stale, event, heard } => {
                self.event(lane, *is_stale, event, heard.clone()).await
            }
            Input::Again { lane, other } => self.again(lane, other.as_ref()).await,
            Input::Late { lane, deadline } => self.pass(lane, *deadline).await,
            Input::Pos { lane, ticket, report } => self.report(lane, *ticket, report).await,
            Input::Availability { part, available } => {
                let set = self.lanes.set_available(DRIVE_THRU, part, (*available).into(), None).await;
                set.map(|()| None).map_err(|error| problem::of_menu(&error))
            }
            Input::Menu { file } => {
                let put = self.lanes.put_menu(DRIVE_THRU, document(file, self.menus)?, None, None).await;
                put.map(|_| None).map_err(|error| problem::of_menu(&error))
            }
            Input::PosIsUp(is_up) => {
                self.pos_is_up = *is_up;
                Ok(None)
            }
            Input::Wait(span) => {
                self.clock.fetch_add(span.as_secs(), Ordering::Relaxed);
                Ok(None)
            }
            Input::Restart => {
                self.lanes.close().await;
                let Self { transcript, menus, store, ear, clock, .. } = &*self;
                self.lanes = open_lanes(transcript, *menus, store, ear, clock).await?;
                Ok(None)
            }
        };
        let mut out: Vec<String> = told.unwrap_or_else(Some).into_iter().collect();
        self.settle(input).await?;
        out.extend(self.turns(input.lane()).await?);
        out.extend(self.messages().await?);
        if out.is_empty() {
            out.push("no turn".to_owned());
        }
        self.clock.fetch_add(INPUT_SECONDS, Ordering::Relaxed);
        Ok(out)
    }

    /// Sends a lane event. Returns a line for an error only: the turn is in the audit log.
    async fn event(&mut self, lane: &str, is_stale: bool, event: &LaneEvent, heard: Option<Acts>) -> Outcome {
        let id = format!("{}:{}", self.transcript.title(), self.names.events.len());
        let id = Uuid::new_v5(&Uuid::NAMESPACE_OID, id.as_bytes());
        self.names.events.push(id);
        let mut head = EventHead::default();
        if is_stale {
            let sessions = &self.seats.entry(lane.to_owned()).or_default().sessions;
            let before = sessions.len().checked_sub(2).ok_or("there was no session before")?;
            head.session_id = Some(sessions[before]);
        }
        self.ear.tell(heard);
        self.send(lane, EventRequest { id, head, event: event.clone() }).await.map(|_| None)
    }

    /// Sends the last event once more, or another with its id.
    async fn again(&mut self, lane: &str, other: Option<&LaneEvent>) -> Outcome {
        let Sent { mut request, answer } =
            self.seats.get(lane).and_then(|seat| seat.sent.clone()).ok_or("no event was sent yet")?;
        if let Some(other) = other {
            request.event = other.clone();
        }
        let came = self.send(lane, request).await?;
        let same = came == Answer { replayed: true, ..answer };
        Ok(Some(if same {
            "the same turn, replayed".to_owned()
        } else {
            format!("another answer: {came:?}")
        }))
    }

    async fn send(&mut self, lane: &str, request: EventRequest) -> Result<Answer, String> {
        let key = LaneKey::new(DRIVE_THRU, lane).map_err(|error| error.to_string())?;
        let taken = self.lanes.take(&key, request.clone().into()).await;
        let answer = taken.map_err(|error| problem::of_lane(&error, &self.names))?;
        let seat = self.seats.entry(lane.to_owned()).or_default();
        seat.sent = Some(Sent { request, answer: answer.clone() });
        Ok(answer)
    }

    async fn pass(&self, lane: &str, deadline: Deadline) -> Outcome {
        let key = LaneKey::new(DRIVE_THRU, lane).map_err(|error| error.to_string())?;
        let passed = self.lanes.pass(&key, deadline).await;
        passed.map(|()| None).map_err(|error| problem::of_lane(&error, &self.names))
    }

    async fn report(&mut self, lane: &str, ticket: Option<usize>, report: &PosReport) -> Outcome {
        let named = match ticket {
            Some(number) => number.checked_sub(1).and_then(|at| self.names.tickets.get(at)).copied(),
            None => self.seats.get(lane).and_then(|seat| seat.ticket),
        };
        let ticket = named.ok_or("there is no such ticket yet")?;
        let record = self.lanes.tickets().report(ticket, report.clone(), None).await;
        let record = record.map_err(|error| problem::of_lane(&error, &self.names))?;
        let number = self.names.ticket(ticket);
        Ok(Some(format!("ticket {number} is on record as {}", show::word(&record.status))))
    }

    /// Waits until every lane has checked an item that one of them took off. They check in the background, so this asks
    /// for the check once more.
    async fn settle(&self, input: &Input) -> Result<(), ReplayError> {
        let menu = self.menu().await?;
        let Some(item) =
            input.item_off().and_then(|id| menu.book.menu.item(id)).filter(|item| !item.available)
        else {
            return Ok(());
        };
        // The item is off already: all that this changes, even if it fails, is that every lane has checked.
        let _ = self.lanes.set_available(DRIVE_THRU, &MenuPart::from(&item.id), false.into(), None).await;
        Ok(())
    }

    async fn menu(&self) -> Result<Arc<ActiveMenu>, ReplayError> {
        self.lanes.menu(DRIVE_THRU).await.map_err(|error| ReplayError::Lanes(error.to_string()))
    }

    /// The turns since the last input, under the name of their lane if it is not the input's.
    async fn turns(&mut self, on: Option<&str>) -> Result<Vec<String>, ReplayError> {
        let menu = self.menu().await?;
        let mut shown = Vec::new();
        for (lane, record) in self.store.lanes(DRIVE_THRU).await? {
            let seat = self.seats.entry(lane.lane().to_owned()).or_default();
            let mut fresh = Vec::new();
            if let Some(id) = seat.sessions.last() {
                fresh.extend(turns_after(&*self.store, *id, seat.last.as_ref()).await?);
            }
            let newest = record.session.session_id().filter(|id| seat.sessions.last() != Some(id));
            if let Some(id) = newest {
                self.names.session(id);
                seat.sessions.push(id);
                fresh.extend(turns_after(&*self.store, id, None).await?);
            }
            for (turn, end) in fresh {
                self.acts.extend(turn.acts.iter().map(Act::kind));
                self.rows.extend(turn.transitions.iter().map(|row| row.row.clone()));
                let before = seat.last.as_ref().filter(|_| turn.turn > 1);
                let mut lines = show::turn(&turn, before, &mut self.names, &menu.book.menu);
                lines.extend(end.map(|end| format!("the session is {}", show::word(&end))));
                shown.push((format!("lane {} turn {}:", turn.lane, turn.turn), turn.lane.clone(), lines));
                seat.last = Some(turn);
            }
        }
        let is_plain = shown.len() == 1 && shown.iter().all(|(_, lane, _)| Some(lane.as_str()) == on);
        let lines = shown
            .into_iter()
            .flat_map(|(head, _, lines)| (!is_plain).then_some(head).into_iter().chain(lines));
        Ok(lines.collect())
    }

    /// Delivers what waits for the POS, in order.
    async fn messages(&mut self) -> Result<Vec<String>, ReplayError> {
        let menu = self.menu().await?;
        let mut out = Vec::new();
        while self.pos_is_up {
            let entries = self.store.outbox(Timestamp::MAX, MESSAGES_MAX).await?;
            if entries.is_empty() {
                break;
            }
            for entry in entries {
                if let MessageBody::Created(ticket) = &entry.message.body {
                    self.seats.entry(ticket.lane.clone()).or_default().ticket = Some(ticket.ticket_id);
                }
                out.extend(show::message(&entry.message.body, &mut self.names, &menu.book.menu));
                let now = now(&self.clock);
                if let Some(claimed) = self.store.claim(&entry, now, now).await? {
                    self.store.settle(&claimed, now, Delivery::Delivered).await?;
                }
            }
        }
        Ok(out)
    }
}

/// The turns of a session after `last`. The newest has how the session ended, if it has.
async fn turns_after(
    store: &dyn FeedStore,
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
    menus: Menus<'_>,
    store: &Arc<dyn Store>,
    ear: &Arc<Ear>,
    clock: &Arc<AtomicI64>,
) -> Result<Lanes, ReplayError> {
    let settings = transcript.settings();
    let file = &settings.menu;
    let menu = ActiveMenu::read(document(file, menus)?, &Languages::default())
        .map_err(|faults| ReplayError::Menu { file: file.clone(), detail: format!("{faults:?}") })?;
    let house = match &settings.house {
        Some(file) => Some(Active::<House>::read(house(file, menus)?).map_err(|faults| {
            let detail = format!("{faults:?}");
            ReplayError::House { file: file.clone(), detail }
        })?),
        None => None,
    };
    let seconds = clock.clone();
    let parts = Parts {
        house,
        parser: ear.clone(),
        settings: Settings { default: settings.drive_thru.clone(), ..Settings::default() },
        clock: Arc::new(move || now(&seconds)),
        ..Parts::new(store.clone(), menu)
    };
    let lanes = Lanes::open(parts).await.map_err(|error| ReplayError::Lanes(error.to_string()))?;
    if let Some(file) = &settings.rules {
        let rules = Active::<RuleBook>::read(rules(file, menus)?).map_err(|faults| {
            let detail = format!("{faults:?}");
            ReplayError::Rules { file: file.clone(), detail }
        })?;
        lanes.show_rules(DRIVE_THRU, Some(Arc::new(rules)));
    }
    Ok(lanes)
}

fn now(clock: &AtomicI64) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_secs(clock.load(Ordering::Relaxed))
}
