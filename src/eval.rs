//! `carhop eval`: how well the parser understands labelled sentences.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use agents::eval::{self, Report, Sheet};
use agents::grammar;
use anyhow::Context as _;
use clap::Args;
use fsm::menu::Menu;

use crate::exit::{FINE, NOT_RIGHT};
use crate::{languages, menus};

/// What is measured, and what is asked of it.
#[derive(Args, Debug)]
pub struct Options {
    /// Sentences as JSON Lines: `{"text", "expectation"?, "acts"}`.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The menu; the sample menu without it.
    #[arg(long, env = "CARHOP_MENU")]
    menu: Option<PathBuf>,
    /// A folder of language packs; the built-in ones without it.
    #[arg(long, env = "CARHOP_LANGUAGES")]
    languages: Option<PathBuf>,
    /// Below this confidence, 0 to 1, an answer counts as unclear.
    #[arg(
        long,
        env = "CARHOP_CONFIDENCE_MIN",
        value_name = "SHARE",
        default_value = "0.6",
        value_parser = share
    )]
    confidence_min: f64,
    /// How many of the sentences that were missed are shown.
    #[arg(long, value_name = "N", default_value_t = 10)]
    show: usize,
    /// Fail if fewer of the sentences are heard exactly.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    min: Option<f64>,
    /// Fail if fewer of the answers that are not below the confidence are right.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    min_sure: Option<f64>,
    /// Write all figures as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

/// Measures the parser, prints the report, and compares it with what is asked.
///
/// # Errors
/// If a file or the menu cannot be read, or the figures cannot be written.
pub fn run(options: &Options) -> anyhow::Result<u8> {
    let carte = menus::load(options.menu.as_deref(), &languages::load(options.languages.as_deref())?)?;
    let Some(sheets) = sheets(&options.files, &carte.book.menu)? else { return Ok(NOT_RIGHT) };
    let report = eval::evaluate(grammar::read, &carte.book, &sheets, options.confidence_min);
    anstream::print!("{}", report.text(options.show));
    if let Some(file) = &options.json {
        write(file, &report)?;
    }
    // Where nothing was sure, nothing sure was wrong.
    let sure = report.calibration.sure.percent().unwrap_or(100.0);
    let exact = report.exact.percent().unwrap_or_default();
    let is_enough = is_reached("exact", exact, options.min);
    let is_sure_enough = is_reached("right of the sure", sure, options.min_sure);
    Ok(if is_enough && is_sure_enough { FINE } else { NOT_RIGHT })
}

/// Reads all files, or prints every fault of all of them.
fn sheets(files: &[PathBuf], menu: &Menu) -> anyhow::Result<Option<Vec<Sheet>>> {
    let (mut sheets, mut faults) = (Vec::new(), 0_usize);
    for file in files {
        let name = file.display().to_string();
        let lines = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
        match Sheet::read(&name, &lines, menu) {
            Ok(sheet) => sheets.push(sheet),
            Err(found) => {
                for fault in &found {
                    anstream::println!("{name}:{fault}");
                }
                faults += found.len();
            }
        }
    }
    if faults > 0 {
        anstream::eprintln!("{faults} faults in the sentences");
    }
    Ok((faults == 0).then_some(sheets))
}

fn write(file: &Path, report: &Report) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(report)?;
    std::fs::write(file, text + "\n").with_context(|| format!("cannot write {}", file.display()))
}

fn is_reached(what: &str, percent: f64, min: Option<f64>) -> bool {
    let short = min.filter(|min| percent < *min);
    if let Some(min) = short {
        anstream::eprintln!("{percent:.2} % are {what}, less than {min} %");
    }
    short.is_none()
}

fn share(text: &str) -> Result<f64, String> {
    within(text, 0.0..=1.0)
}

fn percent(text: &str) -> Result<f64, String> {
    within(text, 0.0..=100.0)
}

fn within(text: &str, range: RangeInclusive<f64>) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("use a number from {} to {}", range.start(), range.end()))
}
