//! Replays sessions: passes the events of an audit log to new lanes.
//!
//! ```text
//! audit log ──events, times, ids──> lanes ──turns──> compared with those of the log
//!     └──────────recorded acts───────┘  or those of another agent, to see what it would change
//! ```
//!
//! [`transcript()`] writes a session as a transcript, to keep it among the others.
//!
//! With the recorded acts no agent is asked, and the turns come out as they are in the log. A log that came with its
//! documents is replayed with the menus of then, what of them was off, the houses of then and their rules; for any other, the menu has to be given as it was.

mod comparison;
mod dry_run;
mod explanation;
mod log;
mod notes;
mod transcript;

use std::sync::{Arc, Mutex, PoisonError};

use agents::{GrammarParser, UtteranceParser};
use fsm::house::House;
use fsm::house_rules::Witness;
use fsm::ids::ItemId;
use fsm::menu::Menu;
use jiff::Timestamp;
use lanes::clock::Clock;
use lanes::error::LaneError;
use lanes::keeper::Active;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::settings::Settings;
use lanes::store::{MemoryStore, TurnStore as _};
use parse::Languages;
use rules::RuleBook;

pub use self::comparison::{Outcome, Side};
pub use self::dry_run::{DryRunTotal, HANDED_OVER_PERCENT_MAX, Sums, TooManyHandedOver};
pub use self::explanation::{TurnExplained, explain};
pub use self::log::{Log, LogError};
pub use self::notes::Wanted;
pub use self::transcript::{Impossible, TURNS_MAX, transcript};

use self::comparison::Comparison;
use self::log::{Entry, Happened};
use self::notes::Notes;
use crate::ear::Ear;
use crate::error::ReplayError;
use crate::problem;
use crate::show::Names;

/// What takes the place of what was recorded.
#[derive(Clone, Default)]
pub struct Instead {
    /// Who understands what is said, in place of the recorded acts.
    pub parser: Option<Arc<dyn UtteranceParser>>,
    /// The rules of the house, in place of those of then.
    pub rules: Option<Arc<Active<RuleBook>>>,
}

/// Replays a session with what was recorded, or with what takes its place.
///
/// # Errors
/// [`ReplayError`] if it cannot be replayed at all.
pub async fn replay(
    log: &Log,
    menu: &Arc<ActiveMenu>,
    house: Option<&Active<House>>,
    settings: &Settings,
    languages: &Languages,
    instead: &Instead,
) -> Result<Outcome, ReplayError> {
    play(log, menu, house, settings, languages, instead, None).await
}

/// Replays a session; who watches is told how the rules of the house were asked.
async fn play(
    log: &Log,
    menu: &Arc<ActiveMenu>,
    house: Option<&Active<House>>,
    settings: &Settings,
    languages: &Languages,
    instead: &Instead,
    notes: Option<Arc<Notes>>,
) -> Result<Outcome, ReplayError> {
    let menus = log.menus(menu, languages)?;
    let houses = log.houses(house)?;
    let Instead { parser, rules: other_rules } = instead;
    let rules = match other_rules {
        Some(rules) => vec![Some(rules.clone()); log.entries.len()],
        None => log.rules()?,
    };
    let is_recorded = parser.is_none();
    // A log has the acts of every utterance, so without `parser` this one is never asked.
    let ear = Arc::new(Ear::new(parser.clone().unwrap_or_else(|| Arc::new(GrammarParser))));
    let store = Arc::new(MemoryStore::default());
    let now = Arc::new(Mutex::new(Timestamp::UNIX_EPOCH));
    let parts = Parts {
        parser: ear.clone(),
        settings: settings.clone(),
        languages: languages.clone(),
        house: house.cloned(),
        clock: clock(&now),
        witness: notes.clone().map(|notes| -> Arc<dyn Witness> { notes }),
        ..Parts::new(store.clone(), menu.clone())
    };
    let lanes = Lanes::open(parts).await.map_err(|error| ReplayError::Lanes(error.to_string()))?;
    let confidence_min = settings.of(log.lane.drive_thru()).rules.confidence_min;
    let mut comparison = Comparison::new(log.is_documented() && other_rules.is_none(), confidence_min);
    let mut turns = 0;
    for (((entry, menu), house), rules) in log.entries.iter().zip(menus).zip(houses).zip(rules) {
        if log.is_documented() {
            lanes.show_menu(log.lane.drive_thru(), menu.clone());
            lanes.show_house(log.lane.drive_thru(), house);
        }
        if log.is_documented() || other_rules.is_some() {
            lanes.show_rules(log.lane.drive_thru(), rules);
        }
        *now.lock().unwrap_or_else(PoisonError::into_inner) = entry.at;
        if let Some(notes) = &notes {
            notes.begin(entry.seq);
        }
        ear.tell(is_recorded.then(|| entry.heard.clone()));
        let given = give(entry, log, &lanes, &menu.book.menu).await;
        // Where the next car's arrival ends the session, the answer is not the turn that ended it.
        let turn = store.turns_between(&log.lane, log.session_id, turns, u32::MAX).await?.pop();
        turns += u32::from(turn.is_some());
        let came = match (turn, given) {
            (Some(turn), _) => Ok(turn),
            (None, Err(error)) => Err(problem::of_lane(&error, &Names::default())),
            (None, Ok(())) => Err("no turn".to_owned()),
        };
        comparison.add(entry, came, &menu.book.menu)?;
    }
    lanes.close().await;
    Ok(comparison.finish())
}

fn clock(now: &Arc<Mutex<Timestamp>>) -> Clock {
    let now = now.clone();
    Arc::new(move || *now.lock().unwrap_or_else(PoisonError::into_inner))
}

async fn give(entry: &Entry, log: &Log, lanes: &Lanes, menu: &Menu) -> Result<(), LaneError> {
    let is_gone = |item: &ItemId| menu.item(item).is_none();
    match &entry.happened {
        // No frontend can say so of an item that the menu does not have: another menu was put in use.
        Happened::OnLane(request) if request.event.item_off().is_some_and(is_gone) => {
            lanes.check_stock(&log.lane).await
        }
        Happened::OnLane(request) => lanes.take(&log.lane, request.clone().into()).await.map(|_| ()),
        Happened::Late(deadline) => lanes.pass(&log.lane, *deadline).await,
        Happened::AtPos { ticket_id, report } => {
            lanes.tickets().report(*ticket_id, report.clone(), None).await.map(|_| ())
        }
    }
}
