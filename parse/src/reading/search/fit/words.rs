//! What stands right before a run, as far as it tells what the run is.

use crate::index::Entry;
use crate::language::{Sort, Word};
use crate::reading::lattice::{Edge, Role, points_at_the_order};
use crate::reading::search::fit::share_a_group;
use crate::reading::search::{Hypothesis, Search};

impl Search<'_> {
    /// Whether a run is a number alone, right before what it may count.
    pub(super) fn is_a_number_of_something(&self, edge: &Edge) -> bool {
        let counts = self
            .lattice
            .at(edge.start)
            .iter()
            .any(|other| other.end == edge.end && matches!(other.role, Role::Number(_)));
        counts && self.tokens.get(edge.end).is_some_and(|next| !next.pause)
    }

    /// Whether the last word said also says how something is made: "kids".
    pub(super) fn ends_in_a_way(&self, from: &Hypothesis) -> bool {
        let last = from.last.map(|step| self.lattice.edges[self.step(step).edge].end - 1);
        let lexicon = self.index.language().lexicon();
        last.is_some_and(|last| lexicon.sort(&self.tokens[last].fold) == Some(Sort::Preparation))
    }

    pub(super) fn is_several_words(&self, from: &Hypothesis) -> bool {
        let last = from.last.map(|step| &self.lattice.edges[self.step(step).edge]);
        last.is_some_and(|edge| edge.end - edge.start > 1)
    }

    /// Whether a run begins with who is talked to.
    pub(super) fn addresses(&self, edge: &Edge) -> bool {
        self.index.language().roles_by(self.tokens[edge.start].id).contains(&Word::You)
    }

    /// "and a side of": whether a serving of something is asked for right before what comes next.
    pub(super) fn is_behind_side_of(&self, from: &Hypothesis) -> bool {
        let last = from.last.map(|step| &self.lattice.edges[self.step(step).edge]);
        last.is_some_and(|last| {
            last.role == Role::Word(Word::And) && last.end - last.start > 1 && self.ends_in_of(last.end)
        })
    }

    pub(super) fn ends_in_of(&self, end: usize) -> bool {
        self.index.language().roles_by(self.tokens[end - 1].id).contains(&Word::Of)
    }

    /// "and a pint of": whether what comes next has a measure and an article of its own.
    pub(super) fn is_of_its_own(&self, from: &Hypothesis) -> bool {
        let mut roles = self.roles_before(from);
        roles.next() == Some(&Role::Word(Word::Of))
            && matches!(roles.next(), Some(Role::Term(Sort::Measure)))
            && matches!(roles.next(), Some(Role::Word(Word::Article) | Role::Number(_)))
            && !matches!(roles.next(), Some(Role::Word(Word::With)))
    }

    /// "a large pepperoni": whether a choice of nothing waits whose words are also a part of a name.
    pub(super) fn names_nothing(&self, end: &Hypothesis) -> bool {
        if !end.held().iter().any(|held| self.may_name_an_item(self.edge(*held))) {
            return false;
        }
        let mut roles: Vec<&Role> = self.roles_before(end).collect();
        roles.reverse();
        let is_named = roles.iter().any(|role| matches!(role, Role::Category(_)));
        !is_named && !points_at_the_order(roles.into_iter()) && !self.tell_which(end)
    }

    /// "lemon sorbet in a dish": whether only one thing can have all that waits for one.
    pub(super) fn tell_which(&self, end: &Hypothesis) -> bool {
        let has = |item: &usize| {
            let entry = [Entry::Item(*item)];
            end.held().iter().all(|held| self.entries_have(&entry, *held))
        };
        (0..self.menu.items.len()).filter(has).take(2).count() == 1
    }

    /// Whether "one of them" was said last.
    pub(super) fn is_some_of_them(&self, from: &Hypothesis) -> bool {
        let Some(last) = from.last.map(|step| &self.lattice.edges[self.step(step).edge]) else {
            return false;
        };
        let counts = |edge: &Edge| edge.end == last.start && matches!(edge.role, Role::Number(_));
        last.role == Role::Word(Word::OfThem)
            && last.start > 0
            && self.lattice.at(last.start - 1).iter().any(counts)
    }

    /// Whether so many of one choice were said right before a number, and this is another of the same group.
    pub(super) fn fills_on(&self, from: &Hypothesis, edge: &Edge) -> bool {
        let Role::Modifier(these) = &edge.role else { return false };
        let mut roles = self.roles_before(from);
        let counted = matches!(roles.next(), Some(Role::Number(_)));
        let joins = |role: &&Role| matches!(role, Role::Word(Word::And | Word::Filler));
        let before = roles.find(|role| !joins(role));
        let same = matches!(before, Some(Role::Modifier(others)) if share_a_group(others, these));
        counted && same && matches!(roles.next(), Some(Role::Number(_)))
    }
}
