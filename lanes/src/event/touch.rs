//! Touches of the board: what they say, and which of it is not on the menu.

use fsm::dialogue::{self, By};
use fsm::ids::{ComboId, GroupId, ItemId, LineId, ModifierId, SizeId};
use fsm::menu::{Combo, Item, Menu, Size};
use fsm::order::{Amount, ComponentPick, Line, ModifierPick, Order};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use strum::EnumDiscriminants;
use utoipa::ToSchema;

use super::values::{Name, Quantity};
use super::{InvalidEvent, of_event};

/// The fields of `tap`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Touch {
    /// What was touched.
    #[serde(flatten)]
    pub tap: Tap,
    /// Who touched it.
    #[serde(default)]
    pub by: By,
}

/// What was touched on the board.
#[derive(Clone, Debug, PartialEq, Eq, EnumDiscriminants, Serialize, ToSchema)]
#[strum_discriminants(name(TapAct), vis(pub(self)), derive(Deserialize), serde(rename_all = "snake_case"))]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum Tap {
    /// Yes.
    Confirm,
    /// No.
    Deny,
    /// That's it.
    Done,
    /// One of what the open question offers.
    Choose(Choose),
    /// One more item.
    AddItem(AddItem),
    /// One more combo.
    AddCombo(AddCombo),
    /// A line less.
    RemoveLine(RemoveLine),
    /// Another number of a line.
    SetQuantity(SetQuantity),
    /// Another size of a line.
    SetSize(SetSize),
    /// More or less of something on a line.
    SetModifier(SetModifier),
}

/// The fields of a tap that answers the open question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Choose {
    /// The id of one of the question's candidates.
    #[schema(value_type = String, min_length = 1, max_length = 64, example = "coke")]
    pub candidate: Name<String>,
}

/// The fields of a tap that adds an item.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AddItem {
    /// The item's id.
    #[schema(value_type = String, min_length = 1, max_length = 64, example = "coke")]
    pub item: Name<ItemId>,
    /// The size's id.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 64, example = "large")]
    pub size: Option<Name<SizeId>>,
    /// How many; 1 without it.
    #[serde(default)]
    pub quantity: Quantity,
    /// What is different from how the item comes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<ModifierPick>,
}

/// The fields of a tap that adds a combo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AddCombo {
    /// The combo's id.
    #[schema(value_type = String, min_length = 1, max_length = 64, example = "cheeseburger_combo")]
    pub combo: Name<ComboId>,
    /// The id of the size of the whole.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 64, example = "large")]
    pub size: Option<Name<SizeId>>,
    /// How many; 1 without it.
    #[serde(default)]
    pub quantity: Quantity,
    /// What is different from how the combo's main comes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub modifiers: Vec<ModifierPick>,
    /// What fills the slots; what is left out is filled as usual or asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<ComponentPick>,
}

/// The fields of a tap that removes a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RemoveLine {
    /// The line.
    pub line_id: LineId,
}

/// The fields of a tap that changes how many there are of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SetQuantity {
    /// The line.
    pub line_id: LineId,
    /// How many there are now.
    pub quantity: Quantity,
}

/// The fields of a tap that changes the size of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SetSize {
    /// The line.
    pub line_id: LineId,
    /// The id of a size of its item, or of its combo.
    #[schema(value_type = String, min_length = 1, max_length = 64, example = "large")]
    pub size: Name<SizeId>,
}

/// The fields of a tap that changes a modifier of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SetModifier {
    /// The line.
    pub line_id: LineId,
    /// The id of one of its item's groups.
    #[schema(value_type = String, min_length = 1, max_length = 64, example = "toppings")]
    pub group: Name<GroupId>,
    /// The id of a modifier of the group.
    #[schema(value_type = String, min_length = 1, max_length = 64, example = "pickle")]
    pub modifier: Name<ModifierId>,
    /// How much of it.
    pub amount: Amount,
    /// How many portions; 1 without it.
    #[serde(default)]
    pub quantity: Quantity,
}

impl Touch {
    /// Reads the act first, as an event its type.
    pub(super) fn read(fields: &Map<String, Value>) -> Result<Self, InvalidEvent> {
        #[derive(Deserialize)]
        struct Tag {
            act: TapAct,
            #[serde(default)]
            by: By,
        }

        let Tag { act, by } = of_event(fields)?;
        let tap = match act {
            TapAct::Confirm => Tap::Confirm,
            TapAct::Deny => Tap::Deny,
            TapAct::Done => Tap::Done,
            TapAct::Choose => Tap::Choose(of_event(fields)?),
            TapAct::AddItem => Tap::AddItem(of_event(fields)?),
            TapAct::AddCombo => Tap::AddCombo(of_event(fields)?),
            TapAct::RemoveLine => Tap::RemoveLine(of_event(fields)?),
            TapAct::SetQuantity => Tap::SetQuantity(of_event(fields)?),
            TapAct::SetSize => Tap::SetSize(of_event(fields)?),
            TapAct::SetModifier => Tap::SetModifier(of_event(fields)?),
        };
        Ok(Self { tap, by })
    }
}

impl From<Tap> for dialogue::Tap {
    fn from(tap: Tap) -> Self {
        match tap {
            Tap::Confirm => Self::Confirm,
            Tap::Deny => Self::Deny,
            Tap::Done => Self::Done,
            Tap::Choose(Choose { candidate }) => Self::Choose { candidate: candidate.0 },
            Tap::AddItem(AddItem { item, size, quantity, modifiers }) => {
                Self::AddItem { item: item.0, size: size.map(|size| size.0), quantity: quantity.0, modifiers }
            }
            Tap::AddCombo(AddCombo { combo, size, quantity, modifiers, components }) => Self::AddCombo {
                combo: combo.0,
                size: size.map(|size| size.0),
                quantity: quantity.0,
                modifiers,
                components,
            },
            Tap::RemoveLine(RemoveLine { line_id }) => Self::RemoveLine { line_id },
            Tap::SetQuantity(SetQuantity { line_id, quantity }) => {
                Self::SetQuantity { line_id, quantity: quantity.0 }
            }
            Tap::SetSize(SetSize { line_id, size }) => Self::SetSize { line_id, size: size.0 },
            Tap::SetModifier(SetModifier { line_id, group, modifier, amount, quantity }) => {
                let pick =
                    ModifierPick { group: group.0, modifier: modifier.0, amount, quantity: quantity.0 };
                Self::SetModifier { line_id, pick }
            }
        }
    }
}

impl Tap {
    /// The first field that names something which the menu, or the line that is touched, does not have. A line that is
    /// not there is no fault: the customer is told.
    pub(crate) fn off_the_menu(&self, menu: &Menu, order: Option<&Order>) -> Option<InvalidEvent> {
        let wrong = match self {
            Self::Confirm
            | Self::Deny
            | Self::Done
            | Self::Choose(_)
            | Self::RemoveLine(_)
            | Self::SetQuantity(_) => return None,
            Self::AddItem(add) => add.check(menu),
            Self::AddCombo(add) => add.check(menu),
            Self::SetSize(set) => {
                let line = order.and_then(|order| order.line(set.line_id))?;
                has_size(&set.size.0, sizes_of(line, menu)?, line.item.as_str())
            }
            Self::SetModifier(set) => {
                let line = order.and_then(|order| order.line(set.line_id))?;
                let item = menu.item(&line.item)?;
                has_group(&set.group.0, item, "group")
                    .and_then(|()| has_modifier(&set.group.0, &set.modifier.0, menu, "modifier"))
            }
        };
        wrong.err()
    }
}

type Fits = Result<(), InvalidEvent>;

impl AddItem {
    fn check(&self, menu: &Menu) -> Fits {
        let Some(item) = menu.item(&self.item.0) else {
            return Err(InvalidEvent::no_such_item(&self.item.0));
        };
        if let Some(size) = &self.size {
            has_size(&size.0, item.sizes(), item.id.as_str())?;
        }
        have_modifiers(&self.modifiers, item, menu, "modifiers")
    }
}

impl AddCombo {
    fn check(&self, menu: &Menu) -> Fits {
        let unknown =
            || InvalidEvent::new("combo", format!("there is no combo `{}` on the menu", self.combo.0));
        let combo = menu.combo(&self.combo.0).ok_or_else(unknown)?;
        if let Some(size) = &self.size {
            has_size(&size.0, &combo.sizes, combo.id.as_str())?;
        }
        if let Some(main) = menu.item(&combo.main) {
            have_modifiers(&self.modifiers, main, menu, "modifiers")?;
        }
        self.components.iter().try_for_each(|pick| has_component(pick, combo, menu))
    }
}

fn has_component(pick: &ComponentPick, combo: &Combo, menu: &Menu) -> Fits {
    let wrong = |detail: String| Err(InvalidEvent::new("components", detail));
    let Some(slot) = combo.slot(&pick.slot) else {
        return wrong(format!("`{}` has no slot `{}`", combo.id, pick.slot));
    };
    let Some(item) = menu.item(&pick.item).filter(|item| item.category == slot.category) else {
        return wrong(format!("`{}` does not fill the slot `{}`", pick.item, pick.slot));
    };
    if let Some(size) = pick.size.as_ref().filter(|size| item.size(size).is_none()) {
        return wrong(format!("`{}` has no size `{size}`", item.id));
    }
    have_modifiers(&pick.modifiers, item, menu, "components")
}

/// The sizes that a line can have; none if what it is has gone from the menu.
fn sizes_of<'a>(line: &Line, menu: &'a Menu) -> Option<&'a [Size]> {
    match &line.combo {
        Some(combo) => menu.combo(combo).map(|combo| combo.sizes.as_slice()),
        None => menu.item(&line.item).map(Item::sizes),
    }
}

fn has_size(size: &SizeId, sizes: &[Size], of: &str) -> Fits {
    let is_known = sizes.iter().any(|known| known.id == *size);
    if is_known { Ok(()) } else { Err(InvalidEvent::new("size", format!("`{of}` has no size `{size}`"))) }
}

fn have_modifiers(picks: &[ModifierPick], item: &Item, menu: &Menu, field: &str) -> Fits {
    picks.iter().try_for_each(|pick| {
        has_group(&pick.group, item, field)?;
        has_modifier(&pick.group, &pick.modifier, menu, field)
    })
}

fn has_group(group: &GroupId, item: &Item, field: &str) -> Fits {
    let has = item.modifier_groups.contains(group);
    if has { Ok(()) } else { Err(InvalidEvent::new(field, format!("`{}` has no group `{group}`", item.id))) }
}

fn has_modifier(group: &GroupId, modifier: &ModifierId, menu: &Menu, field: &str) -> Fits {
    let has = menu.group(group).is_some_and(|group| group.modifier(modifier).is_some());
    if has {
        Ok(())
    } else {
        Err(InvalidEvent::new(field, format!("`{group}` has no modifier `{modifier}`")))
    }
}
