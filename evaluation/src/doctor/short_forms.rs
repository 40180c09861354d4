//! Names that are longer than what people say.

use std::collections::{BTreeMap, BTreeSet};

use parse::{MenuBook, Spoken};

use super::heard;
use super::things::{Name, Of, Thing};
use super::warning::Warning;

/// A name with so many words that say something is not said in full.
const LONG_WORDS_MIN: usize = 4;
/// A name with so many is shortened by many.
const SHORTENED_WORDS_MIN: usize = 3;
/// The most words of a short form.
const SHORT_WORDS_MAX: usize = 2;

/// Warns of things that have only long names: with a short form that could be an alias, where one is theirs alone.
pub(super) fn short_forms(things: &[Thing<'_>], book: &MenuBook) -> Vec<Warning> {
    let known = Words::of(things);
    let spoken = Spoken::of(book);
    let little: BTreeSet<String> =
        [spoken.fillers(), spoken.amounts(), spoken.numbers()].concat().into_iter().collect();
    let mut warnings = Vec::new();
    for thing in things {
        let telling = |name: &Name<'_>| name.words.iter().filter(|word| tells(word, &little)).count();
        let Some((shortest, name)) =
            thing.names.iter().map(|name| (telling(name), name)).min_by_key(|(count, _)| *count)
        else {
            continue;
        };
        if shortest < SHORTENED_WORDS_MIN {
            continue;
        }
        let short = forms(name, &little).into_iter().find(|form| known.are_only_of(form, thing.of));
        let is_long = shortest >= LONG_WORDS_MIN;
        let is_heard = |form: &[String]| heard::is_heard(thing.of, &form.join(" "), book);
        let warning = match short {
            Some(form) if is_long || !is_heard(&form) => {
                let form = form.join(" ");
                let who = if is_long { "nobody says it in full" } else { "many say less" };
                let detail = format!("\"{}\" is long: {who}", name.text);
                Warning::at(&name.path, detail)
                    .suggest(format!("add the alias \"{form}\" to {}: nothing else is called so", thing.path))
            }
            None if is_long => {
                let detail = format!(
                    "\"{}\" is long: nobody says it in full, and no part of it is its own",
                    name.text
                );
                let suggest = format!("add to {} what people call it at the counter", thing.path);
                Warning::at(&name.path, detail).suggest(suggest)
            }
            _ => continue,
        };
        warnings.push(warning);
    }
    warnings
}

/// The runs of a name that may stand for it, likeliest first: its end says what it is. Words of the language neither
/// begin nor end one.
fn forms(name: &Name<'_>, little: &BTreeSet<String>) -> Vec<Vec<String>> {
    let words = &name.words;
    let mut forms = Vec::new();
    for length in (1..=SHORT_WORDS_MAX.min(words.len().saturating_sub(1))).rev() {
        for start in (0..=words.len() - length).rev() {
            let form = &words[start..start + length];
            if [form.first(), form.last()].into_iter().flatten().all(|word| tells(word, little)) {
                forms.push(form.to_vec());
            }
        }
    }
    forms
}

/// Whether a word of a name is one of its own, neither a number nor one that says little: "and", "of", "extra".
fn tells(word: &str, little: &BTreeSet<String>) -> bool {
    !little.contains(word) && word.chars().any(char::is_alphabetic)
}

/// By word, what has it in one of its names.
struct Words(BTreeMap<String, BTreeSet<Of>>);

impl Words {
    fn of(things: &[Thing<'_>]) -> Self {
        let mut words: BTreeMap<String, BTreeSet<Of>> = BTreeMap::new();
        for thing in things {
            for word in thing.names.iter().flat_map(|name| &name.words) {
                words.entry(word.clone()).or_default().insert(thing.of);
            }
        }
        Self(words)
    }

    /// Whether only this has all of these words.
    fn are_only_of(&self, form: &[String], of: Of) -> bool {
        let mut having = form.iter().filter_map(|word| self.0.get(word));
        let Some(first) = having.next() else { return false };
        let rest: Vec<&BTreeSet<Of>> = having.collect();
        first
            .iter()
            .filter(|thing| rest.iter().all(|having| having.contains(thing)))
            .all(|thing| *thing == of)
    }
}
