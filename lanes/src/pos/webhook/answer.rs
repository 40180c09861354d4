//! What a POS answers: what became of a ticket, and how long it asks to wait.

use std::time::{Duration, SystemTime};

use fsm::ids::ItemId;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::Deserialize;

use crate::pos::PosReport;
use crate::pos::emitter::WORDS_CHARS_MAX;

/// The longest `Retry-After` that is obeyed: a mistake in it must not stop a drive-thru for an evening.
pub const RETRY_AFTER_MAX: Duration = Duration::from_secs(600);

/// What a POS may say of a ticket in its answer.
#[derive(Deserialize)]
#[serde(tag = "status", rename_all = "snake_case")]
enum Word {
    Accepted { pos_reference: Option<String> },
    Rejected { reason: Option<String>, item: Option<ItemId> },
}

/// What an answer to a new ticket reports. Without a status of the ticket it only means that the message was delivered.
pub fn report(answer: &[u8]) -> Option<PosReport> {
    Some(match serde_json::from_slice(answer).ok()? {
        Word::Accepted { pos_reference } => {
            PosReport::Acknowledged { pos_reference: pos_reference.map(|words| cut(&words)) }
        }
        Word::Rejected { reason, item } => {
            let reason = reason.map_or_else(|| "the POS gave no reason".to_owned(), |words| cut(&words));
            PosReport::Rejected { reason, item }
        }
    })
}

/// What a POS says besides that it refuses, on one line; none if that is nothing, too long to be read, or no text.
pub fn words(answer: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(answer).ok()?;
    let words: Vec<_> = text.split(|char: char| char.is_whitespace() || char.is_control()).collect();
    let line = words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    (!line.is_empty()).then_some(line)
}

fn cut(words: &str) -> String {
    words.chars().take(WORDS_CHARS_MAX).collect()
}

/// How long a busy POS asks to wait, in seconds or until a date.
pub fn retry_after(status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    if !matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
        return None;
    }
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = match text.parse() {
        Ok(seconds) => Duration::from_secs(seconds),
        Err(_) => {
            let until = httpdate::parse_http_date(text).ok()?;
            until.duration_since(SystemTime::now()).unwrap_or_default()
        }
    };
    Some(wait.min(RETRY_AFTER_MAX))
}
