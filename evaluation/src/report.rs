//! The figures of an evaluation.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::outcome::Outcome;
use super::{Answer, Calibration, Comparison, Cost, Findings, Kind, Share, Sheet, calibration, suggest};
use parse::{MenuBook, notation};

/// How well an agent understood.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What the agent is called.
    pub agent: String,
    /// The confidence below which nothing is applied.
    pub confidence_min: f64,
    /// How many of the sentences were heard exactly as they are labelled.
    pub exact: Share,
    /// How many were applied as something else, or without something that was said, with nothing asked.
    pub silent: Share,
    /// The same for each file.
    pub files: Vec<FileFigures>,
    /// By what the parts of the sentences do.
    pub kinds: Vec<KindFigures>,
    /// What was heard as what.
    pub confusion: Vec<Confusion>,
    /// The sentences that were not heard exactly, the surest answer first.
    pub misses: Vec<Miss>,
    /// The same by their causes, with what to write or where to look.
    pub findings: Findings,
    /// Whether it is as sure as it is right.
    pub calibration: Calibration,
    /// What its answers took; the times differ from run to run.
    pub cost: Cost,
}

/// The figures of one file.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FileFigures {
    /// What it is called.
    pub file: String,
    /// How many of its sentences were heard exactly as they are labelled.
    pub exact: Share,
    /// How many were applied as something else, or without something that was said, with nothing asked.
    pub silent: Share,
    /// How many of the answers at or above the threshold are right.
    pub sure: Share,
}

/// The figures of one act or operation. It is right if everything in it is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KindFigures {
    /// What it does.
    pub kind: Kind,
    /// How often it is labelled.
    pub labelled: usize,
    /// How often it was heard.
    pub heard: usize,
    /// How often what was heard is what is labelled.
    pub right: usize,
    /// The share of what was heard that is right, in percent.
    pub precision: Option<f64>,
    /// The share of what is labelled that was heard right, in percent.
    pub recall: Option<f64>,
    /// Their harmonic mean, in percent.
    pub f1: Option<f64>,
}

/// In how many sentences one kind was heard as another. Each kind counts once in a sentence. A kind that is labelled and
/// heard is paired with itself, and each kind that is left with all that are left on the other side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Confusion {
    /// What is labelled; none for what was heard beside all that is labelled.
    pub labelled: Option<Kind>,
    /// What was heard; none for what was not heard at all.
    pub heard: Option<Kind>,
    /// In how many sentences.
    pub sentences: usize,
}

/// A sentence that was not heard exactly.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Miss {
    /// The file that it is in.
    pub file: String,
    /// Its line there.
    pub line: usize,
    /// What was said.
    pub text: String,
    /// How sure the answer was.
    pub confidence: f64,
    /// The label, in the notation of [`parse::notation`].
    pub wanted: String,
    /// The answer, in the same notation; not applied if it is less sure than the threshold.
    pub heard: String,
}

impl Report {
    pub(super) fn of(
        name: &str,
        sheets: &[Sheet],
        answers: &[Answer<'_>],
        book: &MenuBook,
        confidence_min: f64,
    ) -> Self {
        Self {
            agent: name.to_owned(),
            confidence_min,
            exact: exact(answers),
            silent: silent(answers),
            files: sheets.iter().map(|sheet| file(sheet, answers)).collect(),
            kinds: kinds(answers),
            confusion: confusion(answers),
            misses: misses(answers),
            findings: suggest::findings(answers, book),
            calibration: Calibration::of(answers),
            cost: Cost::of(answers),
        }
    }
}

fn exact<'a>(answers: impl IntoIterator<Item = &'a Answer<'a>>) -> Share {
    Share::among(answers, Answer::is_exact)
}

fn silent<'a>(answers: impl IntoIterator<Item = &'a Answer<'a>>) -> Share {
    Share::among(answers, |answer| answer.outcome == Outcome::Silent)
}

fn file(sheet: &Sheet, answers: &[Answer<'_>]) -> FileFigures {
    let of_file = || answers.iter().filter(|answer| std::ptr::eq(answer.sheet, sheet));
    FileFigures {
        file: sheet.name.clone(),
        exact: exact(of_file()),
        silent: silent(of_file()),
        sure: calibration::sure(of_file()),
    }
}

fn kinds(answers: &[Answer<'_>]) -> Vec<KindFigures> {
    let (labelled, heard, right) = (
        count(answers, |one| &one.wanted),
        count(answers, |one| &one.heard),
        count(answers, |one| &one.right),
    );
    let all: BTreeSet<Kind> = labelled.keys().chain(heard.keys()).copied().collect();
    let of = |counts: &BTreeMap<Kind, usize>, kind| counts.get(&kind).copied().unwrap_or_default();
    all.into_iter()
        .map(|kind| kind_figures(kind, of(&labelled, kind), of(&heard, kind), of(&right, kind)))
        .collect()
}

fn kind_figures(kind: Kind, labelled: usize, heard: usize, right: usize) -> KindFigures {
    let percent = |count, of| Share { count, of }.percent();
    let (precision, recall) = (percent(right, heard), percent(right, labelled));
    KindFigures { kind, labelled, heard, right, precision, recall, f1: percent(2 * right, labelled + heard) }
}

fn count(answers: &[Answer<'_>], parts: impl Fn(&Comparison) -> &Vec<Kind>) -> BTreeMap<Kind, usize> {
    let mut counts = BTreeMap::new();
    for kind in answers.iter().flat_map(|answer| parts(&answer.taken)) {
        *counts.entry(*kind).or_default() += 1;
    }
    counts
}

fn confusion(answers: &[Answer<'_>]) -> Vec<Confusion> {
    let mut counts: BTreeMap<_, usize> = BTreeMap::new();
    for answer in answers {
        for cell in cells(&answer.taken) {
            *counts.entry(cell).or_default() += 1;
        }
    }
    let cell = |((labelled, heard), sentences)| Confusion { labelled, heard, sentences };
    counts.into_iter().map(cell).collect()
}

/// Which kind was heard as which in one sentence.
fn cells(taken: &Comparison) -> Vec<(Option<Kind>, Option<Kind>)> {
    let [wanted, heard] =
        [&taken.wanted, &taken.heard].map(|kinds| kinds.iter().copied().collect::<BTreeSet<_>>());
    let mut cells: Vec<_> = wanted.intersection(&heard).map(|kind| (Some(*kind), Some(*kind))).collect();
    let (lost, strange) = (without(&wanted, &heard), without(&heard, &wanted));
    if wanted != heard {
        cells.extend(lost.iter().flat_map(|lost| strange.iter().map(move |strange| (*lost, *strange))));
    }
    cells
}

/// What is only in the first, or nothing.
fn without(kinds: &BTreeSet<Kind>, others: &BTreeSet<Kind>) -> Vec<Option<Kind>> {
    let left: Vec<_> = kinds.difference(others).copied().map(Some).collect();
    if left.is_empty() { vec![None] } else { left }
}

fn misses(answers: &[Answer<'_>]) -> Vec<Miss> {
    let missed = answers.iter().filter(|answer| !answer.is_exact());
    let mut misses: Vec<Miss> = missed.map(miss).collect();
    misses.sort_by(|one, other| other.confidence.total_cmp(&one.confidence));
    misses
}

fn miss(answer: &Answer<'_>) -> Miss {
    Miss {
        file: answer.sheet.name.clone(),
        line: answer.sentence.line,
        text: answer.sentence.text.clone(),
        confidence: answer.heard.confidence,
        wanted: answer.sentence.wanted(),
        heard: notation::acts(&answer.heard.acts),
    }
}

#[cfg(test)]
mod tests;
