//! The names of everything in Redis.
//!
//! Braces are Cluster's hash tag: everything of a lane is in one slot, so that one script can write all of a turn.
//! Ids have no braces and no colons, so that no two things share a name.
//!
//! | key | type | what | size | kept |
//! |---|---|---|---|---|
//! | `lane:{d:l}` | hash | version and stamp, session id | 0.2 KB | for ever |
//! | `order-numbers:{d}:date` | hash | the orders of a drive-thru on a business date, each with its number | 0.1 KB an order | three days after the last of them |
//! | `session:{d:l}:s` | hash | the session that is on | 2 KB | until it ends; a day after its last turn at most |
//! | `events:{d:l}` | hash | each event that was taken, and its turn | 0.2 KB an event | a day after the session's end |
//! | `ended:{d:l}` | sorted set | sessions that ended or were forgotten, by when, until their events are too | 0.1 KB a session | a day |
//! | `audit:{d:l}:s` | stream | a session's turns, by number | 2 KB a turn | `audit_days` after its last turn |
//! | `document:h` | string | a menu, what of it was off, or a house, as turns name it by the hash of its content | its own | two days longer than `audit_days` after the last turn that names it |
//! | `ticket:{d:l}:t` | hash | a ticket, what became of it, how many messages about it wait | 1 KB | `audit_days` after the POS has it, else for ever |
//! | `notes:{d:l}:t` | list | a ticket's history | 0.1 KB a note | with its ticket |
//! | `outbox:{d:l}` | list | what is to be delivered, in order | 20 B a message | until delivered or given up |
//! | `message:{d:l}:n` | hash | a message with its attempts and claims | 1 KB | until delivered or given up |
//! | `where:id` | string | the lane of a session or ticket | 0.1 KB | a session's a day longer than `audit_days` from its first turn, a ticket's a day longer than the ticket, or for ever if the process or Redis failed just after it was settled |
//! | `tickets-of:{d}` | sorted set | a drive-thru's tickets, by when they were made | 0.1 KB a ticket | the newest 10,000 |
//! | `feed:{d}` | stream | a drive-thru's turns and tickets by their ids, for readers | 0.2 KB an entry | about the last 10,000 |
//! | `told:{d}` | hash | the version and stamp of the last turn of each lane that is in the feed | 0.1 KB a lane | for ever |
//! | `lanes` | set | every lane | 0.1 KB a lane | for ever |
//! | `wakeups` | stream | lanes with messages, for one process each | 0.1 KB a wake-up | the last 1000 |
//! | `outbox-ids`, `menu-stamp`, `house-stamp`, `probe` | string | counters | | for ever |
//! | `menus` | set | drive-thrus with a menu of their own, or something off | | for ever |
//! | `menu:{d}`, `availability:{d}` | string, hash | that menu, and what is off | its own | for ever |
//! | `houses` | set | drive-thrus with a house of their own | | for ever |
//! | `house:{d}` | string | that house | its own | for ever |

use fsm::ids::LaneKey;
use jiff::civil::Date;
use uuid::Uuid;

pub(super) const LANES: &str = "lanes";
pub(super) const MENUS: &str = "menus";
pub(super) const MENU_STAMP: &str = "menu-stamp";
pub(super) const HOUSES: &str = "houses";
pub(super) const HOUSE_STAMP: &str = "house-stamp";
pub(super) const OUTBOX_IDS: &str = "outbox-ids";
pub(super) const WAKEUPS: &str = "wakeups";
pub(super) const PROBE: &str = "probe";

/// The keys of a lane.
pub(super) struct Keys<'a>(pub &'a LaneKey);

impl Keys<'_> {
    pub fn lane(&self) -> String {
        self.of("lane")
    }

    pub fn session(&self, session_id: Uuid) -> String {
        format!("{}:{session_id}", self.of("session"))
    }

    pub fn events(&self) -> String {
        self.of("events")
    }

    pub fn ended(&self) -> String {
        self.of("ended")
    }

    pub fn audit(&self, session_id: Uuid) -> String {
        format!("{}:{session_id}", self.of("audit"))
    }

    pub fn ticket(&self, ticket_id: Uuid) -> String {
        format!("{}:{ticket_id}", self.of("ticket"))
    }

    pub fn notes(&self, ticket_id: Uuid) -> String {
        format!("{}:{ticket_id}", self.of("notes"))
    }

    pub fn outbox(&self) -> String {
        self.of("outbox")
    }

    pub fn message(&self, id: i64) -> String {
        format!("{}:{id}", self.of("message"))
    }

    fn of(&self, kind: &str) -> String {
        format!("{kind}:{{{}}}", member(self.0))
    }
}

/// A lane as a member of a set.
pub(super) fn member(lane: &LaneKey) -> String {
    format!("{}:{}", lane.drive_thru(), lane.lane())
}

/// The lane of a member; `None` for a member that is no lane.
pub(super) fn lane(member: &str) -> Option<LaneKey> {
    let (drive_thru, lane) = member.split_once(':')?;
    LaneKey::new(drive_thru, lane).ok()
}

/// The field of a ticket that says that it has a note with that id.
pub(super) fn said(id: Uuid) -> String {
    format!("said:{id}")
}

/// Where the lane of a session or ticket is found.
pub(super) fn place(id: Uuid) -> String {
    format!("where:{id}")
}

/// What turns were decided with.
pub(super) fn document(hash: Uuid) -> String {
    format!("document:{hash}")
}

/// The tickets of a drive-thru, by when they were made.
pub(super) fn tickets(drive_thru: &str) -> String {
    format!("tickets-of:{{{drive_thru}}}")
}

/// The turns and tickets of a drive-thru, for readers.
pub(super) fn feed(drive_thru: &str) -> String {
    format!("feed:{{{drive_thru}}}")
}

/// The last turn of each lane that is in its drive-thru's feed.
pub(super) fn told(drive_thru: &str) -> String {
    format!("told:{{{drive_thru}}}")
}

/// The numbers of a drive-thru's orders on a date.
pub(super) fn order_numbers(drive_thru: &str, date: Date) -> String {
    format!("order-numbers:{{{drive_thru}}}:{date}")
}

pub(super) fn menu(drive_thru: &str) -> String {
    format!("menu:{{{drive_thru}}}")
}

pub(super) fn house(drive_thru: &str) -> String {
    format!("house:{{{drive_thru}}}")
}

pub(super) fn availability(drive_thru: &str) -> String {
    format!("availability:{{{drive_thru}}}")
}
