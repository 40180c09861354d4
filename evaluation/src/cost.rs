//! What an agent's answers took.

use std::collections::BTreeMap;
use std::time::Duration;

use fsm::dialogue::Why;
use serde::Serialize;

use super::Answer;

/// What all answers of an agent took.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Cost {
    /// Half of the answers took no longer, in milliseconds.
    pub p50_ms: f64,
    /// 99 % of the answers took no longer, in milliseconds.
    pub p99_ms: f64,
    /// How many tokens of a language model, asked and answered.
    pub tokens: u64,
    /// How many answers a language model should have given and did not, by why.
    pub fallbacks: BTreeMap<Why, usize>,
}

impl Cost {
    pub(super) fn of(answers: &[Answer<'_>]) -> Self {
        let mut times: Vec<Duration> = answers.iter().map(|answer| answer.took).collect();
        times.sort();
        let choices = || answers.iter().filter_map(|answer| answer.heard.choice.as_ref());
        let mut fallbacks = BTreeMap::new();
        for choice in choices().filter(|choice| !matches!(choice.why, Why::Taken | Why::Sure)) {
            *fallbacks.entry(choice.why).or_default() += 1;
        }
        Self {
            p50_ms: percentile(&times, 50),
            p99_ms: percentile(&times, 99),
            tokens: choices().filter_map(|choice| choice.tokens).sum(),
            fallbacks,
        }
    }
}

/// The time, in milliseconds, that so many percent of the sorted times do not exceed.
fn percentile(times: &[Duration], percent: usize) -> f64 {
    let rank = (times.len() * percent).div_ceil(100);
    times.get(rank.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}
