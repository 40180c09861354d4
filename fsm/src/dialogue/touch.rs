//! Touches of the board as acts: a touch takes the rows that the words would take.

use serde::{Deserialize, Serialize};

use super::acts::Act;
use super::answer;
use crate::ids::{ComboId, ItemId, LineId, ModifierId, SizeId};
use crate::machine::{Asked, Kept, QuestionKind, Session, ask};
use crate::menu::Menu;
use crate::order::{
    About, ComponentPick, Line, Missing, Modification, ModifierPick, NewLine, Op, Order, Target,
};

/// A touch on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
pub enum Tap {
    /// Yes.
    Confirm,
    /// No.
    Deny,
    /// That's it.
    Done,
    /// One of what the open question offers.
    Choose {
        /// Its id.
        candidate: String,
    },
    /// One more item.
    AddItem {
        /// The item.
        item: ItemId,
        /// Its size.
        size: Option<SizeId>,
        /// How many.
        quantity: u32,
        /// What is different from how it comes.
        modifiers: Vec<ModifierPick>,
    },
    /// One more combo.
    AddCombo {
        /// The combo.
        combo: ComboId,
        /// Its size.
        size: Option<SizeId>,
        /// How many.
        quantity: u32,
        /// What is different from how its main comes.
        modifiers: Vec<ModifierPick>,
        /// What fills its slots.
        components: Vec<ComponentPick>,
    },
    /// Removes a line.
    RemoveLine {
        /// The line.
        line_id: LineId,
    },
    /// A new quantity for a line.
    SetQuantity {
        /// The line.
        line_id: LineId,
        /// How many there are now.
        quantity: u32,
    },
    /// A new size for a line.
    SetSize {
        /// The line.
        line_id: LineId,
        /// The size of the item, or of the combo.
        size: SizeId,
    },
    /// More or less of something on a line.
    SetModifier {
        /// The line.
        line_id: LineId,
        /// What, and how much of it.
        pick: ModifierPick,
    },
}

/// What a touch does, as if it were said. None for a choice that nothing waits for.
pub(super) fn acts_of(tap: &Tap, session: &Session, menu: &Menu) -> Option<Vec<Act>> {
    let op = match tap {
        Tap::Confirm => return Some(vec![Act::Yes]),
        Tap::Deny => return Some(vec![Act::No]),
        Tap::Done => return Some(vec![Act::Done]),
        Tap::Choose { candidate } if is_asked_by_house(candidate, session) => {
            return Some(vec![Act::Answer { answer: candidate.clone() }]);
        }
        Tap::Choose { candidate } => answering(candidate, session, menu)?,
        Tap::AddItem { item, size, quantity, modifiers } => Op::Add(NewLine {
            size: size.clone(),
            quantity: *quantity,
            modifiers: modifiers.clone(),
            ..NewLine::of(item.clone())
        }),
        Tap::AddCombo { combo, size, quantity, modifiers, components } => Op::Add(NewLine {
            size: size.clone(),
            quantity: *quantity,
            modifiers: modifiers.clone(),
            components: components.clone(),
            ..combo_line(combo, menu)
        }),
        Tap::RemoveLine { line_id } => {
            Op::Remove { target: Target::Line { line_id: *line_id }, quantity: None }
        }
        Tap::SetQuantity { line_id, quantity } => {
            Op::Modify(Modification { quantity: Some(*quantity), ..of_line(*line_id) })
        }
        Tap::SetSize { line_id, size } => {
            Op::Modify(Modification { size: Some(size.clone()), ..of_line(*line_id) })
        }
        Tap::SetModifier { line_id, pick } => {
            Op::Modify(Modification { modifiers: vec![pick.clone()], ..of_line(*line_id) })
        }
    };
    Some(vec![Act::Order { ops: vec![op], unresolved: Vec::new() }])
}

fn is_asked_by_house(candidate: &String, session: &Session) -> bool {
    session.question().is_some_and(|asked| asked.house.is_some() && asked.candidates.contains(candidate))
}

/// The operation that a choice means. A choice that the order misses can be made also while nobody asks for it, such as
/// after a hint or while a change that was hardly heard waits for its yes.
fn answering(candidate: &str, session: &Session, menu: &Menu) -> Option<Op> {
    let order = session.order()?;
    match session.state.asked() {
        Some(asked) if asked.question.kind != QuestionKind::ConfirmChange => {
            chosen(candidate, asked, order, menu)
        }
        _ => {
            let missing = ask::oldest_open_choice(order, menu)?;
            let op = chosen(candidate, &missing, order, menu)?;
            answer::settle(vec![op], Some(&missing), order, menu).pop()
        }
    }
}

/// The operation that a candidate stands for; [`answer::settle`] completes it with what waits for it, as what is said.
fn chosen(candidate: &str, asked: &Asked, order: &Order, menu: &Menu) -> Option<Op> {
    let question = &asked.question;
    if !question.candidates.iter().any(|id| id == candidate) {
        return None;
    }
    let line = question.line_id.and_then(|line_id| order.line(line_id));
    let change =
        Modification::of(line.map_or(Target::REFERENT, |line| Target::Line { line_id: line.line_id }));
    if question.kind == QuestionKind::WhichSize {
        return Some(Op::Modify(Modification { size: Some(candidate.into()), ..change }));
    }
    if question.kind == QuestionKind::WhichOption
        && let Some(pick) = option(&candidate.into(), asked, line, menu)
    {
        return Some(Op::Modify(Modification { modifiers: vec![pick], ..change }));
    }
    if let Some(line_id) = LineId::parse(candidate).filter(|line_id| order.line(*line_id).is_some()) {
        return Some(Op::Modify(of_line(line_id)));
    }
    let (item, combo) = (ItemId::from(candidate), ComboId::from(candidate));
    let is_combo = menu.item(&item).is_none() && menu.combo(&combo).is_some();
    let line = if is_combo { combo_line(&combo, menu) } else { NewLine::of(item) };
    let quantity = match &asked.about {
        Some(About::Words(part)) => part.quantity.unwrap_or(line.quantity),
        _ => line.quantity,
    };
    Some(Op::Add(NewLine { quantity, ..line }))
}

/// The modifier that is asked about: as it was said, of the group that the line misses, or of any that the line has.
fn option(id: &ModifierId, asked: &Asked, line: Option<&Line>, menu: &Menu) -> Option<ModifierPick> {
    let mut said = said_with(&asked.kept).iter().filter(|pick| pick.modifier == *id);
    if let (Some(pick), None) = (said.next(), said.next()) {
        return Some(pick.clone());
    }
    let missing = match line.and_then(|line| line.missing.first()) {
        // What fills a slot is an item, whatever modifiers are called.
        Some(Missing::Slot(_)) => return None,
        Some(Missing::Group(group) | Missing::SlotGroup(_, group)) => Some(group),
        Some(Missing::Size | Missing::SlotSize(_)) | None => None,
    };
    let of_line = line.and_then(|line| menu.item(&line.item)).map(|item| item.modifier_groups.as_slice());
    let groups = missing.into_iter().chain(of_line.unwrap_or_default());
    let groups = groups.chain(menu.modifier_groups.iter().map(|group| &group.id));
    let mut having =
        groups.filter(|group| menu.group(group).is_some_and(|group| group.modifier(id).is_some()));
    let group = having.next()?.clone();
    Some(ModifierPick::of(group, id.clone()))
}

/// The modifiers of the operation that waits for the answer.
fn said_with(kept: &Kept) -> &[ModifierPick] {
    match kept {
        Kept::Operation(Op::Add(line) | Op::Replace { with: line, .. }) => &line.modifiers,
        Kept::Operation(Op::Modify(change)) => &change.modifiers,
        Kept::Operation(Op::Remove { .. } | Op::Correct(_) | Op::Clear) | Kept::Nothing | Kept::Change(_) => {
            &[]
        }
    }
}

/// One of a combo; its id is asked about as an item's if the menu does not have it.
fn combo_line(id: &ComboId, menu: &Menu) -> NewLine {
    let main = menu.combo(id).map_or_else(|| ItemId::from(id.as_str()), |combo| combo.main.clone());
    NewLine { combo: Some(id.clone()), ..NewLine::of(main) }
}

fn of_line(line_id: LineId) -> Modification {
    Modification::of(Target::Line { line_id })
}
