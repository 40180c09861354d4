//! The machine: the data folder, the disk, the clock, how many files may be open.

use std::fs::{self, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use jiff::Timestamp;
use rustix::fs::statvfs;
use rustix::process::{Resource, getrlimit};

use super::finding::Finding;
use crate::config::{LlmOptions, Options};

/// With less the service stops soon, in bytes.
const DISK_BYTES_MIN: u64 = 100 << 20;
/// With less somebody should look for more, in bytes.
const DISK_BYTES_LOW: u64 = 1 << 30;
/// Files that were written so much later than now were written by another clock.
const CLOCK_BACK_MAX: Duration = Duration::from_secs(120);
/// A clock that is before this was never set.
const CLOCK_MIN: &str = "2026-01-01T00:00:00Z";
/// How many files may be open at least: each connection is one.
const OPEN_FILES_MIN: u64 = 8192;

/// Whether the folder can be used, by its owner alone.
pub fn data_folder(data: &Path) -> Finding {
    let files = match files(data) {
        Ok(Some(files)) => files,
        Ok(None) => {
            return Finding::ok("data folder", format!("{} is made at the first start", data.display()));
        }
        Err(error) => return Finding::fail("data folder", &error, "give it to whoever runs the service"),
    };
    let open: Vec<String> = files
        .iter()
        .filter(|(_, about)| about.is_file() && about.permissions().mode() & 0o077 != 0)
        .map(|(file, _)| file.display().to_string())
        .collect();
    if !open.is_empty() {
        let error = anyhow!("others may read or write what customers said: {}", open.join(", "));
        return Finding::fail("data folder", &error, format!("chmod 600 {}", open.join(" ")));
    }
    if rustix::fs::access(data, rustix::fs::Access::WRITE_OK).is_err() {
        let error = anyhow!("{} cannot be written", data.display());
        return Finding::fail("data folder", &error, "give it to whoever runs the service");
    }
    Finding::ok("data folder", format!("{}: {} files, for their owner alone", data.display(), files.len()))
}

/// Whether only those who may know the secrets can read the files that hold them. A group may: so Kubernetes hands them out.
/// The file of the keys has hashes alone.
pub fn secret_files(options: &Options) -> Finding {
    let own = [
        &options.tls_key,
        &options.store_file,
        &options.webhook_url_file,
        &options.webhook_secrets_file,
        &options.redis_stream_url_file,
        &options.otlp_endpoint_file,
    ];
    let own = own.into_iter().filter_map(Option::as_deref);
    let servers = options.models.values().chain([&options.llm]);
    let named: Vec<&Path> = own.chain(servers.flat_map(LlmOptions::secret_files)).collect();
    let is_open =
        |file: &&&Path| fs::metadata(file).is_ok_and(|about| about.permissions().mode() & 0o007 != 0);
    let open: Vec<String> = named.iter().filter(is_open).map(|file| file.display().to_string()).collect();
    if open.is_empty() {
        return Finding::ok("secret files", format!("{} are named, and closed to others", named.len()));
    }
    let detail = format!("whoever is on this machine can use {}", open.join(", "));
    Finding::warn("secret files", detail, format!("chmod o= {}", open.join(" ")))
}

/// Whether there is room for what is stored.
pub fn disk(data: &Path) -> Finding {
    let place = data.ancestors().find(|place| place.exists()).unwrap_or(Path::new("."));
    let free = match statvfs(place) {
        Ok(disk) => disk.f_bavail.saturating_mul(disk.f_frsize),
        Err(error) => {
            return Finding::fail("disk", &anyhow::Error::from(error), "look at the disk of the data folder");
        }
    };
    let detail = format!("{} MiB free at {}", free >> 20, place.display());
    match free {
        ..DISK_BYTES_MIN => {
            Finding::fail("disk", &anyhow!(detail), "make room: turns are refused once it is full")
        }
        DISK_BYTES_MIN..DISK_BYTES_LOW => {
            Finding::warn("disk", detail, "make room, or forget old sessions (--retention-days)")
        }
        _ => Finding::ok("disk", detail),
    }
}

/// Whether the clock goes forward from what is stored.
pub fn clock(data: &Path) -> Finding {
    let now = Timestamp::now();
    let todo = "set the clock, and keep it set (NTP): events, orders and keys go by it";
    if CLOCK_MIN.parse().is_ok_and(|min: Timestamp| now < min) {
        return Finding::fail("clock", &anyhow!("it says {now:.0}, which is long ago"), todo);
    }
    let written = files(data).ok().flatten().unwrap_or_default().into_iter().filter_map(|(file, about)| {
        let at: Timestamp = about.modified().ok()?.try_into().ok()?;
        Some((at, file))
    });
    match written.max() {
        Some((at, file)) if at > now + CLOCK_BACK_MAX => {
            let error = anyhow!("it says {now:.0}, and {} was written at {at:.0}", file.display());
            Finding::fail("clock", &error, todo)
        }
        Some(_) | None => Finding::ok("clock", format!("{now:.0}, not before what is stored")),
    }
}

/// Whether enough connections can be open at once.
pub fn open_files() -> Finding {
    let max = getrlimit(Resource::Nofile).maximum;
    let detail = max.map_or("any number may be open".to_owned(), |max| format!("{max} may be open"));
    match max {
        Some(..OPEN_FILES_MIN) => Finding::warn(
            "open files",
            detail,
            format!("allow {OPEN_FILES_MIN} (`ulimit -Hn`, LimitNOFILE): each connection is one"),
        ),
        _ => Finding::ok("open files", detail),
    }
}

/// The files of a folder; none if there is no such folder.
fn files(folder: &Path) -> anyhow::Result<Option<Vec<(PathBuf, Metadata)>>> {
    let unreadable = || format!("cannot read {}", folder.display());
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(unreadable),
    };
    let about = |entry: std::io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.path(), entry.metadata()?))
    };
    entries.map(about).collect::<std::io::Result<_>>().map(Some).with_context(unreadable)
}
