//! Whether an agent is as sure as it is right.

use serde::Serialize;

use super::Answer;
use super::Share;

/// Where the bands of confidence begin; the last one ends with 1.
const BANDS: [f64; 6] = [0.0, 0.6, 0.7, 0.8, 0.9, 0.95];

/// How confidence goes with being right. Every answer is judged by the acts that it gives, also those that are not
/// sure enough to be applied.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Calibration {
    /// From the least sure to the surest.
    pub bands: Vec<Band>,
    /// How many of the answers at or above the threshold are right.
    pub sure: Share,
    /// How many of the wrong answers are below the threshold.
    pub caught: Share,
    /// The mean distance between confidence and the share that is right, weighted by the answers of each band.
    pub expected_error: f64,
}

/// The answers of about the same confidence.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Band {
    /// The least confidence in it.
    pub from: f64,
    /// Where the next one begins; 1 is in the last.
    pub to: f64,
    /// How many of the answers are right.
    pub right: Share,
    /// How sure they are on average.
    pub confidence: Option<f64>,
}

impl Calibration {
    pub(super) fn of(answers: &[Answer<'_>]) -> Self {
        let ends = BANDS.into_iter().skip(1).chain([1.0]);
        let bands: Vec<Band> =
            BANDS.into_iter().zip(ends).enumerate().map(|(at, ends)| band(at, ends, answers)).collect();
        Self {
            sure: sure(answers),
            caught: Share::among(answers.iter().filter(|answer| !answer.is_right), |answer| !answer.is_sure),
            expected_error: expected_error(&bands, answers.len()),
            bands,
        }
    }
}

/// How many of the answers that are applied are right.
pub(super) fn sure<'a>(answers: impl IntoIterator<Item = &'a Answer<'a>>) -> Share {
    Share::among(answers.into_iter().filter(|answer| answer.is_sure), |answer| answer.is_right)
}

fn band(at: usize, (from, to): (f64, f64), answers: &[Answer<'_>]) -> Band {
    let within: Vec<&Answer<'_>> =
        answers.iter().filter(|answer| band_of(answer.heard.confidence) == at).collect();
    let sum: f64 = within.iter().map(|answer| answer.heard.confidence).sum();
    Band {
        from,
        to,
        right: Share::among(&within, |answer| answer.is_right),
        confidence: (!within.is_empty()).then(|| sum / within.len() as f64),
    }
}

/// The band of a confidence, which may be any number.
fn band_of(confidence: f64) -> usize {
    BANDS.iter().rposition(|from| confidence >= *from).unwrap_or_default()
}

fn expected_error(bands: &[Band], answers: usize) -> f64 {
    let gaps = bands.iter().filter_map(|band| {
        let gap = (band.right.ratio()? - band.confidence?).abs();
        Some(gap * band.right.of as f64 / answers as f64)
    });
    gaps.sum()
}
