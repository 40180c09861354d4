//! What a model is told: what it needs, within bounds, and nothing that is not its business.

use agents::UtteranceParser as _;
use fsm::machine::Exchange;
use llm::Dialect;
use parse::read;
use serde_json::{Value, json};

use crate::support::{MENU, Stand, UNSURE, answer, chain, rules, server, settings};

/// What is asked about words, as the server got it.
async fn request(dialect: Dialect, stand: &Stand, text: &str) -> (wiremock::Request, Value) {
    let server = server(answer("{}")).await;
    let mut settings = settings(&server.uri());
    settings.dialect = dialect;
    let rules = rules();
    assert!(read(stand.utterance(text)).confidence < 0.6, "no model would be asked");
    chain(&settings).parse(stand.utterance(text), stand.brief(&rules)).await;
    let request = server.received_requests().await.unwrap().remove(0);
    let body = serde_json::from_slice(&request.body).unwrap();
    (request, body)
}

fn content(body: &Value, role: usize) -> &str {
    body["messages"][role]["content"].as_str().unwrap()
}

#[tokio::test]
async fn each_dialect_tells_the_form_of_an_answer_in_its_own_way() {
    let stand = Stand::new(MENU);
    let (asked, openai) = request(Dialect::OpenAi, &stand, UNSURE).await;
    assert_eq!((asked.method.as_str(), asked.url.path()), ("POST", "/v1/chat/completions"));
    assert_eq!(asked.headers["authorization"], "Bearer sk-canary-7f3a");
    assert_eq!(
        (&openai["model"], &openai["temperature"], &openai["stream"]),
        (&json!("small"), &json!(0), &json!(false))
    );
    let format = &openai["response_format"];
    assert_eq!((&format["type"], &format["json_schema"]["strict"]), (&json!("json_schema"), &json!(true)));
    let schema = &format["json_schema"]["schema"];
    assert_eq!(schema["$defs"]["ItemId"]["enum"], json!(["crispy_chicken"]));
    assert!(openai["max_completion_tokens"].is_u64() && openai["max_tokens"].is_null());

    let (_, llama) = request(Dialect::LlamaCpp, &stand, UNSURE).await;
    assert_eq!(llama["response_format"], json!({ "type": "json_object", "schema": schema }));
    assert!(llama["max_tokens"].is_u64() && llama["max_completion_tokens"].is_null());

    let (_, plain) = request(Dialect::Plain, &stand, UNSURE).await;
    assert!(plain["response_format"].is_null());
    assert!(content(&plain, 0).ends_with(&schema.to_string()));
    assert!(!content(&llama, 0).contains("JSON schema"));
}

#[tokio::test]
async fn a_model_is_told_no_price_and_nothing_of_the_menu_that_was_not_named() {
    let stand = Stand::new(MENU).after(&["two large cokes"]);
    let (_, body) = request(Dialect::OpenAi, &stand, UNSURE).await;
    let told: Value = serde_json::from_str(content(&body, 1)).unwrap();
    assert_eq!(told["utterance"], UNSURE);
    assert_eq!(told["order"][0]["item"], "coke");
    let menu: Vec<&Value> = told["menu"].as_array().unwrap().iter().map(|entry| &entry["item"]).collect();
    assert_eq!(menu[0], "crispy_chicken");
    assert!(!menu.contains(&&json!("coke")));
    let everything = content(&body, 1);
    let menu: Value = serde_json::from_str(MENU).unwrap();
    for price in menu["items"].as_array().unwrap().iter().filter_map(|item| item["price"].as_str()) {
        assert!(!everything.contains(price), "{price}");
    }
    for word in ["price", "total", "tax", "session", "drive_thru", "d1", "sk-canary"] {
        assert!(!everything.contains(word), "{word}");
    }
}

#[tokio::test]
async fn a_model_is_told_what_was_said_lately_the_newest_last() {
    let mut stand = Stand::new(MENU);
    let exchange = |at: usize| Exchange { heard: format!("heard {at}"), said: format!("said {at}") };
    stand.exchanges = (1..=6).map(exchange).collect();
    let (_, body) = request(Dialect::OpenAi, &stand, UNSURE).await;
    let told: Value = serde_json::from_str(content(&body, 1)).unwrap();
    let lately = told["lately"].as_array().unwrap();
    assert_eq!((lately.len(), &lately[5]), (6, &json!({ "customer": "heard 6", "lane": "said 6" })));
}

#[test]
fn a_session_keeps_six_exchanges_and_not_all_of_a_long_one() {
    let mut session = Stand::new(MENU).session;
    for at in 0..9 {
        session.remember_exchange(&format!("{at} {}", "word ".repeat(400)), "Anything else?");
    }
    let exchanges = session.exchanges();
    assert_eq!((exchanges.len(), exchanges[0].heard.chars().next()), (6, Some('3')));
    assert!(exchanges.iter().all(|exchange| exchange.heard.chars().count() <= 240));
}

/// A menu of so many sandwiches, each by a name of its own.
fn sandwiches(count: usize) -> String {
    let items: Vec<Value> = (0..count)
        .map(|at| {
            json!({ "id": format!("sandwich_{at}"), "name": format!("{} sandwich", name(at)), "category": "all",
                    "price": "5.00", "modifier_groups": [], "description": "A sandwich. ".repeat(20) })
        })
        .collect();
    let mut menu: Value = serde_json::from_str(MENU).unwrap();
    let category = menu["categories"][0].clone();
    menu["categories"] = json!([{ "id": "all", "name": category["name"] }]);
    menu["modifier_groups"] = json!([]);
    menu["combos"] = json!([]);
    menu["items"] = json!(items);
    menu.to_string()
}

/// A word that is like no other.
fn name(at: usize) -> String {
    let syllables = ["bra", "cle", "dro", "fli", "gru", "kna", "plo", "sche", "tri", "zwu"];
    [at / 100, at / 10 % 10, at % 10].map(|digit| syllables[digit]).concat()
}

#[tokio::test]
async fn a_prompt_is_bounded_whatever_is_on_the_menu_and_however_much_is_said() {
    let mut stand = Stand::new(&sandwiches(1000));
    let exchange = Exchange { heard: "é".repeat(240), said: "\"".repeat(240) };
    stand.exchanges = vec![exchange; 6];
    // Every name is said, and nothing that can be understood of them.
    let mut text = "all these and more I was told of by someone: ".to_owned();
    for at in 0..1000 {
        let more = format!("{} ", name(at));
        if text.len() + more.len() > 2000 {
            break;
        }
        text.push_str(&more);
    }
    let server = server(answer("{}")).await;
    let rules = agents::rules::AgentRules { parser: fsm::house_rules::ParserPlan::LlmThenGrammar, ..rules() };
    chain(&settings(&server.uri())).parse(stand.utterance(&text), stand.brief(&rules)).await;
    let request = server.received_requests().await.unwrap().remove(0);
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let told: Value = serde_json::from_str(content(&body, 1)).unwrap();
    assert_eq!(told["utterance"], text, "what was said is told in full");
    assert!(content(&body, 1).len() <= 2000 * 3, "{}", content(&body, 1).len());
}
