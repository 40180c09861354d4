//! Random texts that open something. Whoever is given one sees it once; what is kept is its SHA-256.

use std::fmt;

use anyhow::anyhow;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

/// How much of a secret is random, in bytes.
const RANDOM_BYTES: usize = 32;

/// What a secret opens. It begins with this, so that it is recognized where it should not be.
#[derive(Clone, Copy, Debug)]
pub enum SecretKind {
    /// The interface.
    Key,
    /// The same, for a browser that is signed in.
    SignIn,
    /// One socket or stream.
    Ticket,
}

impl SecretKind {
    /// How it begins.
    pub fn prefix(self) -> &'static str {
        match self {
            Self::Key => "carhop_key_",
            Self::SignIn => "carhop_session_",
            Self::Ticket => "carhop_ticket_",
        }
    }
}

/// A random text that opens something.
pub struct Secret(String);

impl Secret {
    /// A new one: 256 random bits.
    ///
    /// # Errors
    /// If the system has no random bits.
    pub fn new(kind: SecretKind) -> anyhow::Result<Self> {
        let mut random = [0; RANDOM_BYTES];
        getrandom::fill(&mut random).map_err(|error| anyhow!("no random bits: {error}"))?;
        Ok(Self(format!("{}{}", kind.prefix(), hex(&random))))
    }

    /// The text, to be shown this once.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    pub fn digest(&self) -> Digest {
        Digest::of(&self.0)
    }
}

/// The SHA-256 of a secret.
#[derive(Clone, Copy)]
pub struct Digest([u8; 32]);

impl Digest {
    /// That of a text.
    pub fn of(text: &str) -> Self {
        Self(Sha256::digest(text.as_bytes()).into())
    }

    /// Whether it is the same. How long that takes tells nothing of either.
    pub fn is(&self, other: &Self) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Digest")
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let pair = |at| text.get(at..at + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
        let bytes: Option<Vec<u8>> = (0..text.len()).step_by(2).map(pair).collect();
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.map(Self).ok_or_else(|| D::Error::custom("a SHA-256 has 64 hexadecimal digits"))
    }
}

/// Bytes as hexadecimal digits.
pub(super) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_recognized_and_no_two_are_alike() {
        let [one, other] = [(); 2].map(|()| Secret::new(SecretKind::Key).unwrap());
        assert!(one.reveal().starts_with("carhop_key_") && one.reveal().len() == "carhop_key_".len() + 64);
        assert_ne!(one.reveal(), other.reveal());
        assert!(one.digest().is(&Digest::of(one.reveal())) && !one.digest().is(&other.digest()));
    }

    #[test]
    fn what_is_kept_is_the_sha_256() {
        let text = serde_json::to_string(&Digest::of("abc")).unwrap();
        assert_eq!(text, "\"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\"");
        let read: Digest = serde_json::from_str(&text).unwrap();
        assert!(read.is(&Digest::of("abc")));
        for faulty in ["\"\"", "\"ba78\"", "\"bä7816bf\"", &text.replace("ba", "bx")] {
            assert!(serde_json::from_str::<Digest>(faulty).is_err(), "{faulty}");
        }
    }
}
