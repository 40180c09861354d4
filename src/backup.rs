//! A backup: a folder with what a service keeps, as it was at one moment, and a list of it that shows whether it is whole.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use jiff::Timestamp;
use lanes::private;
use lanes::store::SqliteStore;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// The store: sessions, audit logs, tickets, outbox, menus, houses.
const STORE: &str = "carhop.db";
/// Which store it is.
const IDENTITY: &str = "sqlite.id";
const KEYS: &str = "keys.json";
/// What the emitter `file` has written.
const TICKETS: &str = "tickets.jsonl";
/// The list.
const LIST: &str = "backup.json";
/// How much of a file is read at once, in bytes.
const CHUNK_BYTES: usize = 1 << 16;

/// What is in a backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Backup {
    /// When it was made.
    pub at: Timestamp,
    /// By which version.
    pub version: String,
    /// Which store it is of.
    pub store: Uuid,
    /// Its files, each with its SHA-256.
    pub files: BTreeMap<String, String>,
}

impl Backup {
    /// Makes a backup of a data folder in a folder that is not there yet, also while a service uses it. Until all is
    /// written, the folder has another name.
    ///
    /// # Errors
    /// What cannot be read or written, or that the folder is there.
    pub fn make(data: &Path, keys: &Path, to: &Path) -> anyhow::Result<Self> {
        refuse_what_is_there(to)?;
        let partial = fresh_folder(to)?;
        SqliteStore::copy(&data.join(STORE), &partial.join(STORE))?;
        let store = SqliteStore::inspect(&partial.join(STORE))?
            .with_context(|| format!("{} has no identity yet: start the service once", data.display()))?;
        private::replace(&partial.join(IDENTITY), &format!("{store}\n"))?;
        // Behind the store, so that no ticket that it takes for delivered is missing.
        copy_if_there(&data.join(TICKETS), &partial.join(TICKETS))?;
        copy_if_there(keys, &partial.join(KEYS))?;
        let mut files = BTreeMap::new();
        for name in [STORE, IDENTITY, TICKETS, KEYS] {
            let file = partial.join(name);
            if file.is_file() {
                files.insert(name.to_owned(), hash(&file)?);
            }
        }
        let version = env!("CARGO_PKG_VERSION").to_owned();
        let backup = Self { at: Timestamp::now(), version, store, files };
        private::replace(&partial.join(LIST), &format!("{}\n", serde_json::to_string_pretty(&backup)?))?;
        finish(&partial, to)?;
        Ok(backup)
    }

    /// Reads a backup, and looks whether all of it is as it was made.
    ///
    /// # Errors
    /// What is missing or damaged.
    pub fn check(from: &Path) -> anyhow::Result<Self> {
        let list = from.join(LIST);
        let text = fs::read_to_string(&list)
            .with_context(|| format!("{} is no backup: cannot read {}", from.display(), list.display()))?;
        let backup: Self =
            serde_json::from_str(&text).with_context(|| format!("{} is damaged", list.display()))?;
        if let Some(unknown) =
            backup.files.keys().find(|name| ![STORE, IDENTITY, TICKETS, KEYS].contains(&name.as_str()))
        {
            bail!("{} names {unknown}, which is of no backup", list.display());
        }
        for (name, expected) in &backup.files {
            let file = from.join(name);
            if hash(&file)? != *expected {
                bail!("{} is damaged: it is not what was backed up", file.display());
            }
        }
        if SqliteStore::inspect(&from.join(STORE))? != Some(backup.store) {
            bail!("{} is damaged: it is of another store", from.display());
        }
        Ok(backup)
    }

    /// Puts a backup into a data folder that is empty or not there.
    ///
    /// # Errors
    /// That there is something, or what is missing, damaged or cannot be written.
    pub fn restore(from: &Path, data: &Path) -> anyhow::Result<Self> {
        refuse_what_is_there(data)?;
        let backup = Self::check(from)?;
        let partial = fresh_folder(data)?;
        for name in backup.files.keys() {
            copy_if_there(&from.join(name), &partial.join(name))?;
        }
        finish(&partial, data)?;
        Ok(backup)
    }

    /// Whether the keys are in it.
    pub fn has_keys(&self) -> bool {
        self.files.contains_key(KEYS)
    }
}

fn refuse_what_is_there(folder: &Path) -> anyhow::Result<()> {
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            Some(_) => bail!("{} is not empty: name a folder that is not there yet", folder.display()),
            None => Ok(()),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("cannot use {}", folder.display())),
    }
}

/// A folder beside the one that it becomes. What an earlier try left there goes.
fn fresh_folder(to: &Path) -> anyhow::Result<PathBuf> {
    let mut name = to.file_name().with_context(|| format!("{} names no folder", to.display()))?.to_owned();
    name.push(".partial");
    let partial = to.with_file_name(name);
    match fs::remove_dir_all(&partial) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("cannot remove {}", partial.display()));
        }
        Ok(()) | Err(_) => {}
    }
    let made = fs::DirBuilder::new().recursive(true).mode(0o700).create(&partial);
    made.with_context(|| format!("cannot create {}", partial.display()))?;
    Ok(partial)
}

/// Gives a folder its name, once all of it is on disk.
fn finish(partial: &Path, to: &Path) -> anyhow::Result<()> {
    let done = || {
        File::open(partial)?.sync_all()?;
        fs::rename(partial, to)?;
        let above = to.parent().filter(|above| !above.as_os_str().is_empty());
        File::open(above.unwrap_or(Path::new(".")))?.sync_all()
    };
    done().with_context(|| format!("cannot create {}", to.display()))
}

fn copy_if_there(from: &Path, to: &Path) -> anyhow::Result<()> {
    let failed = || format!("cannot copy {}", from.display());
    let mut reading = match File::open(from) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(failed),
    };
    let writing = private::open(to, File::options().create(true).truncate(true).write(true));
    let mut writing = writing.with_context(failed)?;
    io::copy(&mut reading, &mut writing).with_context(failed)?;
    writing.sync_all().with_context(failed)
}

fn hash(file: &Path) -> anyhow::Result<String> {
    let failed = || format!("cannot read {}", file.display());
    let mut reading = File::open(file).with_context(failed)?;
    let (mut hash, mut chunk) = (Sha256::new(), vec![0; CHUNK_BYTES]);
    loop {
        match reading.read(&mut chunk).with_context(failed)? {
            0 => return Ok(hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()),
            length => hash.update(&chunk[..length]),
        }
    }
}
