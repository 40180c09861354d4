//! "Whichever", "you pick", after "crispy or grilled?": who does not mind gets what most would, and hears what it is.

use fsm::machine::{Question, QuestionKind};
use fsm::menu::{Item, Size};

use crate::Utterance;
use crate::correction::Atom;
use crate::language::{Cue, Edit, Language, Word};
use crate::reading::asides::phrase;
use crate::resolve::Context;
use crate::tokens::{Token, tokenize};

/// Among more words that say little, a word that may be the answer may say little, too.
const LITTLE_MAX: usize = 2;

/// The answer of somebody who does not mind, in the words of the menu: the first of the things and choices that were asked
/// about, or the size in the middle. None where something is named, or where nothing was asked that has answers.
pub(super) fn answer(
    utterance: Utterance<'_>,
    language: &Language,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<String> {
    let question = utterance.question.filter(|question| !question.candidates.is_empty())?;
    let said = |alone: bool| {
        (0..tokens.len()).find_map(|at| {
            let length = phrase(language, &tokens[at..], |role| role == Word::Indifferent { alone })?;
            Some((at, at + length))
        })
    };
    let rest = |(start, end): (usize, usize)| tokens[..start].iter().chain(&tokens[end..]);
    let little = |token: &Token| token.id.is_some_and(|id| language.is_plainly_light(id));
    // "do you have any other kind" is not "any, please"
    let alone = || said(true).filter(|place| rest(*place).count() <= LITTLE_MAX && rest(*place).all(little));
    // "I don't want any of those", "I don't care for either"
    let denies = |role| matches!(role, Word::Negation | Word::Edit(Edit::Without) | Word::Cue(Cue::Nothing));
    let is_denied = |(start, end): (usize, usize)| {
        (0..tokens.len()).any(|at| {
            let outside = |length: usize| !(start..end).contains(&at) || at + length > end;
            phrase(language, &tokens[at..], denies).is_some_and(outside)
        })
    };
    let is_indifferent = said(false).or_else(alone).is_some_and(|place| !is_denied(place));
    let cx = Context::of(utterance);
    // "either one is fine, but I'd rather have the grilled"
    let asked = utterance.about.map(|about| tokenize(language, &about.text)).unwrap_or_default();
    let of_it = |atom: &Atom| {
        tokens[atom.start()..atom.end()].iter().all(|token| asked.iter().any(|word| word.fold == token.fold))
    };
    let names_more = atoms.iter().any(|atom| atom.names() && !of_it(atom));
    if !is_indifferent || names_more {
        return None;
    }
    // What is called "Surprise me" names itself.
    name(cx, question).filter(|name| name != utterance.text)
}

/// What the one is called that most would have.
fn name(cx: Context<'_>, question: &Question) -> Option<String> {
    let first = question.candidates.first()?;
    match question.kind {
        QuestionKind::WhichSize => {
            let line = cx.question_line()?;
            let of_slot = line.components.iter().filter_map(|part| cx.menu.item(&part.item));
            let mut sized = std::iter::once(cx.sizes(line)).chain(of_slot.map(Item::sizes));
            let is_asked = |sizes: &&[Size]| sizes.iter().any(|size| *first == *size.id.as_str());
            let sizes = sized.find(is_asked)?;
            let asked: Vec<&Size> = sizes
                .iter()
                .filter(|size| question.candidates.iter().any(|id| *id == *size.id.as_str()))
                .collect();
            asked.get((asked.len() - 1) / 2).map(|size| size.name.clone())
        }
        QuestionKind::WhichItem | QuestionKind::WhichOption | QuestionKind::Replacement => {
            let item = cx.menu.items.iter().find(|item| *first == *item.id.as_str()).map(|item| &item.name);
            let combo =
                || cx.menu.combos.iter().find(|combo| *first == *combo.id.as_str()).map(|combo| &combo.name);
            let mut choices = cx.menu.modifier_groups.iter().flat_map(|group| &group.modifiers);
            let choice = || choices.find(|choice| *first == *choice.id.as_str()).map(|choice| &choice.name);
            item.or_else(combo).or_else(choice).cloned()
        }
        _ => None,
    }
}
