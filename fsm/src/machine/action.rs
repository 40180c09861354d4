//! The design's actions, each with its kind.

use serde::{Serialize, Serializer};

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Asks a question or reads the order back: the rest of the utterance is not taken.
    Asks,
    /// Says something and changes nothing.
    Says,
    /// Changes the order or what waits to change it.
    Edits,
    /// Makes, voids or flags a ticket.
    Tickets,
    /// Begins, interrupts, hands over or ends the conversation.
    Conducts,
}

macro_rules! actions {
    ($($kind:ident { $($action:ident),* })*) => {
        /// An action, named as in the table.
        #[expect(non_camel_case_types, missing_docs, reason = "an action has the name of the method that does it")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Action {
            $($($action,)*)*
        }

        impl Action {
            /// Every action.
            pub const ALL: &[Self] = &[$($(Self::$action,)*)*];

            /// Its kind.
            pub const fn kind(self) -> ActionKind {
                match self {
                    $($(Self::$action)|* => ActionKind::$kind,)*
                }
            }

            /// Its name in the design.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Self::$action => stringify!($action),)*)*
                }
            }
        }
    };
}

actions! {
    Asks {
        ask_again, ask_before_closing, ask_confirm_change, ask_disambiguation, ask_payment_retry, ask_start_order,
        ask_targeted_question, propose_alternative, re_summarize, repeat_question, summarize
    }
    Says { acknowledge, answer_menu, give_pattern_hint, greet, note_allergy, note_code, nudge, repeat_last, set_thinking }
    Edits {
        apply, apply_if_actionable, apply_proposal, drop_proposal, drop_questioned_line, set_referent, undo_last_change
    }
    Tickets {
        finalize_ticket, keep_ticket, mark_acknowledged, mark_refused, note_payment_problem, reopen,
        report_silence_of_pos, retry_payment,
        suggest_window, void_ticket
    }
    Conducts { call_again, cancel_tts, cleanup, hand_off, open_session }
}

impl Serialize for Action {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
