// What the customer says, heard by the browser's own speech recognition.

import { TEXT_CHARS_MAX } from "/assets/js/api.js";

/** How long one push may listen. */
const LISTEN_MS_MAX = 30_000;

const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;

const FAILURES = {
  "audio-capture": "No microphone was found.",
  "language-not-supported": "This browser's speech recognition does not know the page's language.",
  network:
    "The browser's speech recognition cannot be reached; most browsers send the sound to a service of their maker.",
  "not-allowed": "The microphone is blocked for this page. Allow it in the browser's settings for the page.",
  "service-not-allowed": "This browser does not allow its speech recognition to be used here.",
};

/** Why the microphone cannot be used, in words; null if it can, as far as one can tell before listening. */
export async function whyDeaf() {
  if (!globalThis.isSecureContext) {
    return "Browsers give a microphone only to pages on https or on this very machine (localhost).";
  }
  if (!Recognition) return "This browser has no speech recognition.";
  if (!navigator.mediaDevices?.enumerateDevices) return "This browser gives pages no microphone.";
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  if (!devices.some(({ kind }) => kind === "audioinput")) return FAILURES["audio-capture"];
  const permission = await navigator.permissions?.query({ name: "microphone" }).catch(() => null);
  return permission?.state === "denied" ? FAILURES["not-allowed"] : null;
}

/**
 * Listens once, from `start` to `stop` or `drop`. `onInterim(text)` gets the words as they are understood,
 * `onEnd({text, confidence, problem})` is called once: the words, how sure the recognizer was of the least certain of them
 * (undefined if it did not say), or what went wrong.
 */
export class Ear {
  #recognition = new Recognition();
  #problem = null;
  #isDropped = false;
  #timer = 0;

  constructor({ onInterim, onEnd }) {
    const recognition = this.#recognition;
    recognition.lang = document.documentElement.lang;
    recognition.continuous = true;
    recognition.interimResults = true;
    let best = [];
    recognition.addEventListener("result", ({ results }) => {
      if (this.#isDropped) return;
      best = Array.from(results, (result) => result[0]);
      onInterim(textOf(best));
    });
    recognition.addEventListener("error", ({ error }) => {
      if (error === "no-speech" || error === "aborted") return;
      this.#problem = FAILURES[error] ?? `Speech recognition failed (${error}).`;
    });
    recognition.addEventListener("end", () => {
      clearTimeout(this.#timer);
      if (this.#isDropped) return;
      onEnd({ text: textOf(best), confidence: confidenceOf(best), problem: this.#problem });
    });
  }

  /** Begins to listen. Throws where the browser does not let it. */
  start() {
    this.#recognition.start();
    this.#timer = setTimeout(() => this.stop(), LISTEN_MS_MAX);
  }

  /** Stops listening; what was said so far is still understood. */
  stop() {
    this.#recognition.stop();
  }

  /** Stops listening and forgets what was said: `onEnd` is not called. */
  drop() {
    this.#isDropped = true;
    clearTimeout(this.#timer);
    this.#recognition.abort();
  }
}

const textOf = (best) =>
  best.map(({ transcript }) => transcript.trim()).filter(Boolean).join(" ").slice(0, TEXT_CHARS_MAX);

/** Some recognizers give 0 where they mean that they do not know. */
function confidenceOf(best) {
  const known = best.map(({ confidence }) => confidence).filter((confidence) => confidence > 0);
  return known.length ? Math.min(...known) : undefined;
}
