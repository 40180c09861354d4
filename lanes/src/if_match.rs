//! Which version of a document is to be replaced, as HTTP's `If-Match` says it.

/// Whether the version in use, if there is one, may be replaced.
pub(crate) fn allows(if_match: Option<&str>, in_use: Option<&str>) -> bool {
    let is_meant = |wanted: &str| in_use.is_some_and(|etag| is_any(wanted) || names(wanted, etag));
    if_match.is_none_or(is_meant)
}

/// Whether it is whichever version is in use: `*`.
pub(crate) fn is_any(wanted: &str) -> bool {
    names(wanted, "*")
}

/// Whether a version is among those that are named.
pub(crate) fn names(wanted: &str, etag: &str) -> bool {
    wanted.split(',').any(|tag| tag.trim() == etag)
}
