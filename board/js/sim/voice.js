// The service's words, spoken by the browser's own voice.

import { keep } from "/assets/js/theme.js";

/** Where the choice is kept. */
const KEPT = "carhop.voice";

/** Speaks, if the person wants it. Dispatches `change` when it begins or ends, and when it is turned on or off. */
export class Voice extends EventTarget {
  /** What is or will be said. They are kept here since a browser may forget a text that nothing else holds on to. */
  #saying = new Set();
  #isOn = keep((storage) => storage.getItem(KEPT)) === "on";

  /** Whether the browser can speak. */
  get isThere() {
    return "speechSynthesis" in globalThis;
  }

  /** Whether the person wants to hear it. */
  get isOn() {
    return this.isThere && this.#isOn;
  }

  set isOn(on) {
    this.#isOn = on;
    keep((storage) => storage.setItem(KEPT, on ? "on" : "off"));
    if (!on) this.cancel();
    this.#changed();
  }

  /** Whether something is being said now. */
  get isSpeaking() {
    return this.#saying.size > 0;
  }

  /** Says it after what is being said. */
  say(text) {
    if (!this.isOn || !text) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    const over = () => {
      if (this.#saying.delete(words)) this.#changed();
    };
    words.addEventListener("end", over);
    words.addEventListener("error", over);
    this.#saying.add(words);
    speechSynthesis.speak(words);
    this.#changed();
  }

  /** Falls silent at once. */
  cancel() {
    this.#saying.clear();
    if (this.isThere) speechSynthesis.cancel();
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
