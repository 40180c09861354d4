//! A lane while one task of it is done.

use std::time::Duration;

use fsm::ids::LaneKey;
use fsm::machine::Session;
use tokio::time::{Instant, timeout_at};

use crate::error::Cursor;
use crate::store::{LaneRecord, StoreError, TurnStore};

/// What one task knows of its lane, and how long it may wait for the store and the agents.
pub(crate) struct LaneNow<'l> {
    pub key: &'l LaneKey,
    record: LaneRecord,
    knowledge: Knowledge,
    /// Until when the store may be waited for; none if for as long as it takes.
    store_deadline: Option<Instant>,
    /// Until when agents may be waited for.
    pub agents_deadline: Instant,
}

/// How far a lane's record can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Knowledge {
    /// It was left by an earlier task: another process may have gone on since.
    Remembered,
    /// This task has read or stored it.
    Fresh,
    /// A commit was begun and not confirmed: the store may know more.
    Uncertain,
}

impl<'l> LaneNow<'l> {
    /// The lane as the last task left it, or else as it is stored.
    pub async fn open(
        key: &'l LaneKey,
        remembered: Option<LaneRecord>,
        store: &dyn TurnStore,
        agents_patience: Duration,
    ) -> Result<Self, StoreError> {
        let now = Instant::now();
        let is_remembered = remembered.is_some();
        let mut lane = Self {
            key,
            record: remembered.unwrap_or_default(),
            knowledge: Knowledge::Remembered,
            store_deadline: store.patience().map(|patience| now + patience),
            agents_deadline: now + agents_patience,
        };
        if !is_remembered {
            lane.read(store).await?;
        }
        Ok(lane)
    }

    pub fn record(&self) -> &LaneRecord {
        &self.record
    }

    pub fn session(&self) -> &Session {
        &self.record.session
    }

    pub fn cursor(&self) -> Cursor {
        Cursor::of(&self.record.session)
    }

    pub fn knowledge(&self) -> Knowledge {
        self.knowledge
    }

    /// Reads the lane as it is stored.
    pub async fn read(&mut self, store: &dyn TurnStore) -> Result<(), StoreError> {
        self.record = self.in_time(store.lane(self.key)).await?;
        self.knowledge = Knowledge::Fresh;
        Ok(())
    }

    /// Goes on to a record once `commit` has stored it. What is known of the lane is uncertain until that is confirmed.
    pub async fn go_on(
        &mut self,
        next: LaneRecord,
        commit: impl Future<Output = Result<(), StoreError>>,
    ) -> Result<(), StoreError> {
        self.knowledge = Knowledge::Uncertain;
        self.in_time(commit).await?;
        (self.record, self.knowledge) = (next, Knowledge::Fresh);
        Ok(())
    }

    /// What the store answers, unless it is too late.
    pub async fn in_time<T>(
        &self,
        answer: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        let too_late = |_| Err(StoreError::Unavailable("it did not answer in time".to_owned()));
        match self.store_deadline {
            Some(deadline) => timeout_at(deadline, answer).await.unwrap_or_else(too_late),
            None => answer.await,
        }
    }

    /// Waits so much longer for the store: it is not to blame for how long the agents took.
    pub fn excuse_store(&mut self, agents_took: Duration) {
        self.store_deadline = self.store_deadline.map(|deadline| deadline + agents_took);
    }

    /// What the next task may remember; nothing if that is uncertain.
    pub fn into_memory(self) -> Option<LaneRecord> {
        match self.knowledge {
            Knowledge::Remembered | Knowledge::Fresh => Some(self.record),
            Knowledge::Uncertain => None,
        }
    }
}
