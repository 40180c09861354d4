//! Language models: they may propose what was said and how to say it, and nothing else.
//!
//! ```text
//!   utterance ──evidence──> what the words name ──prompt, schema──> model ──checked against the words──> acts
//!   turn ──phrases──> the text that is right ──prompt──> model ──checked against that text──> text
//!   menu ──a thing──prompt, schema──> model ──> names, for a person to accept
//! ```
//!
//! Whatever a model answers is untrusted. A parse may name only what the words name ([`Evidence`]); a text may say
//! only what the book of phrases would say (`check`). Nothing of a model reaches a price, a state or a ticket.
//!
//! [`Evidence`]: parse::Evidence

pub mod chain;
mod check;
mod client;
pub mod enrich;
mod gates;
mod model;
mod parser;
mod prompt;
mod responder;
mod schema;
mod specialist;

pub use agents::llm::{Dialect, LlmSettings};

pub use self::model::Model;
pub use self::parser::LlmParser;
pub use self::responder::LlmResponder;
pub use self::specialist::LlmSpecialist;
