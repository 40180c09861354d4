//! What is said of one line that is pointed at first, or last: "the one with the rings gets a Sprite", "make it a double, the
//! cheeseburger". The order is only that line here.

use std::ops::Range;

use fsm::ids::LineId;
use fsm::order::{Line, Op, Order, Person, Who};

use super::atoms::Atom;
use super::phrase::{Mark, Phrase, Piece};
use super::scene::Scene;
use super::shape::Shape;
use super::{pieces, without_asides};
use crate::language::{Edit, Word};
use crate::resolve::{Context, Resolved};
use crate::tokens::Token;

/// What becomes of the line that is pointed at before what it gets: "the no onions guy would rather have a root beer".
pub(super) fn leading(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<Resolved> {
    let order = cx.order?;
    let atoms = without_asides(atoms);
    let begins = atoms.iter().position(|atom| !is_manners(atom))?;
    let pauses = |at: &usize| atoms[*at].pause;
    let verb =
        (begins + 1..atoms.len()).find(|at| pauses(at) || gets(&atoms[*at])).filter(|at| !pauses(at))?;
    let clause = (verb + 1..atoms.len()).find(pauses).unwrap_or(atoms.len());
    let (pointing, wanted) = (&atoms[begins..verb], &atoms[verb..clause]);
    if !pointing[0].is(Word::Definite) {
        return None;
    }
    let line_id = line(cx, tokens, pointing)?;
    let only = order.only_line(line_id)?;
    let cx = Context { order: Some(&only), ..cx };
    let scene = Scene { cx, order: Some(&only), tokens, is_asked: false };
    let edits = |atoms: &[Atom]| -> Option<Vec<Op>> {
        let Resolved { ops, unresolved } = super::read_any(cx, tokens, atoms)?;
        ops.into_iter().filter(|_| unresolved.is_empty()).map(|op| scene.pinned(op, None)).collect()
    };
    let mut said = vec![Piece::Mark(Mark::Want)];
    said.extend(pieces::pieces(cx.index.language(), tokens, wanted)?);
    let op = scene.of_person(&Shape::of(&said), None).map(|op| vec![op]);
    let mut ops = op.or_else(|| edits(&wanted[1..]))?;
    // "gets honey mustard, no ranch"
    if clause < atoms.len() {
        ops.extend(edits(&atoms[clause..])?);
    }
    (!ops.is_empty()).then_some(Resolved { ops, unresolved: Vec::new() })
}

/// A line that other words of an utterance are said of.
pub(crate) struct Pointed {
    /// The order as if there were only that line.
    pub(crate) order: Order,
    /// Where the words stand that are said of it.
    pub(crate) said: Range<usize>,
    /// Whether they are only said of it, and the order has nothing else.
    pins: bool,
}

impl Pointed {
    /// The edits as edits of that line; none if one of them is no edit of a line.
    pub(crate) fn pinned(&self, cx: Context<'_>, tokens: &[Token], ops: Vec<Op>) -> Option<Vec<Op>> {
        let scene = Scene { cx, order: Some(&self.order), tokens, is_asked: false };
        ops.into_iter().map(|op| if self.pins { scene.pinned(op, None) } else { Some(op) }).collect()
    }
}

/// The line that is pointed at before a pause: "the two coffees without room, turn those into americanos".
pub(crate) fn ahead(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<Pointed> {
    let order = cx.order?;
    let begins = atoms.iter().position(|atom| !is_manners(atom))?;
    let ends = (begins + 1..atoms.len()).find(|at| atoms[*at].pause)?;
    let (pointing, said) = (&atoms[begins..ends], &atoms[ends..]);
    // "the large fries are too much, i'll take the small"
    let too_much = pointing.last().is_some_and(|last| last.edits(Edit::TooMuch));
    let points = pointing[0].is(Word::Definite) && said.iter().any(|atom| atom.is(Word::Pronoun));
    if !too_much && !points {
        return None;
    }
    let pointing = &pointing[..pointing.len() - usize::from(too_much)];
    let order = order.only_line(line(cx, tokens, pointing)?)?;
    Some(Pointed { order, said: atoms[ends].start..tokens.len(), pins: true })
}

/// The line that the last words point at, where something is said of it before them: "no onions, on the hot dog".
pub(crate) fn trailing(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<Pointed> {
    let order = cx.order.filter(|order| order.lines().len() > 1)?;
    let last = atoms.iter().rposition(|atom| atom.pause).filter(|last| *last > 0)?;
    let (said, words) = atoms.split_at(last);
    let words = if words[0].is(Word::On) { &words[1..] } else { words };
    let [article, rest @ ..] = words else { return None };
    let names = |atom: &Atom| !atom.name.entries.is_empty();
    let names_one = article.is(Word::Definite) && !rest.is_empty() && rest.iter().all(Atom::names);
    if !names_one
        || !rest.iter().any(names)
        || said.iter().any(|atom| names(atom) && atom.name.modifiers.is_empty())
    {
        return None;
    }
    let order = order.only_line(line(cx, tokens, words)?)?;
    Some(Pointed { order, said: 0..atoms[last].start, pins: true })
}

/// The one thing that the speaker has, where somebody else has the same: "no ice in my lemonade".
pub(crate) fn own(cx: Context<'_>, atoms: &[Atom]) -> Option<Pointed> {
    let order = cx.order?;
    let at = atoms.iter().position(|atom| atom.edits(Edit::Own) && !atom.person)?;
    let is_it = |line: &&Line| atoms.get(at + 1).is_some_and(|named| named.may_be(cx, &line.item));
    let theirs = order.only_of(&Person { who: Who::Me, name: None })?;
    let mut own = theirs.lines().iter().filter(is_it);
    let line = own.next().filter(|_| own.next().is_none())?;
    let several = order.lines().iter().filter(is_it).count() > 1;
    let (order, said) = (order.only_line(line.line_id)?, 0..atoms.last()?.end);
    several.then_some(Pointed { order, said, pins: true })
}

/// What is edited first, with what else is said of it: "warm the scone and put jam on it".
pub(crate) fn edited_first(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<(Op, Pointed)> {
    let order = cx.order?;
    (1..atoms.len()).find_map(|at| {
        let joins = atoms[at].is(Word::And);
        let (first, rest) = (&atoms[..at], &atoms[at + usize::from(joins)..]);
        let points = rest.iter().any(|atom| atom.is(Word::Pronoun));
        if !joins && !atoms[at].pause || !(points || names_its_own(rest)) || !first.iter().any(Atom::names) {
            return None;
        }
        let Resolved { ops, unresolved } = super::read_any(cx, tokens, first)?;
        let (true, [op]) = (unresolved.is_empty(), ops.as_slice()) else { return None };
        let Op::Correct(said) = op else { return None };
        let lines = said.target.lines(order, cx.menu);
        let ([line], false) = (lines.as_slice(), said.target.is_empty()) else { return None };
        let order = if points { order.only_line(line.line_id)? } else { order.clone() };
        Some((op.clone(), Pointed { order, said: rest.first()?.start..tokens.len(), pins: points }))
    })
}

/// Whether words say of what they are: "and no onions on the hot dog", "and make the latte a large".
fn names_its_own(atoms: &[Atom]) -> bool {
    let begins = [Word::Make, Word::Add, Word::Remove, Word::Want, Word::Swap];
    let placed = |pair: &[Atom]| pair[0].is(Word::On) && pair[1].is(Word::Definite);
    let begun = atoms.first().is_some_and(|first| begins.iter().any(|word| first.is(*word)));
    // "and on the caramel" says only where.
    let said_before = atoms.get(1..).unwrap_or_default();
    (begun || said_before.windows(2).any(placed)) && atoms.iter().any(Atom::names)
}

/// The one line that words point at.
pub(super) fn line(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<LineId> {
    let order = cx.order?;
    let told = atoms.iter().any(|atom| atom.edits(Edit::Somebody));
    let words: Vec<Atom> = atoms.iter().filter(|atom| !atom.edits(Edit::Somebody)).cloned().collect();
    let said = pieces::pieces(cx.index.language(), tokens, &words)?;
    let phrases: Option<Vec<&Phrase>> =
        said.iter().filter(|piece| !is_joint(piece)).map(Piece::phrase).collect();
    let phrases = phrases?;
    let [phrase] = phrases.as_slice() else { return None };
    if phrase.of.is_some() || phrase.share {
        return None;
    }
    let scene = Scene { cx, order: Some(order), tokens, is_asked: false };
    let as_choice = phrase.as_modifier().filter(|_| phrase.ones || told);
    let phrase =
        as_choice.into_iter().chain(scene.pointed_at(phrase)).find(|one| scene.on_order(one).is_some())?;
    let mut lines = scene.on_order(&phrase)?.lines(order, cx.menu);
    lines.retain(|line| phrase.number.is_none_or(|number| number == line.quantity));
    // "the second one" of two that are one line is a share of it.
    lines.retain(|line| phrase.place.is_none() || line.quantity == 1);
    let [line] = lines.as_slice() else { return None };
    Some(line.line_id)
}

fn is_joint(piece: &Piece) -> bool {
    matches!(piece, Piece::Mark(Mark::With | Mark::And))
}

fn is_manners(atom: &Atom) -> bool {
    atom.is(Word::And) || atom.is(Word::Filler) || atom.is(Word::Correction) || atom.is(Word::WeakCorrection)
}

fn gets(atom: &Atom) -> bool {
    atom.edits(Edit::Gets) || atom.is(Word::Want) || atom.is(Word::Instead)
}
