//! The open question, as something to ask.

use fsm::ids::{GroupId, ItemId, LineId, ModifierId, SlotId};
use fsm::machine::{EventKind, Question, QuestionKind};
use fsm::menu::{Item, Menu};
use fsm::order::{About, Line, LineView, Missing, OrderView, Reason};

use super::statements::{Goods, Noun, Prompt, Statement, Thing};
use super::things;
use crate::Wording;

/// How many candidates are named; the rest is "something else".
const ITEMS_NAMED_MAX: usize = 4;
/// How many choices of a group are listed; a longer list is not spoken at all.
const CHOICES_LISTED_MAX: usize = 5;

/// What is told before a question, and the question. `about` is for a question that is asked for the first time, and
/// `words` name what the menu has no name for.
pub(super) fn put<'a>(
    question: &'a Question,
    about: Option<&'a About>,
    words: &'a str,
    wording: &Wording<'a>,
) -> (Option<Statement<'a>>, Prompt<'a>) {
    let Wording { turn, menu, .. } = *wording;
    let thing = about.and_then(|about| thing(about, words, menu));
    match question.kind {
        QuestionKind::StartOrder => {
            (Some(Statement::NothingYet), Prompt::StartWith { combos: !menu.combos.is_empty() })
        }
        QuestionKind::WhichItem => (None, which_item(question, &turn.order, menu)),
        QuestionKind::WhichSize => {
            let size = line_of(question, wording).map(|line| which_size(line, menu));
            (None, size.unwrap_or(Prompt::WhatWouldYouLike))
        }
        QuestionKind::WhichOption => (None, which_option(question, about.is_some(), wording)),
        QuestionKind::HowMany => how_many(question, thing, menu),
        QuestionKind::WhatElse => what_else(about.map(About::reason), thing),
        QuestionKind::Replacement => replacement(question, about, wording),
        QuestionKind::ConfirmChange => confirm_change(wording),
        QuestionKind::WhatIsWrong => {
            let is_refused = turn.transitions.iter().any(|row| row.event == EventKind::TicketRejected);
            let sorry = if is_refused { Statement::OrderRefused } else { Statement::SorryAboutThat };
            let line = question.line_id.and_then(|line_id| line(line_id, &turn.order));
            let prompt = line.map(|line| Prompt::WhatIsWrongWith(things::of_line(line, menu)));
            (Some(sorry), prompt.unwrap_or(Prompt::WhatIsWrong))
        }
        QuestionKind::PaymentRetry => (Some(Statement::PaymentFailed), Prompt::RetryPayment),
        QuestionKind::House => {
            let asked = question.house.as_ref().map(|asked| Prompt::House(&asked.text));
            (None, asked.unwrap_or(Prompt::WhatWouldYouLike))
        }
    }
}

fn which_item<'a>(question: &'a Question, order: &'a OrderView, menu: &'a Menu) -> Prompt<'a> {
    let noun = |id: &'a String| match (menu.item(&ItemId::from(id.as_str())), LineId::parse(id)) {
        (Some(item), _) => Some(Noun::of(1, &item.name)),
        (None, Some(line_id)) => {
            line(line_id, order).map(|line| Noun { quantity: 1, ..things::of_line(line, menu) })
        }
        (None, None) => None,
    };
    let mut nouns: Vec<Noun<'a>> = question.candidates.iter().filter_map(noun).collect();
    let others = nouns.len() > ITEMS_NAMED_MAX;
    nouns.truncate(ITEMS_NAMED_MAX);
    match nouns.len() {
        0 => Prompt::WhatWouldYouLike,
        1 => Prompt::DidYouMean(nouns.remove(0)),
        _ => Prompt::WhichOne { nouns, others },
    }
}

fn which_size<'a>(line: &'a Line, menu: &'a Menu) -> Prompt<'a> {
    let combo = line.combo.as_ref().and_then(|id| menu.combo(id));
    let part = match line.missing.first() {
        Some(Missing::SlotSize(slot)) => line.components.iter().find(|part| part.slot == *slot),
        _ => None,
    };
    let (name, sizes) = match (part, combo) {
        (Some(part), _) => (&part.name, menu.item(&part.item).map(Item::sizes)),
        (None, Some(combo)) => (&line.name, Some(combo.sizes.as_slice())),
        (None, None) => (&line.name, menu.item(&line.item).map(Item::sizes)),
    };
    let on = sizes.unwrap_or_default().iter().filter(|size| size.available);
    let sizes = on.map(|size| size.name.as_str()).collect();
    Prompt::WhichSize { name, sizes: short(sizes) }
}

/// A choice that a line misses, or a modifier that could be several.
fn which_option<'a>(question: &'a Question, is_part: bool, wording: &Wording<'a>) -> Prompt<'a> {
    let line = line_of(question, wording).filter(|_| !is_part);
    let missing = line.and_then(|line| missing(line, wording.menu));
    missing.unwrap_or_else(|| which_of(question, wording.menu))
}

/// Asks for the first choice that a line misses.
pub(super) fn missing<'a>(line: &'a Line, menu: &'a Menu) -> Option<Prompt<'a>> {
    Some(match line.missing.first()? {
        Missing::Slot(id) => {
            Prompt::WhichFromCategory { category: slot_name(id, line, menu), name: Some(&line.name) }
        }
        Missing::Group(id) => which_from_group(id, &line.name, menu),
        Missing::SlotGroup(slot, id) => {
            let part = line.components.iter().find(|part| part.slot == *slot);
            which_from_group(id, part.map_or(&line.name, |part| &part.name), menu)
        }
        Missing::Size | Missing::SlotSize(_) => which_size(line, menu),
    })
}

/// What fills a slot: its id where that is a plain word, as in `drink` or `side_dish`, else what its category is
/// called.
fn slot_name<'a>(id: &'a SlotId, line: &Line, menu: &'a Menu) -> &'a str {
    if id.as_str().chars().all(|letter| letter.is_alphabetic() || letter == '_') {
        return id.as_str();
    }
    let slot = line.combo.as_ref().and_then(|combo| menu.combo(combo)?.slot(id));
    let category = slot.and_then(|slot| menu.category(&slot.category));
    category.map_or(id.as_str(), |category| &category.name)
}

fn which_from_group<'a>(id: &'a GroupId, name: &'a str, menu: &'a Menu) -> Prompt<'a> {
    let group = menu.group(id);
    let choices = group.map(|group| {
        let on = group.modifiers.iter().filter(|modifier| modifier.available);
        on.map(|modifier| modifier.name.as_str()).collect()
    });
    let group = group.map_or(id.as_str(), |group| &group.name);
    Prompt::WhichFromGroup { group, name, choices: short(choices.unwrap_or_default()) }
}

fn which_of<'a>(question: &'a Question, menu: &'a Menu) -> Prompt<'a> {
    let modifier = |id: &str| {
        let mut groups = menu.modifier_groups.iter();
        groups.find_map(|group| group.modifier(&ModifierId::from(id))).map(|modifier| modifier.name.as_str())
    };
    let mut names: Vec<&str> = question.candidates.iter().filter_map(|id| modifier(id)).collect();
    names.dedup();
    match names.as_slice() {
        [] => Prompt::WhatWouldYouLike,
        [only] => Prompt::HowToHave(only),
        _ => {
            names.truncate(CHOICES_LISTED_MAX);
            Prompt::WhichOf(names)
        }
    }
}

/// The name of what is asked about, if it has one. A quantity of 0 has none, because it is not too many.
fn thing<'a>(about: &'a About, words: &'a str, menu: &'a Menu) -> Option<Thing<'a>> {
    let item = |id: &ItemId| menu.item(id).map(|item| item.name.as_str());
    let noun = |quantity, name| Thing::Noun(Noun::of(quantity, name));
    match about {
        About::OverCap { quantity: 0, .. } => None,
        About::OverCap { item: id, combo, quantity } => {
            let combo = combo.as_ref().and_then(|id| menu.combo(id));
            let name = combo.map_or_else(|| item(id), |combo| Some(&combo.name));
            name.map(|name| noun(*quantity, name))
        }
        About::NotOnOrder(Some(id)) if let Some(name) = item(id) => Some(noun(1, name)),
        _ => (!words.is_empty()).then_some(Thing::Words(words)),
    }
}

fn how_many<'a>(
    question: &'a Question,
    thing: Option<Thing<'a>>,
    menu: &'a Menu,
) -> (Option<Statement<'a>>, Prompt<'a>) {
    let item = question.candidates.first().and_then(|id| menu.item(&ItemId::from(id.as_str())));
    let name = item.map(|item| item.name.as_str()).filter(|_| thing.is_none());
    (thing.map(Statement::TooMany), Prompt::HowMany(name))
}

fn what_else<'a>(reason: Option<Reason>, thing: Option<Thing<'a>>) -> (Option<Statement<'a>>, Prompt<'a>) {
    let (statement, prompt) = match (reason, thing) {
        (Some(Reason::NotOnOrder), thing) => (Statement::NotOnOrder(thing), Prompt::WhatToChange),
        (Some(Reason::NotOnMenu), Some(Thing::Words(words))) => {
            (Statement::NotOnMenu(words), Prompt::WhatInstead)
        }
        (Some(_), Some(Thing::Words(words))) => (Statement::NotSure(words), Prompt::WhatWouldYouLike),
        _ => (Statement::NotUnderstood, Prompt::WhatWouldYouLike),
    };
    (Some(statement), prompt)
}

fn replacement<'a>(
    question: &'a Question,
    about: Option<&'a About>,
    wording: &Wording<'a>,
) -> (Option<Statement<'a>>, Prompt<'a>) {
    let Wording { menu, .. } = *wording;
    let off = match about {
        Some(About::Off(id)) => Some((id, id.as_str())),
        _ => line_of(question, wording).filter(|line| line.out_of_stock).and_then(|line| {
            let parts = line.components.iter().map(|part| (&part.item, part.name.as_str()));
            let mut all = std::iter::once((&line.item, line.name.as_str())).chain(parts);
            all.find(|(id, _)| !menu.item(id).is_some_and(|item| item.available))
        }),
    };
    // What is no longer on the menu is counted by the piece.
    let gone = |name| Statement::OutOf(Goods { name, is_counted: true });
    let why =
        off.map(|(id, name)| menu.item(id).map_or_else(|| gone(name), |item| things::not_had(item, menu)));
    let candidates = question.candidates.iter().filter_map(|id| menu.item(&ItemId::from(id.as_str())));
    let names: Vec<&str> = candidates.take(ITEMS_NAMED_MAX).map(|item| item.name.as_str()).collect();
    let prompt = if names.is_empty() { Prompt::WhatInstead } else { Prompt::Instead(names) };
    (why, prompt)
}

/// Names what would go, and each line that would be new or other than it is.
fn confirm_change<'a>(wording: &Wording<'a>) -> (Option<Statement<'a>>, Prompt<'a>) {
    let Wording { turn, menu, .. } = *wording;
    let Some(after) = &turn.proposal else { return (Some(Statement::WouldChangeMuch), Prompt::AreYouSure) };
    if after.lines.is_empty() {
        return (Some(Statement::WouldClear), Prompt::AreYouSure);
    }
    let gone = turn.order.lines.iter().filter(|known| line(known.line_id, after).is_none());
    let gone = things::listing(gone, menu);
    let is_new = |now: &&LineView| line(now.line_id, &turn.order) != Some(*now);
    let new = things::listing(after.lines.iter().filter(is_new), menu);
    let takes_off = (!gone.nouns.is_empty()).then_some(Statement::WouldTakeOff(gone));
    match new.nouns.is_empty() {
        true if takes_off.is_none() => (Some(Statement::WouldChangeMuch), Prompt::AreYouSure),
        true => (takes_off, Prompt::IsThatRight),
        false => (takes_off, Prompt::IsItRight(new)),
    }
}

/// The list, or an empty one if it is too long to speak.
fn short(names: Vec<&str>) -> Vec<&str> {
    if names.len() > CHOICES_LISTED_MAX { Vec::new() } else { names }
}

fn line(id: LineId, order: &OrderView) -> Option<&LineView> {
    order.lines.iter().find(|line| line.line_id == id)
}

fn line_of<'a>(question: &Question, wording: &Wording<'a>) -> Option<&'a Line> {
    wording.order.line(question.line_id?)
}
