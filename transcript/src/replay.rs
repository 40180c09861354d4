//! Replays a transcript on a stage of its own.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agents::UtteranceParser;
use fsm::dialogue::ActKind;
use lanes::store::{Store, StoreError};
use serde_json::Value;
use uuid::Uuid;

use crate::stage::Stage;
use crate::transcript::{Part, Transcript};

/// What came out of a replay.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The transcript with what really came out.
    pub text: String,
    /// The rows that were taken.
    pub rows: BTreeSet<String>,
    /// The acts that were heard.
    pub acts: BTreeSet<ActKind>,
    /// The sessions as they came; their audit logs are in the store.
    pub sessions: Vec<Uuid>,
}

/// Where the menus of transcripts are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Menus<'a> {
    /// Their folder; a menu that is not there is looked for by its path. Without it no file is read.
    pub folder: Option<&'a Path>,
    /// A menu that stands in for the file that a session names it by ([`menu_file`]), if there is none.
    pub given: Option<&'a Value>,
}

impl<'a, P: AsRef<Path> + ?Sized> From<&'a P> for Menus<'a> {
    fn from(folder: &'a P) -> Self {
        Self { folder: Some(folder.as_ref()), given: None }
    }
}

/// The file that a session names its menu by: its id, as far as it makes a name.
pub fn menu_file(id: &str) -> String {
    let name = id.chars().map(|char| if char.is_ascii_alphanumeric() || char == '_' { char } else { '-' });
    format!("{}.json", name.collect::<String>())
}

/// Why a transcript or a session could not be replayed. What a lane answers is no such reason, however bad.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ReplayError {
    /// The session's turns were taken with another menu.
    #[error(
        "turn {turn} was taken with version {recorded} of the menu, and this is version {given}: replay it with the menu of then"
    )]
    OtherMenu {
        /// The first turn that was.
        turn: u32,
        /// The version of its menu.
        recorded: Value,
        /// The version of the menu that was given.
        given: Value,
    },
    /// Its menu cannot be read.
    #[error("menu {file}: {detail}")]
    Menu {
        /// As the transcript names it.
        file: String,
        /// What is the matter.
        detail: String,
    },
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The lanes did not open, or gave what is no turn.
    #[error("{0}")]
    Lanes(String),
}

/// Replays a transcript in a store of its own. The parser is asked where the transcript does not say what is heard.
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
                    // What was said may stand on several lines.
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

/// Reads a menu.
pub(crate) fn document(file: &str, menus: Menus<'_>) -> Result<Value, ReplayError> {
    let told = |detail: String| ReplayError::Menu { file: file.to_owned(), detail };
    let here = menus.folder.map(|folder| folder.join(file)).filter(|here| here.exists());
    let path = here.unwrap_or_else(|| PathBuf::from(file));
    let is_called_so = |menu: &&Value| menu["id"].as_str().is_some_and(|id| menu_file(id) == file);
    if let Some(menu) = menus.given.filter(is_called_so).filter(|_| menus.folder.is_none() || !path.exists())
    {
        return Ok(menu.clone());
    }
    if menus.folder.is_none() {
        return Err(told("it is not given".to_owned()));
    }
    let text =
        std::fs::read_to_string(&path).map_err(|error| told(format!("{}: {error}", path.display())))?;
    serde_json::from_str(&text).map_err(|error| told(error.to_string()))
}
