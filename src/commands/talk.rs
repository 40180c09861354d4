//! `carhop talk`: a lane in the terminal.

use std::io::{self, BufRead, IsTerminal as _, Write as _};
use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use clap::Args;
use fsm::dialogue::{By, CrewAct, SayKind};
use fsm::ids::{ItemId, LaneKey};
use fsm::machine::CrewAlert;
use fsm::order::OrderView;
use fsm::ticket::Ticket;
use lanes::event::{
    AddItem, CarDetected, Crew, EventHead, EventRequest, LaneEvent, Name, OutOfStock, Quantity,
    ReceivedEvent, Seconds, Silence, SpokenText, Tap, Touch, Utterance,
};
use lanes::pos::PosReport;
use lanes::service::Lanes;
use lanes::store::MemoryStore;
use serde_json::{Value, json};
use transcript::Turn;
use uuid::Uuid;

use super::exit::FINE;
use super::order_view::show_order;
use crate::config::{Config, Given, Options};
use crate::wiring::Wiring;

const HELP: &str = "\
Say something, or:
  /car             a car arrives               /left            the car leaves
  /silence [SECS]  nothing is heard            /barge-in [TEXT] our speech is interrupted
  /out ITEM        an item is off              /in ITEM         it is on again
  /yes /no /done   a touch on the board        /add ITEM [SIZE] a touch on an item
  /take /give      the crew takes over, gives back
  /ack             the POS takes the ticket    /reject [WHY]    it refuses it
  /payment         the money cannot be taken   /again           the last event once more
  /order           the order                   /help /quit
";

const WORDS: Style = AnsiColor::Cyan.on_default().bold();
const ROWS: Style = AnsiColor::BrightBlack.on_default();
const TROUBLE: Style = AnsiColor::Red.on_default();

/// How the lane is run: with the options of `serve`.
#[derive(Args)]
pub struct Talk {
    #[command(flatten)]
    options: Given<Options>,
}

impl Talk {
    /// Talks until the end of input.
    ///
    /// # Errors
    /// If the menu cannot be loaded or the terminal cannot be read.
    pub fn run(&self) -> anyhow::Result<u8> {
        let config = self.options.resolve()?;
        tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(talk(&config))?;
        Ok(FINE)
    }
}

async fn talk(config: &Config) -> anyhow::Result<()> {
    let wiring = Wiring::load(config)?;
    anstream::println!(
        "A lane of \"{}\", in this process only. /help tells what there is to do.",
        wiring.menu.book.menu.name
    );
    let lanes = wiring.open(Arc::new(MemoryStore::default()), config).await?;
    let mut lane =
        Lane { lanes, lane: LaneKey::new("terminal", "1")?, events: 0, last: Value::Null, turn: None };
    lane.take("/car").await;
    let is_terminal = io::stdin().is_terminal();
    let mut lines = io::stdin().lock().lines();
    loop {
        if is_terminal {
            anstream::print!("> ");
            io::stdout().flush()?;
        }
        let Some(line) = lines.next() else { return Ok(()) };
        let line = line?;
        let line = line.trim();
        if !is_terminal && !line.is_empty() {
            anstream::println!("> {line}");
        }
        if !lane.take(line).await {
            return Ok(());
        }
    }
}

/// A lane and what was last said on it.
struct Lane {
    lanes: Lanes,
    lane: LaneKey,
    events: u128,
    last: Value,
    turn: Option<Turn>,
}

impl Lane {
    /// Takes one line. `false` for the last.
    async fn take(&mut self, line: &str) -> bool {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" => {}
            "/quit" | "/q" => return false,
            "/help" => anstream::print!("{HELP}"),
            "/order" => self.turn.iter().for_each(|turn| show(&turn.order)),
            "/car" => self.send(LaneEvent::CarDetected(CarDetected { vehicle_id: None })).await,
            "/left" => self.send(LaneEvent::CarLeft).await,
            "/silence" => {
                let seconds = Seconds(rest.parse().unwrap_or(30.0));
                self.send(LaneEvent::Silence(Silence { seconds })).await;
            }
            "/barge-in" if rest.is_empty() => self.send(LaneEvent::BargeIn).await,
            "/barge-in" => self.say(rest, true).await,
            "/out" => self.send(LaneEvent::OutOfStock(OutOfStock { item: Name(rest.into()) })).await,
            "/in" => self.put_back(rest).await,
            "/yes" => self.tap(Tap::Confirm).await,
            "/no" => self.tap(Tap::Deny).await,
            "/done" => self.tap(Tap::Done).await,
            "/add" => {
                let (item, size) =
                    rest.split_once(' ').map_or((rest, None), |(item, size)| (item, Some(size)));
                let (item, size) = (Name(item.into()), size.map(|size| Name(size.into())));
                let (quantity, modifiers) = (Quantity::default(), Vec::new());
                self.tap(Tap::AddItem(AddItem { item, size, quantity, modifiers })).await;
            }
            "/take" => self.send(LaneEvent::Crew(Crew { act: CrewAct::TakeOver })).await,
            "/give" => self.send(LaneEvent::Crew(Crew { act: CrewAct::GiveBack })).await,
            "/again" => self.deliver(self.last.clone()).await,
            "/ack" => self.pos(PosReport::Acknowledged { pos_reference: None }).await,
            "/reject" => {
                let reason = if rest.is_empty() { "no reason given" } else { rest };
                self.pos(PosReport::Rejected { reason: reason.to_owned(), item: None }).await;
            }
            "/payment" => self.pos(PosReport::PaymentProblem { id: None, reason: None }).await,
            _ if word.starts_with('/') => trouble(&format!("there is no {word}; /help tells what there is")),
            _ => self.say(line, false).await,
        }
        true
    }

    async fn say(&mut self, text: &str, barge_in: bool) {
        match SpokenText::try_from(text.to_owned()) {
            Ok(text) => {
                let said = Utterance { barge_in, ..Utterance::from(text) };
                self.send(LaneEvent::Utterance(said)).await;
            }
            Err(fault) => trouble(&format!("text: {fault}")),
        }
    }

    async fn tap(&mut self, tap: Tap) {
        self.send(LaneEvent::Tap(Touch { tap, by: By::Customer })).await;
    }

    async fn send(&mut self, event: LaneEvent) {
        self.events += 1;
        let id = Uuid::from_u128(self.events);
        self.last = json!(EventRequest { id, head: EventHead::default(), event });
        self.deliver(self.last.clone()).await;
    }

    /// Takes an event as if a frontend sent it, so that what was typed is checked as well.
    async fn deliver(&mut self, event: Value) {
        let event = match ReceivedEvent::read(&event) {
            Ok(event) => event,
            Err(fault) => return trouble(&fault.to_string()),
        };
        match self.lanes.take(&self.lane, event).await {
            Ok(answer) => {
                if answer.replayed {
                    anstream::println!("{ROWS}  taken before; the same answer{ROWS:#}");
                }
                self.show(&answer.turn);
            }
            Err(error) => trouble(&error.to_string()),
        }
    }

    async fn put_back(&mut self, item: &str) {
        match self.lanes.set_available("terminal", &ItemId::from(item).into(), true.into(), None).await {
            Ok(()) => anstream::println!("  {item} is on again"),
            Err(error) => trouble(&error.to_string()),
        }
    }

    async fn pos(&mut self, report: PosReport) {
        let Some(Turn { session_id, ticket: Some(ticket), .. }) = &self.turn else {
            return trouble("there is no ticket");
        };
        let session_id = *session_id;
        if let Err(error) = self.lanes.tickets().report(ticket.ticket_id, report, None).await {
            return trouble(&error.to_string());
        }
        // The turn may have ended the session: the audit log has it all the same.
        match self.lanes.audit(session_id).await.map(|mut log| log.entries.pop()) {
            Ok(Some(entry)) => self.show(&entry.turn),
            Ok(None) => {}
            Err(error) => trouble(&error.to_string()),
        }
    }

    fn show(&mut self, turn: &str) {
        let turn: Turn = match serde_json::from_str(turn) {
            Ok(turn) => turn,
            Err(error) => return trouble(&error.to_string()),
        };
        if let Some(say) = &turn.say {
            anstream::println!("{WORDS}{}{WORDS:#}", say.text);
        }
        let rows = turn.transitions.iter().map(|row| format!("{} {} -> {}", row.row, row.from, row.to));
        let refused =
            turn.refused.iter().map(|it| format!("refused {} in {}: {}", it.event, it.state, it.reason));
        let rows: Vec<String> = rows.chain(refused).collect();
        let rows = if rows.is_empty() { "no row".to_owned() } else { rows.join(", ") };
        anstream::println!("{ROWS}  [{}] {rows}{ROWS:#}", turn.state);
        if let Some(handoff) = turn.handoff {
            anstream::println!("{ROWS}  the crew has taken over: {}{ROWS:#}", handoff.reason);
        }
        if !turn.diffs.is_empty() || turn.say.as_ref().is_some_and(|say| say.kind == SayKind::Summarize) {
            show(&turn.order);
        }
        for alert in &turn.crew_alerts {
            let told = match alert {
                CrewAlert::HasCode => "a code",
                CrewAlert::AllergensUnknown { .. } => "a question about allergens",
                CrewAlert::HasAllergy { .. } => "an allergy",
                CrewAlert::WantsExtras { .. } => "what goes along",
                CrewAlert::HouseRule { reason, .. } => reason,
                CrewAlert::Unconfirmed { .. } => "what was not confirmed",
                CrewAlert::TicketRefused { .. } => "a refused ticket",
                CrewAlert::HandoffUnanswered { .. } => "a customer who waits for them",
                CrewAlert::TicketUnanswered { .. } => "a ticket that the POS does not answer",
            };
            anstream::println!("{ROWS}  the crew is told of {told}{ROWS:#}");
        }
        if turn.superseding {
            anstream::println!("{ROWS}  the ticket stands until the next one is confirmed{ROWS:#}");
        }
        let before = self.turn.as_ref().and_then(|turn| turn.ticket.as_ref());
        if let Some(now) = turn.ticket.as_ref().filter(|now| Some(*now) != before) {
            let Ticket { ticket_id, revision, status, payment } = now;
            anstream::println!("  ticket {ticket_id} revision {revision} is {status}, payment {payment}");
        }
        self.turn = Some(turn);
    }
}

fn show(order: &OrderView) {
    show_order(&order.lines, &order.discounts, [order.subtotal, order.tax, order.total], &order.currency);
}

fn trouble(text: &str) {
    anstream::println!("{TROUBLE}  {text}{TROUBLE:#}");
}
