//! How an order or a ticket is shown in a terminal.

use serde_json::Value;

/// Shows the lines and the totals of an order or a ticket.
pub fn show_order(order: &Value) {
    for line in entries(&order["lines"]) {
        let size = line["size"].as_str().map(|size| format!("{size} ")).unwrap_or_default();
        let mut parts: Vec<String> = entries(&line["components"]).map(component).collect();
        parts.extend(
            entries(&line["modifiers"])
                .map(|pick| format!("{} {}", word(&pick["amount"]), word(&pick["modifier"]))),
        );
        parts.extend(entries(&line["incomplete"]).map(|missing| format!("which {}?", word(missing))));
        if line["out_of_stock"] == true {
            parts.push("out of stock".to_owned());
        }
        let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        anstream::println!(
            "  {:<4}{:>3} x {size}{}{parts}  {}",
            word(&line["line_id"]),
            line["quantity"],
            word(&line["name"]),
            word(&line["price"]),
        );
    }
    anstream::println!(
        "  subtotal {}  tax {}  total {} {}",
        word(&order["subtotal"]),
        word(&order["tax"]),
        word(&order["total"]),
        word(&order["currency"]),
    );
}

fn component(component: &Value) -> String {
    let size = component["size"].as_str().map(|size| format!("{size} ")).unwrap_or_default();
    format!("{size}{}", word(&component["name"]))
}

/// The elements of a list; none of what is no list.
pub fn entries(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// A text; an empty one for what is none.
pub fn word(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
