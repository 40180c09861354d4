//! Reads what a rule takes off a price.

use fsm::house_rules::{Cut, Goods, Outcome, PriceCut};
use fsm::ids::{CategoryId, ComboId};
use fsm::money::Money;
use fsm::reader::Reader;

use crate::named::{ITEMS_MAX, OutsideName, OutsidePart, items, name};

/// The most pieces of a bundle.
const PIECES_MAX: u32 = 20;

pub(crate) fn read(then: &Reader<'_>, named: &mut Vec<OutsideName>) -> Option<Outcome> {
    then.only(&["name", "on", "percent", "amount", "quantity", "price"]);
    let called = then.required("name").map(|name| name.spoken()).unwrap_or_default();
    let on = then.field("on").map(|on| goods(&on, named));
    let by = match (then.field("percent"), then.field("amount"), then.field("price")) {
        (Some(percent), None, None) => {
            let number = percent.number().unwrap_or_default();
            if !(1..=100).contains(&number) {
                percent.fault("must be from 1 to 100");
            }
            Cut::Percent(number)
        }
        (None, Some(amount), None) => Cut::Amount(more_than_nothing(&amount)),
        (None, None, Some(price)) => {
            if on.is_none() {
                then.missing("on", "what the price is for: items, categories or combos");
            }
            Cut::Bundle { quantity: quantity(then), price: price.decimal() }
        }
        _ => {
            then.fault("takes off one of these: \"percent\", \"amount\", or \"quantity\" for a \"price\"");
            return None;
        }
    };
    if let (Some(quantity), Cut::Percent(_) | Cut::Amount(_)) = (then.field("quantity"), by) {
        quantity.fault("goes with \"price\"");
    }
    Some(Outcome::Price(PriceCut { name: called, on, by }))
}

fn quantity(then: &Reader<'_>) -> u32 {
    let Some(field) = then.required("quantity") else { return 1 };
    let number = field.number().unwrap_or(1);
    if !(1..=PIECES_MAX).contains(&number) {
        field.fault(format!("must be from 1 to {PIECES_MAX}"));
    }
    number
}

fn more_than_nothing(amount: &Reader<'_>) -> Money {
    let money = amount.decimal::<Money>();
    if amount.value().as_str().is_some_and(|text| text.parse() == Ok(Money::ZERO)) {
        amount.fault("takes off nothing");
    }
    money
}

pub(crate) fn goods(on: &Reader<'_>, named: &mut Vec<OutsideName>) -> Goods {
    if !on.is_object() {
        return Goods::default();
    }
    on.only(&["items", "categories", "combos"]);
    let mut ids = |field: &str, part: OutsidePart| -> Vec<String> {
        let list = on.field(field).map(|list| list.elements(ITEMS_MAX)).unwrap_or_default();
        list.iter().map(|entry| name(entry, part, named).to_owned()).collect()
    };
    let categories = ids("categories", OutsidePart::Category);
    let combos = ids("combos", OutsidePart::Combo);
    let items = on.field("items").map(|list| items(&list, named)).unwrap_or_default();
    if items.is_empty() && categories.is_empty() && combos.is_empty() {
        on.fault("is for nothing: name items, categories or combos, or leave \"on\" out for the whole order");
    }
    Goods {
        items,
        categories: categories.iter().map(|id| CategoryId::from(id.as_str())).collect(),
        combos: combos.iter().map(|id| ComboId::from(id.as_str())).collect(),
    }
}
