//! Files that only their owner may read: what customers said is in them.

use std::fs::{File, OpenOptions, Permissions};
use std::io;
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
