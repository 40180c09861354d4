//! A stand with a lane, a model on a server of this process, and what is heard of both.

use std::sync::Arc;
use std::time::Duration;

use agents::UtteranceParser as _;
use agents::rules::{AgentRules, Brief};
use fsm::dialogue::{Acts, By, Input, Taken, Why, take_turn};
use fsm::house_rules::{ParserPlan, ResponderPlan};
use fsm::ids::LaneKey;
use fsm::machine::{Exchange, Moment, Policy, Rules, Session};
use fsm::menu::Menu;
use llm::chain::Chain;
use llm::{Dialect, LlmSettings, Model};
use parse::{Languages, MenuBook, Utterance};
use serde_json::{Value, json};
use uuid::Uuid;
use wiremock::matchers::any;
use wiremock::{Mock, MockServer, Respond, ResponseTemplate};

/// The menu that most is tried with.
pub const MENU: &str = include_str!("../../../fixtures/menus/burger.json");
/// Words that the deterministic parser makes nothing of, and what they say.
pub const UNSURE: &str = "I want a crispy chicken, and pickles are just gross stuff so leave those off";

/// What [`UNSURE`] says.
pub fn meant() -> Value {
    json!([{ "op": "add", "item": "crispy_chicken", "modifiers": [
        { "group": "toppings", "modifier": "pickle", "amount": "no" }
    ] }])
}

/// A model that nobody must wait long for, asked where the deterministic parser is not sure.
pub fn rules() -> AgentRules {
    AgentRules {
        parser: ParserPlan::GrammarThenLlm,
        responder: ResponderPlan::Llm,
        deadline: Duration::from_secs(5),
        tokens_per_hour: u64::MAX,
        ..AgentRules::default()
    }
}

pub fn settings(url: &str) -> LlmSettings {
    LlmSettings {
        url: format!("{url}/v1"),
        model: "small".to_owned(),
        key: Some("sk-canary-7f3a".to_owned()),
        dialect: Dialect::OpenAi,
        calls_max: 4,
    }
}

pub fn chain(settings: &LlmSettings) -> Chain {
    Chain::new(Some(Arc::new(Model::new(settings).unwrap())))
}

/// A server that answers everything so.
pub async fn server(answer: impl Respond + 'static) -> MockServer {
    let server = MockServer::start().await;
    Mock::given(any()).respond_with(answer).mount(&server).await;
    server
}

/// How often it was asked.
pub async fn asked(server: &MockServer) -> usize {
    server.received_requests().await.unwrap().len()
}

/// An answer with this text.
pub fn answer(text: &str) -> ResponseTemplate {
    ResponseTemplate::new(200).set_body_json(json!({
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 200, "completion_tokens": 20, "total_tokens": 220 },
    }))
}

/// An answer with these ops.
pub fn ops(ops: &Value) -> ResponseTemplate {
    answer(&acts(ops))
}

/// The text of an answer with these ops.
pub fn acts(ops: &Value) -> String {
    json!({ "acts": [{ "act": "order", "ops": ops }] }).to_string()
}

/// Why an agent heard what it heard.
pub fn why(acts: &Acts) -> Why {
    acts.choice.as_ref().unwrap().why
}

/// A restaurant with one lane.
pub struct Stand {
    pub book: MenuBook,
    pub rules: Rules,
    pub session: Session,
    pub exchanges: Vec<Exchange>,
}

impl Stand {
    /// With a car on its lane.
    pub fn new(menu: &str) -> Self {
        let menu = Menu::check(&serde_json::from_str(menu).unwrap()).unwrap();
        let book = MenuBook::compile(menu, &Languages::default());
        let (session, exchanges) = (Session::idle(), Vec::new());
        let mut stand = Self { book, rules: Rules::default(), session, exchanges };
        stand.take(&Input::CarDetected { vehicle_id: None });
        stand
    }

    /// The same after these words, as the deterministic parser hears them.
    pub fn after(mut self, said: &[&str]) -> Self {
        for text in said {
            let acts = parse::read(self.utterance(text));
            self.take(&heard(acts));
        }
        self
    }

    /// Takes a turn, and what it leads to.
    pub fn take(&mut self, input: &Input) -> Taken {
        let taken = self.taken(input);
        self.session.clone_from(&taken.session);
        taken
    }

    /// The turn that an event would lead to.
    pub fn taken(&self, input: &Input) -> Taken {
        let policy = Policy::new(&self.rules, &self.book.menu);
        let at = "2026-11-21T20:00:00Z".parse().unwrap();
        let now =
            Moment { at, taken_at: at, business_date: jiff::civil::date(2026, 11, 21), order_number: 1 };
        let lane = LaneKey::new("d1", "1").unwrap();
        let id = Uuid::from_u128(u128::from(self.session.turn()) + 1);
        take_turn(&policy, &now, &lane, id, self.session.clone(), input)
    }

    /// Words that are said on the lane as it is.
    pub fn utterance<'a>(&'a self, text: &'a str) -> Utterance<'a> {
        Utterance::on(&self.session, text, &self.book)
    }

    /// What a chain with a model at that server hears.
    pub async fn hear(&self, server: &MockServer, rules: &AgentRules, text: &str) -> Acts {
        chain(&settings(&server.uri())).parse(self.utterance(text), self.brief(rules)).await
    }

    /// What the agents are told beside the words.
    pub fn brief<'a>(&'a self, rules: &'a AgentRules) -> Brief<'a> {
        Brief { drive_thru: "d1", rules, exchanges: &self.exchanges, ..Brief::default() }
    }
}

/// What a customer was heard to say.
pub fn heard(acts: Acts) -> Input {
    Input::Utterance { acts, recognizer_confidence: None, barge_in: false, by: By::Customer }
}
