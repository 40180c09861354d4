//! "Two with bacon and cheddar", where nothing is on the order: how something should be, and not what.

use fsm::order::{Amount, Op, Reason, Target, Unresolved};

use crate::index::Entry;
use crate::reading::lattice::{Edge, Lattice, Role, points_at_the_order};
use crate::reading::said::{Change, Details, Said, Statement, Subject};
use crate::reading::search::Reading;
use crate::resolve::{Context, Resolved};
use crate::tokens::Token;

/// With one word in so many that means nothing here, nothing was asked for.
const NOISE_SHARE_MAX: usize = 4;

/// Asks what it is that should be so, in place of a change of nothing.
pub(super) fn ask_of_what(
    cx: Context<'_>,
    tokens: &[Token],
    lattice: &Lattice,
    reading: &Reading,
    said: &Said,
    resolved: &mut Resolved,
) {
    let known = cx.order.is_some_and(|order| !order.lines().is_empty()) || cx.question.is_some();
    let runs: Vec<&Edge> = reading.steps.iter().map(|step| &lattice.edges[step.edge]).collect();
    let points = points_at_the_order(runs.iter().map(|run| &run.role));
    let remarks = said.noise * NOISE_SHARE_MAX >= tokens.len();
    if known || remarks || cx.offered.is_some() || points {
        return;
    }
    let mut changes = said.statements.iter().filter_map(|statement| match statement {
        Statement::Change(change) => Some(change),
        _ => None,
    });
    let Some(change) = changes.find(|change| is_of_nothing(change)) else { return };
    let names = |run: &&Edge| {
        matches!(
            run.role,
            Role::Number(_) | Role::Size(_) | Role::Modifier(_) | Role::Category(_) | Role::Term(_)
        )
    };
    let (Some(first), Some(last)) = (runs.iter().find(|run| names(run)), runs.iter().rfind(|run| names(run)))
    else {
        return;
    };
    let is_changed =
        |op: &Op| matches!(op, Op::Modify(change) if matches!(change.target, Target::Referent { .. }));
    resolved.ops.retain(|op| !is_changed(op));
    let words: Vec<&str> = tokens[first.start..last.end].iter().map(|token| token.word.as_str()).collect();
    let candidates: Vec<String> =
        able(cx, &change.details).map(|item| cx.menu.items[item].id.to_string()).collect();
    resolved.unresolved.push(Unresolved {
        text: words.join(" "),
        reason: if candidates.is_empty() { Reason::NotOnMenu } else { Reason::Ambiguous },
        candidates,
        quantity: change.quantity.filter(|quantity| *quantity > 1),
    });
}

/// Whether a change says what something should have, and not of what.
fn is_of_nothing(change: &Change) -> bool {
    change.subject == Subject::Referent
        && change.with.is_none()
        && change.details.picks.iter().any(|pick| pick.amount != Amount::No)
}

/// The items that can be so.
fn able(cx: Context<'_>, details: &Details) -> impl Iterator<Item = usize> {
    (0..cx.menu.items.len()).filter(move |item| {
        let sized = |(sizes, _): &(Vec<_>, String)| cx.index.has_size(cx.menu, Entry::Item(*item), sizes);
        details.picks.iter().all(|pick| cx.index.allows(*item, &pick.modifiers))
            && details.size.as_ref().is_none_or(sized)
    })
}
