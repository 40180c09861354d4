//! The names of everything in Redis.
//!
//! Braces are Cluster's hash tag: everything of a drive-thru is in one slot, so that one script can write all of a turn.
//! Ids have no braces and no colons, so that no two things share a name.
//!
//! | key | type | what | size | kept |
//! |---|---|---|---|---|
//! | `lane:{d}:l` | hash | version and stamp, session id | 0.2 KB | for ever |
//! | `session:{d}:l` | string | the session that is on | 2 KB | until it ends; a day after its last turn at most |
//! | `events:{d}:l` | hash | each event that was taken, and its turn | 0.2 KB an event | a day after the session's end |
//! | `ended:{d}:l` | sorted set | sessions that ended or were forgotten, by when, until their events are too | 0.1 KB a session | a day |
//! | `outbox:{d}:l` | list | what is to be delivered, in order | 20 B a message | until delivered or given up |
//! | `message:{d}:n` | hash | a message with its attempts and claims | 1 KB | until delivered or given up |
//! | `message-numbers:{d}` | string | the last number of a message | | for ever |
//! | `audit:{d}:s` | stream | a session's turns, by number | 2 KB a turn | `audit_days` after its last turn |
//! | `ticket:{d}:t` | hash | a ticket with its history, how many messages about it wait | 1 KB, 0.1 KB a note | `audit_days` after the POS has it, else for ever |
//! | `tickets-of:{d}` | sorted set | a drive-thru's tickets, by when they were made | 0.1 KB a ticket | the newest 10,000 |
//! | `sessions-of:{d}` | sorted set | a drive-thru's sessions, by when they began | 0.1 KB a session | as their audit logs, and a day; the newest 100,000 |
//! | `feed:{d}` | stream | a drive-thru's turns and tickets by their ids, for readers | 0.2 KB an entry | about the last 10,000 |
//! | `order-numbers:{d}:date` | hash | the orders of a drive-thru on a business date, each with its number | 0.1 KB an order | three days after the last of them |
//! | `wakes:{d}` | sorted set | the lanes of a drive-thru with a deadline, by the next, and tickets whose car left without an answer of the POS | 0.1 KB each | until the session has none; until the deadline |
//! | `lanes:{d}` | set | a drive-thru's lanes | 0.1 KB a lane | for ever |
//! | `menu:{d}`, `availability:{d}` | string, hash | a drive-thru's own menu, and what is off | its own | for ever |
//! | `house:{d}`, `rules:{d}` | string | a drive-thru's own house, and its rules | its own | for ever |
//! | `changes:{d}` | list | who put which of these in use, the newest first | 0.2 KB a change | the newest 500 |
//! | `document:h` | string | a menu, what of it was off, a house or its rules, as turns name it by the hash of its content | its own | two days longer than `audit_days` or the longest `retention_days` after the last turn that names it, or three |
//! | `where:id` | string | the drive-thru of a session or ticket, to find it faster | 0.1 KB | a day longer than `audit_days` |
//! | `pass:hash` | string | what stands for a key for a while | 0.1 KB | until its time is up |
//! | `drive-thrus` | set | every drive-thru with a lane | 0.1 KB each | for ever |
//! | `menus`, `houses`, `rules` | set | drive-thrus with a menu of their own or something off, with a house of their own, with rules | | for ever |
//! | `rewrite-due`, `rewrite-asked-at` | string | whether something was forgotten that the append-only files still have; when they were last to be written anew | | until then; for ever |
//! | `menu-stamp`, `house-stamp`, `rule-stamp`, `probe`, `schema`, `identity` | string | counters; how all of this is laid out; what tells this database from others | | for ever |

use fsm::ids::LaneKey;
use jiff::civil::Date;
use uuid::Uuid;

use crate::store::DocumentKind;

pub(super) const SCHEMA: &str = "schema";
pub(super) const IDENTITY: &str = "identity";
pub(super) const DRIVE_THRUS: &str = "drive-thrus";
pub(super) const MENUS: &str = "menus";
pub(super) const MENU_STAMP: &str = "menu-stamp";
pub(super) const PROBE: &str = "probe";
pub(super) const REWRITE_DUE: &str = "rewrite-due";
pub(super) const REWRITE_ASKED_AT: &str = "rewrite-asked-at";
/// What only the keys of an earlier schema have.
pub(super) const LANES_BEFORE: &str = "lanes";

/// The keys of a lane.
pub(super) struct Keys<'a>(pub &'a LaneKey);

impl Keys<'_> {
    pub fn lane(&self) -> String {
        self.of("lane")
    }

    pub fn session(&self) -> String {
        self.of("session")
    }

    pub fn events(&self) -> String {
        self.of("events")
    }

    pub fn ended(&self) -> String {
        self.of("ended")
    }

    pub fn outbox(&self) -> String {
        self.of("outbox")
    }

    pub fn audit(&self, session_id: Uuid) -> String {
        audit(self.0.drive_thru(), session_id)
    }

    pub fn ticket(&self, ticket_id: Uuid) -> String {
        ticket(self.0.drive_thru(), ticket_id)
    }

    pub fn message(&self, number: i64) -> String {
        format!("{}{number}", self.messages())
    }

    /// How the names of messages begin; a number follows.
    pub fn messages(&self) -> String {
        format!("message:{{{}}}:", self.0.drive_thru())
    }

    fn of(&self, kind: &str) -> String {
        format!("{kind}:{{{}}}:{}", self.0.drive_thru(), self.0.lane())
    }
}

/// The lanes of a drive-thru.
pub(super) fn lanes(drive_thru: &str) -> String {
    format!("lanes:{{{drive_thru}}}")
}

/// What of a drive-thru has a deadline, by when.
pub(super) fn wakes(drive_thru: &str) -> String {
    format!("wakes:{{{drive_thru}}}")
}

/// The audit log of a session.
pub(super) fn audit(drive_thru: &str, session_id: Uuid) -> String {
    format!("{}{session_id}", audits(drive_thru))
}

/// How the names of audit logs begin; a session's id follows.
pub(super) fn audits(drive_thru: &str) -> String {
    format!("audit:{{{drive_thru}}}:")
}

pub(super) fn ticket(drive_thru: &str, ticket_id: Uuid) -> String {
    format!("ticket:{{{drive_thru}}}:{ticket_id}")
}

/// Where the drive-thru of a session or ticket is noted.
pub(super) fn place(id: Uuid) -> String {
    format!("where:{id}")
}

/// What turns were decided with.
pub(super) fn document(hash: Uuid) -> String {
    format!("document:{hash}")
}

/// What stands for a key for a while.
pub(super) fn pass(hash: &str) -> String {
    format!("pass:{hash}")
}

/// The tickets of a drive-thru, by when they were made.
pub(super) fn tickets(drive_thru: &str) -> String {
    format!("tickets-of:{{{drive_thru}}}")
}

/// The sessions of a drive-thru, by when they began.
pub(super) fn sessions(drive_thru: &str) -> String {
    format!("sessions-of:{{{drive_thru}}}")
}

/// The turns and tickets of a drive-thru, for readers.
pub(super) fn feed(drive_thru: &str) -> String {
    format!("feed:{{{drive_thru}}}")
}

/// The last number of a message of a drive-thru.
pub(super) fn message_numbers(drive_thru: &str) -> String {
    format!("message-numbers:{{{drive_thru}}}")
}

/// The numbers of a drive-thru's orders on a date.
pub(super) fn order_numbers(drive_thru: &str, date: Date) -> String {
    format!("order-numbers:{{{drive_thru}}}:{date}")
}

pub(super) fn menu(drive_thru: &str) -> String {
    format!("menu:{{{drive_thru}}}")
}

/// A drive-thru's own document of a kind.
pub(super) fn own_document(kind: DocumentKind, drive_thru: &str) -> String {
    match kind {
        DocumentKind::House => format!("house:{{{drive_thru}}}"),
        DocumentKind::Rules => format!("rules:{{{drive_thru}}}"),
    }
}

/// The drive-thrus that have a document of a kind.
pub(super) fn drive_thrus_with(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::House => "houses",
        DocumentKind::Rules => "rules",
    }
}

/// Counts the changes of documents of a kind.
pub(super) fn document_stamp(kind: DocumentKind) -> &'static str {
    match kind {
        DocumentKind::House => "house-stamp",
        DocumentKind::Rules => "rule-stamp",
    }
}

/// Who put which documents of a drive-thru.
pub(super) fn changes(drive_thru: &str) -> String {
    format!("changes:{{{drive_thru}}}")
}

pub(super) fn availability(drive_thru: &str) -> String {
    format!("availability:{{{drive_thru}}}")
}
