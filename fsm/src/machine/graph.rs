//! The table in other formats: data, CSV, a matrix on one screen, Mermaid, DOT.

use std::fmt::Write as _;

use serde::Serialize;
use utoipa::ToSchema;

use super::action::Action;
use super::event::EventKind;
use super::kind::StateKind;
use super::table::{ROWS, Row};

/// The whole machine: its states and its table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Machine {
    /// In the design's order.
    pub states: Vec<StateKind>,
    /// In the order in which they are tried: the first one for the state and event whose guard holds is taken.
    pub rows: Vec<MachineRow>,
}

/// A row of the table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MachineRow {
    /// Its name: `S..` from the design, `G..` a global event of the design, `D..` what the design left open.
    pub row: &'static str,
    /// The state before; `active` is any but `idle`.
    pub from: &'static str,
    /// What happens.
    pub event: &'static str,
    /// The guard that must hold; with `!`, that must not hold.
    pub guard: Option<&'static str>,
    /// The state after; `same` is the state before.
    pub to: &'static str,
    /// The actions, in order.
    #[schema(value_type = Vec<String>)]
    pub actions: &'static [Action],
}

/// The machine as it is.
pub fn machine() -> Machine {
    let rows = ROWS.iter().map(|row| MachineRow {
        row: row.id,
        from: state_name(row),
        event: row.event.as_str(),
        guard: row.guard,
        to: next_name(row),
        actions: row.actions,
    });
    Machine { states: StateKind::ALL.to_vec(), rows: rows.collect() }
}

/// The table with one row per line, as `row,state,event,guard,next,actions`.
pub fn csv() -> String {
    let mut text = String::from("row,state,event,guard,next,actions\n");
    for MachineRow { row, from, event, guard, to, actions } in machine().rows {
        let (guard, actions) = (guard.unwrap_or_default(), joined(actions));
        let _ = writeln!(text, "{row},{from},{event},{guard},{to},{actions}");
    }
    text
}

/// How wide a column of the matrix is.
const COLUMN: usize = 24;

/// Every state by every event: the rows that are tried, or `.` for a refusal.
pub fn matrix() -> String {
    let mut text = format!("{:<20}", "");
    for state in StateKind::ALL {
        let _ = write!(text, "{:<COLUMN$}", state.as_str());
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    for event in EventKind::ALL {
        let mut line = format!("{:<20}", event.as_str());
        for state in StateKind::ALL {
            let rows: Vec<&str> = rows_of(state, *event).map(|row| row.id).collect();
            let cell = if rows.is_empty() { ".".to_owned() } else { rows.join(" ") };
            let _ = write!(line, "{cell:<COLUMN$}");
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A Mermaid state diagram; parallel rows share an arrow.
pub fn mermaid() -> String {
    let mut text = String::from("stateDiagram-v2\n    [*] --> idle\n");
    for (from, to, rows) in arrows() {
        let _ = writeln!(text, "    {from} --> {to}: {}", rows.join(", "));
    }
    text
}

/// A Graphviz digraph; parallel rows share an arrow.
pub fn dot() -> String {
    let mut text = String::from("digraph carhop {\n    rankdir=LR;\n    node [shape=box, style=rounded];\n");
    for (from, to, rows) in arrows() {
        let _ = writeln!(text, "    {from} -> {to} [label=\"{}\"];", rows.join("\\n"));
    }
    text.push_str("}\n");
    text
}

/// The rows that are tried when an event comes in a state, in order.
pub fn rows_of(state: StateKind, event: EventKind) -> impl Iterator<Item = &'static Row> {
    let applies = move |row: &&Row| match row.state {
        Some(of) => of == state,
        None => state != StateKind::Idle,
    };
    ROWS.iter().filter(move |row| row.event == event).filter(applies)
}

/// The arrows between states, with the names of their rows; the rows of every active state start at `active`.
fn arrows() -> Vec<(&'static str, &'static str, Vec<&'static str>)> {
    let mut arrows: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for row in ROWS {
        let from = state_name(row);
        let to = row.next.map_or(from, StateKind::as_str);
        match arrows.iter_mut().find(|(f, t, _)| *f == from && *t == to) {
            Some((_, _, rows)) => rows.push(row.id),
            None => arrows.push((from, to, vec![row.id])),
        }
    }
    arrows
}

fn joined(actions: &[Action]) -> String {
    actions.iter().map(|action| action.as_str()).collect::<Vec<_>>().join("+")
}

fn state_name(row: &Row) -> &'static str {
    row.state.map_or("active", StateKind::as_str)
}

fn next_name(row: &Row) -> &'static str {
    row.next.map_or("same", StateKind::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_is_the_table_row_for_row() {
        assert_eq!(csv(), include_str!("../../../fixtures/transitions.csv"));
    }

    #[test]
    fn every_pair_of_state_and_event_stands_on_one_screen() {
        insta::assert_snapshot!(matrix());
    }

    #[test]
    fn every_action_stands_in_a_row() {
        let in_a_row = |action: &&Action| ROWS.iter().any(|row| row.actions.contains(action));
        assert_eq!(Action::ALL.iter().find(|action| !in_a_row(action)), None);
    }

    #[test]
    fn the_table_draws_as_mermaid_and_dot() {
        insta::assert_snapshot!(mermaid());
        assert_eq!(dot().matches(" -> ").count(), mermaid().matches(" --> ").count() - 1);
    }
}
