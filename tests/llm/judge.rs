//! What must hold of turns, whoever heard what was said.

use std::collections::BTreeSet;

use fsm::machine::{EventKind, ROWS, StateKind};
use fsm::menu::{Menu, Pricing};
use fsm::money::Money;
use fsm::order::{LineView, OrderView};
use serde::Deserialize;
use uuid::Uuid;

/// What is judged of a turn.
#[derive(Debug, Deserialize)]
pub struct Turn {
    pub session_id: Uuid,
    pub event_id: Uuid,
    state: StateKind,
    transitions: Vec<Transition>,
    pub order: OrderView,
}

#[derive(Debug, Deserialize)]
struct Transition {
    row: String,
    from: StateKind,
    event: EventKind,
    guard: Option<String>,
    to: StateKind,
    actions: Vec<String>,
}

/// What of a turn the table and the menu do not have, if there is something. Without a menu the prices are not judged.
pub fn illegal(turn: &Turn, menu: Option<&Menu>) -> Option<String> {
    let unknown = turn.transitions.iter().find(|it| !is_in_the_table(it));
    if let Some(transition) = unknown {
        return Some(format!("the table has no {transition:?}"));
    }
    let torn = turn.transitions.windows(2).any(|pair| pair[0].to != pair[1].from);
    if torn || turn.transitions.last().is_some_and(|last| last.to != turn.state) {
        return Some(format!("{:?} do not lead to {:?}", turn.transitions, turn.state));
    }
    let line = turn.order.lines.iter().find(|line| menu.is_some_and(|menu| !is_priced(line, menu)));
    line.map(|line| format!("that is not the menu's price: {line:?}"))
}

fn is_in_the_table(it: &Transition) -> bool {
    ROWS.iter().any(|row| {
        (row.id, row.event, row.guard) == (it.row.as_str(), it.event, it.guard.as_deref())
            && row.state.map_or(it.from != StateKind::Idle, |from| from == it.from)
            && row.next.unwrap_or(it.from) == it.to
            && it.actions.iter().map(String::as_str).eq(row.actions.iter().map(|action| action.as_str()))
    })
}

/// Whether a line costs what the menu says; at least that, where it is a combo or has modifiers.
fn is_priced(line: &LineView, menu: &Menu) -> bool {
    if !line.incomplete.is_empty() {
        return line.unit_price == Money::ZERO;
    }
    let of_combo = line.combo.as_ref().map(|id| menu.combo(id).map(|combo| combo.price));
    let of_item = || match &menu.item(&line.item)?.pricing {
        Pricing::One(price) => Some(*price),
        Pricing::Sized { sizes, .. } => {
            sizes.iter().find(|size| line.size.as_ref() == Some(&size.id)).map(|size| size.price)
        }
    };
    let is_plain = line.combo.is_none() && line.modifiers.is_empty();
    let least = of_combo.unwrap_or_else(of_item);
    least.is_some_and(|least| line.unit_price == least || !is_plain && line.unit_price > least)
        && line.price == line.unit_price.times(line.quantity)
}

/// How an order is worse than the grammar's alone, if it is: a line of that one is not there as it is, or there is another
/// line whose item nobody named.
pub fn worse(order: &[LineView], alone: &[LineView], named: &BTreeSet<String>) -> Option<String> {
    // The same line may have another number.
    let has = |lines: &[LineView], line: &LineView| {
        lines.iter().any(|other| LineView { line_id: line.line_id, ..other.clone() } == *line)
    };
    let lost = alone.iter().find(|line| !has(order, line));
    let strange = order.iter().find(|line| !has(alone, line) && !named.contains(line.item.as_str()));
    let lost = lost.map(|line| format!("it lost {line:?}"));
    lost.or_else(|| strange.map(|line| format!("nobody named {line:?}")))
}
