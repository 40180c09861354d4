//! The rules of all drive-thrus: which version is in use when, and how others come into use.

mod history;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use fsm::machine::Session;
use jiff::Timestamp;
use rules::{KnownAgents, RuleBook};
use serde_json::Value;
use uuid::Uuid;

use self::history::Activation;
use crate::actor::Change;
use crate::if_match;
use crate::keeper::{Active, Keeper, PutError, locked, restore};
use crate::menus::ActiveMenu;
use crate::store::{ChangedDocument, DocumentChange, DocumentKind, DocumentStore, FeedStore, StoreError};

pub use self::history::{PLANNED_MAX, RuleHistory, RuleVersion, VERSIONS_MAX};

/// How many versions that sessions began with are kept ready.
const READY_MAX: usize = 64;

/// Why a version was not put in use.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ActivateError {
    /// There is no such version.
    #[error("there is no version {0} of the rules; `GET .../rules/versions` lists those that are kept")]
    Unknown(Uuid),
    /// So many are planned that no other can be.
    #[error("{PLANNED_MAX} activations are planned already")]
    TooManyPlanned,
    /// It cannot be put in use.
    #[error(transparent)]
    Put(#[from] PutError),
}

impl From<StoreError> for ActivateError {
    fn from(error: StoreError) -> Self {
        Self::Put(error.into())
    }
}

/// The rules of all drive-thrus.
#[derive(Debug)]
pub struct RuleVersions {
    histories: Arc<Keeper<RuleHistory>>,
    /// By their hashes: those with which sessions began that are still on.
    ready: Mutex<BTreeMap<Uuid, Arc<Active<RuleBook>>>>,
    /// Whom rules can name.
    agents: KnownAgents,
}

impl RuleVersions {
    /// Loads every drive-thru's rules.
    ///
    /// # Errors
    /// [`StoreError`] if they cannot be read.
    pub async fn load(
        menu: &ActiveMenu,
        agents: KnownAgents,
        store: &dyn DocumentStore,
    ) -> Result<Self, StoreError> {
        let histories = Arc::new(Keeper::load(None, menu, store).await?);
        Ok(Self { histories, ready: Mutex::default(), agents })
    }

    /// Where they are kept.
    pub fn histories(&self) -> &Arc<Keeper<RuleHistory>> {
        &self.histories
    }

    /// All versions of a drive-thru's rules; none if it never had any.
    pub fn history(&self, drive_thru: &str) -> Option<Arc<Active<RuleHistory>>> {
        self.histories.own(drive_thru)
    }

    /// The rules that are in use in a drive-thru at a time.
    pub fn at(&self, drive_thru: &str, at: Timestamp) -> Option<Arc<Active<RuleBook>>> {
        self.history(drive_thru)?.content.at(at)
    }

    /// The version with which a session began; none if it began with none, or that is not stored any more.
    ///
    /// # Errors
    /// [`StoreError`] if it is not ready here and cannot be read.
    pub(crate) async fn of_session(
        &self,
        drive_thru: &str,
        session: &Session,
        store: &dyn FeedStore,
    ) -> Result<Option<Arc<Active<RuleBook>>>, StoreError> {
        match session.documents().and_then(|named| named.rules) {
            Some(hash) => self.version(drive_thru, hash, store).await,
            None => Ok(None),
        }
    }

    /// The version of that hash; none if it is not stored any more.
    async fn version(
        &self,
        drive_thru: &str,
        hash: Uuid,
        store: &dyn FeedStore,
    ) -> Result<Option<Arc<Active<RuleBook>>>, StoreError> {
        let kept = self.history(drive_thru).and_then(|history| history.content.version(hash).cloned());
        if let Some(rules) = kept.and_then(|version| version.rules().cloned()) {
            return Ok(Some(rules));
        }
        let ready = locked(&self.ready).get(&hash).cloned();
        if ready.is_some() {
            return Ok(ready);
        }
        let text = store.document(hash).await?;
        let version = text.and_then(|text| restore(drive_thru, &text)).map(Arc::new);
        if let Some(version) = &version {
            let mut ready = locked(&self.ready);
            if ready.len() >= READY_MAX {
                // Who needs one of them reads it from the store.
                ready.clear();
            }
            ready.insert(hash, version.clone());
        }
        Ok(version)
    }

    /// Uses other rules, or none, without storing that.
    pub(crate) fn show(&self, drive_thru: &str, rules: Option<Arc<Active<RuleBook>>>) {
        let history = rules.map(|rules| RuleHistory::always(rules).active());
        self.histories.show(drive_thru, history);
    }

    /// Puts rules in use in a drive-thru at once, as soon as they are stored. The menu is the one that it sells from.
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
        change: Change,
    ) -> Result<Arc<Active<RuleBook>>, PutError> {
        let rules = self.check(document, menu);
        let noted = rules.as_ref().ok().map(|rules| in_use(rules.as_put.hash, &change));
        let Change { now, by } = change;
        let put = |history: Option<&RuleHistory>| {
            let current = history.and_then(|history| history.at(now));
            let etag = current.as_ref().map(|rules| rules.etag.clone());
            if !if_match::allows(if_match, etag.as_deref()) {
                return Err(PutError::Conflict { kind: DocumentKind::Rules, etag });
            }
            let rules = rules.clone()?;
            let version = rules.as_put.hash;
            let history = history.cloned().unwrap_or_default();
            let mut next = history.with_version(rules.clone(), now, by.clone());
            if current.is_none_or(|current| current.as_put.hash != version) {
                next = next.with_activation(Activation { version, from: now, by: by.clone() });
            }
            Ok((next.bounded(now).active(), rules))
        };
        self.histories.change(store, drive_thru, noted, put).await
    }

    /// What a document says, if it could be put in use where this menu is sold. Nothing is stored.
    ///
    /// # Errors
    /// [`PutError::Invalid`], with every fault.
    pub fn check(&self, document: Value, menu: &ActiveMenu) -> Result<Arc<Active<RuleBook>>, PutError> {
        let invalid = |faults| PutError::Invalid(DocumentKind::Rules, faults);
        let rules = Active::<RuleBook>::read(document).map_err(invalid)?;
        let mut unknown = rules.content.unknown_on(&menu.book.menu);
        unknown.extend(rules.content.unknown_among(&self.agents));
        if unknown.is_empty() { Ok(Arc::new(rules)) } else { Err(invalid(unknown)) }
    }

    /// Keeps a version of a drive-thru's rules, which is not in use before it is activated.
    ///
    /// # Errors
    /// [`PutError`].
    pub async fn keep(
        &self,
        store: &dyn DocumentStore,
        drive_thru: &str,
        menu: &ActiveMenu,
        document: Value,
        change: Change,
    ) -> Result<Arc<Active<RuleBook>>, PutError> {
        let rules = self.check(document, menu)?;
        let Change { now, by } = change;
        let keep = |history: Option<&RuleHistory>| {
            let history = history.cloned().unwrap_or_default();
            let next = history.with_version(rules.clone(), now, by.clone());
            Ok((next.bounded(now).active(), rules.clone()))
        };
        self.histories.change(store, drive_thru, None, keep).await
    }

    /// Puts a version that is kept in use, now or from a later time on.
    ///
    /// # Errors
    /// [`ActivateError`]; what is in use stays in use then, and planned what is planned.
    pub async fn activate(
        &self,
        store: &dyn DocumentStore,
        drive_thru: &str,
        menu: &ActiveMenu,
        version: Uuid,
        from: Option<Timestamp>,
        change: Change,
    ) -> Result<(), ActivateError> {
        // What is planned is told by the versions.
        let noted = from.is_none().then(|| in_use(version, &change));
        let Change { now, by } = change;
        let activate = |history: Option<&RuleHistory>| {
            let history = history.ok_or(ActivateError::Unknown(version))?;
            let rules = history.version(version).and_then(|version| version.rules());
            let rules = rules.ok_or(ActivateError::Unknown(version))?;
            let mut unfit = rules.content.rules_unknown_on(&menu.book.menu);
            unfit.extend(rules.content.unknown_among(&self.agents));
            if !unfit.is_empty() {
                return Err(PutError::Invalid(DocumentKind::Rules, unfit).into());
            }
            let from = from.unwrap_or(now);
            let is_another = |planned: &&Activation| planned.from != from;
            if from > now && history.planned(now).filter(is_another).count() >= PLANNED_MAX {
                return Err(ActivateError::TooManyPlanned);
            }
            let activation = Activation { version, from, by: by.clone() };
            Ok((history.clone().with_activation(activation).bounded(now).active(), ()))
        };
        self.histories.change(store, drive_thru, noted, activate).await
    }
}

/// That a version is put in use.
fn in_use(version: Uuid, change: &Change) -> DocumentChange {
    let Change { now: at, by: actor } = change.clone();
    DocumentChange { at, document: ChangedDocument::Rules { hash: version }, actor }
}
