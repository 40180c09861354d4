//! What CEL has and rules have not, by name.

use cel::common::ast::{LiteralValue, operators};

/// Why a literal cannot stand in a condition.
pub(super) fn of_literal(literal: &LiteralValue) -> &'static str {
    match literal {
        LiteralValue::Double(_) => {
            "a number with decimals is not known to rules: amounts are in hundredths, 1500 is 15.00"
        }
        LiteralValue::UInt(_) => "a number with a u is not known to rules: write it without",
        LiteralValue::Bytes(_) => "bytes are not known to rules: write a text in quotes",
        LiteralValue::Null => "null is not known to rules: every fact is always there",
        LiteralValue::Boolean(_) | LiteralValue::Int(_) | LiteralValue::String(_) => "cannot stand here",
    }
}

/// Why a call cannot stand in a condition.
pub(super) fn of_call(name: &str, is_method: bool) -> String {
    let operator = match name {
        operators::CONDITIONAL => Some("? :"),
        operators::SUBSTRACT => Some("-"),
        operators::ADD => Some("+"),
        operators::MULTIPLY => Some("*"),
        operators::DIVIDE => Some("/"),
        operators::MODULO => Some("%"),
        operators::INDEX | operators::OPT_INDEX => Some("[ ]"),
        operators::OPT_SELECT => Some(".?"),
        _ => None,
    };
    match operator {
        Some("? :") => "? : is not known to rules: make two rules of it".to_owned(),
        Some(operator) => format!("{operator} is not known to rules: compare facts with numbers and texts"),
        None if is_method => format!(".{name}() is not known to rules: contains, exists, all and size are"),
        None => format!("{name}() is not known to rules: size(lines) is"),
    }
}
