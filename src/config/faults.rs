//! What is wrong with a configuration file, told without its values: they may be secrets.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::suggest::with_suggestion;

/// How many faults of a file are told at once.
const FAULTS_MAX: usize = 20;

/// Every fault of a file of the options `T`, a line each in their order, one of which is known.
pub(super) fn faults<T: DeserializeOwned>(path: &Path, mut text: String, first: toml::de::Error) -> String {
    let mut said = Vec::new();
    let mut next = Some(first);
    while let Some(error) = next {
        let span = error.span();
        let at = span.as_ref().map_or(0, |span| span.start);
        let line = text[..at].matches('\n').count() + 1;
        // Neither the line nor a value is shown: it may be a secret.
        said.push((line, without_value(error.message())));
        leave_out(&mut text, at);
        // What is no TOML any more, without what was left out, tells nothing.
        let is_read = span.is_some() && said.len() < FAULTS_MAX && text.parse::<toml::Table>().is_ok();
        next = is_read.then(|| toml::from_str::<T>(&text).err()).flatten();
    }
    said.sort();
    let lines: Vec<String> = said
        .into_iter()
        .map(|(line, what)| format!("{} is faulty in line {line}: {what}", path.display()))
        .collect();
    lines.join("\n")
}

/// Makes a line of a file empty, and with the head of a table all of its lines.
fn leave_out(text: &mut String, at: usize) {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let after = if text[start..].trim_start().starts_with('[') { "\n[" } else { "\n" };
    let end = text[start..].find(after).map_or(text.len(), |length| start + length);
    let empty = "\n".repeat(text[start..end].matches('\n').count());
    text.replace_range(start..end, &empty);
}

/// What is wrong, but for the value that it quotes.
pub(super) fn without_value(message: &str) -> String {
    match (message.find('"'), message.rfind('"')) {
        (Some(start), Some(end)) if start < end => format!("{}...{}", &message[..=start], &message[end..]),
        _ => with_suggestion(message),
    }
}
