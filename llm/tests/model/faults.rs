//! A model that fails in every way that a server can: the deterministic parser's answer stands, and says why.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use agents::UtteranceParser as _;
use agents::rules::AgentRules;
use fsm::dialogue::Why;
use serde_json::{Value, json};
use wiremock::{Request, ResponseTemplate};

use crate::support::{
    MENU, Stand, UNSURE, acts, answer, asked, chain, meant, ops, rules, server, settings, why,
};

/// What comes of the unsure words at a server: it must be what the deterministic parser alone says.
async fn why_not(url: &str, rules: &AgentRules) -> Why {
    let stand = Stand::new(MENU);
    let utterance = stand.utterance(UNSURE);
    let heard = chain(&settings(url)).parse(utterance, stand.brief(rules)).await;
    let own = parse::read(utterance);
    assert_eq!((&heard.acts, heard.confidence, &heard.agent), (&own.acts, own.confidence, &own.agent));
    why(&heard)
}

fn choice(choice: &Value) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({ "choices": [choice] }))
}

fn message(message: &Value, finish_reason: &str) -> ResponseTemplate {
    choice(&json!({ "message": message, "finish_reason": finish_reason }))
}

fn line(item: &str, quantity: u64) -> Value {
    json!([{ "op": "add", "item": item, "quantity": quantity }])
}

#[tokio::test]
async fn whatever_a_server_answers_that_is_no_answer_leaves_the_grammars() {
    let whole = acts(&meant());
    let cut = &whole[..whole.len() - 7];
    let many: Vec<Value> = (0..40).map(|_| line("crispy_chicken", 1)[0].clone()).collect();
    let cases = [
        ("429", ResponseTemplate::new(429).set_body_string("slow down"), Why::Limited),
        ("500", ResponseTemplate::new(500).set_body_string("sk-canary-7f3a"), Why::Failed),
        ("401", ResponseTemplate::new(401), Why::Failed),
        ("a redirection", ResponseTemplate::new(302).insert_header("location", "http://[::1]/"), Why::Failed),
        ("nothing", ResponseTemplate::new(200), Why::Broken),
        ("no JSON", ResponseTemplate::new(200).set_body_string("<html>"), Why::Broken),
        ("half of it", ResponseTemplate::new(200).set_body_string("{\"choices\": [{\"mess"), Why::Broken),
        ("no choices", ResponseTemplate::new(200).set_body_json(json!({ "choices": [] })), Why::Broken),
        ("another shape", ResponseTemplate::new(200).set_body_json(json!([1, 2])), Why::Broken),
        ("no content", message(&json!({ "content": null }), "stop"), Why::Broken),
        ("blank content", message(&json!({ "content": "  " }), "stop"), Why::Broken),
        ("cut by its length", message(&json!({ "content": whole }), "length"), Why::Invalid),
        ("filtered", message(&json!({ "content": whole }), "content_filter"), Why::Refused),
        ("a refusal", message(&json!({ "content": null, "refusal": "I cannot" }), "stop"), Why::Refused),
        ("prose", answer("Sure! One crispy chicken."), Why::Invalid),
        ("half a parse", answer(cut), Why::Invalid),
        ("no acts", answer("{\"acts\": []}"), Why::Invalid),
        ("another object", answer("{\"order\": []}"), Why::Invalid),
        ("more than acts", answer("{\"acts\": [{\"act\": \"no\"}], \"state\": \"closing\"}"), Why::Invalid),
        ("an act that is none", answer("{\"acts\": [{\"act\": \"confirm\"}]}"), Why::Invalid),
        (
            "a price",
            ops(&json!([{ "op": "add", "item": "crispy_chicken", "unit_price": "0.00" }])),
            Why::Invalid,
        ),
        (
            "a quantity below none",
            ops(&json!([{ "op": "add", "item": "coke", "quantity": -1 }])),
            Why::Invalid,
        ),
        ("too many ops", ops(&json!(many)), Why::Invalid),
        ("deep nesting", answer(&format!("{{\"acts\": {}", "[".repeat(20_000))), Why::Invalid),
        ("an item off the menu", ops(&line("lobster", 1)), Why::Unknown),
        ("an item that was not said", ops(&line("coke", 1)), Why::NotSaid),
        ("a million", ops(&line("crispy_chicken", 1_000_000)), Why::NotSaid),
        ("more than a million", ops(&line("crispy_chicken", 1_000_000_000_000)), Why::Invalid),
        (
            "a line of no order",
            ops(&json!([{ "op": "remove", "target": { "line_id": "L7" } }])),
            Why::Unknown,
        ),
        (
            "another session's lines",
            ops(&json!([{ "op": "modify", "target": { "line_id": "L1" }, "quantity": 9 }])),
            Why::Unknown,
        ),
        ("all of it goes", ops(&json!([{ "op": "clear" }])), Why::NotSaid),
    ];
    for (name, template, expected) in cases {
        let server = server(template).await;
        assert_eq!(why_not(&server.uri(), &rules()).await, expected, "{name}");
    }
}

#[tokio::test]
async fn a_model_that_explains_more_of_the_words_is_believed() {
    for text in [acts(&meant()), format!("Here you are:\n```json\n{}\n```", acts(&meant()))] {
        let server = server(answer(&text)).await;
        let (stand, rules) = (Stand::new(MENU), rules());
        let utterance = stand.utterance(UNSURE);
        assert!(parse::read(utterance).confidence < 0.6);
        let heard = chain(&settings(&server.uri())).parse(utterance, stand.brief(&rules)).await;
        assert_eq!(parse::notation::acts(&heard.acts), "+1 crispy_chicken (no pickle)");
        assert_eq!((why(&heard), heard.agent.as_str()), (Why::Taken, "llm"));
        let choice = heard.choice.unwrap();
        assert_eq!((choice.model.as_deref(), choice.tokens), (Some("small"), Some(220)));
        assert!(choice.prompt.unwrap().starts_with("parse-"));
    }
}

#[tokio::test]
async fn where_the_grammar_is_sure_no_model_is_asked() {
    let server = server(answer("{}")).await;
    let (stand, rules) = (Stand::new(MENU), rules());
    let chain = chain(&settings(&server.uri()));
    for (text, expected) in [("two cokes", Why::Sure), ("flim blorp a doo", Why::NothingToAsk)] {
        assert_eq!(why(&chain.parse(stand.utterance(text), stand.brief(&rules)).await), expected);
    }
    assert_eq!(asked(&server).await, 0);
}

#[tokio::test]
async fn a_server_that_fails_once_is_asked_once_more() {
    let calls = AtomicUsize::new(0);
    let server = server(move |_: &Request| match calls.fetch_add(1, Ordering::Relaxed) {
        0 => ResponseTemplate::new(500),
        _ => ops(&meant()),
    })
    .await;
    let (stand, rules) = (Stand::new(MENU), rules());
    let heard = stand.hear(&server, &rules, UNSURE).await;
    assert_eq!((why(&heard), asked(&server).await), (Why::Taken, 2));
}

#[tokio::test]
async fn a_server_that_is_too_slow_is_asked_once_and_waited_for_no_longer_than_the_deadline() {
    let server = server(answer("{}").set_delay(Duration::from_secs(60))).await;
    let rules = AgentRules { deadline: Duration::from_millis(300), ..rules() };
    let started = Instant::now();
    assert_eq!(why_not(&server.uri(), &rules).await, Why::TimedOut);
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert_eq!(asked(&server).await, 1);
    let hardly_any = AgentRules { deadline: Duration::from_millis(50), ..rules };
    assert_eq!(why_not(&server.uri(), &hardly_any).await, Why::NoTime);
    assert_eq!(asked(&server).await, 1);
}

#[tokio::test]
async fn a_model_that_keeps_failing_is_not_asked_any_more() {
    let server = server(ResponseTemplate::new(500)).await;
    let (stand, rules) = (Stand::new(MENU), rules());
    let chain = chain(&settings(&server.uri()));
    let mut seen = Vec::new();
    for _ in 0..6 {
        seen.push(why(&chain.parse(stand.utterance(UNSURE), stand.brief(&rules)).await));
    }
    // Two calls each: the fifth failure in a row is the third turn's first.
    assert_eq!(
        seen,
        [Why::Failed, Why::Failed, Why::Failed, Why::CircuitOpen, Why::CircuitOpen, Why::CircuitOpen]
    );
    assert_eq!(asked(&server).await, 5);
}

#[tokio::test]
async fn a_lane_does_not_wait_for_the_calls_of_others() {
    let server = server(ops(&meant()).set_delay(Duration::from_millis(500))).await;
    let (stand, rules) = (Stand::new(MENU), rules());
    let mut settings = settings(&server.uri());
    settings.calls_max = 1;
    let chain = chain(&settings);
    let (one, other) = tokio::join!(
        chain.parse(stand.utterance(UNSURE), stand.brief(&rules)),
        chain.parse(stand.utterance(UNSURE), stand.brief(&rules))
    );
    assert_eq!((why(&one), why(&other)), (Why::Taken, Why::Busy));
}

#[tokio::test]
async fn a_drive_thru_whose_tokens_are_used_up_has_the_grammar() {
    let server = server(ops(&meant())).await;
    let (stand, rules) = (Stand::new(MENU), AgentRules { tokens_per_hour: 1700, ..rules() });
    let chain = chain(&settings(&server.uri()));
    let mut seen = Vec::new();
    for _ in 0..10 {
        seen.push(why(&chain.parse(stand.utterance(UNSURE), stand.brief(&rules)).await));
    }
    assert_eq!((seen[0], seen[9]), (Why::Taken, Why::OverBudget));
}

#[tokio::test]
async fn a_server_that_is_not_there_is_told_as_such() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    assert_eq!(why_not(&url, &rules()).await, Why::Unreachable);
}

/// A server that gives every connection the same bytes and closes it; and how many bytes it got rid of.
fn raw(head: &'static str, body: &'static [u8], times: usize) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let sent = Arc::new(AtomicUsize::new(0));
    let counter = sent.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            // The request is small and comes in one piece or two.
            let _ = stream.read(&mut [0; 65536]);
            let _ = stream.write_all(head.as_bytes());
            for _ in 0..times {
                if stream.write_all(body).is_err() {
                    break;
                }
                counter.fetch_add(body.len(), Ordering::SeqCst);
            }
        }
    });
    (url, sent)
}

#[tokio::test]
async fn an_answer_that_is_cut_off_is_none() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n";
    let (url, _) = raw(head, b"{\"choices\": [{\"message\": {\"content\": \"", 1);
    assert_eq!(why_not(&url, &rules()).await, Why::Broken);
}

#[tokio::test]
async fn an_answer_of_ten_megabytes_is_not_read_to_its_end() {
    static PIECE: [u8; 10_000] = [b' '; 10_000];
    let heads = [
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 10000000\r\n\r\n",
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n",
        "HTTP/1.1 500 Oh\r\ncontent-type: application/json\r\ncontent-length: 10000000\r\n\r\n",
    ];
    for (head, expected) in heads.into_iter().zip([Why::Broken, Why::Broken, Why::Failed]) {
        let (url, sent) = raw(head, &PIECE, 1000);
        assert_eq!(why_not(&url, &rules()).await, expected, "{head}");
        // Two tries, and what the kernel takes without being asked.
        assert!(sent.load(Ordering::SeqCst) < 15_000_000, "{head}");
    }
}
