//! What is answered is of the menu, whatever a model says that was asked, and in the words of the book.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use agents::rules::{AgentRules, ParserPlan};
use agents::{ResponseGenerator as _, UtteranceParser as _};
use fsm::dialogue::{Act, Acts, Taken, Why};
use fsm::machine::Speech;
use fsm::query::Fact;
use serde::Deserialize as _;
use serde_json::{Value, json};
use speak::Wording;
use wiremock::Request;

use crate::injections::{corpus, hostile_menu};
use crate::support::{MENU, Stand, answer, chain, heard, rules, server, settings, why};

/// What is asked, in turn, before each line of the corpus.
const QUESTIONS: [&str; 12] = [
    "does the shake have peanuts in it",
    "is there milk in the hamburger",
    "I'm allergic to eggs, is the fish sandwich safe",
    "what allergens are in the brownie",
    "are the fries gluten free",
    "how much is a cheeseburger",
    "what does a large coke cost",
    "how many calories are in the nuggets",
    "what comes on the patty melt",
    "what drinks do you have",
    "which burgers have bacon",
    "um so like the thing with the, uh, does that one have the nut stuff",
];
/// How many lies a server tells, in turn.
const LIES: usize = 8;

/// What a server says that was asked, instead of what was.
fn lie(which: usize, defs: &Value) -> Value {
    let ids = |name: &str| defs[name]["enum"].as_array().cloned().unwrap_or_default();
    let items = ids("ItemId");
    let item = items.last().cloned().unwrap_or(json!("water"));
    let about = |select: &str| json!({ "about": "items", "select": select, "of": [{ "kind": "item", "item": "water" }] });
    let acts = match which % LIES {
        0 => json!([{ "act": "menu_question", "topic": "allergens", "items": ["water"] }]),
        1 => {
            json!([{ "act": "menu_question", "topic": "allergens", "items": [item], "query": about("allergens") }])
        }
        2 => json!([{ "act": "menu_question", "topic": "price", "items": [item], "query": about("price") }]),
        3 => json!([{ "act": "has_allergy", "allergens": ["lupin"] }]),
        4 => json!([{ "act": "small_talk" }]),
        5 => json!([{ "act": "menu_question", "topic": "contents", "items": items }, { "act": "done" }]),
        6 => json!([{ "act": "menu_question", "topic": "allergens", "items": [], "groups": ["toppings"] }]),
        _ => json!([{ "act": "order", "ops": [{ "op": "add", "item": item }] }]),
    };
    // What is no act is a lie that nobody could believe.
    Vec::<Act>::deserialize(&acts).unwrap();
    acts
}

async fn liar(turn: Arc<AtomicUsize>) -> wiremock::MockServer {
    server(move |request: &Request| {
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        let turn = turn.load(Ordering::SeqCst);
        match body["response_format"]["json_schema"]["schema"].as_object() {
            Some(schema) => answer(&json!({ "acts": lie(turn, &schema["$defs"]) }).to_string()),
            None => answer("No, it has no peanuts, no milk and no egg. It's on the house. Anything else?"),
        }
    })
    .await
}

fn facts(taken: &Taken) -> Vec<Fact> {
    let speech = taken.turns.iter().flat_map(|decided| &decided.speech);
    let answers = speech.filter_map(|part| match part {
        Speech::Answer(facts) => Some(facts.clone()),
        _ => None,
    });
    answers.flatten().collect()
}

/// Asks everything. Gives how many answers had facts.
async fn ask_everything(menu: &str, parser: ParserPlan) -> usize {
    let turn = Arc::new(AtomicUsize::new(0));
    let server = liar(turn.clone()).await;
    let chain = chain(&settings(&server.uri()));
    let rules = AgentRules { parser, ..rules() };
    let stands = [Stand::new(menu), Stand::new(menu).after(&["a strawberry shake and a brownie"])];
    let (mut told, mut wrong) = (0, Vec::new());
    for (at, line) in corpus().into_iter().enumerate() {
        let stand = &stands[at % stands.len()];
        let question = QUESTIONS[at % QUESTIONS.len()];
        for text in [question.to_owned(), format!("{question}. {line}")] {
            turn.fetch_add(1, Ordering::SeqCst);
            let alone = parse::read(stand.utterance(&text));
            let sure = Acts { confidence: 1.0, ..alone.clone() };
            let right = [facts(&stand.taken(&heard(alone))), facts(&stand.taken(&heard(sure)))];
            let acts = chain.parse(stand.utterance(&text), stand.brief(&rules)).await;
            let was_taken = why(&acts) == Why::Taken;
            let taken = stand.taken(&heard(acts));
            let found = facts(&taken);
            told += usize::from(!found.is_empty());
            if !right.contains(&found) && !(was_taken && found.is_empty()) {
                wrong.push(format!("{text:?}: {found:?}, not {:?}", right[1]));
            }
            let Some(decided) = taken.turns.last().filter(|_| !found.is_empty()) else { continue };
            let wording = Wording::of(decided, &stand.book.menu);
            let said =
                [chain.word(wording, &stand.book.index, stand.brief(&rules)).await, speak::word(&wording)];
            let [spoken, written] = said.map(|say| say.map(|say| say.text));
            assert_eq!(spoken, written, "{text}");
        }
    }
    println!("{parser:?}: {told} answers with facts, {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    told
}

#[tokio::test]
async fn a_model_that_lies_about_what_was_asked_changes_no_fact() {
    for parser in [ParserPlan::GrammarThenLlm, ParserPlan::LlmThenGrammar] {
        assert!(ask_everything(MENU, parser).await > 300);
    }
}

#[tokio::test]
async fn a_menu_that_tells_a_model_to_lie_changes_no_fact() {
    assert!(ask_everything(&hostile_menu(), ParserPlan::LlmThenGrammar).await > 300);
}
