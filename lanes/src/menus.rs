//! The menus in use: one for each drive-thru that has its own, and the service's for the rest.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fsm::ids::ItemId;
use fsm::machine::Documents;
use fsm::menu::Menu;
use fsm::reader::Fault;
use parse::{Languages, MenuBook};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::if_match;
use crate::store::{Document, MenuRecord, MenuStore, StoreError};
use crate::tasks::Tasks;

/// How often to look for menus that other processes have stored.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// A menu in use. It never changes; another takes its place.
#[derive(Clone, Debug)]
pub struct ActiveMenu {
    /// The checked menu with its words.
    pub book: MenuBook,
    /// The document as it was put, with what is off now.
    pub document: Value,
    /// Names this state of the menu, quoted as HTTP wants it.
    pub etag: String,
    /// The document as it was put, for replays.
    pub as_put: Document,
    /// What is off now, for replays.
    pub off: Document,
    /// The content of the language packs.
    pub languages: Uuid,
}

/// Why a menu was not taken.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MenuError {
    /// Every fault of the document.
    #[error("the menu has {} faults", .0.len())]
    Invalid(Vec<Fault>),
    /// The menu in use is another than the one that was to be replaced.
    #[error("the menu in use is another; read it, and send its ETag")]
    Conflict {
        /// The menu in use.
        etag: String,
    },
    /// There is no such item on the menu.
    #[error("there is no item `{0}` on the menu")]
    UnknownItem(ItemId),
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The menus in use.
#[derive(Debug)]
pub struct Menus {
    languages: Languages,
    service: Arc<ActiveMenu>,
    own: Mutex<BTreeMap<String, Arc<ActiveMenu>>>,
    /// What is stored, as last read. Locked while a menu is read again or changed, so that concurrent changes are not
    /// lost.
    stored: tokio::sync::Mutex<BTreeMap<String, MenuRecord>>,
}

impl ActiveMenu {
    /// Checks a document and compiles its words.
    ///
    /// # Errors
    /// Every fault.
    pub fn read(document: Value, languages: &Languages) -> Result<Self, Vec<Fault>> {
        let locale = document.get("locale").and_then(Value::as_str).unwrap_or_default();
        if !locale.is_empty() && !languages.knows(locale) {
            tracing::warn!(locale, "there is no language pack for the menu's locale; it is read in English");
        }
        let book = MenuBook::compile(Menu::check(&document)?, languages);
        Ok(Self {
            etag: etag(&document),
            as_put: Document::of(document.to_string()),
            off: off(&book.menu),
            languages: languages.content_hash(),
            book,
            document,
        })
    }

    /// What turns are decided with, by the hashes of its content.
    pub fn documents(&self) -> Documents {
        Documents { menu: self.as_put.hash, off: self.off.hash, languages: self.languages, house: None }
    }

    /// The same menu with an item taken off or put back on; none if there is no such item.
    #[must_use]
    pub fn with_availability(&self, item: &ItemId, available: bool) -> Option<Self> {
        self.book.menu.item(item)?;
        Some(self.with([(item, available)]))
    }

    /// The same menu with only these items off.
    #[must_use]
    pub fn with_only_off(&self, off: &BTreeSet<ItemId>) -> Self {
        self.with(self.book.menu.items.iter().map(|item| (&item.id, !off.contains(&item.id))))
    }

    fn with<'i>(&self, stock: impl IntoIterator<Item = (&'i ItemId, bool)>) -> Self {
        let mut next = self.clone();
        let mut entries: Vec<&mut Value> =
            next.document.get_mut("items").and_then(Value::as_array_mut).into_iter().flatten().collect();
        for (item, available) in stock {
            let is_on = self.book.menu.item(item).is_some_and(|item| item.available);
            let entry = entries.iter_mut().find(|entry| entry["id"] == item.as_str());
            if let Some(entry) = entry.filter(|_| is_on != available) {
                entry["available"] = Value::Bool(available);
                next.book.menu.set_available(item, available);
            }
        }
        next.etag = etag(&next.document);
        next.off = off(&next.book.menu);
        next
    }
}

/// What of a menu is off, as a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OffList {
    /// The items, by their ids.
    pub items: BTreeSet<ItemId>,
}

fn off(menu: &Menu) -> Document {
    let items = menu.items.iter().filter(|item| !item.available).map(|item| item.id.clone());
    Document::of(json!(OffList { items: items.collect() }).to_string())
}

fn etag(document: &Value) -> String {
    format!("\"{}\"", Uuid::new_v5(&Uuid::NAMESPACE_OID, document.to_string().as_bytes()).simple())
}

impl Menus {
    /// Loads every drive-thru's own menu.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    pub async fn load(
        languages: Languages,
        service: ActiveMenu,
        store: &dyn MenuStore,
    ) -> Result<Self, StoreError> {
        let service = Arc::new(service);
        let menus = Self { languages, service, own: Mutex::default(), stored: tokio::sync::Mutex::default() };
        menus.reload(store).await?;
        Ok(menus)
    }

    /// Reads again what other processes have stored since.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    pub async fn reload(&self, store: &dyn MenuStore) -> Result<(), StoreError> {
        for drive_thru in store.drive_thrus_with_menus().await? {
            let mut stored = self.stored.lock().await;
            self.read_again(store, &drive_thru, &mut stored).await?;
        }
        Ok(())
    }

    async fn read_again(
        &self,
        store: &dyn MenuStore,
        drive_thru: &str,
        stored: &mut BTreeMap<String, MenuRecord>,
    ) -> Result<(), StoreError> {
        let record = store.menu(drive_thru).await?;
        if *stored.get(drive_thru).unwrap_or(&MenuRecord::default()) != record {
            let menu = self.restore(drive_thru, &record);
            stored.insert(drive_thru.to_owned(), record);
            self.own().insert(drive_thru.to_owned(), Arc::new(menu));
        }
        Ok(())
    }

    /// The menu of a drive-thru.
    pub fn of(&self, drive_thru: &str) -> Arc<ActiveMenu> {
        self.own().get(drive_thru).unwrap_or(&self.service).clone()
    }

    /// Uses another menu without storing it, as a replay does that has it from elsewhere.
    pub(crate) fn show(&self, drive_thru: &str, menu: Arc<ActiveMenu>) {
        self.own().insert(drive_thru.to_owned(), menu);
    }

    /// Whether a drive-thru has a menu of its own.
    pub fn has_own(&self, drive_thru: &str) -> bool {
        self.own().contains_key(drive_thru)
    }

    /// Puts a drive-thru's own menu in use, once it is stored.
    ///
    /// # Errors
    /// [`MenuError`]; the menu in use stays in use then.
    pub async fn put(
        &self,
        store: &dyn MenuStore,
        drive_thru: &str,
        document: Value,
        if_match: Option<&str>,
    ) -> Result<Arc<ActiveMenu>, MenuError> {
        // `*` is whichever menu is in use.
        let if_match = if_match.filter(|wanted| !if_match::is_any(wanted));
        let text = document.to_string();
        // Compiled before the lock is taken, because it is slow.
        let menu = ActiveMenu::read(document, &self.languages);
        let mut stored = self.stored.lock().await;
        self.read_again(store, drive_thru, &mut stored).await?;
        self.check_match(drive_thru, if_match)?;
        let menu = Arc::new(menu.map_err(MenuError::Invalid)?);
        let nothing = MenuRecord::default();
        let expected = if_match.map(|_| stored.get(drive_thru).unwrap_or(&nothing));
        match store.put_menu(drive_thru, text.clone(), expected).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.read_again(store, drive_thru, &mut stored).await?;
                return Err(MenuError::Conflict { etag: self.of(drive_thru).etag.clone() });
            }
            Err(error) => return Err(error.into()),
        }
        stored.insert(drive_thru.to_owned(), MenuRecord { document: Some(text), availability: Vec::new() });
        self.own().insert(drive_thru.to_owned(), menu.clone());
        Ok(menu)
    }

    fn check_match(&self, drive_thru: &str, if_match: Option<&str>) -> Result<(), MenuError> {
        let Some(wanted) = if_match else { return Ok(()) };
        let current = self.of(drive_thru);
        if if_match::names(wanted, &current.etag) {
            Ok(())
        } else {
            Err(MenuError::Conflict { etag: current.etag.clone() })
        }
    }

    /// Takes an item off or puts it back on, in the whole drive-thru, once that is stored.
    ///
    /// # Errors
    /// [`MenuError::UnknownItem`], or [`MenuError::Store`].
    pub async fn set_available(
        &self,
        store: &dyn MenuStore,
        drive_thru: &str,
        item: &ItemId,
        available: bool,
    ) -> Result<(), MenuError> {
        let mut stored = self.stored.lock().await;
        self.read_again(store, drive_thru, &mut stored).await?;
        let next = self.of(drive_thru).with_availability(item, available);
        let next = next.ok_or_else(|| MenuError::UnknownItem(item.clone()))?;
        store.set_available(drive_thru, item, available).await?;
        stored.entry(drive_thru.to_owned()).or_default().set_available(item, available);
        self.own().insert(drive_thru.to_owned(), Arc::new(next));
        Ok(())
    }

    /// The menu of a record. A document that is no valid menu any more is logged, and items that are gone are left out.
    fn restore(&self, drive_thru: &str, record: &MenuRecord) -> ActiveMenu {
        let own = record.document.as_deref().and_then(|text| {
            let document = serde_json::from_str(text).ok()?;
            ActiveMenu::read(document, &self.languages)
                .inspect_err(|faults| {
                    tracing::error!(
                        drive_thru.id = drive_thru,
                        ?faults,
                        "a stored menu is faulty; using the service's"
                    );
                })
                .ok()
        });
        let mut menu = own.unwrap_or_else(|| (*self.service).clone());
        for (item, available) in &record.availability {
            if let Some(next) = menu.with_availability(item, *available) {
                menu = next;
            }
        }
        menu
    }

    fn own(&self) -> MutexGuard<'_, BTreeMap<String, Arc<ActiveMenu>>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Uses the menus that other processes store, until the service stops.
pub(crate) async fn watch(menus: Arc<Menus>, store: Arc<dyn MenuStore>, tasks: Tasks) {
    let mut known = None;
    loop {
        tokio::select! {
            () = tokio::time::sleep(LOOK_EVERY) => {}
            () = tasks.stopping() => return,
        }
        // Tries again later; whoever needs the store gets its error by then.
        let Ok(stamp) = store.menu_stamp().await else { continue };
        if known == Some(stamp) {
            continue;
        }
        match menus.reload(&*store).await {
            Ok(()) => known = Some(stamp),
            Err(error) => tracing::warn!(%error, "the menus could not be read again"),
        }
    }
}
