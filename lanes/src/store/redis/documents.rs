//! Documents in Redis: what turns were decided with.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use redis::cmd;
use uuid::Uuid;

use super::keys;
use super::link::Link;
use super::values::in_ms;
use crate::store::{Document, RedisSettings, Result};

/// A document is stored again by this process when a turn names it after so long.
const STORED_EVERY: Duration = Duration::from_hours(24);
/// How much longer than an audit log a document is kept: a session may go on for a day, and no turn of the last day may
/// have stored it.
const KEPT_LONGER_MS: u64 = 3 * 24 * 3_600_000;

/// Keeps documents in Redis for as long as turns name them. It remembers which ones it has stored lately, so that not every
/// session does it again.
#[derive(Default)]
pub(super) struct Documents(Mutex<BTreeMap<Uuid, Instant>>);

impl Documents {
    /// Has a document stored before the turn that names it.
    pub async fn keep(&self, link: &Link, settings: &RedisSettings, document: &Document) -> Result<()> {
        let Document { hash, text } = document;
        if self.stored().get(hash).is_some_and(|stored| stored.elapsed() < STORED_EVERY) {
            return Ok(());
        }
        let kept_ms = in_ms(settings.documents_kept).saturating_add(KEPT_LONGER_MS);
        link.commit(cmd("SET").arg(keys::document(*hash)).arg(&**text).arg("PX").arg(kept_ms)).await?;
        let mut stored = self.stored();
        stored.retain(|_, stored| stored.elapsed() < STORED_EVERY);
        stored.insert(*hash, Instant::now());
        Ok(())
    }

    fn stored(&self) -> MutexGuard<'_, BTreeMap<Uuid, Instant>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
