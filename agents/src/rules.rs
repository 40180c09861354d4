//! What the agents of a drive-thru may do, and what they are told with each call.

use std::time::Duration;

use fsm::house_rules::{AgentPlan, ParserPlan, Profiles, ResponderPlan};
use fsm::machine::Exchange;
use tokio::time::Instant;

/// How the agents of a drive-thru work together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentRules {
    /// Who understands.
    pub parser: ParserPlan,
    /// Who words.
    pub responder: ResponderPlan,
    /// How the specialists answer questions.
    pub profiles: Profiles,
    /// How long a turn may wait for a model, for understanding and wording together.
    pub deadline: Duration,
    /// How many tokens a drive-thru may use in an hour, asked and answered.
    pub tokens_per_hour: u64,
    /// How long a reply may take before the customer is told to wait.
    pub hold_after: Duration,
}

/// The deterministic agents, and the limits of the others.
pub const DEFAULT: AgentRules = AgentRules {
    parser: ParserPlan::Grammar,
    responder: ResponderPlan::Template,
    profiles: Profiles::NONE,
    deadline: Duration::from_millis(1200),
    tokens_per_hour: 500_000,
    hold_after: Duration::from_secs(2),
};

impl Default for AgentRules {
    fn default() -> Self {
        DEFAULT
    }
}

impl AgentRules {
    /// The same where a rule of the house chooses others.
    #[must_use]
    pub fn with(&self, plan: &AgentPlan) -> Self {
        let AgentPlan { parser, responder, profiles } = plan.clone();
        Self {
            parser: parser.unwrap_or(self.parser),
            responder: responder.unwrap_or(self.responder),
            profiles: profiles.unwrap_or_else(|| self.profiles.clone()),
            ..*self
        }
    }

    /// Whether a model may be asked at all.
    pub fn ask_a_model(&self) -> bool {
        self.need_llm() || self.profiles.names().next().is_some()
    }

    /// Whether the model of the parser and the responder may be asked.
    pub fn need_llm(&self) -> bool {
        self.parser != ParserPlan::Grammar || self.responder != ResponderPlan::Template
    }
}

/// What an agent is told of a call besides what is said: where it is, what it may do, and what was said lately.
#[derive(Clone, Copy, Debug)]
pub struct Brief<'a> {
    /// The drive-thru that asks.
    pub drive_thru: &'a str,
    /// What its agents may do.
    pub rules: &'a AgentRules,
    /// Below this confidence, 0 to 1, nothing of an utterance is applied.
    pub confidence_min: f64,
    /// When the turn must be answered; none for the rules' deadline from now.
    pub deadline: Option<Instant>,
    /// What was said lately, the newest last.
    pub exchanges: &'a [Exchange],
}

/// How sure an utterance must be understood where no drive-thru says otherwise.
const CONFIDENCE_MIN: f64 = 0.6;

impl Default for Brief<'_> {
    /// Of no drive-thru, with the deterministic agents.
    fn default() -> Self {
        Self {
            drive_thru: "",
            rules: &DEFAULT,
            confidence_min: CONFIDENCE_MIN,
            deadline: None,
            exchanges: &[],
        }
    }
}

impl Brief<'_> {
    /// When the turn must be answered.
    pub fn answer_by(&self) -> Instant {
        self.deadline.unwrap_or_else(|| Instant::now() + self.rules.deadline)
    }
}
