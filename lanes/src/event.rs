//! Lane events as they come in: read field by field, so that a fault is named by its field.

use fsm::dialogue::{By, CrewAct, Tap};
use fsm::ids::{ItemId, LineId, SizeId};
use jiff::Timestamp;
use serde_json::{Map, Value};
use uuid::Uuid;

/// The longest utterance, in characters.
pub const TEXT_CHARS_MAX: usize = 2000;
/// The longest id or name in an event, in characters.
const NAME_CHARS_MAX: usize = 64;
/// The most of one line that a tap can ask for. What is over the house's own cap is asked about instead.
const TAP_QUANTITY_MAX: u64 = 999;
/// The longest silence that is reported, in seconds.
const SILENCE_SECONDS_MAX: f64 = 86_400.0;

/// What is wrong with an event.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {detail}")]
pub struct InvalidEvent {
    /// The field.
    pub field: String,
    /// What to do about it.
    pub detail: String,
}

impl InvalidEvent {
    /// A fault of a field.
    pub fn new(field: &str, detail: impl Into<String>) -> Self {
        Self { field: field.to_owned(), detail: detail.into() }
    }

    /// An item that is named is not on the menu.
    pub(crate) fn no_such_item(item: &ItemId) -> Self {
        Self::new("item", format!("there is no item `{item}` on the menu"))
    }
}

/// A lane event whose id is known; the rest of it may still be faulty.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// Makes delivery at-least-once safe.
    pub id: Uuid,
    /// What the body is, whatever the order of its fields.
    pub fingerprint: Uuid,
    /// The body as it came.
    pub json: String,
    /// The event, or what is wrong with it.
    pub event: Result<LaneEvent, InvalidEvent>,
}

/// A lane event.
#[derive(Clone, Debug, PartialEq)]
pub struct LaneEvent {
    /// When it happened; the service's clock stands in.
    pub at: Option<Timestamp>,
    /// The session that the frontend believes to be on.
    pub session_id: Option<Uuid>,
    /// The last turn that the frontend has seen.
    pub turn: Option<u32>,
    /// What happened.
    pub happening: Happening,
}

/// What happened on a lane.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A car is at the loop detector.
    CarDetected {
        /// The detector's name for it.
        vehicle_id: Option<String>,
    },
    /// Something was said.
    Utterance {
        /// The words.
        text: String,
        /// How sure the recognizer was, 0 to 1.
        confidence: Option<f64>,
        /// Whether it interrupted our speech.
        barge_in: bool,
        /// Who said it.
        by: By,
    },
    /// Our speech was interrupted, no words yet.
    BargeIn,
    /// Nothing was heard for a while.
    Silence,
    /// An item is off.
    OutOfStock {
        /// The item.
        item: ItemId,
    },
    /// The car is gone.
    CarLeft,
    /// The board was touched.
    Tap {
        /// What was touched.
        tap: Tap,
        /// Who touched it.
        by: By,
    },
    /// The crew steps in or out.
    Crew(CrewAct),
}

impl Envelope {
    /// Reads an event.
    ///
    /// # Errors
    /// [`InvalidEvent`] if it has no id, so that it cannot have been taken before. Any other fault is kept for after
    /// the id was looked up.
    pub fn read(body: &Value) -> Result<Self, InvalidEvent> {
        let Value::Object(fields) = body else {
            return Err(InvalidEvent::new("$", "an event is a JSON object"));
        };
        let fields = Fields(fields);
        let id = fields.uuid("id")?.ok_or_else(|| InvalidEvent::new("id", "give the event a UUID"))?;
        // Objects are kept sorted by key, so the same event has the same text.
        let json = body.to_string();
        let fingerprint = Uuid::new_v5(&id, json.as_bytes());
        Ok(Self { id, fingerprint, json, event: read(&fields) })
    }
}

fn read(fields: &Fields<'_>) -> Result<LaneEvent, InvalidEvent> {
    fields.known()?;
    let happening = match fields.text("type", NAME_CHARS_MAX)?.as_deref() {
        Some("car_detected") => {
            Happening::CarDetected { vehicle_id: fields.text("vehicle_id", NAME_CHARS_MAX)? }
        }
        Some("utterance") => Happening::Utterance {
            text: spoken(fields)?,
            confidence: fields.number("confidence", 0.0, 1.0)?,
            barge_in: fields.flag("barge_in")?,
            by: by(fields)?,
        },
        Some("barge_in") => Happening::BargeIn,
        Some("silence") => {
            fields.number("seconds", 0.0, SILENCE_SECONDS_MAX)?.ok_or_else(|| missing("seconds"))?;
            Happening::Silence
        }
        Some("out_of_stock") => Happening::OutOfStock { item: item(fields)? },
        Some("car_left") => Happening::CarLeft,
        Some("tap") => Happening::Tap { tap: tap(fields)?, by: by(fields)? },
        Some("crew") => Happening::Crew(crew(fields)?),
        Some(_) => {
            return Err(InvalidEvent::new(
                "type",
                "use car_detected, utterance, barge_in, silence, out_of_stock, car_left, tap or crew",
            ));
        }
        None => return Err(missing("type")),
    };
    Ok(LaneEvent {
        at: fields.timestamp("at")?,
        session_id: fields.uuid("session_id")?,
        turn: fields.whole("turn", 0, u64::from(u32::MAX))?,
        happening,
    })
}

/// Reads the words of an utterance: something must have been said.
///
/// # Errors
/// [`InvalidEvent`] if they are missing, too long, or nothing but spaces and signs.
pub fn check_text(text: &str) -> Result<(), InvalidEvent> {
    if text.chars().count() > TEXT_CHARS_MAX {
        return Err(InvalidEvent::new("text", format!("at most {TEXT_CHARS_MAX} characters")));
    }
    if !text.chars().any(char::is_alphanumeric) {
        return Err(InvalidEvent::new(
            "text",
            "give the words that were said: there is no letter or digit in it",
        ));
    }
    Ok(())
}

fn spoken(fields: &Fields<'_>) -> Result<String, InvalidEvent> {
    let text = fields.text("text", TEXT_CHARS_MAX)?.ok_or_else(|| missing("text"))?;
    check_text(&text)?;
    Ok(text)
}

fn by(fields: &Fields<'_>) -> Result<By, InvalidEvent> {
    match fields.text("by", NAME_CHARS_MAX)?.as_deref() {
        None | Some("customer") => Ok(By::Customer),
        Some("crew") => Ok(By::Crew),
        Some(_) => Err(InvalidEvent::new("by", "use customer or crew")),
    }
}

fn item(fields: &Fields<'_>) -> Result<ItemId, InvalidEvent> {
    let item = fields.text("item", NAME_CHARS_MAX)?.ok_or_else(|| missing("item"))?;
    Ok(ItemId::from(item.as_str()))
}

fn tap(fields: &Fields<'_>) -> Result<Tap, InvalidEvent> {
    match fields.text("act", NAME_CHARS_MAX)?.as_deref() {
        Some("confirm") => Ok(Tap::Confirm),
        Some("deny") => Ok(Tap::Deny),
        Some("done") => Ok(Tap::Done),
        Some("add_item") => Ok(Tap::AddItem {
            item: item(fields)?,
            size: fields.text("size", NAME_CHARS_MAX)?.map(|size| SizeId::from(size.as_str())),
            quantity: quantity(fields)?.unwrap_or(1),
        }),
        Some("remove_line") => Ok(Tap::RemoveLine { line_id: line(fields)? }),
        Some("set_quantity") => Ok(Tap::SetQuantity {
            line_id: line(fields)?,
            quantity: quantity(fields)?.ok_or_else(|| missing("quantity"))?,
        }),
        Some(_) => {
            Err(InvalidEvent::new("act", "use confirm, deny, done, add_item, remove_line or set_quantity"))
        }
        None => Err(missing("act")),
    }
}

fn quantity(fields: &Fields<'_>) -> Result<Option<u32>, InvalidEvent> {
    fields.whole("quantity", 1, TAP_QUANTITY_MAX)
}

fn line(fields: &Fields<'_>) -> Result<LineId, InvalidEvent> {
    let text = fields.text("line_id", NAME_CHARS_MAX)?.ok_or_else(|| missing("line_id"))?;
    LineId::parse(&text).ok_or_else(|| InvalidEvent::new("line_id", "use the line_id of a line, such as L1"))
}

fn crew(fields: &Fields<'_>) -> Result<CrewAct, InvalidEvent> {
    match fields.text("act", NAME_CHARS_MAX)?.as_deref() {
        Some("take_over") => Ok(CrewAct::TakeOver),
        Some("give_back") => Ok(CrewAct::GiveBack),
        Some(_) => Err(InvalidEvent::new("act", "use take_over or give_back")),
        None => Err(missing("act")),
    }
}

fn missing(field: &str) -> InvalidEvent {
    InvalidEvent::new(field, "is required for this type of event")
}

/// The fields of an event. A field that is `null` counts as not given.
struct Fields<'a>(&'a Map<String, Value>);

impl Fields<'_> {
    /// The fields that some event has.
    const KNOWN: [&'static str; 16] = [
        "act",
        "at",
        "barge_in",
        "by",
        "confidence",
        "id",
        "item",
        "line_id",
        "quantity",
        "seconds",
        "session_id",
        "size",
        "text",
        "turn",
        "type",
        "vehicle_id",
    ];

    /// A misspelt field is told, not ignored.
    fn known(&self) -> Result<(), InvalidEvent> {
        match self.0.keys().find(|field| !Self::KNOWN.contains(&field.as_str())) {
            Some(field) => Err(InvalidEvent::new(field, "no event has this field")),
            None => Ok(()),
        }
    }

    fn get(&self, field: &str) -> Option<&Value> {
        self.0.get(field).filter(|value| !value.is_null())
    }

    fn text(&self, field: &str, chars_max: usize) -> Result<Option<String>, InvalidEvent> {
        match self.get(field) {
            None => Ok(None),
            Some(Value::String(text)) if text.chars().count() <= chars_max => Ok(Some(text.clone())),
            Some(Value::String(_)) => {
                Err(InvalidEvent::new(field, format!("at most {chars_max} characters")))
            }
            Some(_) => Err(InvalidEvent::new(field, "use a string")),
        }
    }

    fn uuid(&self, field: &str) -> Result<Option<Uuid>, InvalidEvent> {
        let text = self.text(field, NAME_CHARS_MAX)?;
        let uuid = text.map(|text| Uuid::try_parse(&text)).transpose();
        uuid.map_err(|_| InvalidEvent::new(field, "use a UUID, such as 0198c0de-0000-7000-8000-000000000001"))
    }

    fn timestamp(&self, field: &str) -> Result<Option<Timestamp>, InvalidEvent> {
        let at = self.text(field, NAME_CHARS_MAX)?.map(|text| text.parse()).transpose();
        at.map_err(|_| InvalidEvent::new(field, "use an RFC 3339 time, such as 2026-11-21T20:00:00Z"))
    }

    fn number(&self, field: &str, min: f64, max: f64) -> Result<Option<f64>, InvalidEvent> {
        match self.get(field).map(Value::as_f64) {
            None => Ok(None),
            Some(Some(number)) if (min..=max).contains(&number) => Ok(Some(number)),
            Some(_) => Err(InvalidEvent::new(field, format!("use a number from {min} to {max}"))),
        }
    }

    fn whole(&self, field: &str, min: u64, max: u64) -> Result<Option<u32>, InvalidEvent> {
        match self.get(field).map(Value::as_u64) {
            None => Ok(None),
            Some(Some(number)) if (min..=max).contains(&number) => Ok(u32::try_from(number).ok()),
            Some(_) => Err(InvalidEvent::new(field, format!("use a whole number from {min} to {max}"))),
        }
    }

    fn flag(&self, field: &str) -> Result<bool, InvalidEvent> {
        match self.get(field) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(*flag),
            Some(_) => Err(InvalidEvent::new(field, "use true or false")),
        }
    }
}

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
        match Envelope::read(&event) {
            Err(fault) => fault.field,
            Ok(Envelope { event: Err(fault), .. }) => fault.field,
            Ok(envelope) => format!("no fault: {envelope:?}"),
        }
    }

    #[test]
    fn a_fault_is_named_by_its_field() {
        let long = "a".repeat(TEXT_CHARS_MAX + 1);
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
        let read = |text: &str| Envelope::read(&serde_json::from_str(text).unwrap()).unwrap().fingerprint;
        let one = format!(r#"{{ "id": "{ID}", "type": "car_left" }}"#);
        let other = format!(r#"{{"type":"car_left","id":"{ID}"}}"#);
        assert_eq!(read(&one), read(&other));
        assert_ne!(read(&one), read(&format!(r#"{{"type":"barge_in","id":"{ID}"}}"#)));
    }
}
