// The session that is on a lane, from its first turn on: what the audit log has, and every turn since.

import { auditOf } from "/assets/js/api.js";
import { backoff } from "/assets/js/lane.js";

/** Dispatches `change` when `entries` or `problem` are others, and `turn` (`detail: entry`) for a turn that happens now. */
export class Story extends EventTarget {
  /** The session's id; null if none was seen. */
  session = null;
  /** Its turns as the audit log tells them: `{seq, at, event, turn}`. */
  entries = [];
  /** Why earlier turns are missing, while they are. */
  problem = null;

  #link;
  #isReading = false;
  #isOver = false;
  #timer = 0;

  constructor(link) {
    super();
    this.#link = link;
  }

  start() {
    this.#link.addEventListener("turn", this.#take);
    this.#link.addEventListener("change", this.#look);
    this.#link.addEventListener("resync", this.#lost);
    this.#look();
  }

  stop() {
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#link.removeEventListener("turn", this.#take);
    this.#link.removeEventListener("change", this.#look);
    this.#link.removeEventListener("resync", this.#lost);
  }

  #take = ({ detail: { turn, event } }) => {
    this.#enter(turn.session_id);
    const entry = { seq: turn.turn, at: turn.at, event, turn };
    if (event && turn.turn === this.#seen() + 1) {
      this.entries = [...this.entries, entry];
      this.#changed();
    } else {
      this.#read(0);
    }
    this.dispatchEvent(new CustomEvent("turn", { detail: entry }));
  };

  /** The lane was read, so there may be a session that began before this page. */
  #look = () => {
    if (!this.#isBehind()) return;
    this.#enter(this.#link.turn.session_id);
    this.#read(0);
  };

  #lost = () => {
    if (this.session) this.#read(0);
  };

  #enter(session) {
    if (session === this.session) return;
    this.session = session;
    this.entries = [];
    this.#changed();
  }

  /** The service has lost the session, so there is nothing to show of it. */
  #forget() {
    this.#isReading = false;
    this.problem = null;
    this.#enter(null);
  }

  #seen() {
    return this.entries.at(-1)?.turn.turn ?? 0;
  }

  async #read(attempt) {
    if (this.#isReading) return;
    this.#isReading = true;
    const { session } = this;
    try {
      const { entries } = await auditOf(session);
      if (session === this.session && entries.length >= this.entries.length) this.entries = entries;
      this.problem = null;
    } catch (problem) {
      const { status } = problem.problem ?? {};
      if (status === 404 && session === this.session) return this.#forget();
      this.problem = problem.message;
    }
    if (this.#isOver) return;
    this.#isReading = this.problem !== null || this.#isBehind();
    if (this.#isReading) {
      this.#timer = setTimeout(() => {
        this.#isReading = false;
        this.#read(attempt + 1);
      }, backoff(attempt));
    }
    this.#changed();
  }

  /** Turns may have come while the log was on its way, or another session. */
  #isBehind() {
    const { turn } = this.#link;
    return turn !== null && (turn.session_id !== this.session || turn.turn > this.#seen());
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
