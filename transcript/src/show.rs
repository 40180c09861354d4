//! Turns, orders and messages as the indented lines of a transcript.

use fsm::dialogue::{Act, HandoffView, Parser, Say};
use fsm::house_rules::Fired;
use fsm::ids::LineId;
use fsm::machine::{CrewAlert, Documents, Offer, Question, StateKind};
use fsm::menu::{Allergen, Menu};
use fsm::order::{Amount, Diff, DiffOp, Discount, LineView, ModifierPick, OrderStatus, OrderView};
use fsm::ticket::{MessageBody, Payment, Ticket};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// The parts of a stored turn that are shown to people, as in [`fsm::dialogue::Turn`].
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the turn that is stored")]
pub struct Turn {
    pub turn: u32,
    pub lane: String,
    pub session_id: Uuid,
    pub state: StateKind,
    pub transitions: Vec<Row>,
    pub refused: Vec<Refusal>,
    pub say: Option<Say>,
    pub cancel_tts: bool,
    pub question: Option<Question>,
    pub acts: Vec<Act>,
    pub parser: Option<Parser>,
    pub diffs: Vec<Diff>,
    pub order: OrderView,
    pub offer: Option<Offer>,
    pub proposal: Option<OrderView>,
    pub ticket: Option<Ticket>,
    #[serde(default)]
    pub superseding: bool,
    pub handoff: Option<HandoffView>,
    #[serde(default)]
    pub handoff_near: Option<HandoffView>,
    #[serde(default)]
    pub tags: Vec<String>,
    #[serde(default)]
    pub crew_alerts: Vec<CrewAlert>,
    #[serde(default)]
    pub fired: Vec<Fired>,
    #[serde(default)]
    pub documents: Option<Documents>,
}

/// A row that was taken, as in [`fsm::machine::Transition`].
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the transition that is stored")]
pub struct Row {
    pub row: String,
    pub from: String,
    pub event: String,
    pub to: String,
    pub actions: Vec<String>,
}

/// An event that no row took, as in [`fsm::machine::Refusal`].
#[derive(Clone, Debug, Deserialize)]
#[expect(missing_docs, reason = "the fields are those of the refusal that is stored")]
pub struct Refusal {
    pub state: String,
    pub event: String,
    pub reason: String,
}

/// The tickets, sessions and events of a transcript, which are numbered as they come: their ids tell a reader nothing.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub tickets: Vec<Uuid>,
    pub sessions: Vec<Uuid>,
    pub events: Vec<Uuid>,
}

impl Names {
    /// The number of a ticket, from 1.
    pub fn ticket(&mut self, id: Uuid) -> usize {
        number(&mut self.tickets, id)
    }

    /// The number of a session, from 1.
    pub fn session(&mut self, id: Uuid) -> usize {
        number(&mut self.sessions, id)
    }

    /// The text with numbers in place of the ids of sessions and events.
    pub fn without_ids(&self, text: &str) -> String {
        let ids = self.sessions.iter().enumerate().chain(self.events.iter().enumerate());
        ids.fold(text.to_owned(), |text, (at, id)| text.replace(&id.to_string(), &format!("#{}", at + 1)))
    }
}

fn number(known: &mut Vec<Uuid>, id: Uuid) -> usize {
    let at = known.iter().position(|other| *other == id).unwrap_or_else(|| {
        known.push(id);
        known.len() - 1
    });
    at + 1
}

/// The turns of a session that were shown.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    names: Names,
    last: Option<Turn>,
}

impl Shown {
    /// The lines of the next turn.
    pub fn lines(&mut self, next: &Turn, menu: &Menu) -> Vec<String> {
        let lines = turn(next, self.last.as_ref(), &mut self.names, menu);
        self.last = Some(next.clone());
        lines
    }
}

/// The lines of a turn; `before` is the turn before it in its session.
pub(crate) fn turn(turn: &Turn, before: Option<&Turn>, names: &mut Names, menu: &Menu) -> Vec<String> {
    let mut out: Vec<String> = turn.transitions.iter().map(row).collect();
    out.extend(turn.refused.iter().map(|it| format!("refused {} in {}: {}", it.event, it.state, it.reason)));
    if out.is_empty() {
        out.push("no row".to_owned());
    }
    if turn.cancel_tts {
        out.push("speech is stopped".to_owned());
    }
    out.push(
        turn.say
            .as_ref()
            .map_or("nothing is said".to_owned(), |say| format!("{}: {}", word(&say.kind), say.text)),
    );
    out.extend(turn.question.as_ref().map(question));
    out.extend(turn.offer.as_ref().map(offer));
    out.extend(turn.fired.iter().map(|fired| format!("by rule {} at {}", fired.rule, fired.at)));
    let known = before.map(|before| before.tags.as_slice()).unwrap_or_default();
    let new = turn.tags.iter().filter(|tag| !known.contains(tag));
    out.extend(new.map(|tag| format!("tagged {tag}")));
    out.extend(turn.handoff.as_ref().map(|handoff| format!("handed off: {}", word(&handoff.reason))));
    let near = turn.handoff_near.as_ref();
    out.extend(near.map(|near| format!("the crew is warned: {}", word(&near.reason))));
    out.extend(turn.crew_alerts.iter().flat_map(|told| alert(told, names, menu)));
    out.extend(changes(turn, before, menu));
    if turn.transitions.iter().any(Row::reads_back) {
        out.push("the order is".to_owned());
        out.extend(order(&turn.order, menu));
    }
    if let Some(proposal) = &turn.proposal {
        out.push("a yes would make it".to_owned());
        out.extend(order(proposal, menu));
    }
    let ticket =
        turn.ticket.as_ref().filter(|ticket| before.and_then(|turn| turn.ticket.as_ref()) != Some(*ticket));
    out.extend(ticket.map(|it| self::ticket(it, names)));
    if turn.superseding && !before.is_some_and(|turn| turn.superseding) {
        out.push("the ticket stands until the next one is confirmed".to_owned());
    }
    let status = before.map_or(OrderStatus::Open, |turn| turn.order.status);
    if status != turn.order.status {
        out.push(format!("order {}", word(&turn.order.status)));
    }
    out
}

impl Turn {
    /// The id of the order's newest ticket.
    pub fn ticket_id(&self) -> Option<Uuid> {
        self.ticket.as_ref().map(|ticket| ticket.ticket_id)
    }
}

impl Row {
    fn reads_back(&self) -> bool {
        self.actions.iter().any(|action| action == "summarize")
    }
}

fn row(it: &Row) -> String {
    format!("{} {} -> {} ({})", it.row, it.from, it.to, it.event)
}

fn question(it: &Question) -> String {
    let line = it.line_id.map_or(String::new(), |line| format!(" {line}"));
    let candidates =
        if it.candidates.is_empty() { String::new() } else { format!(": {}", it.candidates.join(", ")) };
    format!("question {}{line}{candidates}", word(&it.kind))
}

fn offer(it: &Offer) -> String {
    match it {
        Offer::Item(item) => format!("offer: {item}"),
        Offer::Combo(combo) => format!("offer: {combo}"),
    }
}

/// What the turn changed on the order, and what it now comes to.
fn changes(turn: &Turn, before: Option<&Turn>, menu: &Menu) -> Vec<String> {
    let line_of = |order: &OrderView, id: LineId| {
        order.lines.iter().find(|known| known.line_id == id).map_or(id.to_string(), |known| line(known, menu))
    };
    let mut out: Vec<String> = Vec::new();
    for diff in &turn.diffs {
        out.push(match (diff.op, before) {
            (DiffOp::Add, _) => format!("+ {}", line_of(&turn.order, diff.line_id)),
            (DiffOp::Change, _) => format!("~ {}", line_of(&turn.order, diff.line_id)),
            (DiffOp::Remove, Some(before)) => format!("- {}", line_of(&before.order, diff.line_id)),
            (DiffOp::Remove, None) => format!("- {}", diff.line_id),
        });
    }
    if !out.is_empty() {
        out.push(format!("total {}", turn.order.total));
    }
    out
}

fn alert(it: &CrewAlert, names: &mut Names, menu: &Menu) -> Vec<String> {
    match it {
        CrewAlert::HasCode => vec!["the crew is told: there is a code".to_owned()],
        CrewAlert::AllergensUnknown { items } => {
            vec![format!("the crew is told: the menu does not say what {} may contain", items.join(", "))]
        }
        CrewAlert::HasAllergy { allergens } => {
            let names: Vec<&str> = allergens.iter().map(Allergen::as_str).collect();
            vec![format!("the crew is told: an allergy to {}", names.join(", "))]
        }
        CrewAlert::WantsExtras { names } => {
            vec![format!("the crew is told: {} are wanted", names.join(", "))]
        }
        CrewAlert::HouseRule { rule, reason } => {
            vec![format!("the crew is told: {reason} (rule {rule})")]
        }
        CrewAlert::TicketRefused { ticket_id } => {
            vec![format!("the crew is told: ticket {} was refused", names.ticket(*ticket_id))]
        }
        CrewAlert::HandoffUnanswered { reason } => {
            vec![format!("the crew is told: nobody has come, who were called for {}", word(reason))]
        }
        CrewAlert::TicketUnanswered { ticket_id } => {
            vec![format!("the crew is told: the POS does not answer ticket {}", names.ticket(*ticket_id))]
        }
        CrewAlert::Unconfirmed { ticket_id, changes } => {
            let mut out = vec![format!(
                "the crew is told: ticket {} stands, and this was not confirmed",
                names.ticket(*ticket_id)
            )];
            out.extend(changes.iter().map(|it| format!("  {} {}", word(&it.op), line(&it.line, menu))));
            out
        }
    }
}

fn ticket(it: &Ticket, names: &mut Names) -> String {
    let payment =
        if it.payment == Payment::None { String::new() } else { format!(", payment {}", word(&it.payment)) };
    format!("ticket {} (revision {}) {}{payment}", names.ticket(it.ticket_id), it.revision, word(&it.status))
}

/// The lines of an order.
pub(crate) fn order(it: &OrderView, menu: &Menu) -> Vec<String> {
    lines(&it.lines, &it.discounts, [it.subtotal, it.tax, it.total], menu)
}

fn lines(
    lines: &[LineView],
    discounts: &[Discount],
    sums: [fsm::money::Money; 3],
    menu: &Menu,
) -> Vec<String> {
    let [subtotal, tax, total] = sums;
    let mut out: Vec<String> = lines.iter().map(|it| format!("  {}", line(it, menu))).collect();
    out.extend(discounts.iter().map(|off| format!("  {}: {} off", off.name, off.amount)));
    out.push(format!("  subtotal {subtotal}, tax {tax}, total {total}"));
    out
}

/// `L1 2 x Cheeseburger (no Pickles) 9.58`, `L2 1 x Hamburger combo (large, drink: large Coke no Ice) 8.99`
fn line(it: &LineView, menu: &Menu) -> String {
    let mut notes: Vec<String> = it.size.iter().map(ToString::to_string).collect();
    notes.extend(it.modifiers.iter().map(|pick| modifier(pick, menu)));
    notes.extend(it.components.iter().map(|part| {
        let size = part.size.iter().map(|size| format!(" {size}"));
        let picks = part.modifiers.iter().map(|pick| format!(" {}", modifier(pick, menu)));
        format!("{}:{} {}{}", part.slot, size.collect::<String>(), part.name, picks.collect::<String>())
    }));
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    let missing = if it.incomplete.is_empty() {
        String::new()
    } else {
        format!(", misses {}", it.incomplete.join(", "))
    };
    let off = if it.out_of_stock { ", out of stock" } else { "" };
    format!("{} {} x {}{notes} {}{missing}{off}", it.line_id, it.quantity, it.name, it.price)
}

/// `no Pickles`, `2 Espresso shot`
fn modifier(it: &ModifierPick, menu: &Menu) -> String {
    let known = menu.group(&it.group).and_then(|group| group.modifier(&it.modifier));
    let name = known.map_or(it.modifier.as_str(), |known| known.name.as_str());
    let amount = if it.amount == Amount::Regular { String::new() } else { format!("{} ", word(&it.amount)) };
    let quantity = if it.quantity == 1 { String::new() } else { format!("{} ", it.quantity) };
    format!("{amount}{quantity}{name}")
}

/// The lines of a message to the POS.
pub(crate) fn message(body: &MessageBody, names: &mut Names, menu: &Menu) -> Vec<String> {
    let number = names.ticket(body.ticket_id());
    let head = format!("to the POS: {} (ticket {number})", body.kind());
    match body {
        MessageBody::Created(ticket) => {
            let replaces = ticket
                .replaces
                .map(|id| format!(", replaces ticket {}", names.ticket(id)))
                .unwrap_or_default();
            let name = ticket.lane_name.as_ref().map(|name| format!(", {name}")).unwrap_or_default();
            let mut out = vec![format!(
                "{head}, revision {}{replaces}, order {} of {} on lane {}{name}",
                ticket.revision, ticket.order_number, ticket.business_date, ticket.lane
            )];
            out.extend(lines(
                &ticket.lines,
                &ticket.discounts,
                [ticket.subtotal, ticket.tax, ticket.total],
                menu,
            ));
            out.extend(ticket.allergies.iter().map(|one| format!("  allergic to {}", one.as_str())));
            out.extend(ticket.notes.iter().map(|note| format!("  with {note}")));
            out.extend(ticket.tags.iter().map(|tag| format!("  tagged {tag}")));
            out
        }
        MessageBody::Voided(void) => {
            vec![format!("{head}, revision {}, because {}", void.revision, void.reason)]
        }
        MessageBody::PaymentRetry(_) => vec![head],
    }
}

/// A value as the interface writes it.
pub(crate) fn word(it: &impl Serialize) -> String {
    match serde_json::to_value(it) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(error) => error.to_string(),
    }
}
