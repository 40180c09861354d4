//! What a key is for, and where.

use std::fmt;

use fsm::ids::{InvalidId, LaneKey, check_id};
use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};
use utoipa::ToSchema;

/// What a key may do. Each route names those that it takes.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, Display, EnumString, VariantNames,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Scope {
    /// The frontend of lanes: events in, turns out.
    Lane,
    /// The POS: tickets.
    Pos,
    /// The crew: lanes and tickets, and what is off.
    Crew,
    /// Who runs a drive-thru: all that the crew may, menus and houses, sessions, voids.
    Manager,
    /// Everything.
    Admin,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Self; 5] = [Self::Lane, Self::Pos, Self::Crew, Self::Manager, Self::Admin];

    /// Whether a key with this scope may do what is for another.
    pub fn includes(self, other: Self) -> bool {
        match self {
            Self::Admin => true,
            Self::Manager => matches!(other, Self::Manager | Self::Crew),
            Self::Lane | Self::Pos | Self::Crew => self == other,
        }
    }

    /// Whether a key for one lane may have it: what a manager changes, all lanes have in common.
    fn fits_a_lane(self) -> bool {
        match self {
            Self::Lane | Self::Pos | Self::Crew => true,
            Self::Manager | Self::Admin => false,
        }
    }
}

/// What of a key a browser is given by a code: one scope in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grant {
    /// What it may do.
    pub scope: Scope,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// Where a key is good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "PlaceFields", into = "PlaceFields")]
pub enum Place {
    /// In the whole installation.
    Everywhere,
    /// In one drive-thru.
    DriveThru(String),
    /// On one lane.
    Lane(LaneKey),
}

impl Place {
    /// The place of what was given.
    ///
    /// # Errors
    /// An id that is none, or a lane of no drive-thru.
    pub fn new(drive_thru: Option<&str>, lane: Option<&str>) -> Result<Self, String> {
        let told = |error: InvalidId| error.to_string();
        match (drive_thru, lane) {
            (None, None) => Ok(Self::Everywhere),
            (None, Some(_)) => Err("say of which drive-thru the lane is".to_owned()),
            (Some(drive_thru), None) => {
                check_id(drive_thru).map_err(told)?;
                Ok(Self::DriveThru(drive_thru.to_owned()))
            }
            (Some(drive_thru), Some(lane)) => LaneKey::new(drive_thru, lane).map(Self::Lane).map_err(told),
        }
    }

    /// Its drive-thru and its lane.
    pub fn ids(&self) -> (Option<String>, Option<String>) {
        match self {
            Self::Everywhere => (None, None),
            Self::DriveThru(id) => (Some(id.clone()), None),
            Self::Lane(lane) => (Some(lane.drive_thru().to_owned()), Some(lane.lane().to_owned())),
        }
    }

    /// Whether keys that are good there may have these scopes.
    ///
    /// # Errors
    /// What to do about one that is for more than a lane.
    pub fn fits(&self, scopes: &[Scope]) -> Result<(), String> {
        match (self, scopes.iter().find(|scope| !scope.fits_a_lane())) {
            (Self::Lane(_), Some(scope)) => {
                Err(format!("`{scope}` is for a whole drive-thru: leave out the lane"))
            }
            _ => Ok(()),
        }
    }

    /// Whether it has all of another one.
    pub fn includes(&self, other: &Self) -> bool {
        match other {
            Self::Everywhere => self.is_everywhere(),
            Self::DriveThru(id) => self.has_drive_thru(id),
            Self::Lane(lane) => self.has_lane(lane.drive_thru(), lane.lane()),
        }
    }

    /// Whether it is all there is.
    pub fn is_everywhere(&self) -> bool {
        matches!(self, Self::Everywhere)
    }

    /// Whether it has all lanes of a drive-thru.
    pub fn has_drive_thru(&self, drive_thru: &str) -> bool {
        match self {
            Self::Everywhere => true,
            Self::DriveThru(id) => id == drive_thru,
            Self::Lane(_) => false,
        }
    }

    /// Whether it has a lane of a drive-thru, or more: what the lanes have in common can be seen from there.
    pub fn is_at(&self, drive_thru: &str) -> bool {
        match self {
            Self::Lane(lane) => lane.drive_thru() == drive_thru,
            Self::Everywhere | Self::DriveThru(_) => self.has_drive_thru(drive_thru),
        }
    }

    /// Whether it has a lane.
    pub fn has_lane(&self, drive_thru: &str, lane: &str) -> bool {
        match self {
            Self::Lane(own) => own.drive_thru() == drive_thru && own.lane() == lane,
            Self::Everywhere | Self::DriveThru(_) => self.has_drive_thru(drive_thru),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Everywhere => f.write_str("everywhere"),
            Self::DriveThru(id) => f.write_str(id),
            Self::Lane(lane) => write!(f, "{} lane {}", lane.drive_thru(), lane.lane()),
        }
    }
}

/// A place as it is written.
#[derive(Serialize, Deserialize)]
struct PlaceFields {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    drive_thru: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lane: Option<String>,
}

impl TryFrom<PlaceFields> for Place {
    type Error = String;

    fn try_from(fields: PlaceFields) -> Result<Self, String> {
        Self::new(fields.drive_thru.as_deref(), fields.lane.as_deref())
    }
}

impl From<Place> for PlaceFields {
    fn from(place: Place) -> Self {
        let (drive_thru, lane) = place.ids();
        Self { drive_thru, lane }
    }
}
