//! Lane events: one type reads what a frontend sends, documents it, and is what a turn is taken of.

mod fields;
mod head;
mod hidden;
mod lately;
mod touch;
pub mod values;

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use fsm::dialogue::{By, CrewAct};
use fsm::ids::ItemId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use strum::EnumDiscriminants;
use utoipa::{PartialSchema as _, ToSchema};
use uuid::Uuid;

use crate::actor::Actor;
use crate::limits::EVENT_BYTES_MAX;

pub use self::fields::{InvalidEvent, read};
pub use self::head::EventHead;
pub use self::touch::{AddCombo, AddItem, Choose, RemoveLine, SetModifier, SetQuantity, SetSize, Tap, Touch};
pub use self::values::{ALTERNATIVES_MAX, Confidence, Few, Name, Quantity, Seconds, SpokenText, WORDS_MAX};

/// An event that came in and whose id is known. What else is wrong with it is told only after the id was looked up.
#[derive(Clone, Debug)]
pub struct ReceivedEvent {
    /// Makes delivery at-least-once safe.
    pub id: Uuid,
    /// What the body is, whatever the order of its fields.
    pub fingerprint: Uuid,
    /// The body as it came.
    pub json: Arc<str>,
    /// The event, or what is wrong with it.
    pub request: Result<EventRequest, InvalidEvent>,
    /// Whose key it came with. It is no part of the event: the same one may come again with another key.
    pub actor: Option<Actor>,
}

/// A lane event as a frontend sends it. Which fields it has depends on its type.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct EventRequest {
    /// Makes delivery at-least-once safe: the same id gets the same turn again.
    pub id: Uuid,
    /// When it happened, and how far its frontend is.
    #[serde(flatten)]
    pub head: EventHead,
    /// What happened.
    #[serde(flatten)]
    pub event: LaneEvent,
}

/// What happened on a lane.
#[derive(Clone, Debug, PartialEq, EnumDiscriminants, Serialize, ToSchema)]
#[strum_discriminants(name(EventType), vis(pub(self)), derive(Deserialize), serde(rename_all = "snake_case"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LaneEvent {
    /// A car is at the loop detector.
    CarDetected(CarDetected),
    /// Something was said.
    Utterance(Utterance),
    /// Our speech was interrupted, no words yet.
    BargeIn,
    /// Nothing was heard for a while, or nothing was understood.
    Silence(Silence),
    /// An item is off.
    OutOfStock(OutOfStock),
    /// The car is gone.
    CarLeft,
    /// The board was touched.
    Tap(Touch),
    /// The crew steps in or out.
    Crew(Crew),
}

/// The fields of `car_detected`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CarDetected {
    /// The detector's name for the car.
    #[schema(value_type = Option<String>, max_length = 64)]
    pub vehicle_id: Option<Name<String>>,
}

/// The fields of `utterance`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Utterance {
    /// What was said.
    pub text: SpokenText,
    /// How sure the recognizer was of it.
    pub confidence: Option<Confidence>,
    /// Whether it interrupted our speech.
    #[serde(default)]
    pub barge_in: bool,
    /// Who said it.
    #[serde(default)]
    pub by: By,
    /// What else the recognizer may have heard, the best first; `text` is its first guess.
    #[serde(default, skip_serializing_if = "Few::is_empty")]
    #[schema(value_type = Vec<Alternative>, max_items = 5)]
    pub alternatives: Few<Alternative, ALTERNATIVES_MAX>,
    /// The words of `text`, with how sure the recognizer was of each.
    #[serde(default, skip_serializing_if = "Few::is_empty")]
    #[schema(value_type = Vec<RecognizedWord>, max_items = 1000)]
    pub words: Few<RecognizedWord, WORDS_MAX>,
    /// Whether the recognizer heard a question.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub question: bool,
}

/// Another guess of the recognizer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Alternative {
    /// What was said, perhaps.
    pub text: SpokenText,
    /// How sure the recognizer was of it; as sure as of the first guess if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
}

/// A word that was said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RecognizedWord {
    /// The word.
    pub text: SpokenText,
    /// How sure the recognizer was of it.
    pub confidence: Confidence,
}

/// The fields of `silence`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Silence {
    /// How long nothing was heard.
    pub seconds: Seconds,
}

/// The fields of `out_of_stock`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OutOfStock {
    /// The item's id.
    #[schema(value_type = String, min_length = 1, max_length = 64, example = "cheeseburger")]
    pub item: Name<ItemId>,
}

/// The fields of `crew`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Crew {
    /// What the crew does.
    pub act: CrewAct,
}

impl ReceivedEvent {
    /// Reads an event.
    ///
    /// # Errors
    /// [`InvalidEvent`] if it has no id, so that it cannot have been taken before.
    pub fn read(body: &Value) -> Result<Self, InvalidEvent> {
        #[derive(Deserialize)]
        struct Named {
            #[serde(default, deserialize_with = "values::uuid")]
            id: Option<Uuid>,
        }

        let Value::Object(fields) = body else {
            return Err(InvalidEvent::new("$", "an event is a JSON object"));
        };
        let Named { id } = of_event(fields)?;
        let id = id.ok_or_else(|| InvalidEvent::new("id", "give the event a UUID"))?;
        let received = Self::new(id, body, EventRequest::read(id, fields));
        let is_judged = received.request.is_err() || received.json.len() <= EVENT_BYTES_MAX;
        Ok(if is_judged { received } else { Self { request: Err(InvalidEvent::too_long()), ..received } })
    }

    fn new(id: Uuid, body: &Value, request: Result<EventRequest, InvalidEvent>) -> Self {
        // Objects are kept sorted by key, so the same event has the same text.
        let json = serde_json::to_string(body).unwrap_or_default();
        Self { id, fingerprint: Uuid::new_v5(&id, json.as_bytes()), json: json.into(), request, actor: None }
    }
}

impl From<EventRequest> for ReceivedEvent {
    fn from(request: EventRequest) -> Self {
        Self::new(request.id, &json!(request), Ok(request))
    }
}

impl EventRequest {
    fn read(id: Uuid, fields: &Map<String, Value>) -> Result<Self, InvalidEvent> {
        // A misspelt field is told, not ignored. One that only other types of event have makes no difference.
        if let Some(field) = fields.keys().find(|field| !KNOWN.contains(*field)) {
            return Err(InvalidEvent::new(field, "no event has this field"));
        }
        let event = LaneEvent::read(fields)?;
        Ok(Self { id, head: of_event(fields)?, event })
    }
}

impl Utterance {
    /// The guess that was taken: 0 is the first. And how sure the recognizer was of it.
    pub fn guess(&self, heard: Option<u8>) -> (&str, Option<f64>) {
        let first = (self.text.as_str(), self.confidence);
        let other = heard.and_then(|heard| usize::from(heard).checked_sub(1));
        let (text, sure) = match other.and_then(|other| self.alternatives.get(other)) {
            Some(other) => (other.text.as_str(), other.confidence.or(self.confidence)),
            None => first,
        };
        (text, sure.map(|sure| sure.0))
    }
}

impl From<SpokenText> for Utterance {
    /// Words of the customer of which a recognizer says nothing.
    fn from(text: SpokenText) -> Self {
        Self {
            text,
            confidence: None,
            barge_in: false,
            by: By::Customer,
            alternatives: Few::default(),
            words: Few::default(),
            question: false,
        }
    }
}

impl LaneEvent {
    /// The item that is off.
    pub fn item_off(&self) -> Option<&ItemId> {
        match self {
            Self::OutOfStock(OutOfStock { item }) => Some(&item.0),
            _ => None,
        }
    }

    /// Reads the type first, and then the fields of that type. An enum that serde reads by its tag is read from a copy of
    /// the fields, in which the path of a fault is lost.
    fn read(fields: &Map<String, Value>) -> Result<Self, InvalidEvent> {
        #[derive(Deserialize)]
        struct Tag {
            r#type: EventType,
        }

        let Tag { r#type } = of_event(fields)?;
        Ok(match r#type {
            EventType::CarDetected => Self::CarDetected(of_event(fields)?),
            EventType::Utterance => Self::Utterance(of_event(fields)?),
            EventType::BargeIn => Self::BargeIn,
            EventType::Silence => Self::Silence(of_event(fields)?),
            EventType::OutOfStock => Self::OutOfStock(of_event(fields)?),
            EventType::CarLeft => Self::CarLeft,
            EventType::Tap => Self::Tap(Touch::read(fields)?),
            EventType::Crew => Self::Crew(of_event(fields)?),
        })
    }
}

fn of_event<'de, T: Deserialize<'de>>(fields: &'de Map<String, Value>) -> Result<T, InvalidEvent> {
    read(fields, "is required for this type of event")
}

/// The fields that some event has: the properties of its schema.
static KNOWN: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut schemas = vec![(EventRequest::name().into(), EventRequest::schema())];
    EventRequest::schemas(&mut schemas);
    let mut known = BTreeSet::new();
    let mut open: Vec<Value> = schemas.iter().map(|(_, schema)| json!(schema)).collect();
    while let Some(value) = open.pop() {
        known.extend(value["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
        match value {
            Value::Object(members) => open.extend(members.into_iter().map(|(_, value)| value)),
            Value::Array(entries) => open.extend(entries),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    known
});

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ID: &str = "0198c0de-0000-7000-8000-000000000001";

    fn fault(extra: Value) -> String {
        let mut event = json!({ "id": ID });
        if let (Some(event), Value::Object(extra)) = (event.as_object_mut(), extra) {
            event.extend(extra);
        }
        match ReceivedEvent::read(&event) {
            Err(fault) => fault.field,
            Ok(ReceivedEvent { request: Err(fault), .. }) => fault.field,
            Ok(event) => format!("no fault: {event:?}"),
        }
    }

    #[test]
    fn a_fault_is_named_by_its_field() {
        let long = "a".repeat(2001);
        for (extra, field) in [
            (json!({}), "type"),
            (json!({ "type": "honk" }), "type"),
            (json!({ "type": 7 }), "type"),
            (json!({ "id": "7", "type": "car_left" }), "id"),
            (json!({ "id": null, "type": "car_left" }), "id"),
            (json!({ "type": "utterance" }), "text"),
            (json!({ "type": "utterance", "text": "" }), "text"),
            (json!({ "type": "utterance", "text": "   " }), "text"),
            (json!({ "type": "utterance", "text": "🍔🍟" }), "text"),
            (json!({ "type": "utterance", "text": long }), "text"),
            (json!({ "type": "utterance", "text": "a coke", "confidence": 1.5 }), "confidence"),
            (json!({ "type": "utterance", "text": "a coke", "by": "dog" }), "by"),
            (json!({ "type": "utterance", "text": "a coke", "question": 1 }), "question"),
            (json!({ "type": "utterance", "text": "a coke", "alternatives": "a coat" }), "alternatives"),
            (json!({ "type": "utterance", "text": "a coke", "alternatives": ["a coat"] }), "alternatives"),
            (json!({ "type": "utterance", "text": "a coke", "alternatives": [{}] }), "alternatives"),
            (
                json!({ "type": "utterance", "text": "a coke", "alternatives": [{ "text": " " }] }),
                "alternatives",
            ),
            (
                json!({ "type": "utterance", "text": "a coke", "alternatives": [{ "text": long.clone() }] }),
                "alternatives",
            ),
            (
                json!({ "type": "utterance", "text": "a coke", "alternatives": [{ "text": "a", "confidence": 2 }] }),
                "alternatives",
            ),
            (
                json!({ "type": "utterance", "text": "a coke", "alternatives": [{ "text": "a", "sure": 0.5 }] }),
                "alternatives",
            ),
            (
                json!({ "type": "utterance", "text": "a coke", "alternatives": vec![json!({ "text": "a" }); 6] }),
                "alternatives",
            ),
            (json!({ "type": "utterance", "text": "a coke", "words": [{ "text": "a" }] }), "words"),
            (
                json!({ "type": "utterance", "text": "a coke", "words": [{ "text": "a", "confidence": -1 }] }),
                "words",
            ),
            (
                json!({ "type": "utterance", "text": "a coke", "words": vec![json!({ "text": "a", "confidence": 1 }); 1001] }),
                "words",
            ),
            (json!({ "type": "utterance", "text": "a coke", "barge_in": "yes" }), "barge_in"),
            (json!({ "type": "utterance", "text": "a coke", "at": "noon" }), "at"),
            (json!({ "type": "utterance", "text": "a coke", "turn": -1 }), "turn"),
            (json!({ "type": "utterance", "text": "a coke", "session_id": "x" }), "session_id"),
            (json!({ "type": "utterance", "txet": "a coke" }), "txet"),
            (json!({ "type": "silence" }), "seconds"),
            (json!({ "type": "silence", "seconds": -1 }), "seconds"),
            (json!({ "type": "tap", "act": "add_item", "item": "coke", "quantity": 0 }), "quantity"),
            (json!({ "type": "tap", "act": "add_item", "item": "coke", "quantity": -1 }), "quantity"),
            (
                json!({ "type": "tap", "act": "add_item", "item": "coke", "quantity": 1_000_000_000 }),
                "quantity",
            ),
            (json!({ "type": "tap", "act": "add_item" }), "item"),
            (json!({ "type": "tap", "act": "remove_line", "line_id": "1" }), "line_id"),
            (json!({ "type": "tap", "act": "wave" }), "act"),
            (json!({ "type": "crew" }), "act"),
        ] {
            assert_eq!(fault(extra.clone()), field, "{extra}");
        }
    }

    #[test]
    fn the_order_of_the_fields_does_not_make_another_event() {
        let read =
            |text: &str| ReceivedEvent::read(&serde_json::from_str(text).unwrap()).unwrap().fingerprint;
        let one = format!(r#"{{ "id": "{ID}", "type": "car_left" }}"#);
        let other = format!(r#"{{"type":"car_left","id":"{ID}"}}"#);
        assert_eq!(read(&one), read(&other));
        assert_ne!(read(&one), read(&format!(r#"{{"type":"barge_in","id":"{ID}"}}"#)));
    }
}
