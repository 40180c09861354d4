//! `carhop tickets`: what operators do about tickets, on a service that runs.

use std::fmt::Display;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use fsm::ticket::TicketStatus;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use uuid::Uuid;

use super::exit::FINE;
use super::order_view::show_order;
use super::table::show_table;
use crate::client::{Called, Service};
use crate::config::one_of;
use crate::http::tickets::{LISTED, LISTED_MAX, TicketList, TicketView};

/// What the columns of a list say.
const COLUMNS: [&str; 7] = ["TICKET", "STATUS", "LANE", "DATE", "ORDER", "TOTAL", "LAST"];

/// What is done about tickets, and where.
#[derive(Args)]
pub struct Tickets {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    called: Called,
    /// Show what the service answers, as JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// List a drive-thru's tickets, the newest first.
    List {
        /// The drive-thru.
        #[arg(long, env = "CARHOP_DRIVE_THRU", value_name = "ID", value_parser = drive_thru, default_value = "demo")]
        drive_thru: String,
        /// Only those; with `dead`, also void ones that the POS could not be told of.
        #[arg(long, value_parser = one_of::<TicketStatus>())]
        status: Option<TicketStatus>,
        /// How many.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=LISTED_MAX.into()), default_value_t = LISTED)]
        limit: u16,
    },
    /// Show a ticket and what happened to it.
    Show {
        /// The ticket.
        id: Uuid,
    },
    /// Send a ticket to the POS again.
    Resend {
        /// The ticket: one that is dead, or pending with nothing on its way.
        id: Uuid,
    },
    /// Void a ticket that no lane waits for.
    Void {
        /// The ticket: one that is dead or pending.
        id: Uuid,
        /// Why; the POS is told.
        #[arg(long, value_name = "TEXT")]
        reason: String,
    },
}

impl Tickets {
    /// Does it, and shows what the service answers: as it is, or for people.
    ///
    /// # Errors
    /// That the service cannot be reached, or why it says no.
    pub fn run(&self) -> anyhow::Result<u8> {
        let service = self.called.service()?;
        let answer = match &self.command {
            Command::List { drive_thru, status, limit } => {
                let status = status.map(|status| format!("&status={status}")).unwrap_or_default();
                service.get(&format!("/v1/drive-thrus/{drive_thru}/tickets?limit={limit}{status}"))?
            }
            Command::Show { id } => service.get(&format!("/v1/tickets/{id}"))?,
            Command::Resend { id } => service.post(&format!("/v1/tickets/{id}/resend"), &Value::Null)?,
            Command::Void { id, reason } => {
                service.post(&format!("/v1/tickets/{id}/void"), &json!({ "reason": reason }))?
            }
        };
        if self.json {
            anstream::println!("{answer:#}");
            return Ok(FINE);
        }
        match &self.command {
            Command::List { .. } => {
                show_table(COLUMNS, read::<TicketList>(answer, &service)?.tickets.iter().map(row));
            }
            Command::Show { .. } => show(&read(answer, &service)?),
            Command::Resend { id } => {
                let status = read::<TicketView>(answer, &service)?.status;
                anstream::println!("ticket {id} is {status} and sent again");
            }
            Command::Void { id, .. } => {
                anstream::println!("ticket {id} is {}", read::<TicketView>(answer, &service)?.status);
            }
        }
        Ok(FINE)
    }
}

fn read<T: DeserializeOwned>(answer: Value, service: &Service) -> anyhow::Result<T> {
    serde_json::from_value(answer).with_context(|| format!("{service} does not answer as a service does"))
}

/// The id of a drive-thru on the command line.
///
/// # Errors
/// If it is none.
pub fn drive_thru(text: &str) -> Result<String, String> {
    fsm::ids::check_id(text).map_err(|error| error.to_string())?;
    Ok(text.to_owned())
}

fn row(view: &TicketView) -> [String; COLUMNS.len()] {
    let ticket = &view.ticket;
    [
        ticket.ticket_id.to_string(),
        view.status.to_string(),
        plain(&ticket.lane),
        ticket.business_date.to_string(),
        format!("{}.{}", ticket.order_number, ticket.revision),
        format!("{} {}", ticket.total, plain(&ticket.currency)),
        view.history.last().map(|note| format!("{} {}", note.at, plain(&note.what))).unwrap_or_default(),
    ]
}

fn show(TicketView { ticket, status, payment, pos_reference, history }: &TicketView) {
    let line = |name: &str, value: &dyn Display| anstream::println!("{name:<10}{value}");
    line("ticket", &ticket.ticket_id);
    line("status", status);
    line("payment", payment);
    if let Some(reference) = pos_reference {
        line("POS", &plain(reference));
    }
    line("lane", &format!("{} {}", plain(&ticket.drive_thru), plain(&ticket.lane)));
    line("session", &ticket.session_id);
    line("order", &ticket.order_id);
    line("number", &format!("{} of {}", ticket.order_number, ticket.business_date));
    line("revision", &ticket.revision);
    if let Some(replaced) = ticket.replaces {
        line("replaces", &replaced);
    }
    anstream::println!();
    show_order(
        &ticket.lines,
        &ticket.discounts,
        [ticket.subtotal, ticket.tax, ticket.total],
        &ticket.currency,
    );
    if !history.is_empty() {
        anstream::println!();
    }
    for note in history {
        let detail = plain(note.detail.as_deref().unwrap_or_default());
        let said = format!("  {}  {:<15}  {detail}", note.at, plain(&note.what));
        anstream::println!("{}", said.trim_end());
    }
}

/// A text on one line, whatever a POS has put into it: nothing in it moves the cursor of a terminal.
fn plain(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
