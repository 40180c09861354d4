//! `carhop backup` and `carhop restore`: a copy of what a service on SQLite keeps, made while it runs, and a data folder from
//! it.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use super::exit::FINE;
use crate::backup::Backup as Copy;
use crate::config::{Config, Given, Options, StoreUrl};

/// What is backed up, and where to.
#[derive(Args)]
pub struct Backup {
    #[command(flatten)]
    options: Given<Options>,
    /// The folder to make; nothing may be in it.
    to: PathBuf,
}

impl Backup {
    /// Backs up.
    ///
    /// # Errors
    /// What cannot be read or written.
    pub fn run(&self) -> anyhow::Result<u8> {
        let Config { options, store, .. } = self.options.resolve()?;
        refuse_others(&store)?;
        let backup = Copy::make(&options.data, options.keys().path(), &self.to)?;
        anstream::println!(
            "{} has store {} as of {}: {}",
            self.to.display(),
            backup.store,
            backup.at,
            backup.files.into_keys().collect::<Vec<_>>().join(", ")
        );
        Ok(FINE)
    }
}

/// Which backup becomes a data folder, or is only looked at.
#[derive(Args)]
pub struct Restore {
    #[command(flatten)]
    options: Given<Options>,
    /// The backup.
    from: PathBuf,
    /// Only look whether it is whole.
    #[arg(long)]
    check: bool,
}

impl Restore {
    /// Restores.
    ///
    /// # Errors
    /// What is missing, damaged, in the way, or cannot be written.
    pub fn run(&self) -> anyhow::Result<u8> {
        let Config { options, store, .. } = self.options.resolve()?;
        refuse_others(&store)?;
        let from = self.from.display();
        if self.check {
            let backup = Copy::check(&self.from)?;
            anstream::println!("{from} is whole: store {} as of {}", backup.store, backup.at);
            return Ok(FINE);
        }
        let backup = Copy::restore(&self.from, &options.data)?;
        anstream::println!("{} has store {} as of {}", options.data.display(), backup.store, backup.at);
        if backup.has_keys() {
            anstream::println!(
                "  keys that were revoked since are good again: `carhop keys list`, `carhop keys revoke`"
            );
        }
        Ok(FINE)
    }
}

fn refuse_others(store: &StoreUrl) -> anyhow::Result<()> {
    match store {
        StoreUrl::Sqlite => Ok(()),
        StoreUrl::Redis(_) => bail!(
            "the store is Redis, which has backups of its own: copy its `appendonlydir` or the file of `BGSAVE`, and the keys' file"
        ),
        StoreUrl::Memory => bail!("nothing is kept with --store memory:"),
    }
}
