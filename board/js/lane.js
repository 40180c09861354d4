// One lane as the service stored it: its turns in, events out, over a WebSocket that comes back by itself.
//
// What is never so: a turn that is dispatched twice, an event that is given up because the line dropped, a second event
// in flight beside the first, a state that the service did not store.

import { get, paths, Refused } from "/assets/js/api.js";
import { newId } from "/assets/js/id.js";

/** How many events may wait for their turn. */
const WAITING_MAX = 32;
/** How often the line is tried. */
const PING_MS = 15_000;
/** How long nothing may come after a ping. */
const PONG_MS_MAX = 10_000;
/** How long the answer to an event may take before the line is made anew and the event sent again. */
const ANSWER_MS_MAX = 30_000;
/** The first wait before a line is made anew, doubled each time. */
const BACKOFF_MS_MIN = 250;
/** The longest such wait. */
const BACKOFF_MS_MAX = 4_000;
/** The close codes that judge what we sent, so that it must not be sent again. */
const JUDGED = { 1008: "The service does not take this event.", 1009: "The event is too long." };
/** Why nothing can be sent on a line that is closed for good. */
const LEFT = Refused.here("stopped", "The page has left the lane.");

/**
 * Dispatches `turn` (`detail: {turn, event}`) for every turn once and in order, `resync` (`detail: {reason}`) after
 * turns were left out, and `change` after anything changed.
 */
export class LaneLink extends EventTarget {
  /** The last turn, also one that entered idle; null if none was ever seen. */
  turn = null;
  /** The event that `turn` answers, where it is known. */
  event = null;
  /** Whether the service answers on the line. */
  online = false;
  /** What is said while a reply is late. */
  holding = null;
  /** Why there is no such lane, if there is none. */
  problem = null;

  #driveThru;
  #lane;
  #running = false;
  #socket = null;
  #attempt = 0;
  #retries = 0;
  #hasRead = false;
  #leftOut = null;
  #waiting = [];
  #timers = { reconnect: 0, ping: 0, pong: 0, answer: 0, resend: 0 };

  constructor(driveThru, lane) {
    super();
    this.#driveThru = driveThru;
    this.#lane = lane;
  }

  /** Opens the line, and keeps it open. */
  start() {
    if (this.#running) return;
    this.#running = true;
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect();
  }

  /** Closes the line for good. Events without an answer are rejected: whether they were taken is not known. */
  stop() {
    if (!this.#running) return;
    this.#running = false;
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#hangUp();
    clearTimeout(this.#timers.reconnect);
    this.#rejectAll(LEFT);
    this.#changed();
  }

  /** Sends an event after those before it, until it is answered. Resolves to its turn. */
  send(event) {
    // Nothing would ever take it.
    if (!this.#running || this.problem) return Promise.reject(this.problem ?? LEFT);
    if (this.#waiting.length >= WAITING_MAX) {
      return Promise.reject(Refused.here("too-many-waiting", "Too much is waiting to be sent. Try again in a moment."));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ event: { ...event, id: event.id ?? newId() }, resolve, reject });
      if (this.#waiting.length === 1) this.#sendFirst();
    });
  }

  async #connect() {
    if (!this.#hasRead) await this.#read();
    if (!this.#running || !this.#hasRead || this.#socket) return;
    const socket = new WebSocket(this.#address());
    this.#socket = socket;
    // A socket that was hung up may still have something to say; it is no longer listened to.
    const on = (name, hear) => socket.addEventListener(name, (event) => socket === this.#socket && hear(event));
    on("open", () => {
      this.#ping();
      this.#sendFirst();
    });
    on("message", ({ data }) => this.#hear(data));
    on("close", ({ code }) => this.#dropped(code));
    // A server that takes the connection and then says nothing must not be waited for.
    this.#timers.pong = setTimeout(() => this.#dropped(), PONG_MS_MAX);
  }

  /** Reads the lane as it is now. */
  async #read() {
    const socket = this.#socket;
    const known = this.turn;
    let lane;
    try {
      lane = await get(paths.lane(this.#driveThru, this.#lane));
    } catch (error) {
      if (!this.#running || socket !== this.#socket) return;
      this.problem = isForGood(error.problem) ? error : null;
      if (this.problem) this.#rejectAll(this.problem);
      this.#dropped();
      return;
    }
    if (!this.#running || socket !== this.#socket) return;
    this.#hasRead = true;
    this.problem = null;
    const { holding = null, ...turn } = lane;
    // A turn that came meanwhile on the line is newer than what was read.
    const isLatest = this.turn === known;
    if (isLatest) this.holding = holding;
    if (isLatest && (turn.turn ? !this.#isSeen(turn) : known?.state !== "idle")) {
      this.turn = turn.turn ? turn : null;
      this.event = null;
    }
    this.#changed();
    if (!this.#leftOut) return;
    this.dispatchEvent(new CustomEvent("resync", { detail: { reason: this.#leftOut } }));
    this.#leftOut = null;
    // The answer to what was sent may be among what was left out.
    this.#sendFirst();
  }

  #address() {
    const address = new URL(paths.laneSocket(this.#driveThru, this.#lane), location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.searchParams.set("with", "events");
    // The last turn is read again while its event is not known; it is not dispatched a second time.
    const seen = this.turn ? this.turn.turn - (this.event ? 0 : 1) : 0;
    // Who has seen no turn of a session cannot name it.
    if (seen > 0) address.searchParams.set("session_id", this.turn.session_id);
    address.searchParams.set("turn", seen);
    return address;
  }

  #hear(data) {
    this.#alive();
    const message = JSON.parse(data);
    if (message.turn && message.session_id) this.#takeTurn(message);
    else if (message.type === "holding") this.#hold(message.say);
    else if (message.type === "resync") this.#resync(message.reason);
    else if (message.status) this.#takeProblem(message);
  }

  #takeTurn({ event = null, replayed = false, ...turn }) {
    const isNew = !this.#isSeen(turn, replayed);
    if (isNew) {
      this.turn = turn;
      this.event = event;
      this.holding = null;
      this.dispatchEvent(new CustomEvent("turn", { detail: { turn, event } }));
    } else if (event && turn.event_id === this.turn?.event_id) {
      this.event = event;
    }
    this.#changed();
    if (this.#waiting[0]?.event.id === turn.event_id) this.#settle().resolve(turn);
  }

  /** A turn of another session is new: sessions follow each other. Only an event sent again brings back an old one. */
  #isSeen(turn, replayed = false) {
    if (!this.turn) return false;
    return turn.session_id === this.turn.session_id ? turn.turn <= this.turn.turn : replayed;
  }

  #takeProblem(problem) {
    const first = this.#waiting[0];
    const isOurs = first && (problem.event_id ?? first.event.id) === first.event.id;
    if (!isOurs) return;
    if (![429, 503].includes(problem.status)) this.#settle().reject(new Refused(problem));
    else if (!this.#timers.resend) {
      clearTimeout(this.#timers.answer);
      this.#timers.resend = setTimeout(() => this.#sendFirst(), backoff(this.#retries++));
    }
  }

  #hold(say) {
    this.holding = say;
    this.#changed();
  }

  #resync(reason) {
    this.#hasRead = false;
    this.#leftOut = reason ?? "unknown";
    this.event = null;
    this.#read();
  }

  /** Takes the first event off the queue, and sends the next. */
  #settle() {
    clearTimeout(this.#timers.answer);
    this.#retries = 0;
    const first = this.#waiting.shift();
    this.#sendFirst();
    return first;
  }

  #rejectAll(error) {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  #sendFirst() {
    clearTimeout(this.#timers.resend);
    this.#timers.resend = 0;
    if (!this.#waiting.length || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(this.#waiting[0].event));
    clearTimeout(this.#timers.answer);
    this.#timers.answer = setTimeout(() => this.#dropped(), ANSWER_MS_MAX);
  }

  #ping() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#socket.send('{"type":"ping"}');
    clearTimeout(this.#timers.pong);
    this.#timers.pong = setTimeout(() => this.#dropped(), PONG_MS_MAX);
  }

  /** Something came, so the line is good. */
  #alive() {
    this.#attempt = 0;
    clearTimeout(this.#timers.pong);
    this.#pingLater();
    if (this.online) return;
    this.online = true;
    this.#changed();
  }

  /** The service answers in order: behind an event a pong would be as late as the answer, which has its own timer. */
  #pingLater() {
    clearTimeout(this.#timers.ping);
    this.#timers.ping = setTimeout(() => (this.#waiting.length ? this.#pingLater() : this.#ping()), PING_MS);
  }

  #dropped(code) {
    this.#hangUp();
    if (!this.#running) return;
    if (JUDGED[code] && this.#waiting.length) this.#settle().reject(Refused.here("not-taken", JUDGED[code]));
    clearTimeout(this.#timers.reconnect);
    this.#timers.reconnect = setTimeout(() => this.#reconnect(), backoff(this.#attempt++));
    this.#changed();
  }

  #reconnect() {
    this.#timers.reconnect = 0;
    this.#connect();
  }

  /** The network or the person is back: waits no longer. */
  #hurry = () => {
    if (document.hidden || !this.#timers.reconnect) return;
    clearTimeout(this.#timers.reconnect);
    this.#reconnect();
  };

  #hangUp() {
    const socket = this.#socket;
    this.#socket = null;
    this.online = false;
    this.holding = null;
    const { ping, pong, answer, resend } = this.#timers;
    for (const timer of [ping, pong, answer, resend]) clearTimeout(timer);
    this.#timers.resend = 0;
    socket?.close();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}

/** Whether a problem stays however often one asks: the lane's name is none, or its page may not see it. */
function isForGood({ status }) {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** How long to wait before that attempt. By the jitter, pages that were dropped together do not come back together. */
export function backoff(attempt) {
  const longest = Math.min(BACKOFF_MS_MIN * 2 ** attempt, BACKOFF_MS_MAX);
  return longest * (0.5 + Math.random() / 2);
}
