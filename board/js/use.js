// Hooks for what changes outside of the page.

import { get, paths } from "/assets/js/api.js";
import { useEffect, useMemo, useReducer, useState } from "/assets/js/html.js";
import { backoff, LaneLink } from "/assets/js/lane.js";

/** A lane: its `LaneLink`, started, and drawn again after each change. */
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
  return link;
}

/** The menu of a drive-thru, null until it is there. It is read again when `version` is another. */
export function useMenu(driveThru, version) {
  const [menu, setMenu] = useState(null);
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const read = async (attempt) => {
      try {
        const read = await get(paths.menu(driveThru));
        if (!isOver) setMenu(read);
      } catch {
        if (!isOver) timer = setTimeout(read, backoff(attempt), attempt + 1);
      }
    };
    read(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [driveThru, version]);
  return menu;
}
