//! Ids of menu entries, order lines and lanes, each with its own type.

use std::fmt;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;
use uuid::Uuid;

macro_rules! text_ids {
    ($($(#[$doc:meta])* $name:ident = $example:tt;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, ToSchema)]
        #[schema(value_type = String, example = $example)]
        #[schemars(with = "String")]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id as written in its document.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(|text| Self(text.into()))
            }
        }
    )*};
}

text_ids! {
    /// A menu item, such as `cheeseburger`.
    ItemId = "cheeseburger";
    /// A size of an item or of a combo, such as `large`.
    SizeId = "large";
    /// A category of items, such as `drinks`.
    CategoryId = "drinks";
    /// A group of modifiers, such as `toppings`.
    GroupId = "toppings";
    /// A modifier within its group, such as `pickle`.
    ModifierId = "pickle";
    /// A combo, such as `cheeseburger_combo`.
    ComboId = "cheeseburger_combo";
    /// A slot of a combo, such as `drink`.
    SlotId = "drink";
    /// A part of the day, such as `breakfast`.
    DayPartId = "breakfast";
    /// A rule of the house, such as `breakfast_is_over`.
    RuleId = "breakfast_is_over";
}

/// The id of an order line: `L1`, `L2`, ... Never reused within an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, JsonSchema, ToSchema)]
#[schema(value_type = String, pattern = "^L[1-9][0-9]{0,9}$", example = "L1")]
#[schemars(with = "String")]
pub struct LineId(pub u32);

impl LineId {
    /// That of a line that is on no order yet.
    pub(crate) const NONE: Self = Self(0);

    /// Parses `L1`; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('L')?;
        let plain = !digits.starts_with(['0', '+']) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if plain { digits.parse().ok().map(Self) } else { None }
    }
}

impl fmt::Display for LineId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}", self.0)
    }
}

impl Serialize for LineId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LineId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| serde::de::Error::custom("a line id is L1, L2, ..."))
    }
}

/// The text is not a drive-thru or lane id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an id is 1 to 64 of A-Z, a-z, 0-9, '_' and '-'")]
pub struct InvalidId;

/// One lane of one drive-thru. Both ids are `[A-Za-z0-9_-]{1,64}`, so that they cannot break out of a store key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct LaneKey {
    drive_thru: Arc<str>,
    lane: Arc<str>,
}

impl LaneKey {
    /// Checks both ids.
    ///
    /// # Errors
    /// [`InvalidId`] if one of them has another character or length.
    pub fn new(drive_thru: &str, lane: &str) -> Result<Self, InvalidId> {
        check_id(drive_thru)?;
        check_id(lane)?;
        Ok(Self { drive_thru: drive_thru.into(), lane: lane.into() })
    }

    /// The drive-thru's id.
    pub fn drive_thru(&self) -> &str {
        &self.drive_thru
    }

    /// The lane's id within its drive-thru.
    pub fn lane(&self) -> &str {
        &self.lane
    }

    /// The id of the session that an event opens on this lane: the same event gives the same session.
    pub fn session_id(&self, event_id: Uuid) -> Uuid {
        let name = format!("carhop:{}:{}", self.drive_thru, self.lane);
        let of_lane = Uuid::new_v5(&Uuid::NAMESPACE_URL, name.as_bytes());
        // From the id's text, like every other derived id, so that any client can compute it.
        Uuid::new_v5(&of_lane, event_id.to_string().as_bytes())
    }
}

impl fmt::Display for LaneKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.drive_thru, self.lane)
    }
}

impl<'de> Deserialize<'de> for LaneKey {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Raw {
            drive_thru: String,
            lane: String,
        }
        let raw = Raw::deserialize(deserializer)?;
        Self::new(&raw.drive_thru, &raw.lane).map_err(serde::de::Error::custom)
    }
}

/// Checks a drive-thru id or a lane id.
///
/// # Errors
/// [`InvalidId`] if it is not `[A-Za-z0-9_-]{1,64}`.
pub fn check_id(text: &str) -> Result<(), InvalidId> {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if (1..=64).contains(&text.len()) && text.bytes().all(known) { Ok(()) } else { Err(InvalidId) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_that_could_steer_a_store_key_is_refused() {
        for text in ["", "a:b", "a*", "a{b}", "a/b", "ä", "a b", "a\n", &"x".repeat(65)] {
            assert_eq!(check_id(text), Err(InvalidId), "{text:?}");
        }
        assert_eq!(check_id("Lane_1-b"), Ok(()));
    }

    #[test]
    fn a_line_id_reads_back_what_it_writes_and_nothing_else() {
        assert_eq!(LineId::parse(&LineId(12).to_string()), Some(LineId(12)));
        for text in ["L", "L0", "L01", "l1", "L+1", "L-1", "L99999999999", "1"] {
            assert_eq!(LineId::parse(text), None, "{text:?}");
        }
    }
}
