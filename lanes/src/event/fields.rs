//! Reads the fields of a JSON object as a type, so that a fault names its field and says what to do.

use fsm::ids::ItemId;
use serde::Deserialize;
use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{self, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Map, Value};
use serde_path_to_error::Segment;

use crate::limits::EVENT_BYTES_MAX;

/// What is wrong with an event, or with another body that is sent.
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

    /// It is longer than what is stored of one.
    pub(crate) fn too_long() -> Self {
        Self::new("$", format!("send events of at most {} KiB", EVENT_BYTES_MAX / 1024))
    }

    /// An item that is named is not on the menu.
    pub(crate) fn no_such_item(item: &ItemId) -> Self {
        Self::new("item", format!("there is no item `{item}` on the menu"))
    }
}

/// Reads a type from the fields of an object. A field that is `null` counts as not given, one that the type does not have
/// is ignored unless the type denies it, and `missing` is the detail for one that is required.
///
/// # Errors
/// [`InvalidEvent`] for the first faulty field.
pub fn read<'de, T: Deserialize<'de>>(
    fields: &'de Map<String, Value>,
    missing: &str,
) -> Result<T, InvalidEvent> {
    // The path is tracked only where there is a fault to tell: tracking takes as long as reading.
    if let Ok(read) = T::deserialize(given(fields)) {
        return Ok(read);
    }
    serde_path_to_error::deserialize(given(fields)).map_err(|error| {
        let field = match error.path().iter().next() {
            Some(Segment::Map { key }) => key.clone(),
            Some(Segment::Seq { .. } | Segment::Enum { .. } | Segment::Unknown) | None => "$".to_owned(),
        };
        match error.into_inner() {
            Fault::Missing(inner) if field != "$" => {
                InvalidEvent::new(&field, format!("`{inner}` {missing}"))
            }
            Fault::Missing(field) => InvalidEvent::new(field, missing),
            Fault::Wrong(detail) => InvalidEvent { field, detail },
        }
    })
}

/// The fields that are given.
fn given<'de>(
    fields: &'de Map<String, Value>,
) -> MapDeserializer<'de, impl Iterator<Item = (&'de str, Field<'de>)>, Fault> {
    let given = fields.iter().filter(|(_, value)| !value.is_null());
    MapDeserializer::new(given.map(|(name, value)| (name.as_str(), Field(value))))
}

/// What is wrong, before it is known in which field.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("{0} is missing")]
    Missing(&'static str),
    #[error("{0}")]
    Wrong(String),
}

impl de::Error for Fault {
    fn custom<T: std::fmt::Display>(detail: T) -> Self {
        Self::Wrong(detail.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Wrong(format!("use {expected}"))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Wrong(format!("use {expected}"))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Wrong(match expected {
            [others @ .., last] if !others.is_empty() => format!("use {} or {last}", others.join(", ")),
            only => format!("use {}", only.concat()),
        })
    }

    fn unknown_field(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Wrong(format!("use one of: {}", expected.join(", ")))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }
}

/// The value of a field that is given.
struct Field<'de>(&'de Value);

impl<'de> IntoDeserializer<'de, Fault> for Field<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Field<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(entries) => visitor.visit_seq(SeqDeserializer::new(entries.iter().map(Field))),
            Value::Object(fields) => visitor.visit_map(given(fields)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let flag = self.0.as_bool().ok_or_else(|| Fault::Wrong("use true or false".to_owned()))?;
        visitor.visit_bool(flag)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let number = self.0.as_u64().and_then(|number| u32::try_from(number).ok());
        let wrong = || Fault::Wrong(format!("use a whole number from 0 to {}", u32::MAX));
        visitor.visit_u32(number.ok_or_else(wrong)?)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    /// A word of several. What is no text is none of them either.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let word = self.0.as_str().ok_or_else(|| <Fault as de::Error>::unknown_variant("", words))?;
        visitor.visit_enum(word.into_deserializer())
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Fruit {
        Apple,
        Pear,
        Plum,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Basket {
        fruit: Fruit,
        note: Option<String>,
        #[serde(default)]
        is_open: bool,
    }

    fn basket(value: &Value) -> Result<Basket, String> {
        read(value.as_object().unwrap(), "is required").map_err(|fault| fault.to_string())
    }

    #[test]
    fn a_field_that_is_null_counts_as_not_given() {
        let read = basket(&json!({ "fruit": "pear", "note": null, "is_open": null }));
        assert_eq!(read, Ok(Basket { fruit: Fruit::Pear, note: None, is_open: false }));
        assert_eq!(basket(&json!({ "fruit": null })), Err("fruit: is required".to_owned()));
    }

    #[test]
    fn a_fault_names_its_field_and_says_what_to_do() {
        for (value, fault) in [
            (json!({}), "fruit: is required"),
            (json!({ "fruit": "brick" }), "fruit: use apple, pear or plum"),
            (json!({ "fruit": ["apple"] }), "fruit: use apple, pear or plum"),
            (json!({ "fruit": "apple", "note": 7 }), "note: use a string"),
            (json!({ "fruit": "apple", "note": ["ripe"] }), "note: use a string"),
            (json!({ "fruit": "apple", "note": { "text": "ripe" } }), "note: use a string"),
            (json!({ "fruit": "apple", "is_open": "yes" }), "is_open: use true or false"),
            (json!({ "fruit": "apple", "nuts": 2 }), "nuts: use one of: fruit, note, is_open"),
        ] {
            assert_eq!(basket(&value), Err(fault.to_owned()), "{value}");
        }
    }
}
