//! How the parts of a service are put together, as the configuration says.

pub mod agent;
mod emitter;
pub mod exposure;
pub mod houses;
pub mod identity;
pub mod languages;
pub mod menus;
#[cfg(feature = "llm")]
mod model;
#[cfg(not(feature = "llm"))]
#[path = "wiring/no_model.rs"]
mod model;

use std::sync::Arc;

use agents::{ResponseGenerator, UtteranceParser};
use anyhow::Context as _;
use fsm::house::House;
use jiff::Timestamp;
use lanes::keeper::Active;
use lanes::menus::ActiveMenu;
use lanes::service::{Lanes, Parts};
use lanes::store::{MemoryStore, SqliteStore, Store, open_redis};
use parse::Languages;

pub use self::emitter::emitter;
pub use self::model::{agents, propose};
use crate::config::{Config, StoreUrl};

/// What lanes are made of besides a store.
pub struct Wiring {
    /// The words that they understand.
    pub languages: Languages,
    /// What is sold on them, until a drive-thru has a menu of its own.
    pub menu: ActiveMenu,
    /// What the house of that menu says of itself, if it says anything.
    pub house: Option<Active<House>>,
    parser: Arc<dyn UtteranceParser>,
    generator: Arc<dyn ResponseGenerator>,
}

impl Wiring {
    /// Reads the languages, the menu and the house.
    ///
    /// # Errors
    /// What cannot be read, or every fault of it.
    pub fn load(config: &Config) -> anyhow::Result<Self> {
        let languages = languages::load(config.options.languages.as_deref())?;
        let menu = menus::load(config.options.menu.as_deref(), &languages)?;
        let house = houses::load(&config.options)?;
        let (parser, generator) = model::agents(config)?;
        Ok(Self { languages, menu, house, parser, generator })
    }

    /// Opens the lanes on a store.
    ///
    /// # Errors
    /// If the store cannot be asked for what it keeps.
    pub async fn open(self, store: Arc<dyn Store>, config: &Config) -> anyhow::Result<Lanes> {
        let lanes = Lanes::open(Parts {
            store,
            parser: self.parser,
            generator: self.generator,
            settings: config.settings.clone(),
            languages: self.languages,
            menu: self.menu.into(),
            house: self.house,
            clock: Arc::new(Timestamp::now),
            witness: None,
        });
        Ok(lanes.await?)
    }
}

/// Opens the store, and makes the data folder for it and for others.
///
/// # Errors
/// Why it cannot be opened.
pub async fn store(config: &Config) -> anyhow::Result<Arc<dyn Store>> {
    let data = &config.options.data;
    std::fs::create_dir_all(data).with_context(|| format!("cannot create {}", data.display()))?;
    Ok(match &config.store {
        StoreUrl::Sqlite => Arc::new(SqliteStore::open(&data.join("carhop.db"))?),
        StoreUrl::Memory => Arc::new(MemoryStore::default()),
        StoreUrl::Redis(url) => open_redis(url.as_secret(), config.redis.clone()).await?,
    })
}
