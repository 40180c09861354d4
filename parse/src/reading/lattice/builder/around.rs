//! Names that are said around other words: "an iced vanilla latte" is an iced latte with vanilla.

use std::ops::Range;

use crate::language::{Sort, Word};
use crate::reading::lattice::builder::{LatticeBuilder, WORD};
use crate::reading::lattice::{Called, Edge, Role};

/// The most words between the beginning of a name and the rest of it.
const BETWEEN_MAX: usize = 3;
/// What it is worth that the beginning of a name was said before other words: more than what it is by itself.
const BEGINNING: i32 = WORD + 50;

impl LatticeBuilder<'_> {
    /// Where a way to make something, or the beginning of a name, stands before what is put on an item, and both are together
    /// the name of an item: it is that item, and the first word only begins its name.
    pub(crate) fn names_around(&mut self, starts: &[Range<usize>]) {
        for at in 0..starts.len() {
            let begins = |role: &Role| match role {
                Role::Term(sort) => *sort == Sort::Preparation,
                Role::Entry { called, .. } => called.is_part(),
                _ => false,
            };
            let is_way = |edge: &Edge| edge.end == at + 1 && begins(&edge.role);
            let Some(way) = starts[at].clone().find(|edge| is_way(&self.edges[*edge])) else { continue };
            if self.name_around(at, starts) {
                let edge = &mut self.edges[way];
                (edge.role, edge.score) = (Role::Word(Word::Filler), BEGINNING);
            }
        }
    }

    /// Gives the first name behind the way at a word, with words between them, the meaning that it has with the way.
    fn name_around(&mut self, at: usize, starts: &[Range<usize>]) -> bool {
        for (head, edges) in starts.iter().enumerate().skip(at + 1).take(BETWEEN_MAX + 1) {
            let roles = self.language.roles_by(self.tokens[head].id);
            if self.tokens[head].pause || roles.iter().any(|role| *role != Word::Filler) {
                return false;
            }
            let is_name =
                |edge: &Edge| matches!(edge.role, Role::Entry { called: Called::Name | Called::Generic, .. });
            let Some(name) = edges.clone().rfind(|edge| is_name(&self.edges[*edge])) else { continue };
            let words = &self.tokens[head..self.edges[name].end];
            let folds = std::iter::once(&self.tokens[at]).chain(words).map(|token| token.fold.as_str());
            let whole = self.index.called(folds).map(|phrase| phrase.entries.clone());
            let Some(entries) = whole.filter(|entries| head > at + 1 && !entries.is_empty()) else {
                let is_choice = |edge: &Edge| matches!(edge.role, Role::Modifier(_));
                if self.edges[edges.clone()].iter().any(is_choice) {
                    continue;
                }
                return false;
            };
            self.edges[name].role = Role::Entry { entries, called: Called::Name, by: Vec::new() };
            return true;
        }
        false
    }
}
