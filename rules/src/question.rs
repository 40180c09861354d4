//! Reads what the house asks, and what each answer does.

use std::collections::BTreeSet;
use std::str::FromStr as _;

use fsm::house_rules::{AnswerDoes, HouseAnswer, HouseQuestion, Outcome, Point};
use fsm::ids::{GroupId, ModifierId, SizeId};
use fsm::order::{Amount, ModifierPick, NewLine};
use fsm::reader::{Reader, quoted};

use crate::limits::{ANSWERS_MAX, ANSWERS_MIN, QUESTION_CHARS_MAX};
use crate::named::{OutsideName, OutsidePart, item_id, name};
use crate::price::goods;

/// The most other words for an answer.
const SAID_MAX: usize = 10;
/// The most modifiers that an answer changes.
const MODIFIERS_MAX: usize = 10;
/// The most pieces that an answer adds.
const PIECES_MAX: u32 = 10;

pub(crate) fn read(then: &Reader<'_>, at: Point, named: &mut Vec<OutsideName>) -> Option<Outcome> {
    then.only(&["ask", "answers"]);
    let text = then.required("ask").map(|ask| question(&ask)).unwrap_or_default();
    let list = then.required("answers")?;
    let mut ids = BTreeSet::new();
    let mut sounds: Vec<(String, String)> = Vec::new();
    let entries = list.entries(ANSWERS_MAX);
    if entries.len() < ANSWERS_MIN {
        list.fault(format!("has {}: a question has {ANSWERS_MIN} to {ANSWERS_MAX} answers", entries.len()));
    }
    let answers = entries.iter().map(|entry| answer(entry, at, &mut ids, &mut sounds, named)).collect();
    Some(Outcome::Ask(Box::new(HouseQuestion { at, text, answers })))
}

fn question(ask: &Reader<'_>) -> String {
    let text = ask.words(QUESTION_CHARS_MAX);
    if !text.is_empty() && !text.trim_end().ends_with('?') {
        ask.fault("is no question: it ends with a question mark");
    }
    text
}

fn answer<'a>(
    entry: &Reader<'a>,
    at: Point,
    ids: &mut BTreeSet<&'a str>,
    sounds: &mut Vec<(String, String)>,
    named: &mut Vec<OutsideName>,
) -> HouseAnswer {
    entry.only(&["id", "text", "said", "add", "modify", "tag", "note", "hand_over"]);
    let id = entry.own_id(ids).to_owned();
    let called = entry.required("text");
    let said = entry.field("said").map(|list| list.elements(SAID_MAX)).unwrap_or_default();
    for words in called.iter().chain(&said) {
        find_alike(words, &id, sounds);
    }
    let text = called.map(|text| text.spoken()).unwrap_or_default();
    let said = said.iter().map(Reader::spoken).collect();
    HouseAnswer { id, text, said, does: does(entry, at, named) }
}

/// Two answers that sound alike cannot be told apart.
fn find_alike(words: &Reader<'_>, id: &str, sounds: &mut Vec<(String, String)>) {
    let Some(sound) = words.value().as_str().map(sound).filter(|sound| !sound.is_empty()) else { return };
    if let Some((_, other)) = sounds.iter().find(|(known, other)| *known == sound && other != id) {
        words.fault(format!("sounds like {}: each answer has words of its own", quoted(other)));
    }
    sounds.push((sound, id.to_owned()));
}

/// A text as it is heard: without case, punctuation and the end of a plural.
fn sound(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '\'');
    let words = words.filter(|word| !word.is_empty()).map(|word| {
        let word = word.to_lowercase().replace('\'', "");
        word.strip_suffix('s').filter(|stem| stem.chars().count() > 2).unwrap_or(&word).to_owned()
    });
    words.collect::<Vec<_>>().join(" ")
}

fn does(entry: &Reader<'_>, at: Point, named: &mut Vec<OutsideName>) -> AnswerDoes {
    let kinds = ["add", "modify", "tag", "note", "hand_over"];
    let mut done = kinds.iter().filter_map(|kind| Some((*kind, entry.field(kind)?)));
    let Some((kind, field)) = done.next() else { return AnswerDoes::Nothing };
    if done.next().is_some() {
        entry.fault(format!("does one of these, or nothing: {}", kinds.join(", ")));
    }
    match kind {
        "add" => AnswerDoes::Add(added(&field, named)),
        "modify" => modified(&field, at, named),
        "tag" => AnswerDoes::Tag(field.id().to_owned()),
        "note" => AnswerDoes::Note(field.spoken()),
        _ => AnswerDoes::HandOver(field.words(QUESTION_CHARS_MAX)),
    }
}

fn added(add: &Reader<'_>, named: &mut Vec<OutsideName>) -> NewLine {
    if !add.is_object() {
        return NewLine::of("".into());
    }
    add.only(&["item", "size", "quantity", "modifiers"]);
    let item = add.required("item").map_or_else(|| "".into(), |item| item_id(&item, named));
    let quantity = add.field("quantity").map_or(1, |quantity| {
        let number = quantity.number().unwrap_or(1);
        if !(1..=PIECES_MAX).contains(&number) {
            quantity.fault(format!("must be from 1 to {PIECES_MAX}"));
        }
        number
    });
    NewLine { size: size(add, named), quantity, modifiers: modifiers(add, named), ..NewLine::of(item) }
}

fn modified(modify: &Reader<'_>, at: Point, named: &mut Vec<OutsideName>) -> AnswerDoes {
    if !modify.is_object() {
        return AnswerDoes::Nothing;
    }
    modify.only(&["size", "modifiers", "on"]);
    let (size, modifiers) = (size(modify, named), modifiers(modify, named));
    if size.is_none() && modifiers.is_empty() {
        modify.fault("changes nothing: name a size or modifiers");
    }
    let on = modify.field("on").map(|on| goods(&on, named));
    if on.is_none() && at != Point::AfterAdd {
        modify.missing(
            "on",
            "what is changed: items, categories or combos. Only after_add has a line that was just added",
        );
    }
    AnswerDoes::Modify { size, modifiers, on }
}

fn size(of: &Reader<'_>, named: &mut Vec<OutsideName>) -> Option<SizeId> {
    of.field("size").map(|size| SizeId::from(name(&size, OutsidePart::Size, named)))
}

fn modifiers(of: &Reader<'_>, named: &mut Vec<OutsideName>) -> Vec<ModifierPick> {
    let list = of.field("modifiers").map(|list| list.entries(MODIFIERS_MAX)).unwrap_or_default();
    list.iter().map(|entry| modifier(entry, named)).collect()
}

fn modifier(entry: &Reader<'_>, named: &mut Vec<OutsideName>) -> ModifierPick {
    entry.only(&["group", "modifier", "amount"]);
    let id = |field: &str| entry.required(field).map(|field| field.id().to_owned()).unwrap_or_default();
    let (group, modifier) = (id("group"), id("modifier"));
    let amount = entry.field("amount").map_or(Amount::Regular, |amount| {
        amount.text().and_then(|text| Amount::from_str(text).ok()).unwrap_or_else(|| {
            amount.fault("is one of regular, no, extra, light, side");
            Amount::Regular
        })
    });
    named.push(OutsideName {
        path: entry.path().to_owned(),
        place: None,
        part: OutsidePart::Modifier,
        id: format!("{group}/{modifier}"),
    });
    let (group, modifier) = (GroupId::from(group.as_str()), ModifierId::from(modifier.as_str()));
    ModifierPick { group, modifier, amount, quantity: 1 }
}
