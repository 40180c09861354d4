//! The schema beside what decides: a document with every field, each of which is spoiled in turn.

use serde_json::{Value, json};

use super::schema;
use crate::menu::Menu;

/// A menu with each list and object that there can be.
fn full() -> Value {
    json!({
        "format": 2, "id": "m", "name": "M", "currency": "USD",
        "dayparts": [{ "id": "early", "days": ["mon"], "from": "05:00", "to": "10:30" }],
        "categories": [{ "id": "c", "name": "C" }],
        "modifier_groups": [{ "id": "g", "name": "G", "modifiers": [{ "id": "x", "name": "X", "price": "0.50" }] }],
        "items": [
            { "id": "a", "name": "A", "category": "c", "price": "1.00" },
            { "id": "b", "name": "B", "category": "c", "sizes": [{ "id": "s", "name": "S", "price": "2.00" }] },
        ],
        "combos": [{
            "id": "k", "name": "K", "main": "a", "price": "3.00",
            "slots": [{ "id": "d", "category": "c" }], "sizes": [{ "id": "l", "name": "L", "price": "0.00" }],
        }],
        "quantifiers": {},
    })
}

/// Of an item, where either is enough.
const PRICES: [&str; 2] = ["price", "sizes"];

struct Walk {
    schema: Value,
    document: Value,
    spoiled: usize,
}

impl Walk {
    fn resolved(&self, schema: &Value) -> Value {
        let alternatives = schema.get("anyOf").and_then(Value::as_array);
        let schema = alternatives.map_or(schema, |all| &all[0]);
        match schema.get("$ref").and_then(Value::as_str) {
            Some(name) => self.schema.pointer(name.strip_prefix('#').unwrap()).unwrap().clone(),
            None => schema.clone(),
        }
    }

    /// Spoils each field of the object there, and goes on into those that the document has.
    fn object(&mut self, pointer: &str, schema: &Value) {
        let schema = self.resolved(schema);
        let properties = schema["properties"].as_object().unwrap().clone();
        let there = self.document.pointer(pointer).unwrap().as_object().unwrap().clone();
        for name in there.keys() {
            assert!(properties.contains_key(name), "{pointer}/{name} is not in the schema");
        }
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (name, property) in &properties {
            let field = format!("{pointer}/{name}");
            if !["$schema", "version"].contains(&name.as_str()) {
                self.spoil(pointer, name);
            }
            let is_required = required.contains(&json!(name));
            let is_one_of_two = pointer.starts_with("/items") && PRICES.contains(&name.as_str());
            if there.contains_key(name) && !is_one_of_two {
                let mut document = self.document.clone();
                document.pointer_mut(pointer).unwrap().as_object_mut().unwrap().remove(name);
                let found = faults(&document);
                let is_missed =
                    found.iter().any(|fault| fault.contains(&format!("{}: is missing", path(&field))));
                assert_eq!(
                    is_missed,
                    is_required || pointer.starts_with("/dayparts") && name != "days",
                    "{field}: {found:?}"
                );
            }
            match self.document.pointer(&field) {
                Some(Value::Object(_)) => self.object(&field, property),
                Some(Value::Array(all)) if all.first().is_some_and(Value::is_object) => {
                    let items = self.resolved(property)["items"].clone();
                    for at in 0..all.len() {
                        self.object(&format!("{field}/{at}"), &items);
                    }
                }
                _ => {}
            }
        }
    }

    /// A value of no kind that the field can have is a fault of that field.
    fn spoil(&mut self, pointer: &str, name: &str) {
        let mut document = self.document.clone();
        document.pointer_mut(pointer).unwrap()[name] = json!([{ "spoiled": true }]);
        let (field, found) = (path(&format!("{pointer}/{name}")), faults(&document));
        assert!(found.iter().any(|fault| fault.starts_with(&field)), "{field} is not looked at: {found:?}");
        self.spoiled += 1;
    }
}

fn faults(document: &Value) -> Vec<String> {
    Menu::check(document).err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

/// `/items/0/price` as a fault names it.
fn path(pointer: &str) -> String {
    let step =
        |step: &str| if step.parse::<usize>().is_ok() { format!("[{step}]") } else { format!(".{step}") };
    pointer.split('/').skip(1).fold("$".to_owned(), |path, part| path + &step(part))
}

#[test]
fn each_field_of_the_schema_is_looked_at_and_each_that_is_needed_is_missed() {
    let document = full();
    assert_eq!(faults(&document), [""; 0]);
    let mut walk = Walk { schema: schema(), document, spoiled: 0 };
    let root = walk.schema.clone();
    walk.object("", &root);
    assert!(walk.spoiled > 100, "{} fields are in the schema", walk.spoiled);
}

#[test]
fn the_fields_of_the_sample_menus_are_in_the_schema() {
    for menu in [
        include_str!("../../../../fixtures/menus/burger.json"),
        include_str!("../../../../fixtures/menus/coffee.json"),
        include_str!("../../../../fixtures/menus/diner.json"),
    ] {
        let document: Value = serde_json::from_str(menu).unwrap();
        assert_eq!(faults(&document), [""; 0]);
        let known = schema().to_string();
        let mut unknown = Vec::new();
        names(&document, &mut |name| {
            if !known.contains(&format!("{name:?}:")) {
                unknown.push(name.to_owned());
            }
        });
        assert_eq!(unknown, [""; 0]);
    }
}

fn names(value: &Value, tell: &mut impl FnMut(&str)) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                tell(name);
                names(value, tell);
            }
        }
        Value::Array(all) => all.iter().for_each(|value| names(value, tell)),
        _ => {}
    }
}
