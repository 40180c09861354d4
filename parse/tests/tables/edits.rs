//! What an order is after somebody changed it: many ways to say each change, and many ways to point at what is changed.
//!
//! ```text
//! > two cheeseburgers                       the order, as it is said; `>>` after it was read back
//! {some}: one | one of them | just one      what `{some}` stands for from here on
//! = 1 cheeseburger, 1 cheeseburger (no cheese)      what the order is then, after each of the sentences below
//! take the cheese off {some}
//! another one *                             tried only as it is written, in no variation
//! same for her +                            tried alone, with nothing else in the same breath
//! ```

use std::collections::BTreeMap;

use fsm::dialogue::Act;
use fsm::machine::StateKind;
use fsm::order::{Amount, Caps, Line, Order, Recent, plan};
use parse::{MenuBook, Utterance, read};
use serde_json::json;

use super::{BURGER, COFFEE, book};

#[test]
fn orders_are_changed_however_it_is_said() {
    check(BURGER, include_str!("edits-burger.txt"), &Variation::default());
    check(COFFEE, include_str!("edits-coffee.txt"), &Variation::default());
}

#[test]
fn what_cannot_be_so_is_not_changed_because_it_was_mentioned_since() {
    let since = |said, line| Variation { since: Some(said), also: Some(line), ..Variation::default() };
    check(BURGER, include_str!("edits-burger.txt"), &since("an apple pie", "1 apple_pie"));
    check(COFFEE, include_str!("edits-coffee.txt"), &since("an oatmeal cookie", "1 oat_cookie"));
}

#[test]
fn what_is_ordered_in_the_same_breath_changes_no_correction() {
    let pie = Variation { in_one_breath: true, also: Some("1 apple_pie"), ..Variation::default() };
    for before in ["an apple pie, and ", "can I get an apple pie. and "] {
        check(BURGER, include_str!("edits-burger.txt"), &Variation { before, ..pie });
    }
    for behind in [", and an apple pie", ". oh, and an apple pie", ". and can I also get an apple pie"] {
        check(BURGER, include_str!("edits-burger.txt"), &Variation { behind, ..pie });
    }
    let cookie = Variation { also: Some("1 oat_cookie"), ..pie };
    check(
        COFFEE,
        include_str!("edits-coffee.txt"),
        &Variation { before: "an oatmeal cookie, and ", ..cookie },
    );
    check(
        COFFEE,
        include_str!("edits-coffee.txt"),
        &Variation { behind: ", and an oatmeal cookie", ..cookie },
    );
}

#[test]
fn two_corrections_in_one_breath_are_two() {
    let pie = Variation { in_one_breath: true, since: Some("an apple pie"), ..Variation::default() };
    for before in ["take the apple pie off. and ", "no apple pie, and "] {
        check(BURGER, include_str!("edits-burger.txt"), &Variation { before, ..pie });
    }
    for behind in [". and take the apple pie off please", ", and no apple pie"] {
        check(BURGER, include_str!("edits-burger.txt"), &Variation { behind, ..pie });
    }
    let (behind, also) = (". and can you make it two apple pies", Some("2 apple_pie"));
    check(BURGER, include_str!("edits-burger.txt"), &Variation { behind, also, ..pie });
    let cookie = Variation { since: Some("an oatmeal cookie"), ..pie };
    let (before, behind) = ("no oatmeal cookie, and ", ". and take the oatmeal cookie off please");
    check(COFFEE, include_str!("edits-coffee.txt"), &Variation { before, ..cookie });
    check(COFFEE, include_str!("edits-coffee.txt"), &Variation { behind, ..cookie });
}

#[test]
fn manners_change_no_correction() {
    for before in ["um, ", "oh, ", "okay so ", "hi, ", "alright, ", "wait, ", "you know what, "] {
        check(BURGER, include_str!("edits-burger.txt"), &Variation { before, ..Variation::default() });
        check(COFFEE, include_str!("edits-coffee.txt"), &Variation { before, ..Variation::default() });
    }
    for behind in [" please", ", thanks", ", if you can", ", sorry about that"] {
        check(BURGER, include_str!("edits-burger.txt"), &Variation { behind, ..Variation::default() });
        check(COFFEE, include_str!("edits-coffee.txt"), &Variation { behind, ..Variation::default() });
    }
}

/// How the sentences of a table are said otherwise, and mean the same.
#[derive(Clone, Copy, Default)]
struct Variation {
    /// What else was ordered since.
    since: Option<&'static str>,
    /// What is said before each sentence.
    before: &'static str,
    /// What is said behind it.
    behind: &'static str,
    /// What else is on the order by all this.
    also: Option<&'static str>,
    /// Whether what is said before or behind it says something else.
    in_one_breath: bool,
}

impl Variation {
    /// Whether sentences are said as they are written.
    fn is_none(&self) -> bool {
        self.since.is_none() && self.before.is_empty() && self.behind.is_empty()
    }
}

/// Every sentence of a table, in a variation.
fn check(menu: &str, table: &str, variation: &Variation) {
    let book = book(menu);
    let (mut before, mut state, mut after) = (nothing(), StateKind::Ordering, String::new());
    let mut words: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let (mut wrong, mut tried) = (String::new(), 0);
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(said) = line.strip_prefix('>') {
            let read_back = said.strip_prefix('>');
            state = if read_back.is_some() { StateKind::Confirming } else { StateKind::Ordering };
            before = nothing();
            for said in read_back.unwrap_or(said).split('|') {
                before = changed(&before, StateKind::Ordering, said.trim(), &book);
            }
            if let Some(said) = variation.since {
                before = changed(&before, StateKind::Ordering, said, &book);
            }
        } else if let Some(wanted) = line.strip_prefix("= ") {
            after = sorted(
                wanted
                    .split(", ")
                    .filter(|line| !line.is_empty())
                    .chain(variation.also)
                    .map(str::to_owned)
                    .collect(),
            );
        } else if let Some((name, each)) = line.split_once("}: ") {
            words.insert(name.trim_start_matches('{'), each.split(" | ").collect());
        } else {
            let (as_written, alone) = (line.strip_suffix(" *"), line.strip_suffix(" +"));
            if as_written.is_some() && !variation.is_none() || alone.is_some() && variation.in_one_breath {
                continue;
            }
            for said in every(as_written.or(alone).unwrap_or(line), &words) {
                tried += 1;
                let said = format!("{}{said}{}", variation.before, variation.behind);
                let now = written(&changed(&before, state, &said, &book));
                if now != after {
                    wrong += &format!("{} > {said}\n    want {after}\n    got  {now}\n", written(&before));
                }
            }
        }
    }
    assert!(tried > 0 && wrong.is_empty(), "of {tried}:\n{wrong}");
}

/// A sentence with each of the words that stand for a name in braces.
fn every(line: &str, words: &BTreeMap<&str, Vec<&str>>) -> Vec<String> {
    let Some((before, rest)) = line.split_once('{') else { return vec![line.to_owned()] };
    let (name, after) = rest.split_once('}').expect("a closing brace");
    words[name].iter().flat_map(|word| every(&format!("{before}{word}{after}"), words)).collect()
}

/// The order after a sentence; the same where that only asks.
fn changed(order: &Order, state: StateKind, text: &str, book: &MenuBook) -> Order {
    let alone = Utterance::alone(text, state.expectation(), book);
    let acts = read(Utterance { state, order: Some(order), ..alone });
    let ops = acts.acts.iter().find_map(|act| match act {
        Act::Order { ops, .. } => Some(ops.as_slice()),
        _ => None,
    });
    let plan = plan(order, &Recent::default(), ops.unwrap_or_default(), &[], &book.menu, &Caps::default());
    plan.change.map_or_else(|| order.clone(), |change| change.after().clone())
}

fn nothing() -> Order {
    serde_json::from_value(json!({
        "order_id": "00000000-0000-0000-0000-000000000000", "currency": "USD", "tax_rate": "0.08",
        "lines": [], "referent": null, "newest_line": 0,
    }))
    .expect("an order")
}

fn written(order: &Order) -> String {
    sorted(order.lines().iter().map(line).collect())
}

fn sorted(mut lines: Vec<String>) -> String {
    lines.sort();
    lines.join(", ")
}

/// A line: "2 cheeseburger@cheeseburger_combo/medium [fries/medium + coke/medium] (no cheese + bacon)".
fn line(line: &Line) -> String {
    let size = |size: &Option<_>| size.as_ref().map(|size| format!("/{size}")).unwrap_or_default();
    let combo = line.combo.as_ref().map(|combo| format!("@{combo}")).unwrap_or_default();
    let parts: Vec<String> =
        line.components.iter().map(|part| format!("{}{}", part.item, size(&part.size))).collect();
    let parts = if parts.is_empty() { String::new() } else { format!(" [{}]", parts.join(" + ")) };
    let picks: Vec<String> = line
        .modifiers
        .iter()
        .map(|pick| {
            let amount = match pick.amount {
                Amount::No => "no ",
                Amount::Light => "light ",
                Amount::Regular => "",
                Amount::Extra => "extra ",
                Amount::Side => "side ",
            };
            let portions = if pick.quantity > 1 { format!("{} ", pick.quantity) } else { String::new() };
            format!("{amount}{portions}{}", pick.modifier)
        })
        .collect();
    let picks = if picks.is_empty() { String::new() } else { format!(" ({})", picks.join(" + ")) };
    format!("{} {}{combo}{}{parts}{picks}", line.quantity, line.item, size(&line.size))
}
