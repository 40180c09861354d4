//! The readings of the words up to one place that are followed further.

use std::cmp::Ordering;

use super::Hypothesis;

/// How many readings of the words so far are followed.
const BEAM: usize = 12;

/// At most [`BEAM`] readings that differ in what counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Beam {
    kept: Vec<Hypothesis>,
    /// The place of the worst one, once there are as many as are kept.
    worst: usize,
}

impl Beam {
    /// Whether a reading of that score is behind all that are kept, whatever else it is.
    pub(super) fn is_out_of_reach(&self, score: i32) -> bool {
        self.kept.len() == BEAM && score < self.kept[self.worst].score
    }

    /// Keeps a reading that is among the best. Of two that do not differ in what counts the better one stays, of two
    /// equal ones the first.
    pub(super) fn offer(&mut self, hypothesis: Hypothesis) {
        let same = self.kept.iter().position(|known| known.key() == hypothesis.key());
        let place = match same {
            None if self.kept.len() < BEAM => {
                self.kept.reserve_exact(BEAM - self.kept.len());
                self.kept.push(hypothesis);
                return self.find_worst();
            }
            None => self.worst,
            Some(same) => same,
        };
        if hypothesis.compare(&self.kept[place]) == Ordering::Less {
            self.kept[place] = hypothesis;
            self.find_worst();
        }
    }

    fn find_worst(&mut self) {
        let places = 0..self.kept.len();
        let worst = places.max_by(|one, other| self.kept[*one].compare(&self.kept[*other]));
        self.worst = worst.unwrap_or_default();
    }

    /// What was kept, the best first.
    pub(super) fn into_kept(mut self) -> Vec<Hypothesis> {
        self.kept.sort_unstable_by(Hypothesis::compare);
        self.kept
    }
}

impl Hypothesis {
    /// The better one is less; no two that differ in what counts are equal.
    fn compare(&self, other: &Self) -> Ordering {
        other.score.cmp(&self.score).then_with(|| self.key().cmp(&other.key()))
    }

    fn key(&self) -> impl Ord + '_ {
        (self.head, self.fresh, self.sized, self.kind, self.held())
    }
}
