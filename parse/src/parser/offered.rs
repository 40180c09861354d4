//! "Give me the blueberry one", where a blueberry muffin is proposed: what is proposed is called by a part of its name.

use fsm::machine::QuestionKind;

use super::joined::text;
use crate::Utterance;
use crate::index::Index;
use crate::language::{Language, Word};
use crate::tokens::{self, Token};

/// The words with the whole name of the one thing that they name a part of.
pub(super) fn in_full(utterance: Utterance<'_>, language: &Language, tokens: &[Token]) -> Option<String> {
    let question = utterance.question.filter(|question| question.kind == QuestionKind::Replacement)?;
    let (menu, index): (_, &Index) = (&utterance.book.menu, &utterance.book.index);
    let offered = question.candidates.iter();
    let offered = offered.filter_map(|id| menu.items.iter().find(|item| item.id.as_str() == id.as_str()));
    let names: Vec<(&str, Vec<String>)> = offered
        .map(|item| {
            let words = tokens::tokenize(language, &item.name).into_iter().map(|word| word.fold);
            (item.name.as_str(), words.collect())
        })
        .collect();
    // Who says the whole name says no part of it.
    let is_said = |(_, name): &(&str, Vec<String>)| {
        name.iter().all(|word| tokens.iter().any(|token| token.fold == *word))
    };
    if names.iter().any(is_said) {
        return None;
    }
    let leads = |token: &Token| {
        let role = |role: &Word| matches!(role, Word::Article | Word::Definite | Word::Want | Word::Filler);
        let is_light = token.id.is_some_and(|id| language.is_plainly_light(id));
        is_light || language.roles_by(token.id).iter().any(role)
    };
    let begins = |at: usize| at.checked_sub(1).is_none_or(|before| leads(&tokens[before]));
    let is_one = |token: &Token| language.roles_by(token.id).contains(&Word::Number(1));
    for start in (0..tokens.len()).filter(|at| begins(*at)) {
        let has = |name: &[String], end: usize| {
            tokens[start..end].iter().all(|token| name.contains(&token.fold)) && end - start < name.len()
        };
        let ends = (start + 1..=tokens.len()).take_while(|end| names.iter().any(|(_, name)| has(name, *end)));
        let Some(end) = ends.last() else { continue };
        let mut named = names.iter().filter(|(_, name)| has(name, end));
        let Some((name, _)) = named.next().filter(|_| named.next().is_none()) else { continue };
        let rest = &tokens[end + usize::from(tokens.get(end).is_some_and(is_one))..];
        let is_part = tokens[start..end].iter().any(|token| language.roles_by(token.id).is_empty());
        let says_no_more = |token: &Token| {
            let more = |role: &Word| !matches!(role, Word::Instead | Word::Filler | Word::Common);
            token.id.is_some() && !language.roles_by(token.id).iter().any(more)
        };
        let alone = rest.iter().take_while(|token| !token.pause).all(says_no_more);
        if is_part && alone && tokens[start..end].iter().all(|token| index.word(&token.fold).is_some()) {
            return Some(format!("{} {name} {}", text(&tokens[..start]), text(rest)));
        }
    }
    None
}
