//! For whom the lines are: "a latte for me, and one with oat milk for my wife". Whoever is named stays with their lines, so
//! that "hers" finds them later.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::contents::{Line, Order};
use crate::ids::LineId;

/// How many lines are remembered with whom they are for.
const LINES_MAX: usize = 64;

/// Somebody in the car, as the words tell of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Person {
    /// What a pronoun calls them.
    pub who: Who,
    /// By what they are named: "son", "Jonah"; none for a pronoun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// What a pronoun calls somebody.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Who {
    /// The one who speaks.
    Me,
    /// "him", "his".
    Him,
    /// "her", "hers".
    Her,
    /// Anybody else: "the kid", "them".
    Anyone,
}

/// The lines that were said to be for somebody, in the order in which that was said. Bounded: the oldest are forgotten.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Persons {
    lines: Vec<Owned>,
}

/// Some of a line, for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Owned {
    line_id: LineId,
    person: Person,
    quantity: u32,
}

impl Person {
    /// Whether two ways to tell of somebody may be of the same person.
    fn may_be(&self, other: &Self) -> bool {
        let (one, two) = (self.who, other.who);
        let alike =
            one == two || one != Who::Me && two != Who::Me && (one == Who::Anyone || two == Who::Anyone);
        if let (Some(name), Some(other)) = (&self.name, &other.name) {
            return name == other;
        }
        alike
    }
}

impl Persons {
    /// Whether nobody was named.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

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
        let lines: Vec<Line> = self.lines.iter().filter(theirs).cloned().collect();
        let named = known.is_some() || lines.len() < self.lines.len();
        let last = lines.last()?.line_id;
        let is_theirs = |id: &LineId| lines.iter().any(|line| line.line_id == *id);
        let referent = self.referent.filter(is_theirs).or(Some(last));
        named.then(|| Self { lines: lines.into(), referent, ..self.clone() })
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

#[cfg(test)]
mod tests {
    use super::*;

    fn person(who: Who, name: Option<&str>) -> Person {
        Person { who, name: name.map(str::to_owned) }
    }

    #[test]
    fn a_pronoun_may_be_who_was_named_and_a_name_only_the_same() {
        let (son, wife, kid) =
            (person(Who::Him, Some("son")), person(Who::Her, Some("wife")), person(Who::Anyone, Some("kid")));
        let (me, him, her) = (person(Who::Me, None), person(Who::Him, None), person(Who::Her, None));
        assert!(him.may_be(&son) && her.may_be(&wife) && him.may_be(&kid) && her.may_be(&kid));
        assert!(son.may_be(&him), "who was only a pronoun is named later");
        assert!(!him.may_be(&wife) && !son.may_be(&kid) && !me.may_be(&kid) && !me.may_be(&him));
    }
}
