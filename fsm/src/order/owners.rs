//! Whose each line of an order is, and who is meant by "hers".

use super::contents::{Line, Order};
use super::person::{Owned, Person};
use crate::ids::LineId;

/// How many lines are remembered with whom they are for.
const LINES_MAX: usize = 64;

impl Order {
    /// The order as if there were only what is for somebody; nobody named is whose lines nobody else has. None if that
    /// leaves nothing, or everything.
    pub fn only_of(&self, person: &Person) -> Option<Self> {
        let known = self.known(person);
        let theirs = |line: &&Line| {
            let mut owners = self.persons.lines.iter().filter(|owned| owned.line_id == line.line_id);
            match known {
                Some(known) => owners.any(|owned| owned.person == *known),
                None => owners.next().is_none(),
            }
        };
        let only = self.only(theirs)?;
        (known.is_some() || only.lines.len() < self.lines.len()).then_some(only)
    }

    /// Whether something is for somebody by name.
    pub fn knows(&self, person: &Person) -> bool {
        self.known(person).is_some()
    }

    /// The order as if there were only one line.
    pub fn only_line(&self, id: LineId) -> Option<Self> {
        self.only(|line| line.line_id == id)
    }

    /// The order as if there were only so many of one line.
    pub fn only_some(&self, id: LineId, quantity: u32) -> Option<Self> {
        let mut order = self.only_line(id)?;
        let lines = order.lines.iter().map(|line| Line { quantity, ..line.clone() });
        order.lines = lines.collect::<Vec<Line>>().into();
        Some(order)
    }

    fn only(&self, is_there: impl Fn(&&Line) -> bool) -> Option<Self> {
        let lines: Vec<Line> = self.lines.iter().filter(is_there).cloned().collect();
        let last = lines.last()?.line_id;
        let is_left = |id: &LineId| lines.iter().any(|line| line.line_id == *id);
        let referent = self.referent.filter(is_left).or(Some(last));
        Some(Self { lines: lines.into(), referent, ..self.clone() })
    }

    /// The order as if one of its lines had been mentioned last.
    #[must_use]
    pub fn mentioning(&self, line_id: LineId) -> Self {
        Self { referent: Some(line_id), ..self.clone() }
    }

    /// How much of a line is for somebody, where the rest of it is not.
    pub fn share_of(&self, line: &Line, person: &Person) -> Option<u32> {
        let known = self.known(person)?;
        let theirs =
            self.persons.lines.iter().filter(|owned| owned.line_id == line.line_id && owned.person == *known);
        let quantity: u32 = theirs.map(|owned| owned.quantity).sum();
        (quantity > 0 && quantity < line.quantity).then_some(quantity)
    }

    /// Remembers that so many of a line are for somebody.
    pub(super) fn give(&mut self, line_id: LineId, person: &Person, quantity: u32) {
        let person = self.known(person).unwrap_or(person).clone();
        self.persons.lines.push(Owned { line_id, person, quantity });
        let forgotten = self.persons.lines.len().saturating_sub(LINES_MAX);
        self.persons.lines.drain(..forgotten);
    }

    /// Remembers that what was somebody's of a line is now a line of its own.
    pub(super) fn move_share(&mut self, from: LineId, to: LineId, person: &Person, quantity: u32) {
        let known = self.known(person).unwrap_or(person).clone();
        self.persons.lines.retain(|owned| owned.line_id != from || owned.person != known);
        self.give(to, &known, quantity);
    }

    /// Who is meant of those that were named, the one named last first.
    fn known(&self, person: &Person) -> Option<&Person> {
        let there = |owned: &&Owned| self.line(owned.line_id).is_some();
        let mut named = self.persons.lines.iter().rev().filter(there).map(|owned| &owned.person);
        let exactly = named.clone().find(|known| *known == person);
        exactly.or_else(|| named.find(|known| known.may_be(person)))
    }
}
