//! The store in one SQLite file: no server beside the service, and nothing that was answered is lost with the power.
//!
//! ```text
//!   commit, delivery, ... ──bounded channel──> writer thread ──many in one transaction──> fsync ──> answers
//!        └── alone ───────────────────────────────────────────one transaction───────────> fsync ──> answer
//!   lane, audit, ...      ──bounded channel──> reader thread ──its own connection──────────────────> answers
//! ```
//!
//! The write-ahead log is synced with every transaction (`synchronous=FULL`). Readers see what is committed and
//! never wait for that sync.

mod changes;
mod columns;
mod feed;
mod files;
mod forget;
mod menus;
mod migrations;
mod outbox;
mod own_documents;
mod passes;
mod schema;
mod sessions;
mod statements;
mod thread;
mod threads;
mod tickets;
mod turns;
mod wakes;

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use jiff::Timestamp;
use rusqlite::{ffi, params};
use tokio::task::spawn_blocking;
use uuid::Uuid;

use self::columns::{RowCount, Time};
use self::files::Files;
use self::statements::execute;
use self::threads::{Reader, Writer};
use super::bells::Bells;
use super::outbox::DUE_AT_ONCE;
use super::{FEED_ENTRIES_KEPT, Forgotten, Result, Store, StoreError};
use crate::private;

/// How many sessions' event ids are forgotten in one transaction, so that turns need not wait for all of them.
const FORGET_SESSIONS_MAX: usize = 64;

/// The store in one SQLite file, which this process alone may use.
///
/// Dropping it finishes what is queued and waits for that.
pub struct SqliteStore {
    writer: Writer,
    reader: Reader,
    bells: Bells,
    path: PathBuf,
    /// The last field, so that it is released after both threads have closed the file.
    _lock: File,
}

impl SqliteStore {
    /// Opens the store, or creates it in a folder that exists. Blocks until then.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if another process uses the file, a newer version of the service has written it,
    /// or it cannot be read or written.
    pub fn open(path: &Path) -> Result<Self> {
        let lock = lock(path)?;
        let connection = schema::open(path)?;
        // Ends the claims of a process that is gone. What came of them is not known.
        let sql = "UPDATE outbox SET claimed_until = ? WHERE state = 'pending' AND claimed_until IS NOT NULL";
        execute(&connection, sql, params![Time(DUE_AT_ONCE)])?;
        let writer = Writer::start(connection, Files::of(path))?;
        let reader = Reader::start(schema::open_read_only(path)?)?;
        Ok(Self { writer, reader, bells: Bells::default(), path: path.to_owned(), _lock: lock })
    }

    /// Looks whether all of a store's file can be read, also while a process uses it, and which store it is. Changes nothing.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`], which names what is damaged, or that a newer version of the service has written it.
    pub fn inspect(path: &Path) -> Result<Option<Uuid>> {
        schema::inspect(path)
    }

    /// Copies a store's file as it is at one moment, also while a process uses it, into one that is empty or not there. What
    /// was deleted is not in the copy. Blocks until it is on disk.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if the file cannot be read or the copy not be written.
    pub fn copy(path: &Path, to: &Path) -> Result<()> {
        schema::copy(path, to)
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn probe(&self) -> Result<()> {
        self.writer.execute("UPDATE probe SET probes = probes + 1", []).await
    }

    async fn check(&self) -> Result<()> {
        let path = self.path.clone();
        let checked = spawn_blocking(move || schema::check(&schema::open_read_only(&path)?)).await;
        checked.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
    }

    async fn identity(&self) -> Result<Option<Uuid>> {
        self.reader.one("SELECT identity FROM identity", [], |row| row.get(0)).await
    }

    async fn identify(&self, identity: Uuid) -> Result<Uuid> {
        let sql = "INSERT INTO identity (one, identity) VALUES (1, ?) ON CONFLICT DO NOTHING";
        self.writer.execute(sql, [identity]).await?;
        Ok(self.identity().await?.unwrap_or(identity))
    }

    async fn drive_thrus(&self) -> Result<Vec<String>> {
        let sql = "SELECT DISTINCT drive_thru FROM lanes ORDER BY drive_thru";
        self.reader.all(sql, [], |row| row.get(0)).await
    }

    async fn ended_sessions(&self, drive_thru: &str, before: Timestamp, limit: usize) -> Result<Vec<Uuid>> {
        let sql =
            "SELECT session_id FROM sessions WHERE drive_thru = ? AND ended_at < ? ORDER BY ended_at LIMIT ?";
        let of = (drive_thru.to_owned(), Time(before), RowCount(limit));
        self.reader.all(sql, of, |row| row.get(0)).await
    }

    async fn forget_sessions(&self, forgotten: Vec<Forgotten>) -> Result<()> {
        self.writer.write(move |connection| forget::sessions(connection, &forgotten)).await?;
        self.empty_log().await
    }

    async fn forget_events(&self, ended_before: Timestamp) -> Result<()> {
        loop {
            let sql = "SELECT session_id FROM sessions WHERE events_kept = 1 AND ended_at < ?
                       ORDER BY ended_at LIMIT ?";
            let of_sessions = (Time(ended_before), FORGET_SESSIONS_MAX);
            let sessions: Vec<Uuid> = self.reader.all(sql, of_sessions, |row| row.get(0)).await?;
            if sessions.is_empty() {
                break;
            }
            let forget = move |connection: &rusqlite::Connection| {
                for id in &sessions {
                    forget::events(connection, *id)?;
                    let sql = "UPDATE sessions SET events_kept = 0 WHERE session_id = ?";
                    execute(connection, sql, params![id])?;
                }
                Ok(())
            };
            self.writer.write(forget).await?;
        }
        for drive_thru in self.drive_thrus().await? {
            // Turns stay for as long as their audit logs. The newest entry stays, so that no id is given again.
            let sql = "DELETE FROM feed WHERE drive_thru = ?1 AND turn IS NULL AND id <= (
                         SELECT id FROM feed WHERE drive_thru = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)";
            self.writer.execute(sql, (drive_thru, FEED_ENTRIES_KEPT)).await?;
        }
        // Something may have been in the way when sessions were forgotten.
        self.empty_log().await
    }
}

impl SqliteStore {
    async fn empty_log(&self) -> Result<()> {
        let path = self.path.clone();
        let emptied = spawn_blocking(move || forget::empty_log(&path)).await;
        emptied.unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
    }
}

/// Two processes on one file would each answer turns that the other does not know of.
fn lock(path: &Path) -> Result<File> {
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let unusable = |error: &dyn std::fmt::Display| {
        StoreError::Unavailable(format!("{} cannot be locked: {error}", Path::new(&name).display()))
    };
    let file = private::open(Path::new(&name), File::options().create(true).truncate(false).write(true))
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
        if let rusqlite::Error::FromSqlConversionFailure(..) = error {
            return Self::Unreadable(error.to_string());
        }
        match error.sqlite_error().map(|error| error.extended_code) {
            Some(ffi::SQLITE_CONSTRAINT_PRIMARYKEY | ffi::SQLITE_CONSTRAINT_UNIQUE) => Self::Conflict,
            _ => Self::Unavailable(error.to_string()),
        }
    }
}
