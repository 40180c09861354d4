// Time as the crew sees it. A turn tells when it happened; how long ago that was is told by the service's clock, since a
// tablet's own may be wrong.

import { html, useEffect, useReducer } from "/assets/js/html.js";

/** How long a lane may be in a state before it is called slow, in seconds. An empty lane is never slow. */
export const STATE_SLOW_SECONDS = { ordering: 120, thinking: 60, clarifying: 45, confirming: 45, closing: 60 };
/** How long a car may be at a lane before that is called slow, in seconds. */
export const VISIT_SLOW_SECONDS = 240;

/** The `Date` header counts whole seconds: a smaller difference is none. */
const OFFSET_MS_MIN = 2000;
const TICK_MS = 1000;
/** How long the service may take to tell its time. */
const ANSWER_MS_MAX = 5000;

let offsetMs = 0;
const ticking = new Set();
let timer = 0;

/** Draws again each second. All clocks tick together, by one timer. */
function useTick() {
  const [, redraw] = useReducer((count) => count + 1, 0);
  useEffect(() => {
    ticking.add(redraw);
    timer ||= setInterval(() => ticking.forEach((redrawClock) => redrawClock()), TICK_MS);
    return () => {
      ticking.delete(redraw);
      if (ticking.size > 0) return;
      clearInterval(timer);
      timer = 0;
    };
  }, []);
}

/** Learns how far the service's clock is from that of this machine. Keeps what it knew if the service does not answer. */
export async function learnServiceTime() {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  const response = await fetch("/healthz", { cache: "no-store", signal }).catch(() => null);
  const date = Date.parse(response?.headers.get("date") ?? "");
  if (Number.isNaN(date)) return;
  const difference = date - Date.now();
  offsetMs = Math.abs(difference) < OFFSET_MS_MIN ? 0 : difference;
}

/** The service's time now, in milliseconds since 1970. */
export const serviceNow = () => Date.now() + offsetMs;

/** How long ago a time was, in whole seconds; a time to come counts as now. */
export const secondsSince = (at) => Math.max(0, Math.floor((serviceNow() - Date.parse(at)) / 1000));

/** Minutes and seconds, `mm:ss`; hours too where there are some. */
export function minutes(seconds) {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, "0"));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? [hours, ...parts].join(":") : parts.join(":");
}

/** The time of day, with seconds. */
export const timeOfDay = (at) =>
  new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** The time of day, with the day where that is not today's. */
export function dayAndTime(at) {
  const isToday = new Date(at).toDateString() === new Date(serviceNow()).toDateString();
  const day = isToday ? {} : { day: "numeric", month: "short" };
  return new Date(at).toLocaleString([], { ...day, hour: "2-digit", minute: "2-digit" });
}

/** How long ago something was, ticking. Past `slowSeconds` it says so, in colour and in words. */
export function Clock({ label, since, slowSeconds }) {
  useTick();
  const seconds = secondsSince(since);
  const slow = seconds >= slowSeconds;
  return html`
    <div class=${slow ? "crew-clock is-slow" : "crew-clock"}>
      <dt>${label}${slow && html`<span class="crew-slow"> · slow</span>`}</dt>
      <dd>${minutes(seconds)}</dd>
    </div>
  `;
}
