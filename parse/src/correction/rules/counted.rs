//! Some of what was mentioned last, told by a number and no more: "bacon on one", "just one of them without cheese".

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;

/// "out of the other two, one with no tomato" as "one of the others with no tomato". None where nothing is said so.
pub(in crate::correction) fn of_the_others(pieces: &[Piece]) -> Option<Vec<Piece>> {
    let pieces = match pieces {
        [Piece::Mark(Mark::And), rest @ ..] => rest,
        all => all,
    };
    let ([Piece::Mark(Mark::Remove), Piece::Phrase(others), rest @ ..] | [Piece::Phrase(others), rest @ ..]) =
        pieces
    else {
        return None;
    };
    let [Piece::Phrase(some), rest @ ..] = rest else { return None };
    let points = others.other && !others.says_what() && others.of.is_none();
    let counts = only_counts(some) && some.number.is_some() && some.describes() && some.of.is_none();
    let fewer = others.number.is_none_or(|all| some.number.is_some_and(|number| number < all));
    let some = Phrase { other: true, share: true, ones: true, ..(**some).clone() };
    let first = Piece::Phrase(Box::new(some));
    (points && counts && fewer).then(|| std::iter::once(first).chain(rest.iter().cloned()).collect())
}

impl Scene<'_> {
    /// The pieces with every such number as a share of the line mentioned last. None where there is none.
    pub(in crate::correction) fn with_counted(&self, pieces: &[Piece]) -> Option<Vec<Piece>> {
        let quantity = self.last().filter(|_| !self.is_asked)?.quantity;
        let adds = pieces.iter().find(|piece| !matches!(piece, Piece::Mark(Mark::Person)));
        if matches!(adds, Some(Piece::Mark(Mark::And | Mark::Another | Mark::Same))) || !says_more(pieces) {
            return None;
        }
        // "one with jam instead of butter" says itself which.
        let against = |piece: &Piece| matches!(piece, Piece::Mark(Mark::Not | Mark::InsteadOf));
        let from = pieces.iter().position(against).unwrap_or(0);
        let fewer = |phrase: &Phrase| phrase.number.is_some_and(|number| 0 < number && number < quantity);
        let mut counted = Vec::with_capacity(pieces.len());
        let mut found = false;
        for (at, piece) in pieces.iter().enumerate() {
            let Some(phrase) = piece.phrase().filter(|_| from <= at) else {
                counted.push(piece.clone());
                continue;
            };
            let mut phrase = Box::new(phrase.clone());
            if let Some(of) = phrase.of.as_mut().filter(|of| fewer(of) && only_counts(of)) {
                (of.share, of.pronoun, found) = (true, true, true);
            }
            if fewer(&phrase) && phrase.of.is_none() && only_counts(&phrase) {
                (phrase.share, phrase.pronoun, found) = (true, true, true);
            }
            // "make one Coke a Sprite"
            let listed = matches!(pieces.get(at + 1), Some(Piece::Mark(Mark::And)));
            let made = at > 0 && matches!(pieces[at - 1], Piece::Mark(Mark::Make)) && !listed;
            if made && says_more(&pieces[at + 1..]) && self.names_some(&phrase) {
                (phrase.share, found) = (true, true);
            }
            let is_share = fewer(&phrase) && phrase.share;
            // "just one of them": no more than one, and not only what is said of it
            let is_share = is_share || phrase.of.as_ref().is_some_and(|of| of.share);
            if is_share && matches!(counted.last(), Some(Piece::Mark(Mark::Just))) {
                counted.pop();
                found = true;
            }
            counted.push(Piece::Phrase(phrase));
        }
        found.then_some(counted)
    }

    /// Whether it counts fewer of an item than there are of its line.
    fn names_some(&self, phrase: &Phrase) -> bool {
        let points = phrase.definite || phrase.pronoun || phrase.of.is_some();
        let plain = phrase.item.is_some() && !phrase.describes() && !points;
        let line = || self.on_order(&phrase.without_number().named())?.lines(self.order?, self.cx.menu).pop();
        let count = phrase.number.filter(|count| plain && *count > 0 && !phrase.share);
        count.is_some_and(|count| line().is_some_and(|line| count < line.quantity))
    }
}

/// Whether a phrase points at nothing, and only says how many there are, or how so many should be.
fn only_counts(phrase: &Phrase) -> bool {
    let points = phrase.definite || phrase.article || phrase.other || phrase.place.is_some() || phrase.every;
    !points && !phrase.share && !phrase.ones && !phrase.pronoun && !phrase.names_item()
}

/// Whether more is said than how many.
fn says_more(pieces: &[Piece]) -> bool {
    let takes_away = |piece: &Piece| matches!(piece, Piece::Mark(Mark::Remove | Mark::InsteadOf));
    let says = |phrase: &Phrase| phrase.describes() || phrase.names_item() || phrase.unwanted;
    pieces.iter().any(takes_away) || pieces.iter().filter_map(Piece::phrase).any(says)
}
