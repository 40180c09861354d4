//! Explains turns: how the rules of the house were asked in each, as it is seen when the session is replayed.

use std::sync::Arc;

use fsm::house::House;
use fsm::house_rules::Fired;
use lanes::keeper::Active;
use lanes::menus::ActiveMenu;
use lanes::settings::Settings;
use parse::Languages;
use rules::PointExplained;
use serde::Serialize;
use utoipa::ToSchema;

use super::log::Entry;
use super::notes::{Notes, Wanted};
use super::{Instead, Log, play};
use crate::error::ReplayError;

/// How the rules of the house were asked in a turn.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TurnExplained {
    /// The turn.
    pub turn: u32,
    /// Whether the turn came out as it was recorded. If not, what follows explains the turn as it comes out now.
    pub as_recorded: bool,
    /// The rules that have decided something in the turn, as it was recorded.
    pub fired: Vec<Fired>,
    /// The points, in the order in which they were asked; more than once if something else came of it, or of another item.
    pub points: Vec<PointExplained>,
}

/// Replays a session with what was recorded, and tells of its turns how the rules of the house were asked in them.
///
/// # Errors
/// [`ReplayError`] if it cannot be replayed.
pub async fn explain(
    log: &Log,
    menu: &Arc<ActiveMenu>,
    house: Option<&Active<House>>,
    settings: &Settings,
    languages: &Languages,
    wanted: Wanted,
) -> Result<Vec<TurnExplained>, ReplayError> {
    let notes = Arc::new(Notes::new(wanted));
    let outcome =
        play(log, menu, house, settings, languages, &Instead::default(), Some(notes.clone())).await?;
    let otherwise: Vec<u32> = outcome.turns().collect();
    let explained = |entry: &Entry| TurnExplained {
        turn: entry.seq,
        as_recorded: !otherwise.contains(&entry.seq),
        fired: entry.shown.fired.clone(),
        points: notes.of_turn(entry.seq),
    };
    Ok(log.entries.iter().filter(|entry| notes.are_wanted(entry.seq)).map(explained).collect())
}
