//! Some of what was mentioned last, told by a number and no more: "bacon on one", "just one of them without cheese".

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;

impl Scene<'_> {
    /// The pieces with every such number as a share of the line mentioned last. None where there is none.
    pub(in crate::correction) fn with_counted(&self, pieces: &[Piece]) -> Option<Vec<Piece>> {
        let quantity = self.last().filter(|_| !self.is_asked)?.quantity;
        let adds = pieces.iter().find(|piece| !matches!(piece, Piece::Mark(Mark::Person)));
        if matches!(adds, Some(Piece::Mark(Mark::And | Mark::Another | Mark::Same))) || !says_more(pieces) {
            return None;
        }
        let fewer = |phrase: &Phrase| phrase.number.is_some_and(|number| 0 < number && number < quantity);
        let mut counted = Vec::with_capacity(pieces.len());
        let mut found = false;
        for piece in pieces {
            let Piece::Phrase(phrase) = piece else {
                counted.push(piece.clone());
                continue;
            };
            let mut phrase = phrase.clone();
            if let Some(of) = phrase.of.as_mut().filter(|of| fewer(of) && only_counts(of)) {
                (of.share, of.pronoun, found) = (true, true, true);
            }
            if fewer(&phrase) && phrase.of.is_none() && only_counts(&phrase) {
                (phrase.share, phrase.pronoun, found) = (true, true, true);
            }
            let is_share = fewer(&phrase) && phrase.share;
            // "just one of them": no more than one, and not only what is said of it
            if is_share && matches!(counted.last(), Some(Piece::Mark(Mark::Just))) {
                counted.pop();
                found = true;
            }
            counted.push(Piece::Phrase(phrase));
        }
        found.then_some(counted)
    }
}

/// Whether a phrase points at nothing, and only says how many there are, or how so many should be.
fn only_counts(phrase: &Phrase) -> bool {
    let points = phrase.definite || phrase.article || phrase.other || phrase.place.is_some() || phrase.every;
    !points && !phrase.share && !phrase.ones && !phrase.pronoun && !phrase.names_item()
}

/// Whether more is said than how many.
fn says_more(pieces: &[Piece]) -> bool {
    let takes_away = |piece: &Piece| matches!(piece, Piece::Mark(Mark::Remove));
    let says = |phrase: &Phrase| phrase.describes() || phrase.names_item() || phrase.unwanted;
    pieces.iter().any(takes_away) || pieces.iter().filter_map(Piece::phrase).any(says)
}
