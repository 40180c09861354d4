//! Which version of a document is to be replaced, as HTTP's `If-Match` says it.

/// Whether it is whichever version is in use: `*`.
pub(crate) fn is_any(wanted: &str) -> bool {
    names(wanted, "*")
}

/// Whether a version is among those that are named.
pub(crate) fn names(wanted: &str, etag: &str) -> bool {
    wanted.split(',').any(|tag| tag.trim() == etag)
}
