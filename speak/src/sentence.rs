//! What is told, in words.

/// What is told, worded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    pub text: String,
    /// The same without its apology, if it has one: a reply apologizes once.
    pub unapologetic: Option<String>,
}

impl From<String> for Sentence {
    fn from(text: String) -> Self {
        Self { text, unapologetic: None }
    }
}
