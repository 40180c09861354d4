//! Whether a store is the one that this data folder was used with: an empty or a foreign one would lose what is under way
//! without a word.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use lanes::private;
use lanes::store::Store;
use uuid::Uuid;

use crate::config::{Config, StoreUrl};

/// Refuses to make a file of the store anew where one was, so that nothing new stands in the way of the one that is brought
/// back.
///
/// # Errors
/// Which store is missed.
pub fn check_file(config: &Config, accepts_new: bool) -> anyhow::Result<()> {
    let (known, file) = (config.options.data.join("sqlite.id"), config.options.data.join("carhop.db"));
    if known.is_file()
        && matches!(config.store, StoreUrl::Sqlite)
        && !accepts_new
        && !file.exists()
        && let Some(store) = read(&known)?
    {
        bail!(
            "there is no {}, and {} says that store {store} was used here: {MISSED}",
            file.display(),
            known.display()
        );
    }
    Ok(())
}

/// What to do about a store that is missed.
const MISSED: &str = "bring that one back, such as from a backup, or start with --accept-new-store";

/// Refuses a store that is not the known one, unless a new one is accepted. Keeps in the data folder which one it is.
///
/// # Errors
/// Which store is missed.
pub async fn check(store: &dyn Store, config: &Config, accepts_new: bool) -> anyhow::Result<()> {
    let Some(file) = file(config) else { return Ok(()) };
    let known = read(&file).or_else(|error| if accepts_new { Ok(None) } else { Err(error) })?;
    let found = store.identity().await?;
    if !accepts_new {
        check_known(known, found, &file)?;
    }
    let identity = match found {
        Some(identity) => identity,
        None => store.identify(Uuid::new_v4()).await?,
    };
    if known != Some(identity) {
        private::replace(&file, &format!("{identity}\n"))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    Ok(())
}

/// Refuses a store that is not the known one, and changes nothing.
///
/// # Errors
/// Which store is missed.
pub fn check_found(found: Option<Uuid>, config: &Config) -> anyhow::Result<()> {
    let Some(file) = file(config) else { return Ok(()) };
    check_known(read(&file)?, found, &file)
}

fn check_known(known: Option<Uuid>, found: Option<Uuid>, file: &Path) -> anyhow::Result<()> {
    if let Some(known) = known.filter(|known| Some(*known) != found) {
        let found = found.map_or("an empty store".to_owned(), |found| format!("store {found}"));
        bail!("this is {found}, and {} says that store {known} was used here: {MISSED}", file.display());
    }
    Ok(())
}

/// Where it is kept which store this is; nowhere of one that does not outlive the process.
fn file(config: &Config) -> Option<PathBuf> {
    let name = match &config.store {
        StoreUrl::Sqlite => "sqlite.id",
        StoreUrl::Redis(_) => "redis.id",
        StoreUrl::Memory => return None,
    };
    Some(config.options.data.join(name))
}

fn read(file: &Path) -> anyhow::Result<Option<Uuid>> {
    match std::fs::read_to_string(file) {
        Ok(text) => {
            let known = text.trim().parse().with_context(|| {
                format!(
                    "{} names no store: bring that file back, or start with --accept-new-store",
                    file.display()
                )
            })?;
            Ok(Some(known))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}
