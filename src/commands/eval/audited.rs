//! Sessions from their audit logs, as `GET /v1/sessions/{session_id}/audit` gives them.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use evaluation::AuditedTurn;
use lanes::audit::Audit;

/// The turns of each session.
///
/// # Errors
/// What cannot be read.
pub fn sessions(files: &[PathBuf]) -> anyhow::Result<Vec<Vec<AuditedTurn>>> {
    files.iter().map(|file| session(file)).collect()
}

fn session(file: &Path) -> anyhow::Result<Vec<AuditedTurn>> {
    let name = file.display();
    let written = std::fs::read(file).with_context(|| format!("cannot read {name}"))?;
    let audit: Audit = serde_json::from_slice(&written).with_context(|| format!("{name} is no audit log"))?;
    let turns = audit.entries.iter().map(|entry| {
        let place = format!("{}:{}", audit.session_id, entry.seq);
        AuditedTurn::read(place, entry.event.get(), entry.turn.get())
            .with_context(|| format!("{name}: turn {} is none of this version", entry.seq))
    });
    turns.collect()
}
