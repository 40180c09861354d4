// What the screen is like, followed as it changes.

import { useEffect, useMemo, useRef, useState } from "/assets/js/html.js";

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

/** `[ref, inView]`: whether what the ref is on can be seen. While it is not there, nothing is out of view. */
export function useInView(isThere) {
  const ref = useRef(null);
  const [inView, setInView] = useState(true);
  useEffect(() => {
    if (!isThere) return undefined;
    // There is an entry for each change since the last call: the newest comes last.
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1).isIntersecting));
    observer.observe(ref.current);
    return () => {
      observer.disconnect();
      setInView(true);
    };
  }, [isThere]);
  return [ref, inView];
}
