//! What a check has counted, for people and for machines.

use serde::Serialize;

use super::lane::Counts;
use crate::config::{Config, StoreUrl, word};

/// What a check has counted.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    store: String,
    durability: String,
    seconds: u64,
    written: usize,
    acknowledged: usize,
    lost: usize,
    applied_twice: usize,
    wrong: usize,
    connections_cut: usize,
    failovers: usize,
    unavailable_ms_max: u128,
    is_fine: bool,
    not_shown: &'static str,
}

/// What was done to the store while it was written to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disturbed {
    /// How many connections were cut.
    pub cuts: usize,
    /// How many times another server became the master.
    pub failovers: usize,
}

impl Report {
    pub fn new(config: &Config, seconds: u64, counts: Counts) -> Self {
        let Counts { written, acknowledged, lost, doubled, wrong, longest } = counts;
        let (durability, not_shown) = match config.options.store {
            StoreUrl::Redis(_) => (word(&config.options.durability), "a power cut, or a lost disk"),
            StoreUrl::Sqlite | StoreUrl::Memory => (
                "every turn is synced".to_owned(),
                "a power cut, or a lost disk: only that the file is read back whole",
            ),
        };
        Self {
            store: config.options.store.to_string(),
            durability,
            seconds,
            written,
            acknowledged,
            lost,
            applied_twice: doubled,
            wrong,
            connections_cut: 0,
            failovers: 0,
            unavailable_ms_max: longest.as_millis(),
            is_fine: acknowledged > 0 && lost + doubled + wrong == 0,
            not_shown,
        }
    }

    pub fn with_disturbances(self, Disturbed { cuts, failovers }: Disturbed) -> Self {
        Self { connections_cut: cuts, failovers, ..self }
    }

    /// Whether everything that was acknowledged is there, once, as it was written.
    pub fn is_fine(&self) -> bool {
        self.is_fine
    }

    /// For people: a line each.
    pub fn text(&self) -> String {
        let figures = [
            ("turns written", self.written.to_string()),
            ("acknowledged", self.acknowledged.to_string()),
            ("lost", self.lost.to_string()),
            ("applied twice", self.applied_twice.to_string()),
            ("wrong", self.wrong.to_string()),
            ("connections cut", self.connections_cut.to_string()),
            ("failovers", self.failovers.to_string()),
            ("unavailable at most", format!("{} ms", self.unavailable_ms_max)),
        ];
        let mut text =
            format!("{}, durability: {}, written to for {} s\n\n", self.store, self.durability, self.seconds);
        for (name, figure) in figures {
            text.push_str(&format!("  {name:<20} {figure:>10}\n"));
        }
        let verdict = match (self.is_fine, self.acknowledged) {
            (true, _) => "Everything that was acknowledged is there, once.",
            (false, 0) => "Nothing was acknowledged.",
            (false, _) => "NOT everything that was acknowledged is there, once, as it was written.",
        };
        text.push_str(&format!("\n{verdict}\nNot shown by this check: {}.\n", self.not_shown));
        text
    }
}
