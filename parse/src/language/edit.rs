//! What a word does in a correction.

use fsm::order::Who;

/// A word of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Edit {
    /// Before what should not be: "large, not medium".
    Not,
    /// Before what should have been: "I said", "I meant".
    Insist,
    /// Between what is on the order and how it should be: "the fries are large".
    Is,
    /// Before what there should be less of: "one less coffee".
    Fewer,
    /// As something on the order, with a difference: "the same but iced".
    Same,
    /// Who something is said of, by a pronoun: "for her", "hers".
    Person(Who),
    /// The same, named by the last word: "for my son".
    Named(Who),
    /// Before what somebody says that is named before it: "coach says".
    Says,
    /// Half as many: "half of them".
    Half,
    /// What is as it is: "leave the pickles on".
    Stays,
    /// Before what something is only compared with: "like a hamburger".
    Like,
    /// After what should be there again: "put the muffin back".
    Back,
    /// Another size of what is there: "upsize that", "bigger".
    Larger,
    /// Before what should not be done: "don't warm it".
    Without,
    /// Before what somebody has already: "his flat white".
    Own,
    /// Between what is wanted and what is not, where both are items: "a muffin over the scone".
    Over,
    /// Somebody who is told by what they have: "the no onions guy".
    Somebody,
    /// Behind what is not wanted as it is: "the large is too much".
    TooMuch,
    /// Behind what stays, since nothing else is wanted: "is plenty".
    Enough,
    /// All of those of whom one speaks: "they both".
    TheyAll,
    /// Between what is pointed at and what it should have: "the one with bacon gets cheese".
    Gets,
    /// Before another of some that were counted before: "one iced and a different one with oat milk".
    Different,
    /// So many there should be in all: "three pies altogether".
    Total,
    /// Chooses how something should be: "then do oat".
    Choose,
    /// What is named comes to what is there: "a large Coke too", "two more".
    Also,
    /// Behind what goes: "take the fries out", "fries out, onion rings in".
    Out,
    /// Behind what is wanted without what comes with it: "just the burger by itself".
    Alone,
    /// Before how things are: "it's large fries".
    Tells,
    /// Before what should not be so of two: "neither burger gets onions".
    Neither,
    /// Nothing for somebody: "she doesn't want anything".
    Nothing,
    /// After what everyone has: "apple juice for everybody".
    Everyone,
    /// After what is not changed: "the plain one stays plain".
    Unchanged,
    /// How that stays which is to be left: "leave the other one alone", "the croissant stays the same".
    AsItIs,
    /// "That's plenty", of what was said before it.
    Suffices,
    /// Before a number of what is taken off: "cut one of the cortados".
    Cuts,
    /// Before what something should be had as: "do it as a meal".
    AsA,
    /// Between a reason and what is ordered for it: "he's a chai person, so a chai".
    Hence,
}

impl Edit {
    /// What the phrases of an edit's section do.
    pub(crate) fn of(value: &str) -> Option<Self> {
        Some(match value {
            "not" => Self::Not,
            "insist" => Self::Insist,
            "is" => Self::Is,
            "fewer" => Self::Fewer,
            "same" => Self::Same,
            "person me" => Self::Person(Who::Me),
            "person him" => Self::Person(Who::Him),
            "person her" => Self::Person(Who::Her),
            "person anyone" => Self::Person(Who::Anyone),
            "named him" => Self::Named(Who::Him),
            "named her" => Self::Named(Who::Her),
            "named anyone" => Self::Named(Who::Anyone),
            "says" => Self::Says,
            "half" => Self::Half,
            "stays" => Self::Stays,
            "like" => Self::Like,
            "back" => Self::Back,
            "larger" => Self::Larger,
            "without" => Self::Without,
            "own" => Self::Own,
            "unchanged" => Self::Unchanged,
            "as_it_is" => Self::AsItIs,
            "suffices" => Self::Suffices,
            "cuts" => Self::Cuts,
            "hence" => Self::Hence,
            "somebody" => Self::Somebody,
            "gets" => Self::Gets,
            "too_much" => Self::TooMuch,
            "enough" => Self::Enough,
            "they_all" => Self::TheyAll,
            "over" => Self::Over,
            "different" => Self::Different,
            "total" => Self::Total,
            "choose" => Self::Choose,
            "also" => Self::Also,
            "out" => Self::Out,
            "neither" => Self::Neither,
            "tells" => Self::Tells,
            "nothing" => Self::Nothing,
            "as_a" => Self::AsA,
            "alone" => Self::Alone,
            "everyone" => Self::Everyone,
            _ => return None,
        })
    }
}
