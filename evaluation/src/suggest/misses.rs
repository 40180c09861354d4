//! Why labelled sentences were missed. Each miss has one cause: the first below that fits.

use fsm::dialogue::Act;
use fsm::order::{ModifierPick, NewLine, Op, Reason, Unresolved};
use parse::{MenuBook, notation};

use super::findings::{Cause, Example, Findings};
use crate::Answer;
use crate::compare::{Comparison, Kind};

const PLAIN: Cause = Cause {
    what: "asked though right: it was not sure enough",
    advice: "see its doubts with `carhop parse --explain`; the phase is \"Confidence\" in docs/understanding.md",
};
const UNKNOWN: Cause = Cause {
    what: "words that the menu does not know",
    advice: "if the menu has it under another name, write it there as an alias; if it lacks it, the word belongs into the pack's food.txt",
};
const OTHER: Cause = Cause {
    what: "something heard as something else",
    advice: "see whether a shared word or a name within a name did it: `carhop menu check --suggest`; else the phase \"Search\"",
};
const SIZE: Cause = Cause {
    what: "another size, or none",
    advice: "write what people call the size as its alias; the phases are \"Lattice\" and \"Search\"",
};
const DROPPED_MODIFIER: Cause = Cause {
    what: "a modifier dropped, or on the wrong line",
    advice: "write what people call it as the modifier's alias, and see whether the item has its group; the phase is \"Search\"",
};
const NUMBER: Cause =
    Cause { what: "a number moved", advice: "the phase is \"Walk\": lines and shares of a line" };
const ADDED: Cause = Cause {
    what: "something added that nobody said",
    advice: "the worst kind: see which word was taken for it with `carhop parse --explain`; an alias may be too short",
};
const LOST: Cause = Cause {
    what: "something said that is lost",
    advice: "see what became of its words with `carhop parse --explain`",
};
const ASKED: Cause = Cause {
    what: "asked or told though plain",
    advice: "if the candidates share an alias, take it out of one (`carhop menu check --suggest`); else the phase is \"Resolve\"",
};
const CHANGE: Cause = Cause {
    what: "a change of the order heard wrong",
    advice: "the phases are \"Corrections\" and \"Walk\"",
};
const ACT: Cause = Cause {
    what: "another act",
    advice: "the phase is \"Meant\"; its words are the pack's acts.txt and questions",
};

/// Sorts the misses by cause.
pub(crate) fn findings(answers: &[Answer<'_>], book: &MenuBook) -> Findings {
    let missed = answers.iter().filter(|answer| !answer.is_exact());
    Findings::of(missed.map(|answer| {
        let (cause, subject) = cause(answer, book);
        let unsure = if answer.is_sure { "" } else { "unsure: " };
        let example = Example {
            place: format!("{}:{}", answer.sheet.name, answer.sentence.line),
            text: answer.sentence.text.clone(),
            wanted: Some(answer.sentence.wanted()),
            heard: format!("{unsure}{}", notation::acts(&answer.heard.acts)),
        };
        (cause, subject, example)
    }))
}

fn cause(answer: &Answer<'_>, book: &MenuBook) -> (Cause, String) {
    let (wanted, heard) = (&answer.sentence.acts, &answer.heard.acts);
    if !answer.is_sure && Comparison::of(wanted, heard).is_exact() {
        return (PLAIN, format!("at {:.1}", answer.heard.confidence));
    }
    let (mut lost, mut strange) = (lines(wanted), lines(heard));
    lost.retain(|line| match strange.iter().position(|other| other == line) {
        Some(at) => {
            strange.remove(at);
            false
        }
        None => true,
    });
    let (lost_open, strange_open) = (without(wanted, heard), without(heard, wanted));
    let is_not_had = strange_open.iter().any(|part| part.reason == Reason::NotOnMenu);
    let is_lost = is_not_had || strange.len() < lost.len() || heard.contains(&Act::Unclear);
    if is_lost || lost.iter().any(|line| !strange.iter().any(|other| is_same_thing(line, other))) {
        let labelled: Vec<String> = opens(wanted).iter().flat_map(|part| parse::words(&part.text)).collect();
        let mut unknown = parse::unknown_words(&answer.sentence.text, &book.index);
        unknown.retain(|word| !labelled.contains(word));
        let told = strange_open.iter().find(|part| part.reason == Reason::NotOnMenu);
        if let Some(word) = unknown.into_iter().next().or(told.map(|part| part.text.clone())) {
            return (UNKNOWN, word);
        }
    }
    if let Some(found) = differing(&lost, &strange) {
        return found;
    }
    match (lost.first(), strange.first()) {
        (Some(line), Some(other)) => (OTHER, format!("{} heard as {}", name(line), name(other))),
        (None, Some(_)) if changes(wanted) => besides(&Comparison::of(wanted, heard)),
        (None, Some(other)) => (ADDED, name(other)),
        (Some(line), None) => (LOST, name(line)),
        (None, None) => match (strange_open.first(), lost_open.first()) {
            (Some(part), _) => (ASKED, part.text.clone()),
            (None, Some(part)) => (LOST, part.text.clone()),
            (None, None) => besides(&Comparison::of(wanted, heard)),
        },
    }
}

/// What differs in a line whose item was heard right.
fn differing(lost: &[&NewLine], strange: &[&NewLine]) -> Option<(Cause, String)> {
    let pairs = lost.iter().flat_map(|line| strange.iter().map(move |other| (line, other)));
    let mut same = pairs.filter(|(line, other)| is_same_thing(line, other));
    let (line, other) = same.next()?;
    let named = name(line);
    if line.size != other.size {
        let [wanted, heard] =
            [line, other].map(|line| line.size.as_ref().map_or("no size", |size| size.as_str()));
        return Some((SIZE, format!("{named}: {wanted} heard as {heard}")));
    }
    if let Some(pick) = line.modifiers.iter().find(|pick| !other.modifiers.contains(pick)) {
        return Some((DROPPED_MODIFIER, format!("{named}: {}", modifier(pick))));
    }
    if let Some(pick) = other.modifiers.iter().find(|pick| !line.modifiers.contains(pick)) {
        return Some((ADDED, format!("{named}: {}", modifier(pick))));
    }
    if line.components != other.components {
        return Some((OTHER, format!("{named}: what is in the combo")));
    }
    Some((NUMBER, format!("{named}: {} heard as {}", line.quantity, other.quantity)))
}

/// What is no line: changes and other acts.
fn besides(compared: &Comparison) -> (Cause, String) {
    let left = |kinds: &[Kind]| {
        let mut left = kinds.to_vec();
        for right in &compared.right {
            if let Some(at) = left.iter().position(|kind| kind == right) {
                left.remove(at);
            }
        }
        left.first().copied()
    };
    let (wanted, heard) = (left(&compared.wanted), left(&compared.heard));
    let changes =
        |kind: Option<Kind>| matches!(kind, Some(Kind::Remove | Kind::Modify | Kind::Replace | Kind::Clear));
    let shown = |kind: Option<Kind>| kind.map_or("nothing", Kind::as_str);
    let cause = if changes(wanted) || changes(heard) { CHANGE } else { ACT };
    (cause, format!("{} heard as {}", shown(wanted), shown(heard)))
}

/// Whether acts change what is on the order.
fn changes(acts: &[Act]) -> bool {
    acts.iter().any(|act| match act {
        Act::Order { ops, .. } => ops.iter().any(|op| !matches!(op, Op::Add(_))),
        _ => false,
    })
}

fn is_same_thing(one: &NewLine, other: &NewLine) -> bool {
    one.item == other.item && one.combo == other.combo
}

fn name(line: &NewLine) -> String {
    line.combo.as_ref().map_or_else(|| line.item.to_string(), ToString::to_string)
}

fn modifier(pick: &ModifierPick) -> String {
    let amount = serde_json::json!(pick.amount);
    match amount.as_str().unwrap_or_default() {
        "regular" => pick.modifier.to_string(),
        amount => format!("{amount} {}", pick.modifier),
    }
}

/// The lines that are added, or put in the place of another.
fn lines(acts: &[Act]) -> Vec<&NewLine> {
    let ops = acts.iter().flat_map(|act| match act {
        Act::Order { ops, .. } => &ops[..],
        _ => &[],
    });
    ops.filter_map(|op| match op {
        Op::Add(line) => Some(line),
        Op::Replace { .. } | Op::Remove { .. } | Op::Modify(_) | Op::Correct(_) | Op::Clear => None,
    })
    .collect()
}

fn opens(acts: &[Act]) -> Vec<&Unresolved> {
    let open = acts.iter().flat_map(|act| match act {
        Act::Order { unresolved, .. } => &unresolved[..],
        _ => &[],
    });
    open.collect()
}

/// What is open in some acts and not in others, by its reason.
fn without<'a>(acts: &'a [Act], others: &[Act]) -> Vec<&'a Unresolved> {
    let mut known: Vec<Reason> = opens(others).iter().map(|part| part.reason).collect();
    let mut left = opens(acts);
    left.retain(|part| match known.iter().position(|reason| *reason == part.reason) {
        Some(at) => {
            known.remove(at);
            false
        }
        None => true,
    });
    left
}
