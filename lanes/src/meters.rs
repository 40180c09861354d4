//! What is counted and timed of lanes, under which names. All of it is shown from the start, as 0.
//!
//! Every label has a fixed set of values: nothing of a menu, a lane or a customer is in one.

use std::time::Duration;

use fsm::dialogue::{Decided, Input, Why};
use fsm::machine::graph::machine;
use fsm::machine::{CrewAlert, End, Handoff, Offer, QuestionKind, StateKind};
use fsm::order::Order;
use fsm::ticket::TicketStatus;
use jiff::SignedDuration;
use metrics::{counter, gauge, histogram};
use strum::VariantNames as _;

/// The kinds of messages to the POS.
const MESSAGES: [&str; 3] = ["ticket.created", "ticket.voided", "ticket.payment_retry"];
/// What becomes of tickets.
const STATUSES: [TicketStatus; 5] = [
    TicketStatus::Pending,
    TicketStatus::Acknowledged,
    TicketStatus::Rejected,
    TicketStatus::Voided,
    TicketStatus::Dead,
];
/// Who may be believed where a model can be asked.
const AGENTS: [&str; 2] = ["grammar", "llm"];
const UNLABELLED: [&str; 7] = [
    "carhop_replies_total",
    "carhop_late_replies_total",
    "carhop_barge_ins_total",
    "carhop_store_errors_total",
    "carhop_messages_unreadable_total",
    "carhop_llm_tokens_total",
    MENUS_LET_GO,
];
const MENUS_LET_GO: &str = "carhop_menus_let_go_total";
const GAUGES: [&str; 4] =
    ["carhop_readers", "carhop_pos_disabled", "carhop_lanes_waiting", "carhop_oldest_message_seconds"];
const TIMES: [&str; 5] = [
    "carhop_turn_seconds",
    "carhop_parse_seconds",
    "carhop_commit_seconds",
    "carhop_act_seconds",
    "carhop_ticket_age_seconds",
];
/// What becomes of an upsell.
const OFFERS: [&str; 2] = ["made", "taken"];

/// Shows everything that is counted of lanes as 0, so that whoever watches tells nothing that happened from nothing that is
/// counted.
pub fn show_all() {
    for event in Input::VARIANTS {
        for state in StateKind::ALL {
            counter!("carhop_turns_total", "event" => *event, "state" => state.as_str()).increment(0);
        }
    }
    machine().rows.iter().for_each(|row| counter!("carhop_rows_total", "row" => row.row).increment(0));
    for kind in QuestionKind::VARIANTS {
        counter!("carhop_clarifications_total", "question" => *kind).increment(0);
    }
    for reason in Handoff::VARIANTS {
        counter!("carhop_hand_offs_total", "reason" => *reason).increment(0);
    }
    for end in End::VARIANTS {
        counter!("carhop_sessions_ended_total", "end" => *end).increment(0);
    }
    OFFERS.iter().for_each(|what| counter!("carhop_offers_total", "what" => *what).increment(0));
    for kind in CrewAlert::VARIANTS {
        counter!("carhop_crew_alerts_total", "kind" => *kind).increment(0);
    }
    MESSAGES.iter().for_each(|kind| counter!("carhop_messages_total", "type" => *kind).increment(0));
    for status in STATUSES {
        counter!("carhop_tickets_total", "status" => status.to_string()).increment(0);
    }
    for why in Why::VARIANTS {
        counter!("carhop_wordings_total", "why" => *why).increment(0);
        for agent in AGENTS {
            counter!("carhop_parses_total", "agent" => agent, "why" => *why).increment(0);
        }
    }
    UNLABELLED.iter().for_each(|name| counter!(*name).increment(0));
    GAUGES.iter().for_each(|name| gauge!(*name).set(0.0));
    TIMES.iter().for_each(|name| drop(histogram!(*name)));
}

/// Counts compiled menus that had no room any more beside others.
pub fn menus_let_go(menus: usize) {
    counter!(MENUS_LET_GO).increment(menus as u64);
}

/// Counts a turn that is stored.
pub(crate) fn turn(event: &'static str, decided: &Decided) {
    let turn = &decided.turn;
    counter!("carhop_turns_total", "event" => event, "state" => turn.state.as_str()).increment(1);
    for transition in &turn.transitions {
        counter!("carhop_rows_total", "row" => transition.row).increment(1);
    }
    if turn.state == StateKind::Clarifying
        && let Some(question) = &turn.question
    {
        let kind: &'static str = question.kind.into();
        counter!("carhop_clarifications_total", "question" => kind).increment(1);
    }
    if let Some(ended) = &decided.ended {
        counter!("carhop_sessions_ended_total", "end" => <&str>::from(ended.end)).increment(1);
    }
}

/// Counts an upsell that the turns made, and one that waited before them and is on the order now.
pub(crate) fn offers(before: Option<&Offer>, turns: &[Decided]) {
    let [made, taken] = OFFERS;
    if before.is_none() && turns.iter().any(|decided| decided.turn.offer.is_some()) {
        counter!("carhop_offers_total", "what" => made).increment(1);
    }
    let is_on = |offer: &Offer, order: &Order| match offer {
        Offer::Item(item) => order.holds(item),
        Offer::Combo(combo) => order.lines().iter().any(|line| line.combo.as_ref() == Some(combo)),
    };
    if before.is_some_and(|offer| turns.iter().any(|decided| is_on(offer, &decided.order))) {
        counter!("carhop_offers_total", "what" => taken).increment(1);
    }
}

/// Counts a ticket that got a status.
pub(crate) fn ticket(status: TicketStatus) {
    counter!("carhop_tickets_total", "status" => status.to_string()).increment(1);
}

/// How old a ticket is as the POS takes it. It was confirmed by the clock of its frontend, which may be a little ahead.
pub(crate) fn acknowledged(age: SignedDuration) {
    histogram!("carhop_ticket_age_seconds").record(Duration::try_from(age).unwrap_or_default());
}

/// Counts something that the crew is told. Gives its kind.
pub(crate) fn crew_alert(alert: &CrewAlert) -> &'static str {
    let kind = alert.into();
    counter!("carhop_crew_alerts_total", "kind" => kind).increment(1);
    kind
}

/// How long it took to understand an utterance.
pub(crate) fn parsed(time: Duration) {
    histogram!("carhop_parse_seconds").record(time);
}

/// How long it took to store a turn.
pub(crate) fn committed(time: Duration) {
    histogram!("carhop_commit_seconds").record(time);
}

/// How long it took to carry out what a stored turn decided.
pub(crate) fn acted(time: Duration) {
    histogram!("carhop_act_seconds").record(time);
}

/// How many lanes have messages that wait for the POS, and how long the oldest of those has waited.
pub(crate) fn waiting(lanes: usize, oldest: Duration) {
    #[expect(clippy::cast_precision_loss, reason = "there are far less than 2^52 lanes")]
    gauge!("carhop_lanes_waiting").set(lanes as f64);
    gauge!("carhop_oldest_message_seconds").set(oldest.as_secs_f64());
}
