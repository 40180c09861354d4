//! An utterance as words: one form each, with whether the speaker paused before.

use crate::language::Language;
use crate::words::{Raw, split};

/// A word of an utterance.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    /// In lower case, without accents and apostrophes.
    pub(crate) word: String,
    /// The form that all forms of the word share.
    pub(crate) fold: String,
    /// The word's number in the language, if it is of the language.
    pub(crate) id: Option<u32>,
    /// What digits say, saturated.
    pub(crate) value: Option<u32>,
    /// Whether a comma, a full stop or the like came before.
    pub(crate) pause: bool,
    /// Whether a sentence ended before.
    pub(crate) begins: bool,
    /// Whether a question ended before.
    pub(crate) asked: bool,
}

/// The most words that are read of one utterance; the longest text that a lane takes has no more.
pub(crate) const TOKENS_MAX: usize = 1000;

/// Reads the words of a text.
pub(crate) fn tokenize(language: &Language, text: &str) -> Vec<Token> {
    split(text)
        .into_iter()
        .flat_map(|raw| without_ending(language, raw))
        .take(TOKENS_MAX)
        .map(|raw| {
            let word = language.same(&raw.word).to_owned();
            let digits = word.trim_matches('x');
            let value = number(digits);
            let word = if value.is_some() { digits.to_owned() } else { word };
            let (fold, id) = (language.fold(&word), language.id(&word));
            let (pause, begins, asked) = (raw.pause, raw.begins, raw.asked);
            Token { fold, id, value, word, pause, begins, asked }
        })
        .collect()
}

/// "fries'll" as two words, where it is none of the language.
fn without_ending(language: &Language, raw: Raw) -> impl Iterator<Item = Raw> {
    let Raw { mut word, apostrophe, pause, begins, asked } = raw;
    let at = apostrophe.filter(|at| *at > 0 && language.id(&word).is_none());
    let joined = at.and_then(|at| Some((at, language.apart(&word[at..])?.to_owned())));
    let ending = joined.map(|(at, ending)| {
        word.truncate(at);
        Raw { word: ending, apostrophe: None, pause: false, begins: false, asked: false }
    });
    std::iter::once(Raw { word, apostrophe, pause, begins, asked }).chain(ending)
}

/// Drops what a speaker or a recognizer repeated: "a a burger", "b-b-bacon". `doubled` tells which words a name
/// repeats; "uh-uh" is a phrase of the language.
pub(crate) fn without_stutters(
    language: &Language,
    tokens: Vec<Token>,
    doubled: impl Fn(&Token) -> bool,
) -> Vec<Token> {
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    for mut token in tokens {
        if let Some(before) = kept.last() {
            let repeated =
                before.word == token.word && !token.pause && before.value.is_none() && !doubled(&token);
            if repeated && !token.id.is_some_and(|word| language.doubles(word)) {
                continue;
            }
        }
        while kept.last().is_some_and(|before| is_fragment(language, before, &token)) {
            let Some(fragment) = kept.pop() else { break };
            token.pause |= fragment.pause;
            token.begins |= fragment.begins;
        }
        kept.push(token);
    }
    kept
}

/// The longest beginning of a word that a stutter repeats.
const FRAGMENT_LETTERS_MAX: usize = 3;

fn is_fragment(language: &Language, before: &Token, token: &Token) -> bool {
    language.roles_by(before.id).is_empty()
        && before.value.is_none()
        && !token.pause
        && before.word.chars().count() <= FRAGMENT_LETTERS_MAX
        && before.word.len() < token.word.len()
        && token.word.starts_with(&before.word)
}

fn number(word: &str) -> Option<u32> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| word.parse().unwrap_or(u32::MAX))
}
