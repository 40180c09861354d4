//! Readers: who follows a lane or a drive-thru, and is told of each turn and ticket once it is stored.
//!
//! ```text
//!   commit ──> the store's feed ──> pump, one for a drive-thru that is read ──> the last entries ──> readers
//!                     └──────── what a reader missed, while it was away or slow ────────────────────────^
//! ```
//!
//! A reader keeps its place in the feed. One that is slow finds what it missed in the store, holds up nobody, and is
//! told so where the store has forgotten it.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fsm::ids::LaneKey;
use fsm::turn::Say;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::error::LaneError;
use crate::service::Lanes;
use crate::store::{AuditRecord, FeedEntry, FeedId, FeedItem, Store, StoreError, TicketRecord};

/// How many of the last entries are kept for readers; one that is further behind reads the store.
const LIVE_ENTRIES_MAX: usize = 256;
/// How many entries are read from the store in one go.
const PAGE_ENTRIES_MAX: usize = 128;
/// The wait before the store is asked again after it failed.
const ASK_AGAIN: Duration = Duration::from_millis(250);
/// How often it is looked for a turn that is not in the feed, and after which time.
const PLACE_TRIES_MAX: u32 = 5;
const PLACE_AGAIN: Duration = Duration::from_millis(50);
/// How often it is looked whether a process died before it could tell of a turn.
const MEND_EVERY: Duration = Duration::from_secs(5);

/// What a reader is told.
#[derive(Clone, Debug)]
pub struct Told {
    /// Its place in the feed; none for what is not stored.
    pub id: Option<FeedId>,
    /// What it is.
    pub news: News,
}

/// What happened.
#[derive(Clone, Debug)]
pub enum News {
    /// A turn, with the event that it answers.
    Turn(Arc<AuditRecord>),
    /// A ticket as it is now.
    Ticket(Arc<TicketRecord>),
    /// A reply is late: what the customer is told meanwhile.
    Holding(Say),
    /// Something is left out: what the reader knows is to be read again.
    Resync(Missing),
}

/// Why something is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The store has forgotten what came after the reader's place, or never had it.
    TooOld,
    /// A process stored a turn and did not live to tell of it, or never learned that it had.
    Lost,
}

/// Where a reader begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// With what comes from now on.
    Now,
    /// Behind an entry of the feed.
    Entry(FeedId),
    /// Behind a turn of a session of the lane; 0 for its beginning.
    Turn(Uuid, u32),
    /// With the first turn of the lane's session, if one is on.
    Session,
}

/// The readers of this process.
#[derive(Default)]
pub(crate) struct Feeds(Mutex<BTreeMap<String, Channel>>);

/// Those of a drive-thru.
struct Channel {
    all: broadcast::Sender<Told>,
    lanes: BTreeMap<LaneKey, broadcast::Sender<Told>>,
}

impl Channel {
    fn is_read(&mut self) -> bool {
        self.lanes.retain(|_, lane| lane.receiver_count() > 0);
        self.all.receiver_count() > 0 || !self.lanes.is_empty()
    }

    /// Tells those who follow the drive-thru, and those who follow the lane that it is of.
    fn tell(&self, lane: Option<&LaneKey>, told: &Told) {
        // That nobody reads just now is no fault.
        let _ = self.all.send(told.clone());
        if let Some(readers) = lane.and_then(|lane| self.lanes.get(lane)) {
            let _ = readers.send(told.clone());
        }
    }
}

impl Feeds {
    /// Tells those who follow a lane that a reply is late.
    pub fn hold(&self, lane: &LaneKey, say: Say) {
        if let Some(readers) =
            self.channels().get(lane.drive_thru()).and_then(|channel| channel.lanes.get(lane))
        {
            let _ = readers.send(Told { id: None, news: News::Holding(say) });
        }
    }

    fn channels(&self) -> MutexGuard<'_, BTreeMap<String, Channel>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lanes {
    /// Follows a lane: every turn of it, once and in order.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn follow_lane(&self, lane: &LaneKey, from: Begin) -> Result<Reader, LaneError> {
        self.follow(lane.drive_thru(), Some(lane), from).await
    }

    /// Follows a drive-thru: every turn and ticket of its lanes.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn follow_drive_thru(&self, drive_thru: &str, from: Begin) -> Result<Reader, LaneError> {
        self.follow(drive_thru, None, from).await
    }

    async fn follow(
        &self,
        drive_thru: &str,
        lane: Option<&LaneKey>,
        from: Begin,
    ) -> Result<Reader, LaneError> {
        let store = &self.0.store;
        let end = store.feed_end(drive_thru).await?;
        // From here on everything behind `end` is told; what is told twice is passed over by its place.
        let live = self.subscribe(drive_thru, lane, end);
        let place = match (from, lane) {
            (Begin::Entry(id), _) if store.feed_reaches(drive_thru, id).await? => Some(id),
            (Begin::Turn(session_id, 0), Some(lane)) => {
                self.place(lane, session_id, 1).await?.map(FeedId::before)
            }
            (Begin::Turn(session_id, turn), Some(lane)) => self.place(lane, session_id, turn).await?,
            (Begin::Session, Some(lane)) => match store.lane(lane).await?.session.session_id() {
                Some(session_id) => self.place(lane, session_id, 1).await?.map(FeedId::before),
                None => Some(end),
            },
            (Begin::Now, _) => Some(end),
            (Begin::Entry(_) | Begin::Turn(..) | Begin::Session, _) => None,
        };
        let mut reader = Reader {
            lanes: self.clone(),
            drive_thru: drive_thru.to_owned(),
            lane: lane.cloned(),
            at: place.unwrap_or(end),
            is_behind: true,
            has_lagged: false,
            waiting: VecDeque::new(),
            live,
        };
        if place.is_none() {
            reader.leave_out(end);
        }
        Ok(reader)
    }

    /// Where a turn is in the feed. Of many processes the one that stored it may be about to say so.
    async fn place(&self, lane: &LaneKey, session_id: Uuid, turn: u32) -> Result<Option<FeedId>, StoreError> {
        let store = &self.0.store;
        let mut place = store.feed_place(lane, session_id, turn).await?;
        if place.is_some() || !store.is_shared() {
            return Ok(place);
        }
        let session = store.lane(lane).await?.session;
        let may_come = session.session_id() == Some(session_id) && turn <= session.turn();
        for _ in 0..if may_come { PLACE_TRIES_MAX } else { 0 } {
            sleep(PLACE_AGAIN).await;
            place = store.feed_place(lane, session_id, turn).await?;
            if place.is_some() {
                break;
            }
        }
        Ok(place)
    }

    fn subscribe(&self, drive_thru: &str, lane: Option<&LaneKey>, end: FeedId) -> broadcast::Receiver<Told> {
        let mut channels = self.0.feeds.channels();
        let channel = channels.entry(drive_thru.to_owned()).or_insert_with(|| {
            self.0.tasks.spawn(pump(self.clone(), drive_thru.to_owned(), end));
            Channel { all: broadcast::Sender::new(LIVE_ENTRIES_MAX), lanes: BTreeMap::new() }
        });
        match lane {
            None => channel.all.subscribe(),
            Some(lane) => {
                let readers = channel.lanes.entry(lane.clone());
                readers.or_insert_with(|| broadcast::Sender::new(LIVE_ENTRIES_MAX)).subscribe()
            }
        }
    }

    async fn told(&self, entry: FeedEntry) -> Result<Option<Told>, StoreError> {
        let news = match entry.item {
            FeedItem::Turn(record) => News::Turn(Arc::from(record)),
            FeedItem::Ticket(ticket_id) => match self.0.store.ticket(ticket_id).await? {
                Some(ticket) => News::Ticket(Arc::new(ticket)),
                // It was kept for as long as it had to be.
                None => return Ok(None),
            },
            FeedItem::Gap => News::Resync(Missing::Lost),
        };
        Ok(Some(Told { id: Some(entry.id), news }))
    }
}

/// One who follows a lane or a drive-thru.
pub struct Reader {
    lanes: Lanes,
    drive_thru: String,
    lane: Option<LaneKey>,
    /// The last entry that it was told of.
    at: FeedId,
    /// Whether the store has, or may have, what it was not told of.
    is_behind: bool,
    /// Whether it was so slow that the store may have forgotten what it was not told of.
    has_lagged: bool,
    waiting: VecDeque<Told>,
    live: broadcast::Receiver<Told>,
}

impl Reader {
    /// Where it is in the feed.
    pub fn place(&self) -> FeedId {
        self.at
    }

    /// What comes next. It may be dropped before it is there, and asked again.
    pub async fn next(&mut self) -> Told {
        loop {
            if let Some(told) = self.waiting.pop_front() {
                self.at = told.id.unwrap_or(self.at);
                return told;
            }
            if self.is_behind {
                if self.catch_up().await.is_err() {
                    sleep(ASK_AGAIN).await;
                }
                continue;
            }
            match self.live.recv().await {
                Ok(told) if told.id.is_none_or(|id| id > self.at) => self.waiting.push_back(told),
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => (self.is_behind, self.has_lagged) = (true, true),
                // The service stops, and those who serve readers with it.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    async fn catch_up(&mut self) -> Result<(), StoreError> {
        let store = self.lanes.0.store.clone();
        if self.has_lagged {
            if !store.feed_reaches(&self.drive_thru, self.at).await? {
                let end = store.feed_end(&self.drive_thru).await?;
                self.leave_out(end);
            }
            self.has_lagged = false;
            return Ok(());
        }
        let entries = store.feed(&self.drive_thru, self.at, PAGE_ENTRIES_MAX).await?;
        let is_all = entries.len() < PAGE_ENTRIES_MAX;
        let last = entries.last().map(|entry| entry.id);
        let mut page = VecDeque::new();
        for entry in entries {
            if self.lane.as_ref().is_none_or(|lane| *lane == entry.lane && is_of_lane(&entry.item)) {
                page.extend(self.lanes.told(entry).await?);
            }
        }
        // Nothing is waited for any more: what is done from here on is done whole.
        self.waiting = page;
        if let (true, Some(last)) = (self.waiting.is_empty(), last) {
            self.at = last;
        }
        self.is_behind = !is_all;
        Ok(())
    }

    /// Goes on at the end of the feed, and says so.
    fn leave_out(&mut self, end: FeedId) {
        self.waiting.push_back(Told { id: Some(end), news: News::Resync(Missing::TooOld) });
    }
}

/// Tells the readers of a drive-thru what is stored behind an entry, as long as there are any.
async fn pump(lanes: Lanes, drive_thru: String, mut at: FeedId) {
    let store = lanes.0.store.clone();
    let (mut mended, mut is_waiting) = (Instant::now(), false);
    loop {
        let told = tokio::select! {
            told = next_page(&lanes, &drive_thru, at) => told,
            () = lanes.0.stop.cancelled() => return,
        };
        match &told {
            Err(error) if !is_waiting => {
                tracing::warn!(drive_thru.id = drive_thru, %error, "readers wait for the store");
            }
            _ => {}
        }
        is_waiting = told.is_err();
        if is_waiting {
            sleep(ASK_AGAIN).await;
        }
        {
            let mut channels = lanes.0.feeds.channels();
            let Some(channel) = channels.get_mut(&drive_thru) else { return };
            let page = told.unwrap_or_default();
            for (lane, told) in &page.told {
                channel.tell(lane.as_ref(), told);
            }
            at = page.end.unwrap_or(at);
            // Whoever comes now starts another pump.
            if !channel.is_read() {
                channels.remove(&drive_thru);
                return;
            }
        }
        if mended.elapsed() >= MEND_EVERY {
            mended = Instant::now();
            // It takes a while, and no turn waits for it.
            lanes.0.tasks.spawn(mend(store.clone(), drive_thru.clone()));
        }
    }
}

async fn mend(store: Arc<dyn Store>, drive_thru: String) {
    if let Err(error) = store.mend_feed(&drive_thru).await {
        tracing::debug!(drive_thru.id = drive_thru, %error, "it is not known whether readers were told of every turn");
    }
}

/// What is told at once.
#[derive(Default)]
struct Page {
    /// Each with the lane whose readers are told too: not of its tickets.
    told: Vec<(Option<LaneKey>, Told)>,
    /// The last entry that was read.
    end: Option<FeedId>,
}

async fn next_page(lanes: &Lanes, drive_thru: &str, at: FeedId) -> Result<Page, StoreError> {
    let entries = lanes.0.store.feed_grown(drive_thru, at, PAGE_ENTRIES_MAX).await?;
    let mut page =
        Page { told: Vec::with_capacity(entries.len()), end: entries.last().map(|entry| entry.id) };
    for entry in entries {
        let lane = is_of_lane(&entry.item).then(|| entry.lane.clone());
        page.told.extend(lanes.told(entry).await?.map(|told| (lane, told)));
    }
    Ok(page)
}

/// Who follows a lane follows its turns.
fn is_of_lane(item: &FeedItem) -> bool {
    match item {
        FeedItem::Turn(_) | FeedItem::Gap => true,
        FeedItem::Ticket(_) => false,
    }
}
