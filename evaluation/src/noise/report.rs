//! What came through noise.

use std::fmt::Write as _;

use serde::Serialize;

use super::kinds::Noise;
use crate::Share;

/// How well an agent understands sentences through noise that it understands without.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseReport {
    /// What the agent is called.
    pub agent: String,
    /// What the noise was drawn with.
    pub seed: u64,
    /// The confidence below which nothing is applied.
    pub confidence_min: f64,
    /// How many sentences are heard exactly without noise.
    pub sentences: usize,
    /// By the kind of noise.
    pub kinds: Vec<NoiseFigures>,
    /// How many of the wrong answers changed something that nobody said, without asking.
    pub silent: Share,
    /// What was not heard exactly: the silent first, the surest of them first.
    pub misses: Vec<NoiseMiss>,
}

/// The figures of one kind of noise.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NoiseFigures {
    /// What happened to the sentences.
    pub noise: Noise,
    /// How many of those to which it could happen are still heard exactly.
    pub exact: Share,
    /// How many are asked about.
    pub asked: usize,
    /// How many are wrong, and nobody is asked.
    pub silent: usize,
}

/// A sentence that was not heard exactly through noise.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoiseMiss {
    /// What happened to it.
    pub noise: Noise,
    /// Whether it is wrong and nobody is asked.
    pub is_silent: bool,
    /// The file that it is in.
    pub file: String,
    /// Its line there.
    pub line: usize,
    /// How it came through.
    pub text: String,
    /// How sure the answer was.
    pub confidence: f64,
    /// The label, in the notation of [`parse::notation`].
    pub wanted: String,
    /// The answer, in the same notation.
    pub heard: String,
}

impl NoiseReport {
    /// All figures as aligned text, with so many of the misses.
    pub fn text(&self, show: usize) -> String {
        let mut text = format!(
            "{} sentences that are heard exactly, said through noise (seed {})\n\n\
             noise       tried  exact            asked  silent\n",
            self.sentences, self.seed
        );
        for NoiseFigures { noise, exact, asked, silent } in &self.kinds {
            let percent = exact.percent().map_or_else(|| "-".to_owned(), |share| format!("{share:.1} %"));
            let _ = writeln!(
                text,
                "{:10}  {:>5}  {:>5} {percent:>8}  {asked:>6}  {silent:>6}",
                noise.as_str(),
                exact.of,
                exact.count
            );
        }
        if let Some(share) = self.silent.percent() {
            let _ = writeln!(text, "of {} wrong answers, {share:.1} % are silent", self.silent.of);
        }
        let shown = self.misses.len().min(show);
        if shown > 0 {
            let _ = writeln!(text, "\n{shown} of {} misses, the silent first", self.misses.len());
        }
        for miss in &self.misses[..shown] {
            let what = if miss.is_silent { "heard " } else { "asked " };
            let noise = miss.noise.as_str();
            let _ =
                writeln!(text, "{:.2}  {}:{}  {noise}: {}", miss.confidence, miss.file, miss.line, miss.text);
            let _ = writeln!(text, "      want   {}\n      {what} {}", miss.wanted, miss.heard);
        }
        text
    }
}
