//! `carhop rules dry-run`: what would have been otherwise under other rules, by rule and in money.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use fsm::ids::RuleId;
use lanes::keeper::Active;
use rules::RuleBook;
use transcript::session::{DryRunTotal, Instead, Outcome, Side, Sums};

use crate::commands::exit::{FINE, NOT_RIGHT};
use crate::commands::replay::{Service, files, is_json};
use crate::config::{Given, Options};
use crate::wiring::menus;

/// Which rules are tried, and on which sessions.
#[derive(Args)]
pub struct DryRun {
    /// The rules.
    file: PathBuf,
    /// Audit logs of sessions (*.json), or folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Also where the rules would hand more sessions to the crew than can be meant.
    #[arg(long)]
    even_if: bool,
    #[command(flatten)]
    options: Given<Options>,
}

impl DryRun {
    /// Replays each session with what was heard then, under the rules in place of those of then.
    ///
    /// # Errors
    /// If a file cannot be read, the rules are faulty, or there is no session.
    pub fn run(&self) -> anyhow::Result<u8> {
        let document = menus::read(&self.file)?;
        let rules = Active::<RuleBook>::read(document)
            .map_err(|faults| menus::faulty(&self.file.display().to_string(), &faults))?;
        let instead = Instead { parser: None, rules: Some(Arc::new(rules)) };
        let logs: Vec<PathBuf> = files(&self.paths)?.into_iter().filter(|file| is_json(file)).collect();
        if logs.is_empty() {
            bail!("there is no audit log (*.json) in what was named");
        }
        let service = Service::open(self.options.resolve()?)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let mut total = DryRunTotal::default();
        for file in logs {
            match runtime.block_on(service.replay(&file, &instead))? {
                Ok(outcome) => {
                    if let Some(line) = changed(&outcome) {
                        anstream::println!("{}: {line}", file.display());
                    }
                    total.add(&outcome);
                }
                Err(why) => {
                    anstream::eprintln!("{}: {why}", file.display());
                    total.not_replayed += 1;
                }
            }
        }
        show(&total);
        let refused = total.too_many_handed_over().filter(|_| !self.even_if);
        if let Some(why) = &refused {
            anstream::eprintln!("{why}; with --even-if, and `even_if` where they are activated, they may");
        }
        Ok(if total.not_replayed == 0 && refused.is_none() { FINE } else { NOT_RIGHT })
    }
}

/// What of a session would be otherwise; none if nothing is.
fn changed(outcome: &Outcome) -> Option<String> {
    let turns: Vec<String> = outcome.turns().map(|turn| turn.to_string()).collect();
    if turns.is_empty() {
        return None;
    }
    let (then, now) = (&outcome.then, &outcome.now);
    let mut parts = vec![format!("turn {}", turns.join(", "))];
    if then.confirmed != now.confirmed {
        parts.push(format!("{} -> {}", amount(then), amount(now)));
    }
    match (then.is_handed_over, now.is_handed_over) {
        (false, true) => parts.push("the crew is called".to_owned()),
        (true, false) => parts.push("the crew is not called".to_owned()),
        _ => {}
    }
    Some(parts.join("; "))
}

fn amount(side: &Side) -> String {
    side.confirmed.map_or("not confirmed".to_owned(), |total| total.to_string())
}

fn show(total: &DryRunTotal) {
    let DryRunTotal { sessions, otherwise, not_replayed, then, now } = total;
    anstream::println!("sessions: {sessions}, otherwise: {otherwise}, not replayed: {not_replayed}");
    anstream::println!("{:32} {:>10} {:>10}", "", "then", "now");
    let row = |name: &str, then: &dyn std::fmt::Display, now: &dyn std::fmt::Display| {
        anstream::println!("{name:32} {:>10} {:>10}", then.to_string(), now.to_string());
    };
    row("orders confirmed", &then.confirmed, &now.confirmed);
    row("their totals", &then.totals, &now.totals);
    row("handed to the crew", &then.handed_over, &now.handed_over);
    let by_rule = |what: &str, of: fn(&Sums) -> &BTreeMap<RuleId, usize>| {
        let rules: BTreeSet<&RuleId> = of(then).keys().chain(of(now).keys()).collect();
        for rule in rules {
            let times = |sums| of(sums).get(rule).copied().unwrap_or_default();
            row(&format!("{what} by {rule}"), &times(then), &times(now));
        }
    };
    by_rule("handed to the crew", |sums| &sums.handed_over_by);
    by_rule("turns decided", |sums| &sums.fired);
}
