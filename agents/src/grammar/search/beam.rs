//! The readings of the words up to one place that are followed further.

use std::cmp::Ordering;

use super::Hypothesis;

/// How many readings of the words so far are followed.
const BEAM: usize = 12;

/// At most [`BEAM`] readings that differ in what counts, the best first.
#[derive(Clone, Debug, Default)]
pub(super) struct Beam {
    kept: Vec<Hypothesis>,
}

impl Beam {
    /// Whether a reading of that score is behind all that are kept, whatever else it is.
    pub(super) fn is_out_of_reach(&self, score: i32) -> bool {
        self.kept.len() == BEAM && self.kept.last().is_some_and(|last| score < last.score)
    }

    /// Keeps a reading that is among the best. Of two that do not differ in what counts the better one stays, of two
    /// equal ones the first.
    pub(super) fn offer(&mut self, hypothesis: Hypothesis) {
        let at = self.kept.partition_point(|known| known.compare(&hypothesis) != Ordering::Greater);
        if at == BEAM || self.kept[..at].iter().any(|known| known.key() == hypothesis.key()) {
            return;
        }
        if let Some(worse) = self.kept[at..].iter().position(|known| known.key() == hypothesis.key()) {
            self.kept.remove(at + worse);
        }
        self.kept.truncate(BEAM - 1);
        if self.kept.capacity() == 0 {
            self.kept.reserve_exact(BEAM);
        }
        self.kept.insert(at, hypothesis);
    }

    /// What was kept, the best first.
    pub(super) fn into_kept(self) -> Vec<Hypothesis> {
        self.kept
    }
}

impl Hypothesis {
    fn compare(&self, other: &Self) -> Ordering {
        other.score.cmp(&self.score).then_with(|| self.key().cmp(&other.key()))
    }

    fn key(&self) -> impl Ord + '_ {
        (self.head, self.fresh, self.sized, self.kind, self.held())
    }
}
