//! Whether a model's words say what the book of phrases would say, and may be spoken.

use fsm::dialogue::Why;
use parse::Index;

/// The longest text that is spoken, in characters.
const CHARS_MAX: usize = 240;
/// How many sentences it may have, unless the book of phrases has more.
const SENTENCES_MAX: usize = 2;

/// What is said of what a model answered: its words, if they may be spoken in the place of those that are right, else
/// those; with why, and how many tokens it took.
pub(super) fn spoken(
    answer: Result<(String, u64), Why>,
    right: String,
    index: &Index,
) -> (String, Why, Option<u64>) {
    match answer {
        Ok((text, tokens)) => {
            let text = unquoted(text.trim(), &right);
            let holds = may_replace(text, &right, index);
            let (text, why) = if holds { (text.to_owned(), Why::Taken) } else { (right, Why::NotSaid) };
            (text, why, Some(tokens))
        }
        Err(why) => (right, why, None),
    }
}

/// A text without the quotation marks that a model puts around it.
fn unquoted<'a>(text: &'a str, right: &str) -> &'a str {
    if text == right { text } else { text.trim_matches('"') }
}

/// Whether a text may take the place of another: it is the other, or says the same in plain speech.
fn may_replace(text: &str, right: &str, index: &Index) -> bool {
    text == right
        || is_plain(text)
            && sentences(text) <= SENTENCES_MAX.max(sentences(right))
            && parse::says_the_same(text, right, index)
}

/// Whether a voice can speak it: no markup, no control characters, not too long.
fn is_plain(text: &str) -> bool {
    let is_spoken = |letter: char| letter.is_alphanumeric() || " ,.!?'’-–:;&$€£¥%()".contains(letter);
    !text.is_empty() && text.chars().count() <= CHARS_MAX && text.chars().all(is_spoken)
}

/// How many sentences a text has: a point within a price ends none.
fn sentences(text: &str) -> usize {
    let mut letters = text.chars().peekable();
    let mut count = 0;
    while let Some(letter) = letters.next() {
        let ends = matches!(letter, '.' | '!' | '?');
        if ends && letters.peek().is_none_or(|next| next.is_whitespace()) {
            count += 1;
        }
    }
    count + usize::from(!text.ends_with(['.', '!', '?']))
}
