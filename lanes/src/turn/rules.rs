//! The rules of a turn.

use std::sync::Arc;

use fsm::house_rules::HouseQuestion;
use fsm::machine::{Documents, RulesInUse, Session};
use rules::RuleBook;

use crate::keeper::Active;
use crate::store::Document;

/// The rules of a turn: those with which its session began, and the newest.
#[derive(Clone, Debug, Default)]
pub(super) struct TurnRules {
    pub session: Option<Arc<Active<RuleBook>>>,
    pub newest: Option<Arc<Active<RuleBook>>>,
}

impl TurnRules {
    /// As the machine takes them.
    pub fn in_use(&self) -> RulesInUse<'_> {
        RulesInUse {
            session: self.session.as_deref().map(|active| &active.content.rules),
            newest: self.newest.as_deref().map(|active| &active.content.rules),
        }
    }

    /// What the house asks in a session, if that is its open question.
    pub fn question_of(&self, session: &Session) -> Option<&HouseQuestion> {
        let asked = session.question()?.house.as_ref()?;
        self.session.as_ref()?.content.rules.question(&asked.rule)
    }

    /// Whether there are any.
    pub fn are_there(&self) -> bool {
        self.session.is_some() || self.newest.is_some()
    }

    /// The versions as a turn names them: the newest only where its session has another. A new session begins with the
    /// newest.
    pub fn named(&self, is_new: bool, documents: Documents) -> Documents {
        let hash = |rules: &Option<Arc<Active<RuleBook>>>| rules.as_ref().map(|active| active.as_put.hash);
        let newest = hash(&self.newest);
        let rules = if is_new { newest } else { hash(&self.session) };
        Documents { rules, newest_rules: newest.filter(|newest| Some(*newest) != rules), ..documents }
    }

    /// Their documents, for replays.
    pub fn documents(&self) -> impl Iterator<Item = Document> {
        self.session.iter().chain(&self.newest).map(|active| active.as_put.clone())
    }
}
