//! A POS that is a receipt printer on the network, for the kitchen.

mod printer;
mod receipt;
mod sheet;

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::Message;

use self::printer::Printer;
use super::PosReport;
use super::emitter::{EmitError, Emitter, Semantics, taken};
use crate::settings::Settings;

/// The fewest characters in a line of a printer.
pub const COLUMNS_MIN: usize = 32;
/// The most characters in a line of a printer.
pub const COLUMNS_MAX: usize = 48;

/// Prints messages. A printer cannot say what it has printed, so nothing is retried automatically.
#[derive(Clone, Debug)]
pub struct EscposEmitter {
    printer: Printer,
    columns: usize,
    /// For the time on the receipt.
    settings: Settings,
}

impl EscposEmitter {
    /// A printer at `host:port` with so many characters in a line.
    ///
    /// # Errors
    /// What is wrong with the address or the width.
    pub fn new(address: &str, columns: usize, settings: Settings) -> Result<Self, String> {
        let port = address.rsplit_once(':').and_then(|(host, port)| (!host.is_empty()).then_some(port));
        if port.and_then(|port| port.parse::<u16>().ok()).is_none() {
            return Err(format!("{address} is no address: use host:port, such as 192.168.1.50:9100"));
        }
        if !(COLUMNS_MIN..=COLUMNS_MAX).contains(&columns) {
            return Err(format!("a line has {COLUMNS_MIN} to {COLUMNS_MAX} characters, not {columns}"));
        }
        Ok(Self { printer: Printer::new(address), columns, settings })
    }
}

#[async_trait]
impl Emitter for EscposEmitter {
    fn semantics(&self) -> Semantics {
        Semantics::Blind
    }

    async fn emit(&self, _: &LaneKey, _: i64, message: &Message) -> Result<Option<PosReport>, EmitError> {
        let sheet = receipt::sheet(message, self.columns, &self.settings);
        let bytes = sheet.to_escpos().map_err(EmitError::refused)?;
        self.printer.print(&bytes).await?;
        Ok(taken(&message.body))
    }
}
