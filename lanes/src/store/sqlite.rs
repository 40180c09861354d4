//! The store in one SQLite file: no server beside the service, and nothing that was answered is lost with the power.
//!
//! ```text
//!   commit, delivery, ... ──bounded channel──> writer thread ──many in one transaction──> fsync ──> answers
//!   lane, audit, ...      ──bounded channel──> reader thread ──its own connection──────────────────> answers
//! ```
//!
//! The write-ahead log is synced with every transaction (`synchronous=FULL`). Readers see what is committed and
//! never wait for that sync.

mod columns;
mod reads;
mod schema;
mod threads;
mod writes;

use std::fs::{File, TryLockError};
use std::path::Path;

use async_trait::async_trait;
use fsm::ids::{ItemId, LaneKey};
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use rusqlite::{Connection, ffi};
use uuid::Uuid;

use self::threads::{Reader, Writer};
use super::feed::Bells;
use super::{
    AuditLog, Commit, Delivery, EventRecord, FeedEntry, FeedId, LaneRecord, MenuRecord, OutboxEntry, Sending,
    Store, StoreError, TicketChange, TicketRecord,
};

/// How many sessions' event ids are forgotten in one transaction, so that turns need not wait for all of them.
const FORGET_SESSIONS_MAX: usize = 64;

/// The store in one SQLite file, which this process alone may use.
///
/// Dropping it finishes what is queued and waits for that.
pub struct SqliteStore {
    writer: Writer,
    reader: Reader,
    bells: Bells,
    /// Held last: let go only after both threads have closed the file.
    _lock: File,
}

impl SqliteStore {
    /// Opens the store, or makes it in a folder that exists. Blocks while it does.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if another process uses the file, a newer version of the service has written it,
    /// or it cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let lock = lock(path)?;
        let connection = schema::open(path)?;
        writes::let_claims_go(&connection)?;
        let writer = Writer::start(connection)?;
        let reader = Reader::start(schema::open_read_only(path)?)?;
        Ok(Self { writer, reader, bells: Bells::default(), _lock: lock })
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn lane(&self, lane: &LaneKey) -> Result<LaneRecord, StoreError> {
        let lane = lane.clone();
        self.reader.read(move |connection| reads::lane(connection, &lane)).await
    }

    async fn lanes(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>, StoreError> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| reads::lanes(connection, &drive_thru)).await
    }

    async fn active_lanes(&self) -> Result<Vec<LaneKey>, StoreError> {
        self.reader.read(reads::active_lanes).await
    }

    async fn event(&self, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>, StoreError> {
        let lane = lane.clone();
        self.reader.read(move |connection| reads::event(connection, &lane, event_id)).await
    }

    async fn turns_between(
        &self,
        session_id: Uuid,
        after: u32,
        before: u32,
    ) -> Result<Vec<String>, StoreError> {
        self.reader.read(move |connection| reads::turns_between(connection, session_id, after, before)).await
    }

    async fn turn(&self, session_id: Uuid, turn: u32) -> Result<Option<String>, StoreError> {
        self.reader.read(move |connection| reads::turn(connection, session_id, turn)).await
    }

    async fn audit(&self, session_id: Uuid) -> Result<Option<AuditLog>, StoreError> {
        self.reader.read(move |connection| reads::audit(connection, session_id)).await
    }

    async fn commit(&self, commit: Commit) -> Result<(), StoreError> {
        // The session becomes text here, on one of many threads, and not on the one that writes for all lanes.
        let session = columns::json(&commit.session)?;
        let stored_at = Timestamp::now();
        let drive_thru = commit.lane.drive_thru().to_owned();
        self.writer.write(move |connection| writes::commit(connection, &commit, &session, stored_at)).await?;
        self.bells.ring(&drive_thru);
        Ok(())
    }

    async fn ticket(&self, ticket_id: Uuid) -> Result<Option<TicketRecord>, StoreError> {
        self.reader.read(move |connection| reads::ticket(connection, ticket_id)).await
    }

    async fn change_ticket(
        &self,
        status_before: TicketStatus,
        change: TicketChange,
    ) -> Result<(), StoreError> {
        let write = move |connection: &Connection| {
            let ticket = reads::ticket(connection, change.ticket_id)?;
            ticket.filter(|ticket| ticket.status == status_before).ok_or(StoreError::Conflict)?;
            writes::change_ticket(connection, &change)
        };
        self.writer.write(write).await?;
        self.bells.ring_all();
        Ok(())
    }

    async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>, StoreError> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| reads::tickets(connection, &drive_thru, status, limit)).await
    }

    async fn send(&self, sending: Sending) -> Result<bool, StoreError> {
        match self.writer.write(move |connection| writes::send(connection, &sending)).await {
            Ok(()) => {
                self.bells.ring_all();
                Ok(true)
            }
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error),
        }
    }

    async fn outbox(&self, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>, StoreError> {
        self.reader.read(move |connection| reads::outbox(connection, now, limit)).await
    }

    async fn oldest_message(&self, lane: &LaneKey) -> Result<Option<OutboxEntry>, StoreError> {
        let lane = lane.clone();
        self.reader.read(move |connection| reads::oldest_message(connection, &lane)).await
    }

    async fn claim(
        &self,
        entry: &OutboxEntry,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let claimed = OutboxEntry { claims: entry.claims + 1, claimed_until: Some(until), ..entry.clone() };
        let (id, claims) = (entry.id, entry.claims);
        let write = move |connection: &Connection| writes::claim(connection, id, claims, now, until);
        match self.writer.write(write).await {
            Ok(()) => Ok(Some(claimed)),
            Err(StoreError::Conflict) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn renew(&self, entry: &OutboxEntry, until: Timestamp) -> Result<(), StoreError> {
        let (id, claims) = (entry.id, entry.claims);
        self.writer.write(move |connection| writes::renew(connection, id, claims, until)).await
    }

    async fn settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> Result<(), StoreError> {
        let (entry, drive_thru) = (entry.clone(), entry.lane.drive_thru());
        self.writer.write(move |connection| writes::settle(connection, &entry, at, &delivery)).await?;
        self.bells.ring(drive_thru);
        Ok(())
    }

    async fn menu(&self, drive_thru: &str) -> Result<MenuRecord, StoreError> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| reads::menu(connection, &drive_thru)).await
    }

    async fn drive_thrus_with_menus(&self) -> Result<Vec<String>, StoreError> {
        self.reader.read(reads::drive_thrus_with_menus).await
    }

    async fn put_menu(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<&MenuRecord>,
    ) -> Result<(), StoreError> {
        let (drive_thru, expected) = (drive_thru.to_owned(), expected.cloned());
        let write = move |connection: &Connection| {
            if let Some(expected) = expected
                && reads::menu(connection, &drive_thru)? != expected
            {
                return Err(StoreError::Conflict);
            }
            writes::put_menu(connection, &drive_thru, &document)
        };
        self.writer.write(write).await
    }

    async fn set_available(
        &self,
        drive_thru: &str,
        item: &ItemId,
        available: bool,
    ) -> Result<(), StoreError> {
        let (drive_thru, item) = (drive_thru.to_owned(), item.clone());
        self.writer
            .write(move |connection| writes::set_available(connection, &drive_thru, &item, available))
            .await
    }

    async fn forget_events(&self, ended_before: Timestamp) -> Result<(), StoreError> {
        loop {
            let sessions = self
                .reader
                .read(move |connection| {
                    reads::sessions_to_forget(connection, ended_before, FORGET_SESSIONS_MAX)
                })
                .await?;
            if sessions.is_empty() {
                break;
            }
            self.writer.write(move |connection| writes::forget_events(connection, &sessions)).await?;
        }
        for drive_thru in self.reader.read(reads::drive_thrus).await? {
            self.writer.write(move |connection| writes::forget_feed(connection, &drive_thru)).await?;
        }
        Ok(())
    }

    async fn feed(
        &self,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<FeedEntry>, StoreError> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| reads::feed(connection, &drive_thru, after, limit)).await
    }

    async fn feed_grown(
        &self,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<FeedEntry>, StoreError> {
        self.bells.next(drive_thru, || self.feed(drive_thru, after, limit)).await
    }

    async fn feed_end(&self, drive_thru: &str) -> Result<FeedId, StoreError> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| reads::feed_end(connection, &drive_thru)).await
    }

    async fn feed_reaches(&self, drive_thru: &str, id: FeedId) -> Result<bool, StoreError> {
        let drive_thru = drive_thru.to_owned();
        self.reader.read(move |connection| reads::feed_reaches(connection, &drive_thru, id)).await
    }

    async fn feed_place(
        &self,
        lane: &LaneKey,
        session_id: Uuid,
        turn: u32,
    ) -> Result<Option<FeedId>, StoreError> {
        let lane = lane.clone();
        self.reader.read(move |connection| reads::feed_place(connection, &lane, session_id, turn)).await
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.writer.write(writes::probe).await
    }
}

/// Two processes on one file would each answer turns that the other does not know of.
fn lock(path: &Path) -> Result<File, StoreError> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let unusable = |error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!("{} cannot be locked: {error}", Path::new(&name).display()))
    };
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&name)
        .map_err(|error| unusable(&error))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(StoreError::Unavailable(format!("{} is in use by another process", path.display())))
        }
        Err(TryLockError::Error(error)) => Err(unusable(&error)),
    }
}

impl From<rusqlite::Error> for StoreError {
    /// A key that is taken was taken by another turn; anything else is the file's or the disk's fault.
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error().map(|error| error.extended_code) {
            Some(ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_UNIQUE) => Self::Conflict,
            _ => Self::Unavailable(error.to_string()),
        }
    }
}
