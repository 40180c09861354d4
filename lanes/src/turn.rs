//! One turn of a lane: load, decide, commit, act. Nothing is answered and nothing is acted on before it is stored.

mod act;
mod commit;
mod deadline;
mod decide;
mod documents;
mod full;
mod judge;
mod lane_now;
mod load;
mod missed;
mod rules;
mod task;

use std::sync::Arc;

use tokio::time::Instant;

use self::act::act;
use self::commit::{Committed, commit};
use self::decide::Parsed;
use self::load::{FIRST_TURN, Load};
use crate::answer::Answer;
use crate::error::TurnError;
use crate::meters;
use crate::pos::wakeups::Wakeups;
use crate::store::{StoreError, TurnStore};

pub use self::deadline::deadline_of;
pub(crate) use self::decide::Decider;
pub(crate) use self::documents::DocumentsNow;
pub(crate) use self::lane_now::LaneNow;
pub(crate) use self::load::Loader;
pub(crate) use self::task::{LaneTask, Waking};

/// How often a turn is tried while other processes are faster on its lane.
const TRIES_MAX: usize = 5;

/// What turns are taken with.
pub(crate) struct Turns {
    loader: Loader,
    decider: Decider,
    store: Arc<dyn TurnStore>,
    /// Lanes that left messages for the POS.
    outbox: Arc<Wakeups>,
    /// Lanes on which an item was found to be off: the others of their drive-thrus are to look.
    stock: Arc<Wakeups>,
}

/// What came of one try.
enum Tried {
    Committed(Committed),
    /// There is nothing to commit.
    Settled(Option<Answer>),
}

impl Turns {
    pub fn new(loader: Loader, decider: Decider, outbox: Arc<Wakeups>, stock: Arc<Wakeups>) -> Self {
        let store = loader.turns.clone();
        Self { loader, decider, store, outbox, stock }
    }

    /// Does a task of a lane. None if that takes no turn.
    pub async fn run(&self, lane: &mut LaneNow<'_>, task: &LaneTask) -> Result<Option<Answer>, TurnError> {
        let mut answer = self.take(lane, task).await?;
        // Each turn of a stock check marks one item.
        while matches!(task, LaneTask::StockCheck) && answer.is_some() {
            answer = self.take(lane, task).await?;
        }
        Ok(answer)
    }

    /// Takes one turn. Retries it while other processes store theirs first.
    async fn take(&self, lane: &mut LaneNow<'_>, task: &LaneTask) -> Result<Option<Answer>, TurnError> {
        let mut heard = None;
        for _ in 0..TRIES_MAX {
            match self.try_once(lane, task, &mut heard).await {
                Ok(Tried::Committed(committed)) => return self.act(lane, committed).await.map(Some),
                Ok(Tried::Settled(answer)) => return Ok(answer),
                Err(TurnError::Outdated) => lane.read(&*self.store).await?,
                Err(error) => return Err(error),
            }
        }
        let (drive_thru, lane) = (lane.key.drive_thru(), lane.key.lane());
        tracing::warn!(
            drive_thru.id = drive_thru,
            lane.id = lane,
            "a turn was tried {TRIES_MAX} times and not stored"
        );
        Err(TurnError::Outdated)
    }

    /// Loads, decides and commits.
    async fn try_once(
        &self,
        lane: &mut LaneNow<'_>,
        task: &LaneTask,
        heard: &mut Option<Parsed>,
    ) -> Result<Tried, TurnError> {
        let loaded = match self.loader.load(lane, task).await? {
            Load::Turn(loaded) => loaded,
            Load::Settled(answer) => return Ok(Tried::Settled(answer)),
        };
        let began = Instant::now();
        let decision = self.decider.decide(lane, loaded, heard, &*self.store).await;
        lane.excuse_store(began.elapsed());
        let Some(decision) = decision? else { return Ok(Tried::Settled(None)) };
        let turns = &decision.taken.turns;
        let opened = turns.iter().map(|decided| &decided.turn).find(|turn| turn.turn == FIRST_TURN);
        let opened = opened.map(|turn| turn.session_id);
        let kept = self.decider.settings.of(lane.key.drive_thru()).retention;
        match commit(&*self.store, lane, decision, kept).await {
            Err(StoreError::TakenBefore(known)) => {
                self.loader.answer_again(lane, task, &known).await.map(Tried::Settled)
            }
            Err(StoreError::Conflict) if let Some(session_id) = opened => {
                self.loader.opened_before(lane, task, session_id).await.map(Tried::Settled)
            }
            committed => Ok(Tried::Committed(committed?)),
        }
    }

    /// Acts on a turn that is stored, and answers it.
    async fn act(&self, lane: &LaneNow<'_>, committed: Committed) -> Result<Answer, TurnError> {
        let began = Instant::now();
        act(&self.outbox, &committed);
        if committed.item_off().is_some() {
            self.stock.add(lane.key.clone());
        }
        meters::acted(began.elapsed());
        // The turn may have ended its session. What was missed is asked of that one, as when the event comes again.
        let missed = self.loader.missed(lane, committed.event()).await?;
        Ok(Answer { turn: committed.into_turn(), missed, replayed: false })
    }
}
