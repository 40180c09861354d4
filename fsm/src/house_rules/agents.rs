//! Who understands and words, as a drive-thru is configured and as rules choose.

use serde::{Deserialize, Serialize};
use strum::{EnumString, VariantNames};

use super::{HouseRules, Outcome, Point, RuleFacts};
use crate::ids::RuleId;
use crate::query::Specialist;

/// Who understands an utterance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ParserPlan {
    /// The deterministic parser alone.
    #[default]
    Grammar,
    /// A model is asked where the deterministic parser is not sure.
    GrammarThenLlm,
    /// A model is asked first.
    LlmThenGrammar,
}

/// Who words a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, VariantNames, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ResponderPlan {
    /// The book of phrases.
    #[default]
    Template,
    /// A model, held to what the book of phrases would say.
    Llm,
}

/// The profile of each specialist, by its name in the configuration; none for one that works by the book.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profiles {
    /// Who knows the menu.
    pub menu: Option<String>,
    /// Who knows the house.
    pub house: Option<String>,
    /// Who knows what was ordered.
    pub order: Option<String>,
    /// Who chats.
    pub small_talk: Option<String>,
}

/// Who understands and words. What is left out is as the drive-thru is configured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AgentPlan {
    /// Who understands.
    pub parser: Option<ParserPlan>,
    /// Who words.
    pub responder: Option<ResponderPlan>,
    /// How the specialists answer questions.
    pub profiles: Option<Profiles>,
}

impl Profiles {
    /// All of them by the book.
    pub const NONE: Self = Self { menu: None, house: None, order: None, small_talk: None };

    /// The name of a specialist's profile.
    pub fn of(&self, who: Specialist) -> Option<&str> {
        match who {
            Specialist::Menu => self.menu.as_deref(),
            Specialist::House => self.house.as_deref(),
            Specialist::Order => self.order.as_deref(),
            Specialist::SmallTalk => self.small_talk.as_deref(),
        }
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        [&self.menu, &self.house, &self.order, &self.small_talk].into_iter().filter_map(Option::as_deref)
    }
}

impl HouseRules {
    /// Who understands and words, by the first rule that holds.
    pub(crate) fn agents(&self, facts: &RuleFacts<'_>) -> Option<(&RuleId, &AgentPlan)> {
        let rule = self.first(Point::Agent, facts)?;
        if let Outcome::Agent(plan) = &rule.then { Some((&rule.id, plan)) } else { None }
    }
}
