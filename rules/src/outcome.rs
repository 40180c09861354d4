//! Reads what a rule chooses.

use fsm::house_rules::{Outcome, Point, Upsell};
use fsm::ids::ComboId;
use fsm::machine::Offer;
use fsm::order::Safety;
use fsm::reader::Reader;
use serde::Serialize;
use serde_json::json;
use strum::VariantArray as _;
use utoipa::ToSchema;

use crate::agents::agents;
use crate::named::{OutsideName, OutsidePart, item_id, items, name};
use crate::price;
use crate::question;
use crate::visit;

/// The longest reason that is spoken or told, in characters.
const REASON_CHARS_MAX: usize = 200;
/// The most lines or items that an unsafe change can be set to.
const GONE_MAX: u32 = 50;

/// A point with its outcomes.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PointEntry {
    /// The point.
    pub at: Point,
    /// When it is asked.
    pub asked: &'static str,
    /// What `then` can be, as examples.
    #[schema(value_type = Vec<BTreeMap<String, Value>>)]
    pub outcomes: Vec<serde_json::Value>,
}

/// The points, with an example of each outcome.
pub(crate) fn points() -> Vec<PointEntry> {
    let entry = |at: &Point| {
        let (asked, outcomes) = match at {
            Point::Arrival => (
                "when a car comes",
                vec![json!({
                    "greeting": "Good morning! What can I get for you?",
                    "tags": ["morning"],
                    "limits": { "line": 10, "items": 30, "subtotal": "200.00" }
                })],
            ),
            Point::Available => (
                "of an item that is asked for, offered, or a substitute",
                vec![
                    json!({ "available": false, "reason": "Breakfast is over.", "substitutes": ["hamburger"] }),
                    json!({ "available": true }),
                ],
            ),
            Point::Offer => (
                "when something was added and the order had no offer yet",
                vec![
                    json!({ "item": "fries" }),
                    json!({ "combo": "burger_combo" }),
                    json!({ "menu": true }),
                    json!({ "none": true }),
                ],
            ),
            Point::Unsafe => (
                "when a change takes something away",
                vec![json!({ "lines": 3, "items": 4, "share": 50, "always": ["party_box"] })],
            ),
            Point::Price => (
                "of the order, whenever it may have changed",
                vec![
                    json!({ "name": "Happy hour", "percent": 20, "on": { "categories": ["drinks"] } }),
                    json!({ "name": "Five off", "amount": "5.00" }),
                    json!({ "name": "Two for five", "quantity": 2, "price": "5.00", "on": { "items": ["hamburger"] } }),
                ],
            ),
            Point::AfterAdd => (
                "of each line that was added, once it is complete",
                vec![json!({
                    "ask": "Ketchup or mustard?",
                    "answers": [
                        { "id": "ketchup", "text": "Ketchup", "said": ["the red one"],
                          "modify": { "modifiers": [{ "group": "toppings", "modifier": "ketchup", "amount": "extra" }] } },
                        { "id": "mustard", "text": "Mustard",
                          "modify": { "modifiers": [{ "group": "toppings", "modifier": "mustard" }] } },
                        { "id": "neither", "text": "Neither" }
                    ]
                })],
            ),
            Point::BeforeSummary => (
                "when the order is done, before it is read back",
                vec![json!({
                    "ask": "Would you like a cookie for a dollar?",
                    "answers": [
                        { "id": "cookie", "text": "A cookie", "add": { "item": "cookie", "quantity": 1 } },
                        { "id": "no", "text": "No, thanks" }
                    ]
                })],
            ),
            Point::BeforeClose => (
                "after the yes to what was read back, before the order is placed",
                vec![json!({
                    "ask": "Do you work here, or are you a guest?",
                    "answers": [
                        { "id": "staff", "text": "I work here", "tag": "staff" },
                        { "id": "guest", "text": "A guest" },
                        { "id": "bags", "text": "I need bags", "note": "Bags" },
                        { "id": "catering", "text": "It's for an event", "hand_over": "Ask about catering." }
                    ]
                })],
            ),
            Point::Patience => (
                "of a customer who is silent, not understood or upset",
                vec![
                    json!({ "nudges": 2, "tries": 4, "upsets": 2 }),
                    json!({ "ticket_unanswered_seconds": 30, "handoff_unanswered_seconds": 30 }),
                    json!({ "question_open_seconds": 8, "visit_idle_seconds": 300 }),
                ],
            ),
            Point::Crew => ("after each turn", vec![json!({ "reason": "A large order." })]),
            Point::Agent => (
                "before each turn",
                vec![
                    json!({ "parser": "grammar", "responder": "template", "profiles": {} }),
                    json!({ "parser": "grammar_then_llm", "responder": "llm" }),
                    json!({ "profiles": { "menu": "warm", "house": "warm" } }),
                ],
            ),
        };
        PointEntry { at: *at, asked, outcomes }
    };
    Point::VARIANTS.iter().map(entry).collect()
}

/// What a rule chooses at a point; none if that is faulty.
pub(crate) fn read(then: &Reader<'_>, point: Point, named: &mut Vec<OutsideName>) -> Option<Outcome> {
    if !then.is_object() {
        return None;
    }
    match point {
        Point::Arrival => Some(visit::arrival(then)),
        Point::Available => available(then, named),
        Point::Offer => offer(then, named),
        Point::Unsafe => Some(Outcome::Unsafe(safety(then, named))),
        Point::Price => price::read(then, named),
        Point::AfterAdd | Point::BeforeSummary | Point::BeforeClose => question::read(then, point, named),
        Point::Patience => Some(visit::patience(then)),
        Point::Crew => {
            then.only(&["reason"]);
            Some(Outcome::Crew { reason: then.required("reason")?.words(REASON_CHARS_MAX) })
        }
        Point::Agent => Some(agents(then, named)),
    }
}

fn available(then: &Reader<'_>, named: &mut Vec<OutsideName>) -> Option<Outcome> {
    then.only(&["available", "reason", "substitutes"]);
    if then.required("available")?.flag() {
        for name in ["reason", "substitutes"] {
            if let Some(field) = then.field(name) {
                field.fault("goes with \"available\": false");
            }
        }
        return Some(Outcome::Available);
    }
    let reason = then.required("reason")?.words(REASON_CHARS_MAX);
    let substitutes = then.field("substitutes").map(|list| items(&list, named)).unwrap_or_default();
    Some(Outcome::Unavailable { reason, substitutes })
}

fn offer(then: &Reader<'_>, named: &mut Vec<OutsideName>) -> Option<Outcome> {
    let kinds = ["item", "combo", "menu", "none"];
    then.only(&kinds);
    let mut named_kinds = kinds.iter().filter_map(|kind| Some((*kind, then.field(kind)?)));
    let (Some((kind, field)), None) = (named_kinds.next(), named_kinds.next()) else {
        then.fault("offers one of these: an \"item\", a \"combo\", \"menu\": true, or \"none\": true");
        return None;
    };
    let is_true = |field: &Reader<'_>| {
        if !field.flag() {
            field.fault("is true, or left out: name an item or a combo");
        }
    };
    Some(Outcome::Offer(match kind {
        "item" => Upsell::This(Offer::Item(item_id(&field, named))),
        "combo" => Upsell::This(Offer::Combo(ComboId::from(name(&field, OutsidePart::Combo, named)))),
        "menu" => {
            is_true(&field);
            Upsell::OfMenu
        }
        _ => {
            is_true(&field);
            Upsell::Nothing
        }
    }))
}

fn safety(then: &Reader<'_>, named: &mut Vec<OutsideName>) -> Safety {
    then.only(&["lines", "items", "share", "always"]);
    if then.names().next().is_none() {
        then.fault("changes nothing: name lines, items, share or always");
    }
    let usual = Safety::default();
    let within = |name: &str, usual: u32, min: u32, max: u32| {
        let Some(field) = then.field(name) else { return usual };
        let number = field.number().unwrap_or(usual);
        if !(min..=max).contains(&number) {
            field.fault(format!("must be from {min} to {max}"));
        }
        number
    };
    Safety {
        lines: within("lines", usual.lines, 1, GONE_MAX),
        items: within("items", usual.items, 1, GONE_MAX),
        share_percent: within("share", usual.share_percent, 0, 100),
        always: then.field("always").map(|list| items(&list, named)).unwrap_or_default(),
    }
}
