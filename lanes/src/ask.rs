//! Questions without a lane: a web site or a kiosk asks, and nothing is stored.

use agents::beside;
use agents::specialist::Answer;
use agents::{ResponseGenerator, UtteranceParser};
use fsm::dialogue::{Act, ActKind, Acts, Say, SayKind};
use fsm::house::{House, HouseFact};
use fsm::house_rules::HouseRules;
use fsm::machine::{Exchange, Expectation, Policy, RulesInUse, Session, StateKind};
use fsm::menu::Menu;
use fsm::order::{OpenOrder, OrderStatus};
use fsm::query::{self, Asking, Before, Fact, Grounds, Specialist, Subject};
use jiff::Timestamp;
use parse::{Languages, MenuBook, Utterance};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::event::values::{self, LocaleTag};
use crate::event::{Few, SpokenText};
use crate::settings::DriveThruSettings;

/// How many messages of a history are read.
pub const HISTORY_MAX: usize = 12;
/// How many things one message of a history refers to.
const REFS_MAX: usize = 12;

/// A question, with what was said before.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AskBody {
    /// What is asked.
    pub input: SpokenText,
    /// What was said before, oldest first. The client keeps it.
    #[serde(default)]
    #[schema(value_type = Vec<Message>, max_items = 12)]
    pub history: Few<Message, HISTORY_MAX>,
    /// When it is asked, for what is open or served then; now without it.
    #[serde(default, deserialize_with = "values::time")]
    #[schema(value_type = Option<String>, format = DateTime)]
    pub at: Option<Timestamp>,
    /// The language of the answer, such as `en-US`; that of the menu without it, or where it is not spoken here.
    #[serde(default)]
    pub locale: Option<LocaleTag>,
}

/// What was said before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Message {
    /// Who said it.
    pub role: Role,
    /// The words. What we are said to have said is not believed.
    pub text: SpokenText,
    /// What an answer was about, as it came with the answer. What the menu does not have is skipped.
    #[serde(default)]
    #[schema(value_type = Vec<Subject>, max_items = 12)]
    pub refs: Few<Subject, REFS_MAX>,
}

/// Who said something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Whoever asks.
    Customer,
    /// We.
    Agent,
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AskAnswer {
    /// In words.
    pub answer: String,
    /// What it says, as ids and values.
    pub facts: Vec<Fact>,
    /// What it was about, for the next question.
    pub refs: Vec<Subject>,
    /// Who answered.
    pub agent: Specialist,
    /// Whether a person must answer.
    pub handoff: bool,
}

/// Who answers, and by what.
pub(crate) struct Answerers<'a> {
    pub parser: &'a dyn UtteranceParser,
    pub generator: &'a dyn ResponseGenerator,
    pub settings: &'a DriveThruSettings,
    pub drive_thru: &'a str,
    pub book: &'a MenuBook,
    pub house: Option<&'a House>,
    pub rules: Option<&'a HouseRules>,
    pub at: Timestamp,
}

impl AskBody {
    /// The same without the numbers of cards and phones.
    pub(crate) fn without_long_numbers(&self, languages: &Languages) -> Self {
        let mut hidden = self.clone();
        hidden.input.hide_long_numbers(languages);
        for message in hidden.history.iter_mut() {
            message.text.hide_long_numbers(languages);
        }
        hidden
    }

    /// The answer of a drive-thru.
    pub(crate) async fn answer(&self, by: &Answerers<'_>) -> AskAnswer {
        let menu = &by.book.menu;
        let nothing = OpenOrder::begin(Uuid::nil(), menu);
        let exchanges = self.exchanges();
        let mut before: Option<Before> = None;
        for message in self.history.iter() {
            match message.role {
                Role::Agent if !message.refs.is_empty() => {
                    let known = message.refs.iter().filter(|subject| is_known(subject, menu)).cloned();
                    let asking = before.as_ref().map(|before| before.asking.clone());
                    let Some(asking) = asking else { continue };
                    before = Some(Before::about(asking, known.collect()));
                }
                Role::Agent => {}
                Role::Customer => {
                    // What was asked before is only read again: no model is asked twice.
                    let acts = beside::read(by.utterance(message.text.as_str(), before.as_ref())).await;
                    for asking in questions(&acts) {
                        before = Some(by.facts(asking, before.as_ref(), &nothing).1);
                    }
                }
            }
        }
        let utterance = by.utterance(self.input.as_str(), before.as_ref());
        let agents = by.settings.agents_of(&by.policy(), by.at, "", &Session::idle());
        let brief = by.settings.brief(&agents, by.drive_thru, &exchanges);
        let acts = by.parser.parse(utterance, brief).await;
        let mut facts = Vec::new();
        let mut agent = Specialist::SmallTalk;
        for asking in questions(&acts) {
            agent = asking.specialist();
            let (more, now) = by.facts(asking, before.as_ref(), &nothing);
            facts.extend(more);
            before = Some(now);
        }
        let wants_person = acts.acts.iter().any(|act| act.kind() == ActKind::Human);
        let is_left_open = |fact: &Fact| match fact {
            Fact::AskTheTeam | Fact::House(HouseFact::Unknown { .. }) => true,
            Fact::Allergens(found) => found.is_unsure(),
            Fact::List { unsure, .. } => *unsure,
            _ => false,
        };
        let handoff = wants_person || facts.iter().any(is_left_open);
        let order = nothing.order().view(OrderStatus::Open);
        let right = Say {
            kind: SayKind::Answer,
            text: speak::answer(&facts, &order, menu, self.locale.as_ref().map(LocaleTag::as_str)),
            choice: None,
        };
        let said: Vec<&Fact> = facts.iter().collect();
        let answer = Answer { who: agent, facts: &said, right, index: &by.book.index };
        let say = by.generator.answer(answer, brief).await;
        let refs = before.filter(|_| !facts.is_empty()).map(|before| before.subjects).unwrap_or_default();
        AskAnswer { answer: say.text, refs, facts, agent, handoff }
    }

    /// What was said before, as agents are told it. What we are said to have said are only words.
    fn exchanges(&self) -> Vec<Exchange> {
        let mut exchanges = Vec::new();
        let mut heard = "";
        for message in self.history.iter() {
            match message.role {
                Role::Customer => heard = message.text.as_str(),
                Role::Agent => {
                    exchanges.push(Exchange::of(std::mem::take(&mut heard), message.text.as_str()));
                }
            }
        }
        exchanges
    }
}

impl Answerers<'_> {
    fn utterance<'a>(&'a self, text: &'a str, before: Option<&'a Before>) -> Utterance<'a> {
        let alone = Utterance::alone(text, Expectation::MenuQuestionsOrWait, self.book);
        Utterance { answered: before.map(|before| &before.asking), house: self.house, ..alone }
    }

    fn policy(&self) -> Policy<'_> {
        Policy {
            house: self.house,
            zone: &self.settings.time_zone,
            house_rules: RulesInUse { session: None, newest: self.rules },
            ..Policy::new(&self.settings.rules, &self.book.menu)
        }
    }

    fn facts(&self, asking: &Asking, before: Option<&Before>, nothing: &OpenOrder) -> (Vec<Fact>, Before) {
        query::answer(
            asking,
            &Grounds::of(&self.policy(), self.at, nothing.order(), StateKind::Thinking, before),
        )
    }
}

fn questions(acts: &Acts) -> impl Iterator<Item = &Asking> {
    acts.acts.iter().filter_map(|act| match act {
        Act::MenuQuestion(asking) => Some(asking),
        _ => None,
    })
}

fn is_known(subject: &Subject, menu: &Menu) -> bool {
    match subject {
        Subject::Item { item, .. } => menu.item(item).is_some(),
        Subject::Combo { combo, .. } => menu.combo(combo).is_some(),
        Subject::Modifier { group, modifier } => {
            menu.group(group).is_some_and(|group| group.modifier(modifier).is_some())
        }
        Subject::Group { group } => menu.group(group).is_some(),
        Subject::Category { category } => menu.category(category).is_some(),
        Subject::Line { .. } => false,
    }
}
