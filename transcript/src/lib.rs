//! Golden transcripts: whole conversations as text, what is said and done and what must come out of it.
//!
//! ```text
//! # Two cheeseburgers, and the fries that go with them
//! menu: burger.json
//!
//! > car
//!     D01 idle -> ordering (CAR_DETECTED)
//!     greet: Welcome to Larkspur Burger Stand! What can I get for you?
//! > "two cheeseburgers, no pickles"
//!     S01 ordering -> ordering (UTTERANCE_OK)
//!     acknowledge: Two cheeseburgers, no pickles. Would you like fries with that?
//!     offer: fries
//!     + L1 2 x Cheeseburger (no Pickles) 9.58
//!     total 10.37
//! ```
//!
//! A `#` line is a comment, and the first one is the title. `name: value` lines are the settings that differ from the
//! defaults ([`Settings`]). A `>` line is an [`Input`](input::Input); the indented lines below it are its outcome.
//! [`replay`] gives the inputs to lanes of their own and writes the transcript again with what really came out: a
//! transcript holds if that is the same text, and is blessed by putting that text in its place.
//!
//! Nothing in a replay is left to chance: the clock moves by [`INPUT_SECONDS`] an input, ids are derived from the
//! title, and the POS says what the transcript makes it say.
//!
//! [`session`] does the same with what really happened: the audit log of a session.

mod ear;
mod error;
pub mod input;
mod json;
mod menus;
mod problem;
mod replay;
pub mod session;
mod show;
mod stage;
mod transcript;

pub use self::error::ReplayError;
pub use self::menus::{Menus, menu_file};
pub use self::replay::{Outcome, replay};
pub use self::show::{Refusal, Row, Turn};
pub use self::stage::INPUT_SECONDS;
pub use self::transcript::{Settings, Transcript, TranscriptError};

use similar::TextDiff;

/// How many lines around a difference are shown.
const CONTEXT_LINES: usize = 4;

/// What is different between a transcript as it is written and as it came out; none if nothing is.
pub fn difference(written: &str, came_out: &str) -> Option<String> {
    if written == came_out {
        return None;
    }
    let diff = TextDiff::from_lines(written, came_out);
    Some(diff.unified_diff().context_radius(CONTEXT_LINES).header("written", "came out").to_string())
}
