//! The menus in use: one for each drive-thru that has its own, and the service's for the rest.

mod active;

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use agents::beside::beside;
use fsm::menu::MenuPart;
use fsm::reader::{Fault, faults_counted};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use parse::Languages;
use serde_json::Value;
use uuid::Uuid;

pub use self::active::{ActiveMenu, OffList};
use crate::actor::Change;
use crate::if_match;
use crate::store::{
    Availability, ChangedDocument, Document, DocumentChange, MenuRecord, MenuStore, StoreError,
};
use crate::tasks::Tasks;

/// How often to look for menus that other processes have stored.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Why a menu was not taken.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MenuError {
    /// Every fault of the document.
    #[error("{} in the menu", faults_counted(.0))]
    Invalid(Vec<Fault>),
    /// The menu in use is another than the one that was to be replaced.
    #[error("the menu in use is another; read it, and send its ETag")]
    Conflict {
        /// The menu in use.
        etag: String,
    },
    /// There is no such thing on the menu.
    #[error("there is no {0} on the menu")]
    UnknownPart(MenuPart),
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The menus in use.
#[derive(Debug)]
pub struct Menus {
    languages: Languages,
    service: Mutex<Arc<ActiveMenu>>,
    own: Mutex<BTreeMap<String, Arc<ActiveMenu>>>,
    /// By what was put. All restaurants of a chain may have the same menu, which is compiled and kept once.
    put: Mutex<HashMap<Uuid, Weak<ActiveMenu>>>,
    /// What is stored, as last read. Locked while a menu is read again or changed, so that concurrent changes are not
    /// lost.
    stored: tokio::sync::Mutex<BTreeMap<String, MenuRecord>>,
}

impl Menus {
    /// Loads every drive-thru's own menu.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    pub async fn load(
        languages: Languages,
        service: Arc<ActiveMenu>,
        store: &dyn MenuStore,
    ) -> Result<Self, StoreError> {
        let service = Mutex::new(service);
        let (own, put, stored) = (Mutex::default(), Mutex::default(), tokio::sync::Mutex::default());
        let menus = Self { languages, service, own, put, stored };
        menus.reload(store).await?;
        Ok(menus)
    }

    /// The languages that menus are read in.
    pub fn languages(&self) -> &Languages {
        &self.languages
    }

    /// How much memory the words of all menus take that drive-thrus have put, and of the service's, in bytes, estimated from above.
    pub fn bytes(&self) -> usize {
        let put: Vec<_> = {
            let put = self.put.lock().unwrap_or_else(PoisonError::into_inner);
            put.values().filter_map(Weak::upgrade).collect()
        };
        put.iter().chain([&self.service()]).map(|menu| menu.book.index.bytes()).sum()
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
            let menu = beside(|| self.restore(drive_thru, &record)).await;
            stored.insert(drive_thru.to_owned(), record);
            self.own().insert(drive_thru.to_owned(), menu);
        }
        Ok(())
    }

    /// The menu of a drive-thru.
    pub fn of(&self, drive_thru: &str) -> Arc<ActiveMenu> {
        let own = self.own().get(drive_thru).cloned();
        own.unwrap_or_else(|| self.service())
    }

    /// Uses another menu for every drive-thru that has none of its own. What is off there stays off.
    pub(crate) async fn replace_service(&self, menu: Arc<ActiveMenu>) {
        let stored = self.stored.lock().await;
        *self.service.lock().unwrap_or_else(PoisonError::into_inner) = menu;
        for (drive_thru, record) in stored.iter().filter(|(_, record)| record.document.is_none()) {
            let menu = self.restore(drive_thru, record);
            self.own().insert(drive_thru.clone(), menu);
        }
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
        by: Change,
    ) -> Result<Arc<ActiveMenu>, MenuError> {
        let Change { now, by: actor } = by;
        // `*` is whichever menu is in use.
        let if_match = if_match.filter(|wanted| !if_match::is_any(wanted));
        let text = document.to_string();
        // Compiled before the lock is taken, because it is slow.
        let menu = beside(|| self.read(&text, || document)).await;
        let mut stored = self.stored.lock().await;
        self.read_again(store, drive_thru, &mut stored).await?;
        self.check_match(drive_thru, if_match, now)?;
        let menu = menu.map_err(MenuError::Invalid)?;
        let nothing = MenuRecord::default();
        let expected = if_match.map(|_| stored.get(drive_thru).unwrap_or(&nothing));
        let document = ChangedDocument::Menu { hash: menu.as_put.hash };
        let change = DocumentChange { at: now, document, actor };
        match store.put_menu(drive_thru, text.clone(), expected, change).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.read_again(store, drive_thru, &mut stored).await?;
                return Err(MenuError::Conflict { etag: self.etag(drive_thru, now) });
            }
            Err(error) => return Err(error.into()),
        }
        stored.insert(drive_thru.to_owned(), MenuRecord { document: Some(text), availability: Vec::new() });
        self.own().insert(drive_thru.to_owned(), menu.clone());
        Ok(menu)
    }

    fn check_match(&self, drive_thru: &str, if_match: Option<&str>, now: Timestamp) -> Result<(), MenuError> {
        let Some(wanted) = if_match else { return Ok(()) };
        let etag = self.etag(drive_thru, now);
        if if_match::names(wanted, &etag) { Ok(()) } else { Err(MenuError::Conflict { etag }) }
    }

    /// Names the menu as it is shown at that time. Parts of the day are not shown in it, so that no time zone matters.
    fn etag(&self, drive_thru: &str, now: Timestamp) -> String {
        self.of(drive_thru).at(now, &TimeZone::UTC).etag.clone()
    }

    /// Takes something off or puts it back on, in the whole drive-thru, once that is stored. What is so already is no change.
    ///
    /// # Errors
    /// [`MenuError::UnknownPart`], or [`MenuError::Store`].
    pub async fn set_available(
        &self,
        store: &dyn MenuStore,
        drive_thru: &str,
        part: &MenuPart,
        availability: Availability,
        by: Change,
    ) -> Result<(), MenuError> {
        let mut stored = self.stored.lock().await;
        self.read_again(store, drive_thru, &mut stored).await?;
        let next = self.of(drive_thru).with_availability(part, availability);
        let next = next.ok_or_else(|| MenuError::UnknownPart(part.clone()))?;
        if stored.get(drive_thru).is_some_and(|record| record.says(part, availability)) {
            return Ok(());
        }
        let Availability { available, until } = availability;
        let document = ChangedDocument::Availability { part: part.clone(), available, until };
        let change = DocumentChange { at: by.now, document, actor: by.by };
        store.set_available(drive_thru, part, availability, change).await?;
        stored.entry(drive_thru.to_owned()).or_default().set_available(part, availability);
        self.own().insert(drive_thru.to_owned(), Arc::new(next));
        Ok(())
    }

    /// The menu of a record. A document that is no valid menu any more is logged, and what is gone is left out.
    fn restore(&self, drive_thru: &str, record: &MenuRecord) -> Arc<ActiveMenu> {
        let own = record.document.as_deref().and_then(|text| {
            self.read(text, || serde_json::from_str(text).unwrap_or_default())
                .inspect_err(|faults| {
                    tracing::error!(
                        drive_thru.id = drive_thru,
                        ?faults,
                        "a stored menu is faulty; using the service's"
                    );
                })
                .ok()
        });
        let mut menu = own.unwrap_or_else(|| self.service());
        for (part, availability) in &record.availability {
            if let Some(next) = menu.with_availability(part, *availability) {
                menu = Arc::new(next);
            }
        }
        menu
    }

    /// The menu of a document that a drive-thru has put for itself: the one that is there already where another has put it.
    fn read(&self, text: &str, document: impl FnOnce() -> Value) -> Result<Arc<ActiveMenu>, Vec<Fault>> {
        let hash = Document::hash(text);
        let there =
            self.put.lock().unwrap_or_else(PoisonError::into_inner).get(&hash).and_then(Weak::upgrade);
        if let Some(menu) = there {
            return Ok(menu);
        }
        let menu = Arc::new(ActiveMenu::read(document(), &self.languages)?.into_own());
        let mut put = self.put.lock().unwrap_or_else(PoisonError::into_inner);
        put.retain(|_, menu| menu.strong_count() > 0);
        put.insert(hash, Arc::downgrade(&menu));
        Ok(menu)
    }

    fn service(&self) -> Arc<ActiveMenu> {
        self.service.lock().unwrap_or_else(PoisonError::into_inner).clone()
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
