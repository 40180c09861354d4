//! How well an agent understands: its answers to labelled sentences, compared and counted.
//!
//! ```text
//! sheets of sentences ──agent──> answers ──compare──> report: exact, by act, confusion, misses, calibration
//! ```
//!
//! An answer that is less sure than the threshold counts as what a lane makes of it: nothing is applied, so it is
//! `unclear`. Only the calibration looks at what such an answer would have done.

mod acts;
mod calibration;
mod compare;
mod cost;
pub mod doctor;
pub mod enrichment;
mod fit;
mod labels;
mod noise;
mod outcome;
mod questions;
mod report;
mod share;
mod suggest;
mod text;

use std::time::Duration;

use fsm::dialogue::{Act, ActKind, Acts};
use tokio::time::Instant;

pub use self::calibration::{Band, Calibration};
pub use self::compare::{Comparison, Kind};
pub use self::cost::Cost;
pub use self::fit::{Cases, Fit, FitFigures, MenuFit, fit};
pub use self::labels::{LabelError, Sentence, Sheet};
pub use self::noise::{Noise, NoiseError, NoiseFigures, NoiseMiss, NoiseReport, through_noise};
use self::outcome::Outcome;
pub use self::outcome::Reading;
pub use self::questions::{Counter, QuestionReport, QuestionSheet};
pub use self::report::{Confusion, FileFigures, KindFigures, Miss, Report};
pub use self::share::Share;
pub use self::suggest::{AuditedTurn, CauseGroup, Example, Findings, findings_of_turns};
pub use self::text::side_by_side;
use agents::UtteranceParser;
use agents::rules::Brief;
use parse::{MenuBook, Utterance};

/// Asks an agent every sentence of the sheets, one after the other, and compares what it answers. The report has the
/// name that the agent is given here.
pub async fn evaluate(
    name: &str,
    agent: &dyn UtteranceParser,
    book: &MenuBook,
    sheets: &[Sheet],
    confidence_min: f64,
) -> Report {
    let mut answers = Vec::new();
    for sheet in sheets {
        for sentence in &sheet.sentences {
            let brief = Brief { confidence_min, ..Brief::default() };
            let alone = Utterance::alone(&sentence.text, sentence.expectation, book);
            let asked = Instant::now();
            let heard = agent.parse(alone, brief).await;
            answers.push(Answer::of(sheet, sentence, heard, asked.elapsed(), book, confidence_min));
        }
    }
    Report::of(name, sheets, &answers, book, confidence_min)
}

/// What an agent heard in a sentence, and how that compares.
struct Answer<'a> {
    sheet: &'a Sheet,
    sentence: &'a Sentence,
    heard: Acts,
    /// How long it took.
    took: Duration,
    /// Whether it is sure enough to be applied.
    is_sure: bool,
    /// The label and what a lane makes of the answer.
    taken: Comparison,
    /// What becomes of it.
    outcome: Outcome,
    /// Whether the acts are right as they were given, however sure.
    is_right: bool,
}

impl<'a> Answer<'a> {
    fn of(
        sheet: &'a Sheet,
        sentence: &'a Sentence,
        heard: Acts,
        took: Duration,
        book: &MenuBook,
        confidence_min: f64,
    ) -> Self {
        let is_sure = heard.confidence >= confidence_min;
        let taken: &[Act] = if is_sure { &heard.acts } else { &[Act::Unclear] };
        let outcome = sentence.outcome(taken, book);
        let is_right = if is_sure {
            outcome == Outcome::Exact
        } else {
            is_harmless(&sentence.acts, &heard.acts) || sentence.outcome(&heard.acts, book) == Outcome::Exact
        };
        // Of several readings the one that was heard is the label.
        let is_exact = outcome == Outcome::Exact;
        let label = if is_exact && !sentence.readings.is_empty() { taken } else { &sentence.acts };
        let taken = Comparison::of(label, taken);
        Self { sheet, sentence, heard, took, is_sure, taken, outcome, is_right }
    }

    fn is_exact(&self) -> bool {
        self.outcome == Outcome::Exact
    }
}

/// Whether what was heard in something unclear would have changed nothing.
fn is_harmless(wanted: &[Act], heard: &[Act]) -> bool {
    let nothing = [ActKind::Unclear, ActKind::SmallTalk, ActKind::BackChannel, ActKind::NeedsTime];
    wanted == [Act::Unclear] && heard.iter().all(|act| nothing.contains(&act.kind()))
}
