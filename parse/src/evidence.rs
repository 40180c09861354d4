//! Everything that the words of an utterance can mean: the acts of another agent are checked against it.
//!
//! The words are read as a row of runs (`parts`), each with its likeliest meaning and the name that it belongs to. The
//! acts of an agent that is not trusted are believed if
//!
//! - every claim has its own run that says it, in the right place: a number, a size or a modifier next to its item, an
//!   amount or a denial next to its modifier, a removal or swap next to what is removed (`claims`);
//! - no run that names, counts, sizes, measures or denies is ignored;
//! - nothing is ordered in a question, and the whole order is never removed.
//!
//! So a number cannot move to another item, a "no" cannot be dropped or inverted, and what is only mentioned is not
//! ordered. If it is unclear where a word belongs, the reading is refused: the deterministic parser's is as good.

mod claims;
pub(crate) mod parts;
mod queries;

use std::collections::BTreeSet;

use fsm::dialogue::{Act, Why};
use fsm::menu::Item;
use fsm::order::Amount;

use self::claims::Claims;
use self::parts::Part;
use crate::Utterance;
use crate::index::Index;
use crate::language::Word;
use crate::reading::lattice::{Edge, Lattice, Role};
use crate::tokens::{self, Token};

/// Everything that the words of an utterance can mean.
#[derive(Debug)]
pub struct Evidence<'a> {
    utterance: Utterance<'a>,
    tokens: Vec<Token>,
    edges: Vec<Edge>,
    parts: Vec<Part>,
}

/// The ids that an answer may name, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    /// Items.
    pub items: BTreeSet<String>,
    /// Combos.
    pub combos: BTreeSet<String>,
    /// The combos' slots.
    pub slots: BTreeSet<String>,
    /// Sizes.
    pub sizes: BTreeSet<String>,
    /// Modifier groups.
    pub groups: BTreeSet<String>,
    /// Modifiers.
    pub modifiers: BTreeSet<String>,
    /// Lines of the order.
    pub lines: BTreeSet<String>,
    /// Categories; of a question only.
    pub categories: BTreeSet<String>,
    /// What some must not eat; of a question only.
    pub allergens: BTreeSet<String>,
    /// Diets; of a question only.
    pub diets: BTreeSet<String>,
}

/// How much of the words the acts of an agent explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explained {
    /// How many words it explains.
    pub words: usize,
    /// How many words make up an order, or have nothing to do with one.
    pub of: usize,
}

impl Explained {
    /// The share of the words that are explained, 0 to 1.
    pub fn share(self) -> f64 {
        let count = |words: usize| f64::from(u32::try_from(words).unwrap_or(u32::MAX));
        if self.of == 0 { 0.0 } else { count(self.words) / count(self.of) }
    }
}

impl<'a> Evidence<'a> {
    /// Finds every meaning of every run of words.
    pub fn of(utterance: Utterance<'a>) -> Self {
        let index: &Index = &utterance.book.index;
        let tokens = tokens::tokenize(index.language(), utterance.text);
        let tokens =
            tokens::without_stutters(index.language(), tokens, |token| index.is_doubled(&token.fold));
        let edges = Lattice::of(index, &tokens).edges;
        let parts = parts::of(&edges, &tokens);
        Self { utterance, tokens, edges, parts }
    }

    /// The ids that words stand for, and those of the order's lines.
    pub fn named(&self) -> Named {
        let menu = &self.utterance.book.menu;
        let mut named = Named::default();
        for edge in &self.edges {
            match &edge.role {
                Role::Entry { .. } => {
                    let Some(item) = self.item_of(edge) else { continue };
                    named.items.insert(item.id.to_string());
                    let combos = menu.combos.iter().filter(|combo| combo.main == item.id);
                    named.combos.extend(combos.map(|combo| combo.id.to_string()));
                }
                Role::Modifier(modifiers) => {
                    for (group, at) in modifiers.iter() {
                        let group = &menu.modifier_groups[*group];
                        named.groups.insert(group.id.to_string());
                        named.modifiers.insert(group.modifiers[*at].id.to_string());
                    }
                }
                Role::Size(sizes) => named.sizes.extend(sizes.iter().map(ToString::to_string)),
                _ => {}
            }
        }
        let lines = self.utterance.order.map_or(&[][..], |order| order.lines());
        named.lines.extend(lines.iter().map(|line| line.line_id.to_string()));
        let combos = menu.combos.iter().filter(|combo| named.combos.contains(combo.id.as_str()));
        named.slots.extend(combos.flat_map(|combo| combo.slots.iter().map(|slot| slot.id.to_string())));
        named
    }

    /// Whether words say that something is wanted.
    pub fn wants(&self) -> bool {
        self.parts.iter().any(|part| part.is(|role| matches!(role, Role::Word(Word::Want | Word::Add))))
    }

    /// How many words the acts explain, from any agent.
    pub fn explained(&self, acts: &[Act]) -> Explained {
        self.counted(&Claims::of(self, acts))
    }

    /// How many words the acts of another agent explain.
    ///
    /// # Errors
    /// [`Why::NotSaid`] or [`Why::Unknown`] if the words do not support the acts.
    pub fn check(&self, acts: &[Act]) -> Result<Explained, Why> {
        let claims = Claims::of(self, acts);
        if let Some(fault) = claims.fault {
            return Err(fault);
        }
        let orders = acts.iter().any(|act| matches!(act, Act::Order { .. }));
        let passed_over = (0..self.parts.len()).any(|at| !claims.used[at] && self.counts(at));
        if passed_over || orders && self.any(asks) {
            return Err(Why::NotSaid);
        }
        Ok(self.counted(&claims))
    }

    /// Whether a run changes the order, so that no agent may ignore it.
    fn counts(&self, at: usize) -> bool {
        // "Actually" before anything was named corrects nothing.
        let begins = self.parts[at].is(|role| matches!(role, Role::Word(Word::WeakCorrection)))
            && !self.parts[..at].iter().any(Part::is_name);
        self.parts[at].counts() && !begins
    }

    fn counted(&self, claims: &Claims<'_, '_>) -> Explained {
        let mut explained = Explained { words: 0, of: self.tokens.len() };
        for (part, used) in self.parts.iter().zip(&claims.used) {
            match (part.tells(), used) {
                (true, true) => explained.words += part.words.len(),
                (true, false) => {}
                (false, _) if part.is_of_no_order() => {}
                (false, _) => explained.of -= part.words.len(),
            }
        }
        explained
    }

    fn any(&self, is: impl Fn(&Role) -> bool) -> bool {
        self.edges.iter().any(|edge| is(&edge.role))
    }

    /// The item that a run names, if it names one.
    fn item_of(&self, edge: &Edge) -> Option<&'a Item> {
        let Role::Entry { entries, .. } = &edge.role else { return None };
        let index = &self.utterance.book.index;
        let mut mains = entries.iter().map(|entry| index.main(*entry));
        let first = mains.next()?;
        mains.all(|main| main == first).then(|| &self.utterance.book.menu.items[first])
    }
}

/// Whether it denies, removes or replaces something.
fn denies(role: &Role) -> bool {
    matches!(role, Role::Amount(Amount::No))
        || matches!(
            role,
            Role::Word(
                Word::Negation
                    | Word::Except
                    | Word::Remove
                    | Word::Off
                    | Word::Clear
                    | Word::Swap
                    | Word::Instead
                    | Word::InsteadOf
                    | Word::Correction
                    | Word::WeakCorrection
            )
        )
}

fn asks(role: &Role) -> bool {
    matches!(role, Role::Word(Word::Topic(_) | Word::Asks | Word::Which))
}

/// Whether a word with this meaning says something by itself.
pub(crate) fn is_telling(role: &Role) -> bool {
    match role {
        Role::Entry { .. }
        | Role::Modifier(_)
        | Role::Size(_)
        | Role::Category(_)
        | Role::Group(_)
        | Role::Amount(_)
        | Role::Number(_)
        | Role::NoSuchNumber => true,
        Role::Again | Role::Unknown | Role::Term(_) => false,
        Role::Word(word) => {
            matches!(
                word,
                Word::Combo | Word::Times(_) | Word::Topic(_) | Word::Cue(_) | Word::All | Word::Both
            ) || denies(&Role::Word(*word))
        }
    }
}
