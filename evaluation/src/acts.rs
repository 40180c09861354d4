//! Reads acts as `/parse` writes them, and names every field that is none and every id that the menu does not have.

use fsm::dialogue::Act;
use fsm::ids::{ComboId, GroupId, ItemId, LineId, ModifierId, SizeId, SlotId};
use fsm::menu::{Combo, Item, Menu, Topic};
use fsm::order::{
    Amount, ComponentPick, Modification, ModifierPick, NewLine, Op, Reason, Target, Unresolved,
};
use fsm::query::Asking;
use fsm::reader::{Reader, quoted};
use serde::de::DeserializeOwned;

use super::outcome::Reading;

/// The most entries of a list.
const ENTRIES_MAX: usize = 500;
/// The fields of a line.
const LINE: [&str; 6] = ["item", "combo", "size", "quantity", "modifiers", "components"];

/// What a sentence means.
pub(super) fn acts(list: &Reader<'_>, menu: &Menu) -> Vec<Act> {
    if list.is_empty_list() {
        list.fault("is empty: what means nothing is {\"act\": \"unclear\"}");
    }
    list.entries(ENTRIES_MAX).iter().filter_map(|entry| act(entry, menu)).collect()
}

/// What a sentence may mean.
pub(super) fn readings(list: &Reader<'_>, menu: &Menu) -> Vec<Reading> {
    if list.is_empty_list() {
        list.fault("is empty: what means nothing is {\"act\": \"unclear\"}");
    }
    list.entries(ENTRIES_MAX)
        .iter()
        .filter(|entry| entry.is_object())
        .map(|entry| reading(entry, menu))
        .collect()
}

fn reading(entry: &Reader<'_>, menu: &Menu) -> Reading {
    entry.only(&["acts", "question", "must_tell", "may_tell"]);
    let texts = |name| list(entry, name).iter().map(said).collect();
    let reading = Reading {
        acts: entry.field("acts").map(|list| acts(&list, menu)).unwrap_or_default(),
        question: entry
            .field("question")
            .map(|items| items.elements(ENTRIES_MAX).iter().map(|id| item(id, menu)).collect()),
        must_tell: texts("must_tell"),
        may_tell: texts("may_tell"),
    };
    if reading.acts.is_empty() && reading.question.is_none() && reading.must_tell.is_empty() {
        entry.fault("is a reading of nothing: give acts, question or must_tell");
    }
    reading
}

/// Words that were said.
pub(super) fn said(field: &Reader<'_>) -> String {
    let text = field.text();
    if text.is_some_and(|text| text.trim().is_empty()) {
        field.fault("is empty");
    }
    text.unwrap_or_default().to_owned()
}

/// One of several words, none if it is another.
pub(super) fn one_of<T: DeserializeOwned>(field: &Reader<'_>) -> Option<T> {
    let known = serde_json::from_value(field.value());
    known.map_err(|error| field.fault(error.to_string())).ok()
}

fn act(entry: &Reader<'_>, menu: &Menu) -> Option<Act> {
    let name = entry.required("act")?;
    match name.text()? {
        "order" => Some(order(entry, menu)),
        "menu_question" => {
            entry.only(&["act", "topic", "items", "query"]);
            let items = list(entry, "items").iter().map(|id| item(id, menu)).collect();
            let topic: Option<Topic> = entry.required("topic").and_then(|topic| one_of(&topic));
            Some(Act::MenuQuestion(Asking::about(topic?, items)))
        }
        "has_allergy" => {
            entry.only(&["act", "allergens"]);
            one_of(entry)
        }
        "back_channel" => {
            entry.only(&["act", "assents"]);
            one_of(entry)
        }
        _ => {
            entry.only(&["act"]);
            let known = serde_json::from_value(serde_json::json!({ "act": name.value() }));
            known.map_err(|error| name.fault(error.to_string())).ok()
        }
    }
}

fn order(entry: &Reader<'_>, menu: &Menu) -> Act {
    entry.only(&["act", "ops", "unresolved"]);
    let (changes, open) = (entries(entry, "ops"), entries(entry, "unresolved"));
    if changes.is_empty() && open.is_empty() {
        entry.fault("is an order of nothing: give ops or unresolved");
    }
    let ops = changes.iter().filter_map(|change| op(change, menu)).collect();
    Act::Order { ops, unresolved: open.iter().filter_map(|part| unresolved(part, menu)).collect() }
}

fn op(entry: &Reader<'_>, menu: &Menu) -> Option<Op> {
    let name = entry.required("op")?;
    match name.text()? {
        "add" => {
            entry.only(&[&["op"], &LINE[..]].concat());
            Some(Op::Add(line(entry, menu)))
        }
        "remove" => {
            entry.only(&["op", "target", "quantity"]);
            let target = target(&entry.required("target")?, menu);
            Some(Op::Remove { target, quantity: entry.field("quantity").and_then(|field| field.positive()) })
        }
        "modify" => Some(Op::Modify(modification(entry, menu)?)),
        "replace" => {
            entry.only(&["op", "target", "with"]);
            let target = target(&entry.required("target")?, menu);
            let with = entry.required("with").filter(Reader::is_object)?;
            with.only(&LINE);
            Some(Op::Replace { target, with: line(&with, menu) })
        }
        "clear" => {
            entry.only(&["op"]);
            Some(Op::Clear)
        }
        "correct" => correction(entry, menu),
        other => {
            name.fault(format!("{} is none of add, remove, modify, replace, correct, clear", quoted(other)));
            None
        }
    }
}

/// What a sentence says about a change of what is on the order.
fn correction(entry: &Reader<'_>, menu: &Menu) -> Option<Op> {
    let op = one_of(entry)?;
    if let Op::Correct(said) = &op {
        let named = [&said.target, &said.wanted, &said.unwanted].into_iter().flat_map(|what| &what.items);
        for id in named.filter(|id| menu.item(id).is_none()) {
            entry.fault(format!("{} is no item on the menu", quoted(id.as_str())));
        }
    }
    Some(op)
}

fn line(entry: &Reader<'_>, menu: &Menu) -> NewLine {
    let id = entry.required("item").map_or_else(|| "".into(), |field| item(&field, menu));
    let known = menu.item(&id);
    let combo_id = entry.field("combo").map(|field| combo(&field, menu));
    let combo = combo_id.as_ref().and_then(|id| menu.combo(id));
    if let (Some(field), Some(combo)) = (entry.field("item"), combo.filter(|combo| combo.main != id)) {
        field.fault(format!("is not the main of {}, {}", combo.id, combo.main));
    }
    if let Some(list) = entry.field("components").filter(|list| combo_id.is_none() && !list.is_empty_list()) {
        list.fault("stand without a combo");
    }
    NewLine {
        size: entry.field("size").map(|field| {
            let is_there = |id: &SizeId| match combo.filter(|combo| !combo.sizes.is_empty()) {
                Some(combo) => combo.size(id).is_some(),
                None => known.is_none_or(|item| item.size(id).is_some()),
            };
            id_of(&field, "size of this item or combo", is_there)
        }),
        item: id,
        quantity: quantity(entry),
        modifiers: picks(entry, known, menu),
        components: components(entry, combo, menu),
        persons: Vec::new(),
        combo: combo_id,
    }
}

fn modification(entry: &Reader<'_>, menu: &Menu) -> Option<Modification> {
    entry.only(&["op", "target", "size", "combo", "quantity", "modifiers", "components", "split"]);
    let combo_id = entry.field("combo").map(|field| combo(&field, menu));
    let combo = combo_id.as_ref().and_then(|id| menu.combo(id));
    let is_there = |id: &SizeId| {
        menu.items.iter().any(|item| item.size(id).is_some())
            || menu.combos.iter().any(|combo| combo.size(id).is_some())
    };
    Some(Modification {
        target: target(&entry.required("target")?, menu),
        size: entry.field("size").map(|field| id_of(&field, "size on the menu", is_there)),
        quantity: entry.field("quantity").and_then(|field| field.number()),
        modifiers: picks(entry, None, menu),
        components: components(entry, combo, menu),
        split: entry.field("split").and_then(|field| field.positive()),
        combo: combo_id,
    })
}

/// The modifiers of an item, or of any if it is not known which.
fn picks(entry: &Reader<'_>, of: Option<&Item>, menu: &Menu) -> Vec<ModifierPick> {
    entries(entry, "modifiers").iter().map(|entry| pick(entry, of, menu)).collect()
}

fn pick(entry: &Reader<'_>, of: Option<&Item>, menu: &Menu) -> ModifierPick {
    entry.only(&["group", "modifier", "amount", "quantity"]);
    let has =
        |id: &GroupId| menu.group(id).is_some() && of.is_none_or(|item| item.modifier_groups.contains(id));
    let what = if of.is_some() { "modifier group of this item" } else { "modifier group on the menu" };
    let group: GroupId = entry.required("group").map_or_else(|| "".into(), |field| id_of(&field, what, has));
    let known = menu.group(&group);
    let is_there = |id: &ModifierId| known.is_none_or(|group| group.modifier(id).is_some());
    ModifierPick {
        modifier: entry
            .required("modifier")
            .map_or_else(|| "".into(), |field| id_of(&field, "modifier of this group", is_there)),
        group,
        amount: entry.field("amount").and_then(|field| one_of::<Amount>(&field)).unwrap_or_default(),
        quantity: quantity(entry),
    }
}

/// What fills the slots of a combo, or of any if it is not known which.
fn components(entry: &Reader<'_>, of: Option<&Combo>, menu: &Menu) -> Vec<ComponentPick> {
    entries(entry, "components").iter().map(|entry| component(entry, of, menu)).collect()
}

fn component(entry: &Reader<'_>, of: Option<&Combo>, menu: &Menu) -> ComponentPick {
    entry.only(&["slot", "item", "size", "modifiers"]);
    let is_there = |id: &SlotId| match of {
        Some(combo) => combo.slot(id).is_some(),
        None => menu.combos.iter().any(|combo| combo.slot(id).is_some()),
    };
    let what = if of.is_some() { "slot of this combo" } else { "slot of any combo" };
    let slot = entry.required("slot").map_or_else(|| "".into(), |field| id_of(&field, what, is_there));
    let id = entry.required("item").map_or_else(|| "".into(), |field| item(&field, menu));
    let known = menu.item(&id);
    let has_size = |id: &SizeId| known.is_none_or(|item| item.size(id).is_some());
    ComponentPick {
        slot,
        item: id,
        size: entry.field("size").map(|field| id_of(&field, "size of this item", has_size)),
        modifiers: picks(entry, known, menu),
    }
}

fn target(field: &Reader<'_>, menu: &Menu) -> Target {
    if !field.is_object() {
        return Target::REFERENT;
    }
    if let Some(id) = field.field("line_id") {
        field.only(&["line_id"]);
        return Target::Line { line_id: one_of(&id).unwrap_or(LineId(1)) };
    }
    if let Some(id) = field.field("item") {
        field.only(&["item", "ordinal"]);
        let ordinal = field.field("ordinal").and_then(|ordinal| ordinal.positive());
        return Target::Item { item: item(&id, menu), ordinal };
    }
    if let Some(all) = field.field("all") {
        field.only(&["all", "except"]);
        must_be_true(&all);
        let except = entries(field, "except").iter().map(|other| target(other, menu)).collect();
        return Target::All { all: true, except };
    }
    field.only(&["referent"]);
    if let Some(referent) = field.required("referent") {
        must_be_true(&referent);
    }
    Target::REFERENT
}

fn must_be_true(field: &Reader<'_>) {
    if field.value() != true {
        field.fault("must be true");
    }
}

fn unresolved(entry: &Reader<'_>, menu: &Menu) -> Option<Unresolved> {
    entry.only(&["text", "reason", "candidates", "quantity"]);
    let candidates = list(entry, "candidates")
        .iter()
        .map(|field| id_of(field, "item, combo or modifier on the menu", |id: &String| is_on_menu(id, menu)))
        .collect();
    let text = entry.required("text").map(|text| said(&text)).unwrap_or_default();
    let reason: Option<Reason> = entry.required("reason").and_then(|reason| one_of(&reason));
    let quantity = entry.field("quantity").and_then(|quantity| quantity.positive());
    Some(Unresolved { text, reason: reason?, candidates, quantity })
}

/// Whether something that one can ask for has this id.
fn is_on_menu(id: &str, menu: &Menu) -> bool {
    let modifier = ModifierId::from(id);
    menu.item(&id.into()).is_some()
        || menu.combo(&id.into()).is_some()
        || menu.modifier_groups.iter().any(|group| group.modifier(&modifier).is_some())
}

fn item(field: &Reader<'_>, menu: &Menu) -> ItemId {
    id_of(field, "item on the menu", |id| menu.item(id).is_some())
}

fn combo(field: &Reader<'_>, menu: &Menu) -> ComboId {
    id_of(field, "combo on the menu", |id| menu.combo(id).is_some())
}

fn quantity(entry: &Reader<'_>) -> u32 {
    entry.field("quantity").and_then(|field| field.positive()).unwrap_or(1)
}

/// An id of something that is there.
fn id_of<T: for<'t> From<&'t str>>(field: &Reader<'_>, what: &str, is_there: impl Fn(&T) -> bool) -> T {
    let Some(text) = field.text() else { return "".into() };
    let id = text.into();
    if !is_there(&id) {
        field.fault(format!("{} is no {what}", quoted(text)));
    }
    id
}

fn list<'a>(entry: &Reader<'a>, name: &str) -> Vec<Reader<'a>> {
    entry.field(name).map(|list| list.elements(ENTRIES_MAX)).unwrap_or_default()
}

fn entries<'a>(entry: &Reader<'a>, name: &str) -> Vec<Reader<'a>> {
    list(entry, name).into_iter().filter(Reader::is_object).collect()
}
