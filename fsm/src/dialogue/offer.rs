//! The one upsell of an order.

use crate::ids::CategoryId;
use crate::machine::Offer;
use crate::menu::{Combo, Item, Menu};
use crate::order::{Diff, DiffOp, Line, Modification, NewLine, Op, Order, Target};

/// What to offer after lines were added: the combo that the order almost has, or an upsell of an added item.
pub(super) fn best(order: &Order, diffs: &[Diff], menu: &Menu) -> Option<Offer> {
    let added =
        diffs.iter().filter(|diff| diff.op == DiffOp::Add).filter_map(|diff| order.line(diff.line_id));
    let added: Vec<&Line> = added.collect();
    if added.is_empty() {
        return None;
    }
    let combo = menu.combos.iter().find(|combo| {
        combo.served && menu.item(&combo.main).is_some_and(Item::is_on) && is_almost(combo, order, menu)
    });
    let upsell = || {
        let wanted = added.iter().filter_map(|line| menu.item(&line.item)).flat_map(|item| &item.upsells);
        let is_new = |item: &&Item| item.is_had() && !has_of(&item.category, order, menu);
        wanted.filter_map(|id| menu.item(id)).find(is_new).map(|item| item.id.clone())
    };
    combo.map(|combo| Offer::Combo(combo.id.clone())).or_else(|| upsell().map(Offer::Item))
}

/// Whether an offer may follow what was changed: something was added.
pub(super) fn may_stand(diffs: &[Diff]) -> bool {
    diffs.iter().any(|diff| diff.op == DiffOp::Add)
}

/// Whether the order has something of a category, also as a part of a combo, or will once its combos are filled: who has
/// a drink is not offered one.
fn has_of(category: &CategoryId, order: &Order, menu: &Menu) -> bool {
    order.lines().iter().any(|line| {
        let combo = line.combo.as_ref().and_then(|id| menu.combo(id));
        let mut slots = combo.map(|combo| combo.slots.as_slice()).unwrap_or_default().iter();
        slots.any(|slot| slot.category == *category)
            || menu.item(&line.item).is_some_and(|item| item.category == *category)
    })
}

/// Whether the combo's main and an item for one of its slots are separate lines of the order.
fn is_almost(combo: &Combo, order: &Order, menu: &Menu) -> bool {
    main_of(combo, order).is_some_and(|main| {
        combo.slots.iter().any(|slot| {
            let fits = |line: &Line| {
                line.combo.is_none()
                    && line.line_id != main.line_id
                    && line.quantity >= main.quantity
                    && menu.item(&line.item).is_some_and(|item| item.category == slot.category)
            };
            order.lines().iter().any(fits)
        })
    })
}

fn main_of<'a>(combo: &Combo, order: &'a Order) -> Option<&'a Line> {
    order.lines().iter().find(|line| line.combo.is_none() && line.item == combo.main)
}

/// The operation that accepts the offer.
pub(super) fn accepted(offer: &Offer, order: &Order, menu: &Menu) -> Option<Op> {
    match offer {
        Offer::Item(item) => Some(Op::Add(NewLine::of(item.clone()))),
        Offer::Combo(id) => {
            let main = main_of(menu.combo(id)?, order)?;
            let target = Target::Line { line_id: main.line_id };
            Some(Op::Modify(Modification { combo: Some(id.clone()), ..Modification::of(target) }))
        }
    }
}
