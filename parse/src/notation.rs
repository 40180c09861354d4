//! Acts as one line of text, for people: `+` adds, `-` removes, `~` changes, `a -> b` replaces, `?` asks.

mod questions;

use fsm::dialogue::Act;
use fsm::order::{Amount, ComponentPick, Description, ModifierPick, NewLine, Op, Target, Unresolved, Which};
use fsm::query::Asking;

/// All that was heard: `+2 cheeseburger/large (no pickle); done`.
pub fn acts(acts: &[Act]) -> String {
    let all: Vec<String> = acts.iter().flat_map(act).collect();
    all.join("; ")
}

/// The same, with all that is known of a question: `price of coke/large`.
pub fn with_queries(acts: &[Act]) -> String {
    let shown = |one: &Act| match one {
        Act::MenuQuestion(Asking { query: Some(query), .. }) => vec![questions::query(query)],
        Act::HasAllergy { allergens } => vec![format!("has_allergy {}", questions::allergens(allergens))],
        other => act(other),
    };
    acts.iter().flat_map(shown).collect::<Vec<_>>().join("; ")
}

fn act(act: &Act) -> Vec<String> {
    match act {
        Act::Order { ops, unresolved } => ops.iter().map(op).chain(unresolved.iter().map(open)).collect(),
        Act::MenuQuestion(Asking { topic, items, combos, groups, query: _ }) => {
            let items: String = items.iter().map(|item| format!(" {item}")).collect();
            let combos: String = combos.iter().map(|combo| format!(" @{combo}")).collect();
            let groups: String = groups.iter().map(|group| format!(" #{group}")).collect();
            vec![format!("{}?{items}{combos}{groups}", serde_json::json!(topic).as_str().unwrap_or_default())]
        }
        Act::Answer { answer } => vec![format!("answer {answer}")],
        other => vec![other.kind().wire().to_owned()],
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
        Op::Correct(correction) => {
            let part = |word: &str, said: &Description| {
                if said.is_empty() { String::new() } else { format!(" {word} {}", description(said)) }
            };
            let split = correction.split.map(|split| format!(" on {split}")).unwrap_or_default();
            let (target, wanted) = (part("of", &correction.target), part("to", &correction.wanted));
            format!("correct{target}{split}{wanted}{}", part("not", &correction.unwanted))
        }
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
        Target::Described { described } => description(described),
        Target::All { except, .. } if except.is_empty() => "all".to_owned(),
        Target::All { except, .. } => {
            format!("all but {}", except.iter().map(self::target).collect::<Vec<_>>().join(" "))
        }
    }
}

/// What is said of something, each part with all that its word can mean.
fn description(said: &Description) -> String {
    let mut parts: Vec<String> = Vec::new();
    parts.extend(said.line_id.iter().map(ToString::to_string));
    parts.extend(said.which.map(|which| match which {
        Which::Every => "every".to_owned(),
        Which::Other => "other".to_owned(),
        Which::Place(place) => format!("#{place}"),
    }));
    parts.extend(said.quantity.map(|quantity| quantity.to_string()));
    parts.extend((!said.sizes.is_empty()).then(|| any(&said.sizes)));
    parts.extend((!said.items.is_empty()).then(|| any(&said.items)));
    parts.extend(said.category.iter().map(ToString::to_string));
    let firsts: Vec<ModifierPick> = said.modifiers.iter().filter_map(|any| any.first().cloned()).collect();
    let modifiers = picks(&firsts);
    parts.extend((!firsts.is_empty()).then(|| modifiers.trim().to_owned()));
    parts.join(" ")
}

fn any<T: ToString>(ids: &[T]) -> String {
    ids.iter().map(T::to_string).collect::<Vec<_>>().join("|")
}
