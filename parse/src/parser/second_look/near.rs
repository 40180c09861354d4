//! The words near a name.

use fsm::order::Amount;

use super::said::Said;
use crate::correction::Atom;
use crate::language::{Edit, Word};

impl Said<'_> {
    /// Whether words leave something off.
    pub(super) fn leaves_off(&self) -> bool {
        self.says(|role| {
            matches!(
                role,
                Word::Negation
                    | Word::Except
                    | Word::Off
                    | Word::Remove
                    | Word::Edit(Edit::Cuts | Edit::Neither | Edit::Out | Edit::Without)
            )
        }) || self.atoms.iter().any(|atom| atom.amount == Some(Amount::No))
    }

    /// Whether a choice is named right behind a denial: "no cow's milk".
    pub(super) fn is_denied(&self, choice: &Atom) -> bool {
        self.ends_before(choice, |role| {
            matches!(role, Word::Negation | Word::Remove | Word::Edit(Edit::Without))
        })
    }

    /// Whether a phrase of such a role ends right before a name, or before its article: "not a Sprite".
    pub(super) fn ends_before(&self, name: &Atom, is_it: impl Fn(Word) -> bool) -> bool {
        let little = |at: usize| {
            let roles = self.language.roles_by(self.tokens[at].id);
            roles.contains(&Word::Article) || roles.contains(&Word::Definite)
        };
        let start = name.start() - usize::from(name.start() > 0 && little(name.start() - 1));
        let ends = |at: usize, length: usize| (start..=name.start()).contains(&(at + length));
        (0..name.start()).any(|at| self.says_at(at, &is_it).is_some_and(|length| ends(at, length)))
    }

    /// Where "the" stands before a name, and before its number or size: "the nuggets", "those ten nuggets", "the medium fries".
    pub(super) fn definite(&self, name: &Atom) -> Option<usize> {
        let leads = |atom: &&Atom| atom.end() == name.start() && (atom.counts() || atom.sizes());
        let start = self.atoms.iter().find(leads).map_or(name.start(), Atom::start);
        let at = start.checked_sub(1)?;
        (self.says_at(at, |role| role == Word::Definite) == Some(1)).then_some(at)
    }
}
