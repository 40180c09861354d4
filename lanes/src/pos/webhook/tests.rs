//! What a receiver on a real socket sees, and what is made of its answers.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::SystemTime;

use fsm::ids::ItemId;
use fsm::ticket::{RetryData, TicketData, VoidData};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use reqwest::Certificate;
use reqwest::header::{HeaderMap, HeaderValue};
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::PrivatePkcs8KeyDer;
use tokio_rustls::rustls::{ServerConfig, crypto};
use uuid::Uuid;

use super::answer::RETRY_AFTER_MAX;
use super::*;

/// The secret in use and the one that takes its place.
const SECRETS: [&str; 2] =
    ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_bmV3IHNlY3JldCBvZiB0aGUgc2FtZSBob3VzZQ=="];
const HERE: Allowed = Allowed { loopback: true, private: false };
/// Shorter than the silence of a receiver that never answers.
const SHORT: Duration = Duration::from_millis(50);

fn emitter(address: SocketAddr) -> WebhookEmitter {
    let secrets = SECRETS.map(|secret| Secret::parse(secret).unwrap()).to_vec();
    WebhookEmitter::new(&format!("http://{address}/tickets"), secrets, HERE).unwrap()
}

fn lane() -> LaneKey {
    LaneKey::new("d1", "1").unwrap()
}

fn created() -> Message {
    let body = MessageBody::Created(Box::new(TicketData {
        ticket_id: Uuid::from_u128(7),
        order_id: Uuid::from_u128(8),
        revision: 1,
        replaces: None,
        drive_thru: "d1".to_owned(),
        lane: "1".to_owned(),
        lane_name: None,
        session_id: Uuid::from_u128(9),
        order_number: 42,
        business_date: jiff::civil::date(2026, 11, 21),
        dining_option: "drive_thru".to_owned(),
        channel: "voice".to_owned(),
        allergies: Vec::new(),
        lines: Vec::new(),
        notes: Vec::new(),
        tags: Vec::new(),
        currency: "USD".to_owned(),
        subtotal: "9.58".parse().unwrap(),
        discounts: Vec::new(),
        tax: "0.79".parse().unwrap(),
        total: "10.37".parse().unwrap(),
    }));
    Message { timestamp: Timestamp::UNIX_EPOCH, body }
}

/// Reads one request: its head and its body.
async fn request(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, _)) = text.split_once("\r\n\r\n") {
            let length = header(head, "content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
            let body = bytes[head.len() + 4..].to_vec();
            if body.len() >= length {
                return Ok((head.to_owned(), body));
            }
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let headers = head.lines().filter_map(|line| line.split_once(": "));
    headers.into_iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
}

fn with_body(status: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// Emits a message to a receiver that answers with these bytes and hangs up.
async fn answered(message: &Message, answer: &str) -> Result<Option<PosReport>, EmitError> {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let emitter = emitter(listener.local_addr().unwrap());
    let receive = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        request(&mut stream).await.unwrap();
        stream.write_all(answer.as_bytes()).await.unwrap();
    };
    let lane = lane();
    tokio::join!(emitter.emit(&lane, 1, message), receive).0
}

#[tokio::test]
async fn each_secret_verifies_what_is_sent_with_the_same_id_every_time() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let emitter = emitter(listener.local_addr().unwrap());
    let message = created();
    for _ in 0..2 {
        let receive = async {
            let (mut stream, _) = listener.accept().await.unwrap();
            let received = request(&mut stream).await.unwrap();
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
            received
        };
        let lane = lane();
        let (report, (head, body)) = tokio::join!(emitter.emit(&lane, 1, &message), receive);
        assert_eq!(report, Ok(None));
        assert!(head.starts_with("POST /tickets HTTP/1.1\r\n"), "{head}");
        assert_eq!(header(&head, "webhook-id").unwrap(), format!("{}:ticket.created", Uuid::from_u128(7)));
        assert_eq!(serde_json::from_slice::<Message>(&body).unwrap(), message);
        let names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
        let headers: HeaderMap = names
            .into_iter()
            .map(|name| (name.parse().unwrap(), HeaderValue::from_str(header(&head, name).unwrap()).unwrap()))
            .collect();
        for secret in SECRETS {
            standardwebhooks::Webhook::new(secret).unwrap().verify(&body, &headers).unwrap();
        }
        let stranger = standardwebhooks::Webhook::from_bytes(vec![0; 24]).unwrap();
        assert!(stranger.verify(&body, &headers).is_err());
    }
}

#[tokio::test]
async fn an_answer_says_what_becomes_of_the_ticket() {
    let acknowledged = |reference: Option<&str>| {
        Some(PosReport::Acknowledged { pos_reference: reference.map(str::to_owned) })
    };
    let rejected = |reason: &str, item: Option<&str>| {
        Some(PosReport::Rejected { reason: reason.to_owned(), item: item.map(ItemId::from) })
    };
    let long = format!(r#"{{"status":"accepted","padding":"{}"}}"#, "x".repeat(20_000));
    for (answer, report) in [
        (r#"{"status":"accepted","pos_reference":"A17"}"#, acknowledged(Some("A17"))),
        (r#"{"status":"accepted"}"#, acknowledged(None)),
        (r#"{"status":"accepted","pos_reference":null,"more":1}"#, acknowledged(None)),
        (r#"{"status":"rejected","reason":"closed"}"#, rejected("closed", None)),
        (r#"{"status":"rejected","reason":"off","item":"cookie"}"#, rejected("off", Some("cookie"))),
        (r#"{"status":"rejected"}"#, rejected("the POS gave no reason", None)),
        (r#"{"status":"queued"}"#, None),
        (r#"{"status":"accepted","pos_reference":7}"#, None),
        ("accepted", None),
        ("", None),
        (&long, None),
    ] {
        let sent = answered(&created(), &with_body("200 OK", answer)).await;
        assert_eq!(sent, Ok(report), "{answer}");
    }
    let ticket_id = Uuid::from_u128(7);
    let void = VoidData { ticket_id, order_id: ticket_id, revision: 1, reason: "changed".to_owned() };
    for body in [MessageBody::Voided(void), MessageBody::PaymentRetry(RetryData { ticket_id })] {
        let message = Message { timestamp: Timestamp::UNIX_EPOCH, body };
        let sent = answered(&message, &with_body("200 OK", r#"{"status":"accepted"}"#)).await;
        assert_eq!(sent, Ok(None));
    }
}

#[tokio::test]
async fn a_pos_that_did_not_take_it_is_asked_again_when_it_wants_to_be() {
    let at = |wait: Duration| httpdate::fmt_http_date(SystemTime::now() + wait);
    let date = |date: String| format!("HTTP/1.1 503 x\r\nretry-after: {date}\r\ncontent-length: 0\r\n\r\n");
    let busy = |status: u16, wait: &str| format!("HTTP/1.1 {status} x\r\nretry-after: {wait}\r\n\r\n");
    let none = Duration::ZERO..=Duration::ZERO;
    let seconds = |from, to| Duration::from_secs(from)..=Duration::from_secs(to);
    for (answer, wait) in [
        (busy(429, "30"), seconds(30, 30)),
        (busy(503, "30"), seconds(30, 30)),
        (busy(429, "86400"), RETRY_AFTER_MAX..=RETRY_AFTER_MAX),
        (date(at(Duration::from_secs(100))), seconds(90, 100)),
        (date(at(Duration::from_secs(9000))), RETRY_AFTER_MAX..=RETRY_AFTER_MAX),
        (busy(429, "soon"), none.clone()),
        (busy(429, "-1"), none.clone()),
        (busy(500, "30"), none.clone()),
        (with_body("404 Not Found", "{}"), none.clone()),
        (with_body("422 Unprocessable", r#"{"status":"accepted"}"#), none.clone()),
        ("HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n".to_owned(), none),
    ] {
        let Err(EmitError::Refused { reason, retry_after, .. }) = answered(&created(), &answer).await else {
            panic!("{answer}")
        };
        assert!(wait.contains(&retry_after.unwrap_or_default()), "{answer}: {retry_after:?}");
        assert!(reason.starts_with("the POS answered "), "{reason}");
    }
}

#[tokio::test]
async fn what_a_pos_says_as_it_refuses_is_told_on_one_line() {
    let told =
        async |body: &str| answered(&created(), &with_body("422 x", body)).await.unwrap_err().to_string();
    assert_eq!(told("").await, "the POS answered 422 Unprocessable Entity");
    assert_eq!(
        told("no item\r\n\t\"cookie\"\n").await,
        "the POS answered 422 Unprocessable Entity: no item \"cookie\""
    );
    assert!(told(&"x".repeat(9_000)).await.ends_with("xxx"));
    assert_eq!(told(&"x".repeat(90_000)).await, "the POS answered 422 Unprocessable Entity");
}

#[tokio::test]
async fn an_answer_that_breaks_off_leaves_open_whether_it_was_taken() {
    let whole = with_body("200 OK", r#"{"status":"accepted","pos_reference":"A17"}"#);
    for end in 0..whole.len() {
        let sent = answered(&created(), &whole[..end]).await;
        assert!(matches!(sent, Err(EmitError::Unknown { .. })), "{end}: {sent:?}");
    }
    for answer in ["SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n"] {
        let sent = answered(&created(), answer).await;
        assert!(matches!(sent, Err(EmitError::Unknown { .. })), "{answer}: {sent:?}");
    }
}

#[tokio::test]
async fn a_pos_that_does_not_answer_in_time_may_have_taken_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let emitter = WebhookEmitter { attempt_timeout: SHORT, ..emitter(listener.local_addr().unwrap()) };
    let message = created();
    let receive = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        // On a busy machine the caller may be gone before it is read.
        let _ = request(&mut stream).await;
        stream
    };
    let lane = lane();
    let (sent, _stream) = tokio::join!(emitter.emit(&lane, 1, &message), receive);
    assert!(matches!(sent, Err(EmitError::Unknown { .. })), "{sent:?}");
}

#[tokio::test]
async fn a_pos_that_cannot_be_reached_has_not_taken_it() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let sent = emitter(address).emit(&lane(), 1, &created()).await;
    assert!(matches!(sent, Err(EmitError::Refused { .. })), "{sent:?}");
}

#[tokio::test]
async fn a_name_that_leads_where_nothing_may_be_called_is_not_connected_to() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://localhost:{}/tickets", listener.local_addr().unwrap().port());
    let secrets = vec![Secret::parse(SECRETS[0]).unwrap()];
    let emitter = WebhookEmitter::new(&url, secrets, Allowed::default()).unwrap();
    let lane = lane();
    let message = created();
    let sent = tokio::select! {
        sent = emitter.emit(&lane, 1, &message) => sent,
        _ = listener.accept() => panic!("it was connected to"),
    };
    let Err(EmitError::Refused { reason, .. }) = sent else { panic!("{sent:?}") };
    assert!(reason.contains("may not be called"), "{reason}");
}

#[tokio::test]
async fn a_pos_that_is_gone_is_not_called_again() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let emitter = emitter(listener.local_addr().unwrap());
    let message = created();
    let receive = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        request(&mut stream).await.unwrap();
        stream.write_all(with_body("410 Gone", "").as_bytes()).await.unwrap();
    };
    let lane = lane();
    let (sent, ()) = tokio::join!(emitter.emit(&lane, 1, &message), receive);
    assert!(matches!(sent, Err(EmitError::Disabled { .. })), "{sent:?}");
    // Nobody listens any more: without a connection, the answer is the same.
    drop(listener);
    assert_eq!(emitter.emit(&lane, 1, &message).await, sent);
}

/// A certificate for a name, as a receiver uses it and as a caller trusts it.
fn certified(name: &str) -> (TlsAcceptor, Certificate) {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed([name.to_owned()]).unwrap();
    let trusted = Certificate::from_der(cert.der()).unwrap();
    let key = PrivatePkcs8KeyDer::from(signing_key.serialize_der()).into();
    let config = ServerConfig::builder_with_provider(Arc::new(crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    (TlsAcceptor::from(Arc::new(config)), trusted)
}

#[tokio::test]
async fn a_pos_is_believed_to_be_one_by_its_certificate() {
    let (acceptor, trusted) = certified("localhost");
    let (stranger, _) = certified("localhost");
    let (misnamed, other) = certified("pos.example");
    for (acceptor, trusted, is_trusted) in [
        (Some(acceptor), trusted.clone(), true),
        (Some(stranger), trusted.clone(), false),
        (Some(misnamed), other, false),
        (None, trusted, false),
    ] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let target = Target::parse(&format!("https://localhost:{}/tickets", address.port()), HERE).unwrap();
        let client = connection::builder(&target).tls_certs_only([trusted]).build().unwrap();
        let emitter = WebhookEmitter { target, client, ..emitter(address) };
        let message = created();
        let receive = async {
            let (mut stream, _) = listener.accept().await?;
            let Some(acceptor) = acceptor else {
                return stream.write_all(with_body("200 OK", "").as_bytes()).await.map(|()| String::new());
            };
            let mut stream = acceptor.accept(stream).await?;
            let (head, _) = request(&mut stream).await?;
            stream.write_all(with_body("200 OK", "").as_bytes()).await?;
            stream.shutdown().await.map(|()| head)
        };
        let lane = lane();
        let (sent, received) = tokio::join!(emitter.emit(&lane, 1, &message), receive);
        if is_trusted {
            assert_eq!(sent, Ok(None));
            assert!(received.unwrap().contains("webhook-signature: v1,"));
        } else {
            assert!(matches!(sent, Err(EmitError::Refused { .. })), "{sent:?}");
            assert!(!received.is_ok_and(|head| head.contains("webhook")), "it was sent a ticket");
        }
    }
}
