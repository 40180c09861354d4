//! A change, and an order before or behind it in one breath: "no onions on the burger, and an apple pie". What is ordered says
//! nothing of the change, and is taken off both ends of what is said; the change is read as if it were all.

use fsm::dialogue::{Act, Acts};
use fsm::ids::ItemId;
use fsm::order::{Line, Op, Order};

use super::clauses::begins_an_order;
use super::joined::text;
use super::lines::LINE_SURE_MIN;
use super::sentences::{SURE_MIN, planned};
use super::{AGENT, Parsed};
use crate::Utterance;
use crate::correction::{self, Atom};
use crate::language::Word;
use crate::reading::lattice::Lattice;
use crate::tokens::{Token, tokenize};

/// More parts than these are a story.
const PARTS_MAX: usize = 8;

/// The acts of what is ordered before a change, of the change, and of what is ordered behind it, each read on the order as the
/// ones before it leave it. None where nothing is changed, or all of it is.
pub(super) fn a_change(
    utterance: Utterance<'_>,
    whole: &Acts,
    read: impl Fn(Utterance<'_>) -> Parsed,
) -> Option<Acts> {
    let order = utterance.order.filter(|order| !order.lines().is_empty() && utterance.question.is_none())?;
    let index = &utterance.book.index;
    let tokens = tokenize(index.language(), utterance.text);
    let lattice = Lattice::of(index, &tokens);
    let atoms = correction::atoms(index.language(), &tokens, &lattice);
    let begins = |atom: &Atom| tokens[atom.start()].begins || atom.is(Word::And);
    let parts: Vec<&[Atom]> = atoms.chunk_by(|_, next| !begins(next)).collect();
    if !(2..=PARTS_MAX).contains(&parts.len()) {
        return None;
    }
    let said = Said { utterance, order, tokens: &tokens, read };
    let before: Vec<Ordered> = parts.iter().map_while(|part| said.ordered(part)).collect();
    let rest = &parts[before.len()..];
    let mut behind: Vec<Ordered> = rest.iter().rev().map_while(|part| said.ordered(part)).collect();
    behind.reverse();
    let change = &rest[..rest.len() - behind.len()];
    match change {
        // "an apple pie and one more cheeseburger"
        [] if changes(whole) => Some(joined(before.iter().chain(&behind))),
        [] => None,
        _ if before.is_empty() && behind.is_empty() => None,
        _ => said.with_change(&before, change, &behind),
    }
}

/// What is ordered, and says nothing of what is there.
struct Ordered {
    ops: Vec<Op>,
    confidence: f64,
}

/// The acts of all that is ordered.
fn joined<'a>(ordered: impl Iterator<Item = &'a Ordered>) -> Acts {
    let (mut ops, mut confidence) = (Vec::new(), 1.0_f64);
    for part in ordered {
        ops.extend(part.ops.iter().cloned());
        confidence = confidence.min(part.confidence);
    }
    Acts::by(AGENT, confidence, vec![Act::Order { ops, unresolved: Vec::new() }])
}

/// Whether something that is there is changed.
fn changes(acts: &Acts) -> bool {
    let [Act::Order { ops, .. }, ..] = acts.acts.as_slice() else { return false };
    ops.iter().any(|op| !matches!(op, Op::Add(_)))
}

/// What is said, and how it is read.
struct Said<'a, R> {
    utterance: Utterance<'a>,
    order: &'a Order,
    tokens: &'a [Token],
    read: R,
}

impl<R: Fn(Utterance<'_>) -> Parsed> Said<'_, R> {
    /// What a part orders, if it orders the same whatever is there.
    fn ordered(&self, part: &[Atom]) -> Option<Ordered> {
        let said = begins_an_order(part).then(|| self.words(part.first(), part.last()))??;
        let acts = self.acts(&said, None);
        let sure = acts.confidence >= LINE_SURE_MIN;
        let asks =
            part.iter().any(|atom| atom.is(Word::Want) || atom.is(Word::Add) || atom.is(Word::Another));
        let is_new = |op: &Op| matches!(op, Op::Add(new) if asks || !self.is_there(&new.item));
        let adds = |ops: &[Op]| ops.iter().all(is_new);
        let [Act::Order { ops, unresolved }] = acts.acts.as_slice() else { return None };
        let apart = sure
            && unresolved.is_empty()
            && adds(ops)
            && self.acts(&said, Some(self.order)).acts == acts.acts;
        apart.then(|| Ordered { ops: ops.clone(), confidence: acts.confidence })
    }

    fn with_change(&self, before: &[Ordered], change: &[&[Atom]], behind: &[Ordered]) -> Option<Acts> {
        let joins = |atom: &&Atom| !atom.is(Word::And);
        let said = self.words(change.first()?.iter().find(joins), change.last()?.last())?;
        let changed = self.changed(&said, self.order)?;
        if self.shares(&changed, behind) {
            return None;
        }
        let mut ops: Vec<Op> = before.iter().flat_map(|ordered| ordered.ops.clone()).collect();
        let changed =
            if ops.is_empty() { changed } else { self.changed_too(&said, &changed, &self.after(&ops)?)? };
        let sure = before.iter().chain(behind).map(|ordered| ordered.confidence);
        let sure = sure.fold(changed.confidence, f64::min);
        let mut acts = changed.acts.into_iter();
        if let Some(Act::Order { ops: changes, .. }) = acts.next() {
            ops.extend(changes);
        }
        ops.extend(behind.iter().flat_map(|ordered| ordered.ops.clone()));
        let ordered = Act::Order { ops, unresolved: Vec::new() };
        Some(Acts::by(AGENT, sure, std::iter::once(ordered).chain(acts).collect()))
    }

    /// The acts of words that say something of an order, for sure.
    fn changed(&self, said: &str, order: &Order) -> Option<Acts> {
        let acts = self.acts(said, Some(order));
        let [Act::Order { ops, unresolved }, ..] = acts.acts.as_slice() else { return None };
        let whole = acts.confidence >= SURE_MIN && unresolved.is_empty() && !ops.is_empty();
        (whole && (changes(&acts) || self.acts(said, None).acts != acts.acts)).then_some(acts)
    }

    /// The acts of the same words behind an order, if they change the same: "one with extra onions" may be of what was ordered.
    fn changed_too(&self, said: &str, changed: &Acts, order: &Order) -> Option<Acts> {
        let menu = &self.utterance.book.menu;
        let acts = self.changed(said, order)?;
        let after = |order: &Order, acts: &Acts| {
            let [Act::Order { ops, .. }, ..] = acts.acts.as_slice() else { return None };
            Some(planned(order, ops, menu).change?.after().clone())
        };
        let (alone, behind) = (after(self.order, changed)?, after(order, &acts)?);
        let is_same = |line: &Line| alone.line(line.line_id) == behind.line(line.line_id);
        let is_kept = |line: &Line| behind.line(line.line_id) == Some(line);
        let new = order.lines().iter().filter(|line| self.order.line(line.line_id).is_none());
        (self.order.lines().iter().all(is_same)
            && new.into_iter().all(is_kept)
            && self.order.lines().iter().any(|line| !is_kept(line)))
        .then_some(acts)
    }

    /// Whether what is ordered behind a change may be in the place of some that it takes away: "two Cokes and a Sprite", of three
    /// Cokes.
    fn shares(&self, changed: &Acts, behind: &[Ordered]) -> bool {
        let Some(Act::Order { ops, .. }) = changed.acts.first() else { return false };
        let Some(after) = self.after(ops) else { return false };
        let menu = &self.utterance.book.menu;
        let kind = |item: &ItemId| menu.item(item).map(|item| &item.category);
        let count = |line: &Line| after.line(line.line_id).map_or(0, |line| line.quantity);
        let counted = self.order.lines().iter().filter(|line| count(line) != line.quantity);
        let kinds: Vec<_> = counted.map(|line| kind(&line.item)).collect();
        let items = behind.iter().flat_map(|ordered| &ordered.ops);
        items
            .filter_map(|op| if let Op::Add(new) = op { Some(kind(&new.item)) } else { None })
            .any(|kind| kinds.contains(&kind))
    }

    /// Whether an item is on the order.
    fn is_there(&self, item: &ItemId) -> bool {
        let is_it = |line: &Line| line.item == *item || line.components.iter().any(|part| part.item == *item);
        self.order.lines().iter().any(is_it)
    }

    fn words(&self, first: Option<&Atom>, last: Option<&Atom>) -> Option<String> {
        Some(text(&self.tokens[first?.start()..last?.end()]))
    }

    fn acts(&self, said: &str, order: Option<&Order>) -> Acts {
        (self.read)(Utterance { text: said, order, ..self.utterance }).acts
    }

    fn after(&self, ops: &[Op]) -> Option<Order> {
        Some(planned(self.order, ops, &self.utterance.book.menu).change?.after().clone())
    }
}
