//! Names that two things share.

use std::collections::BTreeMap;

use fsm::menu::Menu;

use super::things::{Name, Of, Thing};
use super::warning::Warning;

/// By words, what is called so.
type Called<'t, 'a> = BTreeMap<String, Vec<(&'t Thing<'a>, &'t Name<'a>)>>;

/// Warns of each name that something before it has too, where a customer could mean either.
pub(super) fn twins(things: &[Thing<'_>], menu: &Menu) -> Vec<Warning> {
    let mut called: Called<'_, '_> = BTreeMap::new();
    let mut warnings = Vec::new();
    for thing in things {
        for name in &thing.names {
            let before = called.entry(name.words.join(" ")).or_default();
            let twin = before.iter().find(|(other, _)| is_mistaken(thing.of, other.of, menu));
            if let Some((other, known)) = twin {
                warnings.push(warning(name, other, known, thing));
            }
            before.push((thing, name));
        }
    }
    warnings
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
/// it tell.
fn is_mistaken(one: Of, other: Of, menu: &Menu) -> bool {
    match (one, other) {
        (Of::Modifier(group, at), Of::Modifier(other_group, other_at)) => {
            let (group, other) = (&menu.modifier_groups[group], &menu.modifier_groups[other_group]);
            let is_one = (&group.id, at) == (&other.id, other_at);
            let has_both = menu
                .items
                .iter()
                .any(|item| [group, other].iter().all(|group| item.modifier_groups.contains(&group.id)));
            !is_one && has_both
        }
        _ => one != other && one.is_modifier() == other.is_modifier(),
    }
}
