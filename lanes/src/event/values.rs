//! The values of an event's fields. Each is checked where it is read, and says what to send instead of a faulty one.

use std::fmt::Display;
use std::ops::{Deref, DerefMut, RangeInclusive};

use jiff::{SignedDuration, Timestamp};
use parse::{HIDDEN, Languages};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// The longest utterance, in characters.
pub const TEXT_CHARS_MAX: usize = 2000;
/// The most other guesses of a recognizer.
pub const ALTERNATIVES_MAX: usize = 5;
/// The most words whose confidence a recognizer gives.
pub const WORDS_MAX: usize = 1000;
/// The longest id or name in an event, in characters.
const NAME_CHARS_MAX: usize = 64;
/// The most of one line that a tap can ask for. What is over the drive-thru's own cap is asked about instead.
const TAP_QUANTITY_MAX: u32 = 999;
/// The longest silence that is reported, in seconds.
const SILENCE_SECONDS_MAX: f64 = 86_400.0;

/// Words that were said: 1 to 2000 characters, with a letter or digit among them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, min_length = 1, max_length = 2000, example = "two cheeseburgers, no pickles")]
pub struct SpokenText(String);

impl SpokenText {
    /// The words.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands for words that are hidden.
    pub(crate) fn hidden() -> Self {
        Self(HIDDEN.to_owned())
    }

    /// The same without the numbers of cards and phones.
    pub(crate) fn without_long_numbers(&self, languages: &Languages) -> Self {
        languages.without_long_numbers(&self.0).map_or_else(|| self.clone(), Self)
    }

    /// Hides the numbers of cards and phones in it. Gives whether there are any.
    pub(crate) fn hide_long_numbers(&mut self, languages: &Languages) -> bool {
        let Some(text) = languages.without_long_numbers(&self.0) else { return false };
        self.0 = text;
        true
    }
}

impl TryFrom<String> for SpokenText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let text = at_most(TEXT_CHARS_MAX, text)?;
        if text.chars().any(char::is_alphanumeric) || text.contains(HIDDEN) {
            Ok(Self(text))
        } else {
            Err("give the words that were said: there is no letter or digit in it".to_owned())
        }
    }
}

/// The tag of a language: 2 to 35 letters, digits and dashes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "String")]
#[schema(value_type = String, min_length = 2, max_length = 35)]
pub struct LocaleTag(String);

impl LocaleTag {
    /// The tag.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for LocaleTag {
    type Error = String;

    fn try_from(tag: String) -> Result<Self, String> {
        let is_plain =
            tag.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'));
        if is_plain && (2..=35).contains(&tag.len()) {
            Ok(Self(tag))
        } else {
            Err("use the tag of a language, such as en-US".to_owned())
        }
    }
}

/// A list of at most so many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<T>", bound(deserialize = "T: Deserialize<'de>"))]
pub struct Few<T, const MAX: usize>(Vec<T>);

impl<T, const MAX: usize> Few<T, MAX> {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T, const MAX: usize> Deref for Few<T, MAX> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, const MAX: usize> DerefMut for Few<T, MAX> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T, const MAX: usize> Default for Few<T, MAX> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MAX: usize> TryFrom<Vec<T>> for Few<T, MAX> {
    type Error = String;

    fn try_from(all: Vec<T>) -> Result<Self, String> {
        if all.len() <= MAX { Ok(Self(all)) } else { Err(format!("at most {MAX}")) }
    }
}

/// An id or name of at most 64 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", bound(deserialize = "T: for<'a> From<&'a str>"))]
pub struct Name<T>(pub T);

impl<T: for<'a> From<&'a str>> TryFrom<String> for Name<T> {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        at_most(NAME_CHARS_MAX, text).map(|text| Self(T::from(&text)))
    }
}

/// How sure the recognizer was, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "Value")]
#[schema(value_type = f64, minimum = 0, maximum = 1)]
pub struct Confidence(pub f64);

impl TryFrom<Value> for Confidence {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        within(0.0..=1.0, value.as_f64(), "number").map(Self)
    }
}

/// How long nothing was heard, in seconds: a day at most.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "Value")]
#[schema(value_type = f64, minimum = 0, maximum = 86400)]
pub struct Seconds(pub f64);

impl Seconds {
    /// As a duration.
    pub(crate) fn duration(self) -> SignedDuration {
        SignedDuration::try_from_secs_f64(self.0).unwrap_or_default()
    }
}

impl TryFrom<Value> for Seconds {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        within(0.0..=SILENCE_SECONDS_MAX, value.as_f64(), "number").map(Self)
    }
}

/// How many of a line a tap asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "Value")]
#[schema(value_type = u32, minimum = 1, maximum = 999)]
pub struct Quantity(pub u32);

impl TryFrom<Value> for Quantity {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
        within(1..=TAP_QUANTITY_MAX, number, "whole number").map(Self)
    }
}

impl Default for Quantity {
    fn default() -> Self {
        Self(1)
    }
}

/// Reads a UUID that may be left out.
pub fn uuid<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Uuid>, D::Error> {
    or_else_use("a UUID, such as 0198c0de-0000-7000-8000-000000000001", from)
}

/// Reads a time that may be left out.
pub fn time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Timestamp>, D::Error> {
    or_else_use("an RFC 3339 time, such as 2026-11-21T20:00:00Z", from)
}

fn or_else_use<'de, T: Deserialize<'de>, D: Deserializer<'de>>(what: &str, from: D) -> Result<T, D::Error> {
    T::deserialize(from).map_err(|_| D::Error::custom(format_args!("use {what}")))
}

/// A text that is not too long.
///
/// # Errors
/// What to send instead.
pub fn at_most(chars_max: usize, text: String) -> Result<String, String> {
    if text.chars().count() <= chars_max { Ok(text) } else { Err(format!("at most {chars_max} characters")) }
}

/// A number that is in its range.
///
/// # Errors
/// What to use instead.
pub fn within<T: PartialOrd + Display>(
    range: RangeInclusive<T>,
    number: Option<T>,
    kind: &str,
) -> Result<T, String> {
    let number = number.filter(|number| range.contains(number));
    let (least, most) = range.into_inner();
    number.ok_or_else(|| format!("use a {kind} from {least} to {most}"))
}
