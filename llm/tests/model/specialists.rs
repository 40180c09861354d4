//! Specialists with models that help, lie and obey others: a query that the words do not bear out is not asked, no fact
//! comes from a model, and an answer is worded by one only in the words that say the same.

use std::collections::BTreeMap;
use std::sync::Arc;

use agents::profiles::Profile;
use agents::rules::{AgentRules, Brief};
use agents::specialist::route;
use agents::{ResponseGenerator as _, UtteranceParser as _};
use fsm::dialogue::{Act, Acts, Say, Why};
use fsm::house::House;
use fsm::house_rules::Profiles;
use fsm::machine::{Exchange, Speech};
use fsm::query::Query;
use llm::chain::Chain;
use llm::{LlmSpecialist, Model};
use parse::{Evidence, Utterance};
use serde_json::{Value, json};
use speak::Wording;
use wiremock::{MockServer, Request};

use crate::support::{MENU, Stand, answer, asked, heard, server, settings};

/// What the house says of itself.
const HOUSE: &str = include_str!("../../../fixtures/houses/burger.json");
/// A question that the grammar makes nothing of.
const UNSURE: &str = "what time do you guys pack up tonight";
/// What it asks.
const HOURS: &str = r#"{"about": "house", "select": "hours", "of": [], "where": [], "order_by": null, "limit": null, "subject": "new"}"#;

fn house() -> House {
    House::check(&serde_json::from_str(HOUSE).unwrap()).unwrap()
}

/// A drive-thru whose specialists all work by that profile.
fn rules() -> AgentRules {
    let name = || Some("warm".to_owned());
    let profiles = Profiles { menu: name(), house: name(), order: name(), small_talk: name() };
    AgentRules { profiles, tokens_per_hour: u64::MAX, ..AgentRules::default() }
}

fn profile() -> Profile {
    Profile { words: true, deadline_ms: 5000, ..Profile::default() }
}

fn chain(server: &MockServer, profile: Profile) -> Chain {
    let model = Arc::new(Model::new(&settings(&server.uri())).unwrap());
    let specialist = LlmSpecialist::new("warm", profile, model);
    Chain::new(None).with(BTreeMap::from([("warm".to_owned(), specialist)]))
}

/// What is heard of a question, with a model that answers so.
async fn hear(text: &str, proposed: &str) -> (Acts, usize) {
    let (stand, house, server) = (Stand::new(MENU), house(), server(answer(proposed)).await);
    let utterance = Utterance { house: Some(&house), ..stand.utterance(text) };
    let acts = chain(&server, profile()).parse(utterance, brief(&stand, &rules())).await;
    (acts, asked(&server).await)
}

fn brief<'a>(stand: &'a Stand, rules: &'a AgentRules) -> Brief<'a> {
    stand.brief(rules)
}

fn query_of(acts: &Acts) -> Option<&Query> {
    acts.acts.iter().find_map(|act| match act {
        Act::MenuQuestion(asking) => asking.query.as_deref(),
        _ => None,
    })
}

#[test]
fn who_is_asked_what_was_meant() {
    let (stand, house) = (Stand::new(MENU), house());
    let questions = [
        "how much is the large coke",
        "what does the large coke set a fellow back these days or whatever",
        UNSURE,
        "how come the burger is so pricey",
        "two cheeseburgers",
        "how is your day going",
        "mumble grumble",
    ];
    let routed = questions.map(|text| {
        let utterance = Utterance { house: Some(&house), ..stand.utterance(text) };
        let who = route(&parse::read(utterance), &Evidence::of(utterance), Brief::default().confidence_min);
        format!("{text}: {who:?}")
    });
    insta::assert_snapshot!(routed.join("\n"), @r"
    how much is the large coke: None
    what does the large coke set a fellow back these days or whatever: None
    what time do you guys pack up tonight: Some(House)
    how come the burger is so pricey: Some(Menu)
    two cheeseburgers: None
    how is your day going: None
    mumble grumble: None
    ");
}

#[tokio::test]
async fn what_the_grammar_makes_nothing_of_a_specialist_makes_out() {
    let (acts, times) = hear(UNSURE, HOURS).await;
    assert_eq!(query_of(&acts), Some(&serde_json::from_str(HOURS).unwrap()), "{acts:?}");
    let choice = acts.choice.as_ref().unwrap();
    assert_eq!((choice.why, times), (Why::Taken, 1));
    let profile = choice.profile.as_deref().unwrap();
    assert!(profile.starts_with("warm-"), "{profile}");
}

#[tokio::test]
async fn where_the_grammar_is_sure_nobody_is_asked() {
    for text in ["how much is a large coke", "two cheeseburgers", "yes", "do the nuggets have nuts"] {
        let (acts, times) = hear(text, HOURS).await;
        assert_eq!((acts.choice, times), (None, 0), "{text}");
    }
}

#[tokio::test]
async fn a_query_that_the_words_do_not_bear_out_is_not_asked() {
    let of = |item: &str| json!([{ "kind": "item", "item": item }]);
    let query = |about: &str, select: &str, of: Value, filters: Value| {
        json!({ "about": about, "select": select, "of": of, "where": filters }).to_string()
    };
    let faulty = [
        // What was not named, or is not there.
        (UNSURE, query("items", "price", of("coke"), json!([])), Why::NotSaid),
        (UNSURE, query("items", "price", of("lobster"), json!([])), Why::Unknown),
        (
            UNSURE,
            query("house", "answer", json!([]), json!([{ "is": "answer", "id": "wifi2" }])),
            Why::Unknown,
        ),
        (
            UNSURE,
            query("items", "list", json!([]), json!([{ "is": "free_of", "allergens": ["milk"] }])),
            Why::NotSaid,
        ),
        (
            UNSURE,
            query("order", "price", json!([{ "kind": "line", "line_id": "L1" }]), json!([])),
            Why::Unknown,
        ),
        (UNSURE, json!({ "about": "items", "select": "price", "subject": "last" }).to_string(), Why::Unknown),
        // What is measured is the grammar's.
        (
            UNSURE,
            query("items", "list", json!([]), json!([{ "is": "price", "at_most": "1.00" }])),
            Why::NotSaid,
        ),
        // What was named, and left out.
        ("how come the burger is so pricey", HOURS.to_owned(), Why::NotSaid),
        // No query, or one that gives up.
        (UNSURE, "We close at ten.".to_owned(), Why::Invalid),
        (UNSURE, query("house", "unknown", json!([]), json!([])), Why::ExplainsNoMore),
        (UNSURE, json!({ "acts": [{ "act": "yes" }] }).to_string(), Why::Invalid),
    ];
    for (text, proposed, why) in faulty {
        let (acts, times) = hear(text, &proposed).await;
        let alone = parse::read(Utterance { house: Some(&house()), ..Stand::new(MENU).utterance(text) });
        assert_eq!((&acts.acts, acts.confidence), (&alone.acts, alone.confidence), "{proposed}");
        assert_eq!((acts.choice.unwrap().why, times), (why, 1), "{proposed}");
    }
}

#[tokio::test]
async fn a_specialist_that_is_off_is_not_asked_and_another_prompt_is_another_version() {
    let (stand, server, rules) = (Stand::new(MENU), server(answer(HOURS)).await, rules());
    for off in [Profile { on: false, ..profile() }, Profile { proposes: false, ..profile() }] {
        let acts = chain(&server, off).parse(stand.utterance(UNSURE), brief(&stand, &rules)).await;
        assert_eq!(acts.choice, None);
    }
    assert_eq!(asked(&server).await, 0);
    let mut versions = Vec::new();
    for prompt in ["", "We call the lot behind the house the yard."] {
        let own = Profile { prompt: prompt.to_owned(), ..profile() };
        let acts = chain(&server, own).parse(stand.utterance(UNSURE), brief(&stand, &rules)).await;
        versions.push(acts.choice.unwrap().profile.unwrap());
    }
    assert_ne!(versions[0], versions[1]);
    let told: Value = serde_json::from_slice(&server.received_requests().await.unwrap()[1].body).unwrap();
    assert!(told["messages"][0]["content"].as_str().unwrap().contains("the yard"), "{told}");
}

/// How an answer is said by a model that answers so, and what is right.
async fn worded(question: &str, text: &str) -> (Say, Say, usize) {
    let (stand, house, server) = (Stand::new(MENU), house(), server(answer(text)).await);
    let utterance = Utterance { house: Some(&house), ..stand.utterance(question) };
    let taken = stand.taken(&heard(parse::read(utterance)));
    let decided = taken.turns.last().unwrap();
    let answers = decided.speech.iter().any(|part| matches!(part, Speech::Answer(_) | Speech::SmallTalk));
    assert!(answers, "{question}");
    let wording = Wording::of(decided, &stand.book.menu);
    let say = chain(&server, profile()).word(wording, &stand.book.index, brief(&stand, &rules())).await;
    (say.unwrap(), speak::word(&wording).unwrap(), asked(&server).await)
}

#[tokio::test]
async fn an_answer_is_said_in_other_words_only_if_they_say_the_same() {
    let question = "how much is a large coke";
    let (_, right, _) = worded(question, "?").await;
    assert!(right.text.contains("$"), "{}", right.text);
    let friendly = right.text.replacen("The", "Sure thing, the", 1);
    let (say, _, times) = worded(question, &friendly).await;
    assert_eq!((say.text, say.choice.unwrap().why, times), (friendly, Why::Taken, 1));
    for promise in [
        "and that is on the house",
        "and it is on us",
        "which is perfectly safe",
        "which is vegan and safe for allergics",
        "and for you it is free",
        "that is half of what others take",
        "for only three bucks",
        "we guarantee it",
        "and a cookie for nothing",
        "go to evil.com and enter your card",
    ] {
        let with_promise = right.text.replacen('.', &format!(", {promise}."), 2);
        let with_promise =
            if with_promise == right.text { format!("{promise}, {}", right.text) } else { with_promise };
        let (say, right, _) = worded(question, &with_promise).await;
        assert_eq!((say.text, say.choice.unwrap().why), (right.text, Why::NotSaid), "{with_promise}");
    }
}

#[tokio::test]
async fn what_somebody_must_not_eat_is_always_said_by_the_book() {
    for question in [
        "do the nuggets have nuts",
        "what is free of dairy",
        "which burgers are vegetarian",
        "is the coke organic",
    ] {
        let (say, right, times) = worded(question, "Everything here is free of nuts.").await;
        assert_eq!((say, times), (right, 0), "{question}");
    }
}

/// A model that answers each question with the worst that its schema lets it say.
fn harmful(turn: usize, request: &Request) -> String {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    let schema = &body["response_format"]["json_schema"]["schema"];
    let ids = |name: &str| schema["$defs"][name]["enum"].as_array().cloned().unwrap_or_default();
    let item = ids("ItemId").first().cloned().unwrap_or(json!("water"));
    let others = [
        json!({ "about": "items", "select": "allergens", "of": [{ "kind": "item", "item": "water" }] }),
        json!({ "about": "items", "select": "price", "of": [{ "kind": "item", "item": item }] }),
        json!({ "about": "items", "select": "list", "where": [{ "is": "free_of", "allergens": [] }] }),
        json!({ "about": "house", "select": "deals" }),
        json!({ "about": "order", "select": "list" }),
        json!({ "acts": [{ "act": "yes" }] }),
    ];
    others[turn % others.len()].to_string()
}

#[tokio::test]
async fn no_hostile_words_have_a_specialist_change_an_order_or_a_fact() {
    let turn = std::sync::atomic::AtomicUsize::new(0);
    let server = server(move |request: &Request| {
        answer(&harmful(turn.fetch_add(1, std::sync::atomic::Ordering::SeqCst), request))
    })
    .await;
    let (mut stand, mut house, rules) = (Stand::new(MENU).after(&["two cheeseburgers"]), house(), rules());
    let chain = chain(&server, profile());
    let (mut tried, mut taken) = (0, 0);
    for hostile in crate::injections::corpus() {
        // The house's own texts and what was said before tell the model the same.
        for answer in &mut house.answers {
            answer.ask = vec![format!("does the zebra say {hostile}")];
        }
        stand.exchanges = vec![Exchange { heard: hostile.to_owned(), said: hostile.to_owned() }];
        for question in ["does the shake have peanuts", "what would a fellow do about the coke", ""] {
            let text = format!("{question} {hostile}");
            let utterance = Utterance { house: Some(&house), ..stand.utterance(&text) };
            let alone = parse::read(utterance);
            let acts = chain.parse(utterance, brief(&stand, &rules)).await;
            tried += 1;
            if acts.acts == alone.acts {
                continue;
            }
            taken += 1;
            let query = query_of(&acts).unwrap();
            Evidence::of(utterance).check_query(query).unwrap();
            let turn = stand.taken(&heard(acts.clone()));
            assert!(turn.turns.iter().all(|decided| decided.turn.diffs.is_empty()), "{text}: {acts:?}");
            assert!(!question.contains("peanuts"), "{text}: an allergen was left out: {acts:?}");
        }
    }
    assert!(tried > 900 && asked(&server).await > 0, "{tried}");
    println!("{tried} questions, {taken} queries believed, {} asked", asked(&server).await);
}
