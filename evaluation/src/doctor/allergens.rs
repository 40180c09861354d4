//! What the menu leaves out that somebody may have to avoid.

use parse::MenuBook;

use super::warning::Warning;

/// Warns of modifiers of which the menu does not say what they contain, where it does of the items that can have them:
/// whoever asks is sent to a team member.
pub(super) fn allergens(book: &MenuBook) -> Vec<Warning> {
    let menu = &book.menu;
    let mut warnings = Vec::new();
    for (group_at, group) in menu.modifier_groups.iter().enumerate() {
        let item = menu
            .items
            .iter()
            .find(|item| item.facts.allergens.is_some() && item.modifier_groups.contains(&group.id));
        let Some(item) = item else { continue };
        for (at, modifier) in group.modifiers.iter().enumerate() {
            if modifier.facts.allergens.is_none() {
                let path = format!("$.modifier_groups[{group_at}].modifiers[{at}].allergens");
                let detail = format!(
                    "is missing: the menu says what {} contains, and not what {} brings to it",
                    item.name, modifier.name
                );
                warnings.push(Warning::at(path, detail).suggest("\"allergens\": [] if there are none"));
            }
        }
    }
    warnings
}
