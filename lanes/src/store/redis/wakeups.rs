//! The stream that wakes one of the processes for a lane with messages. It only saves time: the messages are in the
//! lane's own outbox, which is read every few seconds in any case.

use fsm::ids::LaneKey;
use redis::streams::StreamReadReply;
use redis::{Cmd, RedisError, cmd};
use tokio::sync::Mutex;

use super::keys;
use super::link::{BLOCKING_MS_MAX, Blocking, Link};
use crate::store::Result;

/// About how many wake-ups are kept. Older ones were read, or their lanes are looked at in any case.
const WAKEUPS_MAX: u32 = 1000;
/// The consumer group of all processes: each wake-up reaches one of them.
const GROUP: &str = "outbox";
/// How many wake-ups are read at once.
const TAKEN_MAX: u32 = 16;

pub(super) async fn wake(link: &Link, lane: &LaneKey) -> Result<()> {
    let mut wake = cmd("XADD");
    wake.arg(keys::WAKEUPS).arg("MAXLEN").arg("~").arg(WAKEUPS_MAX).arg("*");
    wake.arg("lane").arg(keys::member(lane));
    link.ask(&wake).await
}

/// The reading end. A wake-up that is read counts as answered: if it is lost with its process, that costs a few seconds.
#[derive(Default)]
pub(super) struct Wakened(Mutex<Option<Blocking>>);

impl Wakened {
    /// Waits for wake-ups; returns none if none came for a while.
    pub async fn lanes(&self, link: &Link) -> Result<Vec<LaneKey>> {
        let mut kept = self.0.lock().await;
        // The connection goes back only after its answer: one that still has an answer to come cannot be used again.
        let mut connection = match kept.take() {
            Some(connection) => connection,
            None => {
                let mut connection = link.blocking().await?;
                create_group(&mut connection).await?;
                connection
            }
        };
        let reply: Option<StreamReadReply> = connection.ask(&read()).await?;
        *kept = Some(connection);
        let entries = reply.into_iter().flat_map(|reply| reply.keys).flat_map(|key| key.ids);
        let members = entries.filter_map(|entry| entry.get::<String>("lane"));
        Ok(members.filter_map(|member| keys::lane(&member)).collect())
    }
}

fn read() -> Cmd {
    let mut read = cmd("XREADGROUP");
    read.arg("GROUP").arg(GROUP).arg("carhop").arg("NOACK").arg("COUNT").arg(TAKEN_MAX);
    read.arg("BLOCK").arg(BLOCKING_MS_MAX).arg("STREAMS").arg(keys::WAKEUPS).arg(">");
    read
}

async fn create_group(connection: &mut Blocking) -> Result<()> {
    let mut create = cmd("XGROUP");
    create.arg("CREATE").arg(keys::WAKEUPS).arg(GROUP).arg("$").arg("MKSTREAM");
    let created: Result<(), RedisError> = connection.ask(&create).await;
    match created {
        Err(error) if error.code() != Some("BUSYGROUP") => Err(error.into()),
        // It exists, or another process has just created it.
        _ => Ok(()),
    }
}
