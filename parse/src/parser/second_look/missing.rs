//! What is missing once the order was read back: "where's my brownie", "you didn't say the brownie".

use fsm::order::{NewLine, Op};

use super::said::Said;
use crate::correction::Atom;
use crate::language::{Edit, Word};

impl Said<'_> {
    /// After a summary: the one thing that is named, is not on the order and is said to be missing.
    pub(super) fn missing(&self) -> Option<Op> {
        let (_, name) = self.only_name()?;
        let item = name.only_item(self.cx).filter(|_| name.names_item())?;
        let misses = |role| role == Word::Missing;
        let is_new = !self.order.holds(&item) && !self.lines().any(|line| self.names(name, line));
        // "I said a hamburger", of a cheeseburger, takes its place
        let insists = |role| role == Word::Edit(Edit::Insist);
        let instead = self.says(insists) && self.only_of_a_kind(&NewLine::of(item.clone())).is_some();
        let counts = self.atoms.iter().find_map(Atom::number);
        let otherwise = |role| matches!(role, Word::Instead | Word::InsteadOf | Word::Remove | Word::Asks);
        (is_new && !instead && !self.says(otherwise) && self.says(misses) && self.unknown() <= UNKNOWN_MAX)
            .then(|| Op::Add(NewLine { quantity: counts.unwrap_or(1), ..NewLine::of(item) }))
    }
}

/// Among more words that nobody knows, something else may be meant.
const UNKNOWN_MAX: usize = 2;
