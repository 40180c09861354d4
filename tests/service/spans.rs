//! The spans of calls, turns and deliveries, as an OpenTelemetry collector gets them.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value as AnyValue;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message as _;
use serde_json::json;

use crate::support::{Service, awaited, call, carhop, fresh_id};

/// A collector, and what it got.
struct Collector {
    address: SocketAddr,
    got: Arc<Mutex<Got>>,
}

#[derive(Default)]
struct Got {
    /// The heads of the calls.
    heads: Vec<String>,
    requests: Vec<ExportTraceServiceRequest>,
}

impl Collector {
    fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, got) = (listener.local_addr().unwrap(), Arc::<Mutex<Got>>::default());
        let gets = got.clone();
        thread::spawn(move || {
            listener.incoming().for_each(|stream| {
                let gets = gets.clone();
                thread::spawn(move || take(&stream.unwrap(), &gets));
            });
        });
        Self { address, got }
    }

    fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    fn spans(&self) -> Vec<Span> {
        let got = self.got.lock().unwrap();
        let of_resources = got.requests.iter().flat_map(|request| &request.resource_spans);
        of_resources.flat_map(|of_one| &of_one.scope_spans).flat_map(|scope| scope.spans.clone()).collect()
    }

    /// Waits for a span of that name with that attribute.
    fn span(&self, name: &str, attribute: &str, value: &str) -> Span {
        awaited(name, || {
            self.spans()
                .into_iter()
                .find(|span| span.name == name && attribute_of(span, attribute).as_deref() == Some(value))
        })
    }

    fn children(&self, parent: &Span) -> Vec<String> {
        let spans = self.spans();
        spans
            .iter()
            .filter(|span| span.parent_span_id == parent.span_id)
            .map(|span| span.name.clone())
            .collect()
    }
}

/// Takes requests from a connection until it ends.
fn take(stream: &TcpStream, got: &Mutex<Got>) {
    let mut reader = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).unwrap_or_default() == 0 {
                return;
            }
        }
        let head = head.to_lowercase();
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
        let mut body = vec![0; length.parse().unwrap()];
        reader.read_exact(&mut body).unwrap();
        let request = ExportTraceServiceRequest::decode(&body[..]).unwrap();
        {
            let mut got = got.lock().unwrap();
            got.heads.push(head);
            got.requests.push(request);
        }
        (&*stream).write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").unwrap();
    }
}

fn attribute_of(span: &Span, key: &str) -> Option<String> {
    let attribute = span.attributes.iter().find(|attribute| attribute.key == key)?;
    match attribute.value.as_ref()?.value.as_ref()? {
        AnyValue::StringValue(text) => Some(text.clone()),
        AnyValue::IntValue(number) => Some(number.to_string()),
        other => panic!("{key} is {other:?}"),
    }
}

/// A service that sends its spans soon.
fn telling(url: &str, more: &[(&str, &str)]) -> Service {
    let usual = [("CARHOP_OTLP_ENDPOINT", url), ("OTEL_BSP_SCHEDULE_DELAY", "20")];
    Service::start_with(&[&usual[..], more].concat())
}

#[test]
fn a_call_and_its_turn_and_the_steps_of_it_are_spans_in_the_trace_of_the_caller() {
    let collector = Collector::open();
    let headers = ("OTEL_EXPORTER_OTLP_HEADERS", "x-team=lanes");
    let service = telling(&collector.url(), &[("CARHOP_POS_EMITTER", "none"), headers]);
    let lane = service.lane("1");
    lane.car();
    let event = json!({ "id": fresh_id(), "type": "utterance", "text": "my card is four one one one" });
    let traceparent = ("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    let path = "/v1/drive-thrus/d1/lanes/1/events";
    let turn = call(service.address, "POST", path, &[traceparent], event.to_string().as_bytes()).json(200);

    let route = "POST /v1/drive-thrus/{drive_thru}/lanes/{lane}/events";
    let of_turn = collector.span("turn", "turn.number", "2");
    let of_call = awaited("the call", || {
        collector.spans().into_iter().find(|span| span.span_id == of_turn.parent_span_id)
    });
    assert_eq!(of_call.name, route);
    assert_eq!(attribute_of(&of_call, "http.response.status_code").as_deref(), Some("200"));
    assert_eq!(hex(&of_call.trace_id), "0af7651916cd43dd8448eb211c80319c");
    assert_eq!(hex(&of_call.parent_span_id), "b7ad6b7169203331");
    assert_eq!(hex(&of_turn.trace_id), hex(&of_call.trace_id));
    assert_eq!(attribute_of(&of_turn, "lane.id").as_deref(), Some("1"));
    assert_eq!(attribute_of(&of_turn, "session.id").as_deref(), turn["session_id"].as_str());
    assert_eq!(attribute_of(&of_turn, "turn.state").as_deref(), turn["state"].as_str());
    assert_eq!(collector.children(&of_turn), ["parse", "decide", "commit", "reply"]);
    // Whatever is said stays out of them.
    let got = collector.got.lock().unwrap();
    assert!(!format!("{:?}", got.requests).contains("four"));
    let resource = format!("{:?}", got.requests[0].resource_spans[0].resource);
    assert!(resource.contains("service.name") && resource.contains("\"carhop\""), "{resource}");
    assert!(got.heads.iter().all(|head| head.contains("post /v1/traces") && head.contains("x-team: lanes")));
}

#[test]
fn a_delivery_is_a_span_and_the_last_spans_are_sent_before_the_end() {
    let collector = Collector::open();
    let an_hour = ("OTEL_BSP_SCHEDULE_DELAY", "3600000");
    let mut service = Service::start_with(&[("CARHOP_OTLP_ENDPOINT", &collector.url()), an_hour]);
    let turn = service.lane("1").confirmed("a cookie");
    service.lane("1").until_acknowledged();
    assert!(collector.spans().is_empty());
    service.terminate();
    assert!(service.ended().success());
    let ticket = turn["ticket"]["ticket_id"].as_str().unwrap();
    let delivery = collector.span("delivery", "ticket.id", ticket);
    let steps = collector.children(&delivery);
    assert!(
        ["claim", "send", "settle"].iter().all(|step| steps.iter().any(|known| known == step)),
        "{steps:?}"
    );
}

#[test]
fn a_collector_that_is_away_holds_nothing_up() {
    let away = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut service = telling(&format!("http://{away}"), &[]);
    service.lane("1").confirmed("a cookie");
    service.lane("1").until_acknowledged();
    service.terminate();
    assert!(service.ended().success());
}

#[test]
fn what_is_no_address_of_a_collector_is_told_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    for wrong in ["nonsense://someone:secret@here", "collector:4318", "http://"] {
        let mut serve = carhop(&["serve", "--listen", "127.0.0.1:0", "--otlp-endpoint", wrong, "--data"]);
        let output = serve.arg(folder.path()).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{told}");
        assert!(told.contains("otlp_endpoint: `") && !told.contains("secret"), "{told}");
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
