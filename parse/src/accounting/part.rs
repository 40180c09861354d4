//! A word of a name that is counted and stands alone: "a dog and a Diet Coke". It asks for something, though it is no name.

use fsm::order::{Reason, Unresolved};

use crate::accounting::ledger::Ledger;
use crate::language::{Edit, Word};
use crate::reading::lattice::{Edge, Role};

impl Ledger<'_> {
    /// What to ask about such a word: all that has it in its name.
    pub(super) fn counted_part(&self, at: usize) -> Option<Unresolved> {
        let run = self.runs[at];
        let before = self.runs[at.checked_sub(1)?];
        let quantity = match before.role {
            Role::Word(Word::Article) => 1,
            Role::Number(number) => number,
            _ => return None,
        };
        let token = &self.tokens[run.start];
        let is_person = |role: &Word| {
            matches!(role, Word::You | Word::Edit(Edit::Named(_) | Edit::Person(_) | Edit::Somebody))
        };
        let is_plain = matches!(run.role, Role::Word(Word::Common) | Role::Unknown);
        let is_word = is_plain && run.end == run.start + 1 && !token.pause;
        if !is_word
            || !self.ends_a_line(at)
            || self.cx.index.language().roles_by(token.id).iter().any(is_person)
        {
            return None;
        }
        let named = |item: &usize| self.cx.index.item_name(*item).contains(&token.fold);
        let items = (0..self.cx.menu.items.len()).filter(named);
        let candidates: Vec<String> = items.map(|item| self.cx.menu.items[item].id.to_string()).collect();
        let quantity = Some(quantity).filter(|quantity| *quantity > 1);
        let (text, reason) = (token.word.clone(), Reason::Ambiguous);
        (!candidates.is_empty()).then_some(Unresolved { text, reason, candidates, quantity })
    }

    /// Whether a line ends behind a run: the words do, or another line is counted.
    fn ends_a_line(&self, at: usize) -> bool {
        let counts = |run: &&Edge| matches!(run.role, Role::Word(Word::Article) | Role::Number(_));
        let and = self.runs.get(at + 1).is_some_and(|next| next.role == Role::Word(Word::And));
        let next = self.runs.get(at + 1 + usize::from(and));
        let paused = next.is_some_and(|next| self.tokens[next.start].pause);
        next.is_none() && !and || (and || paused) && next.is_some_and(counts)
    }
}
