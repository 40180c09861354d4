//! A condition: written in CEL, parsed, and lowered to the tree that a turn evaluates.

mod lower;
mod place;
mod problem;

use cel::parser::Parser;
use fsm::house_rules::{Condition, Point};

use self::lower::Lowering;
use self::place::Places;
pub(crate) use self::problem::Problem;
use crate::limits::{CONDITION_CHARS_MAX, DEPTH_MAX, PROBLEMS_MAX};
use crate::named::OutsideName;

/// A condition as a turn evaluates it.
#[derive(Debug)]
pub(crate) struct Lowered {
    pub condition: Condition,
    /// What of a menu it names; the path is for the caller to fill in.
    pub names: Vec<OutsideName>,
}

/// Parses and lowers a condition of a rule at that point.
pub(crate) fn lower(text: &str, point: Point) -> Result<Lowered, Vec<Problem>> {
    let alone = |detail: String| Err(vec![Problem { place: None, detail }]);
    if text.trim().is_empty() {
        return alone("is empty: leave it out for a rule that always holds".to_owned());
    }
    if text.chars().nth(CONDITION_CHARS_MAX).is_some() {
        return alone(format!("is longer than {CONDITION_CHARS_MAX} characters: make two rules of it"));
    }
    let parsed = Parser::new().max_recursion_depth(DEPTH_MAX).parse_with_source_info(text);
    let (expression, source) = match parsed {
        Ok(parsed) => parsed,
        Err(errors) => {
            let errors = errors.errors.iter().take(PROBLEMS_MAX);
            return Err(errors.map(|error| place::of_syntax(error, text)).collect());
        }
    };
    let mut lowering = Lowering::new(point, Places::new(text, &source));
    let condition = lowering.condition(&expression);
    let (names, mut problems) = lowering.finish();
    problems.truncate(PROBLEMS_MAX);
    match condition {
        Some(condition) if problems.is_empty() => Ok(Lowered { condition, names }),
        _ => Err(problems),
    }
}

#[cfg(test)]
mod tests;
