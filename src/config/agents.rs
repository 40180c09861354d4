//! The options of the agents: which server of models there is, and what each drive-thru's agents may do with it.

use std::path::PathBuf;
use std::time::Duration;

use ::agents::rules::{AgentRules, ParserPlan, ResponderPlan};
use ::llm::{Dialect, LlmSettings};
use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use hyper::Uri;
use serde::{Deserialize, Serialize};

use super::Secrets;
use super::secrets::of_file;

/// How many calls of a model are under way at once.
const CALLS_MAX: usize = 16;
/// How long a turn waits for a model at most, however it is set.
pub const DEADLINE_MS_MAX: u64 = 60_000;

/// A server of language models.
#[derive(Args, Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LlmOptions {
    /// The base of a server that speaks `/v1/chat/completions`, such as `http://127.0.0.1:8092/v1`.
    #[arg(id = "llm_url", long = "llm-url", env = "CARHOP_LLM_URL", value_name = "URL")]
    url: Option<String>,
    /// The model's name there.
    #[arg(id = "llm_model", long = "llm-model", env = "CARHOP_LLM_MODEL", value_name = "NAME")]
    model: Option<String>,
    /// How the server wants to be told the form of an answer: `openai`, `llama_cpp` or `plain` [default: openai].
    #[arg(id = "llm_dialect", long = "llm-dialect", env = "CARHOP_LLM_DIALECT", value_name = "DIALECT")]
    dialect: Option<DialectWord>,
    /// The key: the variable `CARHOP_LLM_KEY` or a line of the file, for command lines can be seen.
    #[arg(skip)]
    #[serde(default, skip_serializing)]
    key: Secrets,
    /// A file with the key.
    #[arg(id = "llm_key_file", long = "llm-key-file", env = "CARHOP_LLM_KEY_FILE", value_name = "FILE")]
    key_file: Option<PathBuf>,
    /// How many calls of it may be under way at once [default: 16].
    #[arg(id = "llm_calls_max", long = "llm-calls-max", env = "CARHOP_LLM_CALLS_MAX", value_name = "N")]
    calls_max: Option<usize>,
}

/// What the agents of a drive-thru may do.
#[derive(Args, Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentOptions {
    /// Who understands: `grammar`, `grammar_then_llm` or `llm_then_grammar` [default: grammar].
    #[arg(long, env = "CARHOP_PARSER", value_name = "PLAN")]
    parser: Option<ParserWord>,
    /// Who words: `template` or `llm` [default: template].
    #[arg(long, env = "CARHOP_RESPONDER", value_name = "PLAN")]
    responder: Option<ResponderWord>,
    /// How long a turn waits for a model at most, in milliseconds [default: 1200].
    #[arg(long, env = "CARHOP_AGENTS_DEADLINE_MS", value_name = "MS")]
    agents_deadline_ms: Option<u64>,
    /// How many tokens a drive-thru may use in an hour [default: 500000].
    #[arg(long, env = "CARHOP_LLM_TOKENS_PER_HOUR", value_name = "N")]
    llm_tokens_per_hour: Option<u64>,
    /// How long a reply may take before the customer is told to wait, in milliseconds [default: 2000].
    #[arg(long, env = "CARHOP_HOLD_AFTER_MS", value_name = "MS")]
    hold_after_ms: Option<u64>,
}

/// The dialects by their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
enum DialectWord {
    #[serde(rename = "openai")]
    #[value(name = "openai")]
    OpenAi,
    LlamaCpp,
    Plain,
}

/// The parsers' plans by their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum ParserWord {
    /// The deterministic parser alone.
    Grammar,
    /// A model is asked where the deterministic parser is not sure.
    GrammarThenLlm,
    /// A model is asked first.
    LlmThenGrammar,
}

/// The responders' plans by their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
enum ResponderWord {
    Template,
    Llm,
}

impl From<ParserWord> for ParserPlan {
    fn from(word: ParserWord) -> Self {
        match word {
            ParserWord::Grammar => Self::Grammar,
            ParserWord::GrammarThenLlm => Self::GrammarThenLlm,
            ParserWord::LlmThenGrammar => Self::LlmThenGrammar,
        }
    }
}

impl LlmOptions {
    /// The one option of the environment that has no flag.
    pub(super) fn of_environment() -> Self {
        let key = std::env::var("CARHOP_LLM_KEY").map(Secrets::from).unwrap_or_default();
        Self { key, ..Self::default() }
    }

    /// The same with the key of the environment, which has no flag.
    pub fn with_environment(self) -> Self {
        self.over(Self::of_environment())
    }

    pub(super) fn over(self, below: Self) -> Self {
        Self {
            url: self.url.or(below.url),
            model: self.model.or(below.model),
            dialect: self.dialect.or(below.dialect),
            key: self.key.or(below.key),
            key_file: self.key_file.or(below.key_file),
            calls_max: self.calls_max.or(below.calls_max),
        }
    }

    /// The server that there is; none if none is named.
    ///
    /// # Errors
    /// What is missing or makes no sense.
    pub fn settings(&self) -> anyhow::Result<Option<LlmSettings>> {
        let Some(url) = self.url.clone() else { return Ok(None) };
        let model = self.model.clone().context("llm.url is set, but not llm.model")?;
        let parsed: Option<Uri> = url.parse().ok();
        let parsed = parsed.filter(|url| matches!(url.scheme_str(), Some("http" | "https")));
        let Some(host) = parsed.as_ref().and_then(Uri::host) else { bail!("llm.url is no http(s) URL") };
        let key = of_file("llm.key", &self.key, self.key_file.as_deref())?;
        let key = match key.as_slice() {
            [] => None,
            [key] => Some(key.clone()),
            _ => bail!("llm.key is more than one"),
        };
        let is_here = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
        if key.is_some() && !is_here && parsed.as_ref().and_then(Uri::scheme_str) == Some("http") {
            bail!(
                "llm.url is http:// on another machine: the key would be readable on the way; use https://"
            );
        }
        let calls_max = self.calls_max.unwrap_or(CALLS_MAX);
        if calls_max == 0 {
            bail!("llm.calls_max is at least 1");
        }
        let dialect = match self.dialect {
            None | Some(DialectWord::OpenAi) => Dialect::OpenAi,
            Some(DialectWord::LlamaCpp) => Dialect::LlamaCpp,
            Some(DialectWord::Plain) => Dialect::Plain,
        };
        Ok(Some(LlmSettings { url, model, key, dialect, calls_max }))
    }

    /// The same with the defaults filled in, if there is a server.
    pub(super) fn filled(&self) -> Self {
        let is_used = self.url.is_some();
        Self {
            dialect: self.dialect.or(is_used.then_some(DialectWord::OpenAi)),
            calls_max: self.calls_max.or(is_used.then_some(CALLS_MAX)),
            key: Secrets::default(),
            ..self.clone()
        }
    }
}

impl AgentOptions {
    pub(super) fn over(self, below: Self) -> Self {
        Self {
            parser: self.parser.or(below.parser),
            responder: self.responder.or(below.responder),
            agents_deadline_ms: self.agents_deadline_ms.or(below.agents_deadline_ms),
            llm_tokens_per_hour: self.llm_tokens_per_hour.or(below.llm_tokens_per_hour),
            hold_after_ms: self.hold_after_ms.or(below.hold_after_ms),
        }
    }

    pub(super) fn rules(&self) -> anyhow::Result<AgentRules> {
        let mut rules = AgentRules::default();
        if let Some(word) = self.parser {
            rules.parser = word.into();
        }
        if self.responder == Some(ResponderWord::Llm) {
            rules.responder = ResponderPlan::Llm;
        }
        if let Some(ms) = self.agents_deadline_ms {
            if ms == 0 || ms > DEADLINE_MS_MAX {
                bail!("agents_deadline_ms is from 1 to {DEADLINE_MS_MAX}");
            }
            rules.deadline = Duration::from_millis(ms);
        }
        rules.hold_after = self.hold_after_ms.map_or(rules.hold_after, Duration::from_millis);
        rules.tokens_per_hour = self.llm_tokens_per_hour.unwrap_or(rules.tokens_per_hour);
        Ok(rules)
    }

    /// The same with every default filled in.
    pub(super) fn filled(&self) -> Self {
        let AgentRules { deadline, tokens_per_hour, hold_after, .. } = AgentRules::default();
        let ms = |time: Duration| u64::try_from(time.as_millis()).ok();
        Self {
            parser: self.parser.or(Some(ParserWord::Grammar)),
            responder: self.responder.or(Some(ResponderWord::Template)),
            agents_deadline_ms: self.agents_deadline_ms.or(ms(deadline)),
            llm_tokens_per_hour: self.llm_tokens_per_hour.or(Some(tokens_per_hour)),
            hold_after_ms: self.hold_after_ms.or(ms(hold_after)),
        }
    }
}
