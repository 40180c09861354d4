//! Which line "one of them" is said of. The one last mentioned is meant if it is more than so many and can be so; after "two
//! cheeseburgers and a Coke", "no onions on one of them" is not said of the Coke.

use fsm::dialogue::Act;
use fsm::menu::{Item, Menu};
use fsm::order::{Description, Line, Op, Order, Reason, Target};

use super::{Parsed, mentioned};
use crate::Utterance;

/// What was said, read of the newest other line of which it can be said. None where it is not said of some of a line, or
/// can be said of the one last mentioned.
pub(super) fn of_another(
    utterance: Utterance<'_>,
    parsed: &Parsed,
    read: impl Fn(Utterance<'_>) -> Parsed,
) -> Option<Parsed> {
    let order = utterance.order.filter(|_| utterance.question.is_none())?;
    let menu = &utterance.book.menu;
    let several = |line: &&Line| line.quantity > 1;
    if order.lines().len() < 2 || !order.lines().iter().any(|line| several(&line)) {
        return None;
    }
    if !Heard::of(&parsed.acts.acts)?.misses(order, menu) {
        return None;
    }
    order.lines().iter().rev().filter(several).find_map(|line| {
        let order = order.mentioning(line.line_id);
        let mut parsed = read(Utterance { order: Some(&order), ..utterance });
        mentioned::pin(&mut parsed.acts.acts, line.line_id);
        let hits = Heard::of(&parsed.acts.acts).is_some_and(|heard| heard.hits(&order, menu));
        hits.then_some(parsed)
    })
}

/// The one change of the order that was heard.
enum Heard<'a> {
    Op(&'a Op),
    /// It cannot be done: half of an odd number.
    NotAllowed,
}

impl<'a> Heard<'a> {
    fn of(acts: &'a [Act]) -> Option<Self> {
        let [Act::Order { ops, unresolved }] = acts else { return None };
        match (ops.as_slice(), unresolved.as_slice()) {
            ([op], []) => Some(Self::Op(op)),
            ([], [alone]) if alone.reason == Reason::NotAllowed => Some(Self::NotAllowed),
            _ => None,
        }
    }

    /// Whether another line than the one last mentioned may be meant.
    fn misses(&self, order: &Order, menu: &Menu) -> bool {
        let Self::Op(op) = self else { return true };
        match some_of(op, order, menu) {
            Some((line, count)) => line.quantity <= count || !can_be_so(line, op, menu),
            // "no onions on one" of that which can have some
            None => changed(op, order, menu)
                .is_some_and(|line| line.quantity > 1 && Some(line.line_id) != order.referent()),
        }
    }

    /// Whether it changes some of a line, which can be so.
    fn hits(&self, order: &Order, menu: &Menu) -> bool {
        let Self::Op(op) = self else { return false };
        some_of(op, order, menu)
            .is_some_and(|(line, count)| line.quantity > count && can_be_so(line, op, menu))
    }
}

/// The line of which some are changed or go, and how many.
fn some_of<'o>(op: &Op, order: &'o Order, menu: &Menu) -> Option<(&'o Line, u32)> {
    let count = match op {
        Op::Correct(said) => said.split,
        Op::Modify(change) => change.split,
        Op::Remove { quantity, .. } => *quantity,
        Op::Add(_) | Op::Replace { .. } | Op::Clear => None,
    };
    Some((changed(op, order, menu)?, count?))
}

/// The one line that is changed or goes, where it is told by no name.
fn changed<'o>(op: &Op, order: &'o Order, menu: &Menu) -> Option<&'o Line> {
    let target = match op {
        Op::Correct(said) => {
            let lines = said.target.lines(order, menu);
            return match lines.as_slice() {
                [line] => Some(line),
                _ => None,
            };
        }
        Op::Modify(change) => &change.target,
        Op::Remove { target, .. } => target,
        Op::Add(_) | Op::Replace { .. } | Op::Clear => return None,
    };
    match target {
        Target::Line { line_id } => order.line(*line_id),
        Target::Referent { .. } => order.line(order.referent()?),
        Target::Item { .. } | Target::Described { .. } | Target::All { .. } => None,
    }
}

/// Whether a line, or something in its combo, can be what it should become, and is not yet.
fn can_be_so(line: &Line, op: &Op, menu: &Menu) -> bool {
    let Op::Correct(said) = op else { return true };
    let Description { items, sizes, modifiers, .. } = &said.wanted;
    let own = std::iter::once(&line.item).chain(line.components.iter().map(|part| &part.item));
    let own: Vec<&Item> = own.filter_map(|item| menu.item(item)).collect();
    // What left the menu is not judged by it.
    let any_own = |is_so: &dyn Fn(&Item) -> bool| own.is_empty() || own.iter().any(|item| is_so(item));
    let kind = |item| menu.item(item).map(|item| &item.category);
    let is_of_kind = || items.iter().any(|item| any_own(&|own| kind(item) == Some(&own.category)));
    let comes_so = sizes.iter().any(|size| any_own(&|own| own.size(size).is_some()));
    let is_so = line.size.as_ref().is_some_and(|size| sizes.contains(size));
    let takes = modifiers
        .iter()
        .all(|picks| picks.iter().any(|pick| any_own(&|own| own.modifier_groups.contains(&pick.group))));
    (items.is_empty() || is_of_kind()) && (sizes.is_empty() || comes_so && !is_so) && takes
}
