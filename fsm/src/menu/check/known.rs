//! The ids that a document defines.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::facts::Format;
use crate::ids::{CategoryId, DayPartId, GroupId, ItemId, ModifierId};
use crate::reader::quoted;

/// The ids that a document's entries can refer to.
pub(super) struct Known<'a> {
    pub format: Format,
    dayparts: BTreeSet<&'a str>,
    categories: BTreeSet<&'a str>,
    /// Each group's modifiers.
    groups: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// Each item's category.
    items: BTreeMap<&'a str, &'a str>,
}

impl<'a> Known<'a> {
    pub fn of(document: &'a Value, format: Format) -> Self {
        let text = |entry: &'a Value, name: &str| entry.get(name).and_then(Value::as_str);
        let list =
            |entry: &'a Value, name: &str| entry.get(name).and_then(Value::as_array).into_iter().flatten();
        let ids = |entry: &'a Value, name: &str| list(entry, name).filter_map(move |entry| text(entry, "id"));
        let group = |entry: &'a Value| Some((text(entry, "id")?, ids(entry, "modifiers").collect()));
        let item = |entry: &'a Value| Some((text(entry, "id")?, text(entry, "category").unwrap_or_default()));
        Self {
            format,
            dayparts: ids(document, "dayparts").collect(),
            categories: ids(document, "categories").collect(),
            groups: list(document, "modifier_groups").filter_map(group).collect(),
            items: list(document, "items").filter_map(item).collect(),
        }
    }

    pub fn daypart(&self, id: &str) -> Result<DayPartId, String> {
        found(self.dayparts.contains(id), id, "no day part has the id")
    }

    pub fn category(&self, id: &str) -> Result<CategoryId, String> {
        found(self.categories.contains(id), id, "no category has the id")
    }

    pub fn group(&self, id: &str) -> Result<GroupId, String> {
        found(self.groups.contains_key(id), id, "no group has the id")
    }

    pub fn item(&self, id: &str) -> Result<ItemId, String> {
        found(self.items.contains_key(id), id, "no item has the id")
    }

    /// An item that can fill a slot of that category.
    pub fn item_of(&self, category: &str, id: &str) -> Result<ItemId, String> {
        let item = self.item(id)?;
        // A slot without a known category has its own fault.
        if !self.categories.contains(category) || self.items.get(id) == Some(&category) {
            return Ok(item);
        }
        Err(format!("{} is not in the slot's category, {}", quoted(id), quoted(category)))
    }

    /// A modifier of a group.
    pub fn modifier(&self, group: &str, id: &str) -> Result<ModifierId, String> {
        found(self.has(group, id), id, "this group has no modifier")
    }

    /// A modifier of the first of the groups that has it.
    pub fn modifier_of(&self, groups: &[GroupId], id: &str) -> Result<(GroupId, ModifierId), String> {
        let group = groups.iter().find(|group| self.has(group.as_str(), id));
        let none = || format!("no group of this item has a modifier {}", quoted(id));
        group.map(|group| (group.clone(), id.into())).ok_or_else(none)
    }

    fn has(&self, group: &str, modifier: &str) -> bool {
        self.groups.get(group).is_some_and(|modifiers| modifiers.contains(modifier))
    }
}

/// The id if it exists, or else the text of a fault.
fn found<'t, T: From<&'t str>>(is_there: bool, id: &'t str, otherwise: &str) -> Result<T, String> {
    if is_there { Ok(id.into()) } else { Err(format!("{otherwise} {}", quoted(id))) }
}
