//! A session's whole audit log with its documents, written as it is read: however long it is, only a piece of it is in memory.

use std::collections::BTreeSet;
use std::collections::btree_set::IntoIter;
use std::mem::take;
use std::sync::Arc;

use anyhow::anyhow;
use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt as _, stream};
use lanes::audit::{Audit, AuditEntry};
use serde_json::json;
use uuid::Uuid;

use super::app::App;
use super::problem::Problem;

/// How many turns are written at once; fewer where they have more than 4 MiB.
const PIECE_TURNS_MAX: usize = 50;

/// Answers with the log.
///
/// # Errors
/// If there is no such session, or its first turns cannot be read. What cannot be read later breaks the answer off.
pub async fn answer(app: Arc<App>, session_id: Uuid) -> Result<Response, Problem> {
    let mut log = WholeLog { app, session_id, named: BTreeSet::new(), next: Next::Turns { after: 0 } };
    let first = log.piece().await?;
    let rest = stream::unfold(Some(log), async |log| {
        let mut log = log?;
        match log.piece().await {
            Ok(Some(piece)) => Some((Ok(piece), Some(log))),
            Ok(None) => None,
            Err(problem) => {
                let error = anyhow!("{}", problem.detail());
                tracing::warn!(session.id = %log.session_id, %error, "an audit log breaks off");
                Some((Err(error), None))
            }
        }
    });
    let body = stream::iter(first.map(Ok)).chain(rest);
    Ok(([(header::CONTENT_TYPE, "application/json")], Body::from_stream(body)).into_response())
}

/// A log of which a part is written.
struct WholeLog {
    app: Arc<App>,
    session_id: Uuid,
    /// The documents that the turns so far name.
    named: BTreeSet<Uuid>,
    next: Next,
}

/// What is written next.
enum Next {
    Turns { after: u32 },
    Documents { left: IntoIter<Uuid>, is_first: bool },
    Nothing,
}

impl WholeLog {
    /// The next piece; none after the last.
    async fn piece(&mut self) -> Result<Option<Bytes>, Problem> {
        match &mut self.next {
            Next::Turns { after } => {
                let after = *after;
                self.turns(after).await.map(Some)
            }
            Next::Documents { left, is_first } => {
                for hash in left {
                    let Some(text) = self.app.lanes.document(hash).await? else { continue };
                    let comma = if take(is_first) { "" } else { "," };
                    return Ok(Some(format!("{comma}\"{hash}\":{text}").into()));
                }
                self.next = Next::Nothing;
                Ok(Some("}}".into()))
            }
            Next::Nothing => Ok(None),
        }
    }

    /// Turns, with what stands before them and after the last. How the session ended stands behind them: it may end meanwhile.
    async fn turns(&mut self, after: u32) -> Result<Bytes, Problem> {
        let (log, has_more) = self.app.lanes.audit_page(self.session_id, after, PIECE_TURNS_MAX).await?;
        let page = Audit::of(self.session_id, log).map_err(unreadable)?;
        self.named.extend(page.named_documents());
        let (session_id, drive_thru, lane) =
            (json!(page.session_id), json!(page.drive_thru), json!(page.lane));
        let mut text = match after {
            0 => format!(
                "{{\"session_id\":{session_id},\"drive_thru\":{drive_thru},\"lane\":{lane},\"entries\":["
            ),
            _ => ",".to_owned(),
        };
        let entries = page.entries.iter().map(serde_json::to_string::<AuditEntry>);
        text += &entries.collect::<Result<Vec<_>, _>>().map_err(unreadable)?.join(",");
        self.next = match page.entries.last() {
            Some(last) if has_more => Next::Turns { after: last.seq },
            Some(_) | None => {
                text += &format!("],\"end\":{},\"documents\":{{", json!(page.end));
                Next::Documents { left: take(&mut self.named).into_iter(), is_first: true }
            }
        };
        Ok(text.into())
    }
}

/// What is stored and cannot be read.
#[expect(clippy::needless_pass_by_value, reason = "it maps an error")]
pub fn unreadable(error: serde_json::Error) -> Problem {
    Problem::new(500, "audit-unreadable", error.to_string())
}
