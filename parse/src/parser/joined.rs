//! A correction and an order in one breath: "a latte, and the same for her but iced", "large fries, not medium, and a
//! shake". The grammar of corrections reads its clause; what stands beside it is parsed by itself.

use fsm::dialogue::{Act, Acts};
use fsm::order::{NewLine, Op};

use super::{AGENT, sentences};
use crate::Utterance;
use crate::correction::{self, Atom};
use crate::language::{Edit, Word};
use crate::persons;
use crate::resolve::Context;
use crate::tokens::Token;

/// Where an utterance is cut at most.
const CUTS_MAX: usize = 8;

/// "A latte, and the same for her but iced": what is said first, and a line like the last of it.
pub(super) fn with_likeness(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    let (first, likeness) = correction::likeness(cx, tokens, atoms)?;
    let mut acts = parsed(utterance, first);
    let [Act::Order { ops, unresolved }] = acts.acts.as_mut_slice() else { return None };
    let Some(Op::Add(base)) = ops.last().filter(|_| unresolved.is_empty()) else { return None };
    ops.push(Op::Add(NewLine { persons: Vec::new(), ..likeness.of(cx, tokens, base)? }));
    let mentions = persons::mentions(cx.index.language(), tokens);
    if let Some(after) = mentions.iter().rfind(|mention| mention.start >= first.len()) {
        persons::give_last(&mut acts.acts, &after.person);
    }
    Some(acts)
}

/// "A hamburger and the same drink as mine": what is said first, and one more of a kind of what is there.
pub(super) fn with_same_kind(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    let says_the_same = |atom: &Atom| atom.is(Word::Edit(Edit::Same));
    let at = atoms.iter().position(says_the_same).filter(|at| *at > 0)?;
    if !correction::likens_a_kind(cx, tokens, &atoms[at + 1..]) {
        return None;
    }
    let said = atoms[..at].iter().rposition(|atom| !atom.is(Word::And) && !atom.is(Word::Definite))?;
    let [ordered, same] =
        sentences::each(utterance, [&tokens[..atoms[said].end()], &tokens[atoms[at].start()..]])?;
    let [Act::Order { ops, unresolved }] = ordered.acts.as_slice() else { return None };
    let [Act::Order { ops: one_more, unresolved: unknown }] = same.acts.as_slice() else { return None };
    let all = unknown.is_empty() && matches!(one_more.as_slice(), [Op::Add(_)]);
    let ops = ops.iter().chain(one_more).cloned().collect();
    let confidence = ordered.confidence.min(same.confidence);
    all.then(|| Acts::by(AGENT, confidence, vec![Act::Order { ops, unresolved: unresolved.clone() }]))
}

/// "Two hot dogs, no ketchup on the second one": what is said first, and how one of the last of it should be.
pub(super) fn with_place(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    let at = atoms.iter().rposition(Atom::pauses).filter(|at| *at > 0)?;
    let (first, clause) = atoms.split_at(at);
    if !clause.iter().any(Atom::is_a_place) {
        return None;
    }
    let mut acts = parsed(utterance, &tokens[..first.last()?.end()]);
    let [Act::Order { ops, unresolved }] = acts.acts.as_mut_slice() else { return None };
    let Some(Op::Add(base)) = ops.last().filter(|_| unresolved.is_empty()) else { return None };
    let op = correction::one_of(cx, tokens, clause, base).filter(|_| base.quantity > 1)?;
    ops.push(op);
    Some(acts)
}

/// "Two small coffees, hers with cream and mine with two sugars": what is said first, and how each of the last of it should
/// be; or how many of what it is instead, where that begins with a correction.
pub(super) fn with_shares(utterance: Utterance<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<Acts> {
    let at = (1..atoms.len()).find(|at| atoms[*at].pauses())?;
    let (first, rest) = (&tokens[..atoms[at].start()], &tokens[atoms[at].start()..]);
    if atoms[at].begins_a_correction() {
        return with_recount(utterance, first, rest, &atoms[at..]);
    }
    let begins_with_whose =
        atoms[at..].iter().find(|atom| !atom.is(Word::And)).is_some_and(Atom::is_a_person);
    if !atoms[..at].iter().any(Atom::names_item) || !begins_with_whose {
        return None;
    }
    let [ordered, shared] = sentences::each(utterance, [first, rest])?;
    let [Act::Order { ops, unresolved }] = ordered.acts.as_slice() else { return None };
    let Some(Op::Add(base)) = ops.last().filter(|_| unresolved.is_empty()) else { return None };
    let [Act::Order { ops: shares, unresolved }] = shared.acts.as_slice() else { return None };
    let split = |op: &Op| match op {
        Op::Correct(said) if said.person.is_some() => said.split,
        _ => None,
    };
    let counts = shares.iter().map(split).collect::<Option<Vec<u32>>>()?;
    let all = unresolved.is_empty() && counts.len() > 1 && counts.iter().sum::<u32>() == base.quantity;
    let ops = ops.iter().chain(shares).cloned().collect();
    let confidence = ordered.confidence.min(shared.confidence);
    all.then(|| Acts::by(AGENT, confidence, vec![Act::Order { ops, unresolved: Vec::new() }]))
}

/// "Three diet Cokes, no, two diet and one regular Coke": what is said first, and how many of what it is instead.
fn with_recount(utterance: Utterance<'_>, first: &[Token], rest: &[Token], atoms: &[Atom]) -> Option<Acts> {
    if atoms.iter().filter(|atom| atom.names_item()).count() < 2 || !atoms.iter().any(Atom::counts) {
        return None;
    }
    let [ordered, corrected] = sentences::each(utterance, [first, rest])?;
    let [Act::Order { ops, unresolved }] = ordered.acts.as_slice() else { return None };
    let [Act::Order { ops: recounted, unresolved: unknown }] = corrected.acts.as_slice() else { return None };
    let corrects = |op: &Op| matches!(op, Op::Correct(_) | Op::Modify(_));
    let all = unresolved.is_empty() && unknown.is_empty() && recounted.iter().all(corrects);
    let ops = ops.iter().chain(recounted).cloned().collect();
    let confidence = ordered.confidence.min(corrected.confidence);
    all.then(|| Acts::by(AGENT, confidence, vec![Act::Order { ops, unresolved: Vec::new() }]))
}

/// "Large fries, not medium, and a shake": a contrast at the beginning or at the end, and what stands beside it.
pub(super) fn with_contrast(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    if !atoms.iter().any(Atom::contrasts) {
        return None;
    }
    let joins = |at: &usize| atoms[*at].is(Word::And) && *at + 1 < atoms.len();
    let cuts: Vec<usize> = (1..atoms.len()).filter(joins).take(CUTS_MAX).collect();
    let first = cuts.iter().rev().map(|at| (&atoms[..*at], &atoms[at + 1..], true));
    let last = cuts.iter().map(|at| (&atoms[at + 1..], &atoms[..*at], false));
    let (op, beside, is_first) = first.chain(last).find_map(|(clause, beside, is_first)| {
        let apart = !beside.iter().any(Atom::contrasts) && beside.iter().any(Atom::asks);
        Some((correction::contrast(cx, tokens, clause).filter(|_| apart)?, beside, is_first))
    })?;
    let mut acts = parsed(utterance, &tokens[beside.first()?.start()..beside.last()?.end()]);
    match acts.acts.first_mut() {
        Some(Act::Order { ops, .. }) => ops.insert(if is_first { 0 } else { ops.len() }, op),
        // Half of it would be a guess at the rest.
        None | Some(Act::Unclear) => {}
        Some(_) => acts.acts.insert(0, Act::Order { ops: vec![op], unresolved: Vec::new() }),
    }
    acts.confidence = acts.confidence.min(correction::confidence(atoms));
    Some(acts)
}

/// Words of the utterance, parsed as if they were all of it.
pub(super) fn parsed(utterance: Utterance<'_>, words: &[Token]) -> Acts {
    super::parse(Utterance { text: &text(words), ..utterance }).acts
}

/// Words as a text of one sentence.
pub(super) fn text(words: &[Token]) -> String {
    let spoken = |token: &Token| match token {
        Token { asked: true, word, .. } => format!("? {word}"),
        Token { begins: true, word, .. } => format!(". {word}"),
        Token { pause: true, word, .. } => format!(", {word}"),
        Token { word, .. } => word.clone(),
    };
    words.iter().map(spoken).collect::<Vec<_>>().join(" ")
}
