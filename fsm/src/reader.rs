//! Reads a whole JSON value: a faulty part is recorded as a fault and read as an empty placeholder.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Display;
use std::str::FromStr;

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The longest name or alias.
const NAME_CHARS_MAX: usize = 200;
/// The longest description.
const DESCRIPTION_CHARS_MAX: usize = 2_000;
/// The longest id.
const ID_CHARS_MAX: usize = 64;
/// How much of a faulty text a fault quotes.
const QUOTE_CHARS_MAX: usize = 40;

/// Something that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, thiserror::Error)]
#[error("{path}: {detail}")]
pub struct Fault {
    /// Where: a JSON path such as `$.items[3].price`.
    #[schema(example = "$.items[3].price")]
    pub path: String,
    /// What is wrong there, for the document's author.
    #[schema(example = "\"-1.00\" is negative")]
    pub detail: String,
}

/// How many faults there are, in words.
pub fn faults_counted(faults: &[Fault]) -> String {
    let count = faults.len();
    format!("{count} fault{}", if count == 1 { "" } else { "s" })
}

/// A value of the document, its path, and the list for its faults.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    value: &'a Value,
    path: String,
    faults: &'a RefCell<Vec<Fault>>,
}

impl<'a> Reader<'a> {
    /// A reader of the whole document.
    pub fn new(document: &'a Value, faults: &'a RefCell<Vec<Fault>>) -> Self {
        Self { value: document, path: "$".into(), faults }
    }

    /// Where it is: a JSON path.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The value itself, of any shape.
    pub fn value(&self) -> Value {
        self.value.clone()
    }

    /// Records a fault of this value.
    pub fn fault(&self, detail: impl Into<String>) {
        self.faults.borrow_mut().push(Fault { path: self.path.clone(), detail: detail.into() });
    }

    /// The field of that name; `null` counts as missing.
    pub fn field(&self, name: &str) -> Option<Self> {
        self.value.get(name).filter(|value| !value.is_null()).map(|value| self.at(value, &step(name)))
    }

    /// The field of that name; a fault if it is missing.
    pub fn required(&self, name: &str) -> Option<Self> {
        let field = self.field(name);
        if field.is_none() {
            self.missing(name, "is missing");
        }
        field
    }

    /// Records the fault of a missing field.
    pub fn missing(&self, name: &str, detail: &str) {
        self.at(&Value::Null, &step(name)).fault(detail);
    }

    /// The names of the fields.
    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.value.as_object().into_iter().flatten().map(|(name, _)| name.as_str())
    }

    /// Records every field with another name as a fault.
    pub fn only(&self, names: &[&str]) {
        for name in self.names().filter(|name| !names.contains(name)) {
            self.missing(name, &format!("is no field here: {} are", names.join(", ")));
        }
    }

    /// Whether this is an object, so that its fields are worth reading.
    pub fn is_object(&self) -> bool {
        self.value.is_object() || self.wrong("an object")
    }

    /// Whether this is a list with nothing in it.
    pub fn is_empty_list(&self) -> bool {
        self.value.as_array().is_some_and(Vec::is_empty)
    }

    /// The list's elements, at most `max`.
    pub fn elements(&self, max: usize) -> Vec<Self> {
        let Some(elements) = self.value.as_array() else {
            self.wrong("a list");
            return Vec::new();
        };
        if elements.len() > max {
            self.fault(format!("has {} entries, the most is {max}", elements.len()));
        }
        let numbered = elements.iter().take(max).enumerate();
        numbered.map(|(at, element)| self.at(element, &format!("[{at}]"))).collect()
    }

    /// The list's elements that are objects.
    pub fn entries(&self, max: usize) -> Vec<Self> {
        self.elements(max).into_iter().filter(Self::is_object).collect()
    }

    /// The id of this entry; a fault if an earlier entry has it.
    pub fn own_id(&self, taken: &mut BTreeSet<&'a str>) -> &'a str {
        let Some(field) = self.required("id") else { return "" };
        let id = field.id();
        if !id.is_empty() && !taken.insert(id) {
            field.fault(format!("{} is the id of an entry before it", quoted(id)));
        }
        id
    }

    /// This text as an id.
    pub fn id(&self) -> &'a str {
        let Some(id) = self.text() else { return "" };
        if id.is_empty() || longer(id, ID_CHARS_MAX) || id.contains(char::is_control) {
            self.fault(format!("an id is 1 to {ID_CHARS_MAX} characters without control characters"));
        }
        id
    }

    /// This text as a spoken name.
    pub fn spoken(&self) -> String {
        self.words(NAME_CHARS_MAX)
    }

    /// This text as words that are spoken.
    pub fn words(&self, chars_max: usize) -> String {
        let Some(text) = self.text() else { return String::new() };
        if text.trim().is_empty() {
            self.fault("is empty");
        } else if longer(text, chars_max) {
            self.fault(format!("is longer than {chars_max} characters"));
        } else if text.contains(char::is_control) {
            self.fault("has a control character");
        }
        text.to_owned()
    }

    /// This text as a description.
    pub fn description(&self) -> String {
        let Some(text) = self.text() else { return String::new() };
        if longer(text, DESCRIPTION_CHARS_MAX) {
            self.fault(format!("is longer than {DESCRIPTION_CHARS_MAX} characters"));
        }
        text.to_owned()
    }

    /// This text; a fault if it is not a text.
    pub fn text(&self) -> Option<&'a str> {
        let text = self.value.as_str();
        if text.is_none() {
            self.wrong("a text");
        }
        text
    }

    /// This decimal text, such as an amount of money.
    pub fn decimal<T: FromStr<Err: Display> + Default>(&self) -> T {
        let Some(text) = self.value.as_str() else {
            self.wrong("a decimal number in quotes");
            return T::default();
        };
        text.parse().unwrap_or_else(|error| {
            let negative = text.starts_with('-');
            let reason = if negative { "is negative".into() } else { format!("cannot be read: {error}") };
            self.fault(format!("{} {reason}", quoted(text)));
            T::default()
        })
    }

    /// This whole number; `None` if it is faulty.
    pub fn number(&self) -> Option<u32> {
        let number = self.value.as_u64().and_then(|number| u32::try_from(number).ok());
        if number.is_none() {
            self.wrong(&format!("a whole number from 0 to {}", u32::MAX));
        }
        number
    }

    /// This whole number, at least 1; none if it is faulty.
    pub fn positive(&self) -> Option<u32> {
        let number = self.number();
        if number == Some(0) {
            self.fault("must be at least 1");
        }
        number
    }

    /// This boolean.
    pub fn flag(&self) -> bool {
        self.value.as_bool().unwrap_or_else(|| self.wrong("true or false"))
    }

    /// Records that the value has the wrong type. Always `false`, to end a condition with.
    fn wrong(&self, wanted: &str) -> bool {
        let found = match self.value {
            Value::Null => "null".into(),
            Value::Bool(flag) => flag.to_string(),
            Value::Number(number) => number.to_string(),
            Value::String(_) => "a text".into(),
            Value::Array(_) => "a list".into(),
            Value::Object(_) => "an object".to_owned(),
        };
        self.fault(format!("must be {wanted}, not {found}"));
        false
    }

    fn at<'b>(&self, value: &'b Value, step: &str) -> Reader<'b>
    where
        'a: 'b,
    {
        Reader { value, path: format!("{}{step}", self.path), faults: self.faults }
    }
}

/// A text as a fault quotes it: in quotation marks, and cut short.
pub fn quoted(text: &str) -> String {
    let start: String = text.chars().take(QUOTE_CHARS_MAX).collect();
    if start.len() < text.len() { format!("{start:?}...") } else { format!("{start:?}") }
}

/// The part of a path that names a field.
fn step(name: &str) -> String {
    let plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if plain && !longer(name, ID_CHARS_MAX) { format!(".{name}") } else { format!("[{}]", quoted(name)) }
}

fn longer(text: &str, chars_max: usize) -> bool {
    text.chars().nth(chars_max).is_some()
}
