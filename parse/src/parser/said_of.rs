//! Which line something is said of that names none: "make it a large", "no onions on one of them". The one last mentioned is
//! meant if it can be so, or else the newest that can: after "a medium Coke and a cookie" it is the Coke that becomes large.

use fsm::dialogue::Act;
use fsm::ids::{CategoryId, ComboId, ItemId, LineId, SizeId};
use fsm::menu::Menu;
use fsm::order::{Line, Modification, Op, Order, Target, Unresolved};

use super::sentences::{SURE_MIN, planned};
use super::{Parsed, mentioned};
use crate::Utterance;
use crate::language::{Edit, Word};
use crate::reading::asides::phrase;
use crate::tokens::tokenize;

/// The most lines that are tried.
const LINES_MAX: usize = 4;

/// What was said, read of the newest other line that can be so. None where it can be said of the one last mentioned.
pub(super) fn another_line(
    utterance: Utterance<'_>,
    parsed: &Parsed,
    read: impl Fn(Utterance<'_>) -> Parsed,
) -> Option<Parsed> {
    let order = utterance.order.filter(|order| order.lines().len() > 1 && utterance.question.is_none())?;
    let said = Said { utterance, order, menu: &utterance.book.menu, last: order.line(order.referent()?)? };
    let is_known = said.menu.item(&said.last.item).is_some();
    let misses = || parsed.acts.confidence < SURE_MIN || said.misses(&parsed.acts.acts);
    if !is_known || !misses() {
        return None;
    }
    let others = order.lines().iter().rev().filter(|line| line.line_id != said.last.line_id);
    others.take(LINES_MAX).find_map(|line| {
        let order = order.mentioning(line.line_id);
        let mut parsed = read(Utterance { order: Some(&order), ..utterance });
        mentioned::pin(&mut parsed.acts.acts, line.line_id);
        let sure = parsed.acts.confidence >= SURE_MIN;
        (sure && said.hits(&parsed.acts.acts, line)).then_some(parsed)
    })
}

/// Where something is said.
struct Said<'a> {
    utterance: Utterance<'a>,
    order: &'a Order,
    menu: &'a Menu,
    /// The line last mentioned.
    last: &'a Line,
}

impl Said<'_> {
    /// Whether what was heard cannot be so of the line last mentioned.
    fn misses(&self, acts: &[Act]) -> bool {
        match ordered(acts) {
            Some((ops, unresolved)) => !unresolved.is_empty() || ops.iter().any(|op| self.is_in_vain(op)),
            // "never mind one of them"
            None => *acts == [Act::NeverMind] && self.says(&[Word::OfThem]),
        }
    }

    /// Whether an operation does nothing to the line last mentioned, makes another kind of thing of it, or is of some of a
    /// line that is not several.
    fn is_in_vain(&self, op: &Op) -> bool {
        match op {
            Op::Modify(change) if self.is_last(&change.target) => {
                let lacks = |size: &SizeId| !self.comes_in(size, change.combo.as_ref());
                // "I don't want one of them"
                let only_one = change.quantity == Some(1) && self.last.quantity == 1;
                change.size.as_ref().is_some_and(lacks)
                    || only_one && self.says(&[Word::OfThem])
                    || *change == Modification::of(change.target.clone())
                    || self.is_no_share(change.split)
            }
            Op::Modify(change) => {
                let is_line = matches!(change.target, Target::Line { .. });
                // "no onions on one", of several that can have some
                let several = self.line(&change.target).is_some_and(|line| line.quantity > 1);
                let all = change.split.is_none() && several && (is_line || self.says(&[Word::OfThem]));
                all || self.is_no_share(change.split)
            }
            Op::Correct(said) => {
                let lines = said.target.lines(self.order, self.menu);
                let [line] = lines.as_slice() else { return false };
                let elsewhere = line.line_id != self.last.line_id;
                match said.split {
                    _ if elsewhere => said.split.is_some() || line.quantity > 1 && self.says(&[Word::OfThem]),
                    Some(count) if line.quantity <= count => true,
                    _ => {
                        !said.wanted.is_empty() && self.changes_nothing(op)
                            || !self.keeps_kinds(&said.wanted.items)
                    }
                }
            }
            Op::Replace { target, with } => self.is_last(target) && !self.keeps_kinds([&with.item]),
            Op::Remove { target, quantity } => self.is_last(target) && self.is_no_share(*quantity),
            // "a hamburger instead", "onion rings in one of them": only said of what is there
            Op::Add(new) => {
                let exchanges = || self.says(&[Word::Instead, Word::InsteadOf, Word::OfThem]);
                new.item != self.last.item && (exchanges() || self.says_how_some_are())
            }
            Op::Clear => false,
        }
    }

    /// Whether one of these words is said.
    fn says(&self, words: &[Word]) -> bool {
        let language = self.utterance.book.index.language();
        let tokens = tokenize(language, self.utterance.text);
        let is_one = |role| words.contains(&role);
        (0..tokens.len()).any(|at| phrase(language, &tokens[at..], is_one).is_some())
    }

    /// Whether it is said how so many should be: "can one be a hamburger".
    fn says_how_some_are(&self) -> bool {
        let language = self.utterance.book.index.language();
        let tokens = tokenize(language, self.utterance.text);
        let is = |role| matches!(role, Word::Edit(Edit::Is) | Word::Should);
        let counts = |at: &usize| language.number(&tokens[*at]).is_some();
        (0..tokens.len()).filter(counts).any(|at| phrase(language, &tokens[at + 1..], is).is_some())
    }

    fn is_last(&self, target: &Target) -> bool {
        match target {
            Target::Referent { .. } => true,
            Target::Line { line_id } => *line_id == self.last.line_id,
            Target::Item { .. } | Target::Described { .. } | Target::All { .. } => false,
        }
    }

    fn line(&self, target: &Target) -> Option<&Line> {
        match target {
            Target::Line { line_id } => self.order.line(*line_id),
            Target::Item { item, .. } => self.order.lines().iter().find(|line| line.item == *item),
            Target::Referent { .. } | Target::Described { .. } | Target::All { .. } => None,
        }
    }

    /// Whether so many are no share of the line last mentioned.
    fn is_no_share(&self, count: Option<u32>) -> bool {
        count.is_some_and(|count| self.last.quantity <= count)
    }

    /// Whether the line last mentioned, or the combo that it becomes, comes in a size.
    fn comes_in(&self, size: &SizeId, becomes: Option<&ComboId>) -> bool {
        match becomes.or(self.last.combo.as_ref()).and_then(|combo| self.menu.combo(combo)) {
            Some(combo) => combo.size(size).is_some(),
            None => self.menu.item(&self.last.item).is_some_and(|item| item.size(size).is_some()),
        }
    }

    /// Whether the line last mentioned, or something in its combo, is of the kind of one of the items; so it is if there are
    /// none.
    fn keeps_kinds<'i>(&self, items: impl IntoIterator<Item = &'i ItemId>) -> bool {
        let kinds = kinds_of(self.last, self.menu);
        let mut items = items.into_iter().peekable();
        items.peek().is_none()
            || items.any(|item| self.menu.item(item).is_some_and(|item| kinds.contains(&&item.category)))
    }

    fn changes_nothing(&self, op: &Op) -> bool {
        self.after(std::slice::from_ref(op)).is_none()
    }

    /// The order after operations; none if one of them cannot be done, or nothing changes.
    fn after(&self, ops: &[Op]) -> Option<Order> {
        let plan = planned(self.order, ops, self.menu);
        let whole = plan.open.is_empty() && plan.not_allowed.is_empty() && plan.off.is_empty();
        Some(plan.change.filter(|_| whole)?.after().clone())
    }

    /// Whether what was heard changes a line into something of its kind, or some of it, and no other.
    fn hits(&self, acts: &[Act], line: &Line) -> bool {
        let Some((ops, unresolved)) = ordered(acts) else { return false };
        let Some(after) = self.after(ops).filter(|_| unresolved.is_empty()) else { return false };
        let same = |line: &&Line| after.line(line.line_id) == Some(*line);
        let changed: Vec<LineId> =
            self.order.lines().iter().filter(|line| !same(line)).map(|line| line.line_id).collect();
        let kinds = kinds_of(line, self.menu);
        let some = |count: Option<u32>| count.is_none_or(|count| count < line.quantity);
        let can_be_so = |op: &Op| match op {
            Op::Replace { with, .. } => {
                self.menu.item(&with.item).is_some_and(|item| kinds.contains(&&item.category))
            }
            Op::Correct(said) => some(said.split),
            Op::Modify(change) => some(change.split),
            Op::Remove { quantity, .. } => some(*quantity),
            Op::Add(_) | Op::Clear => true,
        };
        let stays = |now: &Line| kinds_of(now, self.menu).iter().any(|kind| kinds.contains(kind));
        changed == [line.line_id] && ops.iter().all(can_be_so) && after.line(line.line_id).is_none_or(stays)
    }
}

/// What was ordered, if nothing else was said but that it is all, or that more comes.
fn ordered(acts: &[Act]) -> Option<(&[Op], &[Unresolved])> {
    match acts {
        [Act::Order { ops, unresolved }] | [Act::Order { ops, unresolved }, Act::Done | Act::NeedsTime] => {
            Some((ops, unresolved))
        }
        _ => None,
    }
}

/// The kinds of what a line is, and of what comes in its combo.
fn kinds_of<'m>(line: &Line, menu: &'m Menu) -> Vec<&'m CategoryId> {
    let own = std::iter::once(&line.item).chain(line.components.iter().map(|part| &part.item));
    own.filter_map(|item| Some(&menu.item(item)?.category)).collect()
}
