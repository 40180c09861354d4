//! What is said to others in the car, or to explain: sentences that order nothing and ask nothing of the lane, and the
//! reason before "so". What is left is read as if it was all that was said.

use std::collections::BTreeSet;

use fsm::dialogue::Act;
use fsm::order::Reason;

use super::joined::parsed;
use super::sentences::sentences;
use crate::Utterance;
use crate::index::Index;
use crate::language::{Cue, Edit, Language, Sort, Word};
use crate::reading::asides::phrase;
use crate::reading::lattice::{Edge, Lattice, Role};
use crate::tokens::Token;

/// With fewer words, all of them known, a sentence may still say something: "okay", "no".
const TALK_WORDS_MIN: usize = 2;
/// How sure a name must be.
const SURE_MIN: f64 = 0.75;

/// The words without sentences that are only talk before what is ordered: "Emma? It's like ninety degrees out. A nitro
/// then". What follows an order may say why it changes.
pub(super) fn without_talk(utterance: Utterance<'_>, tokens: Vec<Token>) -> Vec<Token> {
    let all: Vec<&[Token]> = sentences(&tokens).collect();
    if all.len() < 2 {
        return tokens;
    }
    let talk: Vec<bool> = all.iter().map(|sentence| is_talk(utterance, sentence)).collect();
    let Some(last) = talk.iter().rposition(|talk| !talk) else { return tokens };
    let kept = all.iter().zip(&talk).enumerate().filter(|(at, (_, talk))| !**talk || *at > last);
    kept.flat_map(|(_, (sentence, _))| sentence.iter().cloned()).collect()
}

/// Whether a sentence has words of neither language nor menu, or several, names and asks for nothing, and does nothing by
/// itself.
fn is_talk(utterance: Utterance<'_>, sentence: &[Token]) -> bool {
    let index: &Index = &utterance.book.index;
    let language = index.language();
    let is_unknown = |token: &Token| language.roles_by(token.id).is_empty() && token.value.is_none();
    if sentence.len() < TALK_WORDS_MIN && !sentence.iter().any(is_unknown) {
        return false;
    }
    let lattice = Lattice::of(index, sentence);
    let asks = |word: &Word| {
        matches!(
            word,
            Word::Correction
                | Word::WeakCorrection
                | Word::Want
                | Word::Add
                | Word::Remove
                | Word::Make
                | Word::Swap
                | Word::Take
                | Word::Keep
                | Word::Instead
                | Word::InsteadOf
                | Word::Same
                | Word::Another
                | Word::Plain
                | Word::Clear
        )
    };
    let says_something = |edge: &Edge| match &edge.role {
        Role::Word(word) => asks(word),
        Role::Term(sort) => *sort == Sort::Food,
        Role::Size(_) | Role::Category(_) | Role::Group(_) | Role::Again => true,
        Role::Entry { .. } | Role::Modifier(_) => edge.sure >= SURE_MIN,
        Role::Number(_) | Role::NoSuchNumber | Role::Amount(_) | Role::Unknown => false,
    };
    if lattice.edges.iter().any(says_something) {
        return false;
    }
    parsed(utterance, sentence).acts.iter().all(is_idle)
}

/// Whether an act does nothing: at most, words of no menu were taken for something to order.
fn is_idle(act: &Act) -> bool {
    match act {
        Act::SmallTalk | Act::Unclear | Act::BackChannel { .. } | Act::Repeat => true,
        Act::Order { ops, unresolved } => {
            ops.is_empty() && unresolved.iter().all(|part| part.reason == Reason::NotOnMenu)
        }
        _ => false,
    }
}

/// The words after "so", where all that is named before it is named again: "Kyle wants Sprite in his, so a Sprite in one
/// of them". Else all words.
pub(super) fn without_reason(index: &Index, tokens: Vec<Token>) -> Vec<Token> {
    let language = index.language();
    let Some(at) = tokens.iter().rposition(|token| concludes(language, token)).filter(|at| *at > 0) else {
        return tokens;
    };
    let lattice = Lattice::of(index, &tokens);
    let named = |from: usize, to: usize| -> BTreeSet<&str> {
        let names = |edge: &&Edge| {
            matches!(edge.role, Role::Entry { .. } | Role::Modifier(_)) && edge.sure >= SURE_MIN
        };
        let within = lattice.edges.iter().filter(|edge| edge.start >= from && edge.end <= to);
        within
            .filter(names)
            .flat_map(|edge| &tokens[edge.start..edge.end])
            .map(|token| token.fold.as_str())
            .collect()
    };
    let (before, after) = (named(0, at), named(at + 1, tokens.len()));
    // "Jerry went home, so drop one of the light roasts"
    let does = |role: &Word| {
        matches!(role, Word::Cue(Cue::Act(_)) | Word::Want | Word::Add | Word::Number(_) | Word::Make)
    };
    // "read me that, so I can check it"
    let does = |from: usize| phrase(language, &tokens[from..at], |role| does(&role)).is_some();
    let only_tells = before.is_empty() && tokens[at].pause && !(0..at).any(does);
    if !only_tells && (before.is_empty() || !before.is_subset(&after)) {
        return tokens;
    }
    let mut rest = tokens[at + 1..].to_vec();
    if let Some(first) = rest.first_mut() {
        first.pause = true;
    }
    rest
}

fn concludes(language: &Language, token: &Token) -> bool {
    language.roles_by(token.id).contains(&Word::Edit(Edit::Hence))
}
