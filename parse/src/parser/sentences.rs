//! Several sentences in one breath, of which one corrects: "Three. Karen's on a diet", "That's it. Oh, no onions on the
//! burger". Each is read on the order as the ones before it leave it.

use fsm::dialogue::{Act, ActKind, Acts};
use fsm::menu::Menu;
use fsm::order::{Caps, Op, Order, Plan, Recent, Unresolved, plan};

use super::AGENT;
use super::joined::parsed;
use crate::Utterance;
use crate::correction::{self, Atom};
use crate::language::Word;
use crate::reading::lattice::{Lattice, Role};
use crate::resolve::Context;
use crate::tokens::Token;

/// How sure acts are that are done without a question.
pub(super) const SURE_MIN: f64 = 0.6;
/// More sentences than these are a story.
const SENTENCES_MAX: usize = 6;

/// The acts of all sentences, if one of them is a correction and none asks anything. Where it is one sentence, the same of
/// its clauses, if all that they do is to change what is there: "butter on the raisin one, no cream cheese".
pub(super) fn one_by_one(
    utterance: Utterance<'_>,
    cx: Context<'_>,
    tokens: &[Token],
    atoms: &[Atom],
) -> Option<Acts> {
    let sentences = || all(utterance, sentences(tokens));
    let changed = cx.order.is_some_and(|order| !order.lines().is_empty());
    let one_corrects = || {
        let mut clauses = atoms.chunk_by(|_, next| !next.pauses());
        changed && clauses.any(|clause| correction::read(cx, tokens, clause).is_some())
    };
    let clauses = || all(utterance, tokens.chunk_by(|_, next| !next.pause)).filter(only_changes);
    sentences().or_else(|| one_corrects().then(clauses).flatten())
}

/// The same without a correction, where the utterance as a whole says nothing that can be done for sure: "two of us can't
/// have caffeine. A decaf for them".
pub(super) fn instead(utterance: Utterance<'_>, tokens: &[Token], whole: &Acts) -> Option<Acts> {
    let says_little = |act: &Act| is_remark(act.kind()) || *act == Act::NeedsTime;
    if whole.confidence >= SURE_MIN && !whole.acts.iter().all(says_little) {
        return None;
    }
    let acts = all_if(utterance, sentences(tokens), |_| true)?;
    let orders = matches!(acts.acts.as_slice(), [Act::Order { ops, .. }, ..] if !ops.is_empty());
    (orders && acts.confidence >= SURE_MIN).then_some(acts)
}

/// The acts of each of two parts, the second read on the order as the first leaves it.
pub(super) fn each(utterance: Utterance<'_>, parts: [&[Token]; 2]) -> Option<[Acts; 2]> {
    let [first, second] = parts;
    let first = parsed(utterance, first);
    let [Act::Order { ops, .. }] = first.acts.as_slice() else { return None };
    let order = Sentences::of(utterance)?.after(ops);
    let second = parsed(Utterance { order: Some(&order), question: None, about: None, ..utterance }, second);
    Some([first, second])
}

/// The acts of an answer and what stands behind it, each read on the order as the one before leaves it.
pub(super) fn both(utterance: Utterance<'_>, parts: [&[Token]; 2]) -> Option<Acts> {
    all_if(utterance, parts.into_iter(), |_| true)
}

/// The acts of an answer that was read, and of what stands behind it, read on the order as the answer leaves it.
pub(super) fn behind(utterance: Utterance<'_>, answer: Acts, rest: &[Token]) -> Option<Acts> {
    let mut said = Sentences::of(utterance)?;
    said.take(answer, false)?;
    said.read(rest)?;
    Some(said.acts())
}

/// The sentences that words stand in.
pub(super) fn sentences(tokens: &[Token]) -> impl Iterator<Item = &[Token]> {
    tokens.chunk_by(|_, next| !next.begins)
}

fn all<'t>(utterance: Utterance<'_>, parts: impl Iterator<Item = &'t [Token]>) -> Option<Acts> {
    all_if(utterance, parts, |said| said.corrects)
}

fn all_if<'t>(
    utterance: Utterance<'_>,
    parts: impl Iterator<Item = &'t [Token]>,
    counts: impl Fn(&Sentences<'_>) -> bool,
) -> Option<Acts> {
    let parts: Vec<&[Token]> = parts.take(SENTENCES_MAX + 1).collect();
    if !(2..=SENTENCES_MAX).contains(&parts.len()) {
        return None;
    }
    let mut said = Sentences::of(utterance)?;
    for part in parts {
        said.read(part)?;
    }
    counts(&said).then(|| said.acts())
}

/// Whether nothing new is ordered, and nothing is asked about.
fn only_changes(acts: &Acts) -> bool {
    let changes = |op: &Op| matches!(op, Op::Modify(_) | Op::Correct(_));
    // "no, make it two lattes, one with oat"
    let answers = |act: &Act| matches!(act, Act::No | Act::Yes | Act::NotRight | Act::NeedsTime);
    matches!(acts.acts.as_slice(), [Act::Order { ops, unresolved }, rest @ ..]
        if rest.iter().all(answers)
            && unresolved.is_empty() && ops.len() > 1 && ops.iter().all(changes))
}

/// What was read so far, and the order as it leaves it.
struct Sentences<'a> {
    utterance: Utterance<'a>,
    order: Order,
    ops: Vec<Op>,
    unresolved: Vec<Unresolved>,
    others: Vec<Act>,
    confidence: f64,
    corrects: bool,
    /// How many sentences were read.
    read: usize,
}

impl<'a> Sentences<'a> {
    fn of(utterance: Utterance<'a>) -> Option<Self> {
        let order = utterance.order?.clone();
        let (ops, unresolved, others) = (Vec::new(), Vec::new(), Vec::new());
        Some(Self { utterance, order, ops, unresolved, others, confidence: 1.0, corrects: false, read: 0 })
    }

    /// Reads a sentence; none where it cannot stand among others.
    fn read(&mut self, sentence: &[Token]) -> Option<()> {
        let here = Utterance { order: Some(&self.order), ..self.utterance };
        let corrects = corrects(here, sentence);
        let acts = parsed(here, sentence);
        // What asks for something is no remark, though nobody understands it.
        if acts.acts.contains(&Act::Unclear) && wants(here, sentence) {
            return None;
        }
        self.take(acts, corrects)
    }

    /// Takes what a sentence does; none where it cannot stand among others.
    fn take(&mut self, acts: Acts, corrects: bool) -> Option<()> {
        for act in acts.acts {
            match act {
                Act::Order { ops, .. } if self.is_said_again(&ops) => {}
                Act::Order { ops, unresolved } => {
                    self.order = self.after(&ops);
                    self.ops.extend(ops);
                    self.unresolved.extend(unresolved);
                    self.corrects |= corrects;
                    self.confidence = self.confidence.min(acts.confidence);
                    // What was asked is answered.
                    (self.utterance.question, self.utterance.about) = (None, None);
                    self.utterance.answered = None;
                }
                act if is_remark(act.kind()) => {}
                // "She's crying. Yeah, take it off": a yes behind something else answers nothing that we asked.
                Act::Yes | Act::No if self.read > 0 => {}
                act @ (Act::Done | Act::NeedsTime | Act::No | Act::Yes | Act::NotRight) => {
                    self.others.push(act);
                }
                _ => return None,
            }
        }
        self.read += 1;
        Some(())
    }

    /// Whether what the sentence before counted is named now: "Six! Six cheeseburgers", of five.
    fn is_said_again(&self, ops: &[Op]) -> bool {
        let ([Op::Add(said)], Some(Op::Modify(counted))) = (ops, self.ops.last()) else { return false };
        let now = self.order.referent().and_then(|line| self.order.line(line));
        counted.quantity == Some(said.quantity)
            && now.is_some_and(|line| {
                line.quantity == said.quantity && line.item == said.item && line.combo == said.combo
            })
            && said.modifiers.is_empty()
    }

    fn after(&self, ops: &[Op]) -> Order {
        after(&self.order, ops, &self.utterance.book.menu).unwrap_or_else(|| self.order.clone())
    }

    fn acts(self) -> Acts {
        let mut acts = vec![Act::Order { ops: self.ops, unresolved: self.unresolved }];
        acts.extend(self.others.into_iter().next_back());
        Acts::by(AGENT, self.confidence, acts)
    }
}

/// What would become of an order.
pub(super) fn planned(order: &Order, ops: &[Op], menu: &Menu) -> Plan {
    plan(order, &Recent::default(), ops, &[], menu, &Caps::default())
}

/// The order as operations leave it; none where they do nothing.
pub(super) fn after(order: &Order, ops: &[Op], menu: &Menu) -> Option<Order> {
    Some(planned(order, ops, menu).change?.after().clone())
}

/// Whether a sentence by itself corrects what is on the order.
fn corrects(utterance: Utterance<'_>, sentence: &[Token]) -> bool {
    let cx = Context::of(utterance);
    let lattice = Lattice::of(cx.index, sentence);
    let atoms = correction::atoms(cx.index.language(), sentence, &lattice);
    correction::read(cx, sentence, &atoms).is_some()
}

/// Whether a sentence asks for something.
fn wants(utterance: Utterance<'_>, sentence: &[Token]) -> bool {
    let lattice = Lattice::of(&utterance.book.index, sentence);
    let asks = |role: &Role| matches!(role, Role::Word(Word::Want | Word::Add));
    (0..sentence.len()).any(|at| lattice.at(at).iter().any(|edge| asks(&edge.role)))
}

/// Whether an act says nothing beside an order.
fn is_remark(act: ActKind) -> bool {
    matches!(act, ActKind::Unclear | ActKind::SmallTalk | ActKind::BackChannel)
}
