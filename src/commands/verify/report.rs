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
    #[serde(flatten)]
    counts: Counts,
    #[serde(flatten)]
    disturbed: Disturbed,
    is_fine: bool,
    not_shown: &'static str,
}

/// What was done to the store while it was written to.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Disturbed {
    /// How many connections were cut.
    pub connections_cut: usize,
    /// How many times another server became the master.
    pub failovers: usize,
}

impl Report {
    pub fn new(config: &Config, seconds: u64, counts: Counts, disturbed: Disturbed) -> Self {
        let Counts { acknowledged, lost, applied_twice, wrong, .. } = counts;
        let (durability, not_shown) = match config.store {
            StoreUrl::Redis(_) => (word(&config.options.durability), "a power cut, or a lost disk"),
            StoreUrl::Sqlite | StoreUrl::Memory => (
                "every turn is synced".to_owned(),
                "a power cut, or a lost disk: only that the file is read back whole",
            ),
        };
        Self {
            store: config.store.to_string(),
            durability,
            seconds,
            counts,
            disturbed,
            is_fine: acknowledged > 0 && lost + applied_twice + wrong == 0,
            not_shown,
        }
    }

    /// Whether everything that was acknowledged is there, once, as it was written.
    pub fn is_fine(&self) -> bool {
        self.is_fine
    }

    /// For people: a line each.
    pub fn text(&self) -> String {
        let Self { counts, disturbed, .. } = self;
        let figures = [
            ("turns written", counts.written.to_string()),
            ("acknowledged", counts.acknowledged.to_string()),
            ("lost", counts.lost.to_string()),
            ("applied twice", counts.applied_twice.to_string()),
            ("wrong", counts.wrong.to_string()),
            ("connections cut", disturbed.connections_cut.to_string()),
            ("failovers", disturbed.failovers.to_string()),
            ("unavailable at most", format!("{} ms", counts.unavailable_ms_max)),
        ];
        let mut text =
            format!("{}, durability: {}, written to for {} s\n\n", self.store, self.durability, self.seconds);
        for (name, figure) in figures {
            text.push_str(&format!("  {name:<20} {figure:>10}\n"));
        }
        let verdict = match (self.is_fine, counts.acknowledged) {
            (true, _) => "Everything that was acknowledged is there, once.",
            (false, 0) => "Nothing was acknowledged.",
            (false, _) => "NOT everything that was acknowledged is there, once, as it was written.",
        };
        text.push_str(&format!("\n{verdict}\nNot shown by this check: {}.\n", self.not_shown));
        text
    }
}
