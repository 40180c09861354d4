//! `carhop health`: whether a service is alive.

use clap::Args;

use super::exit::FINE;
use crate::client::Service;

/// Who is asked.
#[derive(Args)]
pub struct Health {
    /// Where the service is.
    #[arg(long, env = "CARHOP_URL", value_name = "URL", default_value = Service::DEFAULT)]
    url: Service,
}

impl Health {
    /// Asks, and says that it is.
    ///
    /// # Errors
    /// If it is not.
    pub fn run(&self) -> anyhow::Result<u8> {
        self.url.get("/healthz")?;
        anstream::println!("{} is alive", self.url);
        Ok(FINE)
    }
}
