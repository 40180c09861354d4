//! The store in Redis, for several processes on the same lanes: one server, one behind Sentinel, or a cluster.
//!
//! A turn is one script and one round trip: it looks whether the event was taken, whether the lane's version is still
//! the one that the turn was decided on, and then writes all of it. No lock is held, and none is trusted: of two
//! processes that decide on the same version one is told so, reads the lane again and steps again.
//!
//! What is not of one lane cannot be in its script: where a session or a ticket is found, which lanes there are, and a
//! drive-thru's newest tickets.
//! That is written before the turn, and where a settled ticket is found gets its end after it. What leads nowhere after a
//! crash does no harm.

mod check;
mod drill;
mod feed;
mod forget;
mod guarded;
mod keys;
mod link;
mod outbox;
mod reads;
mod tickets;
mod turn;
mod wakeups;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use fsm::ids::{ItemId, LaneKey};
use fsm::ticket::TicketStatus;
use jiff::Timestamp;
use redis::{cmd, pipe};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use self::feed::{Following, News};
use self::guarded::{Guarded, Outcome};
pub(crate) use self::link::Link as RedisLink;
use self::link::Link;
use self::wakeups::Wakened;
use super::{
    AuditLog, Commit, Delivery, EventRecord, FeedEntry, FeedId, LaneRecord, MenuRecord, OutboxEntry, Sending,
    Store, StoreError, TicketChange, TicketRecord,
};

/// How long a turn may wait for the server, so that it is answered within a second.
const TURN_MAX: Duration = Duration::from_millis(900);

/// What survives once a turn is answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// Nothing needs to: the server may keep everything in memory.
    Memory,
    /// The death of any process; of a power cut, all but the last second.
    Everysec,
    /// Power cuts too: the server syncs before it answers.
    #[default]
    Always,
    /// As much as the server keeps, on a replica too: also the loss of the master's machine.
    Replicated {
        /// On how many replicas. If it is all of them, a failover that is asked for loses nothing either.
        replicas: u32,
    },
}

/// How the store is used.
#[derive(Clone, Debug)]
pub struct RedisSettings {
    /// What must survive. The server's configuration is checked for it.
    pub durability: Durability,
    /// How long a session's audit log is kept after its last turn, and a ticket after the POS has it.
    pub audit_kept: Duration,
    /// How many turns of one session its audit log keeps: the newest.
    pub audit_turns_max: u32,
}

/// The store in Redis.
pub struct RedisStore {
    link: Arc<Link>,
    settings: RedisSettings,
    wakened: Wakened,
    following: Following,
    /// What is done behind an answer.
    afterwards: TaskTracker,
}

impl RedisStore {
    /// Connects to `redis://[user:password@]host:port[/db]`, or `rediss://` with TLS; to a cluster, with several
    /// nodes' `host:port` separated by commas; or to the master that sentinels name:
    /// `redis+sentinel://[user:password@]host:port,host:port/name-of-the-master`.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`] if no server can be reached, or its configuration would lose data; it names what.
    pub async fn open(url: &str, settings: RedisSettings) -> Result<Self, StoreError> {
        let link = Arc::new(Link::open(url, settings.durability).await?);
        let (wakened, following, afterwards) = (Wakened::default(), Following::default(), TaskTracker::new());
        Ok(Self { link, settings, wakened, following, afterwards })
    }
}

#[async_trait]
impl Store for RedisStore {
    fn is_shared(&self) -> bool {
        true
    }

    fn patience(&self) -> Option<Duration> {
        Some(TURN_MAX)
    }

    async fn lane(&self, lane: &LaneKey) -> Result<LaneRecord, StoreError> {
        reads::lane(&self.link, lane).await
    }

    async fn lanes(&self, drive_thru: &str) -> Result<Vec<(LaneKey, LaneRecord)>, StoreError> {
        let mut lanes = reads::all_lanes(&self.link).await?;
        lanes.retain(|lane| lane.drive_thru() == drive_thru);
        let mut lanes = reads::of_each(lanes, async |lane| {
            let record = reads::lane(&self.link, &lane).await?;
            Ok((lane, record))
        })
        .await?;
        lanes.retain(|(_, record)| record.version > 0);
        Ok(lanes)
    }

    async fn active_lanes(&self) -> Result<Vec<LaneKey>, StoreError> {
        let active = reads::of_each(reads::all_lanes(&self.link).await?, async |lane| {
            let session = reads::session_id(&self.link, &lane).await?;
            Ok(session.map(|_| lane))
        });
        Ok(active.await?.into_iter().flatten().collect())
    }

    async fn event(&self, lane: &LaneKey, event_id: Uuid) -> Result<Option<EventRecord>, StoreError> {
        reads::event(&self.link, lane, event_id).await
    }

    async fn turns_between(
        &self,
        session_id: Uuid,
        after: u32,
        before: u32,
    ) -> Result<Vec<String>, StoreError> {
        reads::turns_between(&self.link, session_id, after, before).await
    }

    async fn turn(&self, session_id: Uuid, turn: u32) -> Result<Option<String>, StoreError> {
        let (after, before) = (turn.saturating_sub(1), turn.saturating_add(1));
        Ok(self.turns_between(session_id, after, before).await?.pop())
    }

    async fn audit(&self, session_id: Uuid) -> Result<Option<AuditLog>, StoreError> {
        reads::audit(&self.link, session_id).await
    }

    async fn commit(&self, commit: Commit) -> Result<(), StoreError> {
        turn::commit(&self.link, &self.settings, &commit).await?;
        self.tell(News::of(&commit));
        for change in &commit.tickets {
            self.lead_as_long(change.ticket_id, change.status);
        }
        Ok(())
    }

    async fn ticket(&self, ticket_id: Uuid) -> Result<Option<TicketRecord>, StoreError> {
        reads::ticket(&self.link, ticket_id).await
    }

    async fn change_ticket(
        &self,
        status_before: TicketStatus,
        change: TicketChange,
    ) -> Result<(), StoreError> {
        // Where it leads now it leads until after the change.
        tickets::keep_place(&self.link, &self.settings, change.ticket_id, status_before).await?;
        let changed = turn::change_ticket(&self.link, &self.settings, status_before, &change).await;
        self.tell_of_ticket(change.ticket_id, &changed);
        changed?;
        self.lead_as_long(change.ticket_id, change.status);
        Ok(())
    }

    async fn tickets(
        &self,
        drive_thru: &str,
        status: Option<TicketStatus>,
        limit: usize,
    ) -> Result<Vec<TicketRecord>, StoreError> {
        tickets::newest(&self.link, drive_thru, status, limit).await
    }

    async fn send(&self, sending: Sending) -> Result<bool, StoreError> {
        let ticket_id = sending.message.body.ticket_id();
        tickets::keep_place(&self.link, &self.settings, ticket_id, sending.status_before).await?;
        let sent = tickets::send(&self.link, &self.settings, &sending).await;
        match sent {
            Ok(false) => {}
            Ok(true) | Err(_) => self.tell_of_ticket(ticket_id, &sent),
        }
        if let Ok(true) = sent {
            self.lead_as_long(ticket_id, sending.status);
        }
        sent
    }

    async fn outbox(&self, now: Timestamp, limit: usize) -> Result<Vec<OutboxEntry>, StoreError> {
        outbox::due(&self.link, now, limit).await
    }

    async fn oldest_message(&self, lane: &LaneKey) -> Result<Option<OutboxEntry>, StoreError> {
        outbox::oldest(&self.link, lane.clone()).await
    }

    async fn wake(&self, lane: &LaneKey) -> Result<bool, StoreError> {
        wakeups::wake(&self.link, lane).await?;
        Ok(true)
    }

    async fn wakened(&self) -> Result<Vec<LaneKey>, StoreError> {
        self.wakened.lanes(&self.link).await
    }

    async fn claim(
        &self,
        entry: &OutboxEntry,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        outbox::claim(&self.link, entry, now, until).await
    }

    async fn renew(&self, entry: &OutboxEntry, until: Timestamp) -> Result<(), StoreError> {
        outbox::renew(&self.link, entry, until).await
    }

    async fn settle(&self, entry: &OutboxEntry, at: Timestamp, delivery: Delivery) -> Result<(), StoreError> {
        let settled = outbox::settle(&self.link, &self.settings, entry, at, &delivery).await;
        self.tell_of_ticket(entry.message.body.ticket_id(), &settled);
        settled
    }

    async fn menu(&self, drive_thru: &str) -> Result<MenuRecord, StoreError> {
        let mut pipeline = pipe();
        pipeline.atomic().get(keys::menu(drive_thru)).hgetall(keys::availability(drive_thru));
        let (document, off): (Option<String>, Vec<(String, u8)>) = self.link.ask_all(&pipeline).await?;
        let mut availability: Vec<(ItemId, bool)> =
            off.into_iter().map(|(item, available)| (ItemId::from(item.as_str()), available == 1)).collect();
        availability.sort();
        Ok(MenuRecord { document, availability })
    }

    async fn drive_thrus_with_menus(&self) -> Result<Vec<String>, StoreError> {
        let mut drive_thrus: Vec<String> = self.link.ask(cmd("SMEMBERS").arg(keys::MENUS)).await?;
        drive_thrus.sort();
        Ok(drive_thrus)
    }

    async fn menu_stamp(&self) -> Result<u64, StoreError> {
        let stamp: Option<u64> = self.link.ask(cmd("GET").arg(keys::MENU_STAMP)).await?;
        Ok(stamp.unwrap_or_default())
    }

    async fn put_menu(
        &self,
        drive_thru: &str,
        document: String,
        expected: Option<&MenuRecord>,
    ) -> Result<(), StoreError> {
        let (menu, availability) = (keys::menu(drive_thru), keys::availability(drive_thru));
        let mut change = Guarded::default();
        change.key(&menu, "string");
        change.key(&availability, "hash");
        if let Some(expected) = expected {
            change.expect(expected.document.as_deref().unwrap_or_default(), &[&"GET", &menu]);
            change.expect(&expected.availability.len().to_string(), &[&"HLEN", &availability]);
            for (item, available) in &expected.availability {
                let is_on = u8::from(*available).to_string();
                change.expect(&is_on, &[&"HGET", &availability, &item.as_str()]);
            }
        }
        change.write(&[&"SET", &menu, &document]);
        change.write(&[&"DEL", &availability]);
        self.change_menu(drive_thru, change).await
    }

    async fn set_available(
        &self,
        drive_thru: &str,
        item: &ItemId,
        available: bool,
    ) -> Result<(), StoreError> {
        let availability = keys::availability(drive_thru);
        let mut change = Guarded::default();
        change.key(&availability, "hash");
        change.write(&[&"HSET", &availability, &item.as_str(), &u8::from(available)]);
        self.change_menu(drive_thru, change).await
    }

    async fn feed(
        &self,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<FeedEntry>, StoreError> {
        feed::after(&self.link, drive_thru, after, limit).await
    }

    async fn feed_grown(
        &self,
        drive_thru: &str,
        after: FeedId,
        limit: usize,
    ) -> Result<Vec<FeedEntry>, StoreError> {
        self.following.grown(&self.link, drive_thru, after, limit).await
    }

    async fn feed_end(&self, drive_thru: &str) -> Result<FeedId, StoreError> {
        feed::end(&self.link, drive_thru).await
    }

    async fn feed_reaches(&self, drive_thru: &str, id: FeedId) -> Result<bool, StoreError> {
        feed::reaches(&self.link, drive_thru, id).await
    }

    async fn feed_place(
        &self,
        lane: &LaneKey,
        session_id: Uuid,
        turn: u32,
    ) -> Result<Option<FeedId>, StoreError> {
        feed::place(&self.link, lane, session_id, turn).await
    }

    async fn mend_feed(&self, drive_thru: &str) -> Result<(), StoreError> {
        self.following.mend(&self.link, drive_thru).await
    }

    async fn finish(&self) {
        self.afterwards.close();
        self.afterwards.wait().await;
    }

    async fn forget_events(&self, ended_before: Timestamp) -> Result<(), StoreError> {
        let mut forgotten = Ok(());
        for lane in reads::all_lanes(&self.link).await? {
            // A lane that cannot be read is no reason to leave the others.
            forgotten = forgotten.and(forget::events(&self.link, &lane, ended_before).await);
        }
        forgotten
    }

    async fn probe(&self) -> Result<(), StoreError> {
        self.link.commit(cmd("INCR").arg(keys::PROBE)).await?;
        self.link.check().await
    }
}

impl RedisStore {
    /// What was stored is stored, and nobody waits for this: a ticket that is found for longer than it is there does no
    /// harm.
    fn lead_as_long(&self, ticket_id: Uuid, status: TicketStatus) {
        if !tickets::is_settled(status) {
            return;
        }
        let (link, settings) = (self.link.clone(), self.settings.clone());
        self.afterwards.spawn(async move {
            if let Err(error) = tickets::keep_place(&link, &settings, ticket_id, status).await {
                tracing::warn!(ticket.id = %ticket_id, %error, "where a settled ticket is found is kept for ever");
            }
        });
    }

    /// What was stored is stored, and nobody waits for this: what readers are not told of is mended as a gap.
    fn tell(&self, news: News) {
        let link = self.link.clone();
        self.afterwards.spawn(async move { news.tell(&link).await });
    }

    /// Also of a change whose answer was lost: it may be stored, and a ticket as it is now is never wrong.
    fn tell_of_ticket<T>(&self, ticket_id: Uuid, changed: &Result<T, StoreError>) {
        if matches!(changed, Ok(_) | Err(StoreError::Unavailable(_))) {
            let link = self.link.clone();
            self.afterwards.spawn(async move { feed::tell_of_ticket(&link, ticket_id).await });
        }
    }

    /// A crash between the steps leaves a drive-thru listed without a menu, or a change that others see with the next.
    async fn change_menu(&self, drive_thru: &str, change: Guarded) -> Result<(), StoreError> {
        let _: () = self.link.ask(cmd("SADD").arg(keys::MENUS).arg(drive_thru)).await?;
        if change.run(&self.link).await? != Outcome::Stored {
            return Err(StoreError::Conflict);
        }
        self.link.commit(cmd("INCR").arg(keys::MENU_STAMP)).await?;
        Ok(())
    }
}
