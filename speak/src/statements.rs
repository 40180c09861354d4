//! Everything that can be said, without words, and what a language must do to say it.

use fsm::house::{HouseFact, Span};
use fsm::menu::{Allergen, Caffeine, Diet};
use fsm::money::Money;
use fsm::order::Amount;
use fsm::query::{About, Comes, OrderBy};
use jiff::civil::Weekday;

use super::sentence::Sentence;

/// Words for everything that can be said, in whole sentences; only [`Language::ask`] may ask a question.
pub(super) trait Language: Sync {
    /// Tells something.
    fn tell(&self, statement: &Statement<'_>) -> Sentence;

    /// Asks something, in one sentence.
    fn ask(&self, prompt: &Prompt<'_>) -> String;

    /// Tells what the menu or the order says.
    fn answer(&self, fact: &Fact<'_>) -> Sentence;

    /// Several of something that has this name.
    fn several(&self, name: &str) -> String;
}

/// Something to order, with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Noun<'a> {
    pub quantity: u32,
    pub size: Option<&'a str>,
    pub name: &'a str,
    /// How it differs from how it comes.
    pub extras: Vec<Extra<'a>>,
    /// What a combo comes with.
    pub parts: Vec<Noun<'a>>,
}

impl<'a> Noun<'a> {
    /// Items without changes.
    pub(super) fn of(quantity: u32, name: &'a str) -> Self {
        Self { quantity, size: None, name, extras: Vec::new(), parts: Vec::new() }
    }
}

/// A modifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Extra<'a> {
    pub name: &'a str,
    pub amount: Amount,
    pub quantity: u32,
}

/// Some of what could be listed, and how many items are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listing<'a> {
    pub nouns: Vec<Noun<'a>>,
    pub more: u32,
}

/// An amount in a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Price<'a> {
    pub amount: Money,
    /// ISO 4217 code.
    pub currency: &'a str,
}

/// An item in general, without a number of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Goods<'a> {
    pub name: &'a str,
    /// Whether it comes by the piece; a drink does not.
    pub is_counted: bool,
}

/// A part of the day in which something is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Serving<'a> {
    /// The days on which it begins; every day without them.
    pub days: Option<&'a [Weekday]>,
    /// From when to when; the whole day without it.
    pub span: Option<Span>,
}

/// What cannot be had, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Refused<'a> {
    /// How many were asked for, if that is too many.
    pub quantity: Option<u32>,
    /// None for what was just said.
    pub what: Option<&'a str>,
    pub place: Option<Fitting<'a>>,
}

/// What it cannot be had on, or for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fitting<'a> {
    On(&'a str),
    For(&'a str),
}

/// Something of a menu, or words that are not on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Thing<'a> {
    Noun(Noun<'a>),
    Words(&'a str),
}

/// What is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Statement<'a> {
    Welcome {
        place: &'a str,
    },
    Okay,
    /// What was asked for is so already, with the lines that it is about.
    AlreadySo(Listing<'a>),
    Added(Listing<'a>),
    /// Lines as they are now.
    Changed(Listing<'a>),
    TookOff(Listing<'a>),
    TookOffAll,
    /// What was not settled and is no longer wanted.
    LeftOut(&'a str),
    Undone,
    Kept,
    SmallTalk,
    TakeYourTime,
    StillWaiting,
    StillHere,
    /// The reply is late.
    OneMoment,
    PullForward,
    PayAtWindow,
    ThankYou {
        total: Price<'a>,
    },
    RetryPayment,
    CodeNoted,
    /// That the crew knows what somebody must not eat.
    AllergyNoted(&'a [Allergen]),
    TeamMember,
    Example {
        first: &'a str,
        second: Option<&'a str>,
    },
    /// How one takes off something.
    ExampleOff(Noun<'a>),
    SayYesOrNo,
    ReadBack {
        /// A few lines each, so that one can follow.
        parts: Vec<Listing<'a>>,
        /// What is taken off, by its name.
        discounts: Vec<(&'a str, Price<'a>)>,
        total: Price<'a>,
    },
    NotAllowed(Refused<'a>),
    PartStaysInCombo(&'a str, &'a str),
    NotUnderstood,
    NotSure(&'a str),
    NotOnMenu(&'a str),
    NotOnOrder(Option<Thing<'a>>),
    TooMany(Thing<'a>),
    OutOf(Goods<'a>),
    ByRule(&'a str),
    OutOfSize {
        size: &'a str,
        goods: Goods<'a>,
    },
    /// What is served at other times than now.
    ServedThen {
        goods: Goods<'a>,
        times: Vec<Serving<'a>>,
    },
    NothingYet,
    WouldTakeOff(Listing<'a>),
    WouldClear,
    WouldChangeMuch,
    SorryAboutThat,
    OrderRefused,
    PaymentFailed,
}

/// What is asked. A reply asks one at most. A choice without a name is about what was just told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Prompt<'a> {
    WhatCanIGet,
    AnythingElse,
    OfferItem(&'a str),
    OfferCombo(&'a str),
    IsThatRight,
    /// Whether this is what was said.
    IsItRight(Listing<'a>),
    IsOrderRight,
    IsThatYes,
    AreYouSure,
    StartWith {
        combos: bool,
    },
    DidYouMean(Noun<'a>),
    WhichOne {
        nouns: Vec<Noun<'a>>,
        others: bool,
    },
    WhichOf(Vec<&'a str>),
    WhichSize {
        name: &'a str,
        sizes: Vec<&'a str>,
    },
    WhichFromCategory {
        category: &'a str,
        name: Option<&'a str>,
    },
    WhichFromGroup {
        group: &'a str,
        name: &'a str,
        choices: Vec<&'a str>,
    },
    HowToHave(&'a str),
    HowMany(Option<&'a str>),
    WhatWouldYouLike,
    WhatInstead,
    Instead(Vec<&'a str>),
    WhatToChange,
    WhatIsWrong,
    WhatIsWrongWith(Noun<'a>),
    RetryPayment,
    /// What the house asks, in its own words.
    House(&'a str),
}

/// What the menu or the order says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fact<'a> {
    Price {
        of: Noun<'a>,
        price: Price<'a>,
    },
    /// What each size costs.
    Prices {
        of: Noun<'a>,
        sizes: Vec<(&'a str, Price<'a>)>,
    },
    /// What a modifier costs on top.
    PriceOfExtra {
        name: &'a str,
        price: Price<'a>,
    },
    Contents {
        of: Noun<'a>,
        description: Option<&'a str>,
        with: Vec<&'a str>,
    },
    Sizes {
        of: Noun<'a>,
        sizes: Vec<&'a str>,
    },
    /// What can be chosen, of something or at all.
    Choices {
        of: Option<Noun<'a>>,
        group: &'a str,
        names: Vec<&'a str>,
        more: bool,
    },
    Had(Goods<'a>),
    /// What there is, with the choices that it has.
    HadIn {
        goods: Goods<'a>,
        choices: Vec<&'a str>,
    },
    NotHad(Goods<'a>),
    /// Why it cannot be had, as the rule says it.
    ByRule(&'a str),
    /// When something is served.
    Served {
        names: Vec<Goods<'a>>,
        more: usize,
        times: Vec<Serving<'a>>,
    },
    With {
        of: Noun<'a>,
        name: &'a str,
        comes: Comes,
    },
    List(Listed<'a>),
    /// What is off now.
    OutNow(Vec<Goods<'a>>),
    Calories {
        of: Noun<'a>,
        calories: Option<u32>,
    },
    Allergens(AllergensOf<'a>),
    Diet {
        of: Noun<'a>,
        diet: Diet,
        fits: Option<bool>,
    },
    Diets {
        of: Noun<'a>,
        diets: Option<&'a [Diet]>,
    },
    Heat {
        of: Noun<'a>,
        heat: Option<u8>,
    },
    Caffeine {
        of: Noun<'a>,
        caffeine: Option<Caffeine>,
    },
    Recommended(Vec<&'a str>),
    Combo {
        name: &'a str,
        with: Vec<Filling<'a>>,
        price: Price<'a>,
    },
    SoFar {
        listing: Listing<'a>,
        total: Price<'a>,
    },
    /// How lines were ordered.
    AsOrdered(Listing<'a>),
    Total(Price<'a>),
    /// What the house says of itself.
    House(&'a HouseFact),
    /// The hours of several days of the week, in their order.
    Week(Vec<&'a HouseFact>),
    NothingYet,
    NameAnItem,
    /// That no menu says it, but a person can.
    AskTheTeam,
}

/// Things that fit a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed<'a> {
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
pub(super) enum Quality<'a> {
    Contains(&'a [Allergen]),
    FreeOf(&'a [Allergen]),
    Diet(Diet),
    With(&'a str),
    Without(&'a str),
    Under(Price<'a>),
}

/// What something contains that some must avoid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AllergensOf<'a> {
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
pub(super) enum Filling<'a> {
    Item(&'a str),
    AnyOf(&'a str),
}
