// Every turn and ticket of a drive-thru, by server-sent events. The browser takes the stream up again by itself; where
// it gives up, or where turns were left out, the reader is told to read everything again.

import { paths } from "/assets/js/api.js";
import { backoff } from "/assets/js/lane.js";

/** How long nothing may come before the stream is opened anew. A quiet one says `alive` every 15 s. */
const SILENCE_MS_MAX = 40_000;

/**
 * Dispatches `turn` (`detail: {turn, event}`), `ticket` (`detail: {ticket}`), `resync` (`detail: {reason}`: read
 * everything again, also when a stream begins) and `change` (`online`).
 */
export class Feed extends EventTarget {
  /** Whether the stream is open. */
  online = false;

  #driveThru;
  #source = null;
  #attempt = 0;
  /** Runs out when the stream is to be opened again, and when nothing came for too long. */
  #timers = { again: 0, silence: 0 };

  constructor(driveThru) {
    super();
    this.#driveThru = driveThru;
  }

  /** Opens the stream, and keeps it open. */
  start() {
    if (this.#source || this.#timers.again) return;
    const source = new EventSource(`${paths.events(this.#driveThru)}?with=events`);
    this.#source = source;
    let isNew = true;
    // A source that was closed may still have something to say; it is no longer listened to.
    const on = (name, hear) => source.addEventListener(name, (event) => source === this.#source && hear(event));
    on("open", () => {
      this.#attempt = 0;
      this.#alive();
      this.#setOnline(true);
      // What happened before the first event of this stream is not in it.
      if (isNew) this.#tell("resync", { reason: "opened" });
      isNew = false;
    });
    on("alive", () => this.#alive());
    on("turn", ({ data }) => {
      this.#alive();
      const { event = null, ...turn } = JSON.parse(data);
      this.#tell("turn", { turn, event });
    });
    on("ticket", ({ data }) => {
      this.#alive();
      this.#tell("ticket", { ticket: JSON.parse(data) });
    });
    on("resync", ({ data }) => {
      this.#alive();
      this.#tell("resync", JSON.parse(data));
    });
    on("error", () => {
      this.#setOnline(false);
      if (source.readyState === EventSource.CLOSED) this.#again();
    });
    // A server that takes the connection and then says nothing must not be waited for.
    this.#alive();
  }

  /** Closes the stream for good. */
  stop() {
    clearTimeout(this.#timers.again);
    this.#timers.again = 0;
    this.#hangUp();
  }

  /** Something came, so the stream is good. */
  #alive() {
    clearTimeout(this.#timers.silence);
    this.#timers.silence = setTimeout(() => this.#again(), SILENCE_MS_MAX);
  }

  /** A browser gives up on an answer that is no stream, such as a proxy's 502, and never on one that fell silent. */
  #again() {
    this.#hangUp();
    clearTimeout(this.#timers.again);
    this.#timers.again = setTimeout(() => {
      this.#timers.again = 0;
      this.start();
    }, backoff(this.#attempt++));
  }

  #hangUp() {
    clearTimeout(this.#timers.silence);
    this.#source?.close();
    this.#source = null;
    this.#setOnline(false);
  }

  #setOnline(online) {
    if (this.online === online) return;
    this.online = online;
    this.dispatchEvent(new Event("change"));
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
