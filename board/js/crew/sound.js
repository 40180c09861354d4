// A soft sound for alerts, off until somebody wants it.

import { html, useState } from "/assets/js/html.js";
import { keep } from "/assets/js/theme.js";

const KEPT_AS = "carhop.crew.sound";
/** Two notes, in hertz, each so long, in seconds, and this loud, 0 to 1. */
const NOTES = [660, 880];
const NOTE_SECONDS = 0.18;
const LOUDNESS = 0.08;

let audio = null;

const isWanted = () => keep((storage) => storage.getItem(KEPT_AS)) === "on";

/** Plays the sound, if it is wanted. A page that was not touched yet may not. */
export function chime() {
  if (!isWanted() || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= new AudioContext();
  NOTES.forEach((hertz, at) => {
    const start = audio.currentTime + at * NOTE_SECONDS;
    const [tone, gain] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = hertz;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(LOUDNESS, start + NOTE_SECONDS / 4);
    gain.gain.linearRampToValueAtTime(0, start + NOTE_SECONDS);
    tone.connect(gain).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS);
  });
}

/** Turns the sound on, which plays it once, and off. */
export function SoundSwitch() {
  const [on, setOn] = useState(isWanted);
  const toggle = () => {
    keep((storage) => storage.setItem(KEPT_AS, on ? "off" : "on"));
    setOn(!on);
    chime();
  };
  return html`
    <button type="button" class="button is-plain is-small" onClick=${toggle}>
      ${`Sound for alerts: ${on ? "on" : "off"}`}
    </button>
  `;
}
