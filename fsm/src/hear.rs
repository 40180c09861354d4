//! From acts to events: the parser hears, the state decides what it means. One pure function, one table.

use crate::event::EventKind::{self, *};
use crate::kind::StateKind::{self, *};
use crate::question::QuestionKind;

/// What was heard, as far as it decides the event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Heard {
    /// Operations that can be applied.
    Operations,
    /// Operations that take much away.
    UnsafeOperations,
    /// Operations of which none can be applied.
    NoOperations,
    /// Nothing that means anything here.
    Unclear,
    /// "Yes."
    Yes,
    /// "No."
    No,
    /// "That's it."
    Done,
    /// "That's not right."
    NotRight,
    /// "Never mind."
    NeverMind,
    /// "Give me a minute."
    NeedsTime,
    /// "How much is it?"
    MenuQuestion,
    /// "What was that?"
    Repeat,
    /// "Agent!"
    Human,
    /// "How are you?", "mhm".
    SmallTalk,
}

impl Heard {
    /// Everything that can be heard.
    pub const ALL: [Self; 14] = [
        Self::Operations,
        Self::UnsafeOperations,
        Self::NoOperations,
        Self::Unclear,
        Self::Yes,
        Self::No,
        Self::Done,
        Self::NotRight,
        Self::NeverMind,
        Self::NeedsTime,
        Self::MenuQuestion,
        Self::Repeat,
        Self::Human,
        Self::SmallTalk,
    ];
}

/// What waits for a yes when something is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Waiting {
    /// Nothing that a yes settles.
    Nothing,
    /// An offer.
    Offer,
    /// A question that a yes answers.
    YesNo,
    /// The question whether to try the payment again.
    Payment,
}

impl Waiting {
    /// What waits, given the open offer, the open question and how many candidates it has.
    pub fn of(offer: bool, question: Option<(QuestionKind, usize)>) -> Self {
        match question {
            Some((QuestionKind::PaymentRetry, _)) => Self::Payment,
            Some(
                (QuestionKind::ConfirmChange, _) | (QuestionKind::Replacement | QuestionKind::WhichItem, 1),
            ) => Self::YesNo,
            Some(_) => Self::Nothing,
            None if offer => Self::Offer,
            None => Self::Nothing,
        }
    }
}

/// What happens, in order, when something is heard in a state. Nothing happens on an idle lane.
#[rustfmt::skip]
pub fn events(heard: Heard, state: StateKind, waiting: Waiting) -> &'static [EventKind] {
    match (heard, state, waiting) {
        (_, Idle, _) => &[],

        (Heard::Operations, Ordering, _)         => &[UtteranceOk],
        (Heard::Operations, Thinking, _)         => &[UserStartsOrder, UtteranceOk],
        (Heard::Operations, Clarifying, _)       => &[UserClarifiesOk],
        (Heard::Operations, Confirming, _)       => &[UserWantsChanges],
        (Heard::Operations, Closing, _)          => &[AddMore, UtteranceOk],

        (Heard::UnsafeOperations, _, _)          => &[BigChange],

        (Heard::NoOperations, Thinking, _)       => &[UserStartsOrder, UtteranceUnclear],
        (Heard::NoOperations, Clarifying, _)     => &[StillUnclear],
        (Heard::NoOperations, Ordering | Confirming | Closing, _) => &[UtteranceUnclear],

        (Heard::Unclear, Clarifying, _)          => &[StillUnclear],
        (Heard::Unclear, Ordering | Thinking | Confirming | Closing, _) => &[UtteranceUnclear],

        (Heard::Yes, Ordering, Waiting::Offer)   => &[UtteranceOk],
        (Heard::Yes, Thinking, Waiting::Offer)   => &[UserStartsOrder, UtteranceOk],
        (Heard::Yes, Ordering | Thinking, _)     => &[SmallTalk],
        (Heard::Yes, Clarifying, Waiting::YesNo) => &[UserClarifiesOk],
        (Heard::Yes, Clarifying, Waiting::Payment) => &[PaymentRetry],
        (Heard::Yes, Clarifying, _)              => &[StillUnclear],
        (Heard::Yes, Confirming, _)              => &[UserConfirms],
        (Heard::Yes, Closing, _)                 => &[SmallTalk],

        (Heard::No, Ordering, _)                 => &[UserSaysDone],
        (Heard::No, Thinking, Waiting::Offer)    => &[SmallTalk],
        (Heard::No, Thinking, _)                 => &[UserSaysNotRight],
        (Heard::No, Clarifying, _)               => &[UserSaysNeverMind],
        (Heard::No, Confirming, _)               => &[UserSaysNotRight],
        (Heard::No, Closing, _)                  => &[SmallTalk],

        (Heard::Done, Ordering | Thinking | Clarifying, _) => &[UserSaysDone],
        (Heard::Done, Confirming, _)             => &[UserConfirms],
        (Heard::Done, Closing, _)                => &[SmallTalk],

        (Heard::NotRight, Clarifying, _)         => &[UserSaysNeverMind],
        (Heard::NotRight, Ordering | Thinking | Confirming | Closing, _) => &[UserSaysNotRight],

        (Heard::NeverMind, Closing, _)           => &[SmallTalk],
        (Heard::NeverMind, Ordering | Thinking | Clarifying | Confirming, _) => &[UserSaysNeverMind],

        (Heard::NeedsTime, Closing, _)           => &[SmallTalk],
        (Heard::NeedsTime, Ordering | Thinking | Clarifying | Confirming, _) => &[UserNeedsTime],

        (Heard::MenuQuestion, _, _)              => &[EventKind::MenuQuestion],
        (Heard::Repeat, _, _)                    => &[UserAsksRepeat],
        (Heard::Human, _, _)                     => &[UserAsksHuman],
        (Heard::SmallTalk, _, _)                 => &[EventKind::SmallTalk],
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    /// A row for each act, a column for each state; under it, where it differs, what waits for a yes.
    fn screen() -> String {
        let mut text = format!("{:<26}", "");
        for state in &StateKind::ALL[1..] {
            let _ = write!(text, "{:<36}", state.as_str());
        }
        let mut text = text.trim_end().to_owned() + "\n";
        for heard in Heard::ALL {
            let plain = cells(heard, Waiting::Nothing);
            for waiting in [Waiting::Nothing, Waiting::Offer, Waiting::YesNo, Waiting::Payment] {
                let cells = cells(heard, waiting);
                if waiting != Waiting::Nothing && cells == plain {
                    continue;
                }
                let name = match waiting {
                    Waiting::Nothing => format!("{heard:?}"),
                    Waiting::Offer | Waiting::YesNo | Waiting::Payment => format!("  {waiting:?} waits"),
                };
                let mut line = format!("{name:<26}");
                for cell in &cells {
                    let _ = write!(line, "{cell:<36}");
                }
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }

    fn cells(heard: Heard, waiting: Waiting) -> Vec<String> {
        let names = |state: &StateKind| events(heard, *state, waiting).iter().map(|event| event.as_str());
        StateKind::ALL[1..].iter().map(|state| names(state).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn every_act_in_every_state_stands_on_one_screen() {
        insta::assert_snapshot!(screen());
    }

    #[test]
    fn nothing_is_heard_on_an_idle_lane() {
        for heard in Heard::ALL {
            assert!(events(heard, StateKind::Idle, Waiting::Nothing).is_empty());
        }
    }

    #[test]
    fn a_yes_answers_what_has_one_answer() {
        assert_eq!(Waiting::of(true, None), Waiting::Offer);
        assert_eq!(Waiting::of(true, Some((QuestionKind::ConfirmChange, 0))), Waiting::YesNo);
        assert_eq!(Waiting::of(false, Some((QuestionKind::Replacement, 1))), Waiting::YesNo);
        assert_eq!(Waiting::of(false, Some((QuestionKind::Replacement, 2))), Waiting::Nothing);
        assert_eq!(Waiting::of(false, Some((QuestionKind::PaymentRetry, 0))), Waiting::Payment);
        assert_eq!(Waiting::of(false, Some((QuestionKind::WhichSize, 1))), Waiting::Nothing);
    }
}
