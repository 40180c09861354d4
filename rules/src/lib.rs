//! Reads the rules of a house.
//!
//! ```text
//!   document ──> points, outcomes, dates ─────────────┐
//!       └─ when: CEL ──parse──> lower, with types ────┴──> fsm's HouseRules
//! ```
//!
//! A condition is parsed and lowered when its document is read. Nothing of CEL is left when a turn is taken.

mod agents;
mod apart;
mod condition;
mod document;
mod explained;
mod limits;
mod named;
mod outcome;
mod price;
mod question;
mod visit;
mod vocabulary;

pub use self::document::RuleBook;
pub use self::explained::{PointExplained, RuleExplained, TestExplained};
pub use self::limits::{CONDITION_CHARS_MAX, RULES_MAX};
pub use self::named::KnownAgents;
pub use self::outcome::PointEntry;
pub use self::vocabulary::{FactEntry, Kind, Vocabulary, vocabulary};
