//! Answers to the open question: a number, a place among what was offered, an option, what fills a slot, and which
//! one was meant.

use fsm::ids::{GroupId, ItemId, SizeId};
use fsm::machine::QuestionKind;
use fsm::order::{Amount, ComponentPick, Missing, Modification, ModifierPick, NewLine, Op, Order, Target};

use crate::index::Entry;
use crate::language::{Language, MIDDLE};
use crate::reading::said::{Change, Pick, Said, SaidLine, Subject};
use crate::resolve::Resolver;
use crate::tokens;

impl<'a> Resolver<'a> {
    /// What was said before, if an entry answers which one was meant; only once.
    pub(crate) fn kept(&mut self, answer: Entry) -> Option<(Entry, &'a SaidLine)> {
        let kept = self.cx.kept?;
        let main = self.cx.index.main(answer);
        let entry = kept.entries.iter().find(|entry| self.cx.index.main(**entry) == main)?;
        self.cx.kept = None;
        Some((*entry, kept))
    }

    /// A number or place alone, as the answer to the open question.
    pub(crate) fn answers(&mut self, said: &Said) {
        let Some(question) = self.cx.question else { return };
        let number = match self.done.ops.as_slice() {
            [] => said.number,
            [
                Op::Modify(Modification {
                    target: Target::Referent { .. }, quantity: Some(quantity), ..
                }),
            ] if question.kind == QuestionKind::HowMany => {
                let quantity = *quantity;
                self.done.ops.clear();
                Some(quantity)
            }
            _ => return,
        };
        let count = question.candidates.len();
        let offered = |place: u32| match place {
            0 => question.candidates.last(),
            MIDDLE if count.is_multiple_of(2) => None,
            MIDDLE => question.candidates.get(count / 2),
            place => question.candidates.get(place as usize - 1),
        };
        match (question.kind, number, said.ordinal) {
            (QuestionKind::HowMany, Some(number), _) => {
                let item = question.candidates.first().and_then(|id| self.item_of(id));
                match (question.line_id, item) {
                    (Some(line_id), _) => {
                        let mut modification = Modification::of(Target::Line { line_id });
                        modification.quantity = Some(number);
                        self.done.ops.push(Op::Modify(modification));
                    }
                    (None, Some(_)) if number == 0 => {}
                    (None, Some(item)) => {
                        let mut line = NewLine::of(item);
                        line.quantity = number;
                        self.done.ops.push(Op::Add(line));
                    }
                    (None, None) => {
                        let mut modification = Modification::of(Target::REFERENT);
                        modification.quantity = Some(number);
                        self.done.ops.push(Op::Modify(modification));
                    }
                }
            }
            (QuestionKind::WhatIsWrong, Some(number), _) if let Some(line_id) = question.line_id => {
                let change = Modification::of(Target::Line { line_id });
                self.done.ops.push(Op::Modify(Modification { quantity: Some(number), ..change }));
            }
            (QuestionKind::WhichItem | QuestionKind::Replacement, number, ordinal) => {
                if let Some(item) = ordinal.or(number).and_then(offered).and_then(|id| self.item_of(id)) {
                    self.add_answer(&item);
                }
            }
            (QuestionKind::WhichSize, _, Some(ordinal)) => {
                let size = offered(ordinal).map(|id| SizeId::from(id.as_str()));
                self.of_the_line(|change| change.size = size);
            }
            (QuestionKind::WhichSize, Some(number), None) => {
                let size = self.cx.question_line().and_then(|line| self.cx.size_called(line, number));
                self.of_the_line(|change| change.size = size);
            }
            (QuestionKind::WhichOption, _, Some(ordinal)) => {
                let Some(id) = offered(ordinal) else { return };
                match (
                    self.options().into_iter().find(|option| option.modifier.as_str() == id.as_str()),
                    self.item_of(id),
                ) {
                    (Some(option), _) => self.of_the_line(|change| change.modifiers.push(option)),
                    (None, Some(item)) => self.add_answer(&item),
                    (None, None) => {}
                }
            }
            _ => {}
        }
    }

    fn add_answer(&mut self, item: &ItemId) {
        if let Some(at) = self.cx.position(item) {
            self.add(&SaidLine { entries: vec![Entry::Item(at)], ..SaidLine::default() });
        }
    }

    /// Changes the line that the question is about.
    fn of_the_line(&mut self, change: impl FnOnce(&mut Modification)) {
        let mut modification = Modification::of(self.target_of_question());
        change(&mut modification);
        if modification != Modification::of(self.target_of_question()) {
            self.done.ops.push(Op::Modify(modification));
        }
    }

    fn target_of_question(&self) -> Target {
        match self.cx.question.and_then(|question| question.line_id) {
            Some(line_id) => Target::Line { line_id },
            None => Target::REFERENT,
        }
    }

    /// Whether the named item is also an option of the line in question: then the option is meant.
    pub(crate) fn picks_option(&mut self, draft: &SaidLine) -> bool {
        let is_asked = self.cx.question.is_some_and(|question| question.kind == QuestionKind::WhichOption);
        if !is_asked || draft.text.is_empty() || draft.combo {
            return false;
        }
        let Some(option) = self.option_named(&draft.text, self.options()) else { return false };
        let item = self.cx.question_line().and_then(|line| self.cx.position(&line.item));
        let more = item.map(|item| self.picks(item, &draft.details)).unwrap_or_default();
        self.of_the_line(|change| {
            change.modifiers.push(option);
            change.modifiers.extend(more);
        });
        true
    }

    /// The one of some options that is called by the words, if only by a part of them.
    pub(super) fn option_named(&self, text: &str, options: Vec<ModifierPick>) -> Option<ModifierPick> {
        let said = folds(self.cx.index.language(), text);
        let mut fits: Vec<(Fit, ModifierPick)> = options
            .into_iter()
            .filter_map(|option| {
                let modifier = self.cx.menu.group(&option.group)?.modifier(&option.modifier)?;
                let names = std::iter::once(&modifier.name).chain(&modifier.aliases);
                let fit =
                    names.filter_map(|name| Fit::of(&said, &folds(self.cx.index.language(), name))).max()?;
                Some((fit, option))
            })
            .collect();
        let best = fits.iter().map(|(fit, _)| *fit).max();
        fits.retain(|(fit, _)| Some(*fit) == best);
        let [(_, option)] = fits.as_slice() else { return None };
        Some(option.clone())
    }

    /// "a cookie, and sesame": what an item cannot have is the option that the question waits for, if it is one.
    pub(crate) fn answers_option(&mut self, said: &Pick) -> bool {
        let group = |at: usize| &self.cx.menu.modifier_groups[at];
        let is_said = |option: &ModifierPick| {
            said.modifiers.iter().any(|(of, at)| {
                group(*of).id == option.group && group(*of).modifiers[*at].id == option.modifier
            })
        };
        let is_asked = self.cx.question.is_some_and(|question| question.kind == QuestionKind::WhichOption);
        let option = self.options().into_iter().find(|option| is_said(option));
        let Some(option) = option.filter(|_| is_asked && said.amount == Amount::Regular) else {
            return false;
        };
        self.of_the_line(|change| change.modifiers.push(option));
        true
    }

    /// The option that the question waits for, where the only size or choice that is said has its name: "medium", where a
    /// roast is called so, "ranch", where a dressing of the salad in a combo is asked for and the sandwich can have it too.
    pub(crate) fn asked_option(&mut self, change: &Change) -> bool {
        let is_asked = self.cx.question.is_some_and(|question| question.kind == QuestionKind::WhichOption);
        let alone = change.subject == Subject::Referent
            && change.with.is_none()
            && change.quantity.is_none()
            && !change.combo;
        let missing = self.cx.question_line().map_or(&[][..], |line| &line.missing);
        let of_slot = missing.iter().any(|missing| matches!(missing, Missing::SlotGroup(..)));
        let (text, amount, quantity) = match (&change.details.size, change.details.picks.as_slice()) {
            (Some((_, text)), []) => (text, Amount::Regular, 1),
            (None, [said]) if of_slot && said.amount != Amount::No => {
                (&said.text, said.amount, said.quantity)
            }
            _ => return false,
        };
        if !is_asked || !alone {
            return false;
        }
        let Some(option) = self.option_named(text, self.options()) else { return false };
        self.of_the_line(|change| change.modifiers.push(ModifierPick { amount, quantity, ..option }));
        true
    }

    /// The modifiers that the question waits for, and those that its line misses besides.
    fn options(&self) -> Vec<ModifierPick> {
        let Some(question) = self.cx.question else { return Vec::new() };
        let missing: &[Missing] = self.cx.question_line().map_or(&[], |line| &line.missing);
        let is_missing = |group: &GroupId| {
            missing.iter().any(|missing| match missing {
                Missing::Group(id) | Missing::SlotGroup(_, id) => id == group,
                Missing::Size | Missing::Slot(_) | Missing::SlotSize(_) => false,
            })
        };
        let mut options = Vec::new();
        for group in &self.cx.menu.modifier_groups {
            for modifier in &group.modifiers {
                let offered = || question.candidates.iter().any(|id| *id == *modifier.id.as_str());
                if is_missing(&group.id) || missing.is_empty() && offered() {
                    options.push(ModifierPick {
                        group: group.id.clone(),
                        modifier: modifier.id.clone(),
                        amount: Amount::Regular,
                        quantity: 1,
                    });
                }
            }
        }
        options
    }

    /// Whether the item is what a combo on the order still misses: then it fills its slot.
    pub(crate) fn fills_slot(&mut self, entry: Entry, draft: &SaidLine) -> bool {
        let Entry::Item(at) = entry else { return false };
        let item = &self.cx.menu.items[at];
        let asked = self.cx.question_line();
        let lines = asked.into_iter().chain(self.cx.order.into_iter().flat_map(Order::lines));
        for line in lines {
            let Some(combo) = line.combo.as_ref().and_then(|id| self.cx.menu.combo(id)) else { continue };
            let is_asked = asked.is_some_and(|asked| asked.line_id == line.line_id);
            let slot = combo.slots.iter().find(|slot| {
                slot.category == item.category
                    && line.missing.iter().any(|missing| match missing {
                        Missing::Slot(id) => *id == slot.id,
                        Missing::SlotSize(id) | Missing::SlotGroup(id, _) => *id == slot.id && is_asked,
                        Missing::Size | Missing::Group(_) => false,
                    })
            });
            let Some(slot) = slot else { continue };
            let size = self.size(at, None, &draft.details, &mut []);
            let modifiers = self.picks(at, &draft.details);
            let mut modification = Modification::of(Target::Line { line_id: line.line_id });
            modification.components =
                vec![ComponentPick { slot: slot.id.clone(), item: item.id.clone(), size, modifiers }];
            self.done.ops.push(Op::Modify(modification));
            return true;
        }
        false
    }

    pub(crate) fn item_of(&self, id: &str) -> Option<ItemId> {
        self.cx.menu.item(&ItemId::from(id)).map(|item| item.id.clone())
    }
}

/// How much of an option's name was said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// A part of it, or more than it.
    Part,
    Whole,
}

impl Fit {
    fn of(said: &[String], name: &[String]) -> Option<Self> {
        let within = |these: &[String], those: &[String]| these.iter().all(|word| those.contains(word));
        match (within(said, name), within(name, said)) {
            (true, true) => Some(Self::Whole),
            (true, false) | (false, true) => Some(Self::Part),
            (false, false) => None,
        }
    }
}

fn folds(language: &Language, text: &str) -> Vec<String> {
    tokens::tokenize(language, text).into_iter().map(|token| token.fold).collect()
}
