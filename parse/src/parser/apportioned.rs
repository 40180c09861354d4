//! An answer for each of several: "one vanilla, two chocolate", where a flavor is asked for of three shakes.

use fsm::dialogue::{Act, Acts};
use fsm::ids::LineId;
use fsm::machine::QuestionKind;
use fsm::order::{Line, Modification, Op, Order, Target};

use super::AGENT;
use super::headed::{Share, count, shares};
use super::joined;
use super::lines::LINE_SURE_MIN;
use super::sentences;
use crate::Utterance;
use crate::correction::Atom;
use crate::language::Word;
use crate::reading::asides::phrase;
use crate::tokens::Token;

/// How sure it is that there should be more of the line than there were: too little to be done unasked.
const RECOUNT_SURE: f64 = 0.5;
/// Before how many of the last clauses an answer may end.
const CUTS_MAX: usize = 8;

/// What each share of the line in question should be, read as if it were the whole answer, and what else is said behind it.
/// What is left of the line stays in question. Where there are more of them than of the line, they are asked about.
pub(super) fn read(utterance: Utterance<'_>, tokens: &[Token], atoms: &[Atom]) -> Option<Acts> {
    let question = utterance.question?;
    let asks = matches!(question.kind, QuestionKind::WhichOption | QuestionKind::WhichSize);
    let line = utterance.order?.line(question.line_id?).filter(|_| asks)?;
    if let Some(words) = of_the_others(utterance, line, tokens) {
        return Some(joined::parsed(utterance, words));
    }
    let all = |shares: &[Share<'_>]| shares.len() > 1 && count(shares) == line.quantity;
    let some = |shares: &[Share<'_>]| {
        let numbered =
            |share: &Share<'_>| share.counted && share.one_number && (shares.len() > 1 || share.count > 1);
        !shares.is_empty() && shares.iter().all(numbered) && count(shares) < line.quantity
    };
    let more = |shares: &[Share<'_>]| {
        shares.len() > 1 && shares.iter().all(|share| share.counted) && count(shares) > line.quantity
    };
    let of_line = |shares: Vec<Share<'_>>| of_line(utterance, line, tokens, &shares);
    let said = shares(atoms, all).or_else(|| shares(atoms, some)).or_else(|| shares(atoms, more));
    if let Some(acts) = said.and_then(of_line) {
        return Some(acts);
    }
    let begins = |at: &usize| atoms[*at].pauses() || atoms[*at].is(Word::And);
    let mut cuts = (1..atoms.len()).rev().filter(begins).take(CUTS_MAX);
    let (at, acts) = cuts.find_map(|at| Some((at, of_line(shares(&atoms[..at], all)?)?)))?;
    sentences::behind(utterance, acts, &tokens[atoms[at].start()..])
}

/// The words before "for the other one", where another line of the same thing was told about before.
fn of_the_others<'t>(utterance: Utterance<'_>, line: &Line, tokens: &'t [Token]) -> Option<&'t [Token]> {
    let language = utterance.book.index.language();
    let is_another = |other: &&Line| other.item == line.item && other.line_id != line.line_id;
    utterance.order?.lines().iter().find(is_another)?;
    let names =
        |at: usize| phrase(language, &tokens[at..], |role| role == Word::Other) == Some(tokens.len() - at);
    let at = (2..tokens.len()).find(|at| names(*at))?;
    let leads = tokens[at - 1].id.is_some();
    let joins = |token: &Token| language.roles_by(token.id).contains(&Word::And);
    let begins = tokens.iter().position(|token| !joins(token))?;
    leads.then(|| tokens.get(begins..at - 1))?
}

/// The changes of all shares; of more than there are of the line, hardly sure, and first their number.
fn of_line(utterance: Utterance<'_>, line: &Line, tokens: &[Token], shares: &[Share<'_>]) -> Option<Acts> {
    let target = Target::Line { line_id: line.line_id };
    let (all, mut ops, mut confidence) = (count(shares), Vec::new(), 1.0_f64);
    if all > line.quantity {
        ops.push(Op::Modify(Modification { quantity: Some(all), ..Modification::of(target.clone()) }));
        confidence = RECOUNT_SURE;
    }
    for share in shares {
        let order = utterance.order?.only_some(line.line_id, share.count)?;
        let (changes, sure) = answer(Utterance { order: Some(&order), ..utterance }, tokens, share)?;
        confidence = confidence.min(sure);
        let change = together(changes)?;
        ops.push(Op::Modify(Modification { target: target.clone(), split: Some(share.count), ..change }));
    }
    Some(Acts::by(AGENT, confidence, vec![Act::Order { ops, unresolved: Vec::new() }]))
}

/// What the words of one share change, where they do nothing else.
fn answer(utterance: Utterance<'_>, tokens: &[Token], share: &Share<'_>) -> Option<(Vec<Modification>, f64)> {
    // "can I get one vanilla", "one with a Coke"
    let leads = |atom: &&&Atom| !atom.says_more();
    let words = share.atoms.iter().skip_while(leads).flat_map(|atom| &tokens[atom.start()..atom.end()]);
    let words: Vec<Token> = words.cloned().map(|token| Token { pause: false, ..token }).collect();
    let acts = super::parse(Utterance { text: &joined::text(&words), ..utterance }).acts;
    let [Act::Order { ops, unresolved }] = acts.acts.as_slice() else { return None };
    let order = utterance.order?;
    let only = order.lines().first()?.line_id;
    let changes = ops.iter().map(|op| change(op, order, only)).collect::<Option<Vec<_>>>()?;
    (unresolved.is_empty() && acts.confidence >= LINE_SURE_MIN).then_some((changes, acts.confidence))
}

/// A change of nothing else than how the line is.
fn change(op: &Op, order: &Order, line: LineId) -> Option<Modification> {
    let Op::Modify(change) = op else { return None };
    let of_line = match change.target {
        Target::Line { line_id } => line_id == line,
        Target::Referent { .. } => order.referent() == Some(line),
        _ => false,
    };
    (of_line && change.quantity.is_none() && change.split.is_none()).then(|| change.clone())
}

/// One change that makes all of them.
fn together(changes: Vec<Modification>) -> Option<Modification> {
    changes.into_iter().reduce(|mut all, change| {
        all.size = change.size.or(all.size);
        all.combo = change.combo.or(all.combo);
        all.modifiers.extend(change.modifiers);
        all.components.extend(change.components);
        all
    })
}
