//! Names that two things share.

use std::collections::{BTreeMap, BTreeSet};

use fsm::menu::Menu;

use super::things::{Name, Of, Thing};
use super::warning::Warning;

/// By words, what is called so: the first of the items and combos, and the first modifier of each group. Any other is
/// mistaken for what these are.
type Called<'t, 'a> = BTreeMap<String, BTreeMap<Option<usize>, (&'t Thing<'a>, &'t Name<'a>)>>;

/// Warns of each name that something before it has too, where a customer could mean either.
pub(super) fn twins(things: &[Thing<'_>], menu: &Menu) -> Vec<Warning> {
    let items = items_of_groups(menu);
    let mut called: Called<'_, '_> = BTreeMap::new();
    let mut warnings = Vec::new();
    for thing in things {
        for name in &thing.names {
            let before = called.entry(name.words.join(" ")).or_default();
            let twin = before.values().find(|(other, _)| is_mistaken(thing.of, other.of, &items));
            if let Some((other, known)) = twin {
                warnings.push(warning(name, other, known, thing));
            }
            before.entry(group_of(thing.of)).or_insert((thing, name));
        }
    }
    warnings
}

/// By the place of a group, the items that have it.
fn items_of_groups(menu: &Menu) -> Vec<BTreeSet<usize>> {
    let places = menu.modifier_groups.iter().enumerate().map(|(at, group)| (&group.id, at));
    let places: BTreeMap<_, _> = places.collect();
    let mut items = vec![BTreeSet::new(); menu.modifier_groups.len()];
    for (item_at, item) in menu.items.iter().enumerate() {
        for at in item.modifier_groups.iter().filter_map(|id| places.get(id)) {
            items[*at].insert(item_at);
        }
    }
    items
}

fn group_of(of: Of) -> Option<usize> {
    match of {
        Of::Modifier(group, _) => Some(group),
        Of::Item(_) | Of::Combo(_) => None,
    }
}

fn warning(name: &Name<'_>, other: &Thing<'_>, known: &Name<'_>, thing: &Thing<'_>) -> Warning {
    let detail = format!("\"{}\" is also {}, a name of \"{}\"", name.text, known.path, other.name());
    let is_name = name.path.ends_with(".name");
    Warning::at(&name.path, detail).suggest(if is_name {
        format!("give \"{}\" a word that tells the two apart", thing.name())
    } else {
        "leave it where customers are to be asked which; else keep it with the one that they mean".to_owned()
    })
}

/// Whether one name of two things leaves open which is meant. Where a line stands and where a modifier, the words round
/// it tell; of two modifiers, whether one item can have both.
fn is_mistaken(one: Of, other: Of, items_of: &[BTreeSet<usize>]) -> bool {
    let can_meet = match (group_of(one), group_of(other)) {
        (Some(group), Some(other)) => !items_of[group].is_disjoint(&items_of[other]),
        (one, other) => one == other,
    };
    one != other && can_meet
}
