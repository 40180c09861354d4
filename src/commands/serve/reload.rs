//! SIGHUP: reads the configuration again, and uses what of it can change while lanes are open.

use lanes::service::Lanes;
use parse::Languages;
use tokio::signal::unix::Signal;
use tokio::task::block_in_place;
use toml::Table;

use crate::config::{Given, Options};
use crate::http::limits::Limits;
use crate::http::tls::Tls;
use crate::keys::Keyring;
use crate::wiring::{houses, menus};

/// What is used again where nothing of it has changed: files may have.
const MENU: [&str; 2] = ["menu", "house_file"];
/// What is used from now on.
const LIMITS: &str = "limits";

/// What the configuration is read again for.
pub struct Reload {
    /// The command line and the environment, which still win over the file.
    pub given: Given<Options>,
    /// The options in effect.
    pub options: Options,
    /// What menus are read in.
    pub languages: Languages,
    /// Where menus are used.
    pub lanes: Lanes,
    /// How much one caller may take.
    pub limits: std::sync::Arc<Limits>,
    /// The keys that are asked for.
    pub keys: Keyring,
    /// The certificate, if one is shown.
    pub tls: Option<Tls>,
}

impl Reload {
    /// Reads it again at every signal. What cannot be read changes nothing.
    pub async fn at_signals(mut self, mut signals: Signal) {
        while signals.recv().await.is_some() {
            match self.reload().await {
                Ok(()) => tracing::info!("the configuration was read again"),
                Err(error) => {
                    tracing::error!(error = format!("{error:#}"), "the configuration stays as it was");
                }
            }
        }
    }

    async fn reload(&mut self) -> anyhow::Result<()> {
        let options = self.given.resolve()?.options;
        // All is read before anything is used.
        let (menu, house) = block_in_place(|| {
            let menu = menus::load(options.menu.as_deref(), &self.languages)?;
            anyhow::Ok((menu, houses::load(&options)?))
        })?;
        for option in changed(&self.options, &options)? {
            tracing::warn!(option, "this option has changed, and is used from the next start on");
        }
        self.keys.look();
        self.tls.iter().for_each(Tls::look);
        self.limits.replace(&options.limits);
        self.lanes.replace_menu(menu, house).await;
        self.options.limits = options.limits;
        (self.options.menu, self.options.house_file) = (options.menu, options.house_file);
        Ok(())
    }
}

/// The options that differ and are not used before the next start. Secrets are not told apart.
fn changed(old: &Options, new: &Options) -> anyhow::Result<Vec<String>> {
    let (old, new) = (Table::try_from(old)?, Table::try_from(new)?);
    let all = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
    let is_for_later =
        |key: &&String| !MENU.contains(&key.as_str()) && *key != LIMITS && old.get(*key) != new.get(*key);
    Ok(all.filter(is_for_later).cloned().collect())
}
