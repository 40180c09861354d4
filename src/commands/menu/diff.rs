//! `carhop menu diff`: what changes from one menu to another, by entry.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use crate::commands::exit::{FINE, NOT_RIGHT};
use crate::wiring::menus;

/// Which menus are compared.
#[derive(Args)]
pub struct Diff {
    /// The menu before.
    before: PathBuf,
    /// The menu after.
    after: PathBuf,
}

impl Diff {
    /// Does it. Menus that differ are not right, as with `diff`.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn run(&self) -> anyhow::Result<u8> {
        let [before, after] = [&self.before, &self.after].map(|file| menus::document(Some(file)));
        let changes = changes(&before?, &after?);
        for change in &changes {
            anstream::println!("{change}");
        }
        Ok(if changes.is_empty() { FINE } else { NOT_RIGHT })
    }
}

/// A line for each value that is new, gone or another. Entries with an id are the same wherever they stand.
fn changes(before: &Value, after: &Value) -> Vec<String> {
    let mut changes = Vec::new();
    compare("", before, after, &mut changes);
    changes
}

fn compare(path: &str, before: &Value, after: &Value, changes: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(old), Value::Object(new)) => {
            let step = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
            for (name, value) in old {
                match new.get(name) {
                    Some(now) => compare(&step(name), value, now, changes),
                    None => changes.push(format!("- {} {}", step(name), short(value))),
                }
            }
            let is_new = |name: &&String| !old.contains_key(*name);
            for name in new.keys().filter(is_new) {
                changes.push(format!("+ {} {}", step(name), short(&new[name])));
            }
        }
        (Value::Array(old), Value::Array(new)) => match (by_id(old), by_id(new)) {
            (Some(old), Some(new)) => {
                for (id, entry) in &old {
                    match new.get(id) {
                        Some(now) => compare(&format!("{path}[{id}]"), entry, now, changes),
                        None => changes.push(format!("- {path}[{id}]{}", named(entry))),
                    }
                }
                for (id, entry) in new.iter().filter(|(id, _)| !old.contains_key(*id)) {
                    changes.push(format!("+ {path}[{id}]{}", named(entry)));
                }
            }
            _ if old != new => {
                let gone = old.iter().filter(|value| !new.contains(value));
                let come = new.iter().filter(|value| !old.contains(value));
                let each: Vec<String> = gone
                    .map(|value| format!("- {path} {}", short(value)))
                    .chain(come.map(|value| format!("+ {path} {}", short(value))))
                    .collect();
                let reordered = each.is_empty().then(|| format!("~ {path} in another order"));
                changes.extend(each.into_iter().chain(reordered));
            }
            _ => {}
        },
        (before, after) if before != after => {
            changes.push(format!("~ {path} {} -> {}", short(before), short(after)));
        }
        _ => {}
    }
}

/// The entries of a list by their ids; none for a list of anything else.
fn by_id(list: &[Value]) -> Option<BTreeMap<&str, &Value>> {
    list.iter().map(|entry| Some((entry.get("id")?.as_str()?, entry))).collect()
}

fn named(entry: &Value) -> String {
    entry.get("name").and_then(Value::as_str).map(|name| format!(" {name:?}")).unwrap_or_default()
}

/// A value, where it fits on the line.
fn short(value: &Value) -> String {
    match value {
        Value::Object(fields) => named(value) + &format!("{{{} fields}}", fields.len()),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_changes_is_told_by_entry_and_field_and_a_new_place_is_no_change() {
        let before = json!({
            "id": "stall", "name": "Stall", "locale": "en-US",
            "items": [
                { "id": "tea", "name": "Tea", "price": "2.00", "aliases": ["cuppa"], "allergens": [] },
                { "id": "cake", "name": "Cake", "sizes": [{ "id": "slice", "price": "3.00" }] },
                { "id": "pie", "name": "Pie", "price": "4.00" },
            ],
        });
        let after = json!({
            "id": "stall", "name": "Tea stall", "format": 2,
            "items": [
                { "id": "cake", "name": "Cake", "sizes": [{ "id": "slice", "price": "3.20" }] },
                { "id": "tea", "name": "Tea", "price": "2.00", "aliases": ["brew"], "allergens": ["milk"] },
                { "id": "jam", "name": "Jam", "price": "1.00" },
            ],
        });
        let told = changes(&before, &after).join("\n");
        assert_eq!(
            told,
            "\
~ items[cake].sizes[slice].price \"3.00\" -> \"3.20\"
- items[pie] \"Pie\"
- items[tea].aliases \"cuppa\"
+ items[tea].aliases \"brew\"
+ items[tea].allergens \"milk\"
+ items[jam] \"Jam\"
- locale \"en-US\"
~ name \"Stall\" -> \"Tea stall\"
+ format 2"
        );
        assert!(changes(&after, &after).is_empty());
        let turned = json!({ "upsells": ["b", "a"] });
        assert_eq!(changes(&json!({ "upsells": ["a", "b"] }), &turned), ["~ upsells in another order"]);
    }
}
