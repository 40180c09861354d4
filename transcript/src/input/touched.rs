//! Touches of the board in transcripts, there and back.

use std::fmt::Write as _;

use fsm::dialogue::By;
use fsm::ids::{LineId, SizeId};
use fsm::order::{Amount, ComponentPick, ModifierPick};
use lanes::event::{
    AddCombo, AddItem, Choose, Name, Quantity, RemoveLine, SetModifier, SetQuantity, SetSize, Tap, Touch,
};

use super::{checked, name, number, unknown};

/// Reads a touch, with its `tap `.
pub(super) fn read(text: &str) -> Result<Touch, String> {
    let (tap, by) = match text.strip_suffix(", by crew") {
        Some(tap) => (tap, By::Crew),
        None => (text, By::Customer),
    };
    let words: Vec<&str> = tap.split(' ').collect();
    let tap = match words.as_slice() {
        ["tap", "confirm"] => Tap::Confirm,
        ["tap", "deny"] => Tap::Deny,
        ["tap", "done"] => Tap::Done,
        ["tap", "choose", candidate] => Tap::Choose(Choose { candidate: name(candidate)? }),
        ["tap", "add", item, rest @ ..] => {
            let Details { size, quantity, modifiers, components } = Details::read(rest)?;
            if !components.is_empty() {
                return Err(unknown(text));
            }
            Tap::AddItem(AddItem { item: name(item)?, size, quantity, modifiers })
        }
        ["tap", "combo", combo, rest @ ..] => {
            let Details { size, quantity, modifiers, components } = Details::read(rest)?;
            Tap::AddCombo(AddCombo { combo: name(combo)?, size, quantity, modifiers, components })
        }
        ["tap", "remove", line] => Tap::RemoveLine(RemoveLine { line_id: line_id(line)? }),
        ["tap", "set", line, quantity] => {
            Tap::SetQuantity(SetQuantity { line_id: line_id(line)?, quantity: checked(quantity)? })
        }
        ["tap", "size", line, size] => Tap::SetSize(SetSize { line_id: line_id(line)?, size: name(size)? }),
        ["tap", "modifier", line, modifier] => {
            let ModifierPick { group, modifier, amount, quantity } = pick(modifier)?;
            Tap::SetModifier(SetModifier {
                line_id: line_id(line)?,
                group: name(group.as_str())?,
                modifier: name(modifier.as_str())?,
                amount,
                quantity: checked(&quantity.to_string())?,
            })
        }
        _ => return Err(unknown(text)),
    };
    Ok(Touch { tap, by })
}

/// Writes a touch, without its `tap `.
pub(super) fn written(tap: &Tap) -> String {
    match tap {
        Tap::Confirm => "confirm".to_owned(),
        Tap::Deny => "deny".to_owned(),
        Tap::Done => "done".to_owned(),
        Tap::Choose(Choose { candidate }) => format!("choose {}", candidate.0),
        Tap::AddItem(AddItem { item, size, quantity, modifiers }) => {
            format!("add {}{}", item.0, details(size.as_ref(), *quantity, modifiers, &[]))
        }
        Tap::AddCombo(AddCombo { combo, size, quantity, modifiers, components }) => {
            format!("combo {}{}", combo.0, details(size.as_ref(), *quantity, modifiers, components))
        }
        Tap::RemoveLine(RemoveLine { line_id }) => format!("remove {line_id}"),
        Tap::SetQuantity(SetQuantity { line_id, quantity }) => format!("set {line_id} {}", quantity.0),
        Tap::SetSize(SetSize { line_id, size }) => format!("size {line_id} {}", size.0),
        Tap::SetModifier(SetModifier { line_id, group, modifier, amount, quantity }) => {
            let (group, modifier) = (group.0.clone(), modifier.0.clone());
            let pick = ModifierPick { group, modifier, amount: *amount, quantity: quantity.0 };
            format!("modifier {line_id} {}", pick_written(&pick))
        }
    }
}

/// What follows the name of what is added.
#[derive(Default)]
struct Details {
    size: Option<Name<SizeId>>,
    quantity: Quantity,
    modifiers: Vec<ModifierPick>,
    components: Vec<ComponentPick>,
}

impl Details {
    fn read(words: &[&str]) -> Result<Self, String> {
        let mut details = Self::default();
        for word in words {
            let count = word.strip_prefix('x').filter(|count| count.parse::<u32>().is_ok());
            match (count, word.split_once('=')) {
                (Some(count), _) => details.quantity = checked(count)?,
                (None, Some((slot, part))) if !slot.contains('/') => {
                    details.components.push(component(slot, part)?);
                }
                (None, _) if word.contains('/') => details.modifiers.push(pick(word)?),
                (None, _) => details.size = Some(name(word)?),
            }
        }
        Ok(details)
    }
}

fn details(
    size: Option<&Name<SizeId>>,
    quantity: Quantity,
    modifiers: &[ModifierPick],
    components: &[ComponentPick],
) -> String {
    let mut text = size.map(|size| format!(" {}", size.0)).unwrap_or_default();
    if quantity.0 != 1 {
        let _ = write!(text, " x{}", quantity.0);
    }
    for pick in modifiers {
        let _ = write!(text, " {}", pick_written(pick));
    }
    for ComponentPick { slot, item, size, modifiers } in components {
        let _ = write!(text, " {slot}={item}");
        if let Some(size) = size {
            let _ = write!(text, ":{size}");
        }
        for pick in modifiers {
            let _ = write!(text, "+{}", pick_written(pick));
        }
    }
    text
}

/// `coke`, `coke:large`, `coke:large+ice/ice=no`.
fn component(slot: &str, text: &str) -> Result<ComponentPick, String> {
    let mut parts = text.split('+');
    let item = parts.next().unwrap_or_default();
    let (item, size) = item.split_once(':').map_or((item, None), |(item, size)| (item, Some(size.into())));
    let modifiers = parts.map(pick).collect::<Result<_, _>>()?;
    Ok(ComponentPick { slot: slot.into(), item: item.into(), size, modifiers })
}

/// `toppings/pickle`, `toppings/pickle=no`, `toppings/bacon=extra*2`.
fn pick(text: &str) -> Result<ModifierPick, String> {
    let (text, quantity) = match text.split_once('*') {
        Some((text, quantity)) => (text, number(quantity)?),
        None => (text, 1),
    };
    let (text, amount) = match text.split_once('=') {
        Some((text, amount)) => (text, amount.parse().map_err(|_| format!("`{amount}` is no amount"))?),
        None => (text, Amount::Regular),
    };
    let (group, modifier) = text.split_once('/').ok_or_else(|| unknown(text))?;
    Ok(ModifierPick { group: group.into(), modifier: modifier.into(), amount, quantity })
}

fn pick_written(pick: &ModifierPick) -> String {
    let ModifierPick { group, modifier, amount, quantity } = pick;
    let amount = if *amount == Amount::Regular { String::new() } else { format!("={amount}") };
    let quantity = if *quantity == 1 { String::new() } else { format!("*{quantity}") };
    format!("{group}/{modifier}{amount}{quantity}")
}

fn line_id(text: &str) -> Result<LineId, String> {
    LineId::parse(text).ok_or_else(|| format!("`{text}` is no line, such as L1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_touch_is_read_as_it_is_written() {
        for text in [
            "choose large",
            "add coke large x2",
            "add cheeseburger toppings/pickle=no toppings/bacon=extra*2",
            "combo cheeseburger_combo large x2 toppings/onion side=fries drink=coke:large+ice/ice=no",
            "size L1 large",
            "modifier L2 toppings/onion",
        ] {
            assert_eq!(written(&read(&format!("tap {text}")).unwrap().tap), text);
        }
        for text in
            ["tap add coke drink=coke", "tap modifier L1 onion", "tap modifier L1 toppings/onion=some"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
