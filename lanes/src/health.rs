//! How well a service's store does: what fails is told for as long as it fails.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use crate::store::StoreError;

/// How long after a turn that failed on the store the service is not ready.
const RED_FOR: Duration = Duration::from_secs(5);

/// What is known of the store. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Health(Arc<Mutex<Known>>);

#[derive(Debug, Default)]
struct Known {
    failed: Option<(Instant, String)>,
    damage: Option<String>,
}

impl Health {
    /// Notes that the store failed a turn. What it keeps of one lane and nobody can read fails that lane only: the service is
    /// ready for the others, and the error is counted and logged.
    pub(crate) fn store_failed(&self, error: &StoreError) {
        metrics::counter!("carhop_store_errors_total").increment(1);
        match error {
            StoreError::Unreadable(detail) => {
                tracing::error!(detail, "what is stored of a lane cannot be read");
            }
            error => self.known().failed = Some((Instant::now(), error.to_string())),
        }
    }

    /// Notes what the last look at what is stored found to be damaged; nothing if all is well.
    pub fn found(&self, damage: Option<String>) {
        if let Some(damage) = &damage {
            metrics::counter!("carhop_store_errors_total").increment(1);
            tracing::error!(damage, "what is stored is damaged");
        }
        self.known().damage = damage;
    }

    /// Which part is not well, and why.
    pub fn red(&self) -> Option<String> {
        let known = self.known();
        if let Some(damage) = &known.damage {
            return Some(format!("integrity: {damage}"));
        }
        let failed = known.failed.as_ref().filter(|(at, _)| at.elapsed() < RED_FOR);
        failed.map(|(_, detail)| format!("turns: the last one that the store failed: {detail}"))
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_failed_turn_is_told_for_a_while_and_damage_until_it_is_mended() {
        let health = Health::default();
        assert_eq!(health.red(), None);
        health.store_failed(&StoreError::Unreadable("lane 2".to_owned()));
        assert_eq!(health.red(), None, "the other lanes are well");
        health.store_failed(&StoreError::Unavailable("the disk is gone".to_owned()));
        assert!(
            health.red().is_some_and(|red| red.starts_with("turns:") && red.ends_with("the disk is gone"))
        );
        advance(RED_FOR).await;
        assert_eq!(health.red(), None);
        health.found(Some("page 7".to_owned()));
        advance(RED_FOR * 1000).await;
        assert_eq!(health.red().as_deref(), Some("integrity: page 7"));
        health.found(None);
        assert_eq!(health.red(), None);
    }
}
