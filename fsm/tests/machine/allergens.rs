//! What a line contains that some must avoid, beside the menu's own document: nothing is ever left out.

use std::collections::BTreeSet;

use fsm::menu::{Allergen, Menu};
use fsm::order::{Amount, LineView, ModifierPick};
use fsm::query::Allergens;
use serde_json::Value;

use crate::support::random::{Chance, Words};
use crate::support::{burgers, coffees, document};

/// How many lines are ordered by chance of each menu.
const LINES: usize = 50_000;

/// What is known of a line by its menu's document alone.
#[derive(Debug, Default, PartialEq, Eq)]
struct Known {
    contains: BTreeSet<Allergen>,
    may_contain: BTreeSet<Allergen>,
    /// How many parts have no list.
    unknown: usize,
}

/// What the document's reader leaves out, to see that the check sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Forgets {
    Nothing,
    Chosen,
    Included,
    Components,
    Unknown,
}

fn entry<'a>(document: &'a Value, list: &str, id: &str) -> Option<&'a Value> {
    document[list].as_array()?.iter().find(|entry| entry["id"] == id)
}

impl Known {
    fn add(&mut self, entry: &Value, forgets: Forgets) {
        let all = |name: &str| {
            let list = entry[name].as_array().into_iter().flatten();
            list.map(|word| Allergen::of(word.as_str().unwrap())).collect::<Vec<_>>()
        };
        self.contains.extend(all("allergens"));
        self.may_contain.extend(all("may_contain"));
        self.unknown += usize::from(entry["allergens"].is_null() && forgets != Forgets::Unknown);
    }

    /// An item and what is on it: included, by default where nothing takes its place, or chosen, and not taken off.
    fn add_item(&mut self, document: &Value, id: &str, picks: &[ModifierPick], forgets: Forgets) {
        let item = entry(document, "items", id).unwrap();
        self.add(item, forgets);
        for group in item["modifier_groups"].as_array().into_iter().flatten() {
            let group = entry(document, "modifier_groups", group.as_str().unwrap()).unwrap();
            let of_group = |pick: &&ModifierPick| group["id"] == pick.group.as_str();
            let has_other = picks.iter().filter(of_group).any(|pick| pick.amount != Amount::No);
            for modifier in group["modifiers"].as_array().unwrap() {
                let is_in =
                    |list: &Value| list.as_array().into_iter().flatten().any(|id| *id == modifier["id"]);
                let pick =
                    picks.iter().filter(of_group).find(|pick| modifier["id"] == pick.modifier.as_str());
                let is_on = match pick {
                    Some(pick) => pick.amount != Amount::No && forgets != Forgets::Chosen,
                    None => {
                        let by_default = is_in(&group["default"]) && !(has_other && group["max"] == 1);
                        forgets != Forgets::Included && (is_in(&item["included"]) || by_default)
                    }
                };
                if is_on {
                    self.add(modifier, forgets);
                }
            }
        }
    }

    fn of(line: &LineView, document: &Value, forgets: Forgets) -> Self {
        let mut known = Self::default();
        known.add_item(document, line.item.as_str(), &line.modifiers, forgets);
        if forgets != Forgets::Components {
            for part in &line.components {
                known.add_item(document, part.item.as_str(), &part.modifiers, forgets);
            }
        }
        known
    }

    /// Whether an answer says all of this.
    fn is_said_by(&self, found: &Allergens) -> bool {
        let said: BTreeSet<Allergen> = found.contains.iter().cloned().collect();
        let possible: BTreeSet<Allergen> = found.may_contain.iter().cloned().collect();
        self.contains.is_subset(&said)
            && self.may_contain.iter().all(|one| possible.contains(one) || said.contains(one))
            && (self.unknown == 0) == found.unknown.is_empty()
    }
}

/// Lines by chance, as the machine keeps them.
fn lines(menu: &Menu, chance: &mut Chance) -> Vec<LineView> {
    let words = Words::of(menu);
    let mut lines = Vec::new();
    while lines.len() < LINES {
        lines.extend(crate::support::lines_of(menu, words.new_line(chance)));
    }
    lines
}

#[test]
fn an_answer_about_allergens_leaves_nothing_out() {
    let (mut chance, seed) = Chance::seeded(20_261_125);
    for (name, menu) in [("burger", burgers()), ("coffee", coffees())] {
        let document = document(name);
        let lines = lines(&menu, &mut chance);
        for line in &lines {
            let known = Known::of(line, &document, Forgets::Nothing);
            let found = Allergens::of_line(line, &[], &menu);
            assert!(known.is_said_by(&found), "CARHOP_SEED={seed}: {known:?} of {line:?}, but {found:?}");
            for asked in &known.contains {
                let found = Allergens::of_line(line, std::slice::from_ref(asked), &menu);
                assert!(
                    found.hits().contains(&asked) && !found.is_known_free(),
                    "CARHOP_SEED={seed}: {line:?}"
                );
            }
        }
        // Whoever forgets a part says something else of at least one line.
        for forgets in [Forgets::Chosen, Forgets::Included, Forgets::Components, Forgets::Unknown] {
            let differs = |line: &LineView| {
                Known::of(line, &document, forgets) != Known::of(line, &document, Forgets::Nothing)
            };
            assert!(lines.iter().any(differs), "no line of {name} shows what is forgotten");
        }
    }
}
