// A soft sound for alerts, unless somebody turned it off.

import { html, useEffect, useState } from "/assets/js/html.js";
import { keep } from "/assets/js/theme.js";

const KEPT_AS = "carhop.crew.sound";
/** Two notes, in hertz, each so long, in seconds, and this loud, 0 to 1. */
const NOTES = [660, 880];
const NOTE_SECONDS = 0.18;
const LOUDNESS = 0.08;

let audio = null;

const isWanted = () => keep((storage) => storage.getItem(KEPT_AS)) !== "off";

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

const BELL = "M6 17V11a6 6 0 0112 0v6l2 2H4zM10 21h4";

/** Whether the page was touched: before, a browser lets it make no sound. What a touch does comes first. */
function useTouched() {
  const [isTouched, setTouched] = useState(navigator.userActivation?.hasBeenActive !== false);
  useEffect(() => {
    const touched = () => setTouched(true);
    const kinds = isTouched ? [] : ["click", "keyup"];
    kinds.forEach((kind) => addEventListener(kind, touched));
    return () => kinds.forEach((kind) => removeEventListener(kind, touched));
  }, [isTouched]);
  return isTouched;
}

/** Turns the sound off and on, which plays it once. The first touch of the page, here or anywhere, lets it be heard. */
export function SoundSwitch() {
  const [on, setOn] = useState(isWanted);
  const isTouched = useTouched();
  const toggle = () => {
    const wanted = isTouched ? !on : true;
    keep((storage) => storage.setItem(KEPT_AS, wanted ? "on" : "off"));
    setOn(wanted);
    chime();
  };
  const heard = isTouched ? "on" : "after a touch";
  return html`
    <button type="button" class="button is-plain is-small crew-sound" onClick=${toggle}>
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${on ? BELL : `${BELL} M4 3l17 18`} /></svg>
      <span class="crew-sound-words">Sound for alerts: ${on ? heard : "off"}</span>
    </button>
  `;
}
