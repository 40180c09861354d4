//! The table in other formats: data, CSV, a matrix on one screen, Mermaid, DOT.

use std::fmt::Write as _;

use serde::Serialize;
use strum::VariantArray as _;
use utoipa::ToSchema;

use super::action::Action;
use super::event::EventKind;
use super::kind::StateKind;
use super::table::{ROWS, Row};
use crate::house_rules::{HouseRule, HouseRules, Point};

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
    /// The points whose house rules can decide something in a turn that takes it.
    pub points: &'static [Point],
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
        points: row.points(),
    });
    Machine { states: StateKind::ALL.to_vec(), rows: rows.collect() }
}

/// The table with one row per line, as `row,state,event,guard,next,actions`; with rules, also `points,rules`.
pub fn csv(rules: Option<&HouseRules>) -> String {
    let mut text = String::from("row,state,event,guard,next,actions");
    text.push_str(if rules.is_some() { ",points,rules\n" } else { "\n" });
    for (MachineRow { row, from, event, guard, to, actions, points }, of) in machine().rows.iter().zip(ROWS) {
        let (guard, actions) = (guard.unwrap_or_default(), joined(actions));
        let _ = write!(text, "{row},{from},{event},{guard},{to},{actions}");
        if let Some(rules) = rules {
            let points: Vec<String> = points.iter().map(Point::to_string).collect();
            let _ = write!(text, ",{},{}", points.join("+"), rules_at(of, rules).join("+"));
        }
        text.push('\n');
    }
    text
}

/// The points of house rules, each with the rows at which it bites, and its rules in the order in which they count.
pub fn points(rules: Option<&HouseRules>) -> String {
    let mut text = String::new();
    for point in Point::VARIANTS {
        let at: Vec<&str> =
            ROWS.iter().filter(|row| row.points().contains(point)).map(|row| row.id).collect();
        let bites = if *point == Point::Agent { "before each turn".to_owned() } else { at.join(" ") };
        let mut line = format!("{:<20}{bites}", point.to_string());
        if let Some(rules) = rules {
            let of_point = rules.rules().iter().filter(|rule| rule.then.point() == *point);
            let ids: Vec<&str> = of_point.map(|rule| rule.id.as_str()).collect();
            if !ids.is_empty() {
                let _ = write!(line, ": {}", ids.join(", "));
            }
        }
        let _ = writeln!(text, "{line}");
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

/// A Mermaid state diagram; parallel rows share an arrow. A row at which rules bite names them.
pub fn mermaid(rules: Option<&HouseRules>) -> String {
    let mut text = String::from("stateDiagram-v2\n    [*] --> idle\n");
    for (from, to, rows) in arrows(rules) {
        let _ = writeln!(text, "    {from} --> {to}: {}", rows.join(", "));
    }
    text
}

/// A Graphviz digraph; parallel rows share an arrow. A row at which rules bite names them.
pub fn dot(rules: Option<&HouseRules>) -> String {
    let mut text = String::from("digraph carhop {\n    rankdir=LR;\n    node [shape=box, style=rounded];\n");
    for (from, to, rows) in arrows(rules) {
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

/// The ids of the rules that bite at a row.
fn rules_at<'a>(row: &Row, rules: &'a HouseRules) -> Vec<&'a str> {
    let bites = |rule: &&HouseRule| row.points().contains(&rule.then.point());
    rules.rules().iter().filter(bites).map(|rule| rule.id.as_str()).collect()
}

/// What a row is called where its rules are shown: `S01`, or `S01 (happy_hour, cookie)`.
fn label(row: &Row, rules: Option<&HouseRules>) -> String {
    match rules.map(|rules| rules_at(row, rules)).unwrap_or_default() {
        ids if ids.is_empty() => row.id.to_owned(),
        ids => format!("{} ({})", row.id, ids.join(", ")),
    }
}

/// The arrows between states, with the names of their rows; the rows of every active state start at `active`.
fn arrows(rules: Option<&HouseRules>) -> Vec<(&'static str, &'static str, Vec<String>)> {
    let mut arrows: Vec<(&str, &str, Vec<String>)> = Vec::new();
    for row in ROWS {
        let from = state_name(row);
        let to = row.next.map_or(from, StateKind::as_str);
        match arrows.iter_mut().find(|(f, t, _)| *f == from && *t == to) {
            Some((_, _, rows)) => rows.push(label(row, rules)),
            None => arrows.push((from, to, vec![label(row, rules)])),
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
    use crate::house_rules::{Condition, Outcome, Upsell};
    use crate::ids::RuleId;

    #[test]
    fn the_code_is_the_table_row_for_row() {
        assert_eq!(csv(None), include_str!("../../../fixtures/transitions.csv"));
    }

    #[test]
    fn every_pair_of_state_and_event_stands_on_one_screen() {
        insta::assert_snapshot!(matrix());
    }

    #[test]
    fn the_points_stand_with_their_rows_and_rules() {
        let rule = |id: &str, then| HouseRule {
            id: RuleId::from(id),
            when: Condition::Is(true),
            then,
            priority: 0,
            from: None,
            until: None,
        };
        let none = rule("none", Outcome::Offer(Upsell::Nothing));
        let look = rule("look", Outcome::Crew { reason: "Look.".to_owned() });
        let rules = HouseRules::of("house".to_owned(), vec![none, look]);
        let told = points(Some(&rules));
        assert_eq!(told.lines().next(), Some("arrival             D01"));
        assert!(told.contains("\noffer               S01 D36 S10 S16: none\n"), "{told}");
        assert!(told.contains("\ncrew                D27: look\n"), "{told}");
        assert_eq!(told.lines().last(), Some("agent               before each turn"));
        assert_eq!(points(None).matches(':').count(), 0);
        assert!(csv(Some(&rules)).contains("S01,ordering,UTTERANCE_OK,,ordering,apply+set_referent,"));
        assert!(csv(Some(&rules)).contains("D27,active,USER_ASKS_HUMAN,,same,hand_off,patience+crew,look\n"));
        assert!(mermaid(Some(&rules)).contains("S01 (none)"));
        assert!(dot(Some(&rules)).contains("D27 (look)"));
    }

    #[test]
    fn every_action_stands_in_a_row() {
        let in_a_row = |action: &&Action| ROWS.iter().any(|row| row.actions.contains(action));
        assert_eq!(Action::ALL.iter().find(|action| !in_a_row(action)), None);
    }

    #[test]
    fn the_table_draws_as_mermaid_and_dot() {
        insta::assert_snapshot!(mermaid(None));
        assert_eq!(dot(None).matches(" -> ").count(), mermaid(None).matches(" --> ").count() - 1);
    }
}
