//! What was chosen for a line and is counted again for another one: "a chicken burrito and one steak".

use fsm::order::Amount;

use crate::index::{Entry, ModifierAt};
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Details, Pick, SaidLine, Statement};
use crate::reading::walk::counting::leads_to_an_item;
use crate::reading::walk::{Focus, Join, Mode, Run, Walker};

impl Walker<'_> {
    /// "a chicken burrito and one steak", "two large cokes and a small": whether what was chosen for the last line is
    /// counted again, and so is of another one.
    pub(crate) fn chooses_again(&self, at: usize) -> bool {
        let counted = self.number.is_some() || self.article;
        let listed = self.join == Join::And && self.amount.is_none() && !self.on;
        let Some(Statement::Add(line)) = self.last_draft().map(|known| &self.said.statements[known]) else {
            return false;
        };
        let ends = self.ends_its_thing(at);
        let again = match &self.runs[at].edge.role {
            Role::Modifier(modifiers) => modifiers.iter().any(|(group, modifier)| {
                // A bagel has one kind, and a box of them many.
                if !self.can_have(&line.entries, &[(*group, *modifier)]) {
                    return false;
                }
                let chosen = |pick: &Pick| pick.modifiers.iter().any(|(of, _)| of == group);
                let group = &self.menu.modifier_groups[*group];
                let too_many = self.number > Some(group.modifiers[*modifier].max_quantity);
                (group.max == 1 || too_many) && line.details.picks.iter().any(chosen)
            }),
            Role::Size(sizes) => {
                line.details.size.is_some()
                    && line.entries.iter().any(|entry| self.index.has_size(self.menu, *entry, sizes))
            }
            _ => false,
        };
        let free = self.held.is_empty() && self.split.is_none() && !self.correcting;
        self.mode == Mode::Add && free && counted && listed && ends && again
    }

    /// Whether something else begins after a run, or after "regular" or "plain" behind it: "and a small regular".
    pub(crate) fn ends_its_thing(&self, at: usize) -> bool {
        let nothing_special = |run: &&Run<'_>| {
            matches!(run.edge.role, Role::Amount(Amount::Regular) | Role::Word(Word::Plain))
                && !self.tokens[run.edge.start].pause
        };
        let skipped = usize::from(self.runs.get(at + 1).as_ref().is_some_and(nothing_special));
        self.runs.get(at + 1 + skipped).is_none_or(|next| {
            self.tokens[next.edge.start].pause || matches!(next.edge.role, Role::Word(Word::And | Word::With))
        })
    }

    /// Adds another line like the last one, with another choice or size.
    pub(crate) fn choose_again(&mut self, at: usize) {
        let Some(Statement::Add(line)) = self.last_draft().map(|known| &self.said.statements[known]) else {
            return;
        };
        let edge = self.runs[at].edge;
        let text = self.text(edge.start, edge.end);
        let mut details = Details::default();
        match &edge.role {
            Role::Size(sizes) => details.size = Some((sizes.to_vec(), text)),
            Role::Modifier(modifiers) => details.picks.push(Pick::of(modifiers.to_vec(), text)),
            _ => {}
        }
        let line = SaidLine { details, ..line.like(self.number) };
        self.said.statements.push(Statement::Add(line));
        self.focus = Focus::Statement(self.said.statements.len() - 1);
        self.settle();
    }

    /// "a cinnamon raisin with butter, and a small coffee": what waits for its item is something by itself, and asked
    /// about, where the next item can have none of it and nothing is on the order.
    pub(crate) fn leave_what_waits(&mut self, at: usize) {
        let empty = self.order.is_none_or(|order| order.lines().is_empty());
        let begins = self.mode == Mode::Add && self.amount.is_none() && self.waiting.is_empty();
        if self.held.picks.is_empty() || !empty || !begins || self.answering || self.wants() {
            return;
        }
        let mut after = self.runs[at + 1..].iter().map(|run| &run.edge.role);
        let between =
            |role: &&Role| leads_to_an_item(role) || matches!(role, Role::Word(Word::Some | Word::Want));
        let is_said = |role: &&Role| matches!(role, Role::Modifier(modifiers) if self.held.picks.iter().any(|pick| pick.modifiers == **modifiers));
        let mut again = false;
        let next = after.find(|role| {
            again |= is_said(role);
            !between(role)
        });
        let Some(Role::Entry { entries, .. }) = next else { return };
        let able = |pick: &Pick| self.can_have(entries, &pick.modifiers);
        // "a scoop of vanilla and a vanilla Coke"
        let joins = self.runs[at].edge.role == Role::Word(Word::And);
        if self.held.picks.iter().any(able) && !(again && joins) {
            return;
        }
        let held = std::mem::take(&mut self.held);
        let size = held.size.into_iter().map(|(_, text)| text);
        let words: Vec<String> = size.chain(held.picks.into_iter().map(|pick| pick.text)).collect();
        self.said.strange.push((words.join(" "), Vec::new()));
        self.settle();
    }

    /// Whether one of some entries can have one of some choices.
    pub(super) fn can_have(&self, entries: &[Entry], modifiers: &[ModifierAt]) -> bool {
        entries.iter().any(|entry| self.index.allows(self.index.main(*entry), modifiers))
    }
}
