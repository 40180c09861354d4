// One touch is one answer: a second one, or a key that is held, must not answer the next question.

import { useEffect, useState } from "/assets/js/html.js";

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
