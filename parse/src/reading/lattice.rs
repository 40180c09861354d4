//! Everything that each run of an utterance's words can mean, with how well it fits: what the search chooses from.

mod builder;

use std::ops::Range;

use fsm::ids::SizeId;
use fsm::order::Amount;

use crate::index::{Entry, ModifierAt, Shared};
use crate::language::{Sort, Word};

/// What a run of words can be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Role {
    /// Something to order; alternatives if several are called so.
    Entry {
        entries: Shared<Entry>,
        called: Called,
        /// The modifiers that name it, if it is called by its kind.
        by: Vec<ModifierAt>,
    },
    Modifier(Shared<ModifierAt>),
    Size(Shared<SizeId>),
    Category(usize),
    Group(usize),
    Amount(Amount),
    Number(u32),
    /// "number seven" where the board has none.
    NoSuchNumber,
    Word(Word),
    /// "a large one": what was named before, again.
    Again,
    /// Food, a preparation or a measure that people know and this menu does not have by that name.
    Term(Sort),
    /// Of no language and no menu.
    Unknown,
}

impl Role {
    /// Whether it is something of no menu: words that are not known, or food that is not on this one.
    pub(crate) fn is_strange(&self) -> bool {
        matches!(self, Self::Unknown | Self::Term(_))
    }

    /// Whether it is an item named by its kind alone, as one of what was named before.
    pub(crate) fn is_counted_kind(&self) -> bool {
        matches!(self, Self::Entry { called: Called::Kind, by, .. } if by.is_empty())
    }
}

/// How much of a name was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Called {
    /// A whole name.
    Name,
    /// A whole name that is also a part of several others: "coffee" beside "iced coffee".
    Generic,
    /// A part of a name.
    Part,
    /// One word of a name, and not its last: "sweet" of "sweet potato fries".
    Beginning,
    /// By a modifier that no other item can have: "a large cola" where cola is a kind of the soft drink; or, without
    /// modifiers, by what sets it apart from what was named before: "two fish tacos and two chicken".
    Kind,
}

impl Called {
    /// Whether it is only a part of a name.
    pub(crate) fn is_part(self) -> bool {
        matches!(self, Self::Part | Self::Beginning)
    }
}

/// One meaning of one run of words.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) role: Role,
    /// Whether it is only a part of a modifier's name.
    pub(crate) part: bool,
    /// How well it fits, in hundredths of a word.
    pub(crate) score: i32,
    /// How sure the words are: 1 as written, less for neighbours.
    pub(crate) sure: f64,
}

/// All edges, and those that start at each word.
#[derive(Debug)]
pub(crate) struct Lattice {
    pub(crate) edges: Vec<Edge>,
    pub(crate) starts: Vec<Range<usize>>,
}

impl Lattice {
    /// The edges that start at a word.
    pub(crate) fn at(&self, start: usize) -> &[Edge] {
        &self.edges[self.starts[start].clone()]
    }
}

/// Whether words are about what is on the order: "take the onions off that", not "a large one with everything on it".
pub(crate) fn points_at_the_order<'a>(roles: impl Iterator<Item = &'a Role>) -> bool {
    let mut names = false;
    for role in roles {
        match role {
            Role::Word(word) if word.changes() || !names && word.points() => return true,
            Role::Word(Word::Article) | Role::Number(_) => names = true,
            _ => {}
        }
    }
    false
}

/// "for a party of": whether a number behind these runs counts people.
pub(crate) fn counts_people<'a>(before: impl DoubleEndedIterator<Item = &'a Role>) -> bool {
    let party = [Word::Of, Word::Common, Word::Article, Word::On].map(Role::Word);
    before.rev().take(party.len()).eq(&party)
}
