//! `carhop tickets`: what operators do about tickets, on a service that runs.

use clap::{Args, Subcommand};
use fsm::ticket::TicketStatus;
use serde_json::{Value, json};
use uuid::Uuid;

use super::exit::FINE;
use super::order_view::show_order;
use crate::client::Service;
use crate::config::one_of;
use crate::http::tickets::{LISTED, LISTED_MAX};

/// What the columns of a list say.
const COLUMNS: [&str; 7] = ["TICKET", "STATUS", "LANE", "DATE", "ORDER", "TOTAL", "LAST"];

/// What is done about tickets, and where.
#[derive(Args)]
pub struct Tickets {
    #[command(subcommand)]
    command: Command,
    /// Where the service is.
    #[arg(long, env = "CARHOP_URL", value_name = "URL", default_value = Service::DEFAULT, global = true)]
    url: Service,
    /// Show what the service answers, as JSON.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum Command {
    /// List a drive-thru's tickets, the newest first.
    List {
        /// The drive-thru.
        #[arg(long, env = "CARHOP_DRIVE_THRU", value_name = "ID", value_parser = drive_thru, default_value = "d1")]
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
        let service = &self.url;
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
        let status = plain(&answer["status"]);
        match &self.command {
            Command::List { .. } => show_list(&answer["tickets"]),
            Command::Show { .. } => show(&answer),
            Command::Resend { id } => anstream::println!("ticket {id} is {status} and sent again"),
            Command::Void { id, .. } => anstream::println!("ticket {id} is {status}"),
        }
        Ok(FINE)
    }
}

fn drive_thru(text: &str) -> Result<String, String> {
    fsm::ids::check_id(text).map_err(|error| error.to_string())?;
    Ok(text.to_owned())
}

fn show_list(tickets: &Value) {
    let tickets = tickets.as_array().into_iter().flatten();
    let rows: Vec<[String; COLUMNS.len()]> =
        std::iter::once(COLUMNS.map(str::to_owned)).chain(tickets.map(row)).collect();
    let widths: [usize; COLUMNS.len()] = std::array::from_fn(|column| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    });
    for row in rows {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        anstream::println!("{}", cells.join("  ").trim_end());
    }
}

fn row(ticket: &Value) -> [String; COLUMNS.len()] {
    let last = ticket["history"].as_array().and_then(|history| history.last());
    [
        plain(&ticket["ticket_id"]),
        plain(&ticket["status"]),
        plain(&ticket["lane"]),
        plain(&ticket["business_date"]),
        format!("{}.{}", ticket["order_number"], ticket["revision"]),
        format!("{} {}", plain(&ticket["total"]), plain(&ticket["currency"])),
        last.map(|note| format!("{} {}", plain(&note["at"]), plain(&note["what"]))).unwrap_or_default(),
    ]
}

fn show(ticket: &Value) {
    let line = |name: &str, value: &str| anstream::println!("{name:<10}{value}");
    line("ticket", &plain(&ticket["ticket_id"]));
    line("status", &plain(&ticket["status"]));
    line("payment", &plain(&ticket["payment"]));
    if !ticket["pos_reference"].is_null() {
        line("POS", &plain(&ticket["pos_reference"]));
    }
    line("lane", &format!("{} {}", plain(&ticket["drive_thru"]), plain(&ticket["lane"])));
    line("session", &plain(&ticket["session_id"]));
    line("order", &plain(&ticket["order_id"]));
    line("number", &format!("{} of {}", ticket["order_number"], plain(&ticket["business_date"])));
    line("revision", &ticket["revision"].to_string());
    if !ticket["replaces"].is_null() {
        line("replaces", &plain(&ticket["replaces"]));
    }
    anstream::println!();
    show_order(ticket);
    let history = ticket["history"].as_array().into_iter().flatten();
    for (at, note) in history.enumerate() {
        if at == 0 {
            anstream::println!();
        }
        let detail = plain(&note["detail"]);
        let said = format!("  {}  {:<15}  {detail}", plain(&note["at"]), plain(&note["what"]));
        anstream::println!("{}", said.trim_end());
    }
}

/// A text on one line, whatever a POS has put into it: nothing in it moves the cursor of a terminal.
fn plain(value: &Value) -> String {
    let text = value.as_str().unwrap_or_default();
    text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect()
}
