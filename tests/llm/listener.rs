//! Hears with the chain, and notes how that went.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use agents::UtteranceParser;
use agents::rules::Brief;
use async_trait::async_trait;
use fsm::dialogue::{Acts, Why};
use llm::Model;
use llm::chain::Chain;
use parse::Evidence;
use parse::{Utterance, notation};

/// A chain that can be asked afterwards what it heard.
pub struct Listener {
    chain: Chain,
    notes: Mutex<Vec<Note>>,
}

/// How one utterance was heard.
#[derive(Clone)]
pub struct Note {
    text: String,
    /// The items that its words can mean.
    pub named: BTreeSet<String>,
    grammar: String,
    heard: String,
    pub why: Why,
    tokens: u64,
    took: Duration,
}

impl Listener {
    pub fn new(model: Arc<Model>) -> Self {
        Self { chain: Chain::new(Some(model)), notes: Mutex::default() }
    }

    pub fn notes(&self) -> MutexGuard<'_, Vec<Note>> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl UtteranceParser for Listener {
    async fn parse(&self, utterance: Utterance<'_>, brief: Brief<'_>) -> Acts {
        let asked = Instant::now();
        let heard = self.chain.parse(utterance, brief).await;
        let choice = heard.choice.as_ref().expect("a chain with a model says how it chose");
        self.notes().push(Note {
            text: utterance.text.to_owned(),
            named: Evidence::of(utterance).named().items,
            grammar: notation::acts(&parse::read(utterance).acts),
            heard: notation::acts(&heard.acts),
            why: choice.why,
            tokens: choice.tokens.unwrap_or_default(),
            took: asked.elapsed(),
        });
        heard
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, grammar, heard, why, tokens, took, .. } = self;
        write!(f, "{:>5.1} s {tokens:>5} tokens  {why:<16}  {text}", took.as_secs_f64())?;
        if *why == Why::Taken {
            write!(f, "\n      grammar  {grammar}\n      model    {heard}")?;
        }
        Ok(())
    }
}

/// Whether the model was asked.
pub fn is_asked(why: Why) -> bool {
    !matches!(why, Why::Sure | Why::NothingToAsk)
}

/// Whether the model answered, and its answer was taken or refused for what it says.
pub fn is_answered(why: Why) -> bool {
    matches!(why, Why::Taken | Why::ExplainsNoMore | Why::NotSaid | Why::Invalid | Why::Unknown)
}

/// What all utterances took.
pub fn summary(notes: &[Note]) -> String {
    let mut whys: BTreeMap<Why, usize> = BTreeMap::new();
    notes.iter().for_each(|note| *whys.entry(note.why).or_default() += 1);
    let whys: Vec<String> = whys.iter().map(|(why, count)| format!("{count} {why}")).collect();
    let mut times: Vec<Duration> =
        notes.iter().filter(|note| is_asked(note.why)).map(|note| note.took).collect();
    times.sort();
    let seconds = |percent: usize| {
        let rank = (times.len() * percent).div_ceil(100);
        times.get(rank.saturating_sub(1)).map_or(0.0, Duration::as_secs_f64)
    };
    let tokens: u64 = notes.iter().map(|note| note.tokens).sum();
    format!(
        "{} utterances, {} asked ({}), {tokens} tokens, p50 {:.1} s, p99 {:.1} s",
        notes.len(),
        times.len(),
        whys.join(", "),
        seconds(50),
        seconds(99)
    )
}
