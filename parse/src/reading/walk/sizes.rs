//! Sizes: of what comes before or after them, and of the one item that has them.

use fsm::ids::SizeId;
use fsm::menu::Size;
use fsm::order::Amount;

use crate::index::Entry;
use crate::language::{Edit, Word};
use crate::reading::lattice::Role;
use crate::reading::said::{Details, Statement};
use crate::reading::search::Bind;
use crate::reading::walk::{Mode, Run, Walker};
use crate::tokens;

/// What a size by itself is the size of.
enum SizeOf {
    One(usize),
    Several(Vec<Entry>),
}

impl Walker<'_> {
    /// "a six inch roast beef": of what has a longer name, what comes in the size that was said, where what is called so
    /// does not.
    pub(super) fn that_come_so(&self, entries: Vec<Entry>) -> Vec<Entry> {
        let Some((sizes, _)) = &self.held.size else { return entries };
        let comes_so = |entry: &Entry| self.index.has_size(self.menu, *entry, sizes);
        if entries.iter().any(comes_so) {
            return entries;
        }
        let edge = self.runs[self.at].edge;
        let phrase = self.index.called_by(&self.tokens[edge.start..edge.end]);
        let mut longer =
            phrase.into_iter().flat_map(|phrase| phrase.partial.iter().copied()).filter(comes_so);
        match (longer.next(), longer.next()) {
            (Some(only), None) => vec![only],
            _ => entries,
        }
    }

    /// Whether "size" stands right behind "same".
    pub(crate) fn follows_same(&self, at: usize) -> bool {
        let before = self.runs[at].edge.start.checked_sub(1).map(|before| self.tokens[before].id);
        before.is_some_and(|id| self.index.language().roles_by(id).contains(&Word::Edit(Edit::Same)))
    }

    /// Whether the line that is being said can have a size.
    fn can_have_size(&self, size: &SizeId) -> bool {
        let draft = self.last_draft().map(|known| &self.said.statements[known]);
        let Some(Statement::Add(draft)) = draft else { return true };
        let sizes = std::slice::from_ref(size);
        draft.entries.iter().any(|entry| self.index.has_size(self.menu, *entry, sizes))
    }

    /// "a latte, same size": the size of what was said before it, or else of the line mentioned last.
    pub(crate) fn same_size(&mut self) {
        let mut before = self.said.statements.iter().rev().filter_map(|statement| match statement {
            Statement::Add(draft) => Some(draft),
            _ => None,
        });
        let alone = self.held.is_empty() && self.number.is_none();
        let before = if alone { before.nth(1) } else { before.next() };
        let size = if let Some(draft) = before {
            draft.details.size.clone()
        } else {
            let lines = self.order.into_iter().flat_map(|order| order.lines().iter().rev());
            let known = lines.filter_map(|line| line.size.clone()).find(|size| self.can_have_size(size));
            known.map(|size| (vec![size.clone()], size.to_string()))
        };
        self.place(Bind::Before, Details { size, ..Details::default() });
    }

    pub(crate) fn size(&mut self, run: Run<'_>, size: (Vec<SizeId>, String)) {
        if self.correcting
            && let Some(known) = self.last_draft()
            && let Statement::Add(draft) = &mut self.said.statements[known]
        {
            draft.resized = true;
        }
        self.correcting &= run.bind == Bind::After;
        let size = match self.at.checked_sub(1).map(|before| self.runs[before].edge) {
            // "extra large"
            Some(before)
                if before.role == Role::Amount(Amount::Extra) && !self.tokens[run.edge.start].pause =>
            {
                self.amount = None;
                (size.0, self.text(before.start, run.edge.end))
            }
            _ => size,
        };
        match self.item_of_size(run) {
            Some(SizeOf::One(item)) => {
                let text = size.1.clone();
                self.held.size = Some(size);
                self.add(vec![Entry::Item(item)], None, text);
                return self.settle();
            }
            Some(SizeOf::Several(items)) if run.bind == Bind::After || !self.focus_has(&size.0) => {
                self.said.strange.push((size.1, items));
                return self.settle();
            }
            Some(SizeOf::Several(_)) | None => {}
        }
        self.place(run.bind, Details { size: Some(size), ..Details::default() });
    }

    /// Whether the line that was said last can have one of these sizes.
    fn focus_has(&self, sizes: &[SizeId]) -> bool {
        let known = self.last_draft().map(|known| &self.said.statements[known]);
        matches!(known, Some(Statement::Add(draft))
            if draft.entries.iter().any(|entry| self.index.has_size(self.menu, *entry, sizes)))
    }

    /// "a short stack": the only item that has a size of that name, where it is counted and nothing else is named.
    fn item_of_size(&self, run: Run<'_>) -> Option<SizeOf> {
        let counted = self.article || self.number.is_some() || self.wanted && self.said.statements.is_empty();
        let next = self.runs.get(self.at + 1).filter(|next| !self.tokens[next.edge.start].pause);
        let ends = next.is_none_or(|next| {
            matches!(
                next.edge.role,
                Role::Word(Word::And | Word::With | Word::Filler | Word::Want | Word::Cue(_))
            )
        });
        let several = run.edge.end - run.edge.start > 1;
        if !counted || !ends || !several || self.mode != Mode::Add || self.answering || self.amount.is_some()
        {
            return None;
        }
        let folds = |name: &str| -> Vec<String> {
            tokens::tokenize(self.index.language(), name).into_iter().map(|token| token.fold).collect()
        };
        let said: Vec<&str> =
            self.tokens[run.edge.start..run.edge.end].iter().map(|token| token.fold.as_str()).collect();
        let called =
            |size: &Size| std::iter::once(&size.name).chain(&size.aliases).any(|name| folds(name) == said);
        let mut items =
            (0..self.menu.items.len()).filter(|at| self.menu.items[*at].sizes().iter().any(called));
        let item = items.next()?;
        if let Some(other) = items.next() {
            let near = [item, other].into_iter().chain(items).map(Entry::Item).collect();
            return Some(SizeOf::Several(near));
        }
        // "biscuits and gravy, a full order"
        (self.drafted(&[Entry::Item(item)]).is_none() && !self.on_order(&[Entry::Item(item)]))
            .then_some(SizeOf::One(item))
    }
}
