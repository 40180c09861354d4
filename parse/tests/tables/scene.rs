//! What a sentence is heard in: an order, an open question, an expectation.

use fsm::ids::{ItemId, LineId};
use fsm::machine::{Expectation, Offer, Question, StateKind};
use fsm::menu::{Allergen, Menu};
use fsm::order::{Order, Reason, Unresolved};
use fsm::query::Asking;
use parse::{Languages, MenuBook, Recognized, Utterance};
use serde_json::{Value, json};

/// What a sentence is heard in.
pub struct Scene {
    state: StateKind,
    question: Option<Question>,
    about: Option<Unresolved>,
    answered: Option<Asking>,
    offer: Option<Offer>,
    order: Option<Order>,
    avoids: Vec<Allergen>,
    during_speech: bool,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            state: StateKind::Ordering,
            question: None,
            about: None,
            answered: None,
            offer: None,
            order: None,
            avoids: Vec::new(),
            during_speech: false,
        }
    }
}

impl Scene {
    /// Reads a scene: `confirming; which_size L1 small large; order: 2 cheeseburger/large@combo missing drink, 1 latte with milk.oat`.
    /// `answered:` gives the topic and the items of the question that was answered last, `about:` the words that the question is about, `offer:` the item that was offered,
    /// `avoids:` what somebody must not eat, `during speech` that the lane is speaking.
    pub fn read(text: &str) -> Self {
        let mut scene = Self::default();
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            if let Some(lines) = part.strip_prefix("order:") {
                scene.order = Some(order(lines));
                continue;
            }
            if let Some(asked) = part.strip_prefix("answered:") {
                let mut words = asked.split_whitespace();
                let topic = serde_json::from_value(json!(words.next())).expect("a topic");
                let items = words.map(ItemId::from).collect();
                scene.answered = Some(Asking::about(topic, items));
                continue;
            }
            if let Some(item) = part.strip_prefix("offer:") {
                scene.offer = Some(Offer::Item(ItemId::from(item.trim())));
                continue;
            }
            if let Some(text) = part.strip_prefix("about:") {
                let candidates =
                    scene.question.iter().flat_map(|question| question.candidates.clone()).collect();
                scene.about = Some(Unresolved {
                    text: text.trim().to_owned(),
                    reason: Reason::Ambiguous,
                    candidates,
                    quantity: None,
                });
                continue;
            }
            if let Some(allergen) = part.strip_prefix("avoids:") {
                scene.avoids.push(serde_json::from_value(json!(allergen.trim())).expect("an allergen"));
                continue;
            }
            if part == "during speech" {
                scene.during_speech = true;
                continue;
            }
            if let Ok(state) = serde_json::from_value(json!(part)) {
                scene.state = state;
                continue;
            }
            let mut words = part.split_whitespace();
            let kind = serde_json::from_value(json!(words.next())).expect("a kind of question");
            let mut candidates: Vec<String> = words.map(str::to_owned).collect();
            let line_id = candidates.first().and_then(|word| LineId::parse(word));
            if line_id.is_some() {
                candidates.remove(0);
            }
            scene.state = StateKind::Clarifying;
            scene.question = Some(Question::of(kind, line_id, candidates));
        }
        scene
    }

    /// A sentence in this scene.
    pub fn utterance<'a>(&'a self, book: &'a MenuBook, text: &'a str) -> Utterance<'a> {
        let expectation: Expectation = self.state.expectation();
        Utterance {
            text,
            state: self.state,
            expectation,
            question: self.question.as_ref(),
            about: self.about.as_ref(),
            answered: self.answered.as_ref(),
            told_of: None,
            offer: self.offer.as_ref(),
            order: self.order.as_ref(),
            avoids: &self.avoids,
            during_speech: self.during_speech,
            house: None,
            house_question: None,
            recognized: Recognized::default(),
            book,
        }
    }
}

/// A menu, compiled.
pub fn book(json: &str) -> MenuBook {
    let document: Value = serde_json::from_str(json).expect("a document");
    MenuBook::compile(Menu::check(&document).expect("a menu without faults"), &Languages::default())
}

fn missing_choice(name: &str) -> Value {
    match (name, name.strip_prefix('#')) {
        ("size", _) => json!("size"),
        (_, Some(group)) => json!({ "group": group }),
        (slot, None) => json!({ "slot": slot }),
    }
}

fn order(text: &str) -> Order {
    let lines: Vec<Value> = text
        .split(',')
        .enumerate()
        .map(|(at, line)| {
            let (line, missing) = line.split_once(" missing ").unwrap_or((line, ""));
            let (quantity, name) = line.trim().split_once(' ').expect("a quantity and an item");
            let (name, modifier) =
                name.split_once(" no ").map_or((name, None), |(name, modifier)| (name, Some(modifier)));
            let (name, choices) =
                name.split_once(" with ").map_or((name, ""), |(name, choices)| (name, choices));
            let choices = choices.split_whitespace().filter_map(|choice| choice.split_once('.'));
            let picks = choices.map(|(group, modifier)| {
                json!({ "group": group, "modifier": modifier, "amount": "regular", "quantity": 1 })
            });
            let without = modifier.map(|modifier| {
                json!({ "group": "toppings", "modifier": modifier, "amount": "no", "quantity": 1 })
            });
            let (name, combo) =
                name.split_once('@').map_or((name, None), |(name, combo)| (name, Some(combo)));
            let (item, size) = name.split_once('/').map_or((name, None), |(item, size)| (item, Some(size)));
            let missing: Vec<Value> = missing.split_whitespace().map(missing_choice).collect();
            json!({
                "line_id": format!("L{}", at + 1), "item": item, "combo": combo, "name": item, "size": size,
                "size_said": size.is_some(), "quantity": quantity.parse::<u32>().expect("a number"),
                "modifiers": picks.chain(without).collect::<Vec<_>>(),
                "components": [], "missing": missing, "out_of_stock": false, "unit_price": "1.00",
            })
        })
        .collect();
    let newest = lines.len();
    serde_json::from_value(json!({
        "order_id": "00000000-0000-0000-0000-000000000000", "currency": "USD", "tax_rate": "0.08",
        "lines": lines, "referent": format!("L{newest}"), "newest_line": newest,
    }))
    .expect("an order")
}
