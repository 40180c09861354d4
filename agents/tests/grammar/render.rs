//! Acts as one line of text.

use fsm::acts::{Act, Acts, Amount, ComponentPick, ModifierPick, NewLine, Op, Target, Unresolved};
use fsm::menu::Menu;

/// Acts, and whether they are below the threshold.
pub fn acts(acts: &Acts) -> String {
    let all: Vec<String> = acts.acts.iter().flat_map(act).collect();
    let unsure = if acts.confidence < 0.6 { "unsure: " } else { "" };
    format!("{unsure}{}", all.join("; "))
}

fn act(act: &Act) -> Vec<String> {
    match act {
        Act::Order { ops, unresolved } => ops.iter().map(op).chain(unresolved.iter().map(open)).collect(),
        Act::MenuQuestion { topic, items } => {
            let items: String = items.iter().map(|item| format!(" {item}")).collect();
            vec![format!("{}?{items}", serde_json::json!(topic).as_str().unwrap_or_default())]
        }
        other => vec![serde_json::json!(other)["act"].as_str().unwrap_or_default().to_owned()],
    }
}

fn open(part: &Unresolved) -> String {
    let reason = serde_json::json!(part.reason);
    let reason = reason.as_str().unwrap_or_default();
    let candidates =
        if part.candidates.is_empty() { String::new() } else { format!(" [{}]", part.candidates.join(" ")) };
    format!("?{reason} {}{candidates}", part.text)
}

fn op(op: &Op) -> String {
    match op {
        Op::Add(new) => format!("+{}", line(new)),
        Op::Remove { target: of, quantity } => {
            format!(
                "-{}{}",
                quantity.map(|quantity| format!("{quantity} of ")).unwrap_or_default(),
                target(of)
            )
        }
        Op::Modify(change) => {
            let mut text = format!("~{}", target(&change.target));
            if let Some(split) = change.split {
                text += &format!(" on {split}");
            }
            if let Some(quantity) = change.quantity {
                text += &format!(" x{quantity}");
            }
            if let Some(size) = &change.size {
                text += &format!(" {size}");
            }
            if let Some(combo) = &change.combo {
                text += &format!(" @{combo}");
            }
            text + &picks(&change.modifiers) + &components(&change.components)
        }
        Op::Replace { target: of, with } => format!("{} -> {}", target(of), line(with)),
        Op::Clear => "clear".to_owned(),
    }
}

fn line(line: &NewLine) -> String {
    let combo = line.combo.as_ref().map(|combo| format!("@{combo}")).unwrap_or_default();
    let size = line.size.as_ref().map(|size| format!("/{size}")).unwrap_or_default();
    format!(
        "{} {}{combo}{size}{}{}",
        line.quantity,
        line.item,
        picks(&line.modifiers),
        components(&line.components)
    )
}

fn picks(picks: &[ModifierPick]) -> String {
    if picks.is_empty() {
        return String::new();
    }
    let all: Vec<String> = picks
        .iter()
        .map(|pick| {
            let amount = match pick.amount {
                Amount::Regular => "",
                Amount::No => "no ",
                Amount::Extra => "extra ",
                Amount::Light => "light ",
                Amount::Side => "side ",
            };
            let quantity = if pick.quantity == 1 { String::new() } else { format!("{} ", pick.quantity) };
            format!("{quantity}{amount}{}", pick.modifier)
        })
        .collect();
    format!(" ({})", all.join(", "))
}

fn components(components: &[ComponentPick]) -> String {
    let all = components.iter().map(|pick| {
        let size = pick.size.as_ref().map(|size| format!("/{size}")).unwrap_or_default();
        format!(" {{{}: {}{size}{}}}", pick.slot, pick.item, picks(&pick.modifiers))
    });
    all.collect()
}

fn target(target: &Target) -> String {
    match target {
        Target::Line { line_id } => line_id.to_string(),
        Target::Referent { .. } => "it".to_owned(),
        Target::Item { item, ordinal } => {
            format!("{item}{}", ordinal.map(|ordinal| format!("#{ordinal}")).unwrap_or_default())
        }
        Target::All { except, .. } if except.is_empty() => "all".to_owned(),
        Target::All { except, .. } => {
            format!("all but {}", except.iter().map(self::target).collect::<Vec<_>>().join(" "))
        }
    }
}

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
