//! Fits how much each doubt weighs to labelled sentences: how often are orders with such doubts right?
//!
//! Logistic regression: the weights that make what is labelled likeliest, drawn to what they weigh by hand, so that a
//! doubt that few sentences have keeps its weight. No doubt makes an order surer. The same sentences give the same
//! weights: nothing is drawn by chance.

use std::fmt::Write as _;

use fsm::dialogue::Act;
use parse::{Doubt, DoubtWeights, MenuBook, Utterance};
use serde::Serialize;

use super::labels::{Sentence, Sheet};
use super::outcome::Outcome;
use super::share::Share;

/// How strongly weights are drawn to those by hand: as by so many sentences.
const PULL: f64 = 2.0;
/// Doubts that weigh as much by hand know best that something is wrong, and keep their weight.
const KNOWN: f64 = 3.0;
/// How many times each weight is moved. They move by less than a thousandth long before.
const ROUNDS: usize = 2000;

/// The sentences of a menu, each heard once.
#[derive(Clone, Debug)]
pub struct Cases {
    menu: String,
    cases: Vec<Case>,
}

/// A sentence, as far as the confidence decides what becomes of it.
#[derive(Clone, Debug)]
struct Case {
    /// What makes it doubtful, and how sure it is at most; none where something else says how sure it is.
    doubts: Option<(Vec<(Doubt, f64)>, f64)>,
    /// How sure it is where doubts do not say it.
    confidence: f64,
    /// What becomes of it if it is applied, and if it is not.
    applied: Outcome,
    dropped: Outcome,
}

impl Cases {
    /// Hears every sentence of a menu.
    pub fn of(menu: &str, sheets: &[Sheet], book: &MenuBook) -> Self {
        let sentences = sheets.iter().flat_map(|sheet| &sheet.sentences);
        Self { menu: menu.to_owned(), cases: sentences.map(|sentence| Case::of(sentence, book)).collect() }
    }
}

impl Case {
    fn of(sentence: &Sentence, book: &MenuBook) -> Self {
        let explanation = parse::explain(Utterance::alone(&sentence.text, sentence.expectation, book));
        let acts = explanation.acts();
        Self {
            doubts: explanation.doubts().map(|(found, sure_max)| (found.to_vec(), sure_max)),
            confidence: acts.confidence,
            applied: sentence.outcome(&acts.acts, book),
            dropped: sentence.outcome(&[Act::Unclear], book),
        }
    }

    fn confidence(&self, weights: &DoubtWeights) -> f64 {
        let by_curve = |(found, sure_max): &(Vec<(Doubt, f64)>, f64)| {
            weights.confidence(found.iter().copied()).min(*sure_max)
        };
        self.doubts.as_ref().map_or(self.confidence, by_curve)
    }

    fn is_right(&self) -> bool {
        self.applied == Outcome::Exact
    }
}

/// What a set of weights makes of sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FitFigures {
    /// How many are exact.
    pub exact: Share,
    /// How many are silently wrong.
    pub silent: Share,
    /// How many at or above the threshold are right.
    pub sure: Share,
    /// How many of the wrong ones are below it.
    pub caught: Share,
}

impl FitFigures {
    fn of<'a>(cases: impl Iterator<Item = (&'a Case, &'a DoubtWeights)>, confidence_min: f64) -> Self {
        let judged = cases.map(|(case, weights)| (case, case.confidence(weights) >= confidence_min));
        let judged: Vec<(&Case, bool)> = judged.collect();
        let end = |(case, is_sure): &(&Case, bool)| if *is_sure { case.applied } else { case.dropped };
        Self {
            exact: Share::among(&judged, |one| end(one) == Outcome::Exact),
            silent: Share::among(&judged, |one| end(one) == Outcome::Silent),
            sure: Share::among(judged.iter().filter(|(_, is_sure)| *is_sure), |(case, _)| case.is_right()),
            caught: Share::among(judged.iter().filter(|(case, _)| !case.is_right()), |(_, is_sure)| !is_sure),
        }
    }
}

/// What a menu's sentences come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MenuFit {
    /// The menu.
    pub menu: String,
    /// With the weights by hand.
    pub by_hand: FitFigures,
    /// With weights that are fitted to the sentences of all other menus.
    pub left_out: FitFigures,
}

/// Fitted weights, and what they come to where they were not fitted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fit {
    /// Fitted to all sentences.
    #[serde(skip)]
    pub weights: DoubtWeights,
    /// Each menu, and all of them at the end.
    pub menus: Vec<MenuFit>,
}

/// Fits the weights to the sentences of several menus.
pub fn fit(menus: &[Cases], weights: &DoubtWeights, confidence_min: f64) -> Fit {
    let by_hand = weights.by_hand();
    let without = |left_out: usize| {
        let others = menus.iter().enumerate().filter(|(at, _)| *at != left_out);
        fitted(others.flat_map(|(_, menu)| &menu.cases), &by_hand)
    };
    let each: Vec<DoubtWeights> = (0..menus.len()).map(without).collect();
    let figures = |menu: String, menus: &[Cases], each: &[DoubtWeights]| {
        let by = |of: &dyn Fn(usize) -> DoubtWeights| {
            let weights: Vec<DoubtWeights> = (0..menus.len()).map(of).collect();
            let cases = menus.iter().zip(&weights);
            let cases = cases.flat_map(|(menu, weights)| menu.cases.iter().map(move |case| (case, weights)));
            FitFigures::of(cases, confidence_min)
        };
        MenuFit { menu, by_hand: by(&|_| by_hand.clone()), left_out: by(&|at| each[at].clone()) }
    };
    let one = |at: usize| figures(menus[at].menu.clone(), &menus[at..=at], &each[at..=at]);
    let mut rows: Vec<MenuFit> = (0..menus.len()).map(one).collect();
    rows.push(figures("all".to_owned(), menus, &each));
    Fit { weights: fitted(menus.iter().flat_map(|menu| &menu.cases), &by_hand), menus: rows }
}

/// The weights that make it likeliest which sentences are right.
fn fitted<'a>(cases: impl Iterator<Item = &'a Case>, by_hand: &DoubtWeights) -> DoubtWeights {
    // What asks about the rest of a sentence, and is right in what it applies, tells nothing of doubts.
    let cases = cases.filter(|case| case.applied != Outcome::Asked);
    let cases = cases.filter_map(|case| Some((&case.doubts.as_ref()?.0, case.is_right())));
    let cases: Vec<(&Vec<(Doubt, f64)>, bool)> = cases.collect();
    let mut weights = by_hand.clone();
    // How far off each sentence is: how likely it is held to be right, less whether it is.
    let error = |(found, is_right): &(&Vec<(Doubt, f64)>, bool), weights: &DoubtWeights| {
        weights.confidence(found.iter().copied()) - f64::from(u8::from(*is_right))
    };
    for _ in 0..ROUNDS {
        let slope: f64 = cases.iter().map(|case| error(case, &weights)).sum();
        let pull = PULL * (weights.plain - by_hand.plain);
        weights.plain -= (slope + pull) / (CURVE_MAX * cases.len() as f64 + PULL);
        for doubt in Doubt::ALL.into_iter().filter(|doubt| by_hand.of(*doubt) < KNOWN) {
            let (mut slope, mut curve) = (PULL * (weights.of(doubt) - by_hand.of(doubt)), PULL);
            for case in &cases {
                for (_, value) in case.0.iter().filter(|(found, _)| *found == doubt) {
                    slope -= value * error(case, &weights);
                    curve += CURVE_MAX * value * value;
                }
            }
            weights.set(doubt, (weights.of(doubt) - slope / curve).max(0.0));
        }
    }
    rounded(&weights)
}

/// How steep a logistic curve can get: steps by it never go too far.
const CURVE_MAX: f64 = 0.25;

/// The weights as they are written.
fn rounded(weights: &DoubtWeights) -> DoubtWeights {
    let round = |weight: f64| (weight * 100.0).round() / 100.0;
    let mut rounded = weights.clone();
    rounded.plain = round(weights.plain);
    for doubt in Doubt::ALL {
        rounded.set(doubt, round(weights.of(doubt)));
    }
    rounded
}

impl Fit {
    /// Each menu by hand and left out, and what each doubt weighs, as text.
    pub fn text(&self) -> String {
        let width = self.menus.iter().map(|row| row.menu.chars().count()).max().unwrap_or_default().max(4);
        let mut text =
            "each menu with the weights by hand, and with those fitted to all others\n\n".to_owned();
        let _ = writeln!(
            text,
            "{:width$}  sentences  weights    exact   silent  sure right  wrong below the threshold",
            "menu"
        );
        for MenuFit { menu, by_hand, left_out } in &self.menus {
            for (name, weights, figures) in [(menu.as_str(), "by hand", by_hand), ("", "fitted", left_out)] {
                let FitFigures { exact, silent, sure, caught } = figures;
                let of = if name.is_empty() { String::new() } else { exact.of.to_string() };
                let [exact, silent, sure, below] = [exact, silent, sure, caught]
                    .map(|share| share.percent().map_or("-".to_owned(), |percent| format!("{percent:.1} %")));
                let _ = writeln!(
                    text,
                    "{name:width$}  {of:>9}  {weights:7}  {exact:>7}  {silent:>7}  {sure:>10}  {below:>7} of {}",
                    caught.of
                );
            }
        }
        let by_hand = self.weights.by_hand();
        let _ = writeln!(text, "\ndoubt               by hand  fitted");
        let _ = writeln!(text, "{:18}  {:>7.2}  {:>6.2}", "plain", by_hand.plain, self.weights.plain);
        for doubt in Doubt::ALL {
            let (before, now) = (by_hand.of(doubt), self.weights.of(doubt));
            let _ = writeln!(text, "{:18}  {before:>7.2}  {now:>6.2}", doubt.name());
        }
        text
    }
}

#[cfg(test)]
mod tests;
