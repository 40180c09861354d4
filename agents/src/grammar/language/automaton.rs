//! Phrases as an automaton: first one that may be in several nodes at once, then one that is in one.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap as HashMap;

use super::super::tokens;
use super::word::Word;
use super::{Language, Node};

/// The automaton while it may be in several nodes at once.
#[derive(Default)]
pub(super) struct Draft {
    /// By node: the words that lead on, and the nodes reached without a word.
    words: Vec<Vec<(u32, usize)>>,
    skips: Vec<Vec<usize>>,
    roles: Vec<Vec<Word>>,
    starts: Vec<usize>,
}

impl Draft {
    /// Adds a phrase: `a|b` is a choice, `_` a space inside a choice, `?` makes a choice optional. Whether it says
    /// anything at all.
    pub(super) fn phrase(&mut self, ids: &mut HashMap<String, u32>, pattern: &str, role: Word) -> bool {
        let mut at = self.node();
        self.starts.push(at);
        let mut says = false;
        for slot in pattern.split_whitespace() {
            let (choices, optional) = slot.strip_suffix('?').map_or((slot, false), |choices| (choices, true));
            let after = self.node();
            for choice in choices.split('|') {
                let words: Vec<String> = tokens::words(&choice.replace('_', " "));
                let mut from = at;
                for (index, word) in words.iter().enumerate() {
                    let count = u32::try_from(ids.len()).unwrap_or(u32::MAX);
                    let id = *ids.entry(word.clone()).or_insert(count);
                    let to = if index + 1 == words.len() { after } else { self.node() };
                    self.words[from].push((id, to));
                    from = to;
                }
                if words.is_empty() {
                    self.skips[at].push(after);
                } else {
                    says |= !optional;
                }
            }
            if optional {
                self.skips[at].push(after);
            }
            at = after;
        }
        self.roles[at].push(role);
        says
    }

    /// One node for each set of nodes that can be reached by the same words.
    pub(super) fn determine(&self, language: &mut Language) {
        let start = self.closed(self.starts.iter().copied());
        let mut numbers: HashMap<BTreeSet<usize>, Node> =
            HashMap::from_iter([(start.clone(), Language::ROOT)]);
        let mut sets = vec![start];
        let mut at = 0;
        while let Some(set) = sets.get(at).cloned() {
            let mut roles: Vec<Word> =
                set.iter().flat_map(|node| self.roles[*node].iter().copied()).collect();
            roles.sort_unstable();
            roles.dedup();
            language.roles.push(if at == 0 { Vec::new() } else { roles });
            let mut leads: Vec<(u32, usize)> =
                set.iter().flat_map(|node| self.words[*node].iter().copied()).collect();
            leads.sort_unstable();
            language.next.push(Vec::new());
            for lead in leads.chunk_by(|a, b| a.0 == b.0) {
                let to = self.closed(lead.iter().map(|(_, to)| *to));
                let count = u32::try_from(sets.len()).unwrap_or(u32::MAX);
                let number = *numbers.entry(to.clone()).or_insert_with(|| {
                    sets.push(to);
                    count
                });
                language.next[at].push((lead[0].0, number));
            }
            at += 1;
        }
        language.first = vec![None; language.ids.len()];
        for (word, node) in &language.next[Language::ROOT as usize] {
            language.first[*word as usize] = Some(*node);
        }
    }

    fn node(&mut self) -> usize {
        self.words.push(Vec::new());
        self.skips.push(Vec::new());
        self.roles.push(Vec::new());
        self.words.len() - 1
    }

    fn closed(&self, nodes: impl Iterator<Item = usize>) -> BTreeSet<usize> {
        let mut open: Vec<usize> = nodes.collect();
        let mut closed = BTreeSet::new();
        while let Some(node) = open.pop() {
            if closed.insert(node) {
                open.extend(&self.skips[node]);
            }
        }
        closed
    }
}
