//! The steps of turns, deliveries and deadlines. Each is a span, and a place at which a test lets the process die.

use strum::{EnumString, IntoStaticStr, VariantNames};
use tracing::{Instrument as _, debug_span};

#[cfg(debug_assertions)]
use crate::fail_point;

/// A step of a turn, of a delivery or of a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "snake_case")]
pub enum Step {
    /// The parser is asked.
    Parse,
    /// The machine steps.
    Decide,
    /// An order that is placed gets its number.
    Number,
    /// The turn is stored.
    Commit,
    /// The turn goes to whoever waits for it.
    Reply,
    /// A message is claimed for one try.
    Claim,
    /// The POS gets it.
    Send,
    /// What came of the try is stored.
    Settle,
    /// That the crew is told of a ticket whose car has left is noted.
    Note,
}

/// Does a step.
pub async fn around<T>(step: Step, work: impl Future<Output = T>) -> T {
    let span = debug_span!("step", otel.name = <&str>::from(step));
    #[cfg(debug_assertions)]
    fail_point::reached("before", step);
    let done = work.instrument(span).await;
    #[cfg(debug_assertions)]
    fail_point::reached("after", step);
    done
}
