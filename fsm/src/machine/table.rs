//! The transition table. One row of the design is one line here, in the design's order and words, and each line is
//! both what the machine does and what [`ROWS`] says of it.
//!
//! A line reads: row, state, event, guard, next state, actions. The first row whose guard holds is taken. Actions are
//! the methods of `actions`: each turns the state's data into that of the next, so that a row that the types do not
//! allow (an edit of a frozen order, a ticket from an open one) does not compile. `Clarifying` and `ClarifyingTicket`
//! are one state of the design; where a row is for both, both are named, and the types tell which one it leads to.

use super::action::Action;
use super::actions::{Asks as _, Talks as _};
use super::cx::{Cx, Next};
use super::event::{Event, EventKind};
use super::guards;
use super::hollow::take;
use super::kind::StateKind;
use super::lead::{Lead, to};
use super::state::State;

/// A row of the table, as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its name: `S..` from the design, `G..` a global event of the design, `D..` what the design left open.
    pub id: &'static str,
    /// The state before; none stands for any state but idle.
    pub state: Option<StateKind>,
    /// What it reacts to.
    pub event: EventKind,
    /// The guard that must hold; with `!`, that must not hold.
    pub guard: Option<&'static str>,
    /// The state after; none if it stays the same.
    pub next: Option<StateKind>,
    /// The actions, in order.
    pub actions: &'static [Action],
}

#[rustfmt::skip]
macro_rules! state_kind {
    (ClarifyingTicket) => { StateKind::Clarifying };
    ($state:ident) => { StateKind::$state };
    ($state:ident | $($other:ident)|+) => { StateKind::$state };
}

#[rustfmt::skip]
macro_rules! next_of_any {
    (Same) => { None };
    ($state:ident) => { Some(StateKind::$state) };
}

#[rustfmt::skip]
macro_rules! guard_name {
    ([]) => { None };
    ([$guard:ident]) => { Some(stringify!($guard)) };
    ([! $guard:ident]) => { Some(concat!("!", stringify!($guard))) };
}

#[rustfmt::skip]
macro_rules! guard {
    ($cx:ident, $state:ident, $event:ident, []) => { true };
    ($cx:ident, $state:ident, $event:ident, [$guard:ident]) => { guards::$guard($cx, &*$state, $event) };
    ($cx:ident, $state:ident, $event:ident, [! $guard:ident]) => { !guards::$guard($cx, &*$state, $event) };
}

#[rustfmt::skip]
macro_rules! actions {
    ([$($action:ident),*]) => { &[$(Action::$action),*] };
}

#[rustfmt::skip]
macro_rules! act {
    ($it:expr, $cx:ident, $event:ident, [$($action:ident),*]) => { $it$(.$action($cx, $event))* };
}

macro_rules! table {
    (
        by_state {
            $($row:ident: $($state:ident)|+, $event:ident, $guard:tt => $next:ident $actions:tt;)*
        }
        active {
            $($any_row:ident: $any_event:ident => $any_next:ident [$any_action:ident];)*
        }
    ) => {
        /// Every row, in the order in which they are tried.
        pub const ROWS: &[Row] = &[
            $(Row {
                id: stringify!($row),
                state: Some(state_kind!($($state)|+)),
                event: EventKind::$event,
                guard: guard_name!($guard),
                next: Some(state_kind!($next)),
                actions: actions!($actions),
            },)*
            $(Row {
                id: stringify!($any_row),
                state: None,
                event: EventKind::$any_event,
                guard: None,
                next: next_of_any!($any_next),
                actions: &[Action::$any_action],
            },)*
        ];

        /// Takes the first of the state's own rows whose guard holds.
        pub(crate) fn take_row(state: &mut State, event: &Event, cx: &mut Cx<'_>) -> Next {
            match (state, event) {
                $($((State::$state(from), Event::$event(event)) if guard!(cx, from, event, $guard) => {
                    cx.begin(stringify!($row), EventKind::$event, guard_name!($guard), actions!($actions));
                    let it = act!(take(from), cx, event, $actions);
                    Next::State(Lead::<to::$next>::lead(it, cx))
                })+)*
                _ => Next::Super,
            }
        }

        /// Takes the row that every active state has for the event, if there is one.
        pub(crate) fn take_active_row(state: &mut State, event: &Event, cx: &mut Cx<'_>) -> Next {
            match event {
                $(Event::$any_event(event) => {
                    cx.begin(stringify!($any_row), EventKind::$any_event, None, &[Action::$any_action]);
                    state.$any_action(cx, event)
                })*
                // Every other event is refused: see `step::reason`.
                _ => Next::Super,
            }
        }
    };
}

table! {
by_state {
//  ROW  STATE                          EVENT              GUARD                      NEXT              ACTIONS
    D01: Idle,                          CarDetected,       []                      => Ordering          [open_session, greet];
    S01: Ordering,                      UtteranceOk,       []                      => Ordering          [apply, set_referent];
    S02: Ordering,                      UtteranceUnclear,  [low_confidence]        => Clarifying        [ask_targeted_question];
    D28: Ordering,                      UserSaysDone,      [incomplete]            => Clarifying        [ask_targeted_question];
    S03: Ordering,                      UserSaysDone,      [has_order]             => Confirming        [summarize];
    S04: Ordering,                      UserSaysDone,      [!has_order]            => Clarifying        [ask_start_order];
    S05: Ordering,                      UserNeedsTime,     []                      => Thinking          [set_thinking];
    S06: Ordering,                      Oos,               []                      => Clarifying        [propose_alternative];
    D02: Ordering,                      MenuQuestion,      []                      => Ordering          [answer_menu];
    D03: Ordering,                      BigChange,         [unsafe_change]         => Clarifying        [ask_confirm_change];
    D04: Ordering,                      UserSaysNeverMind, [can_undo]              => Ordering          [undo_last_change];
    D39: Ordering,                      UserSaysNeverMind, [!can_undo]             => Ordering          [acknowledge];
    D05: Ordering,                      UserSaysNotRight,  [has_order]             => Clarifying        [ask_disambiguation];
    D06: Ordering,                      UserSaysNotRight,  [!has_order]            => Ordering          [acknowledge];
    G01: Ordering,                      Silence,           [!has_order]            => Thinking          [set_thinking, nudge];
    G02: Ordering,                      Silence,           [has_order]             => Ordering          [nudge];
    S07: Thinking,                      UserStartsOrder,   []                      => Ordering          [];
    S08: Thinking,                      MenuQuestion,      []                      => Thinking          [answer_menu];
    S09: Thinking,                      Silence,           []                      => Thinking          [nudge];
    G06: Thinking,                      Oos,               []                      => Clarifying        [propose_alternative];
    D07: Thinking,                      UserNeedsTime,     []                      => Thinking          [acknowledge];
    D30: Thinking,                      UserSaysDone,      [incomplete]            => Clarifying        [ask_targeted_question];
    D08: Thinking,                      UserSaysDone,      [has_order]             => Confirming        [summarize];
    D09: Thinking,                      UserSaysDone,      [!has_order]            => Thinking          [acknowledge];
    D59: Thinking,                      UtteranceUnclear,  [has_open_items]        => Clarifying        [ask_targeted_question];
    D10: Thinking,                      UtteranceUnclear,  []                      => Thinking          [give_pattern_hint];
    D40: Thinking,                      BigChange,         [unsafe_change]         => Clarifying        [ask_confirm_change];
    D42: Thinking,                      UserSaysNeverMind, []                      => Thinking          [acknowledge];
    D43: Thinking,                      UserSaysNotRight,  [has_order]             => Clarifying        [ask_disambiguation];
    D44: Thinking,                      UserSaysNotRight,  [!has_order]            => Thinking          [acknowledge];
    D56: Clarifying | ClarifyingTicket, UserClarifiesOk,   [cancels_order]         => Ordering          [void_ticket, apply_if_actionable];
    D36: ClarifyingTicket,              UserClarifiesOk,   [ticket_pending]        => Ordering          [reopen, apply_if_actionable];
    S10: Clarifying,                    UserClarifiesOk,   []                      => Ordering          [apply_if_actionable];
    D51: ClarifyingTicket,              UserSaysNeverMind, [payment_question]      => Closing           [suggest_window];
    D35: ClarifyingTicket,              UserSaysNeverMind, [ticket_pending]        => Closing           [];
    S11: Clarifying,                    UserSaysNeverMind, [has_other_lines]       => Ordering          [drop_questioned_line];
    S12: Clarifying,                    UserSaysNeverMind, [!has_other_lines]      => Thinking          [drop_questioned_line];
    D62: Clarifying | ClarifyingTicket, StillUnclear,      [yes_or_no]             => Clarifying        [repeat_question];
    D37: ClarifyingTicket,              StillUnclear,      [ticket_pending]        => Closing           [give_pattern_hint];
    D60: Clarifying,                    StillUnclear,      [has_open_items]        => Clarifying        [ask_again];
    S13: Clarifying,                    StillUnclear,      []                      => Thinking          [give_pattern_hint];
    D50: ClarifyingTicket,              Oos,               [ticket_pending]        => Clarifying        [reopen, propose_alternative];
    S14: Clarifying,                    Oos,               []                      => Clarifying        [propose_alternative];
    D11: Clarifying | ClarifyingTicket, MenuQuestion,      []                      => Clarifying        [answer_menu, repeat_question];
    D45: ClarifyingTicket,              UserNeedsTime,     [ticket_pending]        => Closing           [acknowledge];
    D12: Clarifying,                    UserNeedsTime,     []                      => Thinking          [set_thinking];
    D46: ClarifyingTicket,              UserSaysDone,      [ticket_pending]        => Closing           [];
    D29: Clarifying,                    UserSaysDone,      [incomplete]            => Clarifying        [ask_targeted_question];
    D13: Clarifying,                    UserSaysDone,      [has_order]             => Confirming        [summarize];
    D14: Clarifying,                    UserSaysDone,      [!has_order]            => Thinking          [acknowledge];
    D66: Clarifying,                    HouseAnswered,     [agreed]                => Closing           [finalize_ticket];
    D67: Clarifying,                    HouseAnswered,     []                      => Ordering          [acknowledge];
    D15: ClarifyingTicket,              PaymentRetry,      [ticket_pending]        => Closing           [retry_payment];
    D16: Clarifying | ClarifyingTicket, BigChange,         [unsafe_change]         => Clarifying        [ask_confirm_change];
    D38: ClarifyingTicket,              OrderComplete,     [ticket_pending]        => Idle              [cleanup];
    D48: ClarifyingTicket,              TicketRejected,    [ticket_pending]        => Clarifying        [reopen, ask_disambiguation];
    D49: ClarifyingTicket,              PaymentProblem,    [ticket_pending]        => Closing           [suggest_window];
    G03: Clarifying | ClarifyingTicket, Silence,           [has_order]             => Clarifying        [nudge];
    G11: Clarifying,                    Silence,           [!has_order]            => Thinking          [set_thinking, nudge];
    D47: Confirming,                    UserConfirms,      [proposal_empties]      => Clarifying        [void_ticket, apply_proposal, ask_start_order];
    D31: Confirming,                    UserConfirms,      [has_proposal]          => Confirming        [apply_proposal, summarize];
    D64: Confirming,                    UserConfirms,      [price_changed]         => Confirming        [summarize];
    D55: Confirming,                    UserConfirms,      [unchanged]             => Closing           [keep_ticket];
    D65: Confirming,                    UserConfirms,      [house_asks]            => Clarifying        [ask_before_closing];
    S15: Confirming,                    UserConfirms,      [!incomplete]           => Closing           [finalize_ticket];
    S16: Confirming,                    UserWantsChanges,  []                      => Ordering          [apply];
    D32: Confirming,                    UserSaysNotRight,  [has_proposal]          => Confirming        [drop_proposal, summarize];
    S17: Confirming,                    UserSaysNotRight,  []                      => Clarifying        [ask_disambiguation];
    S18: Confirming,                    BigChange,         [unsafe_change]         => Confirming        [re_summarize];
    D33: Confirming,                    UserSaysNeverMind, [has_proposal]          => Confirming        [drop_proposal, summarize];
    D34: Confirming,                    UserSaysNeverMind, []                      => Clarifying        [ask_disambiguation];
    D17: Confirming,                    MenuQuestion,      []                      => Confirming        [answer_menu, repeat_question];
    D18: Confirming,                    UserNeedsTime,     []                      => Thinking          [set_thinking];
    D61: Confirming,                    UtteranceUnclear,  [has_open_items]        => Clarifying        [ask_targeted_question];
    D19: Confirming,                    UtteranceUnclear,  [first_unclear]         => Confirming        [repeat_question];
    D20: Confirming,                    UtteranceUnclear,  [!first_unclear]        => Clarifying        [ask_disambiguation];
    G04: Confirming,                    Silence,           []                      => Confirming        [nudge];
    G07: Confirming,                    Oos,               []                      => Clarifying        [propose_alternative];
    S19: Closing,                       OrderComplete,     []                      => Idle              [cleanup];
    S20: Closing,                       AddMore,           []                      => Ordering          [reopen];
    S21: Closing,                       PaymentProblem,    [first_payment_problem] => Clarifying        [ask_payment_retry];
    S22: Closing,                       PaymentProblem,    [!first_payment_problem] => Closing          [suggest_window];
    D24: Closing,                       TicketRejected,    []                      => Clarifying        [reopen, ask_disambiguation];
    D21: Closing,                       MenuQuestion,      []                      => Closing           [answer_menu];
    D22: Closing,                       UtteranceUnclear,  []                      => Closing           [acknowledge];
    D53: Closing,                       UserNeedsTime,     []                      => Closing           [acknowledge];
    D23: Closing,                       BigChange,         [unsafe_change]         => Clarifying        [ask_confirm_change];
    D41: Closing,                       UserSaysNotRight,  []                      => Clarifying        [ask_disambiguation];
    G05: Closing,                       Silence,           []                      => Closing           [nudge];
    G08: Closing,                       Oos,               []                      => Clarifying        [reopen, propose_alternative];
}
active {
    G09:                                BargeIn                                    => Same              [cancel_tts];
    G10:                                SessionEnd                                 => Idle              [cleanup];
    D25:                                SmallTalk                                  => Same              [acknowledge];
    D26:                                UserAsksRepeat                             => Same              [repeat_last];
    D27:                                UserAsksHuman                              => Same              [hand_off];
    D52:                                UserHasCode                                => Same              [note_code];
    D63:                                UserHasAllergy                             => Same              [note_allergy];
    D54:                                TicketAcknowledged                         => Same              [mark_acknowledged];
    D57:                                TicketRejected                             => Same              [mark_refused];
    D58:                                PaymentProblem                             => Same              [note_payment_problem];
    D68:                                TicketUnanswered                           => Same              [report_silence_of_pos];
    D69:                                HandoffUnanswered                          => Same              [call_again];
}}
