//! The readings of the words up to one place that are followed further.

use std::cmp::Ordering;

use crate::reading::search::Hypothesis;

/// How many readings of the words so far are followed.
pub(crate) const BEAM: usize = 12;

/// At most [`BEAM`] readings that differ in what counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beam {
    kept: Vec<Hypothesis>,
    /// What counts of each, worked out once.
    signs: [Sign; BEAM],
    /// The place of the worst one, once there are as many as are kept.
    worst: usize,
}

/// What counts of a reading, in one number, but for what it holds: readings that differ in it do differ.
type Sign = u64;

impl Beam {
    /// Whether a reading of that score is behind all that are kept, whatever else it is.
    pub(crate) fn is_out_of_reach(&self, score: i32) -> bool {
        self.kept.len() == BEAM && score < self.kept[self.worst].score
    }

    /// Keeps a reading that is among the best. Of two that do not differ in what counts the better one stays, of two
    /// equal ones the first.
    pub(crate) fn offer(&mut self, hypothesis: Hypothesis) {
        let sign = hypothesis.sign();
        let is_same = |(known, its): (&Hypothesis, &Sign)| *its == sign && known.held() == hypothesis.held();
        let same = self.kept.iter().zip(&self.signs).position(is_same);
        let at = match same {
            Some(same) if self.kept[same].score >= hypothesis.score => return,
            Some(same) => same,
            None if self.kept.len() < BEAM => self.kept.len(),
            None if self.is_better(sign, &hypothesis, self.worst) => self.worst,
            None => return,
        };
        self.signs[at] = sign;
        match self.kept.get_mut(at) {
            Some(known) => *known = hypothesis,
            None => self.kept.push(hypothesis),
        }
        if self.kept.len() == BEAM && (at == self.worst || same.is_none()) {
            let worse = |one, other| {
                if self.is_better(self.signs[one], &self.kept[one], other) { other } else { one }
            };
            self.worst = (1..BEAM).fold(0, worse);
        }
    }

    fn is_better(&self, sign: Sign, hypothesis: &Hypothesis, than: usize) -> bool {
        hypothesis.compare(sign, &self.kept[than], self.signs[than]) == Ordering::Less
    }

    /// Whether it was not yet given room.
    pub(crate) fn is_new(&self) -> bool {
        self.kept.capacity() == 0
    }

    /// A beam without readings, in the room of one that is done with.
    pub(crate) fn reusing(mut room: Vec<Hypothesis>) -> Self {
        room.clear();
        room.reserve_exact(BEAM);
        Self { kept: room, ..Self::default() }
    }

    /// What was kept, the best first.
    pub(crate) fn into_kept(mut self) -> Vec<Hypothesis> {
        self.kept.sort_unstable_by(|one, other| one.compare(one.sign(), other, other.sign()));
        self.kept
    }
}

impl Hypothesis {
    /// The better one is less; no two that differ in what counts are equal.
    fn compare(&self, sign: Sign, other: &Self, its: Sign) -> Ordering {
        let key = || sign.cmp(&its).then_with(|| self.held().cmp(other.held()));
        other.score.cmp(&self.score).then_with(key)
    }

    fn sign(&self) -> Sign {
        let head = self.head.map_or(0, |head| head.index() as Sign + 1);
        let flags = Sign::from(self.fresh) << 1 | Sign::from(self.sized);
        (head << 2 | flags) << 8 | self.kind as Sign
    }
}
