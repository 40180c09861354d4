//! How words point at lines of an order: "the second coffee", "the one without onions", "the other one".

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::contents::{Line, Order};
use super::modifier::{Amount, ModifierPick};
use super::person::Person;
use crate::ids::{CategoryId, ItemId, LineId, SizeId};
use crate::menu::Menu;

/// What words say of something: each part narrows what is meant, and an empty part says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The line itself, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_id: Option<LineId>,
    /// The items that the name can mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<ItemId>,
    /// The kind that was named: "the burger".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<CategoryId>,
    /// The sizes that the word can mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<SizeId>,
    /// How many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<u32>,
    /// The modifiers, each with all that its word can mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<Vec<ModifierPick>>,
    /// Which of several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub which: Option<Which>,
}

/// What the words say about a change of something that was ordered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Correction {
    /// The words.
    pub text: String,
    /// What is corrected, where it is named apart from what should be: "the latte: oat, not almond".
    #[serde(default, skip_serializing_if = "Description::is_empty")]
    pub target: Description,
    /// What should be.
    #[serde(default, skip_serializing_if = "Description::is_empty")]
    pub wanted: Description,
    /// What should not be.
    #[serde(default, skip_serializing_if = "Description::is_empty")]
    pub unwanted: Description,
    /// How many of the line are meant: "one of them"; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub split: Option<u32>,
    /// Whose it is, where only their share of the line is meant: "hers with oat".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<Person>,
    /// Whether the last change was meant of the target, not of the line that it was made on: "I meant off the other".
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moves: bool,
}

/// Which of the lines that fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Which {
    /// All of them: "both coffees".
    Every,
    /// Not the one last mentioned: "the other one".
    Other,
    /// The one of that place, from 1; 0 is the last.
    Place(u32),
}

impl Correction {
    /// How many of a line are meant, if not all: "one of them", "the second one" of two.
    pub(super) fn share_of(&self, line: &Line) -> Option<u32> {
        let of_place = matches!(self.target.which, Some(Which::Place(_))) && line.quantity > 1;
        self.split.or(of_place.then_some(1))
    }
}

impl Description {
    /// Of one line, whatever it is.
    pub fn of_line(line_id: LineId) -> Self {
        Self { line_id: Some(line_id), ..Self::default() }
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The lines that fit, at most one where the words or the line last mentioned settle which.
    pub fn lines<'a>(&self, order: &'a Order, menu: &Menu) -> Vec<&'a Line> {
        let fitting: Vec<&Line> = order.lines.iter().filter(|line| self.fits(line, menu)).collect();
        // "the one without onions" is the one that was ordered so, before one that never has any.
        let as_ordered: Vec<&Line> =
            fitting.iter().copied().filter(|line| self.lacks_as_ordered(line)).collect();
        let fitting = if as_ordered.is_empty() { fitting } else { as_ordered };
        let referent = |line: &&Line| Some(line.line_id) == order.referent;
        match (fitting.as_slice(), self.which) {
            (_, Some(Which::Every)) | ([] | [_], None) => fitting,
            (_, Some(Which::Place(0))) => fitting.last().copied().into_iter().collect(),
            (_, Some(Which::Place(place))) => of_place(&fitting, place).into_iter().collect(),
            (_, Some(Which::Other)) => {
                let others: Vec<&Line> = fitting.into_iter().filter(|line| !referent(line)).collect();
                let named = !self.items.is_empty() || self.category.is_some();
                match order.referent().and_then(|id| order.line(id)).filter(|_| !named) {
                    Some(last) => like(last, &others, menu),
                    None => others,
                }
            }
            (several, None) => match several.iter().copied().find(referent) {
                Some(line) => vec![line],
                None => fitting,
            },
        }
    }

    /// Whether all that should not be on a line was taken off it.
    fn lacks_as_ordered(&self, line: &Line) -> bool {
        let is_off = |said: &ModifierPick| said.amount != Amount::No || line.modifiers.contains(said);
        self.modifiers.iter().all(|said| said.iter().any(is_off))
    }

    /// Whether a line is what is described. What is in a combo counts as the combo's.
    pub fn fits(&self, line: &Line, menu: &Menu) -> bool {
        let known = self.line_id.is_none_or(|line_id| line_id == line.line_id);
        let named = self.items.is_empty() || self.items.iter().any(|item| line.holds(item));
        let of_kind = self.category.as_ref().is_none_or(|kind| {
            menu.item(&line.item).is_some_and(|item| item.category == *kind)
                || line
                    .components
                    .iter()
                    .any(|part| menu.item(&part.item).is_some_and(|item| item.category == *kind))
        });
        let sized = self.sizes.is_empty() || line.size.as_ref().is_some_and(|size| self.sizes.contains(size));
        known && named && of_kind && sized && self.modifiers.iter().all(|said| is_so(line, said, menu))
    }
}

/// The others that one is one of: of its item, or else of its category.
fn like<'a>(one: &Line, others: &[&'a Line], menu: &Menu) -> Vec<&'a Line> {
    let kind = |line: &Line| menu.item(&line.item).map(|item| &item.category);
    let of_item: Vec<&Line> = others.iter().copied().filter(|line| line.item == one.item).collect();
    if !of_item.is_empty() {
        return of_item;
    }
    others.iter().copied().filter(|line| kind(line) == kind(one)).collect()
}

/// Whether a line is as a word says that can mean several choices. One is without cheese that has none of its kinds, or
/// that was asked for without one.
fn is_so(line: &Line, said: &[ModifierPick], menu: &Menu) -> bool {
    let denied = said.iter().all(|pick| pick.amount == Amount::No);
    let any = said.iter().any(|pick| has(line, pick, menu));
    if !denied || said.iter().any(|pick| line.modifiers.contains(pick)) {
        return any;
    }
    let there =
        |pick: &ModifierPick| has(line, &ModifierPick { amount: Amount::Regular, ..pick.clone() }, menu);
    any && !said.iter().any(there)
}

/// The line of a place from 1, where several of one line are a place each.
pub(super) fn of_place<'a>(lines: &[&'a Line], place: u32) -> Option<&'a Line> {
    let mut last_place = 0;
    lines.iter().copied().find(|line| {
        last_place += line.quantity;
        place <= last_place
    })
}

/// Whether a line is so: as it comes, or as it was asked for.
pub(super) fn has(line: &Line, said: &ModifierPick, menu: &Menu) -> bool {
    let same = |pick: &&ModifierPick| pick.group == said.group && pick.modifier == said.modifier;
    if let Some(pick) = line.modifiers.iter().find(same) {
        return pick.amount == said.amount || (pick.amount != Amount::No && said.amount == Amount::Regular);
    }
    let comes_with = menu.item(&line.item).is_some_and(|item| {
        let chosen = line.modifiers.iter().any(|pick| pick.group == said.group && pick.amount != Amount::No);
        let by_default = item.modifier_groups.contains(&said.group)
            && menu.group(&said.group).is_some_and(|group| group.default.contains(&said.modifier));
        item.includes(&said.group, &said.modifier) || by_default && !chosen
    });
    let in_a_part = line.components.iter().any(|part| part.modifiers.iter().any(|pick| pick == said));
    let takes = menu.item(&line.item).is_some_and(|item| item.modifier_groups.contains(&said.group));
    match said.amount {
        Amount::No => takes && !comes_with || in_a_part,
        Amount::Regular => comes_with || in_a_part,
        Amount::Extra | Amount::Light | Amount::Side => in_a_part,
    }
}
