//! Forgetting sessions: what is deleted is overwritten in the file (`secure_delete`), and the write-ahead log is emptied, so
//! that nothing of them is left.

use std::path::Path;

use rusqlite::{Connection, params};

use super::schema;
use super::statements::execute;
use crate::store::{Forgotten, Result, StoreError};

/// Deletes all rows of sessions.
pub(super) fn sessions(connection: &Connection, forgotten: &[Forgotten]) -> Result<()> {
    for Forgotten { session_id, tickets, .. } in forgotten {
        execute(connection, "DELETE FROM audit WHERE session_id = ?", params![session_id])?;
        execute(connection, "DELETE FROM events WHERE session_id = ?", params![session_id])?;
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

/// Writes the write-ahead log into the file and leaves it empty.
pub(super) fn empty_log(path: &Path) -> Result<()> {
    let connection = schema::open_beside(path)?;
    let is_busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    if is_busy {
        return Err(StoreError::Unavailable(
            "the write-ahead log is in use, and is emptied later".to_owned(),
        ));
    }
    Ok(())
}
