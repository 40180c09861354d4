//! Servers of models by their names, and the profiles by which specialists ask them; in the file only.

use std::collections::BTreeMap;

use agents::llm::LlmSettings;
use agents::profiles::Profile;
use anyhow::{Context as _, bail};
use lanes::settings::Settings;

use super::{DEADLINE_MS_MAX, LlmOptions, left_out};

/// What the server that the command line names is called.
pub const LLM: &str = "llm";
/// The longest prompt that a house may give a specialist, in bytes.
const PROMPT_BYTES_MAX: usize = 4096;
/// The most tokens of an answer.
const ANSWER_TOKENS_MAX: u32 = 2000;

/// The servers of models, by name: that of the command line is `llm`.
///
/// # Errors
/// What is missing or makes no sense.
pub fn servers(
    llm: Option<&LlmSettings>,
    models: &BTreeMap<String, LlmOptions>,
) -> anyhow::Result<BTreeMap<String, LlmSettings>> {
    let mut servers: BTreeMap<String, LlmSettings> =
        llm.map(|llm| (LLM.to_owned(), llm.clone())).into_iter().collect();
    for (name, options) in models {
        let read = || {
            fsm::ids::check_id(name)?;
            if name == LLM {
                bail!("the server of this name is set by [llm]");
            }
            options.named(name)?.context("url is not set")
        };
        servers.insert(name.clone(), read().with_context(|| format!("models.{name}"))?);
    }
    Ok(servers)
}

/// Checks every profile, and that every drive-thru names profiles that there are.
///
/// # Errors
/// What is missing or makes no sense.
pub fn check(
    profiles: &BTreeMap<String, Profile>,
    servers: &BTreeMap<String, LlmSettings>,
    settings: &Settings,
) -> anyhow::Result<()> {
    if !profiles.is_empty() && !cfg!(feature = "llm") {
        return Err(left_out("a profile of specialists", "llm"));
    }
    for (name, profile) in profiles {
        let checked = || {
            fsm::ids::check_id(name)?;
            check_profile(profile, servers)
        };
        checked().with_context(|| format!("profiles.{name}"))?;
    }
    for name in settings.all().flat_map(|drive_thru| drive_thru.agents.profiles.names()) {
        if !profiles.contains_key(name) {
            bail!("agents.profiles names the profile `{name}`, and there is no [profiles.{name}]");
        }
    }
    Ok(())
}

fn check_profile(profile: &Profile, servers: &BTreeMap<String, LlmSettings>) -> anyhow::Result<()> {
    let Profile { server, prompt, answer_tokens_max, deadline_ms, .. } = profile;
    if !servers.contains_key(server) {
        bail!("there is no server `{server}`: name it in [models.{server}], or set llm.url and `{LLM}`");
    }
    if prompt.len() > PROMPT_BYTES_MAX {
        bail!("prompt has {} bytes, and at most {PROMPT_BYTES_MAX} are told", prompt.len());
    }
    if !(1..=ANSWER_TOKENS_MAX).contains(answer_tokens_max) {
        bail!("answer_tokens_max is from 1 to {ANSWER_TOKENS_MAX}, not {answer_tokens_max}");
    }
    if !(1..=DEADLINE_MS_MAX).contains(deadline_ms) {
        bail!("deadline_ms is from 1 to {DEADLINE_MS_MAX}, not {deadline_ms}");
    }
    Ok(())
}
