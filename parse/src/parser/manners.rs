//! What is said before and behind what is wanted, and says nothing of it: "okay so", "can you do me a favor", "sorry about
//! that". "Wait" and "you know what" are left out, too, where they would have what follows read otherwise than it is meant.

use fsm::dialogue::{Act, ActKind};
use fsm::machine::StateKind;
use fsm::order::Op;

use super::Parsed;
use super::joined::text;
use super::sentences::SURE_MIN;
use crate::Utterance;
use crate::language::{Cue, Language, Word};
use crate::reading::asides::phrase;
use crate::tokens::Token;

/// A closing behind fewer words belongs to them: "okay, thanks".
const SAID_WORDS_MIN: usize = 2;
/// Openings of so many words are no name.
const NAME_WORDS_MAX: usize = 3;
/// Among how many words it is said that there should be more: "two more cheeseburgers".
const MORE_WORDS_MAX: usize = 2;

/// The words of what is wanted of the menu without openings and closings. `named` tells which words the menu has.
pub(super) fn without(
    utterance: Utterance<'_>,
    mut tokens: Vec<Token>,
    named: impl Fn(&Token) -> bool,
) -> Vec<Token> {
    let language = utterance.book.index.language();
    // "what a helpful assistant you are, thank you"
    let counts = |role: &Word| matches!(role, Word::Number(_));
    let is_wanted = |token: &Token| {
        let roles = language.roles_by(token.id);
        named(token) && roles.is_empty() || roles.iter().any(counts)
    };
    let wants = |tokens: &[Token]| tokens.iter().any(is_wanted);
    while let Some(at) = closing(language, &tokens).filter(|at| wants(&tokens[..*at])) {
        tokens.truncate(at);
    }
    // An okay may answer.
    let Utterance { question, offer, answered, during_speech, .. } = utterance;
    let asked = question.is_some() || offer.is_some() || answered.is_some() || during_speech;
    let assents = utterance.state == StateKind::Ordering && !asked;
    let opens = |at: usize| opening(language, &tokens[at..], assents, &named);
    let mut start = 0;
    while let Some(length) = opens(start).filter(|length| wants(&tokens[start + length..])) {
        start += length;
    }
    tokens.drain(..start);
    tokens
}

/// What was said, read without "wait" or "you know what" before it. None where those say how it is meant: "wait, two
/// burgers" sets the number, and only orders them if nothing is there to be corrected.
pub(super) fn without_correction(
    utterance: Utterance<'_>,
    parsed: &Parsed,
    read: impl Fn(Utterance<'_>) -> Parsed,
) -> Option<Parsed> {
    // "scratch that one", of what is asked about
    if utterance.question.is_some() && parsed.readings.is_empty() {
        return None;
    }
    let (language, tokens) = (utterance.book.index.language(), &parsed.tokens);
    let opens = |role| matches!(role, Word::Correction | Word::WeakCorrection);
    // "make that three"
    let makes = |role| role == Word::Make;
    let mut start = 0;
    while let Some(length) = phrase(language, &tokens[start..], opens) {
        if phrase(language, &tokens[start..], makes).is_some() {
            break;
        }
        start += length;
    }
    let rest = &tokens[start..];
    if start == 0 || rest.is_empty() {
        return None;
    }
    let bare = read(Utterance { text: &text(rest), ..utterance });
    if !is_whole(&bare) {
        return None;
    }
    let adds = |role| matches!(role, Word::And | Word::Another | Word::Add);
    let more = (0..rest.len().min(MORE_WORDS_MAX)).any(|at| phrase(language, &rest[at..], adds).is_some());
    let changes = |op: &Op| !matches!(op, Op::Add(_));
    let counts = |op: &Op| matches!(op, Op::Modify(change) if change.quantity.is_some());
    let corrects = is_whole(parsed) && ops(parsed).iter().all(|op| changes(op) && !counts(op));
    let is_empty = utterance.order.is_none_or(|order| order.lines().is_empty());
    let is_said = is_empty || more || !is_whole(parsed) || ops(&bare).iter().any(changes) && !corrects;
    is_said.then_some(bare)
}

/// Whether everything that was heard is done without a question.
fn is_whole(parsed: &Parsed) -> bool {
    parsed.acts.confidence >= SURE_MIN
        && matches!(parsed.acts.acts.as_slice(), [Act::Order { unresolved, .. }, ..] if unresolved.is_empty())
}

fn ops(parsed: &Parsed) -> &[Op] {
    match parsed.acts.acts.as_slice() {
        [Act::Order { ops, .. }, ..] => ops,
        _ => &[],
    }
}

/// Where a closing begins.
fn closing(language: &Language, words: &[Token]) -> Option<usize> {
    let closes = |role| role == Word::Closing;
    (SAID_WORDS_MIN..words.len()).find(|at| phrase(language, &words[*at..], closes) == Some(words.len() - at))
}

/// How many words open an utterance, unless they begin something longer ("oh wait"), or a name.
fn opening(
    language: &Language,
    words: &[Token],
    assents: bool,
    named: impl Fn(&Token) -> bool,
) -> Option<usize> {
    let assent = || {
        let length = phrase(language, words, |role| role == Word::Cue(Cue::WeakYes))?;
        words.get(length).is_some_and(|next| assents && next.pause).then_some(length)
    };
    // "Sorry. Can we get small fries": as a sentence before what is wanted, it takes nothing back.
    let apology = || {
        let length = phrase(language, words, |role| role == Word::Apology)?;
        let rest = words.get(length..).filter(|rest| rest.first().is_some_and(|next| next.begins))?;
        phrase(language, rest, |role| role == Word::Want).map(|_| length)
    };
    let length = phrase(language, words, |role| role == Word::Opening).or_else(assent).or_else(apology)?;
    // "um no" begins with "um".
    let more = |role| !matches!(role, Word::Cue(Cue::Act(ActKind::No | ActKind::Yes)));
    let says_more = phrase(language, words, more).is_some_and(|longest| longest > length);
    let names = length < NAME_WORDS_MAX && words[..length].iter().any(named);
    (!says_more && !names).then_some(length)
}
