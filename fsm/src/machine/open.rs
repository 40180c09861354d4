//! What only the customer can settle, oldest first: it waits until it is answered, dropped, undone or handed over.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::ask;
use super::question::{Asked, Question, QuestionKind};
use crate::ids::{ItemId, LineId, SizeId};
use crate::menu::Menu;
use crate::order::{About, Line, Modification, NewLine, Op, Order, Target};

/// How many wait at most; what comes after that is not kept.
const OPEN_ITEMS_MAX: usize = 12;

/// Something that only the customer can settle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OpenItem {
    /// The question that settles it.
    pub asked: Asked,
    /// How many times it was asked, without those after which the customer ordered on.
    pub tries: u32,
}

/// Something that only the customer can settle, as a turn shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OpenView {
    /// What is asked.
    #[serde(flatten)]
    pub question: Question,
    /// The words that it comes from: the customer's own, or the line's name.
    pub text: String,
    /// How many times it was asked.
    pub tries: u32,
}

/// What waits, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct OpenItems(Vec<OpenItem>);

impl OpenItems {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn first(&self) -> Option<&OpenItem> {
        self.0.first()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &OpenItem> {
        self.0.iter()
    }

    pub(crate) fn find(&self, question: &Question) -> Option<&OpenItem> {
        self.0.iter().find(|item| item.asked.question == *question)
    }

    pub(crate) fn find_mut(&mut self, question: &Question) -> Option<&mut OpenItem> {
        self.0.iter_mut().find(|item| item.asked.question == *question)
    }

    /// Adds a question, if it does not wait already. What is asked instead of something that is not had here, waits for
    /// nothing. What more is said of what waits already is kept for it: "egg sandwich", and then "with avocado on it".
    /// Returns whether it was added.
    pub(crate) fn add(&mut self, asked: Asked) -> bool {
        if let Some(known) = self.find_mut(&asked.question)
            && let (Some(About::Words(known)), Some(About::Words(said))) =
                (&mut known.asked.about, &asked.about)
            && said.text.starts_with(&known.text)
        {
            known.text.clone_from(&said.text);
        }
        let waits = asked.question.kind != QuestionKind::WhatElse;
        let is_new = waits && self.find(&asked.question).is_none() && self.0.len() < OPEN_ITEMS_MAX;
        if is_new {
            self.0.push(OpenItem { asked, tries: 0 });
        }
        is_new
    }

    /// Forgets how often all was asked.
    pub(crate) fn begin_anew(&mut self) {
        self.0.iter_mut().for_each(|item| item.tries = 0);
    }

    pub(crate) fn remove(&mut self, question: &Question) {
        self.0.retain(|item| item.asked.question != *question);
    }

    /// Takes out what the operations name.
    pub(crate) fn settle(&mut self, ops: &[Op], order: &Order, menu: &Menu) {
        let settles = |item: &OpenItem, op: &Op| {
            names(op, &item.asked.question) || asks_the_same(op, &item.asked, order, menu)
        };
        self.0.retain(|item| item.is_of_a_line() || !ops.iter().any(|op| settles(item, op)));
        // One thing stands in for one other.
        let stood_in =
            |op: &Op| self.0.iter().position(|item| !item.is_of_a_line() && stands_in(op, &item.asked, menu));
        if let Some(at) = ops.iter().find_map(stood_in) {
            self.0.remove(at);
        }
    }

    /// Takes out what a removal names, as nothing of it is on the order: "forget the chicken sandwich", while it is not
    /// known which one.
    pub(crate) fn drop_named(&mut self, op: &Op, order: &Order) -> Option<About> {
        let named: &[ItemId] = match op {
            Op::Remove { target: Target::Item { item, .. }, .. } => std::slice::from_ref(item),
            Op::Remove { target: Target::Described { described }, .. } => &described.items,
            _ => return None,
        };
        let is_named = |id: &str| named.iter().any(|item| item.as_str() == id);
        let is_ordered = order.lines().iter().any(|line| named.iter().any(|item| line.holds(item)));
        let is_meant = |item: &OpenItem| {
            let off = item.asked.item_that_is_off();
            let of_candidates = item.asked.question.candidates.iter().any(|id| is_named(id));
            let is_ours = item.asked.question.house.is_none();
            is_ours
                && !item.is_of_a_line()
                && (off.is_some_and(|off| is_named(off.as_str())) || of_candidates)
        };
        let at = self.0.iter().position(is_meant).filter(|_| !is_ordered)?;
        self.0.remove(at).asked.about
    }

    /// Drops what is about lines that are gone or complete, renews what can be answered, and adds what lines miss.
    pub(crate) fn refresh(&mut self, order: &Order, menu: &Menu) {
        let missing = ask::open_choices(order, menu);
        self.0.retain(|item| {
            let is_missing = || missing.iter().any(|asked| item.is_same_as(asked));
            if item.is_of_a_line() { is_missing() } else { item.has_its_lines(order) }
        });
        for item in &mut self.0 {
            let renewed = missing.iter().find(|asked| item.is_same_as(asked)).filter(|_| item.is_of_a_line());
            if let Some(asked) = renewed {
                item.asked = asked.clone();
            }
            item.asked.renew_substitutes(menu);
        }
        for asked in missing {
            if !self.0.iter().any(|item| item.is_same_as(&asked)) {
                self.add(asked);
            }
        }
    }
}

impl OpenItem {
    /// Whether it is what a line of the order misses, so that the order tells when it is settled.
    fn is_of_a_line(&self) -> bool {
        let is_kept = matches!(self.asked.kept, super::question::Kept::Nothing);
        let is_part = matches!(&self.asked.about, Some(about) if !matches!(about, About::Off(_)));
        let question = &self.asked.question;
        question.line_id.is_some() && question.house.is_none() && is_kept && !is_part
    }

    fn is_same_as(&self, asked: &Asked) -> bool {
        let (mine, other) = (&self.asked.question, &asked.question);
        let candidates = mine.kind == QuestionKind::Replacement || mine.candidates == other.candidates;
        mine.kind == other.kind && mine.line_id == other.line_id && candidates
    }

    /// Whether a line is left that it may be about, if it is about lines.
    fn has_its_lines(&self, order: &Order) -> bool {
        let question = &self.asked.question;
        let named = question.candidates.iter().filter(|_| question.house.is_none());
        let lines = named.filter_map(|id| LineId::parse(id)).chain(question.line_id);
        let lines: Vec<LineId> = lines.collect();
        lines.is_empty() || lines.iter().any(|line_id| order.line(*line_id).is_some())
    }

    pub(crate) fn view(&self, order: &Order) -> OpenView {
        OpenView { tries: self.tries, ..view(&self.asked, order) }
    }
}

/// A question as a turn shows it, asked for the first time.
pub(crate) fn view(asked: &Asked, order: &Order) -> OpenView {
    let line = asked.question.line_id.and_then(|line_id| order.line(line_id));
    let text = match &asked.about {
        Some(About::Words(part)) => part.text.clone(),
        _ => line.map(|line: &Line| line.name.clone()).unwrap_or_default(),
    };
    OpenView { question: asked.question.clone(), text, tries: 1 }
}

/// Whether an operation asks for what waits to know its line, and names the line, or another of the same thing: "avocado on
/// the veggie burger", after "which burger with avocado?".
fn asks_the_same(op: &Op, asked: &Asked, order: &Order, menu: &Menu) -> bool {
    let super::question::Kept::Operation(kept) = &asked.kept else { return false };
    let (said, waiting) = (wish(op), wish(kept));
    let is_same = !said.is_empty() && said.iter().all(|part| waiting.contains(part));
    let asked = asked.question.candidates.iter().filter_map(|id| LineId::parse(id));
    let asked: Vec<&ItemId> = asked.filter_map(|id| order.line(id)).map(|line| &line.item).collect();
    let mut alike = order.lines().iter().filter(|line| asked.contains(&&line.item));
    is_same
        && alike.any(|line| match op {
            Op::Modify(Modification { target: Target::Item { item, .. }, .. }) => line.item == *item,
            Op::Modify(Modification { target: Target::Described { described }, .. }) => {
                described.fits(line, menu)
            }
            Op::Correct(correction) => !correction.target.is_empty() && correction.target.fits(line, menu),
            _ => false,
        })
}

/// Whether something of the same kind is ordered in place of what is out and was never on the order: "a cup of chili",
/// after "we're out of coleslaw; would you like a side salad?".
fn stands_in(op: &Op, asked: &Asked, menu: &Menu) -> bool {
    let Op::Add(line) = op else { return false };
    let off = asked.item_that_is_off().filter(|_| asked.question.line_id.is_none());
    let kind = |id: &ItemId| menu.item(id).map(|item| &item.category);
    off.is_some_and(|off| kind(&off).is_some() && kind(&off) == kind(&line.item))
}

/// The choices that an operation asks for.
fn wish(op: &Op) -> Vec<&str> {
    match op {
        Op::Modify(Modification { size, modifiers, components, .. }) => {
            let sizes = size.iter().map(SizeId::as_str);
            let modifiers = modifiers.iter().map(|pick| pick.modifier.as_str());
            sizes.chain(modifiers).chain(components.iter().map(|pick| pick.item.as_str())).collect()
        }
        Op::Correct(correction) => {
            let wanted = &correction.wanted;
            let modifiers = wanted.modifiers.iter().flatten().map(|pick| pick.modifier.as_str());
            let items = wanted.items.iter().map(ItemId::as_str);
            wanted.sizes.iter().map(SizeId::as_str).chain(modifiers).chain(items).collect()
        }
        Op::Add(_) | Op::Remove { .. } | Op::Replace { .. } | Op::Clear => Vec::new(),
    }
}

/// Whether an operation names something that the question could be answered with. A question of the house has answers of
/// its own.
fn names(op: &Op, question: &Question) -> bool {
    if question.house.is_some() {
        return false;
    }
    let is_asked = |id: &str| question.candidates.iter().any(|candidate| candidate == id);
    let of_line = |line: &NewLine| {
        is_asked(line.item.as_str())
            || line.modifiers.iter().any(|pick| is_asked(pick.modifier.as_str()))
            || line.components.iter().any(|pick| is_asked(pick.item.as_str()))
    };
    let of_target = |target: &Target| match target {
        Target::Line { line_id } => question.line_id == Some(*line_id) || is_asked(&line_id.to_string()),
        Target::Item { item, .. } => is_asked(item.as_str()),
        Target::Referent { .. } | Target::All { .. } | Target::Described { .. } => false,
    };
    match op {
        Op::Add(line) => of_line(line),
        Op::Replace { target, with } => of_target(target) || of_line(with),
        Op::Remove { target, .. } => of_target(target),
        Op::Modify(Modification { target, modifiers, components, .. }) => {
            of_target(target)
                || modifiers.iter().any(|pick| is_asked(pick.modifier.as_str()))
                || components.iter().any(|pick| is_asked(pick.item.as_str()))
        }
        Op::Correct(correction) => {
            let wanted = &correction.wanted;
            wanted.items.iter().any(|item| is_asked(item.as_str()))
                || wanted.modifiers.iter().flatten().any(|pick| is_asked(pick.modifier.as_str()))
        }
        Op::Clear => true,
    }
}
