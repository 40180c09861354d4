//! Whether the store's files are still those that were opened. SQLite goes on writing to one that was deleted, and nothing of
//! that is found at the next start.

use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

use crate::store::{Result, StoreError};

/// The files that the writer writes to.
pub(super) struct Files([Opened; 2]);

/// A file, and which one it was when it was first seen.
struct Opened {
    path: PathBuf,
    seen: Option<Inode>,
}

/// The device and the number of a file on it.
type Inode = (u64, u64);

impl Files {
    /// Those of a store that is open.
    pub(super) fn of(path: &Path) -> Self {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        Self([path.to_owned(), log.into()].map(|path| Opened { seen: inode(&path), path }))
    }

    /// # Errors
    /// [`StoreError::Unavailable`], which names a file that is not there any more, or is another.
    pub(super) fn still_there(&mut self) -> Result<()> {
        self.0.iter_mut().try_for_each(Opened::still_there)
    }
}

impl Opened {
    fn still_there(&mut self) -> Result<()> {
        let now = inode(&self.path);
        // The log is made by the first write.
        let seen = self.seen.or(now);
        self.seen = seen;
        if now == seen {
            return Ok(());
        }
        let path = self.path.display();
        Err(StoreError::Unavailable(format!(
            "{path} was deleted or replaced while it was in use: put it back, or stop the service and restore a backup"
        )))
    }
}

fn inode(path: &Path) -> Option<Inode> {
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_deleted_replaced_or_put_back_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let (path, log, away) =
            (folder.path().join("a"), folder.path().join("a-wal"), folder.path().join("b"));
        fs::write(&path, "").unwrap();
        let mut files = Files::of(&path);
        assert!(files.still_there().is_ok());
        fs::write(&log, "").unwrap();
        assert!(files.still_there().is_ok());
        for file in [&path, &log] {
            fs::rename(file, &away).unwrap();
            assert!(files.still_there().is_err());
            fs::write(file, "").unwrap();
            assert!(files.still_there().is_err());
            fs::rename(&away, file).unwrap();
            assert!(files.still_there().is_ok());
        }
    }
}
