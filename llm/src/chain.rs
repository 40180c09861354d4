//! Joins the agents: the deterministic ones always answer; a model's answer replaces theirs where a drive-thru wants that
//! and the answer passes the checks.

use std::collections::BTreeMap;
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use async_trait::async_trait;
use fsm::dialogue::{Act, Acts, Choice, Say, Why};
use fsm::house_rules::{ParserPlan, Profiles, ResponderPlan};
use fsm::machine::Speech;
use fsm::order::{Op, Reason, Unresolved};
use fsm::query::{Asking, Fact, Specialist};

use crate::parser::AGENT;
use crate::{LlmParser, LlmResponder, LlmSpecialist, Model};
use agents::beside;
use agents::rules::Brief;
use agents::specialist::{Answer, ByTheBook, Proposal, Question, SpecialistAgent, route, with_query};
use agents::{ResponseGenerator, UtteranceParser};
use parse::{Evidence, Index, Utterance};
use speak::Wording;

/// Understands and words as each drive-thru wants it.
#[derive(Clone, Default)]
pub struct Chain {
    parser: Option<LlmParser>,
    responder: Option<LlmResponder>,
    /// Those that work with a model, by the name of their profile.
    specialists: BTreeMap<String, LlmSpecialist>,
}

impl Chain {
    /// A chain with a model, or of the deterministic agents alone.
    pub fn new(model: Option<Arc<Model>>) -> Self {
        let (parser, responder) = (model.clone().map(LlmParser::new), model.map(LlmResponder::new));
        Self { parser, responder, specialists: BTreeMap::new() }
    }

    /// The same with specialists, by the name of their profile.
    #[must_use]
    pub fn with(self, specialists: BTreeMap<String, LlmSpecialist>) -> Self {
        Self { specialists, ..self }
    }

    /// Who answers questions of a kind for a drive-thru.
    fn specialist(&self, who: Specialist, brief: &Brief<'_>) -> &dyn SpecialistAgent {
        let named = brief.rules.profiles.of(who).and_then(|name| self.specialists.get(name));
        named.map_or(&ByTheBook, |specialist| specialist)
    }

    /// What the grammar heard, or what a specialist makes of a question that it is not sure of.
    async fn asked(&self, utterance: Utterance<'_>, brief: &Brief<'_>, heard: Acts) -> Acts {
        if brief.rules.profiles == Profiles::default() {
            return heard;
        }
        let utterance = utterance.taken(heard.heard);
        let evidence = Evidence::of(utterance);
        let Some(who) = route(&heard, &evidence, brief.confidence_min) else { return heard };
        let question = Question { who, utterance, evidence: &evidence };
        let Proposal { query, choice } = self.specialist(who, brief).propose(question, *brief).await;
        match query {
            Some(query) => {
                let sure = heard.confidence.max(brief.confidence_min);
                let asking = Asking::of(query, &utterance.book.menu);
                Acts {
                    choice,
                    ..with_query(Acts { confidence: sure, agent: AGENT.to_owned(), ..heard }, asking)
                }
            }
            None => Acts { choice, ..heard },
        }
    }
}

#[async_trait]
impl UtteranceParser for Chain {
    async fn parse(&self, utterance: Utterance<'_>, brief: Brief<'_>) -> Acts {
        let heard = self.asked(utterance, &brief, beside::read(utterance).await).await;
        let plan = brief.rules.parser;
        let acts = match (&self.parser, plan) {
            // A specialist was asked.
            _ if heard.choice.is_some() => heard,
            (None, _) | (_, ParserPlan::Grammar) => return heard,
            (Some(_), ParserPlan::GrammarThenLlm) if heard.confidence >= brief.confidence_min => {
                let sure = Choice { why: Why::Sure, model: None, prompt: None, profile: None, tokens: None };
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
            let acts = with_what_is_missing(reading.acts, &heard.acts);
            Ok(Acts { heard: heard.heard, ..Acts::by(AGENT, sure, acts) })
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

/// A model's reading, with what the deterministic parser knows the menu not to have and nothing on it to be like: the
/// customer is told of that, whatever a model makes of the rest.
fn with_what_is_missing(mut acts: Vec<Act>, heard: &[Act]) -> Vec<Act> {
    let asked = heard.iter().filter_map(|act| match act {
        Act::Order { unresolved, .. } => Some(unresolved),
        _ => None,
    });
    let is_missing = |part: &&Unresolved| part.reason == Reason::NotOnMenu && part.candidates.is_empty();
    let order = acts.iter_mut().find_map(|act| match act {
        Act::Order { unresolved, .. } => Some(unresolved),
        _ => None,
    });
    if let Some(unresolved) = order {
        unresolved.extend(asked.flatten().filter(is_missing).cloned());
    }
    acts
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
        }?;
        let say = match answerer(&wording) {
            Some((who, facts)) if say.choice.is_none() => {
                self.answer(Answer { who, facts: &facts, right: say, index }, brief).await
            }
            _ => say,
        };
        if let Some(choice) = &say.choice {
            metrics::counter!("carhop_wordings_total", "why" => <&str>::from(choice.why)).increment(1);
        }
        Some(say)
    }

    async fn answer(&self, answer: Answer<'_>, brief: Brief<'_>) -> Say {
        self.specialist(answer.who, &brief).word(answer, brief).await
    }
}

/// The specialist whose answer a turn says, and its facts; none where it says something else.
fn answerer<'a>(wording: &Wording<'a>) -> Option<(Specialist, Vec<&'a Fact>)> {
    let asked = wording.turn.acts.iter().rev().find_map(|act| match act {
        Act::MenuQuestion(asking) => Some(asking.specialist()),
        Act::SmallTalk => Some(Specialist::SmallTalk),
        _ => None,
    })?;
    let facts = wording.speech.iter().filter_map(|part| match part {
        Speech::Answer(facts) => Some(facts),
        _ => None,
    });
    let facts: Vec<&Fact> = facts.flatten().collect();
    let says_more = |part: &Speech| !matches!(part, Speech::Answer(_) | Speech::SmallTalk);
    (!wording.speech.iter().any(says_more)).then_some((asked, facts))
}
