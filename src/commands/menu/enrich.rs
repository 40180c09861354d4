//! `carhop menu enrich`: what else people may call the things of a menu, asked of a model and accepted by a person.

use std::io::IsTerminal as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::Args;
use evaluation::enrichment::{self, Enrichment};
use fsm::reader::faults_counted;
use serde::Serialize;

use crate::commands::exit::{FINE, NOT_RIGHT};
use crate::config::{Given, LlmOptions};
use crate::wiring::{languages, menus, propose};

/// Which menu is enriched, and by whom.
#[derive(Args)]
pub struct Enrich {
    /// The menu.
    #[arg(long, value_name = "FILE")]
    menu: PathBuf,
    /// Where the proposals are written, for somebody to set `accept` where they are right; with `--accept` the menu.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write the menu with what is accepted in this file of proposals. No model is asked.
    #[arg(long, value_name = "FILE")]
    accept: Option<PathBuf>,
    /// The server of the model that is asked about one thing of the menu after the other.
    #[command(flatten)]
    llm: Given<LlmOptions>,
    /// A folder of language packs; the built-in ones without it.
    #[arg(long, env = "CARHOP_LANGUAGES")]
    languages: Option<PathBuf>,
}

impl Enrich {
    /// Asks the model, or writes the menu with what was accepted.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the model answers nothing at all.
    pub fn run(&self) -> anyhow::Result<u8> {
        match &self.accept {
            Some(file) => self.accept(file),
            None => self.propose(),
        }
    }

    fn propose(&self) -> anyhow::Result<u8> {
        let llm = self.llm.over(LlmOptions::default())?.settings()?;
        let llm = llm.context("who is asked? Name a model with --llm-url and --llm-model")?;
        let menu = menus::load(Some(&self.menu), &languages::load(self.languages.as_deref())?)?;
        let subjects = enrichment::subjects(&menu.book);
        let count = subjects.len();
        let told = |answered| show_progress(answered, count);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (prompt, answers) = runtime.block_on(propose(&llm, subjects, told))?;
        let found = enrichment::enrichment(&menu.book, &llm.model, &prompt, answers);
        let failures = found.failures();
        for (why, times) in &failures {
            anstream::eprintln!("{times} of {count} were not answered: {why}");
        }
        if failures.values().sum::<usize>() == count {
            bail!("{} answered nothing", llm.model);
        }
        write(&self.out, &found)?;
        let (proposals, kept_out) = found.counts();
        anstream::println!("{}: {proposals} proposals, {kept_out} kept out", self.out.display());
        Ok(FINE)
    }

    fn accept(&self, file: &Path) -> anyhow::Result<u8> {
        let name = file.display();
        let text = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
        let found: Enrichment =
            serde_json::from_slice(&text).with_context(|| format!("{name} has no proposals"))?;
        let document = menus::document(Some(&self.menu))?;
        let languages = languages::load(self.languages.as_deref())?;
        let accepted = match enrichment::accept(&document, &found, &languages) {
            Ok(accepted) => accepted,
            Err(faults) => {
                for fault in &faults {
                    anstream::println!("{fault}");
                }
                anstream::eprintln!("{}: {}", self.menu.display(), faults_counted(&faults));
                return Ok(NOT_RIGHT);
            }
        };
        write(&self.out, &accepted.document)?;
        for left_out in &accepted.left_out {
            anstream::println!("left out: {left_out}");
        }
        anstream::println!("{}: {} accepted", self.out.display(), accepted.added);
        Ok(if accepted.left_out.is_empty() { FINE } else { NOT_RIGHT })
    }
}

fn show_progress(answered: usize, count: usize) {
    if std::io::stderr().is_terminal() {
        let end = if answered == count { "\n" } else { "" };
        anstream::eprint!("\r{answered} of {count}{end}");
    }
}

fn write(file: &Path, document: &impl Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(document)? + "\n";
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
