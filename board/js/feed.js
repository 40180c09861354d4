// Every turn and ticket of a drive-thru, by server-sent events. The browser takes the stream up again by itself; where
// it gives up, or where turns were left out, the reader is told to read everything again.

import { paths } from "/assets/js/api.js";
import { backoff } from "/assets/js/lane.js";

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
  #timer = 0;

  constructor(driveThru) {
    super();
    this.#driveThru = driveThru;
  }

  /** Opens the stream, and keeps it open. */
  start() {
    if (this.#source || this.#timer) return;
    const source = new EventSource(`${paths.events(this.#driveThru)}?with=events`);
    this.#source = source;
    let isNew = true;
    source.addEventListener("open", () => {
      this.#attempt = 0;
      this.#setOnline(true);
      // What happened before the first event of this stream is not in it.
      if (isNew) this.#tell("resync", { reason: "opened" });
      isNew = false;
    });
    source.addEventListener("turn", ({ data }) => {
      const { event = null, ...turn } = JSON.parse(data);
      this.#tell("turn", { turn, event });
    });
    source.addEventListener("ticket", ({ data }) => this.#tell("ticket", { ticket: JSON.parse(data) }));
    source.addEventListener("resync", ({ data }) => this.#tell("resync", JSON.parse(data)));
    source.addEventListener("error", () => {
      this.#setOnline(false);
      if (source.readyState === EventSource.CLOSED) this.#again();
    });
  }

  /** Closes the stream for good. */
  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#source?.close();
    this.#source = null;
    this.#setOnline(false);
  }

  /** A browser gives up on an answer that is no stream, such as a proxy's 502. */
  #again() {
    this.#source.close();
    this.#source = null;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      this.start();
    }, backoff(this.#attempt++));
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
