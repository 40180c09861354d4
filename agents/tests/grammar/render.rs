//! Whether acts are of a menu.

use fsm::acts::{Act, Acts, ModifierPick, NewLine, Op};
use fsm::menu::Menu;

/// Whether acts name nothing that the menu does not have.
pub fn only_of(acts: &Acts, menu: &Menu) -> bool {
    acts.acts.iter().all(|act| match act {
        Act::Order { ops, .. } => ops.iter().all(|op| match op {
            Op::Add(line) | Op::Replace { with: line, .. } => is_of(line, menu),
            Op::Modify(change) => {
                change.combo.iter().all(|combo| menu.combo(combo).is_some())
                    && are_of(&change.modifiers, menu)
            }
            Op::Remove { .. } | Op::Clear => true,
        }),
        Act::MenuQuestion { items, .. } => items.iter().all(|item| menu.item(item).is_some()),
        _ => true,
    })
}

fn is_of(line: &NewLine, menu: &Menu) -> bool {
    let Some(item) = menu.item(&line.item) else { return false };
    let combo = line.combo.as_ref().map(|combo| menu.combo(combo));
    let sized = line.size.as_ref().is_none_or(|size| match &combo {
        Some(Some(combo)) if !combo.sizes.is_empty() => combo.size(size).is_some(),
        _ => item.size(size).is_some(),
    });
    combo != Some(None)
        && sized
        && are_of(&line.modifiers, menu)
        && line.modifiers.iter().all(|pick| item.modifier_groups.contains(&pick.group))
        && line.components.iter().all(|pick| menu.item(&pick.item).is_some() && are_of(&pick.modifiers, menu))
}

fn are_of(picks: &[ModifierPick], menu: &Menu) -> bool {
    picks
        .iter()
        .all(|pick| menu.group(&pick.group).is_some_and(|group| group.modifier(&pick.modifier).is_some()))
}
