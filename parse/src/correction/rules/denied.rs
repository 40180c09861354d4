//! What is denied of something: "another one, not heated", "without ketchup and mustard".

use fsm::menu::Item;
use fsm::order::{Amount, Correction, Description, Line, ModifierPick, Op};

use crate::correction::phrase::{Mark, Phrase, Piece};
use crate::correction::scene::Scene;
use crate::language::{Edit, Word};
use crate::tokens::Token;

/// "another one, not heated": what the other one is not. None where nothing is denied of a line like another.
pub(in crate::correction) fn with_denials(pieces: &[Piece]) -> Option<Vec<Piece>> {
    let likens = |piece: &Piece| matches!(piece, Piece::Mark(Mark::Same | Mark::Another));
    let at = pieces.iter().position(|piece| matches!(piece, Piece::Mark(Mark::Not)))?;
    let [Piece::Phrase(choice)] = &pieces[at + 1..] else { return None };
    let only_choices = !choice.names_item() && choice.sizes.is_empty() && choice.number.is_none();
    let mut choice = choice.as_modifier().filter(|choice| only_choices && !choice.picks.is_empty())?;
    choice.picks.iter_mut().for_each(|(_, amount, _)| *amount = Amount::No);
    let mut denied = pieces[..at].to_vec();
    denied.push(Piece::Phrase(Box::new(choice)));
    denied[..at].iter().any(likens).then_some(denied)
}

/// "neither burger gets onions" as "both burgers get no onions". None where it is not said of neither.
pub(in crate::correction) fn of_neither(pieces: &[Piece]) -> Option<Vec<Piece>> {
    let says_so = |piece: &Piece| matches!(piece, Piece::Mark(Mark::Neither));
    pieces.iter().any(says_so).then(|| {
        let denied = pieces.iter().filter(|piece| !says_so(piece)).map(|piece| {
            let Some(phrase) = piece.phrase() else { return piece.clone() };
            let choice = phrase.as_modifier().filter(|_| phrase.item.is_none());
            let mut phrase = choice.unwrap_or_else(|| phrase.clone());
            phrase.picks.iter_mut().for_each(|(_, amount, _)| *amount = Amount::No);
            Piece::Phrase(Box::new(phrase))
        });
        denied.collect()
    })
}

impl Scene<'_> {
    /// "keep the lettuce, it's the tomato I don't want", "it's the lettuce I don't like, the tomato can stay": what goes,
    /// and what does not.
    pub(in crate::correction) fn goes_and_stays(&self, pieces: &[Piece]) -> Option<Op> {
        let language = self.cx.index.language();
        let clause = |phrase: &Phrase| {
            self.tokens[phrase.end..].iter().take_while(|token| !token.pause).collect::<Vec<_>>()
        };
        let is_denied = |at: usize, phrase: &Phrase| {
            let behind = matches!(pieces.get(at + 1), Some(Piece::Mark(Mark::No)));
            behind && phrase.definite && !clause(phrase).is_empty()
        };
        let is_kept = |at: usize, phrase: &Phrase| {
            let stays = |token: &&Token| language.roles_by(token.id).contains(&Word::Edit(Edit::Unchanged));
            let before = at.checked_sub(1).map(|before| &pieces[before]);
            matches!(before, Some(Piece::Mark(Mark::Stays))) || clause(phrase).iter().any(stays)
        };
        let says_more = |piece: &Piece| match piece {
            Piece::Phrase(_) => false,
            Piece::Mark(mark) => !matches!(mark, Mark::No | Mark::Sorry | Mark::And | Mark::Stays | Mark::Is),
            Piece::Wish(..) => true,
        };
        let (mut goes, mut stays) = (None, None);
        for (at, piece) in pieces.iter().enumerate() {
            let Some(phrase) = piece.phrase() else { continue };
            let choice = phrase.as_modifier().filter(|_| phrase.number.is_none() && phrase.of.is_none())?;
            let role = if is_denied(at, phrase) {
                &mut goes
            } else if is_kept(at, phrase) {
                &mut stays
            } else {
                return None;
            };
            if choice.picks.is_empty() || role.replace(choice).is_some() {
                return None;
            }
        }
        let mut goes = goes.filter(|_| !pieces.iter().any(says_more))?;
        let comes =
            |line: &&Line| goes.picks.iter().any(|(any, ..)| any.iter().any(|at| self.cx.has(line, *at)));
        let line = self.last().filter(comes).or_else(|| self.lines().iter().rev().find(comes))?;
        goes.picks.iter_mut().for_each(|(_, amount, _)| *amount = Amount::No);
        let mut wanted = self.merged(&[&goes.attributes()])?;
        let again = stays.and_then(|kept| self.taken_off(&kept, line));
        wanted.modifiers.extend(again.map(|pick| vec![ModifierPick { amount: Amount::Regular, ..pick }]));
        let target = Description::of_line(line.line_id);
        let text = self.text(goes.start, goes.end);
        Some(Op::from(Correction { text, target, wanted, ..Correction::default() }))
    }

    /// "without ketchup and mustard": a denial is also of what comes with something on the order and is joined to it. None
    /// where nothing is joined to one.
    pub(in crate::correction) fn with_carried_denials(&self, pieces: &[Piece]) -> Option<Vec<Piece>> {
        let mut carried: Vec<Piece> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            if let [.., Piece::Phrase(before), Piece::Mark(Mark::And)] = carried.as_mut_slice()
                && let Some(denied) = piece.phrase().and_then(|next| self.denied_with(before, next))
            {
                before.picks.extend(denied.picks);
                before.end = denied.end;
                carried.pop();
            } else {
                carried.push(piece.clone());
            }
        }
        (carried.len() < pieces.len()).then_some(carried)
    }

    /// What is joined to a denial, denied.
    fn denied_with(&self, before: &Phrase, next: &Phrase) -> Option<Phrase> {
        let denies = before.picks.last().is_some_and(|(_, amount, _)| *amount == Amount::No);
        let only_names = !next.definite && !next.article && next.number.is_none() && next.of.is_none();
        let choice = next.as_modifier().filter(|_| denies && only_names && next.sizes.is_empty());
        let mut choice = choice.filter(|choice| self.all_come_with_it(choice))?;
        choice.picks.iter_mut().for_each(|(_, amount, _)| *amount = Amount::No);
        Some(choice)
    }

    /// Whether all that a phrase names comes with one thing on the order by itself.
    fn all_come_with_it(&self, choice: &Phrase) -> bool {
        let items = self.lines().iter().filter_map(|line| self.cx.menu.item(&line.item));
        let picks: Vec<Vec<ModifierPick>> =
            choice.picks.iter().map(|(any, amount, quantity)| self.picks(any, *amount, *quantity)).collect();
        let plain = choice.picks.iter().all(|(_, amount, _)| *amount == Amount::Regular);
        let comes = |item: &Item, any: &[ModifierPick]| {
            any.iter().any(|pick| item.includes(&pick.group, &pick.modifier))
        };
        !picks.is_empty() && plain && items.into_iter().any(|item| picks.iter().all(|any| comes(item, any)))
    }
}
