//! The tables, and how they came to be.

/// What took the tables from one version to the next; `PRAGMA user_version` counts how many were done.
/// A migration that was released is never edited.
pub(super) const MIGRATIONS: &[&str] = &["
    CREATE TABLE lanes (
        drive_thru    TEXT NOT NULL,
        lane          TEXT NOT NULL,
        version       INTEGER NOT NULL,
        session       TEXT NOT NULL,
        session_id    BLOB,
        business_date TEXT,
        order_number  INTEGER NOT NULL,
        PRIMARY KEY (drive_thru, lane)
    ) STRICT;
    CREATE INDEX lanes_active ON lanes (drive_thru, lane) WHERE session_id IS NOT NULL;

    CREATE TABLE sessions (
        session_id  BLOB PRIMARY KEY,
        drive_thru  TEXT NOT NULL,
        lane        TEXT NOT NULL,
        end         TEXT,
        ended_at    TEXT,
        events_kept INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    CREATE INDEX sessions_to_forget ON sessions (ended_at) WHERE ended_at IS NOT NULL AND events_kept = 1;

    CREATE TABLE events (
        drive_thru  TEXT NOT NULL,
        lane        TEXT NOT NULL,
        event_id    BLOB NOT NULL,
        fingerprint BLOB NOT NULL,
        session_id  BLOB NOT NULL,
        turn        INTEGER NOT NULL,
        seen        INTEGER,
        PRIMARY KEY (drive_thru, lane, event_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX events_of_session ON events (session_id);

    CREATE TABLE audit (
        session_id   BLOB NOT NULL,
        seq          INTEGER NOT NULL,
        at           TEXT NOT NULL,
        menu_version TEXT NOT NULL,
        event        TEXT NOT NULL,
        turn         TEXT NOT NULL,
        PRIMARY KEY (session_id, seq)
    ) STRICT;

    CREATE TABLE tickets (
        ticket_id     BLOB PRIMARY KEY,
        drive_thru    TEXT NOT NULL,
        lane          TEXT NOT NULL,
        status        TEXT NOT NULL,
        payment       TEXT NOT NULL,
        pos_reference TEXT,
        message       TEXT NOT NULL
    ) STRICT;

    CREATE TABLE ticket_notes (
        id        INTEGER PRIMARY KEY,
        ticket_id BLOB NOT NULL,
        at        TEXT NOT NULL,
        what      TEXT NOT NULL,
        detail    TEXT
    ) STRICT;
    CREATE INDEX notes_of_ticket ON ticket_notes (ticket_id, id);

    CREATE TABLE outbox (
        id              INTEGER PRIMARY KEY AUTOINCREMENT,
        drive_thru      TEXT NOT NULL,
        lane            TEXT NOT NULL,
        message         TEXT NOT NULL,
        stored_at       TEXT NOT NULL,
        attempts        INTEGER NOT NULL DEFAULT 0,
        next_attempt_at TEXT NOT NULL,
        state           TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead'))
    ) STRICT;
    CREATE INDEX outbox_pending ON outbox (drive_thru, lane, id) WHERE state = 'pending';

    CREATE TABLE menus (drive_thru TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
    CREATE TABLE availability (
        drive_thru TEXT NOT NULL,
        item       TEXT NOT NULL,
        available  INTEGER NOT NULL,
        PRIMARY KEY (drive_thru, item)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE probe (probes INTEGER NOT NULL) STRICT;
    INSERT INTO probe VALUES (0);

    CREATE VIEW lane_records AS
        SELECT *, (SELECT turn FROM audit WHERE audit.session_id = lanes.session_id ORDER BY seq DESC LIMIT 1) AS last_turn
        FROM lanes;
", "
    ALTER TABLE outbox ADD COLUMN claims INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE outbox ADD COLUMN claimed_until TEXT;
", "
    -- The message's time with nine decimals, so that text sorts as time does.
    ALTER TABLE tickets ADD COLUMN made_at TEXT GENERATED ALWAYS AS (
        substr(message ->> '$.timestamp', 1, 19) || '.' ||
        substr(rtrim(substr(message ->> '$.timestamp', 21), 'Z') || '000000000', 1, 9) || 'Z'
    ) VIRTUAL;
    CREATE INDEX tickets_newest ON tickets (drive_thru, made_at, ticket_id);
    CREATE INDEX tickets_newest_by_status ON tickets (drive_thru, status, made_at, ticket_id);
", "
    ALTER TABLE ticket_notes ADD COLUMN said_as BLOB;
    CREATE UNIQUE INDEX notes_said_once ON ticket_notes (ticket_id, said_as) WHERE said_as IS NOT NULL;
", "
    -- What readers are told, in the order in which it was stored: a turn or a ticket each.
    CREATE TABLE feed (
        id         INTEGER PRIMARY KEY,
        drive_thru TEXT NOT NULL,
        lane       TEXT NOT NULL,
        session_id BLOB,
        seq        INTEGER,
        ticket_id  BLOB
    ) STRICT;
    CREATE INDEX feed_of_drive_thru ON feed (drive_thru, id);
    -- Ids go on from the milliseconds of now, so that a reader's place in another file is not one in this.
    INSERT INTO feed (id, drive_thru, lane) VALUES (CAST(unixepoch('subsec') * 1000 AS INTEGER), '', '');
", "
    -- What turns were decided with: menus, and what of them was off. Kept as the audit logs that name them: for ever.
    CREATE TABLE documents (hash BLOB PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
", "
    -- The orders of a drive-thru on a business date. Lanes counted for themselves before: their highest number, which is of
    -- no order here, is where a date goes on.
    CREATE TABLE order_numbers (
        drive_thru    TEXT NOT NULL,
        business_date TEXT NOT NULL,
        order_id      BLOB NOT NULL,
        number        INTEGER NOT NULL,
        PRIMARY KEY (drive_thru, business_date, order_id),
        UNIQUE (drive_thru, business_date, number)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO order_numbers (drive_thru, business_date, order_id, number)
        SELECT drive_thru, business_date, x'', max(order_number) FROM lanes
        WHERE business_date IS NOT NULL GROUP BY drive_thru, business_date;
    DROP VIEW lane_records;
    ALTER TABLE lanes DROP COLUMN business_date;
    ALTER TABLE lanes DROP COLUMN order_number;
    CREATE VIEW lane_records AS
        SELECT *, (SELECT turn FROM audit WHERE audit.session_id = lanes.session_id ORDER BY seq DESC LIMIT 1) AS last_turn
        FROM lanes;
", "
    CREATE TABLE houses (drive_thru TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;
", "
    -- When what is off can be had again.
    ALTER TABLE availability ADD COLUMN until TEXT;
", "
    -- What tells this file from any other.
    CREATE INDEX sessions_ended ON sessions (drive_thru, ended_at);
    CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), identity BLOB NOT NULL) STRICT;
", "
    -- Whose key something came with.
    ALTER TABLE audit ADD COLUMN actor TEXT;
    ALTER TABLE ticket_notes ADD COLUMN actor TEXT;
    -- What stands for a key for a while, by its hash.
    CREATE TABLE passes (hash TEXT PRIMARY KEY, key_id TEXT NOT NULL, expires_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX passes_to_forget ON passes (expires_at);
", "
    -- When sessions began, for the list of them.
    ALTER TABLE sessions ADD COLUMN began_at TEXT;
    UPDATE sessions SET began_at =
        (SELECT at FROM audit WHERE audit.session_id = sessions.session_id ORDER BY seq LIMIT 1);
    CREATE INDEX sessions_newest ON sessions (drive_thru, began_at, session_id);
", "
    CREATE TABLE house_rules (drive_thru TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;
", "
    -- One row is what an event was, what was answered and where that stands in the feed. Sessions have numbers, so that the
    -- turns of those that go on lie beside each other in the index.
    DROP VIEW lane_records;

    DROP INDEX sessions_to_forget;
    DROP INDEX sessions_ended;
    DROP INDEX sessions_newest;
    ALTER TABLE sessions RENAME TO old_sessions;
    CREATE TABLE sessions (
        number      INTEGER PRIMARY KEY,
        session_id  BLOB NOT NULL UNIQUE,
        drive_thru  TEXT NOT NULL,
        lane        TEXT NOT NULL,
        end         TEXT,
        began_at    TEXT NOT NULL,
        ended_at    TEXT,
        events_kept INTEGER NOT NULL DEFAULT 1
    ) STRICT;
    INSERT INTO sessions (session_id, drive_thru, lane, end, began_at, ended_at, events_kept)
        SELECT session_id, drive_thru, lane, end, began_at, ended_at, events_kept FROM old_sessions
        WHERE began_at IS NOT NULL ORDER BY began_at, session_id;
    DROP TABLE old_sessions;
    CREATE INDEX sessions_to_forget ON sessions (ended_at) WHERE ended_at IS NOT NULL AND events_kept = 1;
    CREATE INDEX sessions_ended ON sessions (drive_thru, ended_at);
    CREATE INDEX sessions_newest ON sessions (drive_thru, began_at, session_id);

    DROP INDEX feed_of_drive_thru;
    ALTER TABLE feed RENAME TO old_feed;
    CREATE INDEX old_feed_of_session ON old_feed (session_id, seq);
    ALTER TABLE events RENAME TO old_events;
    -- What happened, in the order in which it was stored: a turn with the event that it answers, or a ticket that is new or
    -- changed. A turn that was forgotten leaves its place.
    CREATE TABLE feed (
        id           INTEGER PRIMARY KEY,
        drive_thru   TEXT NOT NULL,
        lane         TEXT NOT NULL,
        session      INTEGER,
        seq          INTEGER,
        ticket_id    BLOB,
        event_id     BLOB,
        fingerprint  BLOB,
        seen         INTEGER,
        at           TEXT,
        menu_version TEXT,
        actor        TEXT,
        event        TEXT,
        turn         TEXT
    ) STRICT;
    -- Turns that the feed had forgotten, or that are from before there was one, come first.
    INSERT INTO feed (id, drive_thru, lane, session, seq, event_id, fingerprint, seen, at, menu_version, actor, event, turn)
        SELECT ifnull(old_feed.id, row_number() OVER (ORDER BY audit.at, number, audit.seq)),
               sessions.drive_thru, sessions.lane, number, audit.seq, event_id, fingerprint, seen,
               at, menu_version, actor, event, audit.turn
        FROM audit JOIN sessions ON sessions.session_id = audit.session_id
        LEFT JOIN old_feed ON old_feed.session_id = audit.session_id AND old_feed.seq = audit.seq
        LEFT JOIN old_events ON old_events.session_id = audit.session_id AND old_events.turn = audit.seq;
    INSERT INTO feed (id, drive_thru, lane, ticket_id)
        SELECT id, drive_thru, lane, ticket_id FROM old_feed WHERE id NOT IN (SELECT id FROM feed);
    CREATE UNIQUE INDEX feed_of_session ON feed (session, seq) WHERE session IS NOT NULL;
    CREATE INDEX feed_of_drive_thru ON feed (drive_thru);
    CREATE INDEX feed_without_turn ON feed (drive_thru) WHERE turn IS NULL;
    CREATE TABLE events (
        drive_thru TEXT NOT NULL,
        lane       TEXT NOT NULL,
        event_id   BLOB NOT NULL,
        entry      INTEGER NOT NULL,
        PRIMARY KEY (drive_thru, lane, event_id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO events (drive_thru, lane, event_id, entry)
        SELECT drive_thru, lane, event_id, id FROM feed WHERE event_id IS NOT NULL;
    DROP TABLE audit;
    DROP TABLE old_feed;
    DROP TABLE old_events;

    CREATE VIEW lane_records AS
        SELECT *, (
            SELECT turn FROM feed WHERE session = (SELECT number FROM sessions WHERE session_id = lanes.session_id)
            ORDER BY seq DESC LIMIT 1) AS last_turn
        FROM lanes;
", "
    -- Who put which document of a drive-thru, in the order in which it was.
    CREATE TABLE changes (
        id         INTEGER PRIMARY KEY,
        drive_thru TEXT NOT NULL,
        change     TEXT NOT NULL
    ) STRICT;
    CREATE INDEX changes_of_drive_thru ON changes (drive_thru, id);
", "
    -- When a lane is to be woken for a deadline of its session.
    ALTER TABLE lanes ADD COLUMN wake_ms INTEGER;
    CREATE INDEX lanes_to_wake ON lanes (wake_ms) WHERE wake_ms IS NOT NULL;
", "
    -- What of its key a pass stands for; all of it where it is not said.
    ALTER TABLE passes ADD COLUMN granted TEXT;
", "
    -- When a ticket is to be looked at that the POS had not answered when its car left.
    ALTER TABLE tickets ADD COLUMN wake_ms INTEGER;
    CREATE INDEX tickets_to_wake ON tickets (wake_ms) WHERE wake_ms IS NOT NULL;
"];
