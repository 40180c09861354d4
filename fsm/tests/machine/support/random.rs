//! Chance that a seed reproduces, and what comes in by it.

use fsm::dialogue::{Act, ActKind, Acts, By, CrewAct, Input, Tap};
use fsm::ids::{ComboId, GroupId, ItemId, LineId, ModifierId, SizeId, SlotId};
use fsm::machine::{Deadline, Question, QuestionKind, Session};
use fsm::menu::{KnownAllergen, Menu, Topic};
use fsm::order::{
    Amount, ComponentPick, Modification, ModifierPick, NewLine, Op, Reason, Target, Unresolved,
};
use fsm::query::Asking;
use jiff::SignedDuration;

/// SplitMix64.
pub struct Chance(u64);

impl Chance {
    /// From `CARHOP_SEED`, or always the same.
    #[allow(
        clippy::disallowed_methods,
        reason = "a failed walk is walked again by its seed; speak walks too, where it is allowed"
    )]
    pub fn seeded(otherwise: u64) -> (Self, u64) {
        let seed = std::env::var("CARHOP_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(otherwise);
        (Self(seed), seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end.max(1) as u64).unwrap()
    }

    /// True so many times out of a hundred.
    pub fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    pub fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }

    pub fn maybe<T>(&mut self, share: usize, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.percent(share) { Some(make(self)) } else { None }
    }

    pub fn many<T>(&mut self, end: usize, mut make: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(end)).map(|_| make(self)).collect()
    }
}

/// Prints where a walk was when it failed.
pub struct Trace {
    pub seed: u64,
    pub turn: u64,
    pub last: Option<Input>,
}

impl Drop for Trace {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("CARHOP_SEED={} failed in turn {} by {:?}", self.seed, self.turn, self.last);
        }
    }
}

struct ItemWords {
    item: ItemId,
    sizes: Vec<SizeId>,
    picks: Vec<(GroupId, ModifierId, u32)>,
}

struct ComboWords {
    combo: ComboId,
    main: ItemId,
    sizes: Vec<SizeId>,
    slots: Vec<(SlotId, Vec<ItemId>)>,
}

/// What a menu lets one say.
pub struct Words {
    items: Vec<ItemWords>,
    combos: Vec<ComboWords>,
}

const AMOUNTS: [Amount; 5] = [Amount::Regular, Amount::No, Amount::Extra, Amount::Light, Amount::Side];

/// A back-channel, or any act of the catalogue that carries nothing; that a person is wanted, which ends all, only so often.
pub fn plain_act(chance: &mut Chance, human_percent: usize) -> Act {
    let hums = [true, false].map(|assents| Act::BackChannel { assents });
    let allergy = Act::HasAllergy { allergens: vec![KnownAllergen::Peanuts.into()] };
    let acts: Vec<Act> =
        ActKind::ALL.iter().filter_map(|kind| kind.plain()).chain(hums).chain([allergy]).collect();
    match chance.one(&acts) {
        Act::Human if !chance.percent(human_percent) => Act::Unclear,
        act => act.clone(),
    }
}

impl Words {
    pub fn of(menu: &Menu) -> Self {
        let items = menu.items.iter().map(|item| ItemWords {
            item: item.id.clone(),
            sizes: item.sizes().iter().map(|size| size.id.clone()).collect(),
            picks: item
                .modifier_groups
                .iter()
                .filter_map(|id| menu.group(id))
                .flat_map(|group| {
                    group.modifiers.iter().map(|it| (group.id.clone(), it.id.clone(), it.max_quantity))
                })
                .collect(),
        });
        let combos = menu.combos.iter().map(|combo| ComboWords {
            combo: combo.id.clone(),
            main: combo.main.clone(),
            sizes: combo.sizes.iter().map(|size| size.id.clone()).collect(),
            slots: combo
                .slots
                .iter()
                .map(|slot| {
                    (slot.id.clone(), menu.items_in(&slot.category).map(|item| item.id.clone()).collect())
                })
                .collect(),
        });
        Self { items: items.collect(), combos: combos.collect() }
    }

    pub fn item(&self, chance: &mut Chance) -> ItemId {
        chance.one(&self.items).item.clone()
    }

    /// What comes in on a lane next.
    pub fn input(&self, chance: &mut Chance, session: &Session) -> Input {
        let is_pending = session.live_ticket().is_some();
        match chance.below(200) {
            _ if session.order().is_none() && !chance.percent(5) => Input::CarDetected { vehicle_id: None },
            0..3 => Input::CarDetected { vehicle_id: Some("car".to_owned()) },
            3..5 => Input::CarLeft,
            5..8 => Input::BargeIn,
            8..18 => {
                Input::Silence { lasted: SignedDuration::from_secs(if chance.percent(10) { 60 } else { 8 }) }
            }
            18..20 => Input::Crew(CrewAct::TakeOver),
            20..26 => Input::Crew(CrewAct::GiveBack),
            26..30 => Input::OutOfStock { item: self.item_of(chance, session) },
            30..33 => Input::Rejected { item: chance.maybe(50, |chance| self.item_of(chance, session)) },
            33..35 => Input::Acknowledged,
            35..37 => Input::PaymentProblem,
            37..47 if is_pending => Input::Acknowledged,
            47..54 if is_pending => Input::PaymentProblem,
            54..57 if is_pending => Input::Deadline(Deadline::TicketUnanswered),
            57..59 => Input::Deadline(*chance.one(&[Deadline::HandoffUnanswered, Deadline::QuestionOpen])),
            59 => Input::Deadline(Deadline::VisitIdle),
            60..80 => Input::Tap { tap: self.tap(chance, session), by: by(chance) },
            _ => Input::Utterance {
                acts: {
                    let acts = self.acts(chance, session);
                    Acts::by("walk", if chance.percent(4) { 0.3 } else { 0.95 }, acts)
                },
                recognizer_confidence: chance.maybe(20, |chance| if chance.percent(10) { 0.4 } else { 0.8 }),
                barge_in: chance.percent(5),
                by: by(chance),
            },
        }
    }

    fn item_of(&self, chance: &mut Chance, session: &Session) -> ItemId {
        match session.order().map(fsm::order::Order::lines) {
            Some(lines) if !lines.is_empty() && chance.percent(80) => {
                let line = chance.one(lines);
                let parts = line.components.iter().map(|part| &part.item);
                let all: Vec<&ItemId> = std::iter::once(&line.item).chain(parts).collect();
                (*chance.one(&all)).clone()
            }
            _ => self.item(chance),
        }
    }

    fn tap(&self, chance: &mut Chance, session: &Session) -> Tap {
        let line_id = LineId(1 + u32::try_from(chance.below(6)).unwrap());
        let offered = session.question().map(|question| question.candidates.as_slice()).unwrap_or_default();
        match chance.below(10) {
            0 | 1 => Tap::Confirm,
            2 => Tap::Deny,
            3 => Tap::Done,
            4 => Tap::RemoveLine { line_id },
            5 => Tap::SetQuantity { line_id, quantity: quantity(chance) },
            6 => Tap::SetSize { line_id, size: "large".into() },
            7 if !offered.is_empty() => Tap::Choose { candidate: chance.one(offered).clone() },
            7 => Tap::Choose { candidate: self.item(chance).to_string() },
            8 if let Some(pick) = self.picks(chance, &self.items[0].item).pop() => {
                Tap::SetModifier { line_id, pick }
            }
            _ => {
                let NewLine { item, combo, size, quantity, modifiers, components, .. } =
                    self.new_line(chance);
                match combo {
                    Some(combo) => Tap::AddCombo { combo, size, quantity, modifiers, components },
                    None => Tap::AddItem { item, size, quantity, modifiers },
                }
            }
        }
    }

    fn acts(&self, chance: &mut Chance, session: &Session) -> Vec<Act> {
        if chance.percent(1) {
            return vec![Act::Answer { answer: self.item(chance).to_string() }];
        }
        if let Some(question) = session.question()
            && chance.percent(55)
        {
            return vec![self.answer(chance, question)];
        }
        let mut acts = Vec::new();
        for _ in 0..=chance.below(2) {
            acts.push(match chance.below(60) {
                0..30 => self.order(chance),
                30..38 => Act::Done,
                38..44 => Act::Yes,
                44..46 => {
                    let items = chance.many(3, |chance| self.item(chance));
                    Act::MenuQuestion(Asking::about(*chance.one(Topic::ALL), items))
                }
                _ => plain_act(chance, 20),
            });
        }
        acts
    }

    /// What one says to a question, mostly.
    fn answer(&self, chance: &mut Chance, question: &Question) -> Act {
        let target = question.line_id.map_or(Target::REFERENT, |line_id| Target::Line { line_id });
        let mut change = Modification::of(target);
        if question.candidates.is_empty() {
            return if chance.percent(60) { Act::Yes } else { self.order(chance) };
        }
        let said = chance.one(&question.candidates);
        let item = ItemId::from(said.as_str());
        match question.kind {
            QuestionKind::House => return Act::Answer { answer: said.clone() },
            QuestionKind::WhichSize => change.size = Some(said.as_str().into()),
            QuestionKind::WhichOption if self.items.iter().all(|words| words.item != item) => {
                let picks = self.items.iter().flat_map(|words| &words.picks);
                let modifier = ModifierId::from(said.as_str());
                let group =
                    picks.filter(|(_, id, _)| *id == modifier).map(|(group, _, _)| group.clone()).next();
                let Some(group) = group else { return Act::Unclear };
                change.modifiers.push(ModifierPick::of(group, modifier));
            }
            QuestionKind::HowMany if chance.percent(50) => change.quantity = Some(quantity(chance)),
            QuestionKind::WhichItem if LineId::parse(said).is_some() => {
                change.target = Target::Line { line_id: LineId::parse(said).unwrap() };
            }
            QuestionKind::WhichItem
            | QuestionKind::WhichOption
            | QuestionKind::Replacement
            | QuestionKind::HowMany => {
                let line = NewLine { quantity: quantity(chance), ..NewLine::of(item) };
                return Act::Order { ops: vec![Op::Add(line)], unresolved: Vec::new() };
            }
            QuestionKind::StartOrder
            | QuestionKind::WhatElse
            | QuestionKind::ConfirmChange
            | QuestionKind::WhatIsWrong
            | QuestionKind::PaymentRetry => {
                return if chance.percent(50) { Act::Done } else { self.order(chance) };
            }
        }
        Act::Order { ops: vec![Op::Modify(change)], unresolved: Vec::new() }
    }

    fn order(&self, chance: &mut Chance) -> Act {
        let ops = (0..=chance.below(3)).map(|_| self.op(chance)).collect();
        let unresolved = if chance.percent(6) { vec![self.unresolved(chance)] } else { Vec::new() };
        Act::Order { ops, unresolved }
    }

    fn unresolved(&self, chance: &mut Chance) -> Unresolved {
        let reasons =
            [Reason::NotOnMenu, Reason::Ambiguous, Reason::OverCap, Reason::NotOnOrder, Reason::NotAllowed];
        Unresolved {
            text: "that".to_owned(),
            reason: *chance.one(&reasons),
            candidates: chance.many(3, |chance| self.item(chance).to_string()),
            quantity: None,
        }
    }

    fn op(&self, chance: &mut Chance) -> Op {
        match chance.below(20) {
            0..10 => Op::Add(self.new_line(chance)),
            10..13 => Op::Remove { target: self.target(chance), quantity: chance.maybe(30, quantity) },
            13..17 => Op::Modify(self.change(chance)),
            17..19 => Op::Replace { target: self.target(chance), with: self.new_line(chance) },
            _ => Op::Clear,
        }
    }

    pub fn new_line(&self, chance: &mut Chance) -> NewLine {
        if chance.percent(25) {
            let words = chance.one(&self.combos);
            let components = words.slots.iter().filter_map(|(slot, items)| {
                chance.maybe(70, |chance| {
                    let item = chance.one(items).clone();
                    self.component(chance, slot.clone(), item)
                })
            });
            let components = components.collect();
            return NewLine {
                combo: Some(words.combo.clone()),
                size: chance.maybe(30, |chance| size(chance, &words.sizes)).flatten(),
                modifiers: self.picks(chance, &words.main),
                components,
                quantity: quantity(chance),
                ..NewLine::of(words.main.clone())
            };
        }
        let words = chance.one(&self.items);
        NewLine {
            size: chance.maybe(60, |chance| size(chance, &words.sizes)).flatten(),
            modifiers: self.picks(chance, &words.item),
            quantity: quantity(chance),
            ..NewLine::of(words.item.clone())
        }
    }

    fn component(&self, chance: &mut Chance, slot: SlotId, item: ItemId) -> ComponentPick {
        let sizes = self.items.iter().find(|words| words.item == item).map(|words| words.sizes.as_slice());
        let size = chance.maybe(40, |chance| size(chance, sizes.unwrap_or_default())).flatten();
        ComponentPick { slot, size, modifiers: self.picks(chance, &item), item }
    }

    /// Modifiers, most of which the item can have.
    fn picks(&self, chance: &mut Chance, item: &ItemId) -> Vec<ModifierPick> {
        let own = self.items.iter().find(|words| words.item == *item).unwrap_or(&self.items[0]);
        chance.many(4, |chance| {
            let words =
                if own.picks.is_empty() || chance.percent(10) { chance.one(&self.items) } else { own };
            let picked = words.picks.get(chance.below(words.picks.len())).cloned();
            let (group, modifier, max) = picked.unwrap_or_else(|| ("nowhere".into(), "nothing".into(), 1));
            let quantity =
                if chance.percent(80) { 1 } else { u32::try_from(chance.below(4)).unwrap().min(max + 1) };
            ModifierPick { group, modifier, amount: *chance.one(&AMOUNTS), quantity }
        })
    }

    fn change(&self, chance: &mut Chance) -> Modification {
        let words = chance.one(&self.items);
        let combo = chance.one(&self.combos);
        let mut change = Modification::of(self.target(chance));
        change.size = chance.maybe(30, |chance| size(chance, &words.sizes)).flatten();
        change.combo = chance.maybe(15, |_| combo.combo.clone());
        change.quantity = chance.maybe(25, quantity);
        change.split = chance.maybe(15, quantity);
        if chance.percent(40) {
            change.modifiers = self.picks(chance, &words.item);
        }
        if let (true, Some((slot, items))) = (chance.percent(15), combo.slots.first()) {
            let item = chance.one(items).clone();
            change.components.push(self.component(chance, slot.clone(), item));
        }
        change
    }

    fn target(&self, chance: &mut Chance) -> Target {
        match chance.below(10) {
            0..3 => Target::REFERENT,
            3..6 => Target::Line { line_id: LineId(1 + u32::try_from(chance.below(8)).unwrap()) },
            6..9 => {
                let ordinal = chance.maybe(20, |chance| u32::try_from(chance.below(3)).unwrap());
                Target::Item { item: self.item(chance), ordinal }
            }
            _ => Target::All { all: true, except: chance.many(3, |chance| Target::item(self.item(chance))) },
        }
    }
}

fn size(chance: &mut Chance, sizes: &[SizeId]) -> Option<SizeId> {
    if chance.percent(5) { Some("giant".into()) } else { sizes.get(chance.below(sizes.len())).cloned() }
}

fn quantity(chance: &mut Chance) -> u32 {
    match chance.below(40) {
        0..28 => 1,
        28..38 => 2,
        38 => u32::try_from(chance.below(12)).unwrap(),
        _ => 21,
    }
}

fn by(chance: &mut Chance) -> By {
    if chance.percent(5) { By::Crew } else { By::Customer }
}
