//! What the words of a question do.

use std::sync::Arc;

use fsm::menu::{Diet, KnownAllergen};
use fsm::query::{Day, OrderBy, Select};
use rustc_hash::FxHashMap as HashMap;

use crate::language::Node;
use crate::language::automaton::{AutomatonBuilder, Phrases};

/// What a phrase does in a question.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sign {
    /// Says what is asked of the menu or the house: "how much is".
    Select(Select),
    /// The same of what was ordered: "what do I have so far".
    Order(Select),
    /// Asks what it is, where nothing else is asked: "what is a".
    WhatIs,
    /// Asks which there are: "which ones".
    Which,
    /// The same, of one thing: "what kinds of".
    Kinds,
    /// Asks what somebody can have: "what can I eat".
    CanEat,
    /// Asks what somebody cannot have.
    MustAvoid,
    /// Asks for some, whatever they are: "any".
    Any,
    /// What there is: "do you have".
    Served,
    /// The same behind what is asked for: "what teas are there".
    ServedThere,
    /// When it is served: "what time do you stop serving".
    ServedWhen,
    /// That it begins or ends, behind what is: "start".
    ServedEnds,
    /// Begins what is never an order: "did you say".
    Hard,
    /// Begins a question whose verb orders nothing: "do people ever".
    Wonders,
    /// Begins a question that yes or no answers: "does".
    Whether,
    /// Before a question, or after it: "can you tell me".
    Lead,
    /// The same, and what comes is asked whether it is so: "do you know if".
    LeadIf,
    /// Supposes what is named: "if I get".
    Suppose,
    /// Asks for the price of what was named: "is how much".
    Trails,
    /// Things of any sort: "items", "options".
    Things,
    /// The combos of a menu.
    Combos,
    /// Before what goes with it: "with".
    With,
    /// Before what is on it already: "come with".
    Comes,
    /// Before what it has: "contain".
    Has,
    /// Before what should not be in it: "without".
    Without,
    /// After what is taken off: "off", "gone".
    Off,
    /// Before what something is in: "in", "on".
    In,
    /// How something is, which no data says: "organic".
    Quality,
    /// After an allergen: "free".
    Free,
    /// Whether somebody can eat it: "safe for".
    Safe,
    /// Somebody must avoid what stands before or after it: "allergic to".
    Allergic,
    /// The same, after a person: "can't have".
    Avoids,
    /// Before a condition: "if".
    If,
    /// Somebody who is spoken of: "my son".
    Person,
    /// What somebody must avoid.
    Allergen(KnownAllergen),
    Diet(Diet),
    /// Hot, or mild.
    Hot(bool),
    /// Something with or without caffeine.
    Caffeine(bool),
    /// What comes first: "cheapest".
    First(OrderBy),
    /// Before an amount that is too much: "under".
    AtMost,
    /// The same, where the amount itself is too much already: "less than".
    Below,
    /// Before an amount that is enough: "over".
    AtLeast,
    /// After an amount of money.
    Money,
    /// What was spoken of: "that".
    Last,
    /// After a place: "the third one".
    One,
    /// What was left out: "what else".
    More,
    /// Asks the same of something else: "what about".
    AsTo,
    Day(Arc<str>),
    Holiday(Arc<str>),
    /// Saturday and Sunday.
    Weekend,
    /// All days.
    Week,
    /// A way to pay.
    Way(Arc<str>),
    /// What costs nothing.
    Extra(Arc<str>),
    /// Orders, so that it is no question: "can I get".
    Orders,
    /// Asks whether something can be on something, or orders it: "can I get bacon on".
    May,
    /// Asks whether something is made so, or orders it: "can you do".
    Make,
    /// The same, where it is never an order: "can I still get".
    Still,
    /// It is on what was spoken of, and no part of it: "on it".
    OnIt,
    /// It is of whoever speaks: "my".
    Mine,
    /// More is to be paid for it.
    Upcharge,
    /// Makes a question of what is said: "right?".
    Confirms,
    /// That it is to be eaten, and not drunk: "to eat".
    ToEat,
    /// Joins two clauses: "and".
    Joins,
    /// Says nothing.
    Light,
}

impl Sign {
    /// Whether a question, an order or a claim may begin with it.
    pub(crate) const fn opens(&self) -> bool {
        matches!(
            self,
            Self::Select(_)
                | Self::Order(_)
                | Self::WhatIs
                | Self::Which
                | Self::Kinds
                | Self::CanEat
                | Self::MustAvoid
                | Self::Served
                | Self::ServedWhen
                | Self::LeadIf
                | Self::Suppose
                | Self::Person
                | Self::Orders
                | Self::More
                | Self::AsTo
        )
    }

    /// Whether it says how what is named next belongs to a question.
    pub(crate) const fn tags(&self) -> bool {
        matches!(self, Self::With | Self::Comes | Self::Has | Self::Without | Self::Free | Self::Avoids)
    }

    /// What the phrases of a section do, by its name without `query`.
    pub(crate) fn of(section: &str) -> Option<Self> {
        let (name, value) = section.split_once(' ').unwrap_or((section, ""));
        let plain = match name {
            "what_is" => Self::WhatIs,
            "which" => Self::Which,
            "kinds" => Self::Kinds,
            "can_eat" => Self::CanEat,
            "must_avoid" => Self::MustAvoid,
            "any" => Self::Any,
            "served" => Self::Served,
            "served_there" => Self::ServedThere,
            "served_when" => Self::ServedWhen,
            "served_ends" => Self::ServedEnds,
            "lead" => Self::Lead,
            "lead_if" => Self::LeadIf,
            "suppose" => Self::Suppose,
            "trails" => Self::Trails,
            "things" => Self::Things,
            "combos" => Self::Combos,
            "with" => Self::With,
            "comes" => Self::Comes,
            "has" => Self::Has,
            "without" => Self::Without,
            "off" => Self::Off,
            "in" => Self::In,
            "quality" => Self::Quality,
            "free" => Self::Free,
            "safe" => Self::Safe,
            "allergic" => Self::Allergic,
            "avoids" => Self::Avoids,
            "if" => Self::If,
            "person" => Self::Person,
            "at_most" => Self::AtMost,
            "below" => Self::Below,
            "at_least" => Self::AtLeast,
            "money" => Self::Money,
            "last" => Self::Last,
            "one" => Self::One,
            "more" => Self::More,
            "as_to" => Self::AsTo,
            "orders" => Self::Orders,
            "may" => Self::May,
            "make" => Self::Make,
            "still" => Self::Still,
            "on_it" => Self::OnIt,
            "mine" => Self::Mine,
            "upcharge" => Self::Upcharge,
            "confirms" => Self::Confirms,
            "weekend" => Self::Weekend,
            "week" => Self::Week,
            "to_eat" => Self::ToEat,
            "joins" => Self::Joins,
            "light" => Self::Light,
            "hard" => Self::Hard,
            "wonders" => Self::Wonders,
            "whether" => Self::Whether,
            "order" => return value.parse().ok().map(Self::Order),
            "allergen" => return value.parse().ok().map(Self::Allergen),
            "diet" => return value.parse().ok().map(Self::Diet),
            "first" => return value.parse().ok().map(Self::First),
            "hot" => return value.parse().ok().map(Self::Hot),
            "has_caffeine" => return value.parse().ok().map(Self::Caffeine),
            "day" => Self::Day(Day::named(value).map(|_| value.into())?),
            "holiday" => Self::Holiday(value.into()),
            "way" => Self::Way(value.into()),
            "extra" => Self::Extra(value.into()),
            select => return select.parse().ok().map(Self::Select),
        };
        Some(plain)
    }

    /// Whether an utterance with it may be a question, or tell of an allergy.
    pub(crate) fn asks(&self) -> bool {
        match self {
            Self::Select(_)
            | Self::Order(_)
            | Self::WhatIs
            | Self::Which
            | Self::Kinds
            | Self::CanEat
            | Self::MustAvoid
            | Self::Any
            | Self::Served
            | Self::ServedWhen
            | Self::Whether
            | Self::Hard
            | Self::Wonders
            | Self::LeadIf
            | Self::Trails
            | Self::Suppose
            | Self::Allergic
            | Self::Avoids
            | Self::Extra(_)
            | Self::Way(_)
            | Self::More
            | Self::Make
            | Self::Still
            | Self::Confirms
            | Self::AsTo => true,
            Self::ServedThere
            | Self::ServedEnds
            | Self::Lead
            | Self::Things
            | Self::Combos
            | Self::With
            | Self::Comes
            | Self::Has
            | Self::Without
            | Self::Off
            | Self::In
            | Self::Quality
            | Self::Free
            | Self::Safe
            | Self::If
            | Self::Person
            | Self::Allergen(_)
            | Self::Diet(_)
            | Self::Hot(_)
            | Self::Caffeine(_)
            | Self::First(_)
            | Self::AtMost
            | Self::Below
            | Self::AtLeast
            | Self::Money
            | Self::Last
            | Self::One
            | Self::Day(_)
            | Self::Holiday(_)
            | Self::Orders
            | Self::May
            | Self::OnIt
            | Self::Mine
            | Self::Upcharge
            | Self::Weekend
            | Self::Week
            | Self::ToEat
            | Self::Joins
            | Self::Light => false,
        }
    }
}

/// The words of questions, compiled. They have numbers of their own, so that no other reader knows them.
#[derive(Debug, Default)]
pub(crate) struct Queries {
    ids: HashMap<String, u32>,
    phrases: Phrases<Sign>,
    /// By word: whether it stands in a phrase without which there is no question.
    asks: Vec<bool>,
}

impl Queries {
    /// Where every phrase begins.
    pub(crate) const ROOT: Node = Phrases::<Sign>::ROOT;

    pub(crate) fn new(ids: HashMap<String, u32>, phrases: &AutomatonBuilder<Sign>) -> Self {
        let mut asks = vec![false; ids.len()];
        for word in phrases.words_of(Sign::asks) {
            asks[word as usize] = true;
        }
        Self { phrases: phrases.determine(ids.len()), ids, asks }
    }

    /// The number of a word, if a question can have it.
    pub(crate) fn id(&self, word: &str) -> Option<u32> {
        self.ids.get(word).copied()
    }

    /// Whether there may be a question where this word is.
    pub(crate) fn may_ask(&self, word: u32) -> bool {
        self.asks[word as usize]
    }

    /// The node after a word.
    pub(crate) fn step(&self, node: Node, word: u32) -> Option<Node> {
        self.phrases.step(node, word)
    }

    /// What the phrases that end here do.
    pub(crate) fn signs(&self, node: Node) -> &[Sign] {
        self.phrases.roles(node)
    }
}
