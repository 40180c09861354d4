//! Names whose words are said apart: "a chicken sandwich, the grilled one", "a muffin, the bran", "a juice of orange". They are
//! put together before anything is read.

use fsm::menu::Menu;

use crate::index::{Entry, Index, Phrase};
use crate::language::{Cue, Language, Word};
use crate::reading::asides;
use crate::tokens::{self, Token};

/// The most words of either part of a name.
const PART_WORDS_MAX: usize = 3;

/// The words with every name in one piece.
pub(crate) fn joined(menu: &Menu, index: &Index, tokens: Vec<Token>) -> Vec<Token> {
    let mut tokens = turned(index, tokens);
    // A name may be longer than what was said of it: it is put together once for each pause that was made.
    let mut pauses = tokens.iter().filter(|token| token.pause).count();
    let mut at = 1;
    while at < tokens.len() && pauses > 0 {
        if tokens[at].pause {
            pauses -= 1;
            if let Some(apart) = Apart::of(menu, index, &tokens, at) {
                tokens = apart.put_together(menu, index.language(), &tokens);
            }
        }
        at += 1;
    }
    tokens
}

/// "juice of orange" as "orange juice", and "water in a bottle" as "bottle of water", where something is called so.
fn turned(index: &Index, mut tokens: Vec<Token>) -> Vec<Token> {
    let mut at = 0;
    while at + 2 < tokens.len() {
        if let Some((length, names)) = turned_at(index, &tokens[at..]) {
            tokens.splice(at..at + length, names);
        }
        at += 1;
    }
    tokens
}

/// How many of the first words are a name that is said the other way round, and its words as the menu has them.
fn turned_at(index: &Index, tokens: &[Token]) -> Option<(usize, Vec<Token>)> {
    let language = index.language();
    let is = |at: usize, word: Word| {
        let known = |token: &Token| !token.pause && language.roles_by(token.id).contains(&word);
        tokens.get(at).is_some_and(known)
    };
    let names = |words: &[&Token]| {
        let called = index.called(words.iter().map(|token| token.fold.as_str()));
        called.is_some_and(|phrase: &Phrase| !phrase.entries.is_empty())
    };
    let (head, second, third) = (tokens.first()?, tokens.get(1)?, tokens.get(2)?);
    let (length, mut words) = if is(1, Word::Of) {
        let turns = !third.pause && !names(&[head, second, third]) && names(&[third, head]);
        (3, turns.then(|| vec![third.clone(), head.clone()])?)
    } else {
        let kind = tokens.get(3).filter(|kind| !kind.pause)?;
        // "ranch on the side" is no side of ranch.
        let idiom = asides::phrase(language, &tokens[1..], |_| true).is_some_and(|length| length > 2);
        let placed = is(1, Word::On) && (is(2, Word::Article) || is(2, Word::Definite)) && !idiom;
        if !placed {
            return None;
        }
        let of = tokens::tokenize(language, language.say(Word::Of));
        let turns = names(&[kind, of.first()?, head]);
        (4, turns.then(|| [kind, &of[0], head].map(Token::clone).to_vec())?)
    };
    for (at, word) in words.iter_mut().enumerate() {
        word.pause = at == 0 && head.pause;
    }
    Some((length, words))
}

/// A name of which one part is said after a pause.
struct Apart {
    /// The item that has both parts in its names.
    item: usize,
    /// Where the first part stands.
    first: (usize, usize),
    /// Where the rest stands, with the words that only point.
    rest: (usize, usize),
}

impl Apart {
    /// The name that words after a pause go on with, if just one item is called so.
    fn of(menu: &Menu, index: &Index, tokens: &[Token], pause: usize) -> Option<Self> {
        let (which, end) = which(index, tokens, pause)?;
        let language = index.language();
        let little = |token: &Token| {
            let roles = language.roles_by(token.id);
            roles.iter().any(|role| matches!(role, Word::Filler | Word::Cue(Cue::YesAlone)))
        };
        let to = (1..=pause).rev().find(|to| !little(&tokens[to - 1]))?;
        let several = language.is_plural(&tokens[to - 1].word);
        if several && end.singular {
            return None;
        }
        let which: Vec<&str> = which.iter().map(|token| token.fold.as_str()).collect();
        let parts = (to.saturating_sub(PART_WORDS_MAX)..to).find_map(|from| {
            let said = &tokens[from..to];
            // "hold on, the burger": "on" is of "melt on rye", and names nothing
            let joins = |role: &Word| {
                matches!(role, Word::On | Word::With | Word::Of | Word::To | Word::And | Word::Definite)
            };
            let names = |token: &Token| !language.roles_by(token.id).iter().any(joins);
            if !said.iter().any(names) || said.iter().skip(1).any(|token| token.pause) {
                return None;
            }
            let folds: Vec<&str> = said.iter().map(|token| token.fold.as_str()).collect();
            let is_it = |item: &usize| {
                let entry = Entry::Item(*item);
                index.is_named_with(entry, &folds) && index.is_named_with(entry, &which)
            };
            let mut items = (0..menu.items.len()).filter(is_it);
            let item = items.next().filter(|_| items.next().is_none())?;
            Some(Self { item, first: (from, to), rest: (pause, end.at) })
        })?;
        // "gyro fries, the loaded ones", which are called so already
        let said = index.called_by(&tokens[parts.first.0..parts.first.1]);
        let is_said = said.is_some_and(|phrase| *phrase.entries == [Entry::Item(parts.item)]);
        (!is_said).then_some(parts)
    }

    /// The words with the item's name where its first part was said.
    fn put_together(&self, menu: &Menu, language: &Language, tokens: &[Token]) -> Vec<Token> {
        let mut name = tokens::tokenize(language, &menu.items[self.item].name);
        let begins = &tokens[self.first.0];
        if let Some(first) = name.first_mut() {
            first.pause = begins.pause;
        }
        let mut after = tokens[self.rest.1..].to_vec();
        if let Some(next) = after.first_mut() {
            next.pause = true;
        }
        let (before, between) = (&tokens[..self.first.0], &tokens[self.first.1..self.rest.0]);
        before.iter().chain(&name).chain(between).chain(&after).cloned().collect()
    }
}

/// Where the words end that say which one is meant.
struct End {
    at: usize,
    /// Whether they point at one: "the grilled one".
    singular: bool,
}

/// The words after a pause that say which one is meant: "the grilled one", "the one with ham", "the bran"; "grilled", where
/// nothing else is called so.
fn which<'t>(index: &Index, tokens: &'t [Token], pause: usize) -> Option<(&'t [Token], End)> {
    let language = index.language();
    let is = |at: usize, word: Word| {
        tokens.get(at).is_some_and(|token| language.roles_by(token.id).contains(&word))
    };
    let is_one = |at: usize| is(at, Word::Number(1)) && !tokens[at].pause;
    // "grilled", "grilled not fried"
    let ends = |at: usize| {
        tokens.get(at).is_none_or(|token| token.pause || is(at, Word::Filler) || is(at, Word::Negation))
    };
    let pointed = is(pause, Word::Definite);
    let (from, with) = match pointed {
        true if is_one(pause + 1) && is(pause + 2, Word::With) => (pause + 3, true),
        true => (pause + 1, false),
        false => (pause, false),
    };
    let goes_on = |at: &usize| {
        *at < tokens.len()
            && (*at == pause || !tokens[*at].pause)
            && !is_one(*at)
            && index.word(&tokens[*at].fold).is_some()
    };
    let to = (from..).find(|at| !goes_on(at))?;
    // "and" tells nothing, though a name may have it.
    let tells = |token: &Token| language.roles_by(token.id).is_empty();
    let words = tokens.get(from..to).filter(|words| (1..=PART_WORDS_MAX).contains(&words.len()))?;
    if !words.iter().any(tells) {
        return None;
    }
    if with {
        return ends(to)
            .then_some((words, End { at: to, singular: !language.is_plural(&tokens[pause + 1].word) }));
    }
    if is_one(to) && pointed {
        let singular = !language.is_plural(&tokens[to].word);
        return Some((words, End { at: to + 1, singular }));
    }
    let names = |phrase: &Phrase| {
        !phrase.entries.is_empty() || !phrase.modifiers.is_empty() || !phrase.sizes.is_empty()
    };
    let free = pointed || !index.called_by(words).is_some_and(names);
    (ends(to) && free).then_some((words, End { at: to, singular: false }))
}
