//! Replays a transcript.

use std::collections::BTreeSet;
use std::sync::Arc;

use agents::UtteranceParser;
use fsm::dialogue::ActKind;
use lanes::store::Store;
use uuid::Uuid;

use crate::error::ReplayError;
use crate::menus::Menus;
use crate::stage::Stage;
use crate::transcript::{Part, Transcript};

/// The result of a replay.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The transcript with its real outcomes.
    pub text: String,
    /// The rows that were taken.
    pub rows: BTreeSet<String>,
    /// The acts that were heard.
    pub acts: BTreeSet<ActKind>,
    /// The sessions in order; their audit logs are in the store.
    pub sessions: Vec<Uuid>,
}

/// Replays a transcript in `store`. `parser` is asked about utterances that the transcript does not give the acts of.
///
/// # Errors
/// [`ReplayError`] if it cannot be replayed at all.
pub async fn replay(
    transcript: &Transcript,
    menus: impl Into<Menus<'_>>,
    store: Arc<dyn Store>,
    parser: Arc<dyn UtteranceParser>,
) -> Result<Outcome, ReplayError> {
    let mut stage = Stage::open(transcript, menus.into(), store, parser).await?;
    let mut text = String::new();
    for part in transcript.parts() {
        match part {
            Part::Kept(line) => writeln(&mut text, line),
            Part::Input { text: written, input } => {
                writeln(&mut text, written);
                for outcome in stage.give(input).await? {
                    // An outcome may have several lines.
                    let lines: Vec<&str> = outcome.lines().collect();
                    writeln(&mut text, &format!("    {}", lines.join(" ")));
                }
            }
        }
    }
    let (rows, acts, sessions) = stage.close().await;
    Ok(Outcome { text, rows, acts, sessions })
}

fn writeln(text: &mut String, line: &str) {
    text.push_str(line.trim_end());
    text.push('\n');
}
