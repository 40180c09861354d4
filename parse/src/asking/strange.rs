//! "You wouldn't happen to have bibimbap": food that the menu does not have, asked for in so many words that nobody would
//! find it among them.

use fsm::query::Select;

use crate::asking::Cx;
use crate::asking::spans::Span;
use crate::language::Sign;
use crate::tokens::Token;

/// The words of such food, where nothing else is said.
pub(super) fn asked_for(cx: Cx<'_>, spans: &[Span<'_>]) -> Option<Vec<Token>> {
    let asks = spans.iter().any(|span| span.is(&Sign::Served));
    let is_food =
        |span: &&Span<'_>| span.food && span.phrase.is_none() && span.signs.is_empty() && !span.light;
    let says_nothing = |span: &Span<'_>| {
        let only = |sign: &Sign| {
            matches!(
                sign,
                Sign::Served
                    | Sign::Select(Select::Payment)
                    | Sign::Confirms
                    | Sign::ServedThere
                    | Sign::Any
                    | Sign::Lead
                    | Sign::Light
                    | Sign::Whether
                    | Sign::Hard
            )
        };
        span.phrase.is_none() && span.number.is_none() && span.is_known() && span.signs.iter().all(only)
    };
    let foods: Vec<&Span<'_>> = spans.iter().filter(is_food).collect();
    let (first, last) = (foods.first()?, foods.last()?);
    let is_one =
        foods.len() == spans.iter().filter(|span| (first.start..last.end).contains(&span.start)).count();
    let only = spans.iter().filter(|span| !is_food(span)).all(says_nothing);
    (asks && is_one && only).then(|| cx.tokens[first.start..last.end].to_vec())
}
