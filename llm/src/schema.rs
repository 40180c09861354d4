//! The form of a parse: a JSON schema made from the act types, narrowed to what an utterance names.
//!
//! Servers take a strict subset only: every property is required, no other is allowed, and alternatives are `anyOf`.

use std::collections::{BTreeMap, BTreeSet};

use fsm::dialogue::Act;
use fsm::query::Query;
use schemars::{JsonSchema, schema_for};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use parse::Named;

/// What a model writes down of an utterance.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// In the order in which they were said.
    pub acts: Vec<Act>,
}

/// The keywords that a schema is left with.
const KEYWORDS: [&str; 8] =
    ["$ref", "additionalProperties", "anyOf", "enum", "items", "properties", "required", "type"];

/// What a model may never answer, so that it is not offered: by type, tag and word.
const NEVER_BELIEVED: [(&str, &str, &str); 10] = [
    ("Act", "act", "yes"),
    ("Op", "op", "clear"),
    ("Subject", "kind", "line"),
    ("Filter", "is", "price"),
    ("Filter", "is", "calories"),
    ("Filter", "is", "kind"),
    ("Filter", "is", "served"),
    ("Filter", "is", "on"),
    ("Filter", "is", "way"),
    ("Filter", "is", "named"),
];

/// The schema of what may be written down of an utterance that names this.
pub(super) fn of(named: &Named) -> Value {
    narrowed(schema_for!(Written).to_value(), named)
}

/// The schema of what a question that names this may ask.
pub(super) fn of_query(named: &Named) -> Value {
    narrowed(schema_for!(Query).to_value(), named)
}

fn narrowed(mut root: Value, named: &Named) -> Value {
    let defs = root.as_object_mut().and_then(|root| root.remove("$defs")).unwrap_or_default();
    let mut defs: BTreeMap<String, Value> = serde_json::from_value(defs).unwrap_or_default();
    for (name, ids) in [
        ("ItemId", &named.items),
        ("ComboId", &named.combos),
        ("SlotId", &named.slots),
        ("SizeId", &named.sizes),
        ("GroupId", &named.groups),
        ("ModifierId", &named.modifiers),
        ("LineId", &named.lines),
    ] {
        narrow(&mut defs, name, ids);
    }
    // Only a question names them.
    if root["properties"]["about"].is_object() {
        narrow(&mut defs, "CategoryId", &named.categories);
        narrow(&mut defs, "Allergen", &named.allergens);
        narrow(&mut defs, "Diet", &named.diets);
    }
    for (name, tag, word) in NEVER_BELIEVED {
        if let Some(variants) = defs.get_mut(name).and_then(|def| def["oneOf"].as_array_mut()) {
            variants.retain(|variant| variant["properties"][tag]["const"] != word);
        }
    }
    // A model leaves out what it cannot settle, and without an order there is no line to change.
    defs.remove("Unresolved");
    if named.lines.is_empty() {
        defs.remove("Target");
    }
    while let Some(gone) = defs.keys().find(|name| possible(&defs[*name], &defs).is_none()).cloned() {
        defs.remove(&gone);
    }
    let strict =
        |schema: &Value| possible(schema, &defs).map(|schema| strict(&schema, &defs)).unwrap_or_default();
    let mut root = strict(&root);
    let mut left: Map<String, Value> = defs.iter().map(|(name, def)| (name.clone(), strict(def))).collect();
    // Definitions that nothing refers to any more are removed.
    loop {
        let all = format!("{root}{}", Value::Object(left.clone()));
        let before = left.len();
        left.retain(|name, _| all.contains(&format!("\"#/$defs/{name}\"")));
        if left.len() == before {
            break;
        }
    }
    root["$defs"] = Value::Object(left);
    root
}

fn narrow(defs: &mut BTreeMap<String, Value>, name: &str, ids: &BTreeSet<String>) {
    if ids.is_empty() {
        defs.remove(name);
    } else {
        defs.insert(name.to_owned(), json!({ "type": "string", "enum": ids }));
    }
}

/// A schema without the parts that have no possible value; none if it has none itself.
fn possible(schema: &Value, defs: &BTreeMap<String, Value>) -> Option<Value> {
    let mut schema = schema.as_object()?.clone();
    if let Some(name) = schema.get("$ref").and_then(Value::as_str)
        && !defs.contains_key(local(name))
    {
        return None;
    }
    for either in ["anyOf", "oneOf"] {
        if let Some(Value::Array(variants)) = schema.get(either) {
            let left: Vec<Value> = variants.iter().filter_map(|variant| possible(variant, defs)).collect();
            let is_null = |variant: &Value| variant["type"] == "null";
            if left.iter().all(is_null) {
                return None;
            }
            schema.insert(either.to_owned(), Value::Array(left));
        }
    }
    if let Some(items) = schema.get("items") {
        let items = possible(items, defs)?;
        schema.insert("items".to_owned(), items);
    }
    if let Some(Value::Object(properties)) = schema.get("properties") {
        let required: Vec<Value> =
            schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        let mut left = Map::new();
        for (name, property) in properties {
            match possible(property, defs) {
                Some(property) => drop(left.insert(name.clone(), property)),
                None if required.contains(&json!(name)) => return None,
                None => {}
            }
        }
        schema.insert("properties".to_owned(), Value::Object(left));
    }
    Some(Value::Object(schema))
}

/// The same in the strict subset.
fn strict(schema: &Value, defs: &BTreeMap<String, Value>) -> Value {
    let Some(schema) = schema.as_object() else { return schema.clone() };
    let mut schema = schema.clone();
    // A tag beside a reference becomes one object with what is referred to.
    if let (Some(of), true) = (schema.get("$ref").and_then(Value::as_str), schema.contains_key("properties"))
    {
        let of = defs.get(local(of)).and_then(|of| possible(of, defs)).unwrap_or_default();
        schema.remove("$ref");
        if let (Some(Value::Object(own)), Some(more)) =
            (schema.get_mut("properties"), of["properties"].as_object())
        {
            own.extend(more.clone());
        }
    }
    if let Some(value) = schema.remove("const") {
        schema.insert("type".to_owned(), json!("string"));
        schema.insert("enum".to_owned(), json!([value]));
    }
    if let Some(variants) = schema.remove("oneOf") {
        schema.insert("anyOf".to_owned(), variants);
    }
    if let Some(Value::Array(variants)) = schema.get_mut("anyOf") {
        for variant in variants.iter_mut() {
            *variant = strict(variant, defs);
        }
        let words: Option<Vec<Value>> = variants
            .iter()
            .map(|variant| Some(variant.get("enum")?.as_array()?.clone()))
            .collect::<Option<Vec<_>>>()
            .map(|words| words.concat());
        if let Some(words) = words {
            return json!({ "type": "string", "enum": words });
        }
    }
    if let Some(items) = schema.get_mut("items") {
        *items = strict(items, defs);
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for property in properties.values_mut() {
            *property = strict(property, defs);
        }
        let names: Vec<&String> = properties.keys().collect();
        let names = json!(names);
        schema.insert("required".to_owned(), names);
        schema.insert("additionalProperties".to_owned(), json!(false));
    }
    schema.retain(|keyword, _| KEYWORDS.contains(&keyword.as_str()));
    Value::Object(schema)
}

fn local(name: &str) -> &str {
    name.trim_start_matches("#/$defs/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(ids: &[&str]) -> BTreeSet<String> {
        ids.iter().map(|id| (*id).to_owned()).collect()
    }

    #[test]
    fn a_schema_names_only_what_was_named() {
        let named = Named { items: ids(&["coke"]), sizes: ids(&["large"]), ..Named::default() };
        insta::assert_snapshot!(serde_json::to_string_pretty(&of(&named)).unwrap());
    }

    #[test]
    fn every_object_is_closed_and_every_reference_is_there() {
        let named = Named {
            items: ids(&["cheeseburger", "coke"]),
            combos: ids(&["cheeseburger_combo"]),
            slots: ids(&["drink"]),
            sizes: ids(&["large"]),
            groups: ids(&["toppings"]),
            modifiers: ids(&["pickle"]),
            lines: ids(&["L1"]),
            categories: ids(&["drinks"]),
            allergens: ids(&["milk"]),
            diets: ids(&["vegan"]),
        };
        for schema in [of(&named), of_query(&named), of_query(&Named::default())] {
            check(&schema, &schema["$defs"]);
        }
    }

    #[test]
    fn a_query_can_name_only_what_the_words_do() {
        let named = Named { items: ids(&["coke"]), allergens: ids(&["milk"]), ..Named::default() };
        let schema = of_query(&named).to_string();
        for there in ["coke", "milk", "free_of", "restroom"] {
            assert!(schema.contains(&format!("\"{there}\"")), "{there}: {schema}");
        }
        for never in ["line", "price", "on", "category", "diet", "group"] {
            let filter = format!("\"enum\":[\"{never}\"]");
            assert!(!schema.contains(&filter), "{never}: {schema}");
        }
    }

    fn check(schema: &Value, defs: &Value) {
        match schema {
            Value::Object(object) => {
                if object.get("type") == Some(&json!("object")) {
                    assert_eq!(object["additionalProperties"], false, "{schema}");
                    let names: Vec<&String> = object["properties"].as_object().unwrap().keys().collect();
                    assert_eq!(object["required"], json!(names), "{schema}");
                }
                if let Some(name) = object.get("$ref") {
                    assert!(defs.get(local(name.as_str().unwrap())).is_some(), "{schema}");
                    assert_eq!(object.len(), 1, "{schema}");
                }
                object.values().for_each(|part| check(part, defs));
            }
            Value::Array(parts) => parts.iter().for_each(|part| check(part, defs)),
            _ => {}
        }
    }
}
