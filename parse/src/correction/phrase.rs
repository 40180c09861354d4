//! Phrases that describe something, and the marks between them.

use fsm::ids::SizeId;
use fsm::order::Amount;

use super::atoms::Name;
use crate::index::ModifierAt;

/// A piece of an utterance.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    Phrase(Box<Phrase>),
    Mark(Mark),
    /// The words of a wish that nothing on the menu fulfils.
    Wish(usize, usize),
}

impl Piece {
    /// The phrase that it is.
    pub(super) fn phrase(&self) -> Option<&Phrase> {
        if let Self::Phrase(phrase) = self { Some(phrase) } else { None }
    }
}

/// What stands between phrases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Not,
    InsteadOf,
    Instead,
    Insist,
    Is,
    Make,
    Want,
    Remove,
    Just,
    Fewer,
    Same,
    Another,
    /// "No", "sorry", "actually": a correction begins.
    Sorry,
    /// The same, or the answer to a question.
    No,
    And,
    With,
    /// For somebody.
    Person,
    Back,
    /// Between what goes and what stays: "everything but the fries".
    Except,
    /// "Leave the pickles on": it is as it is, or as it was.
    Stays,
    /// Between what is and what it becomes: "change the chocolate to strawberry".
    Becomes,
    /// "A combo", "a meal".
    Combo,
    /// "For the side".
    Part,
    /// "Upsize", "bigger".
    Larger,
    /// "Neither of them": what is said should not be.
    Neither,
    /// "With everything on it", "the way it comes".
    AsComes,
}

/// Words that describe something.
#[derive(Clone, Debug, Default)]
pub(super) struct Phrase {
    /// Where its words stand.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) item: Option<Name>,
    /// Whether it is of a combo that is on the order: "the combo".
    pub(super) combo: bool,
    /// A name that may be an item's or a modifier's: "the bacon".
    pub(super) either: Option<Name>,
    pub(super) category: Option<usize>,
    pub(super) sizes: Vec<SizeId>,
    pub(super) picks: Vec<(Vec<ModifierAt>, Amount, u32)>,
    pub(super) number: Option<u32>,
    pub(super) definite: bool,
    pub(super) article: bool,
    pub(super) every: bool,
    /// Whether it is of two: "both".
    pub(super) both: bool,
    /// Whether it is of none of what comes with it: "plain".
    pub(super) plain: bool,
    /// Whether it is none of those: "the one that's not plain", and what is `regular`.
    pub(super) dressed: bool,
    /// Whether it is as it comes, of those that are not: "the regular ones".
    pub(super) regular: bool,
    pub(super) other: bool,
    pub(super) place: Option<u32>,
    /// Whether its number is a share: "two of the".
    pub(super) share: bool,
    /// Whether that share is one half: "half of them".
    pub(super) half: bool,
    pub(super) pronoun: bool,
    /// Whether it ends in "one" or "ones".
    pub(super) ones: bool,
    /// Whether all that are so are meant: "the iced ones".
    pub(super) several: bool,
    /// Whether a size or a modifier was said after the item.
    pub(super) after_item: bool,
    /// What it is said of: "caramel in the latte".
    pub(super) of: Option<Box<Phrase>>,
    /// Whether it says what should not be: "no drink".
    pub(super) unwanted: bool,
    pub(super) amount: Option<Amount>,
    /// Whether it is what somebody has already: "his flat white".
    pub(super) own: bool,
    /// The kinds of choices that it names: "the dressing".
    pub(super) groups: Vec<usize>,
}

impl Phrase {
    /// Whether it points at what is on the order by a word of its name: "the burger".
    pub(super) fn points_short(&self) -> bool {
        self.definite && self.item.as_ref().is_some_and(|name| name.short)
    }

    pub(super) fn names_item(&self) -> bool {
        self.item.is_some() || self.category.is_some() || self.combo
    }

    /// Whether it says how something should be.
    pub(super) fn describes(&self) -> bool {
        !self.sizes.is_empty() || !self.picks.is_empty() || self.either.is_some()
    }

    /// Whether it says more than which one is meant.
    pub(super) fn says_what(&self) -> bool {
        self.names_item() || self.describes()
    }

    pub(super) fn is_empty(&self) -> bool {
        let points =
            self.definite || self.article || self.every || self.other || self.pronoun || self.place.is_some();
        let names = self.names_item() || self.describes() || !self.groups.is_empty();
        !names && self.number.is_none() && !self.half && !points
    }

    /// The one that is plain, or is not, of which it may count some: "two of the plain ones".
    pub(super) fn one_that_is_plain(&self) -> Option<Self> {
        let one = Self { number: None, share: false, definite: true, ..self.clone() };
        (self.plain || self.dressed).then_some(one)
    }

    /// Whether it only begins to point: "my" of "my wife wants".
    pub(super) fn only_begins(&self) -> bool {
        self.definite && Self { definite: false, own: false, ..self.clone() }.is_empty()
    }

    /// Whether it says no more than another of the same thing: "a scone. scone instead".
    pub(super) fn repeats(&self, other: &Self) -> bool {
        let only_names =
            |phrase: &Self| !phrase.describes() && phrase.number.is_none() && phrase.of.is_none();
        let item = |phrase: &Self| phrase.item.as_ref().map(|name| name.entries.clone());
        item(self).is_some() && item(self) == item(other) && only_names(self) && only_names(other)
    }

    /// Whether it points at what is on the order by how it is: "the peppermint".
    pub(super) fn points_by_choice(&self) -> bool {
        self.definite && self.describes() && !self.names_item() && !self.unwanted
    }

    /// Whether it only points at what was ordered: "the mochas", "those mochas".
    pub(super) fn points_at_all(&self) -> bool {
        let only = !self.describes() && self.number.is_none() && self.of.is_none() && !self.unwanted;
        self.definite && self.item.is_some() && only && !self.other && self.place.is_none()
    }

    /// Only what it names, and which of several.
    pub(super) fn named(&self) -> Self {
        Self { sizes: Vec::new(), picks: Vec::new(), either: None, number: None, of: None, ..self.clone() }
    }

    /// With its number as portions of the one choice that it names: "two sugars". None if it counts anything else.
    pub(super) fn with_portions(&self) -> Option<Self> {
        let number = self.number.filter(|number| *number > 0 && !self.share && !self.definite)?;
        let mut choice = self.as_modifier()?;
        let [(_, Amount::Regular, portions)] = choice.picks.as_mut_slice() else { return None };
        *portions = number;
        choice.number = None;
        Some(choice)
    }

    /// Without its number.
    pub(super) fn without_number(&self) -> Self {
        Self { number: None, ..self.clone() }
    }

    /// With what may be an item's or a modifier's name as an item's.
    pub(super) fn as_item(&self) -> Self {
        match (&self.item, &self.either) {
            // "a chocolate milk"
            (None, Some(either)) if either.by_kind && !either.whole => {
                let mut picks = self.picks.clone();
                picks.push((either.modifiers.clone(), Amount::Regular, 1));
                Self { item: Some(either.clone()), either: None, picks, ..self.clone() }
            }
            (None, Some(either)) => Self { item: Some(either.clone()), either: None, ..self.clone() },
            _ => self.clone(),
        }
    }

    /// With its name as one that may be a modifier's, if it can be one.
    pub(super) fn as_either(&self) -> Self {
        let either = self.item.as_ref().filter(|name| !name.modifiers.is_empty());
        match either {
            Some(name) => Self { item: None, either: Some(name.clone()), ..self.clone() },
            None => self.clone(),
        }
    }

    /// With its name as a modifier's, if it can be one.
    pub(super) fn as_modifier(&self) -> Option<Self> {
        let Some(name) = self.item.as_ref().or(self.either.as_ref()) else { return Some(self.clone()) };
        if name.modifiers.is_empty() {
            return None;
        }
        let mut picks = self.picks.clone();
        picks.push((name.modifiers.clone(), Amount::Regular, 1));
        Some(Self { item: None, either: None, picks, ..self.clone() })
    }

    /// Only how it says that something should be.
    pub(super) fn attributes(&self) -> Self {
        let Self { sizes, picks, either, .. } = self.clone();
        Self { sizes, picks, either, start: self.start, end: self.end, ..Self::default() }
    }
}
