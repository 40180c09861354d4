//! Whether a model's words say what the book of phrases would say, and may be spoken.

use fsm::dialogue::Why;
use parse::Index;

/// The longest text that is spoken, in characters.
const CHARS_MAX: usize = 240;
/// How many sentences it may have.
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
            let text = text.trim().trim_matches('"');
            let holds = may_replace(text, &right, index);
            let (text, why) = if holds { (text.to_owned(), Why::Taken) } else { (right, Why::NotSaid) };
            (text, why, Some(tokens))
        }
        Err(why) => (right, why, None),
    }
}

/// Whether a text may take the place of another: it names, counts and denies the same in the same order, promises and
/// praises nothing else, asks as often, and is plain speech.
fn may_replace(text: &str, right: &str, index: &Index) -> bool {
    let asks = |text: &str| text.matches('?').count();
    is_plain(text)
        && sentences(text) <= SENTENCES_MAX
        && asks(text) <= 1
        && asks(text) == asks(right).min(1)
        && text.ends_with('?') == right.ends_with('?')
        && parse::telling(text, index) == parse::telling(right, index)
        && parse::claims(text, index) == parse::claims(right, index)
}

/// Whether a voice can speak it: no markup, no address, no control characters, not too long.
fn is_plain(text: &str) -> bool {
    let is_spoken = |letter: char| letter.is_alphanumeric() || " ,.!?'’-–:;&$€£¥%()".contains(letter);
    !text.is_empty()
        && text.chars().count() <= CHARS_MAX
        && text.chars().all(is_spoken)
        && !["http", "www."].iter().any(|address| text.to_lowercase().contains(address))
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
