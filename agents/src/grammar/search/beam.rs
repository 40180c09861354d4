//! The readings of the words up to one place that are followed further.

use std::cmp::Ordering;

use super::Hypothesis;

/// How many readings of the words so far are followed.
pub(super) const BEAM: usize = 12;

/// At most [`BEAM`] readings that differ in what counts.
#[derive(Clone, Debug, Default)]
pub(super) struct Beam {
    kept: Vec<Hypothesis>,
    /// The place of the worst one, once there are as many as are kept.
    worst: usize,
}

/// What counts of a reading, in one number, but for what it holds: readings that differ in it do differ.
type Sign = u64;

impl Beam {
    /// Whether a reading of that score is behind all that are kept, whatever else it is.
    pub(super) fn is_out_of_reach(&self, score: i32) -> bool {
        self.kept.len() == BEAM && score < self.kept[self.worst].score
    }

    /// Keeps a reading that is among the best. Of two that do not differ in what counts the better one stays, of two
    /// equal ones the first.
    pub(super) fn offer(&mut self, hypothesis: Hypothesis) {
        let sign = hypothesis.sign();
        let is_same = |known: &Hypothesis| known.sign() == sign && known.held() == hypothesis.held();
        match self.kept.iter().position(is_same) {
            None if self.kept.len() < BEAM => self.kept.push(hypothesis),
            None if hypothesis.compare(&self.kept[self.worst]) == Ordering::Less => {
                self.kept[self.worst] = hypothesis;
            }
            Some(same) if self.kept[same].score < hypothesis.score => self.kept[same] = hypothesis,
            _ => return,
        }
        if self.kept.len() == BEAM {
            let worse = |one: usize, other: usize| match self.kept[one].compare(&self.kept[other]) {
                Ordering::Less => other,
                Ordering::Equal | Ordering::Greater => one,
            };
            self.worst = (1..BEAM).fold(0, worse);
        }
    }

    /// Whether it was not yet given room.
    pub(super) fn is_new(&self) -> bool {
        self.kept.capacity() == 0
    }

    /// A beam without readings, in the room of one that is done with.
    pub(super) fn reusing(mut room: Vec<Hypothesis>) -> Self {
        room.clear();
        room.reserve_exact(BEAM);
        Self { kept: room, worst: 0 }
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
        let key = || self.sign().cmp(&other.sign()).then_with(|| self.held().cmp(other.held()));
        other.score.cmp(&self.score).then_with(key)
    }

    fn sign(&self) -> Sign {
        let head = self.head.map_or(0, |head| head as Sign + 1);
        let flags = Sign::from(self.fresh) << 1 | Sign::from(self.sized);
        (head << 2 | flags) << 8 | self.kind as Sign
    }
}
