// Hooks for what changes outside of the page.

import { get, paths } from "/assets/js/api.js";
import { announce } from "/assets/js/frame.js";
import { useEffect, useMemo, useReducer, useState } from "/assets/js/html.js";
import { backoff, LaneLink } from "/assets/js/lane.js";

/** A lane: its `LaneLink`, started, and drawn again after each change. What is said while a reply is late is announced. */
export function useLane(driveThru, lane) {
  const link = useMemo(() => new LaneLink(driveThru, lane), [driveThru, lane]);
  const [, redraw] = useReducer((count) => count + 1, 0);
  useEffect(() => {
    link.addEventListener("change", redraw);
    link.start();
    return () => {
      link.removeEventListener("change", redraw);
      link.stop();
    };
  }, [link]);
  const holding = link.holding?.text;
  useEffect(() => announce(holding), [holding]);
  return link;
}

/** The menu of a drive-thru, as `useRead` reads it. */
export const useMenu = (driveThru, often) => useRead(driveThru && paths.menu(driveThru), often);

/**
 * What there is at a path, null until it is there: that is tried until it works. It is read again when `version` is
 * another, and each `everyMs`. Without a path there is nothing.
 */
export function useRead(path, { version, everyMs } = {}) {
  const [known, setKnown] = useState({ path: null, answer: null });
  useEffect(() => {
    if (!path) return undefined;
    let isOver = false;
    let timer = 0;
    const read = async (attempt) => {
      try {
        const answer = await get(path);
        if (isOver) return;
        setKnown({ path, answer });
        if (everyMs) timer = setTimeout(read, everyMs, 0);
      } catch {
        if (!isOver) timer = setTimeout(read, backoff(attempt), attempt + 1);
      }
    };
    read(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [path, version, everyMs]);
  return known.path === path ? known.answer : null;
}
