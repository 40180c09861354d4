//! Random walks: whatever happens, a reply has one question at most, is bounded and plain, and names no price of its
//! own.

use fsm::dialogue::{Act, ActKind, By, CrewAct, Input, Tap};
use fsm::ids::{ItemId, LineId};
use fsm::machine::StateKind;
use fsm::menu::{Menu, Topic};
use fsm::order::{
    Amount, ComponentPick, Modification, ModifierPick, NewLine, Op, Reason, Target, Unresolved,
};
use fsm::query::Asking;
use jiff::SignedDuration;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::super::TEXT_CHARS_MAX;
use super::lane::{Lane, utterance};

proptest! {
    #[test]
    fn a_reply_is_short_plain_and_asks_once(
        menu in prop_oneof![Just("burger"), Just("coffee")],
        moves in vec(any_move(), 1..40),
    ) {
        let mut lane = Lane::of(menu);
        lane.take(&Input::CarDetected { vehicle_id: None });
        for choice in moves {
            let input = choice.input(&lane.menu);
            if let Input::OutOfStock { item } = &input {
                lane.menu.set_available(&item.into(), false);
            }
            for (decided, say) in lane.take(&input) {
                let Some(say) = say else { continue };
                let text = say.text.as_str();
                let questions = text.matches('?').count();
                prop_assert!(!text.trim().is_empty() && text.chars().count() <= TEXT_CHARS_MAX, "{}", text);
                prop_assert!(questions <= 1, "{}", text);
                prop_assert!(text.matches("Sorry").count() <= 1, "{}", text);
                prop_assert!(!text.contains(|letter: char| letter.is_control() || "<>_{}".contains(letter)), "{}", text);
                let prices = lane.prices(&decided);
                for spoken in text.split('$').skip(1) {
                    prop_assert!(prices.iter().any(|price| spoken.starts_with(price.as_str())), "{}", text);
                }
                let is_ours = decided.turn.handoff.is_none();
                let asks = matches!(decided.turn.state, StateKind::Ordering | StateKind::Clarifying | StateKind::Confirming);
                // Who only came for a code is sent on and asked nothing; "what was that?" says the same again.
                let sends_on = text.contains("pull forward") && decided.turn.order.lines.is_empty();
                prop_assert_eq!(questions == 1 || (sends_on && questions == 0), asks && is_ours || sends_on, "{:?}: {}", decided.turn.state, text);
            }
        }
    }
}

/// What happens, before it is known on which menu.
#[derive(Clone, Debug)]
enum Move {
    Say(Vec<Word>),
    Do(Input),
    Off(Index),
    TapItem(Index),
}

#[derive(Clone, Debug)]
enum Word {
    Plain(Act),
    Add(Index, u32, Vec<(Index, Index, Amount)>, bool),
    Change(u32, Index, Option<u32>, bool),
    Remove(Index),
    Ask(Topic, Vec<Index>),
    Unsettled(String, Reason, Vec<Index>),
}

impl Move {
    fn input(&self, menu: &Menu) -> Input {
        let item = |at: &Index| at.get(&menu.items).id.clone();
        match self {
            Self::Say(words) => utterance(words.iter().map(|word| word.act(menu)).collect()),
            Self::Do(input) => input.clone(),
            Self::Off(at) => Input::OutOfStock { item: item(at) },
            Self::TapItem(at) => {
                let tap = Tap::AddItem { item: item(at), size: None, quantity: 1, modifiers: Vec::new() };
                Input::Tap { tap, by: By::Customer }
            }
        }
    }
}

impl Word {
    fn act(&self, menu: &Menu) -> Act {
        let id = |at: &Index| at.get(&menu.items).id.clone();
        match self {
            Self::Plain(act) => act.clone(),
            Self::Add(at, quantity, picks, as_combo) => {
                let mut line = NewLine { quantity: *quantity, ..NewLine::of(id(at)) };
                line.modifiers = picks.iter().map(|pick| modifier(&line.item, pick, menu)).collect();
                if let (true, false) = (*as_combo, menu.combos.is_empty()) {
                    let combo = at.get(&menu.combos);
                    line = NewLine {
                        combo: Some(combo.id.clone()),
                        quantity: *quantity,
                        ..NewLine::of(combo.main.clone())
                    };
                }
                order(vec![Op::Add(line)], Vec::new())
            }
            Self::Change(line, at, quantity, fills) => {
                let target = Target::Line { line_id: LineId(*line) };
                let size = at.get(&menu.items).sizes().first().map(|size| size.id.clone());
                let slots: Vec<_> = menu.combos.iter().flat_map(|combo| &combo.slots).collect();
                let slot = at.get(&slots);
                let filling = menu.items_in(&slot.category).next().filter(|_| *fills);
                let pick = filling.map(|item| ComponentPick {
                    slot: slot.id.clone(),
                    item: item.id.clone(),
                    size: None,
                    modifiers: Vec::new(),
                });
                let change = Modification {
                    size,
                    quantity: *quantity,
                    components: pick.into_iter().collect(),
                    ..Modification::of(target)
                };
                order(vec![Op::Modify(change)], Vec::new())
            }
            Self::Remove(at) => {
                order(vec![Op::Remove { target: Target::item(id(at)), quantity: None }], Vec::new())
            }
            Self::Ask(topic, items) => {
                let items = items.iter().map(id).collect();
                Act::MenuQuestion(Asking::about(*topic, items))
            }
            Self::Unsettled(text, reason, candidates) => {
                let candidates = candidates.iter().map(|at| id(at).to_string()).collect();
                order(
                    Vec::new(),
                    vec![Unresolved { text: text.clone(), reason: *reason, candidates, quantity: None }],
                )
            }
        }
    }
}

fn order(ops: Vec<Op>, unresolved: Vec<Unresolved>) -> Act {
    Act::Order { ops, unresolved }
}

fn modifier(item: &ItemId, (group, choice, amount): &(Index, Index, Amount), menu: &Menu) -> ModifierPick {
    let of_item = menu.item(item).map(|item| item.modifier_groups.as_slice()).unwrap_or_default();
    let group = match of_item {
        [] => group.get(&menu.modifier_groups),
        groups => menu.group(group.get(groups)).unwrap(),
    };
    let modifier = choice.get(&group.modifiers).id.clone();
    ModifierPick { group: group.id.clone(), modifier, amount: *amount, quantity: 1 }
}

fn any_move() -> impl Strategy<Value = Move> {
    let events = prop_oneof![
        4 => Just(Input::Silence { lasted: SignedDuration::ZERO }),
        1 => Just(Input::BargeIn),
        1 => Just(Input::CarDetected { vehicle_id: None }),
        1 => Just(Input::CarLeft),
        1 => Just(Input::Acknowledged),
        2 => Just(Input::Rejected { item: None }),
        3 => Just(Input::PaymentProblem),
        1 => Just(Input::Crew(CrewAct::TakeOver)),
        4 => Just(Input::Crew(CrewAct::GiveBack)),
    ];
    prop_oneof![
        12 => vec(any_word(), 1..4).prop_map(Move::Say),
        3 => events.prop_map(Move::Do),
        2 => any::<Index>().prop_map(Move::Off),
        1 => any::<Index>().prop_map(Move::TapItem),
    ]
}

fn any_word() -> impl Strategy<Value = Word> {
    // A lane that is handed over says nothing any more.
    let plain = ActKind::ALL.iter().filter_map(|kind| kind.plain()).filter(|act| *act != Act::Human);
    let clear = order(vec![Op::Clear], Vec::new());
    let hums = [true, false].map(|assents| Act::BackChannel { assents });
    let plain = select(plain.chain(hums).chain([clear]).collect::<Vec<_>>());
    let amount = prop_oneof![
        Just(Amount::Regular),
        Just(Amount::No),
        Just(Amount::Extra),
        Just(Amount::Light),
        Just(Amount::Side)
    ];
    let topic = select(Topic::ALL);
    let reason = prop_oneof![
        Just(Reason::NotOnMenu),
        Just(Reason::Ambiguous),
        Just(Reason::OverCap),
        Just(Reason::NotOnOrder),
        Just(Reason::NotAllowed),
    ];
    let text =
        prop_oneof![Just(String::new()), "[a-z ]{1,90}", "\\PC{1,30}", Just("what?\n<b>$1.00".to_owned())];
    let picks = vec((any::<Index>(), any::<Index>(), amount), 0..3);
    prop_oneof![
        6 => plain.prop_map(Word::Plain),
        8 => (any::<Index>(), 0..8_u32, picks, any::<bool>()).prop_map(|(at, count, picks, combo)| Word::Add(at, count, picks, combo)),
        3 => (1..6_u32, any::<Index>(), proptest::option::of(0..25_u32), any::<bool>())
            .prop_map(|(line, at, quantity, fills)| Word::Change(line, at, quantity, fills)),
        1 => any::<Index>().prop_map(Word::Remove),
        2 => (topic, vec(any::<Index>(), 0..6)).prop_map(|(topic, items)| Word::Ask(topic, items)),
        2 => (text, reason, vec(any::<Index>(), 0..6)).prop_map(|(text, reason, items)| Word::Unsettled(text, reason, items)),
    ]
}
