//! What is pointed at by a word of its name or of its kind: "the burger" of a bacon burger that is on the order, or that the
//! same utterance asks for.

use fsm::ids::ItemId;
use fsm::order::{Amount, Line, Order};

use crate::index::Entry;
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{SaidLine, Statement};
use crate::reading::walk::{Focus, Mode, Walker};

impl Walker<'_> {
    /// "the tomato off the burger", where no plain burger is on the order: what has the word in its name there.
    pub(crate) fn so_called_on_order(&mut self, at: usize, entries: &[Entry]) -> Option<Vec<Entry>> {
        let denies = self.is_denied_something(at);
        if !self.points_at_order() && !denies || self.on_order(entries) || self.drafted(entries).is_some() {
            return None;
        }
        let words = self.folds(at);
        let there = self.on_order_if(|entry| self.index.is_named_with(entry, &words));
        self.on |= denies && there.is_some();
        there
    }

    /// "the burger without lettuce and without sauce": whether something is only named to say what is not on it.
    fn is_denied_something(&self, at: usize) -> bool {
        let next = self.runs.get(at + 1).filter(|next| !self.tokens[next.edge.start].pause);
        let denies = next.is_some_and(|next| next.edge.role == Role::Word(Word::Negation));
        let only_named = self.definite && !self.article && self.number.is_none() && !self.wanted;
        denies && only_named && self.mode == Mode::Add && self.last_draft().is_none()
    }

    /// The same where the word is the name of a category: what is of it, or has the word in its name.
    pub(crate) fn of_category_on_order(&self, at: usize, category: usize) -> Option<Vec<Entry>> {
        let id = &self.menu.categories[category].id;
        let words = self.folds(at);
        let is_it = |entry: Entry| {
            let of_it = self.menu.items[self.index.main(entry)].category == *id;
            of_it || self.index.is_named_with(entry, &words)
        };
        if self.points_at_order() { self.on_order_if(is_it) } else { None }
    }

    /// Whether what is named next is something on the order that is changed.
    fn points_at_order(&self) -> bool {
        let changes = self.on || matches!(self.mode, Mode::Remove | Mode::Change | Mode::Swap);
        // "no croissant, I'll do the avocado toast", of an almond croissant
        let denies = self.amount == Some(Amount::No) && self.last_draft().is_none() && !self.answering;
        (denies || changes && self.definite) && !self.article && self.number.is_none()
    }

    fn on_order_if(&self, is_meant: impl Fn(Entry) -> bool) -> Option<Vec<Entry>> {
        let lines = self.order?.lines().iter();
        let items = lines.filter_map(|line| self.menu.items.iter().position(|item| item.id == line.item));
        let mut there: Vec<Entry> = items.map(Entry::Item).filter(|entry| is_meant(*entry)).collect();
        there.sort_unstable();
        there.dedup();
        Some(there).filter(|there| !there.is_empty())
    }

    /// "a number three, no tomato on the burger": what was said is of the newest line of this utterance that has the word in
    /// its name.
    pub(crate) fn is_pointed_at_here(&mut self, at: usize, entries: &[Entry]) -> bool {
        if !self.points_at_draft() || self.on_order(entries) || self.drafted(entries).is_some() {
            return false;
        }
        let words = self.folds(at);
        let is_meant = |statement: &Statement| match statement {
            Statement::Add(draft) => {
                draft.entries.iter().any(|entry| self.index.is_named_with(*entry, &words))
            }
            _ => false,
        };
        let Some(meant) = self.said.statements.iter().rposition(is_meant) else { return false };
        self.focus = Focus::Statement(meant);
        let held = std::mem::take(&mut self.held);
        self.describe(held);
        true
    }

    /// The same where the word is the name of a category: "a number five, no mayo on the chicken".
    pub(crate) fn of_category_here(&self, category: usize) -> Option<Vec<Entry>> {
        let id = &self.menu.categories[category].id;
        let of_it = |entry: &Entry| self.menu.items[self.index.main(*entry)].category == *id;
        let points = self.points_at_draft().then(|| self.drafts().rev())?;
        points.map(|draft| &draft.entries).find(|entries| entries.iter().all(of_it)).cloned()
    }

    /// "a combo with a Sprite, no ice in the Sprite": says it of what fills a part of a line of this utterance.
    pub(crate) fn is_part_pointed_at(&mut self, entries: &[Entry]) -> bool {
        if !self.points_at_draft() || self.held.is_empty() || self.drafted(entries).is_some() {
            return false;
        }
        let part_of = |statement: &Statement| match statement {
            Statement::Add(draft) => {
                draft.parts.iter().rposition(|part| part.entries.iter().any(|entry| entries.contains(entry)))
            }
            _ => None,
        };
        let statements = self.said.statements.iter().enumerate().rev();
        let found = statements.into_iter().find_map(|(at, said)| Some((at, part_of(said)?)));
        let Some((statement, part)) = found else { return false };
        self.focus = Focus::Part(statement, part);
        let held = std::mem::take(&mut self.held);
        self.describe(held);
        true
    }

    /// Whether something is on the order only as a part of combos, which no denial takes off.
    pub(crate) fn is_only_a_part(&self, entries: &[Entry]) -> bool {
        let of =
            |item: &ItemId| entries.iter().any(|entry| self.menu.items[self.index.main(*entry)].id == *item);
        let lines = self.order.map(Order::lines).unwrap_or_default();
        let part = |line: &Line| line.components.iter().any(|part| of(&part.item));
        lines.iter().any(part) && !lines.iter().any(|line| of(&line.item))
    }

    /// Whether what is named next is something that was named before it.
    fn points_at_draft(&self) -> bool {
        let counts = self.article || self.number.is_some() || self.ordinal.is_some();
        self.on && self.definite && self.mode == Mode::Add && !counts
    }

    fn drafts(&self) -> impl DoubleEndedIterator<Item = &SaidLine> {
        self.said.statements.iter().filter_map(|statement| match statement {
            Statement::Add(draft) => Some(draft),
            _ => None,
        })
    }

    /// The words of a run in their plain forms.
    pub(super) fn folds(&self, at: usize) -> Vec<&str> {
        let edge = self.runs[at].edge;
        self.tokens[edge.start..edge.end].iter().map(|token| token.fold.as_str()).collect()
    }

    /// "heat up the croissant": whether what is done to something stands before it, as no name has it.
    pub(super) fn is_done_to(&self, at: usize) -> bool {
        let roles: Vec<&Role> = self.runs[..at].iter().map(|run| &run.edge.role).collect();
        let done = matches!(roles.as_slice(), [.., Role::Modifier(_), Role::Word(Word::Definite)]);
        let ordered = self.order.is_some_and(|order| !order.lines().is_empty());
        done && ordered && !self.wanted && self.last_draft().is_none()
    }
}
