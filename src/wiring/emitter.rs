//! What gets tickets to the POS, as it is configured.

use anyhow::{Context as _, anyhow};
#[cfg(feature = "escpos")]
use lanes::pos::EscposEmitter;
use lanes::pos::emitter::{Emitter, NoEmitter};
use lanes::pos::webhook::{Allowed, Secret};
use lanes::pos::{FileEmitter, WebhookEmitter, open_redis_stream};

#[cfg(not(feature = "escpos"))]
use crate::config::left_out;
use crate::config::{Config, PosEmitter, SecretUrl, StoreUrl, word};

/// Opens the emitter.
///
/// # Errors
/// What it needs and has not got.
pub async fn emitter(config: &Config) -> anyhow::Result<Box<dyn Emitter>> {
    let options = &config.options;
    let needed = |option: &str| format!("--pos-emitter {} needs {option}", word(&options.pos_emitter));
    Ok(match options.pos_emitter {
        PosEmitter::File => {
            if let StoreUrl::Redis(_) = config.store {
                tracing::warn!(
                    "each process writes tickets to a file of its own: a POS of several takes another emitter"
                );
            }
            let path = options.data.join("tickets.jsonl");
            Box::new(FileEmitter::open(&path).with_context(|| format!("cannot open {}", path.display()))?)
        }
        PosEmitter::Webhook => {
            let url = config.webhook_url.as_ref().map(SecretUrl::as_secret);
            let url = url.with_context(|| needed("webhook_url or webhook_url_file"))?;
            let secrets = secrets(config)?;
            if secrets.is_empty() {
                return Err(anyhow!(needed("webhook_secrets or webhook_secrets_file")));
            }
            let allowed =
                Allowed { loopback: options.webhook_allow_loopback, private: options.webhook_allow_private };
            let webhook = WebhookEmitter::new(url, secrets, allowed);
            Box::new(webhook.map_err(|fault| anyhow!("webhook_url: {fault}"))?)
        }
        PosEmitter::RedisStream => {
            let of_store = if let StoreUrl::Redis(url) = &config.store { Some(url) } else { None };
            let url = config.redis_stream_url.as_ref().or(of_store);
            let url = url.with_context(|| needed("redis_stream_url, or a store in Redis"))?;
            let stream = open_redis_stream(url.as_secret(), config.redis.durability).await;
            stream.with_context(|| format!("cannot use the stream on {url}"))?
        }
        #[cfg(not(feature = "escpos"))]
        PosEmitter::Escpos => return Err(left_out("--pos-emitter escpos", "escpos")),
        #[cfg(feature = "escpos")]
        PosEmitter::Escpos => {
            let address = options.escpos_address.as_deref().with_context(|| needed("escpos_address"))?;
            let printer = EscposEmitter::new(address, options.escpos_columns, config.settings.clone());
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
