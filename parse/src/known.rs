//! Which words nobody has written down.

use crate::index::Index;
use crate::tokens;

/// The words of a text that are neither of the menu nor of its language, in their order.
pub fn unknown_words(text: &str, index: &Index) -> Vec<String> {
    let tokens = tokens::tokenize(index.language(), text).into_iter();
    let unknown = tokens
        .filter(|token| token.id.is_none() && token.value.is_none() && index.word(&token.fold).is_none());
    unknown.map(|token| token.word).collect()
}
