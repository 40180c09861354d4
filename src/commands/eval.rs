//! `carhop eval`: how well agents understand labelled sentences.

mod audited;
mod fitted;
mod questions;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use agents::UtteranceParser;
use agents::rules::AgentRules;
use anyhow::Context as _;
use clap::Args;
use evaluation::{Report, Sheet};
use fsm::menu::Menu;
use lanes::event::values::within;
use parse::MenuBook;
use serde::Serialize;

use super::exit::{FINE, NOT_RIGHT};
use crate::config::{DEADLINE_MS_MAX, Given, LlmOptions, word};
use crate::wiring::agent::Agent;
use crate::wiring::{languages, menus};

/// How many misses are shown if nothing is said.
const MISSES: usize = 10;
/// How many examples of a cause are shown if nothing is said.
const EXAMPLES: usize = 3;

/// What is measured, and what is asked of it.
#[derive(Args, Debug)]
pub struct Eval {
    /// Sentences as JSON Lines: `{"text", "expectation"?, "acts"}`.
    #[arg(required_unless_present = "audit", value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Who is measured: one, or several to be compared, with commas or given again. `chain` is `grammar_then_llm`.
    #[arg(
        id = "agent",
        long = "agent",
        value_name = "AGENT",
        value_delimiter = ',',
        default_value = "grammar"
    )]
    agents: Vec<Agent>,
    /// How long a sentence waits for a model at most, in milliseconds.
    #[arg(
        long,
        env = "CARHOP_AGENTS_DEADLINE_MS",
        value_name = "MS",
        default_value_t = 1200,
        value_parser = clap::value_parser!(u64).range(1..=DEADLINE_MS_MAX)
    )]
    agents_deadline_ms: u64,
    /// The server of the model that agents ask. They use as many tokens as the sentences take.
    #[command(flatten)]
    llm: Given<LlmOptions>,
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
    /// How many of the sentences that were missed are shown: 10 if nothing is said, with `--suggest` 3 of each cause.
    #[arg(long, value_name = "N")]
    show: Option<usize>,
    /// Sort what was missed by its cause, the most frequent first, with what to write or where to look.
    #[arg(long, conflicts_with = "noise")]
    suggest: bool,
    /// Sort turns of sessions instead, from their audit logs: not understood, corrected at once, handed over.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "suggest", conflicts_with_all = ["files", "json", "min", "min_sure"])]
    audit: Vec<PathBuf>,
    /// Fail if any of the agents hears fewer of the sentences exactly.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    min: Option<f64>,
    /// Fail if fewer of any agent's answers that are not below the confidence are right.
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    min_sure: Option<f64>,
    /// Say the sentences that are heard exactly through noise: fillers, polite words, slips that are taken back, numbers as
    /// words that sound the same, words written as one. Shows how many are still exact, asked about, and silently wrong.
    #[arg(long, conflicts_with_all = ["min", "min_sure"])]
    noise: bool,
    /// What the noise is drawn with: the same number gives the same noise.
    #[arg(long, value_name = "N", default_value_t = 1, requires = "noise")]
    seed: u64,
    /// Fit how much each doubt weighs to the sentences, and write it as a file of a language pack. Each file goes with the
    /// menu beside it: `NAME.jsonl` with `NAME.menu.json`, or else `../menus/NAME.json`, or else that of `--menu`. Shows
    /// what each menu comes to with weights by hand, and with those fitted to all others.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["suggest", "noise", "min", "min_sure", "agent"])]
    fit: Option<PathBuf>,
    /// Ask the questions of files of this form instead: `? ` asks, `+ ` goes on, `= ` is a fact of the answer. Shows those that
    /// are not answered with exactly their facts. With `--min` it also fails if one changes an order.
    #[arg(long, conflicts_with_all = ["suggest", "noise", "fit", "agent", "min_sure", "json"])]
    questions: bool,
    /// What the house says of itself, for its questions.
    #[arg(long, value_name = "FILE", requires = "questions")]
    house: Option<PathBuf>,
    /// Ask with these profiles of specialists too, and compare them; with commas or given again.
    #[arg(
        id = "profile",
        long = "profile",
        value_name = "PROFILE",
        value_delimiter = ',',
        requires_all = ["questions", "config"]
    )]
    profiles: Vec<String>,
    /// The configuration file that has the profiles and their servers.
    #[arg(long, env = "CARHOP_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Write all figures as JSON: an object, or a list of them for several agents.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl Eval {
    /// Measures the agents, prints their reports, and compares them with what is asked.
    ///
    /// # Errors
    /// If a file or the menu cannot be read, an agent has no model, or the figures cannot be written.
    pub fn run(&self) -> anyhow::Result<u8> {
        let languages = languages::load(self.languages.as_deref())?;
        if let Some(file) = &self.fit {
            return self.fit_weights(file, &languages);
        }
        let menu = menus::load(self.menu.as_deref(), &languages)?;
        if !self.audit.is_empty() {
            return self.sort_turns(&menu.book);
        }
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        if self.questions {
            return runtime.block_on(self.ask_questions(&menu.book));
        }
        let Some(sheets) = sheets(&self.files, &menu.book.menu)? else { return Ok(NOT_RIGHT) };
        let llm = self.llm.over(LlmOptions::default())?.settings()?;
        let deadline = Duration::from_millis(self.agents_deadline_ms);
        let rules = AgentRules { deadline, tokens_per_hour: u64::MAX, ..AgentRules::default() };
        let parsers = self.agents.iter().map(|agent| agent.parser(llm.as_ref(), &rules));
        let parsers = parsers.collect::<anyhow::Result<Vec<_>>>()?;
        if self.noise {
            return runtime.block_on(self.through_noise(&menu.book, &sheets, &parsers));
        }
        let mut reports = Vec::new();
        for (agent, parser) in self.agents.iter().zip(parsers) {
            let name = word(agent);
            let evaluated = evaluation::evaluate(&name, &*parser, &menu.book, &sheets, self.confidence_min);
            reports.push(runtime.block_on(evaluated));
        }
        print(&reports, self);
        if let Some(file) = &self.json {
            write(file, &reports)?;
        }
        let are_enough: Vec<bool> = reports.iter().map(|report| is_enough(report, self)).collect();
        Ok(if are_enough.contains(&false) { NOT_RIGHT } else { FINE })
    }

    /// Sorts turns of sessions instead.
    fn sort_turns(&self, book: &MenuBook) -> anyhow::Result<u8> {
        let sessions = audited::sessions(&self.audit)?;
        let findings = evaluation::findings_of_turns(&sessions, book, self.confidence_min);
        let turns: usize = sessions.iter().map(Vec::len).sum();
        let what = format!("of {turns} turns of {} sessions went wrong", sessions.len());
        anstream::print!("{}", findings.text(&what, self.show.unwrap_or(EXAMPLES)));
        Ok(FINE)
    }

    async fn through_noise(
        &self,
        book: &MenuBook,
        sheets: &[Sheet],
        parsers: &[Arc<dyn UtteranceParser>],
    ) -> anyhow::Result<u8> {
        let mut reports = Vec::new();
        for (agent, parser) in self.agents.iter().zip(parsers) {
            let (name, min) = (word(agent), self.confidence_min);
            let report = evaluation::through_noise(&name, &**parser, book, sheets, min, self.seed).await?;
            if parsers.len() > 1 {
                anstream::println!("{}\n", report.agent);
            }
            anstream::print!("{}", report.text(self.show.unwrap_or(MISSES)));
            reports.push(report);
        }
        if let Some(file) = &self.json {
            write(file, &reports)?;
        }
        Ok(FINE)
    }
}

/// Prints each report, and what the agents took. Of the grammar alone every run prints the same.
fn print(reports: &[Report], options: &Eval) {
    let text = |report: &Report| {
        if options.suggest {
            let what = format!("of {} sentences are missed", report.exact.of);
            return report.findings.text(&what, options.show.unwrap_or(EXAMPLES));
        }
        report.text(options.show.unwrap_or(MISSES))
    };
    if let ([Agent::Grammar], [report]) = (&options.agents[..], reports) {
        anstream::print!("{}", text(report));
        return;
    }
    for report in reports {
        anstream::println!("{}\n\n{}", report.agent, text(report));
    }
    anstream::print!("{}", evaluation::side_by_side(reports));
}

fn is_enough(report: &Report, options: &Eval) -> bool {
    // Where nothing was sure, nothing sure was wrong.
    let sure = report.calibration.sure.percent().unwrap_or(100.0);
    let exact = report.exact.percent().unwrap_or_default();
    let who = if options.agents.len() > 1 { format!("{}: ", report.agent) } else { String::new() };
    let is_exact = is_reached(&who, "exact", exact, options.min);
    let is_sure = is_reached(&who, "right of the sure", sure, options.min_sure);
    is_exact && is_sure
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

fn write(file: &Path, reports: &[impl Serialize]) -> anyhow::Result<()> {
    let text = match reports {
        [report] => serde_json::to_string_pretty(report)?,
        several => serde_json::to_string_pretty(several)?,
    };
    std::fs::write(file, text + "\n").with_context(|| format!("cannot write {}", file.display()))
}

fn is_reached(who: &str, what: &str, percent: f64, min: Option<f64>) -> bool {
    let short = min.filter(|min| percent < *min);
    if let Some(min) = short {
        anstream::eprintln!("{who}{percent:.2} % are {what}, less than {min} %");
    }
    short.is_none()
}

fn share(text: &str) -> Result<f64, String> {
    within(0.0..=1.0, text.parse().ok(), "number")
}

fn percent(text: &str) -> Result<f64, String> {
    within(0.0..=100.0, text.parse().ok(), "number")
}
