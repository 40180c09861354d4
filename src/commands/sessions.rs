//! `carhop sessions`: what a service that runs has kept of sessions, to take it out or to forget it.

use anyhow::Context as _;
use clap::{Args, Subcommand};
use uuid::Uuid;

use super::exit::FINE;
use crate::client::Service;
use crate::http::sessions::ForgottenSession;

/// What is done about sessions, and where.
#[derive(Args)]
pub struct Sessions {
    #[command(subcommand)]
    command: Command,
    /// Where the service is.
    #[arg(long, env = "CARHOP_URL", value_name = "URL", default_value = Service::DEFAULT, global = true)]
    url: Service,
}

#[derive(Subcommand)]
enum Command {
    /// Print all that is kept of sessions, with the menus of then: JSON Lines, a session each.
    Export {
        /// The sessions.
        #[arg(required = true)]
        ids: Vec<Uuid>,
    },
    /// Forget a session that is over, and those of its tickets that the POS is done with.
    Forget {
        /// The session.
        id: Uuid,
    },
}

impl Sessions {
    /// Does it.
    ///
    /// # Errors
    /// That the service cannot be reached, or why it says no.
    pub fn run(&self) -> anyhow::Result<u8> {
        match &self.command {
            Command::Export { ids } => {
                for id in ids {
                    let log = self.url.get(&format!("/v1/sessions/{id}/audit?with=documents"));
                    anstream::println!("{}", log.with_context(|| id.to_string())?);
                }
            }
            Command::Forget { id } => {
                let answer = self.url.delete(&format!("/v1/sessions/{id}"))?;
                let forgotten: ForgottenSession = serde_json::from_value(answer)
                    .with_context(|| format!("{} does not answer as a service does", self.url))?;
                anstream::println!("session {id} is forgotten");
                for ticket in forgotten.tickets_kept {
                    anstream::println!("ticket {ticket} stays until the POS is done with it");
                }
            }
        }
        Ok(FINE)
    }
}
