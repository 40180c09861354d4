//! For whom the lines are: "a latte for me, and one with oat milk for my wife". Whoever is named stays with their lines, so
//! that "hers" finds them later.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ids::LineId;

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
    pub(super) lines: Vec<Owned>,
}

/// Some of a line, for somebody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Owned {
    pub(super) line_id: LineId,
    pub(super) person: Person,
    pub(super) quantity: u32,
}

impl Person {
    /// Whether two ways to tell of somebody may be of the same person.
    pub(super) fn may_be(&self, other: &Self) -> bool {
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
