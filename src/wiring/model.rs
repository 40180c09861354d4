//! The language model, if the configuration names one.

use std::sync::Arc;

use anyhow::anyhow;
use llm::{LlmSettings, Model};

/// Knows how to ask the model that is named; nothing is asked yet.
///
/// # Errors
/// What is wrong with its settings.
pub fn open(settings: Option<&LlmSettings>) -> anyhow::Result<Option<Arc<Model>>> {
    let model = settings.map(Model::new).transpose().map_err(|fault| anyhow!("llm: {fault}"))?;
    Ok(model.map(Arc::new))
}
