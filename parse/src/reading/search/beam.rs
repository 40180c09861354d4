//! The best readings of the words up to one place.

use std::cmp::Ordering;

use crate::reading::search::Hypothesis;

/// How many readings of the words so far are followed.
pub(crate) const BEAM: usize = 12;

/// At most [`BEAM`] readings that differ for the next words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Beam {
    kept: Vec<Hypothesis>,
    /// The sign of each, computed once.
    signs: [Sign; BEAM],
    /// The place of the worst one, once the beam is full.
    worst: usize,
}

/// What the next words need to know of a reading, as one number, except for what it holds.
type Sign = u64;

impl Beam {
    /// Whether a reading of that score is behind all that are kept.
    pub(crate) fn is_out_of_reach(&self, score: i32) -> bool {
        self.kept.len() == BEAM && score < self.kept[self.worst].score
    }

    /// Keeps a reading that is among the best. Of two that are the same for the next words the better one stays, of
    /// two equal ones the first.
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

    /// Whether it has no memory yet.
    pub(crate) fn is_new(&self) -> bool {
        self.kept.capacity() == 0
    }

    /// An empty beam, in the memory of a finished one.
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
    /// The better one is less; two that differ for the next words are never equal.
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
