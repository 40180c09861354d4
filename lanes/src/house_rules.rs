//! The rules of houses: those in use, one document for each drive-thru that has one, and those with which sessions began.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use fsm::machine::{Documents, RulesInUse};
use fsm::menu::Menu;
use fsm::reader::Fault;
use rules::RuleBook;
use serde_json::Value;
use uuid::Uuid;

use crate::if_match;
use crate::store::{Document, FeedStore, RuleStore, StoreError};
use crate::tasks::Tasks;

/// How often to look for rules that other processes have stored.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How many versions are kept ready for the sessions that began with them.
const VERSIONS_MAX: usize = 64;

/// The rules of a house. They never change; others take their place.
#[derive(Clone, Debug)]
pub struct ActiveRules {
    /// The checked rules.
    pub book: RuleBook,
    /// The document as it was put.
    pub document: Value,
    /// Names this version, quoted as HTTP wants it.
    pub etag: String,
    /// The document as it was put, for replays.
    pub as_put: Document,
}

impl ActiveRules {
    /// Checks a document.
    ///
    /// # Errors
    /// Every fault.
    pub fn read(document: Value) -> Result<Self, Vec<Fault>> {
        let book = RuleBook::read(&document)?;
        let as_put = Document::of(document.to_string());
        Ok(Self { book, etag: format!("\"{}\"", as_put.hash.simple()), as_put, document })
    }
}

/// The rules of a turn: those with which its session began, and the newest.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnRules {
    pub session: Option<Arc<ActiveRules>>,
    pub newest: Option<Arc<ActiveRules>>,
}

impl TurnRules {
    /// As the machine takes them.
    pub fn in_use(&self) -> RulesInUse<'_> {
        RulesInUse {
            session: self.session.as_deref().map(|active| &active.book.rules),
            newest: self.newest.as_deref().map(|active| &active.book.rules),
        }
    }

    /// Whether there are any.
    pub fn are_there(&self) -> bool {
        self.session.is_some() || self.newest.is_some()
    }

    /// The versions as a turn names them: the newest only where its session has another. A new session begins with the
    /// newest.
    pub fn named(&self, is_new: bool, documents: Documents) -> Documents {
        let hash = |rules: &Option<Arc<ActiveRules>>| rules.as_ref().map(|active| active.as_put.hash);
        let newest = hash(&self.newest);
        let rules = if is_new { newest } else { hash(&self.session) };
        Documents { rules, newest_rules: newest.filter(|newest| Some(*newest) != rules), ..documents }
    }

    /// Their documents, for replays.
    pub fn documents(&self) -> impl Iterator<Item = Document> {
        self.session.iter().chain(&self.newest).map(|active| active.as_put.clone())
    }
}

/// Why rules were not taken.
#[derive(Clone, Debug, thiserror::Error)]
pub enum RulesError {
    /// Every fault of the document.
    #[error("the rules have {} faults", .0.len())]
    Invalid(Vec<Fault>),
    /// The rules in use are others than those that were to be replaced, or there are none.
    #[error("the rules in use are others; read them, and send their ETag")]
    Conflict {
        /// The rules in use.
        etag: Option<String>,
    },
    /// They could not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The rules in use.
#[derive(Debug, Default)]
pub struct RulesOfHouses {
    /// None for a drive-thru that is shown without rules.
    own: Mutex<BTreeMap<String, Option<Arc<ActiveRules>>>>,
    /// Versions by their hash, for the sessions that began with them.
    versions: Mutex<BTreeMap<Uuid, Arc<ActiveRules>>>,
    /// What is stored, as last read. Locked while rules are read again or put, so that concurrent changes are not lost.
    stored: tokio::sync::Mutex<BTreeMap<String, String>>,
}

impl RulesOfHouses {
    /// Loads the rules of every drive-thru.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    pub async fn load(store: &dyn RuleStore) -> Result<Self, StoreError> {
        let rules = Self::default();
        rules.reload(store).await?;
        Ok(rules)
    }

    /// Reads again what other processes have stored since.
    ///
    /// # Errors
    /// [`StoreError`] if it cannot be read.
    pub async fn reload(&self, store: &dyn RuleStore) -> Result<(), StoreError> {
        for drive_thru in store.drive_thrus_with_rules().await? {
            let mut stored = self.stored.lock().await;
            self.read_again(store, &drive_thru, &mut stored).await?;
        }
        Ok(())
    }

    async fn read_again(
        &self,
        store: &dyn RuleStore,
        drive_thru: &str,
        stored: &mut BTreeMap<String, String>,
    ) -> Result<(), StoreError> {
        let Some(text) = store.rules(drive_thru).await? else { return Ok(()) };
        if stored.get(drive_thru) != Some(&text) {
            if let Some(rules) = restore(&text) {
                self.show(drive_thru, Some(Arc::new(rules)));
            }
            stored.insert(drive_thru.to_owned(), text);
        }
        Ok(())
    }

    /// The rules of a drive-thru.
    pub fn of(&self, drive_thru: &str) -> Option<Arc<ActiveRules>> {
        self.own().get(drive_thru).cloned().flatten()
    }

    /// Whether a drive-thru has rules.
    pub fn has_own(&self, drive_thru: &str) -> bool {
        self.own().contains_key(drive_thru)
    }

    /// The version with which a session began; none if it began without rules.
    ///
    /// # Errors
    /// [`StoreError`] if it is not ready here and cannot be read.
    pub(crate) async fn version(
        &self,
        hash: Uuid,
        store: &dyn FeedStore,
    ) -> Result<Option<Arc<ActiveRules>>, StoreError> {
        let ready = self.versions().get(&hash).cloned();
        if ready.is_some() {
            return Ok(ready);
        }
        let version = store.document(hash).await?.as_deref().and_then(restore).map(Arc::new);
        if let Some(version) = &version {
            self.keep(version);
        }
        Ok(version)
    }

    /// Uses other rules, or none, without storing that.
    pub(crate) fn show(&self, drive_thru: &str, rules: Option<Arc<ActiveRules>>) {
        if let Some(rules) = &rules {
            self.keep(rules);
        }
        self.own().insert(drive_thru.to_owned(), rules);
    }

    fn keep(&self, rules: &Arc<ActiveRules>) {
        let mut versions = self.versions();
        if versions.len() >= VERSIONS_MAX {
            // Who needs one of them reads it from the store.
            versions.clear();
        }
        versions.insert(rules.as_put.hash, rules.clone());
    }

    /// Puts rules in use, once they are stored. The menu is the one that they are for.
    ///
    /// # Errors
    /// [`RulesError`]; the rules in use stay in use then.
    pub async fn put(
        &self,
        store: &dyn RuleStore,
        drive_thru: &str,
        menu: &Menu,
        document: Value,
        if_match: Option<&str>,
    ) -> Result<Arc<ActiveRules>, RulesError> {
        let text = document.to_string();
        let rules = ActiveRules::read(document);
        let mut stored = self.stored.lock().await;
        self.read_again(store, drive_thru, &mut stored).await?;
        let conflict = || RulesError::Conflict { etag: self.of(drive_thru).map(|rules| rules.etag.clone()) };
        if let Some(wanted) = if_match {
            let is_meant = |current: &Arc<ActiveRules>| {
                if_match::is_any(wanted) || if_match::names(wanted, &current.etag)
            };
            if !self.of(drive_thru).as_ref().is_some_and(is_meant) {
                return Err(conflict());
            }
        }
        let rules = Arc::new(rules.map_err(RulesError::Invalid)?);
        let unknown = rules.book.unknown_on(menu);
        if !unknown.is_empty() {
            return Err(RulesError::Invalid(unknown));
        }
        // `*` is whichever rules are in use.
        let expected = if_match
            .filter(|wanted| !if_match::is_any(wanted))
            .map(|_| stored.get(drive_thru).map(String::as_str));
        match store.put_rules(drive_thru, text.clone(), expected).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                self.read_again(store, drive_thru, &mut stored).await?;
                return Err(conflict());
            }
            Err(error) => return Err(error.into()),
        }
        stored.insert(drive_thru.to_owned(), text);
        self.show(drive_thru, Some(rules.clone()));
        Ok(rules)
    }

    fn own(&self) -> MutexGuard<'_, BTreeMap<String, Option<Arc<ActiveRules>>>> {
        self.own.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn versions(&self) -> MutexGuard<'_, BTreeMap<Uuid, Arc<ActiveRules>>> {
        self.versions.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rules of a stored document. Those that are not valid any more are logged, and the rules before them stay.
fn restore(text: &str) -> Option<ActiveRules> {
    let document = serde_json::from_str(text).ok()?;
    let read = ActiveRules::read(document);
    if let Err(faults) = &read {
        tracing::error!(?faults, "stored rules are faulty");
    }
    read.ok()
}

/// Uses the rules that other processes store, until the service stops.
pub(crate) async fn watch(rules: Arc<RulesOfHouses>, store: Arc<dyn RuleStore>, tasks: Tasks) {
    let mut known = None;
    loop {
        tokio::select! {
            () = tokio::time::sleep(LOOK_EVERY) => {}
            () = tasks.stopping() => return,
        }
        // Tries again later; whoever needs the store gets its error by then.
        let Ok(stamp) = store.rule_stamp().await else { continue };
        if known == Some(stamp) {
            continue;
        }
        match rules.reload(&*store).await {
            Ok(()) => known = Some(stamp),
            Err(error) => tracing::warn!(%error, "the rules could not be read again"),
        }
    }
}
