// The service's words, spoken by the browser's own voice.

/** Where the choice is kept. */
const KEPT = "carhop.voice";

/** Speaks, if the person wants it. Dispatches `change` when it begins or ends, and when it is turned on or off. */
export class Voice extends EventTarget {
  #speaking = 0;

  /** Whether the browser can speak. */
  get isThere() {
    return "speechSynthesis" in globalThis;
  }

  /** Whether the person wants to hear it. */
  get isOn() {
    return this.isThere && localStorage.getItem(KEPT) === "on";
  }

  set isOn(on) {
    localStorage.setItem(KEPT, on ? "on" : "off");
    if (!on) this.cancel();
    this.#changed();
  }

  /** Whether something is being said now. */
  get isSpeaking() {
    return this.#speaking > 0;
  }

  /** Says it after what is being said. */
  say(text) {
    if (!this.isOn || !text) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    const over = () => {
      this.#speaking = Math.max(0, this.#speaking - 1);
      this.#changed();
    };
    words.addEventListener("end", over);
    words.addEventListener("error", over);
    this.#speaking += 1;
    speechSynthesis.speak(words);
    this.#changed();
  }

  /** Falls silent at once. */
  cancel() {
    if (this.isThere) speechSynthesis.cancel();
    this.#changed();
  }

  #changed() {
    this.dispatchEvent(new Event("change"));
  }
}
