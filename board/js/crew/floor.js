// Everything of a drive-thru that the crew sees, as the service stored it: read once, then kept up to date by the live
// feed, and read again whenever something may have been left out.

import { auditOf, get, paths } from "/assets/js/api.js";
import { Feed } from "/assets/js/feed.js";
import { learnServiceTime, serviceNow } from "/assets/js/crew/clock.js";
import { follow, storyOf } from "/assets/js/crew/story.js";
import { trouble } from "/assets/js/crew/ticket.js";

/** How many tickets are kept, and asked for: the newest. */
const TICKETS_MAX = 100;
/** How many lanes are shown. */
const LANES_MAX = 100;
/** How many audit logs are read at once. */
const READ_AT_ONCE = 4;
/** The wait after a reading that failed; it doubles up to the longest. */
const READ_AGAIN_MS_MIN = 500;
const READ_AGAIN_MS_MAX = 8000;
/** A connection that is back so soon was not worth an alert. */
const LOST_AFTER_MS = 1500;

/** Dispatches `change` after anything changed, and `turn` with `{turn, event, before}` for each live turn. */
export class Floor extends EventTarget {
  /** Whether everything was read at least once. */
  ready = false;
  menu = null;
  #lanes = new Map();
  #tickets = new Map();
  #feed;
  #reading = 0;
  #timers = new Map();
  #losing = new Set();
  #stopped = false;

  constructor(driveThru) {
    super();
    this.driveThru = driveThru;
    this.#feed = new Feed(driveThru);
    this.#feed.addEventListener("turn", ({ detail }) => this.#turn(detail));
    this.#feed.addEventListener("ticket", ({ detail }) => this.#ticket(detail.ticket));
    this.#feed.addEventListener("resync", () => this.read());
    this.#feed.addEventListener("change", () => this.#connection());
  }

  start() {
    this.#feed.start();
    this.#connection();
    this.read();
  }

  stop() {
    this.#stopped = true;
    this.#feed.stop();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  get online() {
    return this.#feed.online;
  }

  /** What keeps the crew from seeing how things are: `feed`, `read` or null. */
  get lost() {
    return ["feed", "read"].find((what) => this.#losing.has(what)) ?? null;
  }

  /** `{lane, turn, story}` each, by name; `turn` is null where nothing is known of a car. */
  get lanes() {
    return [...this.#lanes.values()].sort((one, other) => byName(one.lane, other.lane));
  }

  /** The newest first. */
  get tickets() {
    return [...this.#tickets.values()].sort((one, other) => other.made - one.made).map(({ ticket }) => ticket);
  }

  /** Reads everything, and again until it was read. A later reading takes the place of one under way. */
  async read() {
    const reading = ++this.#reading;
    clearTimeout(this.#timers.get("read"));
    for (let tries = 0; reading === this.#reading && !this.#stopped; tries += 1) {
      try {
        await Promise.all([learnServiceTime(), this.#readLanes(reading), this.readTickets(), this.readMenu()]);
        if (reading !== this.#reading) return;
        this.ready = true;
        this.#lose("read", false);
        return;
      } catch {
        if (reading !== this.#reading || this.#stopped) return;
        this.#lose("read", true);
        await this.#pause("read", Math.min(READ_AGAIN_MS_MIN * 2 ** tries, READ_AGAIN_MS_MAX));
      }
    }
  }

  async readMenu() {
    this.menu = await get(paths.menu(this.driveThru));
    this.#changed();
  }

  /** Reads the newest tickets of a status; without one the newest of all, and those that may need a person. */
  async readTickets(status) {
    const before = new Map(this.#tickets);
    const queries = status ? [`&status=${status}`] : ["", "&status=pending", "&status=dead"];
    const path = `${paths.tickets(this.driveThru)}?limit=${TICKETS_MAX}`;
    const lists = await Promise.all(queries.map((query) => get(path + query)));
    const read = lists.flatMap(({ tickets }) => tickets);
    if (!status) {
      const there = new Set(read.map((ticket) => ticket.ticket_id));
      for (const [id, known] of before) {
        if (!there.has(id) && this.#tickets.get(id) === known) this.#tickets.delete(id);
      }
    }
    for (const ticket of read) {
      if (this.#tickets.get(ticket.ticket_id) === before.get(ticket.ticket_id)) this.#keep(ticket);
    }
    this.#changed();
  }

  /** Takes and gives a ticket as a call has just answered it; the feed tells it again. */
  answered(ticket) {
    this.#ticket(ticket);
    return ticket;
  }

  async #readLanes(reading) {
    const before = new Map(this.#lanes);
    const { lanes } = await get(paths.lanes(this.driveThru));
    const lines = lanes.slice(0, LANES_MAX);
    const names = new Set(lines.map(({ lane }) => lane));
    for (const [name, known] of before) {
      if (!names.has(name) && this.#lanes.get(name) === known) this.#lanes.delete(name);
    }
    const readNext = async () => {
      for (let line = lines.pop(); line && reading === this.#reading; line = lines.pop()) {
        await this.#readLane(line, before.get(line.lane));
      }
    };
    await Promise.all(Array.from({ length: READ_AT_ONCE }, readNext));
    this.#changed();
  }

  /** Reads a lane of which this was known when it was asked for. What the feed told since is newer than what is read. */
  async #readLane({ lane, session_id }, known) {
    const audit = session_id && (await auditOf(session_id));
    const now = this.#lanes.get(lane);
    if (now !== known) {
      if (now?.story && !now.story.complete) this.#lookAgain(lane);
    } else if (audit) {
      this.#show({ lane, turn: audit.entries.at(-1).turn, story: storyOf(audit, known?.story) });
    } else if (known?.turn?.state !== "idle") {
      this.#show({ lane, turn: null, story: null });
    }
  }

  /** Reads one lane again soon, once for all turns that ask for it. */
  #lookAgain(lane) {
    const key = `lane:${lane}`;
    clearTimeout(this.#timers.get(key));
    const look = () => {
      const known = this.#lanes.get(lane);
      const session_id = known?.turn?.session_id ?? null;
      if (session_id) this.#readLane({ lane, session_id }, known).catch(() => this.read());
    };
    this.#timers.set(key, setTimeout(look, READ_AGAIN_MS_MIN));
  }

  #turn({ turn, event }) {
    const known = this.#lanes.get(turn.lane);
    if (!known && this.#lanes.size >= LANES_MAX) return;
    const isOld = known?.turn?.session_id === turn.session_id && turn.turn <= known.turn.turn;
    if (isOld) return;
    const story = follow(known?.story, turn, event);
    this.#show({ lane: turn.lane, turn, story });
    if (!story.complete) this.#lookAgain(turn.lane);
    this.dispatchEvent(new CustomEvent("turn", { detail: { turn, event, before: known?.turn ?? null } }));
    if (event?.type === "out_of_stock") this.readMenu().catch(() => this.read());
  }

  #show(lane) {
    this.#lanes.set(lane.lane, lane);
    this.#changed();
  }

  #ticket(ticket) {
    this.#keep(ticket);
    this.#changed();
  }

  /**
   * A ticket keeps its place in the list: when it was made, as far as its history tells. Where there are too many, the
   * oldest goes of those that nobody must see to.
   */
  #keep(ticket) {
    const known = this.#tickets.get(ticket.ticket_id);
    // The answer to a call may come after what the feed told since.
    if (known && ticket.history.length < known.ticket.history.length) return;
    const first = ticket.history[0]?.at;
    const made = known?.made ?? (first ? Date.parse(first) : serviceNow());
    this.#tickets.set(ticket.ticket_id, { ticket, made });
    if (this.#tickets.size > 2 * TICKETS_MAX) {
      const all = [...this.#tickets];
      const spare = all.filter(([, kept]) => !trouble(kept.ticket));
      const from = spare.length > 0 ? spare : all;
      const [oldest] = from.reduce((one, other) => (other[1].made < one[1].made ? other : one));
      this.#tickets.delete(oldest);
    }
  }

  #connection() {
    clearTimeout(this.#timers.get("lost"));
    if (this.#feed.online) {
      this.#lose("feed", false);
    } else {
      this.#timers.set("lost", setTimeout(() => this.#lose("feed", true), LOST_AFTER_MS));
    }
    this.#changed();
  }

  #lose(what, is) {
    if (is) this.#losing.add(what);
    else this.#losing.delete(what);
    this.#changed();
  }

  #pause(key, ms) {
    return new Promise((resolve) => this.#timers.set(key, setTimeout(resolve, ms)));
  }

  #changed() {
    if (!this.#stopped) this.dispatchEvent(new Event("change"));
  }
}

const { compare: byName } = new Intl.Collator("en", { numeric: true });
