//! `carhop rules explain`: why rules decided as they did in recorded turns.

use std::path::PathBuf;

use clap::Args;
use fsm::ids::ItemId;
use rules::{PointExplained, RuleExplained};
use transcript::session::{TurnExplained, Wanted};

use crate::commands::exit::{FINE, NOT_RIGHT};
use crate::commands::replay::Service;
use crate::config::{Given, Options};

/// Which turns are explained.
#[derive(Args)]
pub struct Explain {
    /// The audit log of a session (*.json), with its documents.
    #[arg(value_name = "LOG")]
    session: PathBuf,
    /// The turn; without it, each in which a rule has decided something.
    #[arg(long)]
    turn: Option<u32>,
    /// Also tell whether this item can be had, where no rule holds for it.
    #[arg(long)]
    item: Option<String>,
    #[command(flatten)]
    options: Given<Options>,
}

impl Explain {
    /// Replays the session with what was recorded, and tells how the rules were asked.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn run(&self) -> anyhow::Result<u8> {
        let service = Service::open(self.options.resolve()?)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let wanted = Wanted { turn: self.turn, item: self.item.as_deref().map(ItemId::from) };
        let turns = match runtime.block_on(service.explain(&self.session, wanted))? {
            Ok(turns) => turns,
            Err(why) => {
                anstream::eprintln!("{}: {why}", self.session.display());
                return Ok(NOT_RIGHT);
            }
        };
        let told: Vec<&TurnExplained> = match self.turn {
            Some(_) => turns.iter().collect(),
            None => turns.iter().filter(|turn| !turn.fired.is_empty()).collect(),
        };
        if told.is_empty() {
            let what = self
                .turn
                .map_or("no rule has decided anything".to_owned(), |turn| format!("there is no turn {turn}"));
            anstream::eprintln!("{}: {what}", self.session.display());
        }
        told.into_iter().for_each(show);
        let is_missed = self.turn.is_some() && turns.is_empty();
        Ok(if is_missed || turns.iter().any(|turn| !turn.as_recorded) { NOT_RIGHT } else { FINE })
    }
}

fn show(turn: &TurnExplained) {
    let otherwise = if turn.as_recorded { "" } else { ", which does not come out as it was recorded" };
    anstream::println!("turn {}{otherwise}", turn.turn);
    for PointExplained { at, item, rules } in &turn.points {
        let of = item.as_ref().map(|item| format!(" of {item}")).unwrap_or_default();
        anstream::println!("  {at}{of}");
        for RuleExplained { rule, verdict, because } in rules {
            anstream::println!("    {rule}: {}", verdict.to_string().replace('_', " "));
            for test in because {
                anstream::println!("      {test}");
            }
        }
    }
}
