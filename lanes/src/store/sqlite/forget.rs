//! Forgetting sessions: what is deleted is overwritten in the file (`secure_delete`), and the write-ahead log is emptied, so
//! that nothing of them is left.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};
use uuid::Uuid;

use super::schema;
use super::statements::execute;
use crate::store::{Forgotten, Result};

/// How long it is tried to empty the write-ahead log while others use it, and how often.
const EMPTY_LOG_MAX: Duration = Duration::from_secs(1);
const TRY_AGAIN: Duration = Duration::from_millis(10);

/// Deletes all rows of sessions.
pub(super) fn sessions(connection: &Connection, forgotten: &[Forgotten]) -> Result<()> {
    for Forgotten { session_id, tickets, .. } in forgotten {
        events(connection, *session_id)?;
        // The place in the feed stays, until the feed forgets it.
        let sql = "UPDATE feed SET session = NULL, seq = NULL, event_id = NULL, fingerprint = NULL, seen = NULL, at = NULL,
                     menu_version = NULL, actor = NULL, event = NULL, turn = NULL
                   WHERE session = (SELECT number FROM sessions WHERE session_id = ?)";
        execute(connection, sql, params![session_id])?;
        execute(connection, "DELETE FROM sessions WHERE session_id = ?", params![session_id])?;
        for ticket_id in tickets {
            execute(connection, "DELETE FROM ticket_notes WHERE ticket_id = ?", params![ticket_id])?;
            execute(connection, "DELETE FROM tickets WHERE ticket_id = ?", params![ticket_id])?;
            // A message that was set aside may be no JSON.
            let sql = "DELETE FROM outbox WHERE state <> 'pending' AND json_valid(message)
                         AND message ->> '$.data.ticket_id' = ?";
            execute(connection, sql, params![ticket_id.to_string()])?;
        }
    }
    Ok(())
}

/// Deletes the ids of a session's events.
pub(super) fn events(connection: &Connection, session_id: Uuid) -> Result<()> {
    let sql = "DELETE FROM events WHERE (drive_thru, lane, event_id) IN (
                 SELECT drive_thru, lane, event_id FROM feed
                 WHERE session = (SELECT number FROM sessions WHERE session_id = ?) AND event_id IS NOT NULL)";
    execute(connection, sql, params![session_id]).map(drop)
}

/// Writes the write-ahead log into the file and leaves it empty. Where something else reads the file for longer, such as a
/// backup, the log keeps what it has until the next call.
pub(super) fn empty_log(path: &Path) -> Result<()> {
    let connection = schema::open_beside(path)?;
    // Turns would wait for as long as this waits for a reader: it only tries.
    connection.busy_timeout(Duration::ZERO)?;
    let began = Instant::now();
    while is_busy(&connection)? {
        if began.elapsed() > EMPTY_LOG_MAX {
            tracing::warn!("the write-ahead log is in use, and is emptied later");
            break;
        }
        thread::sleep(TRY_AGAIN);
    }
    Ok(())
}

/// Tries to empty the write-ahead log. Whether somebody was in its way.
fn is_busy(connection: &Connection) -> Result<bool> {
    Ok(connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?)
}
