// When things happened, as people read it.

/** Milliseconds between two times of the audit log. */
export const between = (from, to) => Date.parse(to) - Date.parse(from);

/** "180 ms", "12.3 s", "2 min 5 s", "1 h 4 min". */
export function duration(ms) {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

/** "0:12.3": a time within a session. */
export function offset(ms) {
  const tenths = Math.max(0, Math.round(ms / 100));
  const [minutes, seconds] = [Math.floor(tenths / 600), (tenths % 600) / 10];
  return `${minutes}:${seconds.toFixed(1).padStart(4, "0")}`;
}

/** A time of day with its date, in the reader's own zone. */
export const moment = (at) =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium" }).format(new Date(at));

/** The time of day alone. */
export const clock = (at) => new Intl.DateTimeFormat("en", { timeStyle: "medium" }).format(new Date(at));
