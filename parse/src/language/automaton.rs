//! Phrases as automata. The words around an order are read by a deterministic one. What is said besides may have other
//! words between its words, so that it is read by one that is in several states at once.

use std::collections::HashSet;

use rustc_hash::FxHashMap as HashMap;

use crate::language::pattern::{Pattern, Piece};
use crate::language::word::{Cue, Word};
use crate::language::{Node, Weight};

/// Phrases that are read word by word, each with what it does.
#[derive(Debug)]
pub(crate) struct Phrases<R> {
    /// By node, sorted: the next words, and the nodes after them.
    next: Vec<Vec<(u32, Node)>>,
    roles: Vec<Vec<R>>,
    /// By word: the node that it leads to from the root. Most steps are from there.
    first: Vec<Option<Node>>,
}

impl<R> Default for Phrases<R> {
    fn default() -> Self {
        Self { next: vec![Vec::new()], roles: vec![Vec::new()], first: Vec::new() }
    }
}

impl<R> Phrases<R> {
    /// Where every phrase begins.
    pub(crate) const ROOT: Node = 0;

    /// The node after a word.
    pub(crate) fn step(&self, node: Node, word: u32) -> Option<Node> {
        if node == Self::ROOT {
            return self.first.get(word as usize).copied().flatten();
        }
        let leads = &self.next[node as usize];
        leads.binary_search_by_key(&word, |(word, _)| *word).ok().map(|at| leads[at].1)
    }

    /// What the phrases that end here do; nothing in the middle of one.
    pub(crate) fn roles(&self, node: Node) -> &[R] {
        &self.roles[node as usize]
    }
}

/// Phrases while they are collected.
pub(crate) struct AutomatonBuilder<R> {
    states: Vec<PhraseState<R>>,
    starts: Vec<usize>,
}

impl<R> Default for AutomatonBuilder<R> {
    fn default() -> Self {
        Self { states: Vec::new(), starts: Vec::new() }
    }
}

/// A place in a phrase.
struct PhraseState<R> {
    /// The next words, and the states after them.
    words: Vec<(u32, usize)>,
    /// The states reached without a word.
    skips: Vec<usize>,
    role: Option<R>,
    /// Whether light words may stand here.
    gap: bool,
}

impl<R: Clone + Ord> AutomatonBuilder<R> {
    /// Adds a phrase.
    pub(crate) fn phrase(&mut self, ids: &mut HashMap<String, u32>, pattern: &Pattern, role: R) {
        let start = self.place();
        self.starts.push(start);
        let end = self.pattern(ids, pattern, start);
        self.states[end].role = Some(role);
    }

    fn pattern(&mut self, ids: &mut HashMap<String, u32>, pattern: &Pattern, from: usize) -> usize {
        let mut at = from;
        for slot in &pattern.slots {
            if slot.gap {
                self.states[at].gap = true;
                continue;
            }
            let after = self.place();
            for choice in &slot.choices {
                let end = choice.iter().fold(at, |from, piece| self.piece(ids, piece, from));
                self.states[end].skips.push(after);
            }
            if slot.optional {
                self.states[at].skips.push(after);
            }
            at = after;
        }
        at
    }

    fn piece(&mut self, ids: &mut HashMap<String, u32>, piece: &Piece, from: usize) -> usize {
        let after = self.place();
        match piece {
            Piece::Word(word) => self.states[from].words.push((id(ids, word), after)),
            Piece::Any(patterns) => {
                for pattern in patterns {
                    let end = self.pattern(ids, pattern, from);
                    self.states[end].skips.push(after);
                }
            }
        }
        after
    }

    fn place(&mut self) -> usize {
        self.states.push(PhraseState { words: Vec::new(), skips: Vec::new(), role: None, gap: false });
        self.states.len() - 1
    }

    /// One node for each set of states that can be reached by the same words.
    pub(crate) fn determine(&self, words: usize) -> Phrases<R> {
        let mut phrases = Phrases { next: Vec::new(), roles: Vec::new(), first: vec![None; words] };
        let start = self.closed(self.starts.iter().copied());
        let mut numbers: HashMap<Vec<usize>, Node> =
            HashMap::from_iter([(start.clone(), Phrases::<R>::ROOT)]);
        let mut sets = vec![start];
        let mut at = 0;
        while let Some(set) = sets.get(at).cloned() {
            let mut roles: Vec<R> = set.iter().filter_map(|place| self.states[*place].role.clone()).collect();
            roles.sort_unstable();
            roles.dedup();
            phrases.roles.push(if at == 0 { Vec::new() } else { roles });
            phrases.next.push(Vec::new());
            for (word, to) in self.leads(&set) {
                let count = Node::try_from(sets.len()).unwrap_or(Node::MAX);
                let number = *numbers.entry(to.clone()).or_insert_with(|| {
                    sets.push(to);
                    count
                });
                phrases.next[at].push((word, number));
            }
            at += 1;
        }
        for (word, node) in &phrases.next[Phrases::<R>::ROOT as usize] {
            phrases.first[*word as usize] = Some(*node);
        }
        phrases
    }

    /// The words that the phrases which do one of these things begin with.
    pub(crate) fn words_of(&self, does: impl Fn(&R) -> bool) -> Vec<u32> {
        let starts = self.starts.iter().enumerate();
        let ends = |at: usize| self.starts.get(at + 1).copied().unwrap_or(self.states.len());
        let phrases = starts.filter(|(at, start)| {
            self.states[**start..ends(*at)].iter().any(|state| state.role.as_ref().is_some_and(&does))
        });
        let starts = self.closed(phrases.map(|(_, start)| *start));
        self.leads(&starts).into_iter().map(|(word, _)| word).collect()
    }

    /// Where each word leads from any of these states.
    fn leads(&self, set: &[usize]) -> Vec<(u32, Vec<usize>)> {
        let mut leads: Vec<(u32, usize)> =
            set.iter().flat_map(|place| self.states[*place].words.iter().copied()).collect();
        leads.sort_unstable();
        let by_word = leads.chunk_by(|a, b| a.0 == b.0);
        by_word.map(|leads| (leads[0].0, self.closed(leads.iter().map(|(_, to)| *to)))).collect()
    }

    /// The states, and those that they reach without a word: only the ones that have a next word or a role.
    fn closed(&self, states: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut open: Vec<usize> = states.collect();
        let mut seen = HashSet::new();
        let mut closed = Vec::new();
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            let place = &self.states[at];
            if !place.words.is_empty() || place.role.is_some() {
                closed.push(at);
            }
            open.extend(&place.skips);
        }
        closed.sort_unstable();
        closed
    }
}

impl AutomatonBuilder<Word> {
    /// The states as they are, with where each word leads.
    pub(crate) fn loosen(&self) -> Loose {
        let states = (0..self.states.len()).map(|at| Spot {
            leads: self.leads(&[at]),
            role: self.states[at].role,
            passes: if self.states[at].gap { Weight::Light } else { Weight::Between },
        });
        let starts = self.closed(self.starts.iter().copied());
        Loose {
            starts: self.leads(&starts).into_iter().collect(),
            spots: states.collect(),
            acts: self.acts(),
        }
    }

    /// By word: the acts that have a phrase with it.
    fn acts(&self) -> HashMap<u32, Vec<Cue>> {
        let mut acts: HashMap<u32, Vec<Cue>> = HashMap::default();
        let mut words = Vec::new();
        for place in &self.states {
            words.extend(place.words.iter().map(|(word, _)| *word));
            let Some(role) = place.role else { continue };
            for word in words.drain(..) {
                let known = acts.entry(word).or_default();
                match role {
                    Word::Cue(cue) if !known.contains(&cue) => known.push(cue),
                    _ => {}
                }
            }
        }
        acts
    }
}

/// The number of a word, a new one for a new word.
pub(crate) fn id(ids: &mut HashMap<String, u32>, word: &str) -> u32 {
    let count = u32::try_from(ids.len()).unwrap_or(u32::MAX);
    *ids.entry(word.to_owned()).or_insert(count)
}

/// Phrases that allow other words between their words.
#[derive(Debug, Default)]
pub(crate) struct Loose {
    /// By the first word of a phrase: where it leads.
    starts: HashMap<u32, Vec<usize>>,
    spots: Vec<Spot>,
    /// By word: the acts that have a phrase with it.
    acts: HashMap<u32, Vec<Cue>>,
}

/// A place in such a phrase.
#[derive(Debug)]
struct Spot {
    leads: Vec<(u32, Vec<usize>)>,
    role: Option<Word>,
    /// The lightest words that may stand here.
    passes: Weight,
}

impl Loose {
    /// The acts that have a phrase with this word.
    pub(crate) fn acts_of(&self, word: u32) -> &[Cue] {
        self.acts.get(&word).map_or(&[], Vec::as_slice)
    }

    /// Calls `found` for every phrase that begins with the first of the words: with its length and its role.
    pub(crate) fn read(
        &self,
        words: impl Iterator<Item = (u32, Option<Weight>)>,
        mut found: impl FnMut(usize, Word),
    ) {
        let (mut here, mut next): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
        for (length, (word, weight)) in (1..).zip(words) {
            next.clear();
            if length == 1 {
                next.extend(self.starts.get(&word).into_iter().flatten());
            }
            for at in &here {
                let spot = &self.spots[*at];
                if let Ok(lead) = spot.leads.binary_search_by_key(&word, |(word, _)| *word) {
                    next.extend(&spot.leads[lead].1);
                }
                let stays = weight.is_some_and(|weight| weight <= spot.passes);
                if stays && !spot.leads.is_empty() {
                    next.push(*at);
                }
            }
            std::mem::swap(&mut here, &mut next);
            if here.is_empty() {
                return;
            }
            for role in here.iter().filter_map(|at| self.spots[*at].role) {
                found(length, role);
            }
        }
    }
}
