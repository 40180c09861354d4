//! Has the servers write their append-only files anew: whatever was forgotten is in the old ones.
//!
//! Sessions are forgotten by request, which is noted here, and by the expiry of their keys, which nobody is told. So a file is
//! written anew soon after a request, and once a day in any case.

use std::sync::atomic::{AtomicBool, Ordering};

use jiff::Timestamp;
use redis::{Value, cmd};

use super::keys;
use super::link::Link;
use crate::store::Result;

/// A server copies all that it has for it, so however much is forgotten, it does so no sooner than after so long.
const PAUSE_MS_MIN: i64 = 10 * 60_000;
/// After so long it does so even if nobody has asked for anything to be forgotten.
const PAUSE_MS_MAX: i64 = 24 * 3_600_000;

/// Asks for it where it is due. Processes share what is due, and when it was asked for.
#[derive(Debug, Default)]
pub(super) struct Rewrites {
    /// Whether a server has refused it, which is told once.
    was_refused: AtomicBool,
}

impl Rewrites {
    /// Notes that something was forgotten that the files still have.
    pub async fn note(&self, link: &Link) -> Result<()> {
        link.send(cmd("SET").arg(keys::REWRITE_DUE).arg(1)).await?;
        Ok(())
    }

    /// Has the files written anew, if that is due.
    pub async fn see_to(&self, link: &Link) -> Result<()> {
        let is_due: bool = link.ask(cmd("EXISTS").arg(keys::REWRITE_DUE)).await?;
        let asked_at: Option<i64> = link.ask(cmd("GET").arg(keys::REWRITE_ASKED_AT)).await?;
        let now = Timestamp::now().as_millisecond();
        let pause = if is_due { PAUSE_MS_MIN } else { PAUSE_MS_MAX };
        // A time to come is that of a clock that was wrong.
        if asked_at.is_some_and(|asked_at| (0..pause).contains(&(now - asked_at))) {
            return Ok(());
        }
        if !has_file(link).await? {
            return Ok(());
        }
        link.send(cmd("SET").arg(keys::REWRITE_ASKED_AT).arg(now)).await?;
        // Before it is asked for: what is forgotten meanwhile is for the next time.
        link.send(cmd("DEL").arg(keys::REWRITE_DUE)).await?;
        match link.ask_servers(&cmd("BGREWRITEAOF")).await {
            Ok(_) => tracing::info!("Redis writes its append-only file anew, without what was forgotten"),
            Err(error) => {
                self.note(link).await?;
                if !self.was_refused.swap(true, Ordering::Relaxed) {
                    tracing::warn!(
                        %error,
                        "Redis does not write its append-only file anew, in which what was forgotten stays until somebody has it do so (BGREWRITEAOF)"
                    );
                }
            }
        }
        Ok(())
    }
}

/// Whether a server keeps such a file at all.
async fn has_file(link: &Link) -> Result<bool> {
    let answers = link.ask_servers(cmd("CONFIG").arg("GET").arg("appendonly")).await?;
    let is_on = |answer: Value| {
        let settings = redis::from_redis_value::<Vec<String>>(answer);
        settings.is_ok_and(|settings| settings.iter().any(|word| word == "yes"))
    };
    Ok(answers.into_iter().any(is_on))
}
