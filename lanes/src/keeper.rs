//! Documents of which a drive-thru has one of its own: those in use, and how others take their place.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fsm::house::House;
use fsm::reader::{Fault, faults_counted};
use rules::RuleBook;
use serde_json::Value;
use uuid::Uuid;

use crate::actor::Change;
use crate::if_match;
use crate::menus::ActiveMenu;
use crate::store::{ChangedDocument, Document, DocumentChange, DocumentKind, DocumentStore, StoreError};
use crate::tasks::Tasks;

/// How often to look for documents that other processes have stored.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How often a change is tried while other processes are faster.
const TRIES_MAX: usize = 5;

/// What a document says, once it is checked.
pub trait Content: Clone + fmt::Debug + Send + Sync + Sized + 'static {
    /// Which document it is.
    const KIND: DocumentKind;

    /// Checks a document.
    ///
    /// # Errors
    /// Every fault.
    fn check(document: &Value) -> Result<Self, Vec<Fault>>;
}

impl Content for House {
    const KIND: DocumentKind = DocumentKind::House;

    fn check(document: &Value) -> Result<Self, Vec<Fault>> {
        Self::check(document)
    }
}

impl Content for RuleBook {
    const KIND: DocumentKind = DocumentKind::Rules;

    fn check(document: &Value) -> Result<Self, Vec<Fault>> {
        Self::read(document)
    }
}

/// A checked document. It never changes; another takes its place.
#[derive(Clone, Debug)]
pub struct Active<C> {
    /// What it says.
    pub content: C,
    /// As it was put.
    pub document: Value,
    /// Names this version, quoted as HTTP wants it.
    pub etag: String,
    /// As it was put, for replays.
    pub as_put: Document,
}

impl<C: Content> Active<C> {
    /// Checks a document.
    ///
    /// # Errors
    /// Every fault.
    pub fn read(document: Value) -> Result<Self, Vec<Fault>> {
        Ok(Self::of(C::check(&document)?, document))
    }

    /// A document that says this.
    pub(crate) fn of(content: C, document: Value) -> Self {
        let as_put = Document::of(document.to_string());
        Self { content, etag: format!("\"{}\"", as_put.hash.simple()), as_put, document }
    }
}

/// Why a document was not taken.
#[derive(Clone, Debug, thiserror::Error)]
pub enum PutError {
    /// Every fault of the document.
    #[error("{} in the {}", faults_counted(.1), .0.name())]
    Invalid(DocumentKind, Vec<Fault>),
    /// The document in use is another than the one that was to be replaced, or there is none.
    #[error("another version of the {} is in use; read it, and send its ETag", .kind.name())]
    Conflict {
        /// Which document it is.
        kind: DocumentKind,
        /// What is in use.
        etag: Option<String>,
    },
    /// It could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The documents of one kind.
#[derive(Debug)]
pub struct Keeper<C> {
    /// The service's, and the menu that it goes with.
    service: Mutex<(Option<Arc<Active<C>>>, Uuid)>,
    /// None for a drive-thru that is shown without one.
    own: Mutex<BTreeMap<String, Option<Arc<Active<C>>>>>,
    /// What is stored, as last read. Locked while a document is read again or put, so that concurrent changes are not lost.
    stored: tokio::sync::Mutex<BTreeMap<String, String>>,
}

impl<C: Content> Keeper<C> {
    /// Loads every drive-thru's own document. The service's, if there is one, is that of each drive-thru that has neither a
    /// document nor a menu of its own.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    pub async fn load(
        service: Option<Active<C>>,
        menu: &ActiveMenu,
        store: &dyn DocumentStore,
    ) -> Result<Self, StoreError> {
        let keeper = Self {
            service: Mutex::new((service.map(Arc::new), menu.as_put.hash)),
            own: Mutex::default(),
            stored: tokio::sync::Mutex::default(),
        };
        keeper.reload(store).await?;
        Ok(keeper)
    }

    /// Reads again what other processes have stored since.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    pub async fn reload(&self, store: &dyn DocumentStore) -> Result<(), StoreError> {
        for drive_thru in store.drive_thrus_with(C::KIND).await? {
            let mut stored = self.stored.lock().await;
            self.read_again(store, &drive_thru, &mut stored).await?;
        }
        Ok(())
    }

    async fn read_again(
        &self,
        store: &dyn DocumentStore,
        drive_thru: &str,
        stored: &mut BTreeMap<String, String>,
    ) -> Result<(), StoreError> {
        let Some(text) = store.own_document(C::KIND, drive_thru).await? else { return Ok(()) };
        if stored.get(drive_thru) != Some(&text) {
            if let Some(document) = restore(drive_thru, &text) {
                self.show(drive_thru, Some(Arc::new(document)));
            }
            stored.insert(drive_thru.to_owned(), text);
        }
        Ok(())
    }

    /// The document of a drive-thru that sells from this menu.
    pub fn of(&self, drive_thru: &str, menu: &ActiveMenu) -> Option<Arc<Active<C>>> {
        match locked(&self.own).get(drive_thru) {
            Some(own) => own.clone(),
            None => {
                let (document, of) = &*locked(&self.service);
                document.clone().filter(|_| menu.as_put.hash == *of && !menu.is_own)
            }
        }
    }

    /// A drive-thru's own document.
    pub fn own(&self, drive_thru: &str) -> Option<Arc<Active<C>>> {
        locked(&self.own).get(drive_thru).cloned().flatten()
    }

    /// Whether a drive-thru has one of its own.
    pub fn has_own(&self, drive_thru: &str) -> bool {
        locked(&self.own).contains_key(drive_thru)
    }

    /// Uses another document, or none, without storing that.
    pub(crate) fn show(&self, drive_thru: &str, document: Option<Arc<Active<C>>>) {
        locked(&self.own).insert(drive_thru.to_owned(), document);
    }

    /// Uses another document, or none, for every drive-thru that has neither a document nor a menu of its own.
    pub(crate) fn replace_service(&self, document: Option<Active<C>>, menu: &ActiveMenu) {
        *locked(&self.service) = (document.map(Arc::new), menu.as_put.hash);
    }

    /// Puts a drive-thru's own document in use, once it is stored. The menu is the one that it sells from.
    ///
    /// # Errors
    /// [`PutError`]; what is in use stays in use then.
    pub async fn put(
        &self,
        store: &dyn DocumentStore,
        drive_thru: &str,
        menu: &ActiveMenu,
        document: Value,
        if_match: Option<&str>,
        by: Change,
    ) -> Result<Arc<Active<C>>, PutError> {
        let read = Active::read(document).map(Arc::new);
        let Change { now: at, by: actor } = by;
        let noted = read.as_ref().ok().map(|active: &Arc<Active<C>>| {
            let hash = active.as_put.hash;
            DocumentChange { at, document: ChangedDocument::own(C::KIND, hash), actor }
        });
        let put = |_: Option<&C>| {
            let etag = self.of(drive_thru, menu).map(|active| active.etag.clone());
            if !if_match::allows(if_match, etag.as_deref()) {
                return Err(PutError::Conflict { kind: C::KIND, etag });
            }
            let active = read.clone().map_err(|faults| PutError::Invalid(C::KIND, faults))?;
            Ok((active.clone(), active))
        };
        self.change(store, drive_thru, noted, put).await
    }

    /// Puts what becomes of a drive-thru's own document in use, once that is stored. It is worked out again while another
    /// process is faster. It is noted as `noted`, if at all.
    pub(crate) async fn change<T, E: From<StoreError>>(
        &self,
        store: &dyn DocumentStore,
        drive_thru: &str,
        noted: Option<DocumentChange>,
        change: impl Fn(Option<&C>) -> Result<(Arc<Active<C>>, T), E>,
    ) -> Result<T, E> {
        let mut stored = self.stored.lock().await;
        for _ in 0..TRIES_MAX {
            self.read_again(store, drive_thru, &mut stored).await?;
            let own = self.own(drive_thru);
            let (next, answer) = change(own.as_deref().map(|active| &active.content))?;
            let text = next.as_put.text.to_string();
            let expected = stored.get(drive_thru).map(String::as_str);
            match store
                .put_own_document(C::KIND, drive_thru, text.clone(), Some(expected), noted.clone())
                .await
            {
                Ok(()) => {
                    stored.insert(drive_thru.to_owned(), text);
                    self.show(drive_thru, Some(next));
                    return Ok(answer);
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(StoreError::Conflict.into())
    }
}

/// A panic while one of these locks is held leaves nothing half done.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a stored document says. One that is not valid any more is logged, and the one before it stays.
pub(crate) fn restore<C: Content>(drive_thru: &str, text: &str) -> Option<Active<C>> {
    let document = serde_json::from_str(text).ok()?;
    let read = Active::read(document);
    if let Err(faults) = &read {
        let kind = C::KIND.name();
        tracing::error!(drive_thru.id = drive_thru, document = kind, ?faults, "a stored document is faulty");
    }
    read.ok()
}

/// Uses the documents that other processes store, until the service stops.
pub(crate) async fn watch<C: Content>(keeper: Arc<Keeper<C>>, store: Arc<dyn DocumentStore>, tasks: Tasks) {
    let mut known = None;
    loop {
        tokio::select! {
            () = tokio::time::sleep(LOOK_EVERY) => {}
            () = tasks.stopping() => return,
        }
        // Tries again later; whoever needs the store gets its error by then.
        let Ok(stamp) = store.document_stamp(C::KIND).await else { continue };
        if known == Some(stamp) {
            continue;
        }
        match keeper.reload(&*store).await {
            Ok(()) => known = Some(stamp),
            Err(error) => {
                tracing::warn!(%error, document = C::KIND.name(), "documents could not be read again");
            }
        }
    }
}
