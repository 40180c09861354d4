//! What one has and another does not: "extra pickles on mine, none on hers", "no pickles on hers, leave them on mine".

use fsm::dialogue::ActKind;
use fsm::order::{Amount, Correction, Description, Op};

use super::atoms::Atom;
use super::phrase::{Mark, Phrase, Piece};
use super::scene::Scene;
use super::{pieces, without_asides};
use crate::language::{Cue, Edit, Word};
use crate::persons::Mention;
use crate::resolve::{Context, Resolved};
use crate::tokens::Token;

/// What is said of one person, and the opposite of another.
pub(super) fn otherwise(
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
    mentions: &[Mention],
) -> Option<Resolved> {
    let [one, other] = mentions else { return None };
    let order = cx.order.filter(|_| one.person != other.person)?;
    let begins = |at: &usize| {
        let atom = &atoms[*at];
        (atom.pause || atom.is(Word::And)) && atom.start >= one.end && atom.start <= other.start
    };
    let cut = (1..atoms.len()).rev().find(begins)?;
    let (first, second) = (without_asides(&atoms[..cut]), &atoms[cut..]);
    let opposite = opposite(second)?;
    let pieces = pieces::pieces(cx.index.language(), tokens, &first)?;
    let choice = only_choice(&pieces)?;
    let amounts = |amount: Amount| {
        let picks = choice.picks.iter().map(|(any, _, number)| (any.clone(), amount, *number)).collect();
        Phrase { picks, ..choice.clone() }
    };
    let mut said = vec![(&one.person, choice.clone())];
    match opposite {
        Opposite::None => said.push((&other.person, amounts(Amount::No))),
        Opposite::Stays => {}
    }
    let ops = said.into_iter().map(|(person, choice)| {
        let theirs = order.only_of(person);
        let scene = Scene { cx, order: Some(theirs.as_ref().unwrap_or(order)), tokens, is_asked: false };
        let wanted = scene.merged(&[&choice.attributes()])?;
        let text = scene.text(choice.start, choice.end);
        let line = scene.last().filter(|line| scene.can_be(line, &wanted))?;
        let target = Description::of_line(line.line_id);
        let op = Op::from(Correction { text, target, wanted, ..Correction::default() });
        if theirs.is_some() {
            return scene.pinned(op, Some(person));
        }
        let Op::Correct(said) = op else { return None };
        let split = Some(1).filter(|_| line.quantity > 1)?;
        Some(Op::from(Correction { split: Some(split), person: Some(person.clone()), ..*said }))
    });
    let ops = ops.collect::<Option<Vec<Op>>>()?;
    Some(Resolved { ops, unresolved: Vec::new() })
}

enum Opposite {
    /// "none on hers", "take them off hers".
    None,
    /// "leave them on mine".
    Stays,
}

/// What a clause that names nothing says of what was named before it.
fn opposite(clause: &[Atom]) -> Option<Opposite> {
    if clause.iter().any(|atom| atom.names() || atom.number.is_some() || atom.is_unknown()) {
        return None;
    }
    let any = |word: Word| clause.iter().any(|atom| atom.is(word));
    let stays = clause.iter().any(|atom| atom.edits(Edit::Stays));
    let denies = [Word::Negation, Word::Remove, Word::Off, Word::Cue(Cue::Act(ActKind::No))];
    let none = clause.iter().any(|atom| atom.amount == Some(Amount::No));
    if none || denies.iter().any(|word| any(*word)) {
        Some(Opposite::None)
    } else if (stays || any(Word::Keep)) && any(Word::On) {
        Some(Opposite::Stays)
    } else {
        None
    }
}

/// The one choice that is named, and nothing else.
fn only_choice(pieces: &[Piece]) -> Option<Phrase> {
    let says = |piece: &&Piece| {
        !matches!(
            piece,
            Piece::Mark(Mark::Person | Mark::Want | Mark::Is | Mark::With | Mark::And | Mark::Make)
        )
    };
    let mut said = pieces.iter().filter(says);
    let phrase = said.next()?.phrase().filter(|_| said.next().is_none())?;
    let choice = phrase.as_modifier().filter(|choice| !choice.names_item() && choice.of.is_none())?;
    (choice.picks.len() == 1 && choice.sizes.is_empty() && choice.number.is_none()).then_some(choice)
}
