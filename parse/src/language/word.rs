//! What the phrases of a language do.

use fsm::dialogue::ActKind;
use fsm::menu::Topic;
use fsm::order::Amount;

use super::edit::Edit;

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
    Amount(Amount),
    /// So many times as much of a modifier: "double".
    Times(u32),
    Remove,
    Take,
    /// "leave the fries": what stays as it is.
    Keep,
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
    /// "the other one": the rest of a line that was split.
    Other,
    /// "should be": what was named before it becomes what is said after it.
    Should,
    Same,
    Correction,
    WeakCorrection,
    Except,
    Just,
    AsComes,
    Plain,
    /// "for the side", "as his drink": what was named fills a part of what is there.
    ForPart,
    Sized,
    Clear,
    /// Asks which there are, before a category or a group: "what desserts".
    Which,
    /// Goes on with the question that was just answered: "what about".
    AsTo,
    /// Begins a question, if nothing stands before it: "is the".
    Asks,
    Topic(Topic),
    Cue(Cue),
    Claim(Claim),
    /// Says what is to be done with what was ordered, for the grammar of corrections alone.
    Edit(Edit),
    /// Said while somebody else speaks, it only shows that one listens: "yeah", "okay".
    Listening,
    /// Begins talk that is no part of an order: "I'm on a ..."; alone, is all of it: "there's four of us".
    Aside {
        alone: bool,
    },
    /// Before what somebody has already, with [`Word::Elsewhere`] after it: "I've got water at home".
    Own,
    /// Where it is that somebody has already.
    Elsewhere,
    /// Begins a question to whoever sits in the car, too: "who wants"; alone, is one: "what's that, honey".
    AsksOthers {
        alone: bool,
    },
    /// Whoever is spoken to: "you", "yours".
    You,
    /// As a question, it takes a call: what is said behind it is said into a phone.
    TakesCall,
    /// "Kids", "sweetheart": what somebody in the car is called.
    Vocative,
    /// As a sentence, it says that what was said of somebody is not so: "no he's not".
    Denial,
    /// Beside what was not read back, though it was ordered: "where's my brownie".
    Missing,
    /// What is left of the order besides what is named: "the other stuff".
    Rest,
    /// Behind the only thing that there is to be: "the fries, nothing else".
    NothingElse,
    /// What a place of a combo is called in any shop: "the drink".
    Part,
    /// What comes after it is wanted only if what came before it is not to be had: "a root beer, if not, a coke".
    Fallback,
    /// What was named before it is wanted if it is to be had, as everything is: "if you have it".
    IfThere,
    /// Between two pauses, it takes back what was named before it: "sorry".
    Apology,
    /// Before all else, it says nothing of what follows: "okay so", "can you do me a favor".
    Opening,
    /// Behind all else, it says nothing of what was said: "sorry about that".
    Closing,
    /// What is said while thinking of the next word, also within a name: "um".
    Hesitation,
    /// The same, where a name is looked for: "the, what is it called, ...".
    Thinking,
    /// Does not mind which it is: "you pick"; `alone`, where that is all: "any".
    Indifferent {
        alone: bool,
    },
    /// A plain word of the language: never a misheard name.
    Common,
}

/// The place of the one in the middle.
pub(crate) const MIDDLE: u32 = u32::MAX;

/// The acts that answer what the lane asked.
pub(crate) const ANSWERS: [ActKind; 4] = [ActKind::Yes, ActKind::No, ActKind::NotRight, ActKind::Done];

/// What an utterance does besides ordering: an act without data, by a phrase that says it or only may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cue {
    /// A yes only where nothing else is said.
    WeakYes,
    /// A yes only where it is the whole utterance: "please".
    YesAlone,
    /// "Nothing": a no to a question, and the end of an order.
    Nothing,
    /// Not heard, only where it is the whole utterance: "sorry?".
    RepeatAlone,
    /// Anger, only where it is the whole utterance: "unbelievable!".
    UpsetAlone,
    /// A sound of somebody who listens, which may mean yes, "mm-hm", or never does, "hmm".
    BackChannel { assents: bool },
    /// The act, whatever else is said.
    Act(ActKind),
}

impl Cue {
    /// What the phrases of a section do: the act of that name, or one of the others.
    fn of(section: &str) -> Option<Self> {
        Some(match section {
            "yes weak" => Self::WeakYes,
            "yes alone" => Self::YesAlone,
            "no nothing" => Self::Nothing,
            "repeat alone" => Self::RepeatAlone,
            "upset alone" => Self::UpsetAlone,
            "back_channel" => Self::BackChannel { assents: false },
            "back_channel assents" => Self::BackChannel { assents: true },
            name => Self::Act(ActKind::of_wire(name).filter(|act| act.plain().is_some())?),
        })
    }

    /// What its phrases say where they are the whole utterance; none if they say the same anywhere.
    pub(crate) fn alone(self) -> Option<Self> {
        Some(match self {
            Self::YesAlone => Self::WeakYes,
            Self::RepeatAlone => Self::Act(ActKind::Repeat),
            Self::UpsetAlone => Self::Act(ActKind::Upset),
            Self::WeakYes | Self::Nothing | Self::BackChannel { .. } | Self::Act(_) => return None,
        })
    }

    /// Whether its phrases say an act.
    pub(crate) fn says(self, act: ActKind) -> bool {
        match self {
            Self::WeakYes | Self::YesAlone => act == ActKind::Yes,
            Self::Nothing => matches!(act, ActKind::No | ActKind::Done),
            Self::RepeatAlone => act == ActKind::Repeat,
            Self::UpsetAlone => act == ActKind::Upset,
            Self::BackChannel { .. } => act == ActKind::BackChannel,
            Self::Act(said) => act == said,
        }
    }

    /// Whether it answers what the lane asked.
    pub(crate) fn is_answer(self) -> bool {
        ANSWERS.iter().any(|act| self.says(*act))
    }

    /// The commands of the catalogue.
    pub(crate) fn commands() -> impl Iterator<Item = Self> {
        let acts = ActKind::ALL.iter().filter(|act| act.class().is_command());
        acts.map(|act| Self::Act(*act))
    }
}

/// A part of a claim that something is right or wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Claim {
    Right,
    Wrong,
    /// Claims that something is wrong, only with a negation before it: "not good".
    Good,
    /// Inverts a claim.
    Not,
    /// Begins a question, which claims nothing.
    Asks,
}

impl Word {
    /// Whether it tells that something is changed which is there.
    pub(crate) fn changes(self) -> bool {
        matches!(
            self,
            Self::Make | Self::Add | Self::Remove | Self::Off | Self::Swap | Self::Instead | Self::InsteadOf
        )
    }

    /// Whether it points at what was named before: on the order, or in the same breath.
    pub(crate) fn points(self) -> bool {
        matches!(self, Self::Pronoun | Self::OfThem | Self::All | Self::Both | Self::Same | Self::Just)
    }

    /// Whether it is something that is said besides an order: other words may stand between those of its phrases.
    pub(crate) fn is_besides(self) -> bool {
        matches!(self, Self::Cue(_) | Self::Claim(_))
    }

    /// Whether only a grammar of its own reads it, not that of orders.
    pub(crate) fn is_of_another_grammar(self) -> bool {
        matches!(
            self,
            Self::Claim(_)
                | Self::Edit(_)
                | Self::Which
                | Self::AsTo
                | Self::Aside { .. }
                | Self::Listening
                | Self::Own
                | Self::Elsewhere
                | Self::AsksOthers { .. }
                | Self::You
                | Self::TakesCall
                | Self::Vocative
                | Self::Denial
                | Self::Missing
                | Self::Rest
                | Self::NothingElse
                | Self::Part
                | Self::Fallback
                | Self::IfThere
                | Self::Apology
                | Self::Opening
                | Self::Closing
                | Self::Hesitation
        )
    }

    /// The roles that every language needs, each with its section.
    pub(crate) fn needed() -> impl Iterator<Item = (String, Self)> {
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
            "cue yes weak",
            "common",
        ];
        let acts = Cue::commands().filter_map(|cue| match cue {
            Cue::Act(act) => Some(format!("cue {}", act.wire())),
            _ => None,
        });
        let sections = sections.into_iter().map(str::to_owned).chain(acts);
        sections.filter_map(|section| Self::of(&section).map(|word| (section, word)))
    }

    /// The role of the phrases of a section.
    pub(crate) fn of(section: &str) -> Option<Self> {
        let (name, value) = section.split_once(' ').unwrap_or((section, ""));
        Some(match name {
            "number" => Self::Number(value.parse().ok()?),
            "number_alike" => Self::NumberAlike(value.parse().ok()?),
            "scale" => Self::Scale(value.parse().ok()?),
            "ordinal" if value == "middle" => Self::Ordinal(MIDDLE),
            "ordinal" => Self::Ordinal(value.parse().ok()?),
            "times" => Self::Times(value.parse().ok()?),
            "amount" => Self::Amount(value.parse().ok()?),
            "topic" => Self::Topic(value.parse().ok()?),
            "cue" => Self::Cue(Cue::of(value)?),
            "edit" => Self::Edit(Edit::of(value)?),
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
            "for_part" => Self::ForPart,
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
            "keep" => Self::Keep,
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
            "as_to" => Self::AsTo,
            "which" => Self::Which,
            "asks" => Self::Asks,
            "listening" => Self::Listening,
            "aside" => Self::Aside { alone: value == "alone" },
            "own" => Self::Own,
            "elsewhere" => Self::Elsewhere,
            "asks_others" => Self::AsksOthers { alone: value == "alone" },
            "you" => Self::You,
            "takes_call" => Self::TakesCall,
            "vocative" => Self::Vocative,
            "denial" => Self::Denial,
            "missing" => Self::Missing,
            "rest" => Self::Rest,
            "nothing_else" => Self::NothingElse,
            "part" => Self::Part,
            "fallback" => Self::Fallback,
            "if_there" => Self::IfThere,
            "apology" => Self::Apology,
            "opening" => Self::Opening,
            "closing" => Self::Closing,
            "hesitation" => Self::Hesitation,
            "thinking" => Self::Thinking,
            "indifferent" => Self::Indifferent { alone: value == "alone" },
            "common" => Self::Common,
            _ => return None,
        })
    }
}
