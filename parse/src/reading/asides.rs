//! What is said to somebody else, or about other things, within an utterance: "this is taking too long", "I've got water
//! in the car". It runs to the next pause, or to where something is asked for.

use fsm::dialogue::ActKind;

use crate::language::{Cue, Edit, Language, Word};
use crate::tokens::Token;

/// How many words before a hesitation a phrase may begin that it is a word of: "I would really like".
const PHRASE_WORDS_BEFORE: usize = 5;

/// The words of an utterance without its asides.
pub(crate) fn without(language: &Language, tokens: Vec<Token>) -> Vec<Token> {
    let mut is_aside = vec![false; tokens.len()];
    let mut start = 0;
    while start < tokens.len() {
        let end = (start + 1..tokens.len()).find(|at| tokens[*at].pause).unwrap_or(tokens.len());
        let clause = &tokens[start..end];
        if let Some((from, to)) = aside(language, clause).or_else(|| remark(language, clause)) {
            is_aside[start + from..start + to].fill(true);
        }
        start = end;
    }
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    let (mut after_aside, mut begins) = (false, false);
    let mut sentence = 0;
    for (mut token, is_aside) in tokens.into_iter().zip(is_aside) {
        begins |= token.begins;
        if !is_aside {
            token.pause |= after_aside;
            // "wait, there's only three of us. Three Cokes": what is said behind the aside corrects.
            let corrects = after_aside && only_corrects(language, &kept[sentence..]);
            token.begins = std::mem::take(&mut begins) && !corrects;
            sentence = if token.begins { kept.len() } else { sentence };
            kept.push(token);
        }
        after_aside = is_aside;
    }
    kept
}

/// The words of an utterance without clauses that are only about other things before and behind what is said to the lane:
/// "last time you left out my fries, so a large fries" asks nothing of the order.
pub(crate) fn without_outer<'t>(language: &Language, tokens: &'t [Token]) -> &'t [Token] {
    let talks = |clause: &[Token]| {
        let is_talk = |role| role == Word::Aside { alone: false };
        (0..clause.len()).any(|at| phrase(language, &clause[at..], is_talk).is_some())
    };
    let is_aside = |clause: &[Token]| talks(clause) && aside(language, clause) == Some((0, clause.len()));
    let mut rest = tokens;
    let begins = |rest: &[Token]| (1..rest.len()).find(|at| rest[*at].pause);
    while let Some(end) = begins(rest).filter(|end| is_aside(&rest[..*end])) {
        rest = &rest[end..];
    }
    let ends = |rest: &[Token]| (1..rest.len()).rev().find(|at| rest[*at].pause);
    while let Some(start) = ends(rest).filter(|start| is_aside(&rest[*start..])) {
        rest = &rest[..start];
    }
    rest
}

/// "wait", "no, sorry": whether words say only that something is to be corrected.
fn only_corrects(language: &Language, words: &[Token]) -> bool {
    let corrects = |role| matches!(role, Word::Correction | Word::WeakCorrection);
    phrase(language, words, corrects).is_some_and(|length| length == words.len())
}

/// The words of an utterance without what is said while thinking of the next one: "a cheese um burger". What is more than
/// that with the words around it stays ("uh huh"), and so does an utterance of nothing else.
pub(crate) fn without_hesitations(language: &Language, tokens: Vec<Token>) -> Vec<Token> {
    let mut hesitates = vec![false; tokens.len()];
    let mut at = 0;
    while at < tokens.len() {
        let length = hesitation(language, &tokens, at).unwrap_or_default();
        hesitates[at..at + length].fill(true);
        at += length.max(1);
    }
    if hesitates.iter().all(|hesitates| *hesitates) {
        return tokens;
    }
    let (mut paused, mut begins) = (false, false);
    let mut kept: Vec<Token> = Vec::with_capacity(tokens.len());
    for (mut token, hesitates) in tokens.into_iter().zip(hesitates) {
        paused |= token.pause;
        begins |= token.begins;
        // "morning, uh, two lattes"
        let greets = |token: &Token| language.roles_by(token.id).contains(&Word::Filler);
        paused |= hesitates && kept.len() == 1 && greets(&kept[0]);
        if !hesitates {
            token.pause = std::mem::take(&mut paused);
            token.begins = std::mem::take(&mut begins);
            kept.push(token);
        }
    }
    kept
}

/// The words of an utterance without what only asks to wait behind all of it: "a latte, hang on". Nothing is corrected
/// where nothing follows.
pub(crate) fn without_a_wait(language: &Language, mut tokens: Vec<Token>) -> Vec<Token> {
    let corrects = |role| matches!(role, Word::Correction | Word::WeakCorrection);
    let waits = |role| role == Word::Cue(Cue::Act(ActKind::NeedsTime));
    let Some(at) = (1..tokens.len()).rev().find(|at| tokens[*at].pause) else { return tokens };
    let all =
        |is_it: &dyn Fn(Word) -> bool| phrase(language, &tokens[at..], is_it) == Some(tokens.len() - at);
    if all(&corrects) && all(&waits) {
        tokens.truncate(at);
    }
    tokens
}

/// The length of a hesitation that begins at a word, unless the words around it make another phrase of it.
fn hesitation(language: &Language, tokens: &[Token], at: usize) -> Option<usize> {
    if let Some(length) = thinking(language, tokens, at) {
        return Some(length);
    }
    let length = phrase(language, &tokens[at..], |role| role == Word::Hesitation)?;
    let says_more = |from: usize| {
        let more = |role| !matches!(role, Word::Hesitation | Word::Filler | Word::Common);
        let all = phrase(language, &tokens[from..], more);
        all.is_some_and(|all| from + all > at + length || from < at && from + all > at)
    };
    (!(at.saturating_sub(PHRASE_WORDS_BEFORE)..=at).any(says_more)).then_some(length)
}

/// The length of what is said while a name is looked for that was begun: "the, what is it, the balsamic".
fn thinking(language: &Language, tokens: &[Token], at: usize) -> Option<usize> {
    let length = phrase(language, &tokens[at..], |role| role == Word::Thinking)?;
    let says_little = |token: &&Token| language.roles_by(token.id).contains(&Word::Filler);
    let begins = |role: &Word| matches!(role, Word::Definite | Word::Article | Word::With | Word::Of);
    let mut before = tokens[..at].iter().rev().skip_while(says_little);
    let begun = before.next().is_some_and(|token| language.roles_by(token.id).iter().any(begins));
    (begun && at + length < tokens.len()).then_some(length)
}

/// Where a clause is an aside. An okay or a yes before it is said to whoever is spoken to.
fn aside(language: &Language, clause: &[Token]) -> Option<(usize, usize)> {
    (0..clause.len()).find_map(|at| {
        let rest = |length: usize| &clause[at + length..];
        let talk = phrase(language, &clause[at..], |role| role == Word::Aside { alone: false });
        let own = || {
            let length = phrase(language, &clause[at..], |role| role == Word::Own)?;
            // "can I have a coke here" asks for one.
            let wants = |role: Word| role == Word::Want;
            let asked = (0..at).any(|before| {
                phrase(language, &clause[before..], wants).is_some_and(|length| before + length > at)
            });
            (!asked && ends_elsewhere(language, rest(length))).then_some(length)
        };
        let length = talk.or_else(own)?;
        // "I'm not paying for cheese, so just a burger"
        let mut ends = at + length..clause.len();
        let end = ends.find(|next| asks(language, &clause[*next..]));
        let manners = |token: &Token| {
            language.roles_by(token.id).iter().any(|role| {
                matches!(
                    role,
                    Word::Filler
                        | Word::And
                        | Word::Cue(Cue::Act(ActKind::Yes) | Cue::WeakYes | Cue::BackChannel { .. })
                )
            })
        };
        let start = if clause[..at].iter().all(manners) { 0 } else { at };
        Some((start, end.unwrap_or(clause.len())))
    })
}

/// Where a clause has an aside that is whole by itself: "there's four of us, and ...", "he's six". It ends before a pause or
/// where something is asked for, and nothing else is left out with it.
fn remark(language: &Language, clause: &[Token]) -> Option<(usize, usize)> {
    (0..clause.len()).find_map(|at| {
        let length = phrase(language, &clause[at..], |role| role == Word::Aside { alone: true })?;
        let rest = &clause[at + length..];
        // "there's three of us number one with a Sprite", "my daughter's four a kids meal"
        let begins = |role| matches!(role, Word::And | Word::Asks | Word::Article | Word::NumberSign);
        let begins = phrase(language, rest, begins).is_some();
        (rest.is_empty() || begins || asks(language, rest)).then_some((at, at + length))
    })
}

/// Whether words begin with what asks for something.
fn asks(language: &Language, words: &[Token]) -> bool {
    let is_it =
        |role| matches!(role, Word::Want | Word::Add | Word::Make | Word::Remove | Word::Edit(Edit::Hence));
    phrase(language, words, is_it).is_some()
}

/// Whether words end with where something is that is not here: "at home".
fn ends_elsewhere(language: &Language, words: &[Token]) -> bool {
    (1..words.len()).any(|at| {
        let is_for = language.roles_by(words[at - 1].id).contains(&Word::On);
        let length = phrase(language, &words[at..], |role| role == Word::Elsewhere);
        !is_for && length == Some(words.len() - at)
    })
}

/// Whether words end in what says that somebody has what is named next: "I got", of the coffee.
pub(crate) fn ends_in_having(language: &Language, words: &[Token]) -> bool {
    let first = words.len().saturating_sub(PHRASE_WORDS_BEFORE);
    (first..words.len())
        .any(|at| phrase(language, &words[at..], |role| role == Word::Own) == Some(words.len() - at))
}

/// The length of the longest phrase of some role that begins the words.
pub(crate) fn phrase(language: &Language, words: &[Token], is_it: impl Fn(Word) -> bool) -> Option<usize> {
    let mut node = Language::ROOT;
    let mut found = None;
    for (at, token) in words.iter().enumerate() {
        if at > 0 && token.pause {
            break;
        }
        let Some(next) = token.id.and_then(|id| language.step(node, id)) else { break };
        node = next;
        if language.roles(node).iter().any(|role| is_it(*role)) {
            found = Some(at + 1);
        }
    }
    found
}
