//! A report for a terminal.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Calibration, Confusion, Cost, FileFigures, Kind, KindFigures, Miss, Report, Share};

/// What stands where nothing was labelled or heard.
const NOTHING: &str = "(nothing)";

impl Report {
    /// All figures but what it took, which differs from run to run, as aligned text, with so many of the misses.
    pub fn text(&self, show: usize) -> String {
        let Share { count, of } = self.exact;
        let mut text = format!("{} exact: {count} of {of} sentences", percent(self.exact.percent()));
        if self.files.len() > 1 {
            let _ = write!(text, " in {} files", self.files.len());
        }
        text.push('\n');
        let Share { count, of } = self.silent;
        let silent = percent(self.silent.percent());
        let _ =
            writeln!(text, "{silent} silent: {count} of {of} are applied otherwise, and nothing is asked");
        if self.files.len() > 1 {
            text += &files(&self.files);
        }
        text += &kinds(&self.kinds);
        text += &confusion(&self.confusion);
        text += &misses(&self.misses, show, self.confidence_min);
        text += &calibration(&self.calibration, self.confidence_min);
        text
    }
}

/// Agents beside each other, a line each.
pub fn side_by_side(reports: &[Report]) -> String {
    let width = reports.iter().map(|report| report.agent.chars().count()).max().unwrap_or_default().max(5);
    let mut text =
        format!("{:width$}     exact  right of the sure    p50 ms    p99 ms    tokens  fallbacks\n", "agent");
    for Report { agent, exact, calibration, cost, .. } in reports {
        let Cost { p50_ms, p99_ms, tokens, fallbacks } = cost;
        let (exact, sure) = (percent(exact.percent()), percent(calibration.sure.percent()));
        let mut whys = fallbacks.values().sum::<usize>().to_string();
        for (at, (why, count)) in fallbacks.iter().enumerate() {
            let _ = write!(whys, "{} {count} {why}", if at == 0 { ":" } else { "," });
        }
        let _ = writeln!(
            text,
            "{agent:width$}  {exact:>8}  {sure:>17}  {p50_ms:>8.2}  {p99_ms:>8.2}  {tokens:>8}  {whys}"
        );
    }
    text
}

fn files(files: &[FileFigures]) -> String {
    let width = files.iter().map(|file| file.file.chars().count()).max().unwrap_or_default();
    let mut text =
        format!("\n{:width$}  sentences  exact           silent             sure  right\n", "file");
    for FileFigures { file, exact, silent, sure } in files {
        let [exact_percent, silent_percent, sure_percent] =
            [exact, silent, sure].map(|share| percent(share.percent()));
        let _ = writeln!(
            text,
            "{file:width$}  {:>9}  {:>5} {exact_percent:>8}  {:>6} {silent_percent:>8}  {:>6}  {:>5} {sure_percent:>8}",
            exact.of, exact.count, silent.count, sure.of, sure.count
        );
    }
    text
}

fn kinds(kinds: &[KindFigures]) -> String {
    let mut text = "\nact               labelled   heard   right  precision    recall        F1\n".to_owned();
    for of in kinds {
        let [precision, recall, f1] = [of.precision, of.recall, of.f1].map(percent);
        let _ = writeln!(
            text,
            "{:16}  {:>8}  {:>6}  {:>6}  {precision:>9}  {recall:>8}  {f1:>8}",
            of.kind, of.labelled, of.heard, of.right
        );
    }
    text
}

/// The confusion matrix: labels in rows and what was heard in columns, with the same numbers.
fn confusion(cells: &[Confusion]) -> String {
    let found: BTreeSet<Option<Kind>> = cells.iter().flat_map(|cell| [cell.labelled, cell.heard]).collect();
    // Nothing comes last.
    let axis: Vec<Option<Kind>> =
        found.iter().copied().filter(Option::is_some).chain(found.contains(&None).then_some(None)).collect();
    let largest = cells.iter().map(|cell| cell.sentences).max().unwrap_or_default().max(axis.len());
    let width = largest.to_string().len() + 2;
    let mut text = format!("\n{:20}", "labelled \\ heard");
    for number in 1..=axis.len() {
        let _ = write!(text, "{number:>width$}");
    }
    text.push('\n');
    for (number, row) in (1..).zip(&axis) {
        let _ = write!(text, "{number:>2} {:17}", row.map_or(NOTHING, Kind::as_str));
        for column in &axis {
            let cell = cells.iter().find(|cell| cell.labelled == *row && cell.heard == *column);
            let _ = write!(
                text,
                "{:>width$}",
                cell.map_or_else(|| ".".to_owned(), |cell| cell.sentences.to_string())
            );
        }
        text.push('\n');
    }
    text
}

fn misses(misses: &[Miss], show: usize, confidence_min: f64) -> String {
    let shown = misses.len().min(show);
    if shown == 0 {
        return String::new();
    }
    let mut text = format!("\n{shown} of {} misses, the surest first\n", misses.len());
    for miss in &misses[..shown] {
        let unsure = if miss.confidence < confidence_min { "unsure: " } else { "" };
        let _ = writeln!(text, "{:.2}  {}:{}  {}", miss.confidence, miss.file, miss.line, miss.text);
        let _ = writeln!(text, "      want   {}\n      heard  {unsure}{}", miss.wanted, miss.heard);
    }
    text
}

fn calibration(calibration: &Calibration, confidence_min: f64) -> String {
    let mut text = "\nconfidence    answers   right\n".to_owned();
    for band in &calibration.bands {
        let Share { count, of } = band.right;
        let right = percent(band.right.percent());
        let _ = writeln!(text, "{:.2} to {:.2}  {of:>7}  {count:>6}  {right:>8}", band.from, band.to);
    }
    let Calibration { sure, caught, expected_error, .. } = calibration;
    let _ = writeln!(
        text,
        "at or above {confidence_min:.2}: {} answers, {} right",
        sure.of,
        percent(sure.percent())
    );
    if caught.of > 0 {
        let _ = writeln!(text, "of {} wrong answers, {} are below it", caught.of, percent(caught.percent()));
    }
    let _ = writeln!(text, "expected calibration error {expected_error:.3}");
    text
}

fn percent(percent: Option<f64>) -> String {
    percent.map_or_else(|| "-".to_owned(), |percent| format!("{percent:.1} %"))
}
