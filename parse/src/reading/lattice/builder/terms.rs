//! What the lexicon knows and the menu may not have: food, ways to make it, measures.

use crate::language::Sort;
use crate::reading::lattice::builder::LatticeBuilder;
use crate::reading::lattice::{Edge, Role};
use crate::tokens::Token;

/// What it costs to take a word for food that the menu does not have: it wins only where nothing of the menu fits.
const TERM: i32 = -90;
/// What each further word of its name adds.
const TERM_WORD: i32 = 95;
/// What it is worth that a word for the largest size begins the name of food: "big mac".
const WHOLE_TERM: i32 = 50;
/// The same where all its words are of the menu.
const TERM_WORD_OF_MENU: i32 = 60;
/// What it costs to take a word for a way to make it or a measure.
const WAY: i32 = -30;
/// What each further word of its name adds.
const WAY_WORD: i32 = 20;
/// What it costs to take "big" for the largest size.
const EXTREME: i32 = -5;

impl LatticeBuilder<'_> {
    /// What the lexicon knows and the menu may not have.
    pub(crate) fn term(&mut self, start: usize) {
        let is_size = |edge: &Edge| matches!(edge.role, Role::Size(_)) && edge.end == start + 1;
        if let Some(sizes) = self.index.extreme(&self.tokens[start].fold)
            && !self.edges[self.from..].iter().any(is_size)
        {
            self.push(start, start + 1, Role::Size(sizes), EXTREME, 1.0);
        }
        let joined = |(at, token): &(usize, &Token)| *at == 0 || !token.pause;
        let folds =
            self.tokens[start..].iter().enumerate().take_while(joined).map(|(_, token)| token.fold.as_str());
        let Some((length, sort)) = self.language.lexicon().longest(folds) else { return };
        let is_name = |edge: &Edge| match &edge.role {
            Role::Entry { called, .. } => !called.is_part(),
            Role::Modifier(_) => !edge.part,
            Role::Size(_) => true,
            _ => false,
        };
        if self.edges[self.from..]
            .iter()
            .any(|edge| edge.end == start + length && edge.sure >= 1.0 && is_name(edge))
        {
            return;
        }
        let further = i32::try_from(length - 1).unwrap_or_default();
        // "chili cheese fries", where there are fries, chili and cheese
        let mut words = self.tokens[start..start + length].iter();
        let of_menu = words.all(|token| self.index.word(&token.fold).is_some());
        let worth = match sort {
            Sort::Food if further > 0 && self.index.extreme(&self.tokens[start].fold).is_some() => {
                TERM + WHOLE_TERM + further * TERM_WORD
            }
            Sort::Food if of_menu => TERM + further * TERM_WORD_OF_MENU,
            Sort::Food => TERM + further * TERM_WORD,
            Sort::Preparation | Sort::Measure => WAY + further * WAY_WORD,
        };
        self.push(start, start + length, Role::Term(sort), worth, 1.0);
    }
}
