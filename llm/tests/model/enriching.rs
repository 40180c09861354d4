//! A model that is asked what else people call the things of a menu.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fsm::dialogue::Why;
use llm::Model;
use llm::enrich::{Names, enrich};
use serde_json::{Value, json};
use wiremock::{Request, ResponseTemplate};

use crate::support::{answer, asked, server, settings};

fn subjects(count: usize) -> Vec<Value> {
    (0..count).map(|at| json!({ "name": format!("thing {at}") })).collect()
}

/// What a server is told of the thing that it is asked about.
fn subject(request: &Request) -> Value {
    let body: Value = request.body_json().unwrap();
    serde_json::from_str(body["messages"][1]["content"].as_str().unwrap()).unwrap()
}

fn names(alias: &str) -> String {
    json!({ "aliases": [alias], "short_forms": [], "mishearings": [], "kind": null }).to_string()
}

fn model(url: &str) -> Arc<Model> {
    Arc::new(Model::new(&settings(url)).unwrap())
}

#[tokio::test]
async fn each_thing_is_asked_about_and_the_answers_keep_their_order() {
    let told = AtomicUsize::new(0);
    let server = server(|request: &Request| {
        answer(&names(&format!("the {}", subject(request)["name"].as_str().unwrap())))
    })
    .await;
    let answers = enrich(&model(&server.uri()), subjects(9), |count| {
        told.store(count, Ordering::Relaxed);
    })
    .await;
    let aliases: Vec<String> = answers.into_iter().flat_map(|answer| answer.unwrap().aliases).collect();
    assert_eq!(aliases, (0..9).map(|at| format!("the thing {at}")).collect::<Vec<_>>());
    assert_eq!((asked(&server).await, told.into_inner()), (9, 9));
    let request = &server.received_requests().await.unwrap()[0];
    let body: Value = request.body_json().unwrap();
    assert_eq!(body["response_format"]["json_schema"]["strict"], true);
}

#[tokio::test]
async fn what_is_no_answer_is_asked_for_again_and_then_told() {
    for (text, why) in [
        ("I would call it a thing.", Why::Invalid),
        ("{\"aliases\": [7], \"short_forms\": [], \"mishearings\": [], \"kind\": null}", Why::Invalid),
        ("{\"aliases\": [], \"short_forms\": [], \"mishearings\": [], \"price\": \"0.00\"}", Why::Invalid),
    ] {
        let server = server(answer(text)).await;
        let answers = enrich(&model(&server.uri()), subjects(1), |_| ()).await;
        assert_eq!(answers, [Err(why)], "{text}");
        assert_eq!(asked(&server).await, 3, "{text}");
    }
}

#[tokio::test]
async fn a_server_that_stumbles_is_asked_again() {
    let count = AtomicUsize::new(0);
    let server = server(move |_: &Request| match count.fetch_add(1, Ordering::Relaxed) {
        0 | 1 => ResponseTemplate::new(503),
        _ => answer(&names("gizmo")),
    })
    .await;
    let answers = enrich(&model(&server.uri()), subjects(1), |_| ()).await;
    assert_eq!(answers, [Ok(Names { aliases: vec!["gizmo".to_owned()], ..Names::default() })]);
}

#[tokio::test]
async fn an_answer_without_end_is_not_read() {
    let many: Vec<String> = (0..10_000).map(|at| format!("gizmo {at}")).collect();
    let text = json!({ "aliases": many, "short_forms": [], "mishearings": [], "kind": null }).to_string();
    let server = server(answer(&text)).await;
    assert_eq!(enrich(&model(&server.uri()), subjects(1), |_| ()).await, [Err(Why::Broken)]);
}
