//! `carhop replay`: transcripts against this binary.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anstyle::{AnsiColor, Style};
use anyhow::{Context as _, bail};
use golden::{Transcript, difference};
use lanes::store::MemoryStore;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::exit::{FINE, NOT_RIGHT};

const GONE: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();

/// Replays transcripts, compares or blesses them, and reports.
///
/// # Errors
/// If there is nothing to replay, or a file cannot be read or written.
pub fn run(paths: &[PathBuf], bless: bool, junit: Option<&Path>) -> anyhow::Result<u8> {
    let files = transcripts(paths)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut suite = TestSuite::new("transcripts");
    let mut wrong = 0_usize;
    for (at, file) in files.iter().enumerate() {
        show_progress(at, files.len());
        let fault = runtime.block_on(replay(file, bless))?;
        let status = match &fault {
            None => TestCaseStatus::success(),
            Some(text) => {
                wrong += 1;
                show_fault(file, text);
                let mut failed = TestCaseStatus::non_success(NonSuccessKind::Failure);
                failed.set_description(text.clone());
                failed
            }
        };
        suite.add_test_case(TestCase::new(file.display().to_string(), status));
    }
    if let Some(path) = junit {
        let mut report = Report::new("carhop replay");
        report.add_test_suite(suite);
        let out = std::fs::File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
        report.serialize(out).with_context(|| format!("cannot write {}", path.display()))?;
    }
    let held = files.len() - wrong;
    anstream::println!("{held} transcripts {}, {wrong} do not", if bless { "are blessed" } else { "hold" });
    Ok(if wrong == 0 { FINE } else { NOT_RIGHT })
}

/// Replays one transcript. Gives back what is wrong with it, if anything is.
async fn replay(file: &Path, bless: bool) -> anyhow::Result<Option<String>> {
    let written = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let transcript = match Transcript::parse(&written) {
        Ok(transcript) => transcript,
        Err(error) => return Ok(Some(error.to_string())),
    };
    let outcome =
        match golden::replay(&transcript, &menus_beside(file), Arc::new(MemoryStore::default())).await {
            Ok(outcome) => outcome,
            Err(error) => return Ok(Some(error.to_string())),
        };
    let fault = difference(&written, &outcome.text);
    if bless && fault.is_some() {
        std::fs::write(file, &outcome.text).with_context(|| format!("cannot write {}", file.display()))?;
        return Ok(None);
    }
    Ok(fault)
}

/// Menus lie beside a transcript, or in the folder `menus` beside its own.
fn menus_beside(file: &Path) -> PathBuf {
    let folder = file.parent().unwrap_or(Path::new(""));
    let shared = folder.join("../menus");
    if shared.is_dir() { shared } else { folder.to_owned() }
}

fn transcripts(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let folder =
                std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
            for entry in folder {
                let file = entry?.path();
                if file.extension().is_some_and(|extension| extension == "txt") {
                    files.push(file);
                }
            }
        } else {
            files.push(path.clone());
        }
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        bail!("there is no transcript (*.txt) in what was named");
    }
    Ok(files)
}

/// A line that is written over, on a terminal only.
fn show_progress(at: usize, count: usize) {
    if std::io::stderr().is_terminal() {
        eprint!("\r{}/{count}\r", at + 1);
    }
}

fn show_fault(file: &Path, text: &str) {
    anstream::println!("{}", file.display());
    for line in text.lines() {
        match line.chars().next() {
            Some('-') => anstream::println!("{GONE}  {line}{GONE:#}"),
            Some('+') => anstream::println!("{NEW}  {line}{NEW:#}"),
            _ => anstream::println!("  {line}"),
        }
    }
}
