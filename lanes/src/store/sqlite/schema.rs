//! How the file is opened, and its tables brought up to this version.

use std::fs::File;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, TransactionBehavior};
use uuid::Uuid;

use super::migrations::MIGRATIONS;
use crate::private;
use crate::store::{Result, StoreError};

/// How long a connection waits for a lock that a backup or a person at the `sqlite3` shell holds.
const BUSY_WAIT_MS: u64 = 5_000;
/// How many prepared statements a connection keeps: more than there are.
const STATEMENTS_KEPT_MAX: usize = 64;

/// Opens the file for the writer: makes it if there is none, and brings its tables up to this version.
pub(super) fn open(path: &Path) -> Result<Connection> {
    private::open(path, File::options().create(true).truncate(false).write(true))
        .map_err(|error| unusable(path, &error.to_string()))?;
    let mut connection = Connection::open(path).map_err(|error| unusable(path, &error.to_string()))?;
    prepare(&mut connection).map_err(|error| match error {
        StoreError::Unavailable(detail) | StoreError::Unreadable(detail) => unusable(path, &detail),
        StoreError::Conflict | StoreError::TakenBefore(_) => {
            unusable(path, "its tables are not those of this service")
        }
    })?;
    Ok(connection)
}

/// Opens the file for the reader.
pub(super) fn open_read_only(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection =
        Connection::open_with_flags(path, flags).map_err(|error| unusable(path, &error.to_string()))?;
    configure(&connection)?;
    Ok(connection)
}

/// Opens the file for something that the writer cannot do within its transactions.
pub(super) fn open_beside(path: &Path) -> Result<Connection> {
    let connection = Connection::open(path).map_err(|error| unusable(path, &error.to_string()))?;
    configure(&connection)?;
    Ok(connection)
}

/// Reads every page of a file, also while a process uses it, and which store it is.
pub(super) fn inspect(path: &Path) -> Result<Option<Uuid>> {
    let connection = open_read_only(path)?;
    refuse_newer(&connection)?;
    check(&connection)?;
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'identity'";
    let has_identity: bool = connection.query_row(sql, [], |row| row.get(0))?;
    if !has_identity {
        return Ok(None);
    }
    Ok(connection.query_row("SELECT identity FROM identity", [], |row| row.get(0)).optional()?)
}

/// Copies a file as it is at one moment, also while a process uses it.
pub(super) fn copy(path: &Path, to: &Path) -> Result<()> {
    let failed = |error: &dyn std::fmt::Display| unusable(to, &error.to_string());
    let connection = open_read_only(path)?;
    // The copy is for its owner alone from the start.
    let copy = private::open(to, File::options().create(true).truncate(false).write(true));
    let copy = copy.map_err(|error| failed(&error))?;
    let name = to.to_str().ok_or_else(|| failed(&"its name is no text"))?;
    connection.execute("VACUUM INTO ?", [name])?;
    copy.sync_all().map_err(|error| failed(&error))
}

fn prepare(connection: &mut Connection) -> Result<()> {
    configure(connection)?;
    refuse_newer(connection)?;
    check(connection)?;
    let mode: String = connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0))?;
    if mode != "wal" {
        return Err(StoreError::Unavailable(format!("no write-ahead log is possible here, only `{mode}`")));
    }
    connection.pragma_update(None, "synchronous", "full")?;
    // What is deleted or replaced is overwritten, so that nothing of it can be read in the file.
    connection.pragma_update(None, "secure_delete", true)?;
    migrate(connection)
}

/// Reads every page of the file, and names the first thing that is damaged.
pub(super) fn check(connection: &Connection) -> Result<()> {
    let found: String = connection
        .query_row("PRAGMA quick_check(1)", [], |row| row.get(0))
        .map_err(|error| StoreError::Unavailable(format!("it is damaged: {error}")))?;
    match found.as_str() {
        "ok" => Ok(()),
        damage => Err(StoreError::Unavailable(format!("it is damaged: {}", damage.replace('\n', " ")))),
    }
}

fn configure(connection: &Connection) -> Result<()> {
    connection.busy_timeout(Duration::from_millis(BUSY_WAIT_MS))?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_KEPT_MAX);
    Ok(())
}

fn refuse_newer(connection: &Connection) -> Result<()> {
    let (found, known) = (version(connection)?, MIGRATIONS.len());
    if found > known {
        return Err(StoreError::Unavailable(format!(
            "its tables are of version {found}, written by a newer carhop; this one knows versions up to {known}"
        )));
    }
    Ok(())
}

fn migrate(connection: &mut Connection) -> Result<()> {
    let done = version(connection)?;
    if (1..MIGRATIONS.len()).contains(&done) {
        tracing::info!(
            "the tables of an earlier version are brought up to date, which takes a while for a large file"
        );
    }
    for (migration, number) in MIGRATIONS.iter().zip(1_u32..).skip(done) {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        transaction.execute_batch(migration)?;
        transaction.pragma_update(None, "user_version", number)?;
        transaction.commit()?;
    }
    Ok(())
}

fn version(connection: &Connection) -> Result<usize> {
    Ok(connection.pragma_query_value(None, "user_version", |row| row.get(0))?)
}

fn unusable(path: &Path, detail: &str) -> StoreError {
    StoreError::Unavailable(format!("{} cannot be used: {detail}", path.display()))
}
