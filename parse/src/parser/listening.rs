//! What somebody says while the lane speaks to show that they listen: "yeah", "okay, sure".

use fsm::dialogue::ActKind;

use crate::language::{Language, Word};
use crate::reading::asides;
use crate::tokens::Token;

/// Whether nothing else is said.
pub(super) fn only_listens(language: &Language, tokens: &[Token]) -> bool {
    let mut at = 0;
    let mut listens = false;
    while at < tokens.len() {
        if let Some(length) = asides::phrase(language, &tokens[at..], is_listening) {
            listens = true;
            at += length;
        } else if language.roles_by(tokens[at].id).contains(&Word::Filler) {
            at += 1;
        } else {
            return false;
        }
    }
    listens
}

fn is_listening(role: Word) -> bool {
    match role {
        Word::Listening => true,
        Word::Cue(cue) => cue.says(ActKind::BackChannel),
        _ => false,
    }
}
