//! What must hold after every turn, whatever came in.

use std::collections::BTreeMap;

use fsm::dialogue::{Act, Decided, Input, Taken, Turn};
use fsm::machine::{Action, CrewAlert, Effect, EventKind, ROWS, Row, Rules, Session, Speech, StateKind};
use fsm::menu::Menu;
use fsm::money::Money;
use fsm::order::{LineView, Order};
use fsm::ticket::{MessageBody, TicketData, TicketStatus};
use uuid::Uuid;

use super::oracle;

const IDLE: &str = r#"{"state":{"state":"idle"},"visit":null}"#;

/// Watches a lane.
pub struct Watch {
    rows: BTreeMap<&'static str, &'static Row>,
    state: StateKind,
    turn: u32,
    has_proposal: bool,
    /// Whether the customer has said yes to what was last read back, and was asked something before it is placed.
    has_agreed: bool,
    /// What was last read back, if nothing was changed since.
    summary: Option<(Vec<LineView>, Money)>,
    /// The ticket that the POS is to make.
    live: Option<Uuid>,
    /// The order's last ticket.
    last: Option<(Uuid, u32)>,
    /// The ticket of which the crew was told that the POS does not answer.
    told: Option<Uuid>,
    /// How often each row was taken.
    pub taken: BTreeMap<&'static str, u64>,
    /// Rows taken and events refused.
    pub steps: u64,
}

impl Watch {
    pub fn new() -> Self {
        Self {
            rows: ROWS.iter().map(|row| (row.id, row)).collect(),
            state: StateKind::Idle,
            turn: 0,
            has_proposal: false,
            has_agreed: false,
            summary: None,
            live: None,
            last: None,
            told: None,
            taken: BTreeMap::new(),
            steps: 0,
        }
    }

    /// Checks what came of an event.
    pub fn check(&mut self, input: &Input, taken: &Taken, menu: &Menu, rules: &Rules) {
        let created = taken.effects.iter().filter(|effect| is_created(effect)).count();
        assert!(created <= 1);
        for decided in &taken.turns {
            self.check_rows(decided);
            self.check_order(decided, menu, rules);
            self.check_questions(decided);
            self.check_summary(decided, taken);
        }
        if self.state == StateKind::Idle && taken.turns.is_empty() {
            assert!(taken.effects.is_empty() && !matches!(input, Input::CarDetected { .. }));
        }
        self.check_silence(taken);
        self.check_messages(input, taken);
        self.check_session(&taken.session);
    }

    /// Only rows of the table, in a chain from the state before to the state after.
    fn check_rows(&mut self, decided: &Decided) {
        let turn = &decided.turn;
        let before = self.state;
        for transition in &turn.transitions {
            let row = self.rows[transition.row];
            assert_eq!(transition.from, self.state, "{transition:?}");
            assert_eq!(transition.from, row.state.unwrap_or(transition.from), "{transition:?}");
            assert_eq!(transition.to, row.next.unwrap_or(transition.from), "{transition:?}");
            assert_eq!((transition.event, transition.guard), (row.event, row.guard), "{transition:?}");
            assert_eq!(transition.actions, row.actions, "{transition:?}");
            self.state = transition.to;
            *self.taken.entry(row.id).or_default() += 1;
        }
        assert_eq!(turn.state, self.state);
        self.steps += (turn.transitions.len() + turn.refused.len()) as u64;
        if before == StateKind::Idle {
            (self.turn, self.live, self.last, self.summary) = (0, None, None, None);
        }
        self.turn += 1;
        assert_eq!(turn.turn, self.turn, "turns count up by one");
        if turn.transitions.is_empty() {
            assert!(turn.diffs.is_empty(), "without a row the order stays as it is");
        }
        if turn.transitions.iter().any(|row| row.event == EventKind::BigChange) {
            assert!(turn.diffs.is_empty(), "a big change waits for a yes");
        }
    }

    fn check_questions(&self, decided: &Decided) {
        let turn = &decided.turn;
        let asking = turn.transitions.iter().filter(|row| row.asks()).count();
        assert!(asking <= 1, "{:?}", turn.transitions);
        let waits = turn.state == StateKind::Confirming && turn.proposal.is_some();
        assert_eq!(turn.question.is_some(), turn.state == StateKind::Clarifying || waits);
        let puts =
            |speech: &&Speech| matches!(speech, Speech::Ask(_) | Speech::Summarize | Speech::RepeatQuestion);
        assert!(decided.speech.iter().filter(puts).count() <= 1, "{:?}", decided.speech);
        assert!(turn.offer.is_none() || turn.question.is_none(), "an offer stands in place of a question");
    }

    /// Lines that the menu has, at its prices, within the caps, added up.
    fn check_order(&self, decided: &Decided, menu: &Menu, rules: &Rules) {
        let order = &decided.order;
        if !decided.turn.diffs.is_empty() || self.turn == 1 {
            check_lines(order, menu, rules);
        }
        let view = &decided.turn.order;
        let sum: i64 = view.lines.iter().map(|line| line.price.hundredths()).sum();
        assert_eq!(view.subtotal.hundredths(), sum);
        let per_million = (menu.tax_rate.to_string().parse::<f64>().unwrap() * 1e6).round();
        let off: i64 = view.discounts.iter().map(|discount| discount.amount.hundredths()).sum();
        assert!(view.discounts.iter().all(|discount| discount.amount > Money::ZERO), "{:?}", view.discounts);
        assert!(off <= sum, "{off} of {sum} is taken off");
        let tax = (i128::from(sum - off) * per_million as i128 + 500_000) / 1_000_000;
        assert_eq!(i128::from(view.tax.hundredths()), tax);
        assert_eq!(view.total.hundredths(), sum - off + view.tax.hundredths());
        assert!(view.total >= Money::ZERO);
        assert!(view.referent.is_none_or(|id| view.lines.iter().any(|line| line.line_id == id)));
        assert!(view.lines.is_sorted_by(|a, b| a.line_id < b.line_id), "each line has an id of its own");
        if let Some(proposal) = &decided.turn.proposal {
            assert!(proposal.lines.iter().all(|line| line.quantity <= rules.caps.line_quantity_max));
        }
    }

    /// A ticket is only made by a yes to exactly what was read back.
    fn check_summary(&mut self, decided: &Decided, taken: &Taken) {
        let turn = &decided.turn;
        if let Some(ticket) = taken.effects.iter().find_map(created).filter(|_| turn.ticket.is_some()) {
            let places = |row: &&fsm::machine::Transition| row.to == StateKind::Closing;
            let placed = turn.transitions.iter().find(places).expect("a ticket comes of a yes");
            assert!(matches!(placed.row, "S15" | "D66"), "{placed:?}");
            assert_eq!(placed.row == "D66", self.has_agreed, "a yes before a question of the house is kept");
            assert!(!self.has_proposal, "a proposal is read back once more");
            let says_yes = turn.acts.iter().any(says_yes);
            assert!(says_yes || placed.row == "D66", "{:?}", turn.acts);
            let (lines, total) = self.summary.take().expect("a ticket was read back");
            // Which rule takes how much off may be another by then, as long as it comes to the same.
            assert_eq!((&ticket.lines, ticket.total), (&lines, total));
            assert!(!lines.is_empty());
            for line in &ticket.lines {
                assert!(line.incomplete.is_empty() && !line.out_of_stock, "{line:?}");
            }
        }
        let reads_back = |row: &fsm::machine::Transition| {
            row.actions.iter().any(|action| matches!(action, Action::summarize | Action::re_summarize))
        };
        let keeps_yes = self.keeps_yes(turn);
        if turn.transitions.iter().any(reads_back) {
            let is_silent = turn.handoff.is_some();
            assert!(is_silent || decided.speech.contains(&Speech::Summarize), "{:?}", decided.speech);
            let shown = turn.proposal.as_ref().unwrap_or(&turn.order);
            self.summary = Some((shown.lines.clone(), shown.total));
        } else if !keeps_yes && turn.state != StateKind::Confirming {
            self.summary = None;
        }
        self.has_proposal = turn.proposal.is_some();
    }

    /// Whether the customer has said yes to what was read back, and was only asked something since.
    fn keeps_yes(&mut self, turn: &Turn) -> bool {
        let is_asked = turn.transitions.iter().any(|row| row.row == "D65") && turn.acts.iter().any(says_yes);
        self.has_agreed = (self.has_agreed || is_asked) && turn.state == StateKind::Clarifying;
        self.has_agreed
    }

    /// A ticket without an answer is told to the crew while its car is there, or looked at after that.
    fn check_silence(&mut self, taken: &Taken) {
        for alert in taken.effects.iter().filter_map(Effect::alert) {
            if let CrewAlert::TicketUnanswered { ticket_id } = alert {
                self.told = Some(*ticket_id);
            }
        }
        let last = taken.turns.iter().find(|decided| decided.ended.is_some());
        let ticket = last.and_then(|decided| decided.turn.ticket.as_ref());
        let left =
            ticket.filter(|ticket| ticket.status == TicketStatus::Pending).map(|ticket| ticket.ticket_id);
        let watched = taken.effects.iter().find_map(|effect| match effect {
            Effect::Watch(watch) => Some(watch.ticket_id),
            _ => None,
        });
        assert_eq!(watched, left.filter(|left| self.told != Some(*left)));
    }

    /// Never two tickets that the POS may make for one order.
    fn check_messages(&mut self, input: &Input, taken: &Taken) {
        for message in taken.effects.iter().filter_map(Effect::message) {
            match &message.body {
                MessageBody::Created(ticket) => {
                    assert_eq!(self.live, None);
                    let last = self.last.map_or((None, 0), |(id, revision)| (Some(id), revision));
                    assert_eq!((ticket.replaces, ticket.revision), (last.0, last.1 + 1));
                    self.live = Some(ticket.ticket_id);
                    self.last = Some((ticket.ticket_id, ticket.revision));
                }
                MessageBody::Voided(void) => {
                    assert!(!matches!(input, Input::Rejected { .. }), "a refused ticket is not voided");
                    assert_eq!(self.live.take(), Some(void.ticket_id));
                }
                MessageBody::PaymentRetry(retry) => assert_eq!(self.live, Some(retry.ticket_id)),
            }
        }
        let ends = taken.turns.iter().any(|decided| decided.ended.is_some());
        let is_refused = matches!(input, Input::Rejected { .. }) && taken.session.live_ticket().is_none();
        if ends || is_refused {
            self.live = None;
        }
        assert_eq!(taken.session.live_ticket().map(|ticket| ticket.ticket_id), self.live);
    }

    fn check_session(&self, session: &Session) {
        assert_eq!(session.kind(), self.state);
        if self.state == StateKind::Idle {
            assert_eq!(serde_json::to_string(session).unwrap(), IDLE);
        } else {
            assert_eq!(session.turn(), self.turn);
        }
    }
}

fn check_lines(order: &Order, menu: &Menu, rules: &Rules) {
    assert!(order.lines().len() <= rules.caps.order_items_max as usize);
    assert!(order.item_count() <= rules.caps.order_items_max);
    assert!(order.subtotal() <= rules.caps.subtotal_max);
    for line in order.lines() {
        oracle::check_line(line, menu);
        let of_item = menu.item(&line.item).and_then(|item| item.max_quantity).unwrap_or(u32::MAX);
        assert!(line.quantity <= of_item.min(rules.caps.line_quantity_max), "{line:?}");
    }
}

fn says_yes(act: &Act) -> bool {
    matches!(act, Act::Yes | Act::Done | Act::BackChannel { assents: true })
}

fn created(effect: &Effect) -> Option<&TicketData> {
    match &effect.message()?.body {
        MessageBody::Created(ticket) => Some(ticket),
        MessageBody::Voided(_) | MessageBody::PaymentRetry(_) => None,
    }
}

fn is_created(effect: &Effect) -> bool {
    created(effect).is_some()
}
