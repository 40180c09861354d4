//! `carhop replay`: transcripts and sessions against this binary.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use agents::{GrammarParser, UtteranceParser};
use anstyle::{AnsiColor, Style};
use anyhow::{Context as _, bail};
use clap::Args;
use fsm::house::House;
use fsm::house_rules::ParserPlan;
use lanes::keeper::Active;
use lanes::menus::ActiveMenu;
use lanes::settings::Settings;
use lanes::store::MemoryStore;
use parse::Languages;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;
use transcript::session::{self, Instead, Log, LogError, Outcome, TurnExplained, Wanted};
use transcript::{Menus, Transcript, difference};

use super::exit::{FINE, NOT_RIGHT};
use crate::config::{Config, Given, Options};
use crate::wiring::agent::Agent;
use crate::wiring::{houses, languages, menus};

const GONE: Style = AnsiColor::Red.on_default();
const NEW: Style = AnsiColor::Green.on_default();

/// What is replayed, and how.
#[derive(Args, Debug)]
pub struct Replay {
    /// Transcripts (*.txt), audit logs of sessions (*.json), or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Hear what is said by this agent, and show what that would change.
    #[arg(long, value_name = "AGENT")]
    reparse: Option<Agent>,
    /// Write what comes out into the transcripts.
    #[arg(long, conflicts_with = "reparse")]
    bless: bool,
    /// Write a JUnit report.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    #[command(flatten)]
    options: Given<Options>,
}

impl Replay {
    /// Replays what is named, compares or blesses it, and reports.
    ///
    /// # Errors
    /// If there is nothing to replay, or a file cannot be read or written.
    pub fn run(&self) -> anyhow::Result<u8> {
        let config = self.options.resolve()?;
        let files = files(&self.paths)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let rules = &config.settings.default.agents;
        let agent = self.reparse.map(|agent| agent.parser(config.llm.as_ref(), rules)).transpose()?;
        let instead = Instead { parser: agent.clone(), rules: None };
        let menu = menus::document(config.options.menu.as_deref())?;
        let house = houses::document(&config.options)?;
        let service =
            if files.iter().any(|file| is_json(file)) { Some(Service::open(config)?) } else { None };
        let mut transcripts = TestSuite::new("transcripts");
        let mut sessions = TestSuite::new("sessions");
        let mut total = Total::default();
        for (at, file) in files.iter().enumerate() {
            show_progress(at, files.len());
            let (suite, fault) = match &service {
                Some(service) if is_json(file) => {
                    let outcome = runtime.block_on(service.replay(file, &instead))?;
                    (&mut sessions, outcome.map_or_else(Some, |outcome| total.add(&outcome)))
                }
                _ => (&mut transcripts, {
                    let replayed = replay(file, &menu, house.as_ref(), self.bless, agent.clone());
                    runtime.block_on(replayed)?
                }),
            };
            let status = match &fault {
                None => TestCaseStatus::success(),
                Some(text) => {
                    show_fault(file, text);
                    let mut failed = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    failed.set_description(text.clone());
                    failed
                }
            };
            suite.add_test_case(TestCase::new(file.display().to_string(), status));
        }
        for suite in [&transcripts, &sessions].into_iter().filter(|suite| suite.tests > 0) {
            let held = suite.tests - suite.failures;
            let name = suite.name.as_str();
            let hold = if self.bless && name == "transcripts" { "are blessed" } else { "hold" };
            anstream::println!("{held} {name} {hold}, {} do not", suite.failures);
        }
        if self.reparse.is_some() && sessions.tests > 0 {
            anstream::println!("{}", total.text());
        }
        let wrong = transcripts.failures + sessions.failures;
        if let Some(path) = &self.junit {
            let mut report = Report::new("carhop replay");
            report.add_test_suites([transcripts, sessions].into_iter().filter(|suite| suite.tests > 0));
            let out =
                std::fs::File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
            report.serialize(out).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(if wrong == 0 { FINE } else { NOT_RIGHT })
    }
}

/// What sessions are replayed with.
pub(super) struct Service {
    menu: Arc<ActiveMenu>,
    house: Option<Active<House>>,
    languages: Languages,
    settings: Settings,
}

impl Service {
    pub(super) fn open(config: Config) -> anyhow::Result<Self> {
        let languages = languages::load(config.options.languages.as_deref())?;
        let menu = Arc::new(menus::load(config.options.menu.as_deref(), &languages)?);
        let house = houses::load(&config.options)?;
        let mut settings = config.settings;
        // Whoever is asked is told what was said lately.
        settings.all_mut().for_each(|drive_thru| drive_thru.agents.parser = ParserPlan::LlmThenGrammar);
        Ok(Self { menu, house, languages, settings })
    }

    /// Replays one session. Gives back what came of it, or why it cannot be replayed.
    pub(super) async fn replay(
        &self,
        file: &Path,
        instead: &Instead,
    ) -> anyhow::Result<Result<Outcome, String>> {
        let log = match read_log(file)? {
            Ok(log) => log,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let Self { menu, house, languages, settings } = self;
        let outcome = session::replay(&log, menu, house.as_ref(), settings, languages, instead).await;
        Ok(outcome.map_err(|error| error.to_string()))
    }

    /// Explains turns of one session. Gives back what it found, or why the session cannot be replayed.
    pub(super) async fn explain(
        &self,
        file: &Path,
        wanted: Wanted,
    ) -> anyhow::Result<Result<Vec<TurnExplained>, String>> {
        let log = match read_log(file)? {
            Ok(log) => log,
            Err(error) => return Ok(Err(error.to_string())),
        };
        let Self { menu, house, languages, settings } = self;
        let turns = session::explain(&log, menu, house.as_ref(), settings, languages, wanted).await;
        Ok(turns.map_err(|error| error.to_string()))
    }
}

fn read_log(file: &Path) -> anyhow::Result<Result<Log, LogError>> {
    let written = std::fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(Log::read(&written))
}

/// What came of all sessions.
#[derive(Default)]
struct Total {
    sessions: usize,
    utterances: usize,
    heard_otherwise: usize,
    end_otherwise: usize,
}

impl Total {
    /// Counts a session. Gives back what came out otherwise, if anything did.
    fn add(&mut self, outcome: &Outcome) -> Option<String> {
        self.sessions += 1;
        self.utterances += outcome.utterances;
        self.heard_otherwise += outcome.heard_otherwise;
        self.end_otherwise += usize::from(outcome.ends_otherwise);
        (!outcome.differences.is_empty()).then(|| outcome.text())
    }

    fn text(&self) -> String {
        let Self { sessions, utterances, heard_otherwise, end_otherwise } = self;
        format!(
            "sessions: {sessions}, utterances: {utterances}, heard otherwise: {heard_otherwise}, orders that end otherwise: {end_otherwise}"
        )
    }
}

/// Replays one transcript. Gives back what is wrong with it, if anything is.
async fn replay(
    file: &Path,
    menu: &Value,
    house: Option<&Value>,
    bless: bool,
    agent: Option<Arc<dyn UtteranceParser>>,
) -> anyhow::Result<Option<String>> {
    let written = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut transcript = match Transcript::parse(&written) {
        Ok(transcript) => transcript,
        Err(error) => return Ok(Some(error.to_string())),
    };
    if agent.is_some() {
        // Whoever is asked is told what was said lately.
        transcript.settings_mut().drive_thru.agents.parser = ParserPlan::LlmThenGrammar;
    }
    let parser = agent.unwrap_or_else(|| Arc::new(GrammarParser));
    let store = Arc::new(MemoryStore::default());
    let folder = menus_beside(file);
    let menus = Menus { folder: Some(&folder), given: Some(menu), house };
    let outcome = match transcript::replay(&transcript, menus, store, parser).await {
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
pub fn menus_beside(file: &Path) -> PathBuf {
    let folder = file.parent().unwrap_or(Path::new(""));
    let shared = folder.join("../menus");
    if shared.is_dir() { shared } else { folder.to_owned() }
}

/// The transcripts and logs that are named, and those in the folders that are.
///
/// # Errors
/// If a folder cannot be read, or there is none.
pub fn files(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let folder =
                std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
            for entry in folder {
                let file = entry?.path();
                let is_transcript = file.extension().is_some_and(|extension| extension == "txt");
                if is_transcript || (is_json(&file) && !is_menu(&file)) {
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
        bail!("there is no transcript (*.txt) and no audit log (*.json) in what was named");
    }
    Ok(files)
}

pub(super) fn is_json(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "json")
}

/// Whether it is a menu that lies beside transcripts.
fn is_menu(file: &Path) -> bool {
    #[derive(Deserialize)]
    struct Menu {
        #[serde(rename = "items")]
        _items: IgnoredAny,
    }

    std::fs::read(file).is_ok_and(|text| serde_json::from_slice::<Menu>(&text).is_ok())
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
