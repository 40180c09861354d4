//! What the phrases of a language do.

use fsm::menu::Topic;
use fsm::order::Amount;

/// What a phrase of the language does in an utterance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Word {
    Number(u32),
    /// May be a number that sounds so: "to al pastor tacos".
    NumberAlike(u32),
    /// Multiplies the number before it.
    Scale(u32),
    /// 0 is the last one, [`MIDDLE`] the one in the middle.
    Ordinal(u32),
    NumberSign,
    Combo,
    Article,
    Definite,
    Some,
    Filler,
    Unit,
    Want,
    Add,
    And,
    Or,
    With,
    On,
    Of,
    Negation,
    Amount(AmountWord),
    /// So many times as much of a modifier: "double".
    Times(u32),
    Remove,
    Take,
    Off,
    Make,
    To,
    Swap,
    InsteadOf,
    Instead,
    Pronoun,
    OfThem,
    All,
    Both,
    Another,
    /// "the other one": those that are left of a line of which some were told apart.
    Other,
    /// "should be": what was named before it is to be as is said behind it.
    Should,
    Same,
    Correction,
    WeakCorrection,
    Except,
    Just,
    AsComes,
    Plain,
    Sized,
    Clear,
    /// Asks which there are, before a category or a group: "what desserts".
    Which,
    /// Begins a question, if nothing stands before it: "is the".
    Asks,
    Topic(TopicWord),
    Cue(Cue),
    Claim(Claim),
    /// A plain word of the language: never a misheard name.
    Common,
}

/// The place of the one in the middle.
pub(crate) const MIDDLE: u32 = u32::MAX;

/// How much of a modifier; ordered, which the wire type need not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum AmountWord {
    Regular,
    No,
    Extra,
    Light,
    Side,
}

impl AmountWord {
    pub(crate) fn amount(self) -> Amount {
        match self {
            Self::Regular => Amount::Regular,
            Self::No => Amount::No,
            Self::Extra => Amount::Extra,
            Self::Light => Amount::Light,
            Self::Side => Amount::Side,
        }
    }
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TopicWord {
    Price,
    Contents,
    Sizes,
    Availability,
    Calories,
    Allergens,
    Recommendation,
    Combo,
    Order,
}

impl TopicWord {
    pub(crate) fn topic(self) -> Topic {
        match self {
            Self::Price => Topic::Price,
            Self::Contents => Topic::Contents,
            Self::Sizes => Topic::Sizes,
            Self::Availability => Topic::Availability,
            Self::Calories => Topic::Calories,
            Self::Allergens => Topic::Allergens,
            Self::Recommendation => Topic::Recommendation,
            Self::Combo => Topic::Combo,
            Self::Order => Topic::Order,
        }
    }
}

/// What an utterance does besides ordering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cue {
    Done,
    NeedsTime,
    Yes,
    /// A yes only where nothing else is said.
    WeakYes,
    /// A yes only where it is the whole utterance: "please".
    YesAlone,
    No,
    /// "Nothing": a no to a question, and the end of an order.
    Nothing,
    NotRight,
    NeverMind,
    Repeat,
    /// Not heard, only where it is the whole utterance: "sorry?".
    RepeatAlone,
    Human,
    SmallTalk,
    BackChannel,
    Unclear,
}

/// What a claim about what was said is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Claim {
    Right,
    Wrong,
    /// Claims nothing, but something wrong with a negation before it: "not good".
    Good,
    /// Makes the one the other.
    Not,
    /// Begins a question, which claims nothing.
    Asks,
}

impl Word {
    /// The word for an amount of a modifier.
    pub(crate) fn amount(amount: Amount) -> Self {
        Self::Amount(match amount {
            Amount::Regular => AmountWord::Regular,
            Amount::No => AmountWord::No,
            Amount::Extra => AmountWord::Extra,
            Amount::Light => AmountWord::Light,
            Amount::Side => AmountWord::Side,
        })
    }

    /// Whether it is something that is said besides an order: other words may stand between those of its phrases.
    pub(crate) fn is_besides(self) -> bool {
        matches!(self, Self::Cue(_) | Self::Claim(_))
    }

    /// What an order cannot be heard or asked about without, each with its section.
    pub(crate) fn needed() -> impl Iterator<Item = (&'static str, Self)> {
        let sections = [
            "number 1",
            "number 2",
            "number 3",
            "ordinal 1",
            "ordinal 0",
            "article",
            "definite",
            "filler",
            "want",
            "add",
            "and",
            "or",
            "with",
            "negation",
            "amount extra",
            "amount light",
            "amount side",
            "remove",
            "make",
            "combo_word",
            "plain",
            "correction",
            "clear",
            "topic price",
            "topic order",
            "cue done",
            "cue needs_time",
            "cue yes strong",
            "cue yes weak",
            "cue no strong",
            "cue not_right",
            "cue never_mind",
            "cue repeat",
            "cue human",
            "common",
        ];
        sections.into_iter().filter_map(|section| Some((section, Self::of(section)?)))
    }

    /// What the phrases of a section of the data do.
    pub(crate) fn of(section: &str) -> Option<Self> {
        let (name, value) = section.split_once(' ').unwrap_or((section, ""));
        Some(match name {
            "number" => Self::Number(value.parse().ok()?),
            "number_alike" => Self::NumberAlike(value.parse().ok()?),
            "scale" => Self::Scale(value.parse().ok()?),
            "ordinal" if value == "middle" => Self::Ordinal(MIDDLE),
            "ordinal" => Self::Ordinal(value.parse().ok()?),
            "times" => Self::Times(value.parse().ok()?),
            "amount" => Self::Amount(match value {
                "regular" => AmountWord::Regular,
                "no" => AmountWord::No,
                "extra" => AmountWord::Extra,
                "light" => AmountWord::Light,
                "side" => AmountWord::Side,
                _ => return None,
            }),
            "topic" => Self::Topic(match value {
                "price" => TopicWord::Price,
                "contents" => TopicWord::Contents,
                "sizes" => TopicWord::Sizes,
                "availability" => TopicWord::Availability,
                "calories" => TopicWord::Calories,
                "allergens" => TopicWord::Allergens,
                "recommendation" => TopicWord::Recommendation,
                "combo" => TopicWord::Combo,
                "order" => TopicWord::Order,
                _ => return None,
            }),
            "cue" => Self::Cue(match value {
                "done" => Cue::Done,
                "needs_time" => Cue::NeedsTime,
                "yes strong" => Cue::Yes,
                "yes weak" => Cue::WeakYes,
                "yes alone" => Cue::YesAlone,
                "no strong" => Cue::No,
                "no nothing" => Cue::Nothing,
                "not_right" => Cue::NotRight,
                "never_mind" => Cue::NeverMind,
                "repeat" => Cue::Repeat,
                "repeat alone" => Cue::RepeatAlone,
                "human" => Cue::Human,
                "small_talk" => Cue::SmallTalk,
                "back_channel" => Cue::BackChannel,
                "unclear" => Cue::Unclear,
                _ => return None,
            }),
            "claim" => Self::Claim(match value {
                "right" => Claim::Right,
                "wrong" => Claim::Wrong,
                "good" => Claim::Good,
                "not" => Claim::Not,
                "asks" => Claim::Asks,
                _ => return None,
            }),
            "number_sign" => Self::NumberSign,
            "combo_word" => Self::Combo,
            "article" => Self::Article,
            "definite" => Self::Definite,
            "some" => Self::Some,
            "filler" => Self::Filler,
            "unit" => Self::Unit,
            "want" => Self::Want,
            "add" => Self::Add,
            "and" => Self::And,
            "or" => Self::Or,
            "with" => Self::With,
            "on" => Self::On,
            "of" => Self::Of,
            "negation" => Self::Negation,
            "remove" => Self::Remove,
            "take" => Self::Take,
            "off" => Self::Off,
            "make" => Self::Make,
            "to" => Self::To,
            "swap" => Self::Swap,
            "instead_of" => Self::InsteadOf,
            "instead" => Self::Instead,
            "pronoun" => Self::Pronoun,
            "of_them" => Self::OfThem,
            "all" => Self::All,
            "both" => Self::Both,
            "another" => Self::Another,
            "other" => Self::Other,
            "should" => Self::Should,
            "same_again" => Self::Same,
            "correction" => Self::Correction,
            "weak_correction" => Self::WeakCorrection,
            "except" => Self::Except,
            "just" => Self::Just,
            "as_comes" => Self::AsComes,
            "plain" => Self::Plain,
            "size_word" => Self::Sized,
            "clear" => Self::Clear,
            "which" => Self::Which,
            "asks" => Self::Asks,
            "common" => Self::Common,
            _ => return None,
        })
    }
}
