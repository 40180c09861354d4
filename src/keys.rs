//! API keys: who may do what, where, and until when.
//!
//! They are in a file of their own, and not in the store: the service asks for them also while the store is away, and a backup
//! of the store that is restored brings back no key that was revoked.

mod code;
mod file;
mod key;
mod ring;
mod scope;
mod secret;

pub use self::code::Code;
pub use self::file::KeyFile;
pub use self::key::{Key, NewKey};
pub use self::ring::Keyring;
pub use self::scope::{Grant, Place, Scope};
pub use self::secret::{Digest, Secret, SecretKind};
