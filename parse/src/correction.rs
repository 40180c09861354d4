//! Corrections of what is on the order, and lines that are like others: "two, not three", "one of the lattes with oat",
//! "the same for her but iced". A grammar of its own, tried before everything else:
//!
//! ```text
//! words -> atoms -> phrases and marks -> the first rule that fits -> operations
//!          names,   "the latte",         contrast, share,           what they mean to the
//!          words    NOT, SAME            likeness, ...              order: `fsm::order::Correction`
//! ```
//!
//! A rule fits only all of what it is given: the whole utterance, one of its sentences or clauses (`parser::sentences`), or
//! what is said of a line that other words point at (`pointed`). What no rule fits is read as an order.

mod atoms;
mod called;
mod otherwise;
mod phrase;
mod pieces;
mod pointed;
mod rules;
mod scene;
mod shape;
mod some;

use fsm::machine::QuestionKind;
use fsm::order::{
    Amount, Correction, Description, Line, NewLine, Op, Person, Reason, Target, Unresolved, Who,
};

pub(crate) use self::atoms::{Atom, atoms};
use self::phrase::Phrase;
pub(crate) use self::pointed::{Pointed, ahead, edited_first, own, trailing};
use self::scene::Scene;
use self::shape::Shape;
pub(crate) use self::some::of_some;
use crate::language::{Edit, Word};
use crate::persons::{self, Mention};
use crate::resolve::{Context, Resolved};
use crate::tokens::Token;

/// How sure a correction is at most.
const SURE_MAX: f64 = 0.93;
/// How many words of other things a correction may have.
const UNKNOWN_MAX: usize = 1;

/// How sure a correction is: no more than the least sure of its words.
pub(crate) fn confidence(atoms: &[Atom]) -> f64 {
    atoms.iter().map(|atom| atom.sure).fold(SURE_MAX, f64::min)
}

/// The operations of a correction; none if it is none. Whoever is named means what is for them.
pub(crate) fn read(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<Resolved> {
    let mut mentions = persons::mentions(cx.index.language(), tokens);
    // "the kids" of "the kids meal" is nobody
    let in_name = |mention: &Mention| {
        atoms
            .iter()
            .any(|atom| (mention.start + 1..mention.end).contains(&atom.start) && atom.end > mention.end)
    };
    mentions.retain(|mention| !in_name(mention));
    let Some(person) = persons::only(&mentions) else {
        let it = says_whose_but_not_what(atoms).map(|it| not_known(tokens, it));
        return otherwise::otherwise(cx, tokens, atoms, &mentions)
            .or(it)
            .or_else(|| pointed::leading(cx, tokens, atoms))
            .or_else(|| each_person(cx, tokens, atoms, &mentions))
            .or_else(|| read_any(cx, tokens, atoms));
    };
    if let Some(it) = says_whose_but_not_what(atoms) {
        return Some(not_known(tokens, it));
    }
    if let Some(ops) = theirs(cx, tokens, atoms, person) {
        return Some(Resolved { ops, unresolved: Vec::new() });
    }
    if let Some(resolved) = pointed::leading(cx, tokens, atoms) {
        return Some(resolved);
    }
    let mut resolved = read_any(cx, tokens, atoms)?;
    persons::give(&mut resolved.ops, person);
    Some(resolved)
}

/// "take it off mine": something that is on what is somebody's, which no word names.
fn says_whose_but_not_what(atoms: &[Atom]) -> Option<&Atom> {
    let places = |atom: &Atom| atom.is(Word::Off) || atom.is(Word::On);
    let it = atoms.windows(3).find(|atoms| {
        let [it, place, whose] = atoms else { return false };
        it.is(Word::Pronoun) && places(place) && whose.person && !place.pause && !whose.pause
    });
    it.map(|atoms| &atoms[0]).filter(|_| !atoms.iter().any(Atom::names))
}

fn not_known(tokens: &[Token], it: &Atom) -> Resolved {
    let words: Vec<&str> = tokens[it.start..it.end].iter().map(|token| token.word.as_str()).collect();
    let (text, candidates) = (words.join(" "), Vec::new());
    let what = Unresolved { text, reason: Reason::Ambiguous, candidates, quantity: None };
    Resolved { ops: Vec::new(), unresolved: vec![what] }
}

/// What is said of several persons, one after the other: "hers with oat milk and his with almond".
fn each_person(cx: Context<'_>, tokens: &[Token], atoms: &[Atom], mentions: &[Mention]) -> Option<Resolved> {
    let (first, rest) = mentions.split_first()?;
    // "no onions on hers and pickles on mine": each is named after what is said of them.
    let ends = atoms.iter().any(|atom| atom.end <= first.start && atom.names());
    let cuts = mentions.iter().zip(rest).map(|(one, next)| if ends { one.end } else { next.start });
    let mut clauses = Vec::new();
    let mut atoms = atoms;
    for (mention, cut) in mentions.iter().zip(cuts) {
        let at = atoms.iter().position(|atom| if ends { atom.start >= cut } else { atom.end > cut })?;
        let (clause, after) = atoms.split_at(at);
        clauses.push((clause, &mention.person));
        atoms = after;
    }
    clauses.push((atoms, &mentions.last()?.person));
    let mut ops = Vec::new();
    for (clause, person) in clauses {
        let joined = clause.iter().rev().take_while(|atom| atom.is(Word::And)).count();
        let clause = &clause[..clause.len() - joined];
        let edits = theirs(cx, tokens, clause, person);
        ops.extend(edits.or_else(|| one_of_last(cx, tokens, clause, person, mentions.len()))?);
    }
    (!ops.is_empty()).then_some(Resolved { ops, unresolved: Vec::new() })
}

/// What is said of one of the line mentioned last, of which there is one for each of some persons: "hers with cream and mine
/// with two sugars", of two coffees.
fn one_of_last(
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
    person: &Person,
    persons: usize,
) -> Option<Vec<Op>> {
    let all = cx.order?;
    let line = all.line(all.referent()?).filter(|line| line.quantity as usize == persons)?;
    let order = all.only_some(line.line_id, 1)?;
    let cx = Context { order: Some(&order), ..cx };
    let pieces = pieces::pieces(cx.index.language(), tokens, &without_asides(atoms))?;
    let scene = Scene { cx, order: Some(&order), tokens, is_asked: false };
    let ops = match scene.of_person(&Shape::of(&pieces), None) {
        Some(op) => vec![op],
        None => read_any(cx, tokens, atoms).filter(|read| read.unresolved.is_empty())?.ops,
    };
    let theirs = |op: Op| match op {
        Op::Correct(said) => {
            let target = Description::of_line(line.line_id);
            let person = Some(person.clone());
            Some(Op::from(Correction { target, split: Some(1), person, ..*said }))
        }
        _ => None,
    };
    ops.into_iter().map(theirs).collect()
}

/// "she doesn't want anything", "nothing for her".
fn wants_nothing(atoms: &[Atom]) -> bool {
    let little = |atom: &Atom| {
        let manners = atom.is(Word::Filler) || atom.is(Word::And);
        atom.person || atom.edits(Edit::Nothing) || manners && !atom.is(Word::ForPart)
    };
    // "nothing to drink for him" is not nothing
    let of_them = |next: Option<&Atom>| next.is_none_or(|next| next.person || next.pause);
    let at = atoms.iter().position(|atom| atom.edits(Edit::Nothing));
    at.is_some_and(|at| of_them(atoms.get(at + 1))) && atoms.iter().all(little)
}

/// What a correction changes of what is for somebody: "hers with oat milk", "for him no ketchup".
fn theirs(cx: Context<'_>, tokens: &[Token], atoms: &[Atom], person: &Person) -> Option<Vec<Op>> {
    let is_known = cx.order?.knows(person);
    let order = cx.order?.only_of(person)?;
    let cx = Context { order: Some(&order), ..cx };
    let scene = Scene { cx, order: Some(&order), tokens, is_asked: false };
    // "nothing for me" only ends what the speaker says
    if is_known && person.who != Who::Me && wants_nothing(atoms) {
        let off = |line: &Line| {
            let target = Target::Line { line_id: line.line_id };
            scene.pinned(Op::Remove { target, quantity: None }, Some(person))
        };
        return order.lines().iter().map(off).collect();
    }
    let pieces = pieces::pieces(cx.index.language(), tokens, &without_asides(atoms))?;
    if let Some(op) = scene.of_person(&Shape::of(&pieces), Some(person)) {
        return Some(vec![op]);
    }
    let Resolved { ops, unresolved } = read_any(cx, tokens, atoms)?;
    let changes =
        |op: &Op| !matches!(op, Op::Add(_) | Op::Clear | Op::Remove { target: Target::All { .. }, .. });
    let ops = ops.into_iter().filter(|_| unresolved.is_empty()).map(|op| scene.pinned(op, Some(person)));
    ops.collect::<Option<Vec<Op>>>().filter(|ops| !ops.is_empty() && ops.iter().all(changes))
}

/// The operations of a correction, whoever it is of.
fn read_any(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<Resolved> {
    let is_asked = cx.question.is_some_and(|question| {
        matches!(
            question.kind,
            QuestionKind::WhichItem
                | QuestionKind::WhichSize
                | QuestionKind::WhichOption
                | QuestionKind::HowMany
                | QuestionKind::Replacement
        )
    });
    let language = cx.index.language();
    let mut atoms = without_asides(atoms);
    let Some(order) = cx.order.filter(|order| !order.lines().is_empty()) else {
        let pieces = pieces::pieces(language, tokens, &atoms)?;
        let first = || Scene { cx, order: cx.order, tokens, is_asked }.contrast(&Shape::of(&pieces));
        let ops = rules::ellipsis(cx, &pieces).or_else(|| first().map(|op| vec![op]))?;
        return Some(Resolved { ops, unresolved: Vec::new() });
    };
    called::by_short_names(cx, order, tokens, &mut atoms);
    called::combos_by_short_names(cx, order, tokens, &mut atoms);
    called::by_numbers(cx, order, &mut atoms);
    if atoms.iter().filter(|atom| atom.is_unknown()).count() > UNKNOWN_MAX || wants_what_is_not_known(&atoms)
    {
        return None;
    }
    called::by_forms(cx, order, tokens, &mut atoms);
    let pieces = pieces::pieces(language, tokens, &atoms)?;
    if let Some(ops) = rules::ellipsis(cx, &pieces) {
        return Some(Resolved { ops, unresolved: Vec::new() });
    }
    Scene { cx, order: Some(order), tokens, is_asked }.read(&pieces)
}

/// What two choices become that are each on what the other should be on. None if the atoms say something else.
pub(crate) fn crossed(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<Resolved> {
    let order = cx.order.filter(|order| order.lines().len() > 1)?;
    let mut atoms = without_asides(atoms);
    called::by_short_names(cx, order, tokens, &mut atoms);
    let pieces = pieces::pieces(cx.index.language(), tokens, &atoms)?;
    let scene = Scene { cx, order: Some(order), tokens, is_asked: false };
    Some(Resolved { ops: scene.crossed(&pieces)?, unresolved: Vec::new() })
}

/// What a contrast asks for: "large fries, not medium". None if the atoms are none.
pub(crate) fn contrast(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<Op> {
    if atoms.iter().any(Atom::is_unknown) {
        return None;
    }
    let pieces = pieces::pieces(cx.index.language(), tokens, atoms)?;
    let scene = Scene { cx, order: cx.order, tokens, is_asked: false };
    scene.contrast(&Shape::of(&pieces))
}

/// How one of several should be that were ordered in the same breath: "two hot dogs, the second one without ketchup".
pub(crate) fn one_of(cx: Context<'_>, tokens: &[Token], atoms: &[Atom], base: &NewLine) -> Option<Op> {
    let pieces = pieces::pieces(cx.index.language(), tokens, atoms)?;
    let scene = Scene { cx, order: cx.order, tokens, is_asked: false };
    scene.place_of(base.item.clone(), &Shape::of(&pieces))
}

/// The words before "the same for her", and what the difference to the last of them makes: "a latte, and the same for her
/// but iced". None if no likeness ends the utterance.
pub(crate) fn likeness<'t>(
    cx: Context<'_>,
    tokens: &'t [Token],
    atoms: &[Atom],
) -> Option<(&'t [Token], Likeness)> {
    // "and another one with fries"
    let another = |at: usize| {
        let again = atoms[at].is(Word::Another) || atoms[at].is(Word::Same);
        again && atoms.get(at + 1).is_some_and(|next| next.is(Word::With) || next.amount == Some(Amount::No))
    };
    let sized = |at: usize| atoms.get(at + 1).is_some_and(|next| next.is(Word::Sized));
    let likens = |at: &usize| atoms[*at].edits(Edit::Same) && !sized(*at) || another(*at);
    let at = (0..atoms.len()).find(likens).filter(|at| *at > 0)?;
    // "and one just like it", "and two the same"
    let counts = |atom: &Atom| {
        let again = [Word::Another, Word::Same, Word::And, Word::Want];
        atom.number.is_some() || atom.person || again.iter().any(|word| atom.is(*word))
    };
    let first = atoms[..at].iter().rposition(|atom| !counts(atom))? + 1;
    let named = atoms[..first].iter().any(Atom::names);
    if !named || atoms[at..].iter().any(Atom::is_unknown) {
        return None;
    }
    let quantity = atoms[first..at].iter().find_map(|atom| atom.number).unwrap_or(1);
    let pieces = pieces::pieces(cx.index.language(), tokens, &atoms[at + 1..])?;
    (!of_a_kind(&pieces)).then(|| (&tokens[..atoms[first].start], Likeness { pieces, quantity }))
}

/// Whether what follows "the same" is only a kind, which is like none of what was just named: "the same drink as mine".
pub(crate) fn likens_a_kind(cx: Context<'_>, tokens: &[Token], atoms: &[Atom]) -> bool {
    pieces::pieces(cx.index.language(), tokens, atoms).is_some_and(|pieces| of_a_kind(&pieces))
}

fn of_a_kind(pieces: &[phrase::Piece]) -> bool {
    pieces.iter().filter_map(phrase::Piece::phrase).any(Phrase::is_only_a_kind)
}

/// What makes a line different from the one that it is like.
pub(crate) struct Likeness {
    pieces: Vec<phrase::Piece>,
    quantity: u32,
}

impl Likeness {
    /// The line that is like another but for the difference.
    pub(crate) fn of(&self, cx: Context<'_>, tokens: &[Token], base: &NewLine) -> Option<NewLine> {
        let scene = Scene { cx, order: cx.order, tokens, is_asked: false };
        let phrases: Option<Vec<&Phrase>> = self
            .pieces
            .iter()
            .filter(|piece| {
                !matches!(
                    piece,
                    phrase::Piece::Mark(phrase::Mark::And | phrase::Mark::With | phrase::Mark::Person)
                )
            })
            .map(|piece| piece.phrase())
            .collect();
        let says_more = |phrase: &&Phrase| !phrase.pronoun || phrase.says_what();
        let difference: Vec<&Phrase> = phrases?.into_iter().filter(says_more).collect();
        let again = NewLine { quantity: self.quantity, ..base.clone() };
        if difference.is_empty() { Some(again) } else { scene.with_difference(again, &difference) }
    }
}

/// Whether something is wanted that nobody knows, in place of something else: "a waffle instead of the muffin".
fn wants_what_is_not_known(atoms: &[Atom]) -> bool {
    let wanted = |pair: &[Atom]| {
        let counts = pair[0].is(Word::Article) || pair[0].number.is_some();
        counts && pair[1].is_unknown() && pair[1].words.is_empty() && !pair[1].pause
    };
    atoms.iter().any(Atom::contrasts) && atoms.windows(2).any(wanted)
}

/// Without the clauses that are about other things: "Susan's out today, so one less cappuccino". What asks for something is
/// none, however strange: "large, not medium, and a lobster".
fn without_asides(atoms: &[Atom]) -> Vec<Atom> {
    let is_aside = |clause: &&[Atom]| {
        // "Leo isn't eating"
        let begins_unknown = clause.first().is_some_and(Atom::is_unknown);
        // "she's not coming"
        let denies_a_deed = |at: usize| {
            let is_plain = |next: &Atom| next.is_unknown() && next.is(Word::Common);
            clause.get(at + 1).is_some_and(is_plain)
        };
        let asks = |(at, atom): (usize, &Atom)| {
            let joins = [Word::And, Word::Or, Word::With, Word::Want, Word::Add, Word::Article, Word::Some];
            atom.names()
                || atom.number.is_some()
                || atom.amount.is_some() && !begins_unknown && !denies_a_deed(at)
                || joins.iter().any(|word| atom.is(*word))
        };
        !clause.iter().enumerate().any(asks) && clause.iter().any(Atom::is_unknown)
    };
    // "extra mustard on the regular one, the plain one stays plain"
    let changes = |atom: &Atom| {
        let words = [Word::On, Word::Off, Word::Remove, Word::Negation, Word::Want, Word::Add];
        words.iter().any(|word| atom.is(*word))
    };
    let is_unchanged = |clause: &&[Atom]| {
        clause.iter().any(|atom| atom.edits(Edit::Unchanged)) && !clause.iter().any(changes)
    };
    let clauses = atoms.chunk_by(|_, next| !next.pause);
    clauses.filter(|clause| !is_aside(clause) && !is_unchanged(clause)).flatten().cloned().collect()
}
