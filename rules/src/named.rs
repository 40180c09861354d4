//! What rules name that stands elsewhere: on the menu, and in the configuration of the service.

use std::collections::BTreeSet;

use fsm::ids::{CategoryId, ComboId, GroupId, ItemId, ModifierId};
use fsm::menu::{Item, Menu};
use fsm::reader::{Fault, Reader, quoted};

/// The most ids in a list.
pub(crate) const ITEMS_MAX: usize = 20;

/// What the configuration of a service has for rules to name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownAgents {
    /// The profiles of specialists.
    pub profiles: BTreeSet<String>,
    /// Whether the parser and the responder can ask a model.
    pub have_model: bool,
}

/// Something that a rule names and its document does not have, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutsideName {
    pub path: String,
    /// Line and column in the condition.
    pub place: Option<(usize, usize)>,
    pub part: OutsidePart,
    pub id: String,
}

/// What is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutsidePart {
    Item,
    Category,
    Combo,
    /// Of any item or combo.
    Size,
    /// With its group: `toppings/ketchup`.
    Modifier,
    /// A profile of specialists, of the configuration.
    Profile,
    /// The model of the parser and the responder, of the configuration; the id is what asks it.
    Model,
}

impl OutsideName {
    /// What is wrong with it on that menu.
    pub fn fault_on(&self, menu: &Menu) -> Option<Fault> {
        let id = self.id.as_str();
        let (is_known, what) = match self.part {
            OutsidePart::Item => (menu.item(&ItemId::from(id)).is_some(), "item"),
            OutsidePart::Category => (menu.category(&CategoryId::from(id)).is_some(), "category"),
            OutsidePart::Combo => (menu.combo(&ComboId::from(id)).is_some(), "combo"),
            OutsidePart::Size => (has_size(menu, id), "size"),
            OutsidePart::Modifier => (has_modifier(menu, id), "modifier"),
            OutsidePart::Profile | OutsidePart::Model => return None,
        };
        (!is_known).then(|| self.fault(&format!("{} is no {what} of the menu", quoted(id))))
    }

    /// What is wrong with it where the configuration has these agents.
    pub fn fault_among(&self, agents: &KnownAgents) -> Option<Fault> {
        let id = self.id.as_str();
        match self.part {
            OutsidePart::Profile if !agents.profiles.contains(id) => {
                let detail =
                    format!("the configuration has no profile {}: name it in [profiles]", quoted(id));
                Some(self.fault(&detail))
            }
            OutsidePart::Model if !agents.have_model => Some(self.fault(&format!(
                "{} asks a model, and the configuration names none: set llm.url and llm.model",
                quoted(id)
            ))),
            _ => None,
        }
    }

    fn fault(&self, detail: &str) -> Fault {
        Fault { path: self.path.clone(), detail: placed(self.place, detail) }
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
pub(crate) fn items(list: &Reader<'_>, named: &mut Vec<OutsideName>) -> Vec<ItemId> {
    list.elements(ITEMS_MAX).iter().map(|entry| item_id(entry, named)).collect()
}

/// The item that is named.
pub(crate) fn item_id(field: &Reader<'_>, named: &mut Vec<OutsideName>) -> ItemId {
    ItemId::from(name(field, OutsidePart::Item, named))
}

/// The id that is named, which a menu must have.
pub(crate) fn name<'a>(field: &Reader<'a>, part: OutsidePart, named: &mut Vec<OutsideName>) -> &'a str {
    let id = field.id();
    named.push(OutsideName { path: field.path().to_owned(), place: None, part, id: id.to_owned() });
    id
}
