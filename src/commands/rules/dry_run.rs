//! `carhop rules dry-run`: what would have been otherwise under other rules, by rule and in money.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use fsm::ids::RuleId;
use fsm::money::Money;
use lanes::keeper::Active;
use rules::RuleBook;
use transcript::session::{Instead, Outcome, Side};

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
        let mut total = Total::default();
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
                    total.failed += 1;
                }
            }
        }
        total.show();
        Ok(if total.failed == 0 { FINE } else { NOT_RIGHT })
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

/// All sessions, as they were and as they would be.
#[derive(Default)]
struct Total {
    sessions: usize,
    otherwise: usize,
    failed: usize,
    then: Sums,
    now: Sums,
}

#[derive(Default)]
struct Sums {
    confirmed: usize,
    money: Money,
    handed_over: usize,
    fired: BTreeMap<RuleId, usize>,
}

impl Sums {
    fn add(&mut self, side: &Side) {
        self.confirmed += usize::from(side.confirmed.is_some());
        self.money += side.confirmed.unwrap_or_default();
        self.handed_over += usize::from(side.is_handed_over);
        for (rule, turns) in &side.fired {
            *self.fired.entry(rule.clone()).or_default() += turns;
        }
    }
}

impl Total {
    fn add(&mut self, outcome: &Outcome) {
        self.sessions += 1;
        self.otherwise += usize::from(!outcome.differences.is_empty());
        self.then.add(&outcome.then);
        self.now.add(&outcome.now);
    }

    fn show(&self) {
        let Self { sessions, otherwise, failed, then, now } = self;
        anstream::println!("sessions: {sessions}, otherwise: {otherwise}, not replayed: {failed}");
        anstream::println!("{:32} {:>10} {:>10}", "", "then", "now");
        let row = |name: &str, then: &dyn std::fmt::Display, now: &dyn std::fmt::Display| {
            anstream::println!("{name:32} {:>10} {:>10}", then.to_string(), now.to_string());
        };
        row("orders confirmed", &then.confirmed, &now.confirmed);
        row("their totals", &then.money, &now.money);
        row("handed to the crew", &then.handed_over, &now.handed_over);
        let rules: std::collections::BTreeSet<&RuleId> = then.fired.keys().chain(now.fired.keys()).collect();
        for rule in rules {
            let turns = |sums: &Sums| sums.fired.get(rule).copied().unwrap_or_default();
            row(&format!("turns decided by {rule}"), &turns(then), &turns(now));
        }
    }
}
