//! Calls over HTTP that send exactly what they are given, and their answers.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;

use serde_json::Value;

use super::{PATIENCE, awaited};

/// The keys with which services that ask for one are called.
static KEYS: Mutex<BTreeMap<SocketAddr, String>> = Mutex::new(BTreeMap::new());

/// Has calls of a service come with a key, but for those that have another.
pub fn call_with_key(address: SocketAddr, key: &str) {
    KEYS.lock().unwrap().insert(address, key.to_owned());
}

/// Has a service that starts at an address be called without the key of one that was there before.
pub fn call_without_key(address: SocketAddr) {
    KEYS.lock().unwrap().remove(&address);
}

/// The header with the key of a service; none if it asks for none.
pub fn authorization(address: SocketAddr) -> Option<String> {
    Some(format!("Bearer {}", KEYS.lock().unwrap().get(&address)?))
}

/// An answer over HTTP.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    /// A header's value; the name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        let headers = self.head.lines().filter_map(|line| line.split_once(": "));
        headers.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    pub fn is_replayed(&self) -> bool {
        self.header("idempotent-replayed") == Some("true")
    }

    /// That it is the answer of before.
    #[track_caller]
    pub fn repeats(&self, body: &str) {
        assert!(self.is_replayed(), "{self:#?}");
        assert_eq!(self.body, body);
    }

    /// The body of an answer with that status.
    #[track_caller]
    pub fn json(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:#?}");
        serde_json::from_str(&self.body).unwrap()
    }

    /// The field that is faulty, of an answer that says so.
    #[track_caller]
    pub fn faulty_field(&self) -> String {
        self.problem(422, "invalid-event")["field"].as_str().unwrap().to_owned()
    }

    /// The body of a problem of that status and name: RFC 9457 all over, and a detail that says what to do.
    #[track_caller]
    pub fn problem(&self, status: u16, name: &str) -> Value {
        let problem = self.json(status);
        assert_eq!(self.header("content-type"), Some("application/problem+json"), "{self:#?}");
        assert_eq!(problem["type"], format!("urn:carhop:problem:{name}"), "{problem:#}");
        assert_eq!(problem["status"], status, "{problem:#}");
        assert!(problem["title"].is_string(), "{problem:#}");
        assert!(problem["detail"].as_str().is_some_and(|detail| !detail.is_empty()), "{problem:#}");
        if matches!(status, 409 | 503) {
            assert!(problem["cursor"]["turn"].is_u64(), "{problem:#}");
            assert!(problem["cursor"].get("session_id").is_some(), "{problem:#}");
        }
        problem
    }
}

/// One request on a connection of its own.
#[track_caller]
pub fn call(address: SocketAddr, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
    try_call(address, method, path, headers, body).unwrap()
}

/// Asks until the service can say. A busy machine's store may be too late now and then.
#[track_caller]
pub fn ask(address: SocketAddr, method: &str, path: &str, body: &str) -> Answer {
    awaited("an answer", || {
        Some(call(address, method, path, &[], body.as_bytes())).filter(|answer| answer.status != 503)
    })
}

/// The same as [`call`] where the service may not be there.
pub fn try_call(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<Answer> {
    let mut stream = connected(address)?;
    send_request(&mut stream, address, method, path, headers, body);
    answer(&mut stream)
}

/// Sends one request, the last of its connection.
pub fn send_request(
    stream: &mut TcpStream,
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) {
    let length = body.len().to_string();
    let mut request = format!("{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    let own = [("content-type", "application/json"), ("content-length", length.as_str())];
    let own = own.iter().filter(|(name, _)| headers.iter().all(|(given, _)| given != name));
    let key = authorization(address).filter(|_| headers.iter().all(|(name, _)| *name != "authorization"));
    let key = key.as_ref().map(|key| ("authorization", key.as_str()));
    for (name, value) in own.chain(headers).chain(&key) {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    // A service that has heard enough answers before it has read all.
    let _ = stream.write_all(&[request.as_bytes(), b"\r\n", body].concat());
}

/// A connection that waits, but not for ever.
pub fn connected(address: SocketAddr) -> std::io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Reads until the service closes the connection. An answer that is cut off is an error.
pub fn answer(stream: &mut TcpStream) -> std::io::Result<Answer> {
    let mut bytes = Vec::new();
    let read = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let whole = text.split_once("\r\n\r\n").and_then(|(head, body)| {
        let status = head.split(' ').nth(1)?.parse().ok()?;
        Some(Answer { status, head: head.to_owned(), body: body.to_owned() })
    });
    let whole = whole.and_then(|answer| {
        if answer.header("transfer-encoding") == Some("chunked") {
            return Some(Answer { body: unchunked(&answer.body)?, ..answer });
        }
        let length = answer.header("content-length").and_then(|length| length.parse().ok());
        (length == Some(answer.body.len())).then_some(answer)
    });
    match whole {
        Some(answer) => Ok(answer),
        None => Err(read.err().unwrap_or_else(|| std::io::ErrorKind::UnexpectedEof.into())),
    }
}

/// A body without the lengths of its pieces; none if its last piece, which is empty, is missing.
fn unchunked(mut rest: &str) -> Option<String> {
    let mut body = String::new();
    loop {
        let (length, after) = rest.split_once("\r\n")?;
        let length = usize::from_str_radix(length, 16).ok()?;
        let (piece, after) = after.split_at_checked(length)?;
        rest = after.strip_prefix("\r\n")?;
        if length == 0 {
            return Some(body);
        }
        body += piece;
    }
}
