//! Text to acts, deterministic: any menu, no other knowledge of the restaurant.
//!
//! ```text
//! text -> tokens -> lattice -> search -> walk -> resolve -> parser
//!         words     what each  the best  lines,  ids, the   acts and
//!                   run can    reading   changes question   confidence
//!                   mean
//! ```
//!
//! What is said besides an order (`besides`) is heard from all the words at once, and replaces an order that was not
//! meant (`meant`).
//!
//! The cost of an utterance is bounded. It has at most `tokens::TOKENS_MAX` words. From each word at most
//! `lattice::builder::NAMES_MAX` beginnings of names are followed, over at most `NAME_WORDS_MAX` words, numbers over
//! `NUMBER_WORDS_MAX`, and at most `EDGES_PER_WORD_MAX` meanings are kept. The search extends `beam::BEAM` readings by
//! each meaning, bound to what is before and to what comes: a constant for each word, so that it is linear in the
//! words; [`Explanation::steps`] counts it. The walk takes each run once; for some it looks back over the lines that
//! were said, and ahead over the runs, which is quadratic at worst.
//!
//! A menu is compiled into an [`Index`] when it is loaded. The words of a language are data, a folder for each
//! ([`Languages`]).

mod accounting;
mod asking;
mod confidence;
mod correction;
mod evidence;
mod explain;
mod house_answer;
mod index;
mod known;
mod language;
mod long_numbers;
pub mod notation;
mod parser;
mod persons;
mod reading;
mod recognized;
mod resolve;
mod spoken;
mod tokens;
mod utterance;
mod wording;
mod words;

use fsm::dialogue::{Act, Acts};

pub use self::accounting::Fate;
pub use self::confidence::{Doubt, DoubtWeights};
pub use self::evidence::{Evidence, Explained, Named};
pub use self::explain::Explanation;
pub use self::index::Index;
pub use self::known::{content_words, unknown_words};
pub use self::language::{Languages, PackFault};
pub use self::long_numbers::HIDDEN;
pub use self::recognized::{HeardWord, Recognized};
pub use self::spoken::Spoken;
pub use self::utterance::{MenuBook, Utterance};
pub use self::wording::says_the_same;
pub use self::words::words;

/// Reads an utterance, by the guess of the recognizer that explains most. The same input gives the same acts.
pub fn read(utterance: Utterance<'_>) -> Acts {
    house_answer::read(utterance).unwrap_or_else(|| recognized::read(utterance))
}

/// The most, 0 to 1, that the acts of another agent may be sure of, by what the recognizer tells of the words.
pub fn sure_max(utterance: Utterance<'_>, acts: &[Act]) -> f64 {
    recognized::sure_max_of(utterance, acts)
}

/// Reads an utterance and explains how.
pub fn explain(utterance: Utterance<'_>) -> Explanation<'_> {
    Explanation::of(parser::parse(utterance), utterance.book)
}
