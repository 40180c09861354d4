//! A key: what is kept of it.

use std::time::Duration;

use anyhow::{anyhow, bail};
use jiff::Timestamp;
use lanes::store::Pass;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::scope::{Grant, Place, Scope};
use super::secret::{Digest, Secret, SecretKind, hex};

/// How long an id is, in random bytes.
const ID_BYTES: usize = 4;
/// The longest name, in characters.
const NAME_CHARS_MAX: usize = 60;

/// A key as it is kept: everything but the key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Key {
    /// Names it where the name alone is not enough, such as in audit logs.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// Tells whether a text is this key.
    sha256: Digest,
    /// When it was made.
    pub created: Timestamp,
    /// From when on it opens nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    /// When it was revoked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revoked: Option<Timestamp>,
    /// What of it a browser was given by a code, with scopes and place that are those. What is kept has none.
    #[serde(skip)]
    pub grant: Option<Grant>,
}

/// What a key is to be.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// What people call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// Where.
    pub place: Place,
    /// From when on it opens nothing.
    pub expires: Option<Timestamp>,
}

impl Key {
    /// A new key, and what is kept of it.
    ///
    /// # Errors
    /// What makes no sense, or that the system has no random bits.
    pub fn new(key: NewKey, now: Timestamp) -> anyhow::Result<(Secret, Self)> {
        let NewKey { name, scopes, place, expires } = key;
        if name.trim().is_empty() || name.chars().count() > NAME_CHARS_MAX || name.contains(char::is_control)
        {
            bail!("a key's name has 1 to {NAME_CHARS_MAX} characters in one line");
        }
        if scopes.is_empty() {
            bail!("say what the key may do: --scope");
        }
        place.fits(&scopes).map_err(anyhow::Error::msg)?;
        let secret = Secret::new(SecretKind::Key)?;
        let mut id = [0; ID_BYTES];
        getrandom::fill(&mut id).map_err(|error| anyhow!("no random bits: {error}"))?;
        let (id, sha256) = (hex(&id), secret.digest());
        Ok((
            secret,
            Self { id, name, scopes, place, sha256, created: now, expires, revoked: None, grant: None },
        ))
    }

    /// Whether it opens anything at a time.
    pub fn is_valid(&self, now: Timestamp) -> bool {
        self.revoked.is_none() && self.expires.is_none_or(|expires| now < expires)
    }

    /// How long it is still valid, if nobody revokes it.
    pub fn left(&self, now: Timestamp) -> Duration {
        self.expires
            .map_or(Duration::MAX, |expires| expires.duration_since(now).try_into().unwrap_or_default())
    }

    /// Whether it may do what is for these scopes.
    pub fn may(&self, scopes: &[Scope]) -> bool {
        self.scopes.iter().any(|own| scopes.iter().any(|scope| own.includes(*scope)))
    }

    /// The key as a browser has it that is given a part of it; none where it does not have that part.
    pub fn granting(&self, grant: Grant) -> Option<Self> {
        let has_it = self.may(&[grant.scope]) && self.place.includes(&grant.place);
        let (scopes, place) = (vec![grant.scope], grant.place.clone());
        has_it.then(|| Self { scopes, place, grant: Some(grant), ..self.clone() })
    }

    /// A pass for it, or for the part that somebody has of it, which ends with it at the latest.
    pub fn pass(&self, expires: Timestamp) -> Pass {
        let grant = self.grant.as_ref().map(|grant| json!(grant).to_string());
        let expires = self.expires.map_or(expires, |end| end.min(expires));
        Pass { key_id: self.id.clone(), grant, expires }
    }

    /// Whether it is the one that a digest is of.
    pub fn is(&self, digest: &Digest) -> bool {
        self.sha256.is(digest)
    }
}
