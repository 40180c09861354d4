//! The shape of a correction: its phrases and the marks that matter between them.

use super::phrase::{Mark, Phrase, Piece};

/// An utterance without the words that only begin it.
#[derive(Clone)]
pub(super) struct Shape<'p> {
    pub(super) pieces: Vec<&'p Piece>,
    /// Whether "no", "sorry" or "actually" was said.
    pub(super) sorry: bool,
    /// Whether it was "sorry" or "actually", not only a no.
    pub(super) corrects: bool,
    /// Whether "and" was said.
    pub(super) adds: bool,
    /// Whether it is said for somebody: "for him".
    pub(super) person: bool,
    /// Whether "I said" was said.
    pub(super) insists: bool,
    pub(super) wants: bool,
    pub(super) just: bool,
    /// Whether "with" was said.
    pub(super) with: bool,
}

impl<'p> Shape<'p> {
    pub(super) fn of(pieces: &'p [Piece]) -> Self {
        let has = |mark: Mark| pieces.iter().any(|piece| matches!(piece, Piece::Mark(own) if *own == mark));
        let says = |piece: &&Piece| {
            !matches!(
                piece,
                Piece::Mark(
                    Mark::Sorry
                        | Mark::No
                        | Mark::Person
                        | Mark::Insist
                        | Mark::Want
                        | Mark::Just
                        | Mark::And
                        | Mark::With
                )
            )
        };
        Self {
            pieces: pieces.iter().filter(says).collect(),
            sorry: has(Mark::Sorry) || has(Mark::No),
            corrects: has(Mark::Sorry),
            adds: has(Mark::And),
            person: has(Mark::Person),
            insists: has(Mark::Insist),
            wants: has(Mark::Want),
            just: has(Mark::Just),
            with: has(Mark::With),
        }
    }

    /// Without marks that say no more than the rest.
    pub(super) fn without(&self, marks: &[Mark]) -> Self {
        let says = |piece: &&&Piece| !matches!(piece, Piece::Mark(mark) if marks.contains(mark));
        Self { pieces: self.pieces.iter().filter(says).copied().collect(), ..*self }
    }

    /// The phrases, if there is nothing else.
    pub(super) fn phrases(&self) -> Option<Vec<&'p Phrase>> {
        phrases(&self.pieces)
    }

    pub(super) fn has(&self, mark: Mark) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, Piece::Mark(own) if *own == mark))
    }

    /// The phrases before a mark and after it, if it is the only one.
    pub(super) fn round(&self, mark: Mark) -> Option<(Vec<&'p Phrase>, Vec<&'p Phrase>)> {
        let at = self.pieces.iter().position(|piece| matches!(piece, Piece::Mark(own) if *own == mark))?;
        Some((phrases(&self.pieces[..at])?, phrases(&self.pieces[at + 1..])?))
    }
}

/// Pieces as phrases, if they are nothing else.
fn phrases<'p>(pieces: &[&'p Piece]) -> Option<Vec<&'p Phrase>> {
    pieces.iter().map(|piece| piece.phrase()).collect()
}
