//! Specialists: each answers one kind of question. The machine finds the facts; a specialist may say what is asked where
//! the grammar is not sure, and word the answer. It never states a fact.
//!
//! ```text
//!  words ──grammar──> not sure ──route──> specialist ──query that the words bear out──> machine ──> facts
//!                                                                                                     │
//!                               text <──the same in other words── specialist <──the book's words──────┘
//! ```
//!
//! Which [`Profile`] a specialist works by, if any, is the drive-thru's choice. Without one, and wherever a model fails,
//! the grammar and the book of phrases answer: [`ByTheBook`].
//!
//! [`Profile`]: crate::profiles::Profile

use async_trait::async_trait;
use fsm::dialogue::{Act, Acts, Choice, Say};
use fsm::house::HouseFact;
use fsm::menu::Topic;
use fsm::query::{Asking, Fact, Filter, Query, Select, Specialist};
use parse::{Evidence, Index, Utterance};

use crate::rules::Brief;

/// What a specialist is asked to make out.
pub struct Question<'a> {
    /// Who is asked.
    pub who: Specialist,
    /// What was said.
    pub utterance: Utterance<'a>,
    /// What the words can mean.
    pub evidence: &'a Evidence<'a>,
}

/// What a specialist makes of a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Proposal {
    /// What is asked, borne out by the words; none if nothing was proposed that is.
    pub query: Option<Query>,
    /// Why; none where nobody was asked.
    pub choice: Option<Choice>,
}

/// What a specialist is asked to word.
pub struct Answer<'a> {
    /// Who is asked.
    pub who: Specialist,
    /// What the answer says.
    pub facts: &'a [&'a Fact],
    /// The words that are right.
    pub right: Say,
    /// The menu's words.
    pub index: &'a Index,
}

/// Answers questions of one kind. Stateless: each call has all that it needs, with the window of what was said lately in
/// the brief.
#[async_trait]
pub trait SpecialistAgent: Send + Sync {
    /// Proposes what is asked. Never fails: what cannot be made out has no query.
    async fn propose(&self, question: Question<'_>, brief: Brief<'_>) -> Proposal;

    /// Words an answer in another way that says the same, or leaves it as it is.
    async fn word(&self, answer: Answer<'_>, brief: Brief<'_>) -> Say;
}

/// Proposes nothing and words as the book of phrases does.
#[derive(Clone, Copy, Debug, Default)]
pub struct ByTheBook;

#[async_trait]
impl SpecialistAgent for ByTheBook {
    async fn propose(&self, _: Question<'_>, _: Brief<'_>) -> Proposal {
        Proposal::default()
    }

    async fn word(&self, answer: Answer<'_>, _: Brief<'_>) -> Say {
        answer.right
    }
}

/// Who is asked what was meant, where the grammar heard a question and is not sure what it asks. None where it is sure,
/// heard no question, or heard what does more than ask.
pub fn route(heard: &Acts, evidence: &Evidence<'_>, confidence_min: f64) -> Option<Specialist> {
    let mut asked = None;
    for act in &heard.acts {
        match act {
            Act::MenuQuestion(asking) => asked = Some(asking),
            Act::Unclear | Act::HasAllergy { .. } => {}
            _ => return None,
        }
    }
    let is_sure = heard.confidence >= confidence_min;
    #[rustfmt::skip]
    let who = match (asked, is_sure, evidence.asks(), evidence.names()) {
    //   HEARD           SURE   ASKS   NAMES FOOD   WHO IS ASKED
        (Some(asking), true,  _,     _    ) if !is_open(asking) => return None,
        (Some(_),      _,     _,     true )                     => Specialist::Menu,
        (Some(asking), _,     _,     false)                     => asking.specialist(),
        (None,         _,     true,  true )                     => Specialist::Menu,
        (None,         _,     true,  false)                     => Specialist::House,
        (None,         _,     false, _    )                     => return None,
    };
    Some(who)
}

/// Whether it is left to the team, since nothing was made of it.
fn is_open(asking: &Asking) -> bool {
    match &asking.query {
        Some(query) => query.select == Select::Unknown,
        None => asking.topic == Topic::Other,
    }
}

/// The same acts with what a specialist made of the question in them.
pub fn with_query(heard: Acts, asking: Asking) -> Acts {
    let is_question = |act: &Act| matches!(act, Act::MenuQuestion(_) | Act::Unclear);
    let mut acts: Vec<Act> = heard.acts.into_iter().filter(|act| !is_question(act)).collect();
    acts.push(Act::MenuQuestion(asking));
    Acts { acts, ..heard }
}

/// Whether an answer is always said in the book's words: of what somebody must not eat, and of what nobody here knows.
pub fn is_said_by_the_book(fact: &Fact) -> bool {
    let is_of_health = |filter: &Filter| {
        matches!(filter, Filter::Contains { .. } | Filter::FreeOf { .. } | Filter::Diet { .. })
    };
    match fact {
        Fact::Allergens(_)
        | Fact::Diet { .. }
        | Fact::Diets { .. }
        | Fact::AskTheTeam
        | Fact::House(HouseFact::Unknown { .. }) => true,
        Fact::List { fits, .. } => fits.iter().any(is_of_health),
        Fact::House(_)
        | Fact::Price { .. }
        | Fact::Contents { .. }
        | Fact::Sizes { .. }
        | Fact::Choices { .. }
        | Fact::Parts { .. }
        | Fact::Calories { .. }
        | Fact::Heat { .. }
        | Fact::Caffeine { .. }
        | Fact::Available { .. }
        | Fact::Served { .. }
        | Fact::With { .. }
        | Fact::OutNow { .. }
        | Fact::Recommended { .. }
        | Fact::Order { .. }
        | Fact::Total
        | Fact::NameAnItem => false,
    }
}
