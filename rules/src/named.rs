//! What rules name of a menu.

use fsm::ids::{CategoryId, ComboId, ItemId};
use fsm::menu::Menu;
use fsm::reader::{Fault, quoted};

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
}

impl MenuName {
    /// What is wrong with it on that menu.
    pub fn fault_on(&self, menu: &Menu) -> Option<Fault> {
        let id = self.id.as_str();
        let (is_known, what) = match self.part {
            MenuNamePart::Item => (menu.item(&ItemId::from(id)).is_some(), "item"),
            MenuNamePart::Category => (menu.category(&CategoryId::from(id)).is_some(), "category"),
            MenuNamePart::Combo => (menu.combo(&ComboId::from(id)).is_some(), "combo"),
        };
        let detail = format!("{} is no {what} of the menu", quoted(id));
        (!is_known).then(|| Fault { path: self.path.clone(), detail: placed(self.place, &detail) })
    }
}

/// A sentence with the line and the column that it is about.
pub(crate) fn placed(place: Option<(usize, usize)>, detail: &str) -> String {
    match place {
        Some((line, column)) => format!("line {line}, column {column}: {detail}"),
        None => detail.to_owned(),
    }
}
