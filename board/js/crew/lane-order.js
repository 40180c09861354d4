// In which order the lanes stand: who needs a person comes first, and nothing moves under a finger.

import { useRef } from "/assets/js/html.js";
import { STATE_SLOW_SECONDS, VISIT_SLOW_SECONDS, secondsSince } from "/assets/js/crew/clock.js";

/** After somebody worked on a lane, the lanes keep their places for so long, in milliseconds. */
const HOLD_MS = 15_000;

/** How much a lane needs a person: the lower, the more. */
function rank({ lane, turn, story }, alerts) {
  if (!turn || turn.state === "idle" || !story) return 5;
  if (turn.handoff) return turn.handoff.reason === "crew" ? 1 : 0;
  const own = alerts.filter((alert) => alert.lane === lane);
  if (own.some(({ grave }) => grave)) return 2;
  const slow =
    secondsSince(story.stateSince) >= STATE_SLOW_SECONDS[turn.state] || secondsSince(story.arrivedAt) >= VISIT_SLOW_SECONDS;
  return slow || own.length > 0 ? 3 : 4;
}

/** The lanes, those that need a person first, else as they come. */
function byNeed(lanes, alerts) {
  const ranked = lanes.map((lane, at) => ({ lane, at, need: rank(lane, alerts) }));
  return ranked.sort((one, other) => one.need - other.need || one.at - other.at).map(({ lane }) => lane);
}

/** `[lanes, touched]`: the lanes as they are to stand; `touched()` says that somebody works on one. */
export function useOrder(lanes, alerts) {
  const held = useRef({ until: 0, names: [] });
  const sorted = byNeed(lanes, alerts);
  if (Date.now() >= held.current.until) held.current.names = sorted.map(({ lane }) => lane);
  const place = ({ lane }) => held.current.names.indexOf(lane) + 1 || Infinity;
  // Lanes that are new have no place yet: they come last, as sorted.
  const placed = [...sorted].sort((one, other) => place(one) - place(other) || 0);
  const touched = () => {
    held.current.until = Date.now() + HOLD_MS;
  };
  return [placed, touched];
}
