//! A socket and a stream of events, as a frontend has them.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message, WebSocket, client};

use crate::support::{Lane, authorization, connected, fresh_id};

/// The socket of a lane.
pub struct Socket(WebSocket<TcpStream>);

impl Socket {
    /// Opens it with parameters such as `?turn=0`.
    #[track_caller]
    pub fn open(lane: &Lane, parameters: &str) -> Self {
        Self::try_open(lane, parameters).unwrap()
    }

    /// Opens it with headers besides.
    #[track_caller]
    pub fn with_headers(lane: &Lane, parameters: &str, headers: &[(&'static str, &str)]) -> Self {
        Self::try_with_headers(lane, parameters, headers).unwrap()
    }

    /// The same where the service may not be there.
    pub fn try_open(lane: &Lane, parameters: &str) -> Result<Self, String> {
        Self::try_with_headers(lane, parameters, &[])
    }

    fn try_with_headers(
        lane: &Lane,
        parameters: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, String> {
        let stream = connected(lane.address).map_err(|error| error.to_string())?;
        let url = format!("ws://{}{}/ws{parameters}", lane.address, lane.path);
        let mut request = url.into_client_request().unwrap();
        if let Some(key) = authorization(lane.address) {
            request.headers_mut().insert("authorization", key.parse().unwrap());
        }
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        let opened = client(request, stream).map_err(|error| error.to_string());
        opened.map(|(socket, _)| Self(socket))
    }

    /// Opens it behind the last turn seen.
    #[track_caller]
    pub fn behind(lane: &Lane, turn: &Value) -> Self {
        let session = turn["session_id"].as_str().unwrap();
        Self::open(lane, &format!("?session_id={session}&turn={}", turn["turn"]))
    }

    pub fn send(&mut self, text: &str) {
        self.0.send(Message::text(text)).unwrap();
    }

    /// Sends an event with an id of its own.
    pub fn event(&mut self, mut event: Value) {
        event["id"] = json!(fresh_id());
        self.send(&event.to_string());
    }

    pub fn binary(&mut self) {
        self.0.send(Message::binary(b"two cheeseburgers".as_slice())).unwrap();
    }

    /// The next message.
    #[track_caller]
    pub fn next(&mut self) -> Value {
        loop {
            match self.0.read().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// The next turns, so many.
    #[track_caller]
    pub fn turns(&mut self, count: usize) -> Vec<Value> {
        (0..count).map(|_| self.next()).inspect(|turn| assert!(turn["turn"].is_u64(), "{turn:#}")).collect()
    }

    /// That nothing was sent before the answer to a ping.
    #[track_caller]
    pub fn is_quiet(&mut self) {
        self.send(r#"{"type":"ping"}"#);
        assert_eq!(self.next(), json!({ "type": "pong" }));
    }

    /// Says that no more comes from here.
    pub fn close(&mut self) {
        let frame = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        self.0.close(Some(frame)).unwrap();
    }

    /// The code and reason that it is closed with.
    #[track_caller]
    pub fn closed(&mut self) -> (u16, String) {
        loop {
            match self.0.read() {
                Ok(Message::Close(Some(CloseFrame { code, reason }))) => {
                    return (code.into(), reason.to_string());
                }
                Ok(_) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Reads until the connection breaks, and gives what came.
    pub fn rest(&mut self) -> Vec<Value> {
        let mut came = Vec::new();
        loop {
            match self.0.read() {
                Ok(Message::Text(text)) => came.push(serde_json::from_str(&text).unwrap()),
                Ok(_) => {}
                Err(Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                    panic!("it never breaks")
                }
                Err(_) => return came,
            }
        }
    }
}

/// The numbers of turns.
pub fn numbers(turns: &[Value]) -> Vec<u64> {
    turns.iter().map(|turn| turn["turn"].as_u64().unwrap()).collect()
}

/// A server-sent event.
#[derive(Debug, Default, PartialEq)]
pub struct Sent {
    pub id: String,
    pub kind: String,
    pub data: Value,
}

/// Server-sent events, as those of a drive-thru.
pub struct Events {
    lines: BufReader<TcpStream>,
    /// Where it began.
    pub start: String,
}

impl Events {
    /// Follows `d1`, from now on or behind an event.
    #[track_caller]
    pub fn of(address: SocketAddr, last: Option<&str>) -> Self {
        Self::open(address, "/v1/drive-thrus/d1/events", last)
    }

    #[track_caller]
    pub fn open(address: SocketAddr, path: &str, last: Option<&str>) -> Self {
        let last = last.map(|last| format!("Last-Event-ID: {last}\r\n")).unwrap_or_default();
        let mut events = Self::asked(address, &format!("GET {path}"), &last, "");
        let first = events.block().unwrap();
        assert_eq!((first.kind.as_str(), &first.data), ("", &Value::Null));
        events.start = first.id;
        events
    }

    /// Those that a body is answered with.
    #[track_caller]
    pub fn posted(address: SocketAddr, path: &str, body: &Value) -> Self {
        let body = body.to_string();
        let headers = format!("Accept: text/event-stream\r\nContent-Length: {}\r\n", body.len());
        Self::asked(address, &format!("POST {path}"), &headers, &body)
    }

    #[track_caller]
    fn asked(address: SocketAddr, what: &str, headers: &str, body: &str) -> Self {
        let mut stream = connected(address).unwrap();
        let key = authorization(address).map(|key| format!("authorization: {key}\r\n")).unwrap_or_default();
        // An answer of HTTP/1.0 is not in chunks.
        write!(stream, "{what} HTTP/1.0\r\nhost: {address}\r\n{key}{headers}\r\n{body}").unwrap();
        let mut events = Self { lines: BufReader::new(stream), start: String::new() };
        let status = events.line().unwrap();
        assert!(status.contains(" 200 "), "{status}");
        while events.line().is_some_and(|header| !header.is_empty()) {}
        events
    }

    /// The next event; none at the end of the stream.
    pub fn next(&mut self) -> Option<Sent> {
        loop {
            let block = self.block()?;
            if !block.kind.is_empty() {
                return Some(block);
            }
        }
    }

    /// The next event of a kind.
    #[track_caller]
    pub fn next_of(&mut self, kind: &str) -> Sent {
        loop {
            let event = self.next().expect("the stream goes on");
            if event.kind == kind {
                return event;
            }
        }
    }

    fn block(&mut self) -> Option<Sent> {
        let mut sent = Sent::default();
        loop {
            let line = self.line()?;
            match line.split_once(": ") {
                _ if line.is_empty() => return Some(sent),
                Some(("id", id)) => sent.id = id.to_owned(),
                Some(("event", kind)) => sent.kind = kind.to_owned(),
                Some(("data", data)) => sent.data = serde_json::from_str(data).unwrap(),
                _ => {}
            }
        }
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        match self.lines.read_line(&mut line) {
            Ok(0) | Err(_) => None,
            Ok(_) => Some(line.trim_end().to_owned()),
        }
    }
}
