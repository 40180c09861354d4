//! So many of so many.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// So many of so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// How many.
    pub count: usize,
    /// Of how many.
    pub of: usize,
}

impl Share {
    /// How many of them are so.
    pub(super) fn among<T>(all: impl IntoIterator<Item = T>, is_so: impl Fn(T) -> bool) -> Self {
        let mut share = Self { count: 0, of: 0 };
        for one in all {
            share.of += 1;
            share.count += usize::from(is_so(one));
        }
        share
    }

    /// From 0 to 1; none of nothing.
    pub fn ratio(self) -> Option<f64> {
        (self.of > 0).then(|| self.count as f64 / self.of as f64)
    }

    /// From 0 to 100; none of nothing.
    pub fn percent(self) -> Option<f64> {
        (self.of > 0).then(|| 100.0 * self.count as f64 / self.of as f64)
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut share = serializer.serialize_struct("Share", 3)?;
        share.serialize_field("count", &self.count)?;
        share.serialize_field("of", &self.of)?;
        share.serialize_field("percent", &self.percent())?;
        share.end()
    }
}
