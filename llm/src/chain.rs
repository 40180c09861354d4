//! Joins the agents: the deterministic ones always answer; a model's answer replaces theirs where a drive-thru wants that
//! and the answer passes the checks.

use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use async_trait::async_trait;
use fsm::dialogue::{Act, Acts, Choice, Say, Why};
use fsm::order::Op;

use crate::{LlmParser, LlmResponder, Model};
use agents::rules::{Brief, ParserPlan, ResponderPlan};
use agents::{ResponseGenerator, UtteranceParser};
use parse::{Evidence, Index, Utterance};
use speak::Wording;

/// Understands and words as each drive-thru wants it.
#[derive(Clone)]
pub struct Chain {
    parser: Option<LlmParser>,
    responder: Option<LlmResponder>,
}

impl Chain {
    /// A chain with a model, or of the deterministic agents alone.
    pub fn new(model: Option<Arc<Model>>) -> Self {
        Self { parser: model.clone().map(LlmParser::new), responder: model.map(LlmResponder::new) }
    }
}

#[async_trait]
impl UtteranceParser for Chain {
    async fn parse(&self, utterance: Utterance<'_>, brief: Brief<'_>) -> Acts {
        let heard = parse::read(utterance);
        let plan = brief.rules.parser;
        let acts = match (&self.parser, plan) {
            (None, _) | (_, ParserPlan::Grammar) => return heard,
            (Some(_), ParserPlan::GrammarThenLlm) if heard.confidence >= brief.confidence_min => {
                let sure = Choice { why: Why::Sure, model: None, prompt: None, tokens: None };
                Acts { choice: Some(sure), ..heard }
            }
            (Some(llm), ParserPlan::GrammarThenLlm | ParserPlan::LlmThenGrammar) => {
                ask(llm, utterance.taken(heard.heard), &brief, heard).await
            }
        };
        if let Some(choice) = &acts.choice {
            let agent = acts.agent.clone();
            metrics::counter!("carhop_parses_total", "agent" => agent, "why" => <&str>::from(choice.why))
                .increment(1);
        }
        acts
    }
}

/// Asks a model, and chooses between its reading and what the deterministic parser heard.
async fn ask(llm: &LlmParser, utterance: Utterance<'_>, brief: &Brief<'_>, heard: Acts) -> Acts {
    let evidence = Evidence::of(utterance);
    let asked = llm.hear(&utterance, brief, &evidence).await;
    let own = evidence.explained(&heard.acts);
    let chosen = asked.reading.and_then(|reading| {
        let share = reading.explained.share();
        let explains_more = match brief.rules.parser {
            ParserPlan::LlmThenGrammar => reading.explained.words >= own.words,
            ParserPlan::Grammar | ParserPlan::GrammarThenLlm => reading.explained.words > own.words,
        };
        let is_sure = heard.confidence >= brief.confidence_min;
        let does_otherwise = is_sure && done(&reading.acts) != done(&heard.acts);
        // What names an item and wants nothing is talk, if the deterministic parser takes it for that.
        let is_talk = orders(&reading.acts) && !orders(&heard.acts) && !evidence.wants();
        if !moves_alike(&reading.acts, &heard.acts) || does_otherwise || is_talk {
            Err(Why::NotSaid)
        } else if !explains_more || share < brief.confidence_min {
            Err(Why::ExplainsNoMore)
        } else {
            let sure = share.min(parse::sure_max(utterance, &reading.acts));
            Ok(Acts { heard: heard.heard, ..Acts::by(crate::parser::AGENT, sure, reading.acts) })
        }
    });
    let (why, acts) = match chosen {
        Ok(acts) => (Why::Taken, acts),
        Err(why) => (why, heard),
    };
    Acts { choice: Some(llm.choice(why, asked.tokens)), ..acts }
}

/// Whether a model heard the same acts that move the conversation on. It may never hear a yes: an order is placed by a
/// customer's words alone.
fn moves_alike(acts: &[Act], heard: &[Act]) -> bool {
    let moves_on = |act: &&Act| act.kind().class().is_command();
    let moves = |acts: &[Act]| acts.iter().filter(moves_on).cloned().collect::<Vec<_>>();
    let is_yes = |act: &Act| matches!(act, Act::Yes | Act::BackChannel { assents: true });
    !acts.iter().any(is_yes) && moves(acts) == moves(heard)
}

fn orders(acts: &[Act]) -> bool {
    acts.iter().any(|act| matches!(act, Act::Order { .. }))
}

/// What acts do to an order, whatever they do it to: where the deterministic parser is sure that a line is to be
/// changed, a model does not add one.
fn done(acts: &[Act]) -> Vec<Discriminant<Op>> {
    let ops = acts.iter().filter_map(|act| match act {
        Act::Order { ops, .. } => Some(ops),
        _ => None,
    });
    ops.flatten().map(discriminant).collect()
}

#[async_trait]
impl ResponseGenerator for Chain {
    async fn word(&self, wording: Wording<'_>, index: &Index, brief: Brief<'_>) -> Option<Say> {
        let say = match (&self.responder, brief.rules.responder) {
            (Some(llm), ResponderPlan::Llm) => llm.word(wording, index, brief).await,
            (None, _) | (_, ResponderPlan::Template) => speak::word(&wording),
        };
        if let Some(choice) = say.as_ref().and_then(|say| say.choice.as_ref()) {
            metrics::counter!("carhop_wordings_total", "why" => <&str>::from(choice.why)).increment(1);
        }
        say
    }
}
