//! JSON that is read from a text, with the path of a fault.

use serde::de::DeserializeOwned;
use serde_json::Deserializer;

/// Reads a whole text as one value.
///
/// # Errors
/// What is wrong, and where.
pub(crate) fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    let mut json = Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| error.to_string())?;
    json.end().map_err(|error| error.to_string())?;
    Ok(value)
}
