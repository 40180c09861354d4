//! The keys that a service asks for, as they are now.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use lanes::store::Pass;
use tokio::sync::watch;
use tokio::time::timeout;

use super::file::{KeyFile, Version};
use super::key::Key;
use super::secret::Digest;

/// The keys of a service. Clones share them.
#[derive(Clone)]
pub struct Keyring {
    file: KeyFile,
    /// The state of the file that was read last.
    seen: Arc<Mutex<Option<Version>>>,
    /// None as long as there is no file: nobody is asked for a key.
    keys: Arc<watch::Sender<Option<Vec<Arc<Key>>>>>,
}

impl Keyring {
    /// The keys of a file.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn open(file: KeyFile) -> anyhow::Result<Self> {
        let seen = Arc::new(Mutex::new(file.version()));
        let keys = file.read()?.map(shared);
        Ok(Self { file, seen, keys: Arc::new(watch::Sender::new(keys)) })
    }

    /// Whether nobody is asked for a key.
    pub fn is_open(&self) -> bool {
        self.keys.borrow().is_none()
    }

    /// How many of them open something.
    pub fn valid(&self) -> usize {
        let now = Timestamp::now();
        self.keys.borrow().iter().flatten().filter(|key| key.is_valid(now)).count()
    }

    /// The valid key that a text is. All of them are held against it, so that how long it takes tells nothing.
    pub fn find(&self, text: &str) -> Option<Arc<Key>> {
        let digest = Digest::of(text);
        let keys = self.keys.borrow();
        let all = keys.iter().flatten();
        let same = all.fold(None, |found, key| if key.is(&digest) { Some(key) } else { found });
        same.filter(|key| key.is_valid(Timestamp::now())).cloned()
    }

    /// The valid key that a pass is for, as far as it is. What is not understood of a pass opens nothing.
    pub fn of_pass(&self, pass: &Pass) -> Option<Arc<Key>> {
        let key = self.of_id(&pass.key_id)?;
        match &pass.grant {
            None => Some(key),
            Some(grant) => key.granting(serde_json::from_str(grant).ok()?).map(Arc::new),
        }
    }

    /// The valid key of an id.
    fn of_id(&self, id: &str) -> Option<Arc<Key>> {
        let keys = self.keys.borrow();
        let found = keys.iter().flatten().find(|key| key.id == id);
        found.filter(|key| key.is_valid(Timestamp::now())).cloned()
    }

    /// Whether one of them is for a drive-thru, or for a lane of it.
    pub fn are_for(&self, drive_thru: &str) -> bool {
        let keys = self.keys.borrow();
        keys.iter().flatten().any(|key| !key.place.is_everywhere() && key.place.is_at(drive_thru))
    }

    /// Waits until a key opens nothing any more; of none, until one is asked for.
    pub async fn ended(&self, id: Option<&str>) {
        let mut changes = self.keys.subscribe();
        loop {
            let left = match id.map(|id| self.of_id(id)) {
                Some(Some(key)) => key.left(Timestamp::now()),
                Some(None) => return,
                None if self.is_open() => Duration::MAX,
                None => return,
            };
            // The sender is kept by `self`, so that changes do not end.
            let _ = timeout(left, changes.changed()).await;
        }
    }

    /// Reads the file again if it has changed. What cannot be read, or is gone, changes nothing: nobody gets in by that.
    pub fn look(&self) {
        let version = self.file.version();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut *seen, version) == version {
            return;
        }
        match self.file.read() {
            Ok(Some(keys)) => {
                tracing::info!(keys = keys.len(), "the keys have changed");
                self.keys.send_replace(Some(shared(keys)));
            }
            Ok(None) => {
                tracing::error!(file = %self.file.path().display(), "the file of the keys is gone; they stay as they were");
            }
            Err(error) => tracing::error!(error = format!("{error:#}"), "the keys stay as they were"),
        }
    }
}

fn shared(keys: Vec<Key>) -> Vec<Arc<Key>> {
    keys.into_iter().map(Arc::new).collect()
}
