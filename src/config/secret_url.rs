//! URLs that may hold a secret: they are used as they are, and shown without it.

use std::convert::Infallible;
use std::ffi::OsStr;
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use serde::{Deserialize, Serialize, Serializer};

/// What stands for a secret.
const HIDDEN: &str = "***";

/// A URL that may hold a secret.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct SecretUrl(String);

impl SecretUrl {
    /// The URL with its secrets.
    pub fn as_secret(&self) -> &str {
        &self.0
    }
}

impl FromStr for SecretUrl {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl Serialize for SecretUrl {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for SecretUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_secrets(&self.0))
    }
}

impl fmt::Debug for SecretUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text in which no URL has a login or a query, not even one that is mistyped.
pub fn without_secrets(text: &str) -> String {
    text.split_inclusive(char::is_whitespace).map(without_secret).collect()
}

fn without_secret(word: &str) -> String {
    let mut shown = word.to_owned();
    if let Some(end) = shown.rfind('@') {
        let start = shown[..end].find("//").map_or(0, |slashes| slashes + "//".len());
        shown.replace_range(start..end, HIDDEN);
    }
    let query = shown.find('?').map(|mark| mark + 1).filter(|start| shown[..*start].contains('/'));
    if let Some(start) = query {
        let is_around = |char: char| char.is_whitespace() || matches!(char, '\'' | '"' | '`' | ')');
        let end = shown.trim_end_matches(is_around).len();
        if start < end {
            shown.replace_range(start..end, HIDDEN);
        }
    }
    shown
}

/// Reads an option that may hold a secret. What is wrong with it is said without quoting it.
#[derive(Clone)]
pub struct Unquoted<T>(PhantomData<T>);

impl<T> Unquoted<T> {
    /// Reads by [`FromStr`].
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> TypedValueParser for Unquoted<T>
where
    T: FromStr<Err: fmt::Display> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        value.to_string_lossy().parse().map_err(|fault: T::Err| {
            let name = argument.map(ToString::to_string).unwrap_or_default();
            clap::Error::raw(ErrorKind::ValueValidation, format!("{name}: {fault}\n")).with_cmd(command)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_url_is_shown_with_its_login_or_query() {
        for (text, shown) in [
            ("https://pos.example/tickets", "https://pos.example/tickets"),
            ("https://pos.example/tickets?token=secret", "https://pos.example/tickets?***"),
            ("https://secret@pos.example/tickets", "https://***@pos.example/tickets"),
            ("http://me:secret@127.0.0.1:8092/v1?key=secret", "http://***@127.0.0.1:8092/v1?***"),
            ("rediss://me:se@cret@h:1/2", "rediss://***@h:1/2"),
            ("redis+sentinel://u:secret@a:1,b:2/main", "redis+sentinel://***@a:1,b:2/main"),
            ("error: 'redis//:secret@h' is wrong", "error: 'redis//***@h' is wrong"),
            (
                "error: unexpected 'u:secret@h' found\n\nUsage: carhop",
                "error: unexpected ***@h' found\n\nUsage: carhop",
            ),
            ("cannot call `https://h/?a=secret`\n", "cannot call `https://h/?***`\n"),
            ("(see https://h/?secret)", "(see https://h/?***)"),
            ("is a/b there? yes", "is a/b there? yes"),
        ] {
            assert_eq!(without_secrets(text), shown);
        }
        let url: SecretUrl = "https://u:secret@h/x?secret".parse().unwrap();
        assert_eq!(format!("{url} {url:?}"), "https://***@h/x?*** https://***@h/x?***");
        assert_eq!(url.as_secret(), "https://u:secret@h/x?secret");
    }
}
