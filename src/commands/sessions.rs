//! `carhop sessions`: what a service that runs has kept of sessions, to take it out or to forget it.

use anyhow::Context as _;
use clap::{Args, Subcommand};
use uuid::Uuid;

use super::exit::FINE;
use crate::client::Called;
use crate::http::sessions::ForgottenSession;

/// What is done about sessions, and where.
#[derive(Args)]
pub struct Sessions {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    called: Called,
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
        let service = self.called.service()?;
        match &self.command {
            Command::Export { ids } => {
                for id in ids {
                    let log = service.get(&format!("/v1/sessions/{id}/audit?with=documents"));
                    anstream::println!("{}", log.with_context(|| id.to_string())?);
                }
            }
            Command::Forget { id } => {
                let answer = service.delete(&format!("/v1/sessions/{id}"))?;
                let forgotten: ForgottenSession = serde_json::from_value(answer)
                    .with_context(|| format!("{service} does not answer as a service does"))?;
                anstream::println!("session {id} is forgotten");
                for ticket in forgotten.tickets_kept {
                    anstream::println!("ticket {ticket} stays until the POS is done with it");
                }
            }
        }
        Ok(FINE)
    }
}
