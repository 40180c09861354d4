// A session as the service stored it, read again while it goes on.

import { auditOf } from "/assets/js/api.js";
import { useEffect, useReducer, useRef, useState } from "/assets/js/html.js";
import { backoff, LaneLink } from "/assets/js/lane.js";

/** Turns that come closer together than this are read at once. */
const READ_EVERY_MS = 400;

/**
 * The audit log, `problem` if it cannot be read, `read()` to read it again, and whether `online` tells of new turns.
 * It is read again by itself while the service is away.
 */
export function useLog(session, isFollowing) {
  const [state, setState] = useState({ log: null, problem: null });
  const latest = useRef(0);
  const timer = useRef(0);
  const readAt = async (attempt) => {
    clearTimeout(timer.current);
    const asked = ++latest.current;
    try {
      const log = await auditOf(session);
      if (asked === latest.current) setState({ log, problem: null });
    } catch (problem) {
      if (asked !== latest.current) return;
      setState(({ log }) => ({ log, problem }));
      const { status } = problem.problem;
      if (status === 0 || status >= 500) timer.current = setTimeout(readAt, backoff(attempt), attempt + 1);
    }
  };
  const read = () => readAt(0);
  useEffect(() => {
    read();
    return () => {
      latest.current += 1;
      clearTimeout(timer.current);
    };
  }, [session]);
  const { log } = state;
  const online = useTurns(isFollowing && log !== null && log.end === null ? log : null, read);
  return { ...state, read, online };
}

/** Reads the log again after each turn of its lane. Whether the line is up; undefined if nothing is followed. */
function useTurns(log, read) {
  const [, redraw] = useReducer((count) => count + 1, 0);
  const link = useRef(null);
  const key = log && `${log.drive_thru}/${log.lane}`;
  useEffect(() => {
    if (!key) return undefined;
    const lane = new LaneLink(log.drive_thru, log.lane);
    link.current = lane;
    let timer = 0;
    const readSoon = () => {
      if (timer) return;
      timer = setTimeout(() => {
        timer = 0;
        read();
      }, READ_EVERY_MS);
    };
    let wasOnline = false;
    const change = () => {
      if (lane.online && !wasOnline) readSoon();
      wasOnline = lane.online;
      redraw();
    };
    lane.addEventListener("turn", readSoon);
    lane.addEventListener("resync", readSoon);
    lane.addEventListener("change", change);
    lane.start();
    return () => {
      clearTimeout(timer);
      lane.removeEventListener("change", change);
      lane.stop();
      link.current = null;
    };
  }, [key]);
  return key ? (link.current?.online ?? false) : undefined;
}
