// One touch is one answer: a second one, or a key that is held, must not answer the next question.

import { Refused } from "/assets/js/api.js";
import { useEffect, useRef, useState } from "/assets/js/html.js";

/** How soon what is new takes a touch: one that comes before was meant for what was there. */
const SETTLE_MS = 500;

/** Whether what goes by a key was there long enough to be touched; always for an empty one. */
export const useSettled = (key) => !useBriefly(key, SETTLE_MS);

/** Whether a key came up less than so long ago; never for an empty one. */
export function useBriefly(key, ms) {
  const [over, setOver] = useState("");
  useEffect(() => {
    if (!key) return undefined;
    const timer = setTimeout(() => setOver(key), ms);
    return () => clearTimeout(timer);
  }, [key, ms]);
  return key !== "" && over !== key;
}

/** For a button's `onKeyDown`: Enter presses it once, however long it is held. Space does by itself. */
export function pressOnce(event) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/**
 * `[tap, {pressed, isReady, trouble}]`: `tap(name, fields)` sends a customer's tap for the car of a turn, one at a time.
 * `shown` says what can be touched: what is new takes no touch at first. `pressed` is the name of the tap under way.
 */
export function useTap(link, turn, shown) {
  const [pressed, setPressed] = useState(null);
  const [trouble, setTrouble] = useState(null);
  // Two clicks can come before the first is drawn.
  const isSending = useRef(false);
  const isSettled = useSettled(shown ? `${turn.session_id} ${turn.turn} ${shown}` : "");
  useEffect(() => setTrouble(null), [turn.turn]);
  // While a reply is late, what a touch would answer is not known.
  const isReady = link.online && isSettled && !pressed && !link.holding;
  const tap = async (name, fields) => {
    if (!isReady || isSending.current) return;
    isSending.current = true;
    setPressed(name);
    setTrouble(null);
    try {
      await link.send({ type: "tap", session_id: turn.session_id, ...fields });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setTrouble(error.word === "stale-session" || error.word === "lane-idle"
        ? "This order is already finished." : "That did not work. Please say it, or try again.");
    }
    isSending.current = false;
    setPressed(null);
  };
  return [tap, { pressed, isReady, trouble }];
}
