//! The menus in use: one for each drive-thru that has its own, and the service's for the rest.
//!
//! A menu of a drive-thru is compiled when it is put, and else when it is used: those that were used last are kept, as far as there is
//! room for them.

mod active;
mod kept;

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
use self::kept::{Compiled, Found, Kept};
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
pub struct Menus {
    languages: Languages,
    service: Mutex<Arc<ActiveMenu>>,
    kept: Mutex<Kept>,
    /// By what was put. All restaurants of a chain may have the same menu, which is compiled and kept once.
    put: Mutex<HashMap<Uuid, Weak<ActiveMenu>>>,
    /// What is stored, as last read. Locked while a menu is read again, changed or compiled, so that concurrent changes are
    /// not lost, and nothing is compiled twice.
    stored: tokio::sync::Mutex<Stored>,
}

/// What is stored of each drive-thru, but for the texts.
type Stored = BTreeMap<String, Known>;

/// What is stored of a drive-thru's menu, but for its text.
#[derive(Debug, Default, PartialEq, Eq)]
struct Known {
    document: Option<Uuid>,
    availability: Vec<(MenuPart, Availability)>,
}

impl Known {
    fn of(record: &MenuRecord) -> Self {
        let document = record.document.as_deref().map(Document::hash);
        Self { document, availability: record.availability.clone() }
    }
}

impl Menus {
    /// Finds out which drive-thrus have a menu of their own. Those that are compiled take at most `bytes_max` bytes together, but for
    /// the one that is used.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    pub async fn load(
        languages: Languages,
        service: Arc<ActiveMenu>,
        store: &dyn MenuStore,
        bytes_max: usize,
    ) -> Result<Self, StoreError> {
        let (service, kept) = (Mutex::new(service), Mutex::new(Kept::new(bytes_max)));
        let (put, stored) = (Mutex::default(), tokio::sync::Mutex::default());
        let menus = Self { languages, service, kept, put, stored };
        menus.reload(store).await?;
        Ok(menus)
    }

    /// The languages that menus are read in.
    pub fn languages(&self) -> &Languages {
        &self.languages
    }

    /// How much memory all menus take that are compiled, in bytes, as estimated.
    pub fn bytes(&self) -> usize {
        self.kept().bytes() + self.service().bytes()
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

    /// Reads what is stored of a drive-thru. Where it has changed, it is used from now on.
    async fn read_again(
        &self,
        store: &dyn MenuStore,
        drive_thru: &str,
        stored: &mut Stored,
    ) -> Result<MenuRecord, StoreError> {
        let record = store.menu(drive_thru).await?;
        let known = Known::of(&record);
        if *stored.get(drive_thru).unwrap_or(&Known::default()) != known {
            match known.document {
                Some(hash) if self.compiled(hash).is_none() => {
                    self.kept().note(drive_thru, may_lack(&record));
                }
                _ => self.put_in_use(drive_thru, self.restore(drive_thru, &record)),
            }
            stored.insert(drive_thru.to_owned(), known);
        }
        Ok(record)
    }

    /// The menu of a drive-thru. One that was let go is read and compiled.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    pub async fn of(&self, store: &dyn MenuStore, drive_thru: &str) -> Result<Arc<ActiveMenu>, StoreError> {
        match self.find(drive_thru) {
            Some(menu) => Ok(menu),
            None => self.compile(store, drive_thru, &mut *self.stored.lock().await).await,
        }
    }

    /// The same for whoever has locked what is stored.
    async fn compile(
        &self,
        store: &dyn MenuStore,
        drive_thru: &str,
        stored: &mut Stored,
    ) -> Result<Arc<ActiveMenu>, StoreError> {
        // Another may have done it meanwhile.
        if let Some(menu) = self.find(drive_thru) {
            return Ok(menu);
        }
        let record = store.menu(drive_thru).await?;
        stored.insert(drive_thru.to_owned(), Known::of(&record));
        let compiled = beside(|| {
            let compiled = self.restore(drive_thru, &record);
            self.put_in_use(drive_thru, compiled.clone());
            compiled
        });
        Ok(compiled.await.menu)
    }

    /// The menu of a drive-thru; none if it was let go.
    fn find(&self, drive_thru: &str) -> Option<Arc<ActiveMenu>> {
        let found = self.kept().find(drive_thru);
        match found {
            Found::Service => Some(self.service()),
            Found::Here(menu) => Some(menu),
            Found::LetGo => None,
        }
    }

    /// The menu of a drive-thru; the service's where it would have to be compiled.
    pub(crate) fn at_hand(&self, drive_thru: &str) -> Arc<ActiveMenu> {
        self.find(drive_thru).unwrap_or_else(|| self.service())
    }

    /// Whether something of a drive-thru's menu may be off. It is not compiled for that.
    pub(crate) fn may_lack(&self, drive_thru: &str) -> bool {
        let own = self.kept().may_lack(drive_thru);
        own.unwrap_or_else(|| self.service().may_lack())
    }

    /// Uses another menu for every drive-thru that has none of its own. What is off there stays off.
    pub(crate) async fn replace_service(&self, menu: Arc<ActiveMenu>) {
        let stored = self.stored.lock().await;
        *self.service.lock().unwrap_or_else(PoisonError::into_inner) = menu;
        for (drive_thru, known) in stored.iter().filter(|(_, known)| known.document.is_none()) {
            let record = MenuRecord { document: None, availability: known.availability.clone() };
            self.put_in_use(drive_thru, self.restore(drive_thru, &record));
        }
    }

    /// Uses another menu without storing it, as a replay does that has it from elsewhere.
    pub(crate) fn show(&self, drive_thru: &str, menu: Arc<ActiveMenu>) {
        self.put_in_use(drive_thru, Compiled { put: None, menu, is_stored: false });
    }

    fn put_in_use(&self, drive_thru: &str, compiled: Compiled) {
        let let_go = self.kept().insert(drive_thru, compiled);
        crate::meters::menus_let_go(let_go.len());
    }

    /// Whether a drive-thru has a menu of its own.
    pub fn has_own(&self, drive_thru: &str) -> bool {
        self.kept().has(drive_thru)
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
        let before = self.read_again(store, drive_thru, &mut stored).await?;
        if let Some(wanted) = if_match {
            let etag = self.etag(store, drive_thru, &mut stored, now).await?;
            if !if_match::names(wanted, &etag) {
                return Err(MenuError::Conflict { etag });
            }
        }
        let menu = menu.map_err(MenuError::Invalid)?;
        let hash = menu.as_put.hash;
        let change = DocumentChange { at: now, document: ChangedDocument::Menu { hash }, actor };
        match store.put_menu(drive_thru, text, if_match.map(|_| &before), change).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.read_again(store, drive_thru, &mut stored).await?;
                return Err(MenuError::Conflict {
                    etag: self.etag(store, drive_thru, &mut stored, now).await?,
                });
            }
            Err(error) => return Err(error.into()),
        }
        stored.insert(drive_thru.to_owned(), Known { document: Some(hash), availability: Vec::new() });
        let compiled = Compiled { put: Some(menu.clone()), menu: menu.clone(), is_stored: true };
        // What is let go for it takes a while to be dropped.
        beside(|| self.put_in_use(drive_thru, compiled)).await;
        Ok(menu)
    }

    /// Names the menu as it is shown at that time. Parts of the day are not shown in it, so that no time zone matters.
    async fn etag(
        &self,
        store: &dyn MenuStore,
        drive_thru: &str,
        stored: &mut Stored,
        now: Timestamp,
    ) -> Result<String, StoreError> {
        Ok(self.compile(store, drive_thru, stored).await?.at(now, &TimeZone::UTC).etag.clone())
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
        let mut record = self.read_again(store, drive_thru, &mut stored).await?;
        let menu = self.compile(store, drive_thru, &mut stored).await?;
        if menu.book.menu.is_available(part).is_none() {
            return Err(MenuError::UnknownPart(part.clone()));
        }
        if record.says(part, availability) {
            return Ok(());
        }
        let Availability { available, until } = availability;
        let document = ChangedDocument::Availability { part: part.clone(), available, until };
        let change = DocumentChange { at: by.now, document, actor: by.by };
        store.set_available(drive_thru, part, availability, change).await?;
        record.set_available(part, availability);
        stored.insert(drive_thru.to_owned(), Known::of(&record));
        // What a replay shows is not stored, and goes on from what is shown.
        let shown = self.kept().shown(drive_thru);
        let compiled = match (shown, menu.with_availability(part, availability)) {
            (Some(shown), Some(next)) => Compiled { menu: Arc::new(next), ..shown },
            _ => self.restore(drive_thru, &record),
        };
        self.put_in_use(drive_thru, compiled);
        Ok(())
    }

    /// The menu of a record. A document that is no valid menu any more is logged, and what is gone is left out.
    fn restore(&self, drive_thru: &str, record: &MenuRecord) -> Compiled {
        let put = record.document.as_deref().and_then(|text| {
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
        let mut menu = put.clone().unwrap_or_else(|| self.service());
        for (part, availability) in &record.availability {
            if let Some(next) = menu.with_availability(part, *availability) {
                menu = Arc::new(next);
            }
        }
        Compiled { put, menu, is_stored: true }
    }

    /// The menu of a document that a drive-thru has put for itself: the one that is there already where another has put it.
    fn read(&self, text: &str, document: impl FnOnce() -> Value) -> Result<Arc<ActiveMenu>, Vec<Fault>> {
        let hash = Document::hash(text);
        if let Some(menu) = self.compiled(hash) {
            return Ok(menu);
        }
        let menu = Arc::new(ActiveMenu::read(document(), &self.languages)?.into_own());
        let mut put = self.put.lock().unwrap_or_else(PoisonError::into_inner);
        put.retain(|_, menu| menu.strong_count() > 0);
        put.insert(hash, Arc::downgrade(&menu));
        Ok(menu)
    }

    /// What was put, where somebody has it compiled.
    fn compiled(&self, hash: Uuid) -> Option<Arc<ActiveMenu>> {
        self.put.lock().unwrap_or_else(PoisonError::into_inner).get(&hash).and_then(Weak::upgrade)
    }

    fn service(&self) -> Arc<ActiveMenu> {
        self.service.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether something of a menu that is not compiled may be off, now or at another time of the day: rather once too often.
fn may_lack(record: &MenuRecord) -> bool {
    let text = record.document.as_deref().unwrap_or_default();
    // It was written as JSON without spaces.
    !record.availability.is_empty()
        || text.contains("\"available\":false")
        || text.contains("\"dayparts\":[{")
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
