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

use fsm::dialogue::Say;
use fsm::ids::LaneKey;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use crate::service::Lanes;
use crate::store::{AuditRecord, FeedEntry, FeedId, FeedItem, Store, StoreError, TicketRecord};

/// How many of the last entries are kept for readers; one that is further behind reads the store.
const LIVE_ENTRIES_MAX: usize = 256;
/// How many entries are read from the store in one go.
const PAGE_ENTRIES_MAX: usize = 32;
/// How many drive-thrus are followed at once: over Redis, each by a connection of its own.
const DRIVE_THRUS_MAX: usize = 256;
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

/// Why a lane or a drive-thru cannot be followed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum FollowError {
    /// This process follows too many drive-thrus.
    #[error("{DRIVE_THRUS_MAX} drive-thrus are followed already; come again")]
    TooMany,
    /// The store does not say what is there.
    #[error(transparent)]
    Store(#[from] StoreError),
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

    /// Tells those who follow the drive-thru, and the others that it is for. That nobody reads just now is no fault.
    fn tell(&self, to: &To, told: &Told) {
        let _ = self.all.send(told.clone());
        let of_lanes: Vec<_> = match to {
            To::Nobody => Vec::new(),
            To::Lane(lane) => self.lanes.get(lane).into_iter().collect(),
            To::EveryLane => self.lanes.values().collect(),
        };
        for readers in of_lanes {
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
    /// As [`FollowError`] has them.
    pub async fn follow_lane(&self, lane: &LaneKey, from: Begin) -> Result<Reader, FollowError> {
        self.follow(lane.drive_thru(), Some(lane), from).await
    }

    /// Follows a drive-thru: every turn and ticket of its lanes.
    ///
    /// # Errors
    /// As [`FollowError`] has them.
    pub async fn follow_drive_thru(&self, drive_thru: &str, from: Begin) -> Result<Reader, FollowError> {
        self.follow(drive_thru, None, from).await
    }

    async fn follow(
        &self,
        drive_thru: &str,
        lane: Option<&LaneKey>,
        from: Begin,
    ) -> Result<Reader, FollowError> {
        let store = &self.0.store;
        let end = store.feed_end(drive_thru).await?;
        // From here on everything behind `end` is told; what is told twice is passed over by its place.
        let live = self.subscribe(drive_thru, lane, end).ok_or(FollowError::TooMany)?;
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
            is_late: false,
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

    /// None if too many drive-thrus are followed.
    fn subscribe(
        &self,
        drive_thru: &str,
        lane: Option<&LaneKey>,
        end: FeedId,
    ) -> Option<broadcast::Receiver<Told>> {
        let mut channels = self.0.feeds.channels();
        if channels.len() >= DRIVE_THRUS_MAX && !channels.contains_key(drive_thru) {
            return None;
        }
        let channel = channels.entry(drive_thru.to_owned()).or_insert_with(|| {
            self.0.tasks.spawn(pump(self.clone(), drive_thru.to_owned(), end));
            Channel { all: broadcast::Sender::new(LIVE_ENTRIES_MAX), lanes: BTreeMap::new() }
        });
        Some(match lane {
            None => channel.all.subscribe(),
            Some(lane) => {
                let readers = channel.lanes.entry(lane.clone());
                readers.or_insert_with(|| broadcast::Sender::new(LIVE_ENTRIES_MAX)).subscribe()
            }
        })
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
    /// Whether it is so slow that the store may have forgotten what it was not told of.
    is_late: bool,
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
                Ok(told) if told.id.is_none_or(|id| id > self.at) || told.is_left_out() => {
                    self.waiting.push_back(told);
                }
                Ok(_) => {}
                Err(RecvError::Lagged(_)) => (self.is_behind, self.is_late) = (true, true),
                // The service stops, and those who serve readers with it.
                Err(RecvError::Closed) => std::future::pending().await,
            }
        }
    }

    async fn catch_up(&mut self) -> Result<(), StoreError> {
        let store = self.lanes.0.store.clone();
        let entries = store.feed(&self.drive_thru, self.at, PAGE_ENTRIES_MAX).await?;
        // Asked behind the reading: what was forgotten meanwhile counts too.
        if self.is_late && !store.feed_reaches(&self.drive_thru, self.at).await? {
            let end = store.feed_end(&self.drive_thru).await?;
            self.leave_out(end);
            return Ok(());
        }
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
        (self.is_behind, self.is_late) = (!is_all, !is_all);
        Ok(())
    }

    /// Goes on at the end of the feed, and says so.
    fn leave_out(&mut self, end: FeedId) {
        self.waiting.push_back(left_out(end));
    }
}

fn left_out(end: FeedId) -> Told {
    Told { id: Some(end), news: News::Resync(Missing::TooOld) }
}

impl Told {
    /// The feed may even end before the reader's place: another server has not all that the one before it had.
    fn is_left_out(&self) -> bool {
        matches!(self.news, News::Resync(Missing::TooOld))
    }
}

/// Tells the readers of a drive-thru what is stored behind an entry, as long as there are any.
async fn pump(lanes: Lanes, drive_thru: String, mut at: FeedId) {
    let store = lanes.0.store.clone();
    let (mut mended, mut is_waiting, mut is_late) = (Instant::now(), false, false);
    loop {
        let told = tokio::select! {
            told = next_page(&lanes, &drive_thru, at, is_late) => told,
            () = lanes.0.stop.cancelled() => return,
        };
        match &told {
            Err(error) if !is_waiting => {
                tracing::warn!(drive_thru.id = drive_thru, %error, "readers wait for the store");
            }
            _ => {}
        }
        is_waiting = told.is_err();
        // Meanwhile the store may forget what was not read.
        is_late = told.as_ref().map_or(true, |page| page.is_full);
        if is_waiting {
            sleep(ASK_AGAIN).await;
        }
        {
            let mut channels = lanes.0.feeds.channels();
            let Some(channel) = channels.get_mut(&drive_thru) else { return };
            let page = told.unwrap_or_default();
            for (to, told) in &page.told {
                channel.tell(to, told);
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
    told: Vec<(To, Told)>,
    /// The last entry that was read.
    end: Option<FeedId>,
    /// Whether there is more.
    is_full: bool,
}

/// Who is told besides those who follow the drive-thru.
enum To {
    Nobody,
    Lane(LaneKey),
    EveryLane,
}

async fn next_page(lanes: &Lanes, drive_thru: &str, at: FeedId, is_late: bool) -> Result<Page, StoreError> {
    let store = &lanes.0.store;
    let entries = store.feed_grown(drive_thru, at, PAGE_ENTRIES_MAX).await?;
    if is_late && !store.feed_reaches(drive_thru, at).await? {
        let end = store.feed_end(drive_thru).await?;
        return Ok(Page { told: vec![(To::EveryLane, left_out(end))], end: Some(end), is_full: true });
    }
    let mut page = Page {
        told: Vec::with_capacity(entries.len()),
        end: entries.last().map(|entry| entry.id),
        is_full: entries.len() == PAGE_ENTRIES_MAX,
    };
    for entry in entries {
        let to = if is_of_lane(&entry.item) { To::Lane(entry.lane.clone()) } else { To::Nobody };
        page.told.extend(lanes.told(entry).await?.map(|told| (to, told)));
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
