//! A lane to talk to in tests.

use std::path::Path;

use fsm::dialogue::{Act, Acts, By, CrewAct, Decided, Input, Say, take_turn};
use fsm::ids::{ComboId, GroupId, ItemId, LaneKey, LineId, ModifierId, SizeId};
use fsm::machine::{Moment, Policy, Rules, Session};
use fsm::menu::{Menu, Pricing, Topic};
use fsm::order::{Amount, ModifierPick, NewLine, Op, Reason, Target, Unresolved};
use fsm::query::Asking;
use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use uuid::Uuid;

use crate::{Wording, word};

/// A lane with a menu, and what it said last.
pub(super) struct Lane {
    pub menu: Menu,
    pub rules: Rules,
    pub session: Session,
    events: u128,
}

impl Lane {
    pub(super) fn of(menu: &str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fixtures/menus/{menu}.json"));
        let text = std::fs::read_to_string(path).unwrap();
        let menu = Menu::check(&serde_json::from_str(&text).unwrap()).unwrap();
        Self { menu, rules: Rules::default(), session: Session::idle(), events: 0 }
    }

    /// What is said to a line of a conversation, with its kind; `-` for nothing.
    pub(super) fn hear(&mut self, line: &str) -> String {
        let input = match line.split_once(' ') {
            Some(("off", item)) => {
                self.menu.set_available(&ItemId::from(item).into(), false);
                Input::OutOfStock { item: ItemId::from(item) }
            }
            _ => input(line),
        };
        let said = self.take(&input).into_iter().map(|(_, say)| match say {
            Some(Say { kind, text, .. }) => format!("{}: {text}", json!(kind).as_str().unwrap()),
            None => "-".to_owned(),
        });
        said.collect::<Vec<_>>().join(" / ")
    }

    /// Takes an input and words its turns.
    pub(super) fn take(&mut self, input: &Input) -> Vec<(Decided, Option<Say>)> {
        self.events += 1;
        let policy = Policy::new(&self.rules, &self.menu);
        let business_date = Date::constant(2026, 11, 21);
        let now = Moment {
            at: Timestamp::UNIX_EPOCH,
            taken_at: Timestamp::UNIX_EPOCH,
            business_date,
            order_number: 1,
        };
        let lane = LaneKey::new("d1", "1").unwrap();
        let last_said = self.session.last_said().map(str::to_owned);
        let session = std::mem::take(&mut self.session);
        let taken = take_turn(&policy, &now, &lane, Uuid::from_u128(self.events), session, input);
        self.session = taken.session;
        let word = |decided: Decided| {
            let last_said = last_said.as_deref();
            let greeting = self.rules.greeting.as_deref().unwrap_or_default();
            let say = word(&Wording { last_said, greeting, ..Wording::of(&decided, &self.menu) });
            (decided, say)
        };
        let worded: Vec<_> = taken.turns.into_iter().map(word).collect();
        if let Some((_, Some(say))) = worded.last() {
            self.session.remember_said(&say.text);
        }
        worded
    }

    /// Every amount that may be spoken in a turn.
    pub(super) fn prices(&self, decided: &Decided) -> Vec<String> {
        let of_items = self.menu.items.iter().flat_map(|item| match &item.pricing {
            Pricing::One(price) => vec![*price],
            Pricing::Sized { sizes, .. } => sizes.iter().map(|size| size.price).collect(),
        });
        let of_combos = self.menu.combos.iter().map(|combo| combo.price);
        let orders = [Some(&decided.turn.order), decided.turn.proposal.as_ref()];
        let of_orders = orders.into_iter().flatten().map(|order| order.total);
        of_items.chain(of_combos).chain(of_orders).map(|price| price.to_string()).collect()
    }
}

/// Reads a line of a conversation: acts are joined by `;`, the rest are events.
pub(super) fn input(line: &str) -> Input {
    match line {
        "car" => Input::CarDetected { vehicle_id: None },
        "barge in" => Input::BargeIn,
        "silence" => Input::Silence { lasted: SignedDuration::ZERO },
        "car left" => Input::CarLeft,
        "take over" => Input::Crew(CrewAct::TakeOver),
        "give back" => Input::Crew(CrewAct::GiveBack),
        "acknowledged" => Input::Acknowledged,
        "rejected" => Input::Rejected { item: None },
        "payment problem" => Input::PaymentProblem,
        acts => utterance(acts.split("; ").map(act).collect()),
    }
}

pub(super) fn utterance(acts: Vec<Act>) -> Input {
    Input::Utterance {
        acts: Acts::by("test", 1.0, acts),
        recognizer_confidence: None,
        barge_in: false,
        by: By::Customer,
    }
}

fn act(text: &str) -> Act {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    match word {
        "ask" => {
            let mut words = rest.split(' ');
            let topic: Topic = serde_json::from_value(json!(words.next())).unwrap();
            let items = words.map(ItemId::from).collect();
            Act::MenuQuestion(Asking::about(topic, items))
        }
        "add" => order(Op::Add(new_line(rest))),
        "remove" => order(Op::Remove { target: Target::item(ItemId::from(rest)), quantity: None }),
        "clear" => order(Op::Clear),
        "make" => {
            let (line_id, change) = rest.split_once(' ').unwrap();
            let mut change: serde_json::Value = serde_json::from_str(change).unwrap();
            change["target"] = json!({ "line_id": line_id });
            order(Op::Modify(serde_json::from_value(change).unwrap()))
        }
        "swap" => {
            let (line_id, with) = rest.split_once(' ').unwrap();
            let target = Target::Line { line_id: LineId::parse(line_id).unwrap() };
            order(Op::Replace { target, with: new_line(with) })
        }
        "not_on_menu" | "ambiguous" | "over_cap" | "not_on_order" | "not_allowed" => {
            Act::Order { ops: Vec::new(), unresolved: vec![unresolved(word, rest)] }
        }
        word => serde_json::from_value(json!({ "act": word })).unwrap(),
    }
}

fn order(op: Op) -> Act {
    Act::Order { ops: vec![op], unresolved: Vec::new() }
}

/// `not_on_menu lobster`, `ambiguous chicken = grilled_chicken crispy_chicken`.
fn unresolved(reason: &str, text: &str) -> Unresolved {
    let (text, candidates) = text.split_once(" = ").unwrap_or((text, ""));
    let reason: Reason = serde_json::from_value(json!(reason)).unwrap();
    Unresolved {
        text: text.to_owned(),
        reason,
        candidates: candidates.split_whitespace().map(str::to_owned).collect(),
        quantity: None,
    }
}

/// `2 large coke no:ice.ice_cubes as:some_combo slot:drink.coke.large`: number and size may be left out.
fn new_line(text: &str) -> NewLine {
    let mut line = NewLine::of(ItemId::from(""));
    for word in text.split(' ') {
        match word.split_once(':') {
            Some(("as", combo)) => line.combo = Some(ComboId::from(combo)),
            Some(("slot", pick)) => {
                let mut parts = pick.split('.');
                let pick = json!({ "slot": parts.next(), "item": parts.next(), "size": parts.next() });
                line.components.push(serde_json::from_value(pick).unwrap());
            }
            Some((amount, pick)) => {
                let (group, modifier) = pick.split_once('.').unwrap();
                let (group, modifier) = (GroupId::from(group), ModifierId::from(modifier));
                let amount: Amount = serde_json::from_value(json!(amount)).unwrap();
                line.modifiers.push(ModifierPick { group, modifier, amount, quantity: 1 });
            }
            None => match word.parse() {
                Ok(quantity) => line.quantity = quantity,
                Err(_) => {
                    let before = std::mem::replace(&mut line.item, ItemId::from(word));
                    line.size = Some(SizeId::from(before.as_str())).filter(|size| !size.as_str().is_empty());
                }
            },
        }
    }
    line
}
