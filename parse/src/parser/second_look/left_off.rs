//! What should not be on something: "I can't stand pickles, keep them off", "everything but pickles".

use super::Heard;
use super::said::Said;
use crate::language::{Edit, Word};
use crate::parser::joined::text;

impl Said<'_> {
    /// Plainer words for the one choice that is named and left off.
    pub(super) fn left_off(&self, heard: Heard) -> Option<String> {
        if !matches!(heard, Heard::Nothing | Heard::Gone | Heard::Same) {
            return None;
        }
        let (_, named) = self.only_name()?;
        let line = self.last().filter(|line| named.may_be_on(self.cx, &line.item) && !named.names_item())?;
        let comes = self.cx.menu.item(&line.item).is_some_and(|item| named.comes_with(item, self.cx));
        let end = named.end();
        let leaves = |role| matches!(role, Word::Edit(Edit::Cuts | Edit::Without) | Word::Remove);
        // "everything but pickles", not "the same but leave the pickles on"
        let all = self.says(|role| matches!(role, Word::All | Word::AsComes));
        let except = all && self.says_before(named.start(), |role| role == Word::Except);
        let out = |role| matches!(role, Word::Edit(Edit::Out) | Word::Off);
        let behind = (end..self.tokens.len()).any(|at| {
            let of_it = self.language.roles_by(self.tokens[at].id);
            of_it.iter().any(|role| out(*role))
        });
        let denied_behind = (end..self.tokens.len()).any(|at| {
            let from = &self.tokens[at..];
            crate::reading::asides::phrase(self.language, from, |role| {
                matches!(role, Word::Remove | Word::Negation | Word::Edit(Edit::Without))
            })
            .is_some()
        });
        let is_left_off =
            except || behind || denied_behind || comes && self.says_before(named.start(), leaves);
        (comes && is_left_off).then(|| format!("no {}", text(self.words(named))))
    }
}
