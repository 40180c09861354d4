//! From acts to events: the parser hears, the state decides what it means. One pure function, one table.

use super::acts::ActKind::{self, *};
use crate::machine::{
    EventKind::{self, *},
    StateKind::{self, *},
};

/// What decides besides the act and the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// Nothing: edits can be made, and a yes only confirms a summary.
    Plain,
    /// The edits take much away.
    Unsafe,
    /// None of the edits can be made.
    Impossible,
    /// What was ordered is off.
    Off,
    /// The customer went over a cap too often.
    OverCap,
    /// An offer waits for a yes.
    Offer,
    /// A question whether to make a change waits for a yes.
    Change,
    /// The question whether to try the payment again waits for a yes.
    Payment,
    /// Something waits that must be settled.
    Open,
    /// The proposal that was read back misses a choice.
    Incomplete,
    /// Nothing was ordered by one who has come for something else: a mobile order, a code.
    OnlyCode,
}

/// The events that an act means in a state, in order. None on an idle lane.
#[rustfmt::skip]
pub(super) fn events(act: ActKind, state: StateKind, case: Case) -> &'static [EventKind] {
    match (act, state, case) {
        (_, Idle, _) => &[],

        (Order, _, Case::Unsafe)                   => &[BigChange],
        (Order, _, Case::OverCap)                  => &[UserAsksHuman],
        (Order, _, Case::Off)                      => &[Oos],
        (Order, Ordering, Case::Impossible)        => &[UtteranceUnclear],
        (Order, Thinking, Case::Impossible)        => &[UserStartsOrder, UtteranceUnclear],
        (Order, Clarifying, Case::Impossible)      => &[StillUnclear],
        (Order, Confirming, Case::Impossible)      => &[UtteranceUnclear],
        (Order, Closing, Case::Impossible)         => &[UtteranceUnclear],
        (Order, Ordering, _)                       => &[UtteranceOk],
        (Order, Thinking, _)                       => &[UserStartsOrder, UtteranceOk],
        (Order, Clarifying, _)                     => &[UserClarifiesOk],
        (Order, Confirming, _)                     => &[UserWantsChanges],
        (Order, Closing, _)                        => &[AddMore, UtteranceOk],

        (Done | No | NeverMind, _, Case::OnlyCode) => &[UserHasCode],

        (Answer, Clarifying, _)                    => &[HouseAnswered],
        (Answer, Ordering | Thinking | Confirming | Closing, _) => &[UtteranceUnclear],

        (Yes, Ordering | Thinking, _)              => &[EventKind::SmallTalk],
        (Yes, Clarifying, Case::Change)            => &[UserClarifiesOk],
        (Yes, Clarifying, Case::Payment)           => &[PaymentRetry],
        (Yes, Clarifying, _)                       => &[StillUnclear],
        (Yes | Done, Confirming, Case::Incomplete) => &[UserWantsChanges],
        (Yes | Done, Confirming, Case::Off)        => &[Oos],
        (Yes | Done, Confirming, _)                => &[UserConfirms],
        (Yes, Closing, _)                          => &[EventKind::SmallTalk],

        (No, Ordering, _)                          => &[UserSaysDone],
        (No, Thinking, Case::Offer)                => &[EventKind::SmallTalk],
        (No, Thinking, _)                          => &[UserSaysNotRight],
        (No, Clarifying, _)                        => &[UserSaysNeverMind],
        (No, Confirming, _)                        => &[UserSaysNotRight],
        (No, Closing, _)                           => &[EventKind::SmallTalk],

        (Done, Ordering | Thinking | Clarifying, _) => &[UserSaysDone],
        (Done, Closing, _)                         => &[EventKind::SmallTalk],

        (NotRight, Clarifying, Case::Open)         => &[StillUnclear],
        (NotRight, Clarifying, _)                  => &[UserSaysNeverMind],
        (NotRight, Ordering | Thinking | Confirming | Closing, _) => &[UserSaysNotRight],

        (NeverMind, Closing, _)                    => &[EventKind::SmallTalk],
        (NeverMind, Ordering | Thinking | Clarifying | Confirming, _) => &[UserSaysNeverMind],

        (NeedsTime, _, _)                          => &[UserNeedsTime],

        (Unclear, Clarifying, _)                   => &[StillUnclear],
        (Unclear, Ordering | Thinking | Confirming | Closing, _) => &[UtteranceUnclear],

        (ActKind::MenuQuestion, _, _)              => &[EventKind::MenuQuestion],
        (Repeat, _, _)                             => &[UserAsksRepeat],
        (Human, _, _)                              => &[UserAsksHuman],
        (HasCode, _, _)                            => &[UserHasCode],
        (HasAllergy, _, _)                         => &[UserHasAllergy],
        (ActKind::SmallTalk | BackChannel | Upset, _, _) => &[EventKind::SmallTalk],
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::*;

    const CASES: [Case; 11] = [
        Case::Plain,
        Case::Unsafe,
        Case::Impossible,
        Case::Off,
        Case::OverCap,
        Case::Offer,
        Case::Change,
        Case::Payment,
        Case::Open,
        Case::Incomplete,
        Case::OnlyCode,
    ];

    /// A row for each act, a column for each state; under it the cases in which something else happens.
    fn screen() -> String {
        let mut text = format!("{:<20}", "");
        for state in &StateKind::ALL[1..] {
            let _ = write!(text, "{:<36}", state.as_str());
        }
        let mut text = text.trim_end().to_owned() + "\n";
        for act in ActKind::ALL {
            let plain = cells(*act, Case::Plain);
            for case in CASES {
                let cells = cells(*act, case);
                let name = match case {
                    Case::Plain => act.wire().to_owned(),
                    _ if cells == plain => continue,
                    _ => format!("  {case:?}"),
                };
                let mut line = format!("{name:<20}");
                for cell in &cells {
                    let _ = write!(line, "{cell:<36}");
                }
                text.push_str(line.trim_end());
                text.push('\n');
            }
        }
        text
    }

    fn cells(act: ActKind, case: Case) -> Vec<String> {
        let names = |state: &StateKind| events(act, *state, case).iter().map(|event| event.as_str());
        StateKind::ALL[1..].iter().map(|state| names(state).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn every_act_in_every_state_stands_on_one_screen() {
        insta::assert_snapshot!(screen());
    }

    #[test]
    fn nothing_is_heard_on_an_idle_lane() {
        for act in ActKind::ALL {
            assert!(events(*act, StateKind::Idle, Case::Plain).is_empty());
        }
    }
}
