//! Words that belong to a name that was said before: one that puts a word of it right, and those that only say again what
//! the thing is.

use crate::index::{Entry, ModifierAt};
use crate::language::Word;
use crate::reading::lattice::Role;
use crate::reading::said::{Pick, SaidLine, Statement};
use crate::reading::walk::{Focus, Join, Mode, Walker};
use crate::tokens;

impl Walker<'_> {
    /// "a sausage egg and cheese, no wait, make it ham": what the last line is called with these words in the place of one
    /// of its own.
    pub(super) fn renamed(&self, at: usize) -> Option<(usize, Entry)> {
        let known = self.last_draft()?;
        let corrects = self.correcting || self.mode == Mode::Changing(known);
        let counted = self.number.is_some() || self.amount.is_some();
        let Statement::Add(draft) = &self.said.statements[known] else { return None };
        if !corrects || counted || self.can_be(draft, at) {
            return None;
        }
        let (said, name) = (self.folds(at), tokens::tokenize(self.index.language(), &draft.text));
        let name: Vec<&str> = name.iter().map(|token| token.fold.as_str()).collect();
        let mut others = (0..name.len()).filter_map(|word| {
            let whole = name[..word].iter().chain(&said).chain(&name[word + 1..]);
            let phrase = self.index.called(whole.copied())?;
            let [entry] = phrase.entries.as_slice() else { return None };
            (name.len() > 1 && !draft.entries.contains(entry)).then_some(*entry)
        });
        let entry = others.next()?;
        others.all(|other| other == entry).then_some((known, entry))
    }

    pub(super) fn rename(&mut self, at: usize, (known, entry): (usize, Entry)) {
        let edge = self.runs[at].edge;
        self.said.described.push((edge.start, edge.end));
        self.said.renamed = true;
        if let Statement::Add(draft) = &mut self.said.statements[known] {
            draft.entries = vec![entry];
            self.menu.items[self.index.main(entry)].name.clone_into(&mut draft.text);
        }
        (self.mode, self.focus) = (Mode::Add, Focus::Statement(known));
        self.correcting = false;
        self.settle();
    }

    /// Whether the words of a run are a choice that a line can have.
    fn can_be(&self, draft: &SaidLine, at: usize) -> bool {
        let Role::Modifier(modifiers) = &self.runs[at].edge.role else { return false };
        self.can_have(&draft.entries, modifiers)
    }

    /// "an english muffin with egg and cheese", where the muffin is a bread of that sandwich: the line of what is only a choice
    /// of what comes after "with", and that choice.
    pub(super) fn carried_by(&self, entries: &[Entry]) -> Option<(usize, Pick)> {
        let known = self.last_draft().filter(|known| self.focus == Focus::Statement(*known))?;
        let Statement::Add(carrier) = &self.said.statements[known] else { return None };
        let plain = carrier.details.is_empty() && carrier.parts.is_empty() && !carrier.combo;
        let counted = self.number.is_some() || self.article || !self.held.is_empty();
        let named =
            self.runs[..self.at].iter().rposition(|run| matches!(run.edge.role, Role::Entry { .. }))?;
        if !plain || counted || self.join != Join::With || self.mode != Mode::Add {
            return None;
        }
        let [Entry::Item(_)] = entries else { return None };
        let line = SaidLine { entries: entries.to_vec(), ..SaidLine::default() };
        let mut choices = self.choices_called(named, &line);
        choices.retain(|(group, _)| self.menu.modifier_groups[*group].max == 1);
        let edge = self.runs[named].edge;
        (!choices.is_empty()).then(|| (known, Pick::of(choices, self.text(edge.start, edge.end))))
    }

    /// "an egg white wrap with spinach and feta", which is called so and can have no other: whether a choice only says again
    /// what the line is.
    pub(super) fn is_in_its_name(&self, at: usize, modifiers: &[ModifierAt]) -> bool {
        let Focus::Statement(known) = self.focus else { return false };
        let Some(Statement::Add(draft)) = self.said.statements.get(known) else { return false };
        let plain = self.amount.is_none() && self.number.is_none() && !self.article && self.held.is_empty();
        plain
            && self.mode == Mode::Add
            && matches!(self.join, Join::With | Join::And)
            && !self.can_have(&draft.entries, modifiers)
            && draft.entries.iter().all(|entry| self.index.is_named_with(*entry, &self.folds(at)))
    }

    /// "a veggie platter, the one with falafel and all that": the run after what only tells how the line is that was named,
    /// where nothing of it is a choice.
    pub(super) fn description(&self, at: usize) -> Option<usize> {
        let (definite, named) = (at.checked_sub(1)?, at.checked_sub(2)?);
        let pause = |at: usize| self.tokens[self.runs[at].edge.start].pause;
        let is_one = matches!(self.runs[at].edge.role, Role::Number(1) | Role::Again);
        let points = self.runs[definite].edge.role == Role::Word(Word::Definite) && pause(definite);
        let named = &self.runs[named].edge.role;
        let tells = self.runs.get(at + 1).is_some_and(|run| run.edge.role == Role::Word(Word::With));
        if !is_one || !points || !tells {
            return None;
        }
        let draft = match self.focus {
            Focus::Statement(known) if matches!(named, Role::Entry { .. }) => {
                let Statement::Add(draft) = self.said.statements.get(known)? else { return None };
                (draft.quantity.unwrap_or(1) == 1).then_some(Some(draft))?
            }
            Focus::Strange { .. } if named.is_strange() || matches!(named, Role::Word(Word::Common)) => None,
            _ => return None,
        };
        let goes_on = |at: &usize| {
            let joins = self.runs[*at].edge.role == Role::Word(Word::And);
            let another = self.runs.get(*at + 1).is_some_and(|next| {
                matches!(
                    next.edge.role,
                    Role::Number(_) | Role::Size(_) | Role::Word(Word::Article | Word::Want)
                )
            });
            !(pause(*at) || joins && another)
        };
        let next = (at + 2..self.runs.len()).find(|at| !goes_on(at)).unwrap_or(self.runs.len());
        let chooses = |at: usize| draft.is_some_and(|draft| self.can_be(draft, at));
        (!(at + 2..next).any(chooses)).then_some(next)
    }
}
