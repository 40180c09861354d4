//! How many instructions each stage of the service's work takes, counted by callgrind and compared with those that are kept.
//! Unlike times they are the same from run to run, so that a change of a twentieth is seen.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::commands::cargo;
use crate::packages;
use crate::repository::{root, target};

/// Where the kept counts are, one stage a line.
const KEPT: &str = "benches/instructions.txt";
/// How much a count may differ from the kept one, in percent.
const CHANGE_PERCENT_MAX: u64 = 5;
/// The first lines of that file.
const HEAD: &str = "\
# Instructions of each stage, taken twenty times, as callgrind counts them in a build of the tests. `cargo xtask bench --check` compares with
# them; a change that moves one says so and why, and `cargo xtask bench --bless` writes them anew.
";
/// The Debian package that counts, with its program.
const PACKAGES: &[(&str, &str)] = &[("valgrind", "valgrind")];
/// What the C library must not use, so that every processor takes the same way through it.
const NO_SPECIAL_INSTRUCTIONS: &str =
    "glibc.cpu.hwcaps=-AVX512F,-AVX512VL,-AVX512BW,-AVX2,-AVX,-BMI2,-ERMS,-FSRM";

/// Instructions by stage, in the order in which they are counted.
type Counts = Vec<(String, u64)>;

/// Counts every stage, and fails where one differs from what is kept.
pub fn check() -> Result<()> {
    let counts = count()?;
    eprint!("{}", lines(&counts));
    let kept =
        read(&fs::read_to_string(root().join(KEPT)).with_context(|| format!("{KEPT} cannot be read"))?)?;
    let differences = differences(&kept, &counts);
    if !differences.is_empty() {
        bail!("{}", differences.join("\n"));
    }
    Ok(())
}

/// Counts every stage, and keeps the counts.
pub fn bless() -> Result<()> {
    let counts = count()?;
    eprint!("{}", lines(&counts));
    fs::write(root().join(KEPT), format!("{HEAD}{}", lines(&counts)))
        .with_context(|| format!("{KEPT} cannot be written"))
}

fn count() -> Result<Counts> {
    packages::install(PACKAGES)?;
    let program = build()?;
    let stages = output(Command::new(&program).arg("--list"))?;
    stages.lines().map(|stage| Ok((stage.to_owned(), count_one(&program, stage)?))).collect()
}

/// What callgrind counts of one stage, in a process of its own.
fn count_one(program: &Path, stage: &str) -> Result<u64> {
    let file = target().join("instructions.callgrind");
    let mut valgrind = Command::new("valgrind");
    valgrind.args(["--tool=callgrind", "--quiet", "--toggle-collect=*counting::counted*"]);
    valgrind.arg(format!("--callgrind-out-file={}", file.display()));
    output(valgrind.arg(program).arg(stage).env("GLIBC_TUNABLES", NO_SPECIAL_INSTRUCTIONS))?;
    let counted = fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    total(&counted).filter(|total| *total > 0).with_context(|| format!("nothing of {stage:?} was counted"))
}

/// What a program writes.
fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let command = command.current_dir(root()).stderr(Stdio::inherit());
    let output = command.output().with_context(|| format!("`{name}` cannot be started"))?;
    if !output.status.success() {
        bail!("`{name}` failed: {}", output.status);
    }
    Ok(String::from_utf8(output.stdout)?)
}

fn total(counted: &str) -> Option<u64> {
    counted.lines().find_map(|line| line.strip_prefix("totals:")?.trim().parse().ok())
}

/// Builds what is counted as the tests do, behind which there is nothing left to build.
fn build() -> Result<PathBuf> {
    let mut build = cargo("test");
    build.args(["--workspace", "--locked", "--test", "instructions", "--no-run"]);
    build.arg("--message-format=json-render-diagnostics");
    // Without it code is shared out to other units, and some counts differ by more than a twentieth.
    build.env("CARGO_INCREMENTAL", "1");
    let messages = output(&mut build)?;
    let mut messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let program = messages.find_map(|message| {
        let is_it = message["target"]["name"] == "instructions";
        message["executable"].as_str().filter(|_| is_it).map(PathBuf::from)
    });
    program.context("cargo built no program that is counted")
}

fn lines(counts: &[(String, u64)]) -> String {
    let mut text = String::new();
    for (stage, count) in counts {
        let _ = writeln!(text, "{count:>10}  {stage}");
    }
    text
}

fn read(text: &str) -> Result<BTreeMap<String, u64>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let one = |line: &str| {
        let (count, stage) =
            line.trim().split_once("  ").with_context(|| format!("{KEPT}: {line:?} is no stage"))?;
        Ok((stage.to_owned(), count.parse()?))
    };
    lines.map(one).collect()
}

/// One sentence for each stage that differs.
fn differences(kept: &BTreeMap<String, u64>, counts: &[(String, u64)]) -> Vec<String> {
    let how = "if that is meant, `cargo xtask bench --bless` writes the counts anew";
    let mut told = Vec::new();
    for (stage, now) in counts {
        match kept.get(stage) {
            None => told.push(format!("{stage}: {now} instructions, and none are kept; {how}")),
            Some(before) => {
                if now.abs_diff(*before) * 100 > before * CHANGE_PERCENT_MAX {
                    let change = percent(*before, *now);
                    told.push(format!(
                        "{stage}: {now} instructions, {before} before ({change:+.1} %); {how}"
                    ));
                }
            }
        }
    }
    let is_gone = |stage: &&String| !counts.iter().any(|(now, _)| now == *stage);
    told.extend(
        kept.keys().filter(is_gone).map(|stage| format!("{stage}: it is kept, and no longer counted; {how}")),
    );
    told
}

#[expect(clippy::cast_precision_loss, reason = "counts are far below what a float holds exactly")]
fn percent(before: u64, now: u64) -> f64 {
    (now as f64 / before as f64 - 1.0) * 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(kept: &str, now: &[(&str, u64)]) -> Vec<String> {
        let now: Vec<(String, u64)> =
            now.iter().map(|(stage, count)| ((*stage).to_owned(), *count)).collect();
        differences(&read(kept).unwrap(), &now)
    }

    #[test]
    fn a_count_that_moves_by_more_than_a_twentieth_is_told_with_both_figures_and_what_to_do() {
        let kept = format!("{HEAD}      1000  step: a change\n      2000  parse: 5 words\n");
        assert_eq!(told(&kept, &[("step: a change", 1050), ("parse: 5 words", 1901)]), Vec::<String>::new());
        assert_eq!(
            told(&kept, &[("step: a change", 1051), ("parse: 5 words", 1890)]),
            [
                "step: a change: 1051 instructions, 1000 before (+5.1 %); if that is meant, `cargo xtask bench --bless` writes the counts anew",
                "parse: 5 words: 1890 instructions, 2000 before (-5.5 %); if that is meant, `cargo xtask bench --bless` writes the counts anew",
            ]
        );
    }

    #[test]
    fn a_stage_that_comes_or_goes_is_told() {
        let how = "if that is meant, `cargo xtask bench --bless` writes the counts anew";
        assert_eq!(
            told("1000  step\n", &[("turn", 7)]),
            [
                format!("turn: 7 instructions, and none are kept; {how}"),
                format!("step: it is kept, and no longer counted; {how}"),
            ]
        );
    }

    #[test]
    fn the_counts_that_are_written_are_read() {
        let counts = vec![("step".to_owned(), 12), ("turn in memory: 50 lines".to_owned(), 1_234_567)];
        assert_eq!(read(&format!("{HEAD}{}", lines(&counts))).unwrap(), counts.into_iter().collect());
        assert_eq!(total("events: Ir\nfn=(1)\n1 5\ntotals: 123\n"), Some(123));
        assert_eq!(total("events: Ir\n"), None);
    }
}
