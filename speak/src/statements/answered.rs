//! What answers tell of many things, or of what something contains.

use fsm::menu::{Allergen, Diet};
use fsm::query::{About, OrderBy};

use super::{Noun, Price};

/// Things that fit a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed<'a> {
    /// What they are.
    pub about: About,
    /// Those that are said now.
    pub names: Vec<&'a str>,
    /// How many more there are.
    pub more: usize,
    /// Whether some were said before.
    pub goes_on: bool,
    /// What they have in common.
    pub fits: Vec<Quality<'a>>,
    /// What they are first by.
    pub by: Option<OrderBy>,
    /// Those that may contain it, or do with some choice.
    pub maybe: Vec<&'a str>,
    /// Whether the menu leaves it out of some others.
    pub unsure: bool,
}

/// What the things of a list have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quality<'a> {
    Contains(&'a [Allergen]),
    FreeOf(&'a [Allergen]),
    Diet(Diet),
    With(&'a str),
    Without(&'a str),
    Under(Price<'a>),
}

/// What something contains that some must avoid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllergensOf<'a> {
    pub of: Noun<'a>,
    /// What was asked for; empty for all.
    pub asked: Vec<&'a Allergen>,
    /// Those of them that it contains.
    pub hits: Vec<&'a Allergen>,
    /// Those of them that may have got into it.
    pub possible: Vec<&'a Allergen>,
    /// What it contains besides.
    pub contains: Vec<&'a Allergen>,
    pub may_contain: Vec<&'a Allergen>,
    /// The parts of which the menu does not say.
    pub unknown: Vec<&'a str>,
    /// What is still to be chosen.
    pub open: Vec<&'a str>,
    /// The open choices that contain what was asked for.
    pub depends: Vec<&'a str>,
    /// Those of which the menu does not say.
    pub unsure_choices: Vec<&'a str>,
}

/// What fills a slot of a combo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filling<'a> {
    Item(&'a str),
    AnyOf(&'a str),
}
