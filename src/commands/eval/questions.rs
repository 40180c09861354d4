//! `carhop eval --questions`: how well questions are answered, by the grammar alone and by the profiles of specialists.

use std::path::Path;
use std::sync::Arc;

use agents::UtteranceParser;
use agents::rules::AgentRules;
use anyhow::Context as _;
use evaluation::{Counter, QuestionReport, QuestionSheet};
use fsm::house::House;
use fsm::house_rules::Profiles;
use parse::MenuBook;

use super::{Eval, MISSES, is_reached};
use crate::commands::exit::{FINE, NOT_RIGHT};
use crate::config::Options;
use crate::wiring::{self, menus};

impl Eval {
    /// Asks questions and compares the facts of the answers: the grammar's, and beside it those with each profile.
    pub(super) async fn ask_questions(&self, book: &MenuBook) -> anyhow::Result<u8> {
        let house = self.house.as_deref().map(house).transpose()?;
        let profiled = self.config.as_deref().map(wiring_of).transpose()?;
        let mut is_right = true;
        for file in &self.files {
            let name = file.display();
            let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {name}"))?;
            let sheet = QuestionSheet::read(&text).map_err(|fault| anyhow::anyhow!("{name}: {fault}"))?;
            let grammar = Counter::of_grammar(book, house.as_ref());
            let report = sheet.ask(grammar).await;
            anstream::print!("{name}\n{}", report.text(self.show.unwrap_or(MISSES)));
            let exact = report.exact().percent().unwrap_or_default();
            let changes = self.min.is_some() && !report.changing.is_empty();
            is_right &= is_reached("", "exact", exact, self.min) && !changes;
            let Some((options, parser)) = &profiled else { continue };
            let mut rows = vec![("by the book", report)];
            for profile in &self.profiles {
                let agents = rules(profile, options)?;
                let of = Counter { parser: &**parser, agents: &agents, ..grammar };
                rows.push((profile, sheet.ask(of).await));
            }
            anstream::print!("{}", side_by_side(&rows));
        }
        Ok(if is_right { FINE } else { NOT_RIGHT })
    }
}

/// The servers and profiles of a configuration, and who asks them.
fn wiring_of(file: &Path) -> anyhow::Result<(Options, Arc<dyn UtteranceParser>)> {
    let config = Options::read(file)?.check()?;
    let (parser, _) = wiring::agents(&config)?;
    Ok((config.options, parser))
}

/// Every specialist by one profile, with as many tokens as the questions take.
fn rules(profile: &str, options: &Options) -> anyhow::Result<AgentRules> {
    if !options.profiles.contains_key(profile) {
        anyhow::bail!("there is no profile `{profile}` in the configuration");
    }
    let name = || Some(profile.to_owned());
    let profiles = Profiles { menu: name(), house: name(), order: name(), small_talk: name() };
    Ok(AgentRules { profiles, tokens_per_hour: u64::MAX, ..AgentRules::default() })
}

/// What each came to, a line each.
fn side_by_side(rows: &[(&str, QuestionReport)]) -> String {
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let head = format!("{:width$}  exact  change an order  asked a model  taken\n", "");
    let lines = rows.iter().map(|(name, report)| {
        let QuestionReport { exact, changing, proposed, taken, .. } = report;
        format!("{name:width$}  {exact:>5}  {:>15}  {proposed:>13}  {taken:>5}\n", changing.len())
    });
    std::iter::once(head).chain(lines).collect()
}

fn house(file: &Path) -> anyhow::Result<House> {
    House::check(&menus::read(file)?).map_err(|faults| menus::faulty(&file.display().to_string(), &faults))
}
