//! `carhop talk`: a lane in the terminal.

use std::io::{self, BufRead, IsTerminal as _, Write as _};
use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use clap::Args;
use fsm::ids::{ItemId, LaneKey};
use lanes::event::ReceivedEvent;
use lanes::pos::PosReport;
use lanes::service::Lanes;
use lanes::store::MemoryStore;
use serde_json::{Value, json};
use uuid::Uuid;

use super::exit::FINE;
use super::order_view::{entries, show_order, word};
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
        Lane { lanes, lane: LaneKey::new("terminal", "1")?, events: 0, last: Value::Null, turn: Value::Null };
    lane.send(json!({ "type": "car_detected" })).await;
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
    turn: Value,
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
            "/order" => show_order(&self.turn["order"]),
            "/car" => self.send(json!({ "type": "car_detected" })).await,
            "/left" => self.send(json!({ "type": "car_left" })).await,
            "/silence" => {
                let seconds: f64 = rest.parse().unwrap_or(30.0);
                self.send(json!({ "type": "silence", "seconds": seconds })).await;
            }
            "/barge-in" if rest.is_empty() => self.send(json!({ "type": "barge_in" })).await,
            "/barge-in" => self.send(json!({ "type": "utterance", "text": rest, "barge_in": true })).await,
            "/out" => self.send(json!({ "type": "out_of_stock", "item": rest })).await,
            "/in" => self.put_back(rest).await,
            "/yes" => self.send(json!({ "type": "tap", "act": "confirm" })).await,
            "/no" => self.send(json!({ "type": "tap", "act": "deny" })).await,
            "/done" => self.send(json!({ "type": "tap", "act": "done" })).await,
            "/add" => {
                let (item, size) =
                    rest.split_once(' ').map_or((rest, None), |(item, size)| (item, Some(size)));
                self.send(json!({ "type": "tap", "act": "add_item", "item": item, "size": size })).await;
            }
            "/take" => self.send(json!({ "type": "crew", "act": "take_over" })).await,
            "/give" => self.send(json!({ "type": "crew", "act": "give_back" })).await,
            "/again" => self.deliver(self.last.clone()).await,
            "/ack" => self.pos(PosReport::Acknowledged { pos_reference: None }).await,
            "/reject" => {
                let reason = if rest.is_empty() { "no reason given" } else { rest };
                self.pos(PosReport::Rejected { reason: reason.to_owned(), item: None }).await;
            }
            "/payment" => self.pos(PosReport::PaymentProblem { id: None, reason: None }).await,
            _ if word.starts_with('/') => trouble(&format!("there is no {word}; /help tells what there is")),
            _ => self.send(json!({ "type": "utterance", "text": line })).await,
        }
        true
    }

    async fn send(&mut self, mut event: Value) {
        self.events += 1;
        event["id"] = json!(Uuid::from_u128(self.events));
        self.last = event.clone();
        self.deliver(event).await;
    }

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
        match self.lanes.set_available("terminal", &ItemId::from(item), true).await {
            Ok(()) => anstream::println!("  {item} is on again"),
            Err(error) => trouble(&error.to_string()),
        }
    }

    async fn pos(&mut self, report: PosReport) {
        let ticket_id = self.turn["ticket"]["ticket_id"].as_str().and_then(|id| Uuid::try_parse(id).ok());
        let Some(ticket_id) = ticket_id else { return trouble("there is no ticket") };
        let session_id =
            self.turn["session_id"].as_str().and_then(|id| Uuid::try_parse(id).ok()).unwrap_or_default();
        if let Err(error) = self.lanes.tickets().report(ticket_id, report).await {
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
        let turn: Value = serde_json::from_str(turn).unwrap_or_default();
        if let Some(text) = turn["say"]["text"].as_str() {
            anstream::println!("{WORDS}{text}{WORDS:#}");
        }
        let rows: Vec<String> = entries(&turn["transitions"])
            .map(|row| format!("{} {} -> {}", word(&row["row"]), word(&row["from"]), word(&row["to"])))
            .chain(entries(&turn["refused"]).map(|refused| {
                format!(
                    "refused {} in {}: {}",
                    word(&refused["event"]),
                    word(&refused["state"]),
                    word(&refused["reason"])
                )
            }))
            .collect();
        let rows = if rows.is_empty() { "no row".to_owned() } else { rows.join(", ") };
        anstream::println!("{ROWS}  [{}] {rows}{ROWS:#}", word(&turn["state"]));
        if let Some(reason) = turn["handoff"]["reason"].as_str() {
            anstream::println!("{ROWS}  the crew has taken over: {reason}{ROWS:#}");
        }
        if entries(&turn["diffs"]).next().is_some() || turn["say"]["kind"] == "summarize" {
            show_order(&turn["order"]);
        }
        if turn["ticket"] != self.turn["ticket"] && !turn["ticket"].is_null() {
            let ticket = &turn["ticket"];
            anstream::println!(
                "  ticket {} revision {} is {}, payment {}",
                word(&ticket["ticket_id"]),
                ticket["revision"],
                word(&ticket["status"]),
                word(&ticket["payment"]),
            );
        }
        self.turn = turn;
    }
}

fn trouble(text: &str) {
    anstream::println!("{TROUBLE}  {text}{TROUBLE:#}");
}
