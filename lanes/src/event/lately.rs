//! When an event of a live lane may have happened. Replays take events of any time.

use jiff::{SignedDuration, Timestamp};

use super::{InvalidEvent, ReceivedEvent};

/// How long ago a live event may have happened: a frontend that was cut off sends what it kept.
const AGO_MAX: SignedDuration = SignedDuration::from_hours(24);
/// How far a frontend's clock may be ahead of the service's.
const AHEAD_MAX: SignedDuration = SignedDuration::from_mins(2);

impl ReceivedEvent {
    /// The event with a fault if it did not happen lately. It may have been taken before, when it had.
    #[must_use]
    pub(crate) fn lately(mut self, now: Timestamp) -> Self {
        let at = self.request.as_ref().ok().and_then(|request| request.head.at);
        if let Some(at) = at
            && !(-AGO_MAX..=AHEAD_MAX).contains(&at.duration_since(now))
        {
            let detail = format!(
                "{at} was given, and the service's clock says {now}; use a time of at most 24 hours before that and at most \
                 2 minutes after it, or leave it out"
            );
            self.request = Err(InvalidEvent::new("at", detail));
        }
        self
    }
}
