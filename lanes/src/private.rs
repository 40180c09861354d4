//! Files that only their owner may read: what customers said is in them.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, Write as _};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::Path;

/// Who may read and write it: the owner.
const OWNER_ONLY: u32 = 0o600;

/// Opens a file, and takes it away from everybody else where an earlier version made it.
///
/// # Errors
/// As [`OpenOptions::open`] has them.
pub fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    let file = options.mode(OWNER_ONLY).open(path)?;
    if file.metadata()?.permissions().mode() & 0o077 != 0
        && let Err(error) = file.set_permissions(Permissions::from_mode(OWNER_ONLY))
    {
        tracing::warn!(file = %path.display(), %error, "others may read this file");
    }
    Ok(file)
}

/// Gives a file another text: the whole of it or none, whenever the process ends.
///
/// # Errors
/// If it cannot be written.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = path.with_extension("new");
    let mut writing = open(&new, File::options().create(true).truncate(true).write(true))?;
    writing.write_all(text.as_bytes())?;
    writing.sync_all()?;
    std::fs::rename(new, path)
}
