//! Asks a model what else people call the things of a menu, one by one. What it answers is for a person to read; whoever
//! uses it checks it first.

use std::sync::Arc;
use std::time::Duration;

use agents::rules::{AgentRules, Brief};
use fsm::dialogue::Why;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::client::Chat;
use crate::model::Model;
use crate::prompt::{ENRICH, json_of};

/// How long an answer may be, in tokens.
const ANSWER_TOKENS_MAX: u32 = 300;
/// How many things are asked about at once.
const ASKED_AT_ONCE_MAX: usize = 4;
/// How often one is asked about.
const TRIES_MAX: u32 = 3;
/// How long a model may take for one.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(60);
/// How long it waits before it asks again; twice as long the next time.
const AGAIN_AFTER: Duration = Duration::from_millis(500);
/// How long all of them may take. What is left then is not asked about.
const WHOLE_TIME_MAX: Duration = Duration::from_secs(3600);

/// What a model wrote down of one thing, unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Names {
    /// Other names.
    pub aliases: Vec<String>,
    /// Parts of its name.
    pub short_forms: Vec<String>,
    /// What recognizers write.
    pub mishearings: Vec<String>,
    /// The sort of thing it is.
    pub kind: Option<String>,
}

/// The name and the version of what a model is asked with.
pub fn prompt_version() -> String {
    ENRICH.version()
}

/// Asks about each subject, and gives the answers in their order. `told` hears how many are answered.
pub async fn enrich(
    model: &Arc<Model>,
    subjects: Vec<Value>,
    told: impl Fn(usize),
) -> Vec<Result<Names, Why>> {
    let until = Instant::now() + WHOLE_TIME_MAX;
    let mut answers = vec![Err(Why::NoTime); subjects.len()];
    let mut left = subjects.into_iter().enumerate();
    let mut asked = JoinSet::new();
    let mut count = 0;
    loop {
        while asked.len() < ASKED_AT_ONCE_MAX
            && let Some((at, subject)) = left.next()
        {
            let model = model.clone();
            asked.spawn(async move { (at, names(&model, &subject, until).await) });
        }
        let Some(answered) = asked.join_next().await else { return answers };
        // A task that panicked has no answer.
        if let Ok((at, answer)) = answered {
            answers[at] = answer;
        }
        count += 1;
        told(count);
    }
}

/// Asks about one, and again where that may help.
async fn names(model: &Model, subject: &Value, until: Instant) -> Result<Names, Why> {
    let rules = AgentRules { tokens_per_hour: u64::MAX, ..AgentRules::default() };
    let (user, schema) = (subject.to_string(), schema());
    let chat =
        Chat { system: ENRICH.text, user: &user, schema: Some(&schema), tokens_max: ANSWER_TOKENS_MAX };
    let mut wait = AGAIN_AFTER;
    let mut tries = 1;
    loop {
        let deadline = Some((Instant::now() + ANSWER_TIME_MAX).min(until));
        let brief = Brief { rules: &rules, deadline, ..Brief::default() };
        let answer = model.ask(&brief, &chat).await.and_then(|(text, _)| read(&text));
        let may_help = matches!(
            answer,
            Err(Why::Invalid
                | Why::Broken
                | Why::Failed
                | Why::Limited
                | Why::Unreachable
                | Why::TimedOut
                | Why::CircuitOpen
                | Why::Busy)
        );
        if !may_help || tries == TRIES_MAX || Instant::now() + wait > until {
            return answer;
        }
        sleep(wait).await;
        wait *= 2;
        tries += 1;
    }
}

fn read(text: &str) -> Result<Names, Why> {
    serde_json::from_str(json_of(text)).map_err(|_| Why::Invalid)
}

/// The form of an answer.
fn schema() -> Value {
    let names = json!({ "type": "array", "items": { "type": "string" } });
    json!({
        "type": "object",
        "properties": {
            "aliases": names, "short_forms": names, "mishearings": names,
            "kind": { "anyOf": [{ "type": "string" }, { "type": "null" }] },
        },
        "required": ["aliases", "short_forms", "mishearings", "kind"],
        "additionalProperties": false,
    })
}
