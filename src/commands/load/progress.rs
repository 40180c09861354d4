//! How far a load is, on a line of the terminal that is written over.

use std::io::IsTerminal as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, interval};

use super::plan::Plan;
use super::tally::Tally;

/// How often it is written.
const EVERY: Duration = Duration::from_secs(1);
/// Clears the line.
const CLEAR: &str = "\r\u{1b}[2K";

/// A line that is written until it is over. Where nobody looks there is none.
pub struct Progress(Option<JoinHandle<()>>);

impl Progress {
    /// Shows how far a plan is.
    pub fn show(plan: &Arc<Plan>, start: Instant, tally: Arc<Mutex<Tally>>) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self(None);
        }
        let plan = plan.clone();
        Self(Some(tokio::spawn(async move {
            let mut before = 0;
            let mut ticks = interval(EVERY);
            loop {
                ticks.tick().await;
                let tally = tally.lock().unwrap_or_else(PoisonError::into_inner);
                let errors: u64 = tally.errors.values().sum();
                eprint!(
                    "{CLEAR}{:.0} of {:.0} s  {} turns/s  99 % within {:.1} ms  {errors} errors",
                    start.elapsed().as_secs_f64(),
                    plan.end.as_secs_f64(),
                    tally.answered - before,
                    tally.from_due.percentile_ms(99.0),
                );
                before = tally.answered;
            }
        })))
    }

    /// Takes the line away.
    pub async fn end(self) {
        if let Some(task) = self.0 {
            task.abort();
            // It ends because it was told to.
            let _ = task.await;
            eprint!("{CLEAR}");
        }
    }
}
