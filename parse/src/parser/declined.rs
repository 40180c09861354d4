//! "no sour cream", after "we don't have sour cream": whoever asked for it does without.

use fsm::dialogue::ActKind;

use crate::Utterance;
use crate::language::{Cue, Language, Word};
use crate::tokens::{self, Token};

/// Whether an utterance only denies what was just asked for in vain.
pub(super) fn what_is_missing(utterance: Utterance<'_>, language: &Language, tokens: &[Token]) -> bool {
    let Some(about) = utterance.about.filter(|about| about.candidates.is_empty()) else { return false };
    let missing = tokens::tokenize(language, &about.text);
    let is_of_it = |token: &Token| missing.iter().any(|word| word.fold == token.fold);
    let denies = |token: &Token| {
        let no = |role: &Word| matches!(role, Word::Negation | Word::Cue(Cue::Act(ActKind::No)));
        language.roles_by(token.id).iter().any(no)
    };
    let little = |token: &Token| {
        let fills = |role: &Word| {
            matches!(
                role,
                Word::Filler | Word::Cue(Cue::BackChannel { .. } | Cue::WeakYes | Cue::Act(ActKind::Yes))
            )
        };
        language.roles_by(token.id).iter().any(fills)
    };
    tokens.iter().any(denies)
        && tokens.iter().any(is_of_it)
        && tokens.iter().all(|token| denies(token) || is_of_it(token) || little(token))
}
