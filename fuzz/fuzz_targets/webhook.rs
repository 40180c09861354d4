//! Whatever secret signs a message, a receiver verifies it; whatever a POS answers, what is kept of it has its bounds. The input
//! is a secret, a `Retry-After` and, as the message and as the answer to it, a body, a line each.
#![no_main]

#[path = "../../lanes/src/pos/webhook/signature.rs"]
mod signature;

use jiff::Timestamp;
use lanes::pos::PosReport;
use lanes::pos::webhook::answer::{RETRY_AFTER_MAX, WORDS_CHARS_MAX, report, retry_after};
use libfuzzer_sys::fuzz_target;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use standardwebhooks::Webhook;

use self::signature::{Secret, signatures};

fuzz_target!(|input: &[u8]| {
    let mut lines = input.splitn(3, |byte| *byte == b'\n');
    let (Some(secret), Some(wait), Some(body)) = (lines.next(), lines.next(), lines.next()) else { return };
    // Messages are JSON: the receiver refuses what is no text.
    if let (Ok(secret), Ok(text)) = (str::from_utf8(secret), str::from_utf8(body)) {
        check_signature(secret, text.as_bytes());
    }
    if let Ok(wait) = HeaderValue::from_bytes(wait) {
        let wait = retry_after(StatusCode::SERVICE_UNAVAILABLE, &HeaderMap::from_iter([(RETRY_AFTER, wait)]));
        assert!(wait.is_none_or(|wait| wait <= RETRY_AFTER_MAX), "{wait:?}");
    }
    let words = match report(body) {
        Some(PosReport::Acknowledged { pos_reference }) => pos_reference,
        Some(PosReport::Rejected { reason, .. }) => Some(reason),
        Some(PosReport::PaymentProblem { .. }) => panic!("an answer tells of no payment"),
        None => None,
    };
    assert!(words.is_none_or(|words| words.chars().count() <= WORDS_CHARS_MAX));
});

fn check_signature(text: &str, body: &[u8]) {
    let Ok(secret) = Secret::parse(text) else { return };
    let timestamp = Timestamp::now().as_second().to_string();
    let signatures = signatures(&[secret], "id", &timestamp, body);
    let headers =
        [("webhook-id", "id"), ("webhook-timestamp", &timestamp), ("webhook-signature", &signatures)];
    let headers = headers.map(|(name, value)| {
        let value = HeaderValue::from_str(value).expect("what is sent is a header");
        (HeaderName::from_static(name), value)
    });
    let receiver = Webhook::new(text).expect("a receiver knows the secret");
    receiver.verify(body, &HeaderMap::from_iter(headers)).expect("the message is genuine");
}
