//! What is seen of the rules of the house while a session is replayed.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fsm::house_rules::{Asking, Point, Verdict, Witness};
use fsm::ids::ItemId;
use rules::PointExplained;

/// What is explained of a session.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// The turn; every one without it.
    pub turn: Option<u32>,
    /// Besides those for which a rule holds, the item of which it is told whether it can be had.
    pub item: Option<ItemId>,
}

/// What is seen while a session is replayed.
#[derive(Debug)]
pub(super) struct Notes {
    wanted: Wanted,
    seen: Mutex<Seen>,
}

#[derive(Debug, Default)]
struct Seen {
    /// The turn that is being taken.
    turn: u32,
    askings: BTreeMap<u32, Vec<Asking>>,
}

impl Notes {
    pub fn new(wanted: Wanted) -> Self {
        Self { wanted, seen: Mutex::default() }
    }

    /// What is seen from here on is of that turn.
    pub fn begin(&self, turn: u32) {
        self.seen().turn = turn;
    }

    pub fn are_wanted(&self, turn: u32) -> bool {
        self.wanted.turn.is_none_or(|wanted| wanted == turn)
    }

    pub fn of_turn(&self, turn: u32) -> Vec<PointExplained> {
        self.seen().askings.get(&turn).into_iter().flatten().map(PointExplained::from).collect()
    }

    /// Whether an asking is of that turn, and not of the session that the same event began, and says something.
    fn is_told(&self, asking: &Asking, turn: u32) -> bool {
        if asking.rules.is_empty() {
            return false;
        }
        match asking.at {
            Point::Available => {
                let decided = asking.rules.iter().any(|asked| asked.verdict == Verdict::Decided);
                decided || (asking.item.is_some() && asking.item == self.wanted.item)
            }
            Point::Arrival
            | Point::Offer
            | Point::Unsafe
            | Point::Price
            | Point::AfterAdd
            | Point::BeforeSummary
            | Point::BeforeClose
            | Point::Patience
            | Point::Crew
            | Point::Agent => asking.turn == turn,
        }
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Witness for Notes {
    fn asked(&self, asking: Asking) {
        let mut seen = self.seen();
        let turn = seen.turn;
        if !self.are_wanted(turn) || !self.is_told(&asking, turn) {
            return;
        }
        let askings = seen.askings.entry(turn).or_default();
        // The same comes of asking again until something changes.
        if !askings.contains(&asking) {
            askings.push(asking);
        }
    }
}
