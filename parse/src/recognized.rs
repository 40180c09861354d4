//! What a recognizer tells besides its first guess: its other guesses, how sure it was of each word, and whether it heard
//! a question.
//!
//! Another guess is taken where the menu and the language explain more of it. What an order depends on and was badly
//! heard lowers the confidence, so that it is asked about.

use fsm::dialogue::{Act, Acts};

use crate::Utterance;
use crate::evidence::is_telling;
use crate::language::Word;
use crate::parser::{self, Parsed};
use crate::reading::lattice::{Edge, Role};
use crate::tokens;

/// What a recognizer tells besides its first guess.
#[derive(Clone, Copy, Debug, Default)]
pub struct Recognized<'a> {
    /// Its other guesses, the best first.
    pub alternatives: &'a [&'a str],
    /// The words of the first guess.
    pub words: &'a [HeardWord<'a>],
    /// Whether it heard a question.
    pub question: bool,
}

/// A word that was heard.
#[derive(Clone, Copy, Debug)]
pub struct HeardWord<'a> {
    /// The word.
    pub text: &'a str,
    /// How sure the recognizer was of it, 0 to 1.
    pub confidence: f64,
}

/// How much surer or less sure a reading may be without a difference.
const SURE_NEAR: f64 = 0.1;
/// Below this confidence, 0 to 1, a word was badly heard.
const WORD_SURE_MIN: f64 = 0.5;
/// How sure an order is at most that was heard as a question but does not ask for anything.
const QUESTION_SURE_MAX: f64 = 0.5;

/// Reads the guess that explains most.
pub(crate) fn read(utterance: Utterance<'_>) -> Acts {
    let mut best = Guess::of(utterance);
    let others = utterance.recognized.alternatives;
    let mut heard = None;
    if !others.is_empty() {
        heard = Some(0);
        for (place, text) in (1..).zip(others) {
            let other = Guess::of(Utterance { text, ..utterance });
            if other.beats(&best) {
                (best, heard) = (other, Some(place));
            }
        }
    }
    let acts = best.parsed.acts.clone();
    let sure_max = sure_max(utterance.recognized, &best, &acts.acts);
    Acts { confidence: acts.confidence.min(sure_max), heard, ..acts }
}

/// The most that acts of another agent may be sure of, by what the recognizer tells.
pub(crate) fn sure_max_of(utterance: Utterance<'_>, acts: &[Act]) -> f64 {
    sure_max(utterance.recognized, &Guess::of(utterance), acts)
}

/// A guess as it was read.
struct Guess<'a> {
    utterance: Utterance<'a>,
    parsed: Parsed,
    /// How many letters say something that was understood; of a word that was guessed, less.
    explained: f64,
    /// How many letters nothing explains.
    unexplained: f64,
}

impl<'a> Guess<'a> {
    fn of(utterance: Utterance<'a>) -> Self {
        let parsed = parser::parse(utterance);
        let mut guess = Self { utterance, parsed, explained: 0.0, unexplained: 0.0 };
        let is_clear = guess.parsed.acts.acts != [Act::Unclear];
        let asked = u32::try_from(guess.parsed.asked).unwrap_or(u32::MAX);
        let (mut explained, mut unexplained) = (f64::from(asked), 0.0);
        for edge in guess.edges() {
            let letters = guess.letters(edge);
            if matches!(
                edge.role,
                Role::Unknown | Role::Term(_) | Role::NoSuchNumber | Role::Word(Word::Common)
            ) {
                unexplained += letters;
            } else if is_clear && is_telling(&edge.role) {
                explained += letters * edge.sure;
            }
        }
        (guess.explained, guess.unexplained) = (explained, unexplained);
        guess
    }

    /// Whether it says more than a better guess of the recognizer, which therefore leaves something open.
    fn beats(&self, better: &Self) -> bool {
        let gain = self.parsed.acts.confidence - better.parsed.acts.confidence;
        let leaves_less = self.unexplained < better.unexplained && gain > -SURE_NEAR;
        self.explained > better.explained && (leaves_less || gain > SURE_NEAR)
    }

    /// What its words were taken for.
    fn edges(&self) -> impl Iterator<Item = &Edge> {
        let steps = self.parsed.readings.first().into_iter().flat_map(|reading| &reading.steps);
        steps.map(|step| &self.parsed.lattice.edges[step.edge])
    }

    fn letters(&self, edge: &Edge) -> f64 {
        let words = &self.parsed.tokens[edge.start..edge.end];
        let letters: usize = words.iter().map(|token| token.word.chars().count()).sum();
        f64::from(u32::try_from(letters).unwrap_or(u32::MAX))
    }

    fn wants(&self) -> bool {
        self.edges().any(|edge| matches!(edge.role, Role::Word(Word::Want | Word::Add)))
    }
}

/// The most that a guess may be sure of.
fn sure_max(recognized: Recognized<'_>, guess: &Guess<'_>, acts: &[Act]) -> f64 {
    let orders = acts.iter().any(|act| matches!(act, Act::Order { .. }));
    let asks = acts.iter().any(|act| matches!(act, Act::MenuQuestion(_)));
    let is_question = recognized.question && orders && !asks && !guess.wants();
    let by_question = if is_question { QUESTION_SURE_MAX } else { 1.0 };
    worst_word(recognized.words, guess).min(by_question)
}

/// How sure the recognizer was of the worst of the words that acts depend on; 1 where none of them was badly heard.
fn worst_word(words: &[HeardWord<'_>], guess: &Guess<'_>) -> f64 {
    let language = guess.utterance.book.index.language();
    let depends = |fold: &str| {
        let mut telling = guess.edges().filter(|edge| is_telling(&edge.role));
        telling.any(|edge| guess.parsed.tokens[edge.start..edge.end].iter().any(|token| token.fold == fold))
    };
    let bad = words.iter().filter(|word| word.confidence < WORD_SURE_MIN);
    let counts = bad.filter(|word| tokens::tokenize(language, word.text).iter().any(|it| depends(&it.fold)));
    counts.map(|word| word.confidence).fold(1.0, f64::min)
}
