//! The file of the keys. It is replaced as a whole, so that a reader never sees half of a change.

use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use lanes::private;
use serde::{Deserialize, Serialize};

use super::key::Key;

/// The most keys: each call is held against all of them.
const KEYS_MAX: usize = 1000;

/// Where the keys are.
#[derive(Clone, Debug)]
pub struct KeyFile(PathBuf);

/// What is in it.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    keys: Vec<Key>,
}

/// What tells one state of the file from the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Version([i64; 4]);

impl KeyFile {
    /// The file at a path.
    pub fn at(path: PathBuf) -> Self {
        Self(path)
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Every key; none where there is no file, so that nobody is asked for one.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn read(&self) -> anyhow::Result<Option<Vec<Key>>> {
        let text = match std::fs::read_to_string(&self.0) {
            Ok(text) => text,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            Err(error) => return Err(error).with_context(|| self.unreadable()),
        };
        let Keys { keys } = serde_json::from_str(&text).with_context(|| self.unreadable())?;
        Ok(Some(keys))
    }

    /// Changes the keys. Whoever else changes them at the same time waits.
    ///
    /// # Errors
    /// What does not let them be changed, or that they cannot be stored.
    pub fn change<T>(&self, change: impl FnOnce(&mut Vec<Key>) -> anyhow::Result<T>) -> anyhow::Result<T> {
        let unwritable = || format!("cannot write {}", self.0.display());
        if let Some(folder) = self.0.parent() {
            std::fs::create_dir_all(folder).with_context(unwritable)?;
        }
        let lock = self.0.with_extension("lock");
        let lock = private::open(&lock, File::options().create(true).truncate(false).write(true));
        let lock = lock.with_context(unwritable)?;
        lock.lock().with_context(unwritable)?;
        let mut keys = self.read()?.unwrap_or_default();
        let done = change(&mut keys)?;
        if keys.len() > KEYS_MAX {
            bail!("there are {KEYS_MAX} keys already: take those that are over out of {}", self.0.display());
        }
        let text = serde_json::to_string_pretty(&Keys { keys })?;
        private::replace(&self.0, &format!("{text}\n")).with_context(unwritable)?;
        Ok(done)
    }

    /// Which state the file is in; none where there is none.
    pub(super) fn version(&self) -> Option<Version> {
        let of = |it: Metadata| {
            Version([it.mtime(), it.mtime_nsec(), it.ino().cast_signed(), it.len().cast_signed()])
        };
        std::fs::metadata(&self.0).ok().map(of)
    }

    fn unreadable(&self) -> String {
        format!("cannot read the keys in {}", self.0.display())
    }
}
