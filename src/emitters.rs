//! What gets tickets to the POS, as it is configured.

use anyhow::{Context as _, anyhow};
use lanes::pos::emitter::{Emitter, NoEmitter};
use lanes::pos::webhook::Secret;
use lanes::pos::{EscposEmitter, FileEmitter, RedisStreamEmitter, WebhookEmitter};

use crate::config::{Config, PosEmitter, StoreUrl};

/// Opens the emitter.
///
/// # Errors
/// What it needs and has not got.
pub async fn open(config: &Config) -> anyhow::Result<Box<dyn Emitter>> {
    let emitter = config.pos_emitter;
    let needed = |option: &str| format!("--pos-emitter {emitter} needs {option}");
    Ok(match emitter {
        PosEmitter::File => {
            if let StoreUrl::Redis(_) = config.store {
                tracing::warn!(
                    "each process writes tickets to a file of its own: a POS of several takes another emitter"
                );
            }
            let path = config.data.join("tickets.jsonl");
            Box::new(FileEmitter::open(&path).with_context(|| format!("cannot open {}", path.display()))?)
        }
        PosEmitter::Webhook => {
            let url = config.webhook_url.as_deref().with_context(|| needed("webhook_url"))?;
            let secrets = secrets(config)?;
            if secrets.is_empty() {
                return Err(anyhow!(needed("webhook_secrets or webhook_secrets_file")));
            }
            let webhook = WebhookEmitter::new(url, secrets, config.webhook_allowed);
            Box::new(webhook.map_err(|fault| anyhow!("webhook_url: {fault}"))?)
        }
        PosEmitter::RedisStream => {
            let of_store = if let StoreUrl::Redis(url) = &config.store { Some(url) } else { None };
            let url = config.redis_stream_url.as_ref().or(of_store);
            let url = url.with_context(|| needed("redis_stream_url, or a store in Redis"))?;
            let stream = RedisStreamEmitter::open(url.as_secret(), config.redis.durability).await;
            Box::new(stream.with_context(|| format!("cannot use the stream on {url}"))?)
        }
        PosEmitter::Escpos => {
            let address = config.escpos_address.as_deref().with_context(|| needed("escpos_address"))?;
            let printer = EscposEmitter::new(address, config.escpos_columns, config.houses.clone());
            Box::new(printer.map_err(anyhow::Error::msg)?)
        }
        PosEmitter::None => Box::new(NoEmitter),
    })
}

fn secrets(config: &Config) -> anyhow::Result<Vec<Secret>> {
    let secrets = config.webhook_secrets.as_slice().iter().enumerate().map(|(index, text)| {
        Secret::parse(text).map_err(|fault| anyhow!("webhook_secrets, number {}: {fault}", index + 1))
    });
    secrets.collect()
}
