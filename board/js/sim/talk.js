// How the customer speaks here: by typing, or by holding a button and talking.

import { TEXT_CHARS_MAX } from "/assets/js/api.js";
import { html, useEffect, useRef, useState } from "/assets/js/html.js";
import { Ear, whyDeaf } from "/assets/js/sim/ear.js";

const HOW_TO_HOLD =
  "Hold it, or Space or Enter on it. Your browser's own recognition is used; it may send the sound to its maker.";

/** A text box. Enter sends what is in it; what is refused comes back, unless something else was begun. */
export function TextBox({ onSay, isIdle }) {
  const [text, setText] = useState("");
  const submit = async (event) => {
    event.preventDefault();
    const words = text.trim();
    if (!words) return;
    setText("");
    if (!(await onSay({ text: words }))) setText((now) => now || words);
  };
  return html`
    <form class="talk-text" onSubmit=${submit}>
      <label class="hidden" for="words">What the customer says</label>
      <input id="words" class="field" type="text" autocomplete="off" autocapitalize="sentences" enterkeyhint="send"
        maxlength=${TEXT_CHARS_MAX} placeholder=${isIdle ? "First let a car arrive" : "Two cheeseburgers, no pickles"}
        value=${text} onInput=${(event) => setText(event.target.value)} />
      <button class="button is-main" aria-disabled=${!text.trim()}>Say it</button>
    </form>
  `;
}

/**
 * A button that listens while it is held, by pointer, Space or Enter. Where the browser cannot listen it says why
 * instead. `onBegin` is told of the press, `onSay` of the words, `onNothing` that there were none. What was said in one
 * `session` is never said in the next.
 */
export function PushToTalk({ session, isIdle, onBegin, onInterim, onSay, onNothing }) {
  const [deaf, setDeaf] = useState(null);
  const [isHeld, setHeld] = useState(false);
  const [note, setNote] = useState(null);
  const ear = useRef(null);
  useEffect(() => {
    const look = () => whyDeaf().then(setDeaf);
    look();
    navigator.mediaDevices?.addEventListener?.("devicechange", look);
    return () => {
      navigator.mediaDevices?.removeEventListener?.("devicechange", look);
    };
  }, []);
  useEffect(() => drop, [session, isIdle]);
  if (deaf) return html`<p class="note small">Speech is not available here; type instead. ${deaf}</p>`;
  const press = () => {
    if (ear.current || isIdle) return;
    setNote(null);
    onBegin();
    ear.current = new Ear({
      onInterim,
      onEnd: ({ text, confidence, problem }) => {
        ear.current = null;
        setHeld(false);
        onInterim("");
        if (text) return onSay({ text, confidence });
        setNote(problem ?? "Nothing was understood.");
        onNothing();
      },
    });
    try {
      ear.current.start();
      setHeld(true);
    } catch (error) {
      drop();
      setNote(`Speech recognition did not start. ${error.message}`);
      onNothing();
    }
  };
  const release = () => {
    ear.current?.stop();
    setHeld(false);
  };
  function drop() {
    if (!ear.current) return;
    ear.current.drop();
    ear.current = null;
    setHeld(false);
    onInterim("");
  }
  const isKey = (event) => event.key === " " || event.key === "Enter";
  const onKeyDown = (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) press();
  };
  const onKeyUp = (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    release();
  };
  const onPointerDown = (event) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    press();
  };
  return html`
    <button type="button" class="button talk-hold ${isHeld ? "is-held" : ""}" aria-disabled=${isIdle}
      aria-describedby="hold-note"
      onPointerDown=${onPointerDown} onPointerUp=${release} onPointerCancel=${release}
      onKeyDown=${onKeyDown} onKeyUp=${onKeyUp} onBlur=${release}
      onContextMenu=${(event) => event.preventDefault()}>
      <span class="talk-light" aria-hidden="true"></span>${isHeld ? "Listening; let go to send" : "Hold to talk"}
    </button>
    <p id="hold-note" class="quiet small">${HOW_TO_HOLD}</p>
    <p class="quiet small" role="status">${note}</p>
  `;
}
