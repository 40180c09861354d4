//! Halves: "a dozen, half glazed half chocolate", "wings, half buffalo and half barbecue".

use crate::index::{Entry, ModifierAt};
use crate::language::{Edit, Sort, Word};
use crate::reading::lattice::{Edge, Role};
use crate::reading::said::{Details, Pick, Statement};
use crate::reading::walk::{Focus, Mode, Walker};

impl Walker<'_> {
    /// Reads two halves of what was named before: both where it can have both, so many of each where it can be halved, and
    /// otherwise what is told of. Returns the run after them; none where a run begins no halves.
    pub(crate) fn halves(&mut self, at: usize) -> Option<usize> {
        if let Some(count) = self.half_with(at) {
            (self.split, self.spread, self.said.halved) = (Some(count), false, true);
            return Some(at + 1);
        }
        let (one, second) = self.half(at)?;
        let joins = self.runs.get(second).is_some_and(|run| run.edge.role == Role::Word(Word::And));
        let (other, next) = self.half(second + usize::from(joins))?;
        let Focus::Statement(known) = self.focus else { return None };
        let Statement::Add(draft) = &self.said.statements[known] else { return None };
        if self.mode != Mode::Add || draft.entries.is_empty() {
            return None;
        }
        let (whole, draft_entries) = (draft.quantity.unwrap_or(1), draft.entries.clone());
        if self.can_have_both(&draft_entries, one, other) {
            self.put(one);
            self.put(other);
        } else if whole.is_multiple_of(2) {
            for half in [one, other] {
                self.split = Some(whole / 2);
                self.put(half);
            }
        } else {
            let text = self.text(self.runs[at].edge.start, self.runs[next - 1].edge.end);
            self.tell(text);
        }
        self.said.halved = true;
        Some(next)
    }

    /// "four burgers, half with cheese": how many that is of what was named before; of the rest, all.
    fn half_with(&self, at: usize) -> Option<u32> {
        let (half, next) = (self.runs.get(at)?.edge, self.runs.get(at + 1)?.edge);
        let says_half = self.says_half(half);
        let with = matches!(next.role, Role::Word(Word::With | Word::Negation));
        let known = self.split_from.or_else(|| self.last_draft()).filter(|_| says_half && with)?;
        let Statement::Add(draft) = &self.said.statements[known] else { return None };
        let whole = draft.quantity.filter(|_| self.mode == Mode::Add)?;
        let rest = self.split_from.is_some();
        (rest || whole.is_multiple_of(2)).then_some(if rest { whole } else { whole / 2 })
    }

    /// Whether a run says "half", and no more.
    fn says_half(&self, edge: &Edge) -> bool {
        let first = &self.tokens[edge.start];
        let says_half = self.index.language().roles_by(first.id).contains(&Word::Edit(Edit::Half));
        says_half && matches!(edge.role, Role::Size(_) | Role::Term(Sort::Measure))
    }

    /// What the half is of that begins at a run, and the run after it.
    fn half(&self, at: usize) -> Option<(usize, usize)> {
        let (half, what) = (self.runs.get(at)?.edge, self.runs.get(at + 1)?.edge);
        let is_choice = matches!(what.role, Role::Modifier(_));
        (self.says_half(half) && is_choice && !self.tokens[what.start].pause).then_some((at + 1, at + 2))
    }

    fn put(&mut self, at: usize) {
        let run = self.runs[at];
        if let Role::Modifier(modifiers) = &run.edge.role {
            let pick = Pick::of(modifiers.to_vec(), self.text(run.edge.start, run.edge.end));
            let details = Details { picks: vec![pick], ..Details::default() };
            match self.split.take() {
                Some(count) => {
                    let whole = self.split_from.or_else(|| self.last_draft());
                    whole.into_iter().for_each(|whole| self.split_off(whole, count, details.clone()));
                }
                None => self.describe(details),
            }
        }
    }

    /// Whether what was named can have both choices at once.
    fn can_have_both(&self, entries: &[Entry], one: usize, other: usize) -> bool {
        let choices = |at: usize| match &self.runs[at].edge.role {
            Role::Modifier(modifiers) => modifiers.to_vec(),
            _ => Vec::new(),
        };
        let (one, other) = (choices(one), choices(other));
        let both = |group: usize, all: &[ModifierAt]| all.iter().any(|(of, _)| *of == group);
        entries.iter().all(|entry| {
            let mut groups = self.index.groups(self.index.main(*entry)).iter();
            groups.any(|group| {
                let max = self.menu.modifier_groups[*group].max;
                both(*group, &one) && both(*group, &other) && max != 1
            })
        })
    }
}
