//! Which words say something, and which nobody has written down.

use crate::index::Index;
use crate::tokens;

/// The words of a text that are neither of the menu nor of its language, in their order.
pub fn unknown_words(text: &str, index: &Index) -> Vec<String> {
    let tokens = tokens::tokenize(index.language(), text).into_iter();
    let unknown = tokens
        .filter(|token| token.id.is_none() && token.value.is_none() && index.word(&token.fold).is_none());
    unknown.map(|token| token.word).collect()
}

/// The words of a text that say something, singular where they are plural; all of them where none does.
pub fn content_words(text: &str, index: &Index) -> Vec<String> {
    let tokens = tokens::tokenize(index.language(), text);
    let says_little = |id: Option<u32>| id.is_some_and(|id| index.language().is_light(id));
    let telling: Vec<String> =
        tokens.iter().filter(|token| !says_little(token.id)).map(|token| token.fold.clone()).collect();
    if telling.is_empty() { tokens.into_iter().map(|token| token.fold).collect() } else { telling }
}
