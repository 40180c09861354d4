//! The part of JSON Schema that the documents use.

use serde_json::Value;

/// A document with the schemas that it refers to.
pub struct Schemas(pub Value);

impl Schemas {
    /// Gives the first place where a value is not as the schema has it.
    pub fn fits(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        if let Some(pointer) = schema["$ref"].as_str() {
            let target =
                self.0.pointer(pointer.trim_start_matches('#')).ok_or(format!("{pointer} is nowhere"))?;
            self.fits(target, value, at)?;
        }
        for schema in schema["allOf"].as_array().into_iter().flatten() {
            self.fits(schema, value, at)?;
        }
        if let Some(choices) = schema["oneOf"].as_array() {
            let faults: Vec<String> =
                choices.iter().filter_map(|it| self.fits(it, value, at).err()).collect();
            if faults.len() + 1 != choices.len() {
                return Err(format!(
                    "{at}: {} of {} fit: {faults:?}",
                    choices.len() - faults.len(),
                    choices.len()
                ));
            }
        }
        if let Some(allowed) = schema["enum"].as_array().filter(|allowed| !allowed.contains(value)) {
            return Err(format!("{at}: {value} is none of {allowed:?}"));
        }
        let kinds = match &schema["type"] {
            Value::String(kind) => vec![kind.as_str()],
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        if !kinds.is_empty() && !kinds.iter().any(|kind| is_a(kind, value)) {
            return Err(format!("{at}: {value} is no {kinds:?}"));
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            value.get(name).ok_or(format!("{at}: {name} is missing"))?;
        }
        for (name, member) in value.as_object().into_iter().flatten() {
            match schema["properties"].get(name) {
                Some(schema) => self.fits(schema, member, &format!("{at}.{name}"))?,
                None if schema["additionalProperties"] == false => {
                    return Err(format!("{at}: there is no room for {name}"));
                }
                None => {}
            }
        }
        if schema["items"].is_object() {
            for (number, entry) in value.as_array().into_iter().flatten().enumerate() {
                self.fits(&schema["items"], entry, &format!("{at}[{number}]"))?;
            }
        }
        Ok(())
    }
}

fn is_a(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => false,
    }
}
