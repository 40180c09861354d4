//! How an order or a ticket is shown in a terminal.

use std::fmt::Display;

use fsm::money::Money;
use fsm::order::{Discount, LineView};

/// Shows the lines, discounts, subtotal, tax and total of an order or a ticket.
pub fn show_order(
    lines: &[LineView],
    discounts: &[Discount],
    [subtotal, tax, total]: [Money; 3],
    currency: &str,
) {
    for line in lines {
        let mut parts: Vec<String> =
            line.components.iter().map(|part| sized(part.size.as_ref(), &part.name)).collect();
        parts.extend(line.modifiers.iter().map(|pick| format!("{} {}", pick.amount, pick.modifier)));
        parts.extend(line.incomplete.iter().map(|missing| format!("which {missing}?")));
        if line.out_of_stock {
            parts.push("out of stock".to_owned());
        }
        let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        let (id, name) = (line.line_id.to_string(), sized(line.size.as_ref(), &line.name));
        anstream::println!("  {id:<4}{} x {name}{parts}  {}", line.quantity, line.price);
    }
    for Discount { name, amount, .. } in discounts {
        anstream::println!("  {name}  {amount} off");
    }
    anstream::println!("  subtotal {subtotal}  tax {tax}  total {total} {currency}");
}

fn sized(size: Option<&impl Display>, name: &str) -> String {
    size.map_or(name.to_owned(), |size| format!("{size} {name}"))
}
