//! Several things in one breath, of which one changes what is there: "no onions on the burger, and an apple pie", "take off the
//! Coke and make the fries large". Each is read as if it were all, on the order as the ones before it leave it.

use std::cell::Cell;

use fsm::dialogue::{Act, Acts};
use fsm::ids::{ItemId, LineId};
use fsm::order::{Line, Op, Order};

use super::clauses::begins_an_order;
use super::joined::text;
use super::lines::LINE_SURE_MIN;
use super::sentences::{SURE_MIN, after};
use super::{AGENT, Parsed};
use crate::Utterance;
use crate::correction::{self, Atom};
use crate::language::Word;
use crate::reading::lattice::Lattice;
use crate::resolve::Context;
use crate::tokens::{Token, tokenize};
use crate::words::split;

/// More parts than these are a story.
const PARTS_MAX: usize = 8;
/// How often words are read at most.
const READS_MAX: u32 = 40;

/// The acts of each part that stands alone, read on the order as the ones before it leave it. None where nothing is changed, or
/// where the parts belong together.
pub(super) fn each_by_itself(
    utterance: Utterance<'_>,
    whole: &Acts,
    read: impl Fn(Utterance<'_>) -> Parsed,
) -> Option<Acts> {
    let order = utterance.order.filter(|order| !order.lines().is_empty() && utterance.question.is_none())?;
    let index = &utterance.book.index;
    // Most of what is said is one thing, and is not to be looked up again.
    let joins = |word: &str| index.language().roles_by(index.language().id(word)).contains(&Word::And);
    if !split(utterance.text).iter().skip(1).any(|raw| raw.begins || joins(&raw.word)) {
        return None;
    }
    let tokens = tokenize(index.language(), utterance.text);
    let lattice = Lattice::of(index, &tokens);
    let atoms = correction::atoms(index.language(), &tokens, &lattice);
    let begins = |atom: &Atom| tokens[atom.start()].begins || atom.is(Word::And);
    let parts: Vec<&[Atom]> = atoms.chunk_by(|_, next| !begins(next)).collect();
    if !(2..=PARTS_MAX).contains(&parts.len()) {
        return None;
    }
    if is_crossed(utterance, &tokens, &atoms) {
        return None;
    }
    let said = Said { utterance, order, tokens: &tokens, read, reads: Cell::new(0) };
    let heard = said.heard(&parts, parts.len() - 1, order, &[])?;
    let is_change = |heard: &Heard| heard.depends;
    // "an apple pie and one more cheeseburger"
    (heard.iter().any(is_change) || changes(whole)).then(|| joined(heard))
}

/// Whether two things change places: "the caramel goes in the latte and the vanilla in the cold brew".
fn is_crossed(utterance: Utterance<'_>, tokens: &[Token], atoms: &[Atom]) -> bool {
    correction::crossed(Context::of(utterance), tokens, atoms).is_some()
}

/// What was heard in some of the parts.
#[derive(Clone)]
struct Heard {
    ops: Vec<Op>,
    others: Vec<Act>,
    confidence: f64,
    /// Whether it would be something else on another order.
    depends: bool,
    /// The lines that it changes, takes off or adds.
    lines: Vec<LineId>,
}

impl Heard {
    /// Whether both change the same line: "one large and one small" is said of the same two.
    fn meets(&self, other: &Heard) -> bool {
        self.depends && other.depends && self.lines.iter().any(|line| other.lines.contains(line))
    }
}

/// The acts of all of it.
fn joined(heard: Vec<Heard>) -> Acts {
    let confidence = heard.iter().fold(1.0, |least: f64, part| least.min(part.confidence));
    let last = heard.iter().rev().find_map(|part| part.others.last().cloned());
    let ops = heard.into_iter().flat_map(|part| part.ops).collect();
    let ordered = Act::Order { ops, unresolved: Vec::new() };
    Acts::by(AGENT, confidence, std::iter::once(ordered).chain(last).collect())
}

/// Whether something that is there is changed.
fn changes(acts: &Acts) -> bool {
    let [Act::Order { ops, .. }, ..] = acts.acts.as_slice() else { return false };
    ops.iter().any(|op| !matches!(op, Op::Add(_)))
}

/// Words that are read as if they were all.
struct Words<'a> {
    text: &'a str,
    /// The first that is no "and".
    first: &'a Atom,
    /// Those of the first part.
    atoms: &'a [Atom],
    tokens: &'a [Token],
}

/// What is said, and how it is read.
struct Said<'a, R> {
    utterance: Utterance<'a>,
    order: &'a Order,
    tokens: &'a [Token],
    read: R,
    /// How often words were read.
    reads: Cell<u32>,
}

impl<R: Fn(Utterance<'_>) -> Parsed> Said<'_, R> {
    /// Each of the parts by itself, or as few of them together as can be, `together_max` at most; `before` was heard before.
    fn heard(
        &self,
        parts: &[&[Atom]],
        together_max: usize,
        order: &Order,
        before: &[Heard],
    ) -> Option<Vec<Heard>> {
        if parts.is_empty() {
            return Some(Vec::new());
        }
        (1..=parts.len().min(together_max)).find_map(|end| {
            let (heard, after) = self.one(&parts[..end], order, before)?;
            let before: Vec<Heard> = before.iter().cloned().chain([heard.clone()]).collect();
            let mut rest = self.heard(&parts[end..], together_max, &after, &before)?;
            rest.insert(0, heard);
            Some(rest)
        })
    }

    /// Some parts, read as if they were all.
    fn one(&self, parts: &[&[Atom]], order: &Order, before: &[Heard]) -> Option<(Heard, Order)> {
        let atoms = || parts.iter().copied().flatten();
        let joins = |atom: &&Atom| !atom.is(Word::And);
        let (first, last) = (atoms().find(joins)?, atoms().last()?);
        let said = text(&self.tokens[first.start()..last.end()]);
        let acts = self.acts(&said, Some(order))?;
        let [Act::Order { ops, unresolved }, others @ ..] = acts.acts.as_slice() else { return None };
        if acts.confidence < SURE_MIN || !unresolved.is_empty() || ops.is_empty() {
            return None;
        }
        let depends = changes(&acts) || self.acts(&said, None)?.acts != acts.acts;
        let after = self.after(order, ops)?;
        let (confidence, lines) = (acts.confidence, changed(order, &after));
        let heard = Heard { ops: ops.clone(), others: others.to_vec(), confidence, depends, lines };
        let again = heard.lines.is_empty() || before.iter().any(|before| before.meets(&heard));
        if again || before.last().is_some_and(|before| self.shares(before, &heard, order)) {
            return None;
        }
        let said = Words {
            text: &said,
            first,
            atoms: parts.first()?,
            tokens: &self.tokens[first.start()..last.end()],
        };
        let stands = match parts {
            _ if depends => self.is_a_change(&said, &heard, order, before),
            [part] => self.is_an_order(part, &heard, before),
            _ => false,
        };
        stands.then_some((heard, after))
    }

    /// Whether a part orders what is not there yet, or says that it wants more.
    fn is_an_order(&self, part: &[Atom], heard: &Heard, before: &[Heard]) -> bool {
        let wants = [Word::Want, Word::Add, Word::Another];
        let asks = part.iter().any(|atom| wants.iter().any(|word| atom.is(*word)));
        // "six fries. No, five. Five fries"
        let is_said = |op: &Op, item: &ItemId| matches!(op, Op::Add(new) if new.item == *item);
        let again = |item: &ItemId| before.iter().flat_map(|part| &part.ops).any(|op| is_said(op, item));
        let is_new = |item: &ItemId| !again(item) && (asks || !is_there(self.order, item));
        let is_new = |op: &Op| matches!(op, Op::Add(new) if is_new(&new.item));
        heard.confidence >= LINE_SURE_MIN && begins_an_order(part) && heard.ops.iter().all(is_new)
    }

    /// Whether words change something, and are not the rest of what was said before them.
    fn is_a_change(&self, said: &Words<'_>, heard: &Heard, order: &Order, before: &[Heard]) -> bool {
        let added =
            || heard.ops.iter().filter_map(|op| if let Op::Add(new) = op { Some(&new.item) } else { None });
        // "only the burger and the water"
        let goes_on = said.first.is(Word::Definite) || said.first.names_item();
        // "one iced and one with oat milk"
        let changed = || before.iter().filter(|before| before.depends).flat_map(|before| &before.lines);
        let likens = |item: &ItemId| {
            changed().any(|line| self.order.line(*line).is_some_and(|line| line.item == *item))
        };
        // "one cheeseburger and two hot dogs. And no pie"
        let pauses = said.tokens.iter().skip(1).any(|token| token.pause);
        // "two creams and a sugar in a coffee"
        let counts = |atom: &Atom| atom.counts() || atom.is(Word::Article);
        let is_part = |atom: &Atom| counts(atom) || atom.names() && !atom.names_item() && !atom.sizes();
        if counts(said.first) && said.atoms.iter().all(|atom| is_part(atom) || atom.is(Word::And)) {
            return false;
        }
        let is_rest = |item| goes_on || likens(item) || pauses && is_there(self.order, item);
        !added().any(is_rest)
            && (before.iter().all(|before| before.depends)
                || self.is_of_what_was_there(said.text, heard, order))
    }

    /// Whether a change behind an order is of what was there before: "one with extra onions" may be of what was ordered.
    fn is_of_what_was_there(&self, said: &str, heard: &Heard, order: &Order) -> bool {
        let alone = || {
            let acts = self.acts(said, Some(self.order))?;
            let [Act::Order { ops, .. }, ..] = acts.acts.as_slice() else { return None };
            self.after(self.order, ops)
        };
        let (Some(alone), Some(behind)) = (alone(), self.after(order, &heard.ops)) else { return false };
        let is_same = |line: &Line| alone.line(line.line_id) == behind.line(line.line_id);
        let is_kept = |line: &Line| behind.line(line.line_id) == Some(line);
        let was_there = |line: &&Line| self.order.line(line.line_id).is_some();
        let (old, new): (Vec<&Line>, Vec<&Line>) = order.lines().iter().partition(was_there);
        old.iter().all(|line| is_same(line)) && new.into_iter().all(is_kept) && !old.into_iter().all(is_kept)
    }

    /// Whether what is ordered may be in the place of some that a change before it took away: "two Cokes and a Sprite", of three
    /// Cokes.
    fn shares(&self, before: &Heard, heard: &Heard, after: &Order) -> bool {
        if !before.depends {
            return false;
        }
        let menu = &self.utterance.book.menu;
        let kind = |item: &ItemId| menu.item(item).map(|item| &item.category);
        let count = |line: &Line| after.line(line.line_id).map_or(0, |line| line.quantity);
        let counted = self.order.lines().iter().filter(|line| count(line) != line.quantity);
        let kinds: Vec<_> = counted.map(|line| kind(&line.item)).collect();
        heard.ops.iter().any(|op| matches!(op, Op::Add(new) if kinds.contains(&kind(&new.item))))
    }

    fn acts(&self, said: &str, order: Option<&Order>) -> Option<Acts> {
        self.reads.set(self.reads.get() + 1);
        let is_little = self.reads.get() <= READS_MAX;
        is_little.then(|| (self.read)(Utterance { text: said, order, ..self.utterance }).acts)
    }

    fn after(&self, order: &Order, ops: &[Op]) -> Option<Order> {
        after(order, ops, &self.utterance.book.menu)
    }
}

/// The lines of which there is another number, or which are otherwise, or not on both.
fn changed(before: &Order, after: &Order) -> Vec<LineId> {
    let is_other = |line: &&Line| before.line(line.line_id) != after.line(line.line_id);
    before.lines().iter().chain(after.lines()).filter(is_other).map(|line| line.line_id).collect()
}

/// Whether an item is on an order.
fn is_there(order: &Order, item: &ItemId) -> bool {
    let is_it = |line: &Line| line.item == *item || line.components.iter().any(|part| part.item == *item);
    order.lines().iter().any(is_it)
}
