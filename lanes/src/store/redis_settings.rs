//! How the store in Redis is used. Known in every build, so that the configuration can be read.

use std::time::Duration;

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

/// How the store in Redis is used.
#[derive(Clone, Debug)]
pub struct RedisSettings {
    /// What must survive. The server's configuration is checked for it.
    pub durability: Durability,
    /// How long a session's audit log is kept after its last turn, and a ticket after the POS has it.
    pub audit_kept: Duration,
    /// How long the menus and houses of turns are kept: as long as any drive-thru keeps its audit logs.
    pub documents_kept: Duration,
    /// How many turns of one session its audit log keeps: the newest.
    pub audit_turns_max: u32,
}
