//! A POS that reads a Redis stream: an entry for each message, on the stream of its drive-thru.

use async_trait::async_trait;
use fsm::ids::LaneKey;
use fsm::ticket::Message;
use redis::Cmd;

use super::PosReport;
use super::emitter::{EmitError, Emitter, Semantics};
use crate::store::{Durability, RedisLink, StoreError};

/// Adds an entry unless the message has one. The marker is set last, so that a failure before it leaves nothing behind.
const SCRIPT: &str = "
if redis.call('EXISTS', KEYS[2]) == 0 then
    redis.call('XADD', KEYS[1], '*', 'id', ARGV[2], 'type', ARGV[3], 'message', ARGV[4])
    redis.call('SET', KEYS[2], '', 'EX', ARGV[1])
end";
/// How long the marker of a message is kept: far longer than a message is retried.
const KNOWN_FOR_S: u32 = 7 * 24 * 3600;

/// Connects to a server, a cluster or a master behind sentinels, as [`crate::store::RedisStore::open`] does. Messages are
/// added to the stream `tickets:{drive-thru}`, with the fields `id`, `type` and `message`. Its readers remove
/// entries; what is not read yet is never trimmed.
///
/// # Errors
/// [`StoreError::Unavailable`] if no server can be reached, or its configuration would lose messages.
pub async fn open_redis_stream(url: &str, durability: Durability) -> Result<Box<dyn Emitter>, StoreError> {
    Ok(Box::new(RedisStreamEmitter(RedisLink::open(url, durability).await?)))
}

struct RedisStreamEmitter(RedisLink);

#[async_trait]
impl Emitter for RedisStreamEmitter {
    fn semantics(&self) -> Semantics {
        // A second entry would be read twice, so the marker is checked first.
        Semantics::Queryable
    }

    async fn emit(
        &self,
        lane: &LaneKey,
        number: i64,
        message: &Message,
    ) -> Result<Option<PosReport>, EmitError> {
        let json = serde_json::to_string(message).map_err(EmitError::refused)?;
        let (drive_thru, kind) = (lane.drive_thru(), message.body.kind());
        let id = format!("{}:{kind}", message.body.ticket_id());
        let mut add: Cmd = redis::cmd("EVAL");
        add.arg(SCRIPT)
            .arg(2)
            .arg(format!("tickets:{{{drive_thru}}}"))
            .arg(format!("sent:{{{drive_thru}}}:{id}:{number}"));
        add.arg(KNOWN_FOR_S).arg(&id).arg(kind).arg(json);
        match self.0.commit(&add).await {
            Ok(_) => Ok(None),
            Err(error) => Err(EmitError::unknown(format!("Redis: {error}"))),
        }
    }
}
