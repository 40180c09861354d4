//! Rules of a house, as many as one wants: at each point where turns ask, with conditions of any kind, of which few hold.

use serde_json::{Value, json};

use crate::scene;

/// So many rules for the burger stand.
pub fn document(count: usize) -> Value {
    let menu = scene::document();
    let items: Vec<&str> =
        menu["items"].as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap()).collect();
    let rule = |number: usize| {
        let item = items[number / 5 % items.len()];
        let (at, when, then) = match number % 5 {
            0 if number.is_multiple_of(2) => {
                ("available", format!("item.id == \"{item}\" && time >= \"23:00\""), over())
            }
            0 => (
                "available",
                format!("(time < \"05:00\" || time >= \"22:30\") && item.id in [\"{item}\", \"coke\"]"),
                over(),
            ),
            1 => (
                "offer",
                format!("cars_waiting < 5 && lines.exists(l, l.item == \"{item}\" && l.quantity > 20)"),
                json!({ "item": item }),
            ),
            2 => (
                "price",
                "weekday in [\"mon\", \"tue\"] && items >= 2".to_owned(),
                json!({ "name": "Sale", "percent": 10, "on": { "items": [item] } }),
            ),
            3 => ("unsafe", format!("subtotal > {}", 50_000 + number), json!({ "lines": 2 })),
            _ => ("crew", format!("total > {} && !offered", 100_000 + number), json!({ "reason": "Look." })),
        };
        json!({ "id": format!("r{number}"), "at": at, "when": when, "then": then, "priority": number })
    };
    json!({ "id": "many", "rules": (0..count).map(rule).collect::<Vec<_>>() })
}

fn over() -> Value {
    json!({ "available": false, "reason": "Not now.", "substitutes": ["hamburger"] })
}
