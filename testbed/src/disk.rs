//! A disk whose power can be cut.

use std::path::PathBuf;
use tempfile::TempDir;

use crate::run::run;

/// How large it is.
const SIZE: &str = "300M";

/// An ext4 file system in a file of its own, mounted by way of a loop device. Dropping it takes it away.
#[derive(Debug)]
pub struct Disk {
    folder: TempDir,
}

impl Disk {
    /// Makes an empty one.
    ///
    /// # Errors
    /// Why this machine can have none.
    ///
    /// # Panics
    /// If a program that it takes is not installed.
    pub fn new() -> Result<Self, String> {
        if run("id", &["-u"]).as_deref() != Ok("0") {
            return Err("it takes root".to_owned());
        }
        // A cut that cannot be made would leave the test's other threads waiting for it.
        run("xfs_io", &["-V"]).unwrap();
        let disk = Self { folder: tempfile::tempdir().unwrap() };
        let (image, mounted) = (disk.image(), disk.path().to_string_lossy().into_owned());
        std::fs::create_dir(&mounted).unwrap();
        run("truncate", &["--size", SIZE, &image]).unwrap();
        run("mkfs.ext4", &["-q", "-F", &image]).unwrap();
        run("mount", &["-o", "loop", &image, &mounted])?;
        Ok(disk)
    }

    /// The folder that it is mounted on.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("disk")
    }

    /// Nothing is written any more: what the kernel has not written by now is lost.
    ///
    /// # Panics
    /// If that cannot be done.
    pub fn cut_power(&self) {
        run("xfs_io", &["-x", "-c", "shutdown", &self.path().to_string_lossy()]).unwrap();
    }

    /// The power comes back: the file system replays its journal. No process may use the disk.
    ///
    /// # Panics
    /// If it cannot be mounted again.
    pub fn start_again(&self) {
        let mounted = self.path().to_string_lossy().into_owned();
        run("umount", &[&mounted]).unwrap();
        run("mount", &["-o", "loop", &self.image(), &mounted]).unwrap();
    }

    fn image(&self) -> String {
        self.folder.path().join("disk.img").to_string_lossy().into_owned()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // The loop device goes with its mount. One that is in use goes as soon as it no longer is.
        let _ = run("umount", &["--lazy", &self.path().to_string_lossy()]);
    }
}
