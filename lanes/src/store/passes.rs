//! Passes: what stands for a key for a while, such as that a browser is signed in.

use async_trait::async_trait;
use jiff::Timestamp;

use super::error::Result;

/// Stores passes by their hashes: whoever reads the store can use none that is too long to be guessed.
///
/// - A pass is never given after its time is up, and is forgotten soon after.
/// - One that is taken is given to one caller alone, whichever process asks.
#[async_trait]
pub trait PassStore: Send + Sync {
    /// Stores a pass.
    async fn put_pass(&self, hash: &str, pass: Pass) -> Result<()>;

    /// A pass.
    async fn pass(&self, hash: &str) -> Result<Option<Pass>>;

    /// A pass, which is forgotten with that.
    async fn take_pass(&self, hash: &str) -> Result<Option<Pass>>;
}

/// What a pass stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// The id of the key.
    pub key_id: String,
    /// What of it, as whoever made the pass writes it; all where it is not said.
    pub grant: Option<String>,
    /// When its time is up.
    pub expires: Timestamp,
}
