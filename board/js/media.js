// What the screen is like, followed as it changes.

import { useEffect, useMemo, useState } from "/assets/js/html.js";

/** From this width on, the lanes are always in view, and the rest beside them. */
export const WIDE = "(min-width: 68rem)";
/** Up to this width, a screen has room for little. */
export const NARROW = "(max-width: 44rem)";

/** Whether a media query matches. */
export function useMedia(query) {
  const media = useMemo(() => matchMedia(query), [query]);
  const [matches, setMatches] = useState(media.matches);
  useEffect(() => {
    const look = () => setMatches(media.matches);
    look();
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  }, [media]);
  return matches;
}
