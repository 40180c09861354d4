//! Running statements: on a connection, or on the thread that owns one.

use rusqlite::{Connection, OptionalExtension, Params, Row};

use super::threads::{Reader, Writer};
use crate::store::{Result, StoreError};

/// Runs a statement and returns how many rows it changed.
pub(super) fn execute(connection: &Connection, sql: &str, params: impl Params) -> Result<usize> {
    Ok(connection.prepare_cached(sql)?.execute(params)?)
}

/// Runs a statement that changes one row. A conflict if there is no such row.
pub(super) fn execute_on_one(connection: &Connection, sql: &str, params: impl Params) -> Result<()> {
    if execute(connection, sql, params)? == 1 { Ok(()) } else { Err(StoreError::Conflict) }
}

/// Reads the row of a query, if there is one.
pub(super) fn one<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>> {
    Ok(connection.prepare_cached(sql)?.query_row(params, read).optional()?)
}

/// Reads every row of a query.
pub(super) fn all<T>(
    connection: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>> {
    Ok(connection.prepare_cached(sql)?.query_map(params, read)?.collect::<rusqlite::Result<_>>()?)
}

impl Writer {
    /// Runs one statement as a write of its own.
    pub async fn execute(&self, sql: &'static str, params: impl Params + Send + 'static) -> Result<()> {
        self.write(move |connection| execute(connection, sql, params).map(drop)).await
    }
}

impl Reader {
    /// Reads the row of a query, if there is one.
    pub async fn one<T: Send + 'static>(
        &self,
        sql: &'static str,
        params: impl Params + Send + 'static,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<Option<T>> {
        self.read(move |connection| one(connection, sql, params, read)).await
    }

    /// Reads every row of a query.
    pub async fn all<T: Send + 'static>(
        &self,
        sql: &'static str,
        params: impl Params + Send + 'static,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<Vec<T>> {
        self.read(move |connection| all(connection, sql, params, read)).await
    }
}
