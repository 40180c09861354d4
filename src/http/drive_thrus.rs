//! Which drive-thrus there are, where keys are asked for.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lanes::error::LaneError;
use lanes::service::Lanes;
use lanes::settings::Settings;

use crate::keys::Keyring;

/// The drive-thrus that are there.
pub struct DriveThrus {
    lanes: Lanes,
    settings: Arc<Settings>,
    keys: Keyring,
    /// Once one is there, it stays.
    known: Mutex<BTreeSet<String>>,
}

impl DriveThrus {
    /// Those that are configured, that keys are for, and that lanes have.
    pub fn new(lanes: Lanes, settings: Arc<Settings>, keys: Keyring) -> Self {
        Self { lanes, settings, keys, known: Mutex::default() }
    }

    /// Whether there is a drive-thru: it is configured, a key is for it, it has a menu, a house or rules of its own, or it was used.
    ///
    /// # Errors
    /// [`LaneError::Unavailable`].
    pub async fn have(&self, id: &str) -> Result<bool, LaneError> {
        if self.known().contains(id) {
            return Ok(true);
        }
        let is_there = self.settings.named.contains_key(id)
            || self.keys.are_for(id)
            || self.lanes.has_own_menu(id)
            || self.lanes.has_own_house(id)
            || self.lanes.rules(id).is_some()
            || !self.lanes.of_drive_thru(id).await?.is_empty();
        if is_there {
            self.known().insert(id.to_owned());
        }
        Ok(is_there)
    }

    fn known(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
