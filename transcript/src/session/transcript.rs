//! Writes a session as a transcript: its events as inputs, and below each its outcome.
//!
//! ```text
//! audit log ──> replayed with the recorded acts ──> inputs ──> replayed as a transcript ──> compared with the log
//! ```
//!
//! The transcript is replayed before it is returned, so it is known to hold. What a transcript cannot express is an
//! error; nothing is left out.

use std::collections::{BTreeSet, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use agents::rules::Brief;
use agents::{GrammarParser, UtteranceParser};
use async_trait::async_trait;
use fsm::dialogue::Acts;
use fsm::house::House;
use fsm::menu::MenuPart;
use jiff::{SignedDuration, Timestamp};
use lanes::event::EventRequest;
use lanes::keeper::Active;
use lanes::menus::{ActiveMenu, OffList};
use lanes::pos::PosReport;
use lanes::settings::DriveThruSettings;
use lanes::store::{FeedStore as _, MemoryStore};
use parse::{Languages, Utterance};
use serde::Deserialize as _;
use serde_json::Value;
use uuid::Uuid;

use super::comparison::{overlook, overlook_documents};
use super::log::{Entry, Happened};
use super::{Instead, Log, LogError};
use crate::error::ReplayError;
use crate::input::{Input, LANE, written};
use crate::menus::{Menus, menu_file};
use crate::show::{Shown, Turn};
use crate::stage::INPUT_SECONDS;
use crate::transcript::{Settings, Transcript};

/// The longest session that is written down, in turns.
pub const TURNS_MAX: usize = 1000;
/// Shorter pauses are not written down.
const PAUSE_MIN: SignedDuration = SignedDuration::from_secs(15);
/// Confidences that differ by less are equal: a number that was read from text may be rounded.
const CONFIDENCE_NEAR: f64 = 1e-9;

/// Why a session cannot be written as a transcript.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Impossible {
    /// Its log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// It cannot be replayed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// It is too long.
    #[error("the session has more than {TURNS_MAX} turns")]
    TooLong,
    /// The rules of its drive-thru cannot be written down.
    #[error("the rules of the drive-thru cannot be written as settings of a transcript: {0}")]
    Rules(String),
    /// A turn cannot be written down, or differs when it is replayed.
    #[error("turn {turn}: {detail}")]
    Turn {
        /// The turn.
        turn: u32,
        /// What is the matter.
        detail: String,
    },
}

/// Writes a session as a transcript that holds with the current menu and the rules of its drive-thru.
///
/// # Errors
/// [`Impossible`], with what a transcript cannot express.
pub async fn transcript(
    log: &Log,
    menu: &Arc<ActiveMenu>,
    house: Option<&Active<House>>,
    drive_thru: &DriveThruSettings,
    languages: &Languages,
) -> Result<String, Impossible> {
    if log.entries.len() > TURNS_MAX {
        return Err(Impossible::TooLong);
    }
    let (off, otherwise) = beginning(log, menu, house, drive_thru, languages).await?;
    let house = house.filter(|_| log.asks_about_the_house());
    let transcript = SessionWriter { log, drive_thru, menu, house, off, otherwise }.transcript()?;
    let store = Arc::new(MemoryStore::default());
    let menus =
        Menus { folder: None, given: Some(&menu.document), house: house.map(|house| &house.document) };
    let outcome = crate::replay(&transcript, menus, store.clone(), Arc::new(GrammarParser)).await?;
    let came = match outcome.sessions.first() {
        Some(session) => store.audit(*session).await.map_err(ReplayError::from)?,
        None => None,
    };
    let came: Vec<Value> = came
        .iter()
        .flat_map(|log| &log.entries)
        .map(|entry| serde_json::from_str(&entry.turn).unwrap_or_default())
        .collect();
    let is_reworded = compare(log, came, menu)?;
    Ok(if is_reworded {
        let told =
            "\n# A model worded some of the replies; these are the words of the book of phrases.\nmenu: ";
        outcome.text.replacen("\nmenu: ", told, 1)
    } else {
        outcome.text
    })
}

/// What was off when the session began, and the turns that the grammar understands differently today.
///
/// What went off during the session was on before. A log without its documents does not tell about other items: this
/// tries them as they are now, then all of them as on.
async fn beginning(
    log: &Log,
    menu: &Arc<ActiveMenu>,
    house: Option<&Active<House>>,
    drive_thru: &DriveThruSettings,
    languages: &Languages,
) -> Result<(BTreeSet<MenuPart>, BTreeSet<u32>), Impossible> {
    let went_off: BTreeSet<MenuPart> =
        log.entries.iter().filter_map(|entry| entry.happened.item_off()).map(MenuPart::from).collect();
    let off_now = OffList::of(&menu.book.menu).parts();
    let off: BTreeSet<MenuPart> = off_now.into_iter().filter(|part| !went_off.contains(part)).collect();
    let service = lanes::settings::Settings { default: drive_thru.clone(), ..Default::default() };
    let mut first = None;
    let tries = log.off_at_first().map_or_else(|| vec![off, BTreeSet::new()], |off| vec![off]);
    for off in tries {
        let active = menu.with_only_off(&off);
        let listener = Arc::new(Listener::of(log));
        let instead = Instead { parser: Some(listener.clone()), rules: None };
        let outcome = super::replay(log, &active, house, &service, languages, &instead).await?;
        match outcome.differences.into_iter().next() {
            None => return Ok((off, listener.otherwise())),
            Some(difference) => first = first.or(Some(difference)),
        }
    }
    let (turn, lines) = first.map(|it| (it.turn, it.lines)).unwrap_or_default();
    let detail = format!("with the menu and the rules as they are now it comes out otherwise:\n{lines}");
    Err(Impossible::Turn { turn, detail })
}

/// Returns the recorded acts, and notes the turns that the grammar understands differently.
struct Listener {
    recorded: Mutex<VecDeque<(u32, Acts)>>,
    otherwise: Mutex<BTreeSet<u32>>,
}

impl Listener {
    fn of(log: &Log) -> Self {
        let heard = log.entries.iter().filter(|entry| entry.shown.parser.is_some());
        let recorded = heard.map(|entry| (entry.seq, entry.heard.clone())).collect();
        Self { recorded: Mutex::new(recorded), otherwise: Mutex::default() }
    }

    fn otherwise(&self) -> BTreeSet<u32> {
        self.otherwise.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl UtteranceParser for Listener {
    async fn parse(&self, utterance: Utterance<'_>, _: Brief<'_>) -> Acts {
        let heard = parse::read(utterance);
        let recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some((turn, recorded)) = recorded else { return heard };
        let is_near = (heard.confidence - recorded.confidence).abs() < CONFIDENCE_NEAR;
        if heard.acts != recorded.acts || !is_near {
            self.otherwise.lock().unwrap_or_else(PoisonError::into_inner).insert(turn);
        }
        recorded
    }
}

/// Writes a session as a transcript.
struct SessionWriter<'a> {
    log: &'a Log,
    drive_thru: &'a DriveThruSettings,
    menu: &'a ActiveMenu,
    house: Option<&'a Active<House>>,
    off: BTreeSet<MenuPart>,
    otherwise: BTreeSet<u32>,
}

impl SessionWriter<'_> {
    /// The transcript without its outcomes.
    fn transcript(&self) -> Result<Transcript, Impossible> {
        let Log { session_id, lane, entries, .. } = self.log;
        let first = entries.first().map_or(Timestamp::UNIX_EPOCH, |entry| entry.at);
        let menu = &self.menu.book.menu;
        let mut inputs = self.stock();
        let before =
            SignedDuration::from_secs(INPUT_SECONDS * i64::try_from(inputs.len()).unwrap_or_default());
        let settings = Settings {
            menu: menu_file(&menu.id),
            house: self.house.map(|house| menu_file(&house.content.id)),
            rules: None,
            drive_thru: self.drive_thru.clone(),
            starts_at: Timestamp::from_second((first - before).as_second()).unwrap_or(first),
        };
        self.inputs(&mut inputs, settings.starts_at)?;
        let mut text = format!("# Session {session_id}\n");
        text += &format!(
            "# Lane {} of {}; menu {}, version {}\n",
            lane.lane(),
            lane.drive_thru(),
            menu.id,
            menu.version
        );
        text += &settings.written();
        text.push('\n');
        inputs.iter().for_each(|input| text += &format!("> {input}\n"));
        let read = Transcript::parse(&text).map_err(|error| Impossible::Rules(error.to_string()))?;
        let drive_thru = &read.settings().drive_thru;
        let of_drive_thru =
            |it: &DriveThruSettings| (it.rules.clone(), it.time_zone.clone(), it.day_starts_at);
        if of_drive_thru(drive_thru) != of_drive_thru(self.drive_thru) {
            return Err(Impossible::Rules(settings.written()));
        }
        Ok(read)
    }

    /// Inputs that put off and on what was so when the session began.
    fn stock(&self) -> Vec<String> {
        let menu = &self.menu.book.menu;
        let told = menu.parts().filter_map(|part| {
            let how = match (self.off.contains(&part), menu.is_available(&part)) {
                (true, _) => "out of stock",
                (false, Some(false)) => "back in stock",
                (false, Some(true) | None) => return None,
            };
            Some(format!("{how} {}", words_of(&part)))
        });
        told.collect()
    }

    fn inputs(&self, inputs: &mut Vec<String>, starts_at: Timestamp) -> Result<(), Impossible> {
        let lane = match self.log.lane.lane() {
            LANE => String::new(),
            lane => format!("lane {lane}: "),
        };
        let mut now = starts_at
            + SignedDuration::from_secs(INPUT_SECONDS * i64::try_from(inputs.len()).unwrap_or_default());
        let mut tickets: Vec<Uuid> = Vec::new();
        for entry in &self.log.entries {
            let told = |detail: String| Impossible::Turn { turn: entry.seq, detail };
            if let Some(wait) = self.wait(entry.at, now).map_err(told)? {
                inputs.push(format!("wait {}s", wait.as_secs()));
                now += wait + SignedDuration::from_secs(INPUT_SECONDS);
            }
            let input = match &entry.happened {
                Happened::OnLane(request) => self.on_lane(entry, request),
                Happened::AtPos { ticket_id, report } => at_pos(*ticket_id, report, &tickets),
                Happened::Late(deadline) => Ok(written::late(*deadline)),
            };
            inputs.push(format!("{lane}{}", input.map_err(told)?));
            now += SignedDuration::from_secs(INPUT_SECONDS);
            tickets.extend(entry.shown.ticket_id().filter(|id| !tickets.contains(id)));
        }
        Ok(())
    }

    /// How long to wait before an event so that it is on its business day, and after a pause that may have ended a grace.
    fn wait(&self, at: Timestamp, now: Timestamp) -> Result<Option<SignedDuration>, String> {
        let [day, today] = [at, now].map(|at| self.drive_thru.business_date(at));
        if day < today {
            return Err("in a transcript, which takes 5 s for each input, it comes on another day".to_owned());
        }
        let least = SignedDuration::from_secs(1);
        let rest = at.duration_since(now) - SignedDuration::from_secs(INPUT_SECONDS);
        Ok((day > today || rest >= PAUSE_MIN).then(|| rest.max(least)))
    }

    fn on_lane(&self, entry: &Entry, request: &EventRequest) -> Result<String, String> {
        let heard = self.otherwise.contains(&entry.seq).then_some(&entry.heard);
        let text = written::lane_event(&request.event, heard);
        match Input::parse(&text) {
            Ok(Input::Lane { event, .. }) if event == request.event => Ok(text),
            Ok(_) | Err(_) => Err(format!("its event cannot be written in a transcript: {}", entry.event)),
        }
    }
}

/// A report of the POS as an input, with the number of its ticket unless that is the newest.
fn at_pos(ticket: Uuid, report: &PosReport, tickets: &[Uuid]) -> Result<String, String> {
    let text = written::pos_report(report);
    let at = tickets.iter().position(|known| *known == ticket);
    match at.ok_or_else(|| format!("ticket {ticket} is of no turn of the session"))? {
        at if at + 1 == tickets.len() => Ok(text),
        at => Ok(format!("{text} of ticket {}", at + 1)),
    }
}

/// Compares the replayed turns with the log. Returns whether a model worded some of the recorded replies.
fn compare(log: &Log, came: Vec<Value>, menu: &ActiveMenu) -> Result<bool, Impossible> {
    let mut is_reworded = false;
    let (mut recorded, mut replayed) = (Shown::default(), Shown::default());
    if came.len() > log.entries.len() {
        let turn = u32::try_from(log.entries.len() + 1).unwrap_or(u32::MAX);
        return Err(Impossible::Turn {
            turn,
            detail: "as a transcript the session has more turns".to_owned(),
        });
    }
    let mut came = came.into_iter();
    for entry in &log.entries {
        let otherwise = |detail: &str| Impossible::Turn { turn: entry.seq, detail: detail.to_owned() };
        let mut turn = came.next().ok_or_else(|| otherwise("as a transcript it is no turn"))?;
        let words = turn["say"]["text"].clone();
        overlook(&mut turn, &entry.turn);
        overlook_documents(&mut turn, &entry.turn);
        is_reworded |= words != turn["say"]["text"];
        let turn = Turn::deserialize(turn).map_err(|error| otherwise(&error.to_string()))?;
        let menu = &menu.book.menu;
        let (is, was) = (replayed.lines(&turn, menu), recorded.lines(&entry.shown, menu));
        if is != was {
            let (is, was) = (is.join("\n"), was.join("\n"));
            return Err(otherwise(&format!("as a transcript it comes out as\n{is}\nand not as\n{was}")));
        }
    }
    Ok(is_reworded)
}

/// Something that can be off, as an input names it.
fn words_of(part: &MenuPart) -> String {
    match part {
        MenuPart::Item(item) => item.to_string(),
        MenuPart::Modifier { group, modifier } => format!("modifier {group}/{modifier}"),
        MenuPart::Size { item, size } => format!("size {item}/{size}"),
    }
}
