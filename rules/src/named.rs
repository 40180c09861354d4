//! What rules name of a menu.

use fsm::ids::{CategoryId, ComboId, GroupId, ItemId, ModifierId};
use fsm::menu::{Item, Menu};
use fsm::reader::{Fault, Reader, quoted};

/// The most ids in a list.
pub(crate) const ITEMS_MAX: usize = 20;

/// Something that a rule names, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MenuName {
    pub path: String,
    /// Line and column in the condition.
    pub place: Option<(usize, usize)>,
    pub part: MenuNamePart,
    pub id: String,
}

/// What is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MenuNamePart {
    Item,
    Category,
    Combo,
    /// Of any item or combo.
    Size,
    /// With its group: `toppings/ketchup`.
    Modifier,
}

impl MenuName {
    /// What is wrong with it on that menu.
    pub fn fault_on(&self, menu: &Menu) -> Option<Fault> {
        let id = self.id.as_str();
        let (is_known, what) = match self.part {
            MenuNamePart::Item => (menu.item(&ItemId::from(id)).is_some(), "item"),
            MenuNamePart::Category => (menu.category(&CategoryId::from(id)).is_some(), "category"),
            MenuNamePart::Combo => (menu.combo(&ComboId::from(id)).is_some(), "combo"),
            MenuNamePart::Size => (has_size(menu, id), "size"),
            MenuNamePart::Modifier => (has_modifier(menu, id), "modifier"),
        };
        let detail = format!("{} is no {what} of the menu", quoted(id));
        (!is_known).then(|| Fault { path: self.path.clone(), detail: placed(self.place, &detail) })
    }
}

fn has_size(menu: &Menu, id: &str) -> bool {
    let of_items = menu.items.iter().flat_map(Item::sizes);
    let mut sizes = of_items.chain(menu.combos.iter().flat_map(|combo| &combo.sizes));
    sizes.any(|size| size.id.as_str() == id)
}

fn has_modifier(menu: &Menu, id: &str) -> bool {
    let Some((group, modifier)) = id.split_once('/') else { return false };
    let group = menu.group(&GroupId::from(group));
    group.is_some_and(|group| group.modifier(&ModifierId::from(modifier)).is_some())
}

/// A sentence with the line and the column that it is about.
pub(crate) fn placed(place: Option<(usize, usize)>, detail: &str) -> String {
    match place {
        Some((line, column)) => format!("line {line}, column {column}: {detail}"),
        None => detail.to_owned(),
    }
}

/// The items of a list.
pub(crate) fn items(list: &Reader<'_>, named: &mut Vec<MenuName>) -> Vec<ItemId> {
    list.elements(ITEMS_MAX).iter().map(|entry| item_id(entry, named)).collect()
}

/// The item that is named.
pub(crate) fn item_id(field: &Reader<'_>, named: &mut Vec<MenuName>) -> ItemId {
    ItemId::from(name(field, MenuNamePart::Item, named))
}

/// The id that is named, which a menu must have.
pub(crate) fn name<'a>(field: &Reader<'a>, part: MenuNamePart, named: &mut Vec<MenuName>) -> &'a str {
    let id = field.id();
    named.push(MenuName { path: field.path().to_owned(), place: None, part, id: id.to_owned() });
    id
}
