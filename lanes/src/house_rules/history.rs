//! The versions of a drive-thru's rules, and from when on each is in use.
//!
//! ```text
//!   versions:     a ──── b ──── c              as they were put
//!   activations:  a, 9:00 · b, 12:00 · a, 12:10 · c, Monday 6:00
//! ```
//!
//! Which version is in use is read off the activations and a time. Nobody has to do anything when that time comes, so that all
//! processes agree.

use std::sync::{Arc, OnceLock};

use fsm::reader::Fault;
use jiff::Timestamp;
use rules::RuleBook;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::actor::Actor;
use crate::keeper::{Active, Content};
use crate::store::{Document, DocumentKind};

/// How many versions are kept: the oldest goes that is neither in use nor planned.
pub const VERSIONS_MAX: usize = 20;
/// How many activations are kept.
const ACTIVATIONS_MAX: usize = 50;
/// How many activations may be planned.
pub const PLANNED_MAX: usize = 10;

/// The versions of a drive-thru's rules. It never changes; another takes its place.
#[derive(Clone, Debug, Default)]
pub struct RuleHistory {
    /// As they were put first, the oldest first.
    versions: Vec<Arc<RuleVersion>>,
    /// By their times.
    activations: Vec<Activation>,
}

/// Rules as they were put once.
#[derive(Debug)]
pub struct RuleVersion {
    /// Names it, as turns do.
    pub hash: Uuid,
    /// When it was put first; none for one that was put before that was kept.
    pub put_at: Option<Timestamp>,
    /// By whom.
    pub by: Option<Actor>,
    document: Value,
    /// Read when it is needed. None if it is not valid any more.
    read: OnceLock<Option<Arc<Active<RuleBook>>>>,
}

/// From when on a version is in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Activation {
    /// The version.
    pub version: Uuid,
    /// From then on.
    pub from: Timestamp,
    /// Who decided that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Actor>,
}

/// As it is stored.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    versions: Vec<StoredVersion>,
    activations: Vec<Activation>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredVersion {
    document: Value,
    put_at: Option<Timestamp>,
    by: Option<Actor>,
}

impl RuleVersion {
    /// What it says; none if it is not valid any more.
    pub fn rules(&self) -> Option<&Arc<Active<RuleBook>>> {
        let read = || match Active::read(self.document.clone()) {
            Ok(rules) => Some(Arc::new(rules)),
            Err(faults) => {
                tracing::error!(version = %self.hash, ?faults, "a stored version of rules is faulty");
                None
            }
        };
        self.read.get_or_init(read).as_ref()
    }

    /// What people call it.
    pub fn name(&self) -> Option<&str> {
        self.document["name"].as_str()
    }

    fn read(rules: Arc<Active<RuleBook>>, put_at: Option<Timestamp>, by: Option<Actor>) -> Self {
        let (hash, document) = (rules.as_put.hash, rules.document.clone());
        Self { hash, put_at, by, document, read: OnceLock::from(Some(rules)) }
    }

    fn stored(document: Value, put_at: Option<Timestamp>, by: Option<Actor>) -> Arc<Self> {
        let hash = Document::of(document.to_string()).hash;
        Arc::new(Self { hash, put_at, by, document, read: OnceLock::new() })
    }
}

impl RuleHistory {
    /// Of rules that were always in use.
    pub fn always(rules: Arc<Active<RuleBook>>) -> Self {
        let activation = Activation { version: rules.as_put.hash, from: Timestamp::MIN, by: None };
        Self { versions: vec![Arc::new(RuleVersion::read(rules, None, None))], activations: vec![activation] }
    }

    /// The rules that are in use at a time. A version that is not valid any more leaves the one before it in use.
    pub fn at(&self, at: Timestamp) -> Option<Arc<Active<RuleBook>>> {
        self.activation_at(at).and_then(|activation| self.version(activation.version)?.rules().cloned())
    }

    /// By which activation those are in use.
    pub fn activation_at(&self, at: Timestamp) -> Option<&Activation> {
        let mut until_then = self.activations.iter().rev().filter(|activation| activation.from <= at);
        until_then.find(|activation| self.version(activation.version).is_some_and(|it| it.rules().is_some()))
    }

    /// The version that was in use before the one that is: one can go back to it.
    pub fn before(&self, at: Timestamp) -> Option<Uuid> {
        let current = self.activation_at(at)?;
        let earlier = self.activations.iter().rev().filter(|earlier| earlier.from < current.from);
        let mut others = earlier.map(|earlier| earlier.version).filter(|version| *version != current.version);
        others.find(|version| self.version(*version).is_some_and(|it| it.rules().is_some()))
    }

    /// What is planned, the next first.
    pub fn planned(&self, now: Timestamp) -> impl Iterator<Item = &Activation> {
        self.activations.iter().filter(move |activation| activation.from > now)
    }

    /// A version; none if it is not kept.
    pub fn version(&self, hash: Uuid) -> Option<&Arc<RuleVersion>> {
        self.versions.iter().find(|version| version.hash == hash)
    }

    /// The versions, the one that was put last first.
    pub fn versions(&self) -> impl Iterator<Item = &Arc<RuleVersion>> {
        self.versions.iter().rev()
    }

    /// With a version that was put. One that was there before stays as it was.
    #[must_use]
    pub fn with_version(mut self, rules: Arc<Active<RuleBook>>, now: Timestamp, by: Option<Actor>) -> Self {
        if self.version(rules.as_put.hash).is_none() {
            self.versions.push(Arc::new(RuleVersion::read(rules, Some(now), by)));
        }
        self
    }

    /// With another version in use from a time on. It takes the place of what was planned for that very time.
    #[must_use]
    pub fn with_activation(mut self, activation: Activation) -> Self {
        self.activations.retain(|known| known.from != activation.from);
        self.activations.push(activation);
        self.activations.sort_by_key(|activation| activation.from);
        self
    }

    /// Without what is too old to be kept.
    #[must_use]
    pub fn bounded(mut self, now: Timestamp) -> Self {
        let in_use = self.activations.iter().rposition(|activation| activation.from <= now).unwrap_or(0);
        let too_many = self.activations.len().saturating_sub(ACTIVATIONS_MAX);
        self.activations.drain(..too_many.min(in_use));
        let needed: Vec<Uuid> =
            self.activations.iter().filter(|it| it.from > now).map(|it| it.version).collect();
        let current = self.activation_at(now).map(|activation| activation.version);
        let can_go =
            |version: &Arc<RuleVersion>| Some(version.hash) != current && !needed.contains(&version.hash);
        while self.versions.len() > VERSIONS_MAX
            && let Some(oldest) = self.versions.iter().position(can_go)
        {
            self.versions.remove(oldest);
        }
        self
    }

    /// As it is put in use.
    pub fn active(self) -> Arc<Active<Self>> {
        let version = |version: &Arc<RuleVersion>| {
            let RuleVersion { document, put_at, by, .. } = &**version;
            json!({ "document": document, "put_at": put_at, "by": by })
        };
        let versions: Vec<Value> = self.versions.iter().map(version).collect();
        let document = json!({ "versions": versions, "activations": self.activations });
        Arc::new(Active::of(self, document))
    }
}

impl Content for RuleHistory {
    const KIND: DocumentKind = DocumentKind::Rules;

    fn check(document: &Value) -> Result<Self, Vec<Fault>> {
        // Rules as they were stored before there were versions.
        if document.get("rules").is_some() {
            return RuleBook::read(document).map(|_| {
                let version = RuleVersion::stored(document.clone(), None, None);
                let activation = Activation { version: version.hash, from: Timestamp::MIN, by: None };
                Self { versions: vec![version], activations: vec![activation] }
            });
        }
        let stored = Stored::deserialize(document);
        let Stored { versions, activations } =
            stored.map_err(|error| vec![Fault { path: "$".to_owned(), detail: error.to_string() }])?;
        let version = |StoredVersion { document, put_at, by }| RuleVersion::stored(document, put_at, by);
        Ok(Self { versions: versions.into_iter().map(version).collect(), activations })
    }
}
