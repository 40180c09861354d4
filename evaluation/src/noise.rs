//! Sentences through noise: what is heard exactly is said again with fillers, slips and misspellings, by chance that can be
//! repeated. A noise that changes what is meant is no noise: its label stays.

mod chance;
mod kinds;
mod report;
mod sentence;
mod words;

use agents::UtteranceParser;
use agents::rules::Brief;
use fsm::dialogue::{Act, Acts};
use parse::{MenuBook, Utterance, notation};

pub use self::kinds::Noise;
pub use self::report::{NoiseFigures, NoiseMiss, NoiseReport};

use self::chance::Chance;
use self::kinds::Source;
use self::words::NoiseWords;
use super::compare::Comparison;
use super::labels::{Sentence, Sheet};
use super::share::Share;

/// Why nothing can be said through noise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoiseError {
    /// Nobody has written down how people hesitate in this language.
    #[error("there is no noise of the language of {0}")]
    NoWords(String),
}

/// Says every sentence that an agent hears exactly through every kind of noise, and compares what it hears then.
///
/// # Errors
/// [`NoiseError`] if there is no noise of the menu's language.
pub async fn through_noise(
    name: &str,
    agent: &dyn UtteranceParser,
    book: &MenuBook,
    sheets: &[Sheet],
    confidence_min: f64,
    seed: u64,
) -> Result<NoiseReport, NoiseError> {
    let locale = &book.menu.locale;
    let words = NoiseWords::of(locale).ok_or_else(|| NoiseError::NoWords(locale.clone()))?;
    let source = Source::of(book, words);
    let ear = Ear { agent, book, confidence_min };
    let mut sentences = 0;
    let mut answers: Vec<(Noise, Outcome, NoiseMiss)> = Vec::new();
    for sheet in sheets {
        for sentence in &sheet.sentences {
            let is_exact = ear.hear(&sentence.text, sentence).await.1 == Outcome::Exact;
            if !is_exact || !sentence.acts.iter().any(says_something) {
                continue;
            }
            sentences += 1;
            for noise in Noise::ALL {
                let mut chance = Chance::of(seed, &format!("{} {}", noise.as_str(), sentence.text));
                let Some(text) = source.through(noise, sentence, &mut chance) else { continue };
                let (heard, outcome) = ear.hear(&text, sentence).await;
                answers.push((noise, outcome, miss(noise, outcome, sheet, sentence, text, &heard)));
            }
        }
    }
    let of = |noise| answers.iter().filter(move |(of, ..)| *of == noise);
    let count = |noise, outcome| of(noise).filter(|(_, is, _)| *is == outcome).count();
    let figures = |noise| NoiseFigures {
        noise,
        exact: Share::among(of(noise), |(_, outcome, _)| *outcome == Outcome::Exact),
        asked: count(noise, Outcome::Asked),
        silent: count(noise, Outcome::Silent),
    };
    let kinds = Noise::ALL.map(figures).to_vec();
    let wrong = answers.into_iter().filter(|(_, outcome, _)| *outcome != Outcome::Exact);
    let mut misses: Vec<NoiseMiss> = wrong.map(|(.., miss)| miss).collect();
    misses.sort_by(|one, other| {
        other.is_silent.cmp(&one.is_silent).then(other.confidence.total_cmp(&one.confidence))
    });
    let silent = Share::among(&misses, |miss| miss.is_silent);
    Ok(NoiseReport { agent: name.to_owned(), seed, confidence_min, sentences, kinds, silent, misses })
}

/// What a lane makes of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// As it is labelled.
    Exact,
    /// Something is asked.
    Asked,
    /// Something else is applied, and nothing asked.
    Silent,
}

/// Who listens.
struct Ear<'a> {
    agent: &'a dyn UtteranceParser,
    book: &'a MenuBook,
    confidence_min: f64,
}

impl Ear<'_> {
    async fn hear(&self, text: &str, sentence: &Sentence) -> (Acts, Outcome) {
        let brief = Brief { confidence_min: self.confidence_min, ..Brief::default() };
        let heard = self.agent.parse(Utterance::alone(text, sentence.expectation, self.book), brief).await;
        let is_sure = heard.confidence >= self.confidence_min;
        let taken: &[Act] = if is_sure { &heard.acts } else { &[Act::Unclear] };
        let outcome = if Comparison::of(&sentence.acts, taken).is_exact() {
            Outcome::Exact
        } else if taken.iter().any(asks) {
            Outcome::Asked
        } else {
            Outcome::Silent
        };
        (heard, outcome)
    }
}

/// Whether noise leaves an act what it was. A greeting before "mm-hm" makes it small talk.
fn says_something(act: &Act) -> bool {
    !matches!(act, Act::Unclear | Act::SmallTalk | Act::BackChannel { .. })
}

/// Whether the lane asks after an act.
fn asks(act: &Act) -> bool {
    match act {
        Act::Order { unresolved, .. } => !unresolved.is_empty(),
        act => *act == Act::Unclear,
    }
}

fn miss(
    noise: Noise,
    outcome: Outcome,
    sheet: &Sheet,
    sentence: &Sentence,
    text: String,
    heard: &Acts,
) -> NoiseMiss {
    NoiseMiss {
        noise,
        is_silent: outcome == Outcome::Silent,
        file: sheet.name.clone(),
        line: sentence.line,
        text,
        confidence: heard.confidence,
        wanted: sentence.wanted(),
        heard: notation::acts(&heard.acts),
    }
}

#[cfg(test)]
mod tests;
