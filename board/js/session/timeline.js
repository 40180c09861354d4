// A session's turns in a row, with the time that passed between them.

import { html, useEffect, useMemo, useRef } from "/assets/js/html.js";
import { eventName, inWords, said } from "/assets/js/words.js";
import { between, duration, offset } from "/assets/js/session/times.js";

/** A gap this long or longer is drawn at its full height. */
const GAP_MS_MAX = 60_000;
/** A gap shorter than this is not told. */
const GAP_MS_MIN = 50;

/** Which state a lane was in and for how long, as a bar to scale, with the sums beneath. */
export function Strip({ entries, current }) {
  const { times, length, spans, sums } = useMemo(() => spansOf(entries), [entries]);
  const share = (ms) => `${length ? (ms / length) * 100 : 0}%`;
  // What does not change from step to step is drawn once.
  const drawn = useMemo(() => [
    ...spans.map(({ state, from, ms }, n) => html`
      <span key=${n} class="span in-${state}" style=${{ left: share(from), width: share(ms) }}></span>
    `),
    ...times.map((ms, n) => html`<span key="at${n}" class="tick" style=${{ left: share(ms) }}></span>`),
  ], [entries]);
  return html`
    <div class="strip" aria-hidden="true">
      ${drawn}
      <span class="here" style=${{ left: share(times[current]) }}></span>
    </div>
    <ul class="sums" aria-label="Time in each state">
      ${sums.map(([state, ms]) => html`<li key=${state}>
        <span class="swatch in-${state}" aria-hidden="true"></span>${inWords(state)} <b>${duration(ms)}</b>
      </li>`)}
    </ul>
  `;
}

/** The turns as a list of buttons, of which one is in the tab order. Arrow keys go from one to the next. */
export function Timeline({ entries, current, onPick }) {
  const list = useRef(null);
  useEffect(() => {
    const [box, row] = [list.current, list.current.children[current]];
    if (!row) return;
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < box.scrollTop) box.scrollTop = top;
    else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
  }, [current, entries.length]);
  const onKeyDown = (event) => {
    const last = entries.length - 1;
    const to = { ArrowUp: current - 1, ArrowDown: current + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const step = Math.min(Math.max(to, 0), last);
    onPick(step);
    list.current.children[step].querySelector("button").focus({ preventScroll: true });
  };
  const row = (n, isCurrent) => html`<${Row} key=${entries[n].seq} entry=${entries[n]} before=${entries[n - 1]}
    start=${entries[0].at} isCurrent=${isCurrent} onPick=${() => onPick(n)} />`;
  const rows = useMemo(() => entries.map((_, n) => row(n, false)), [entries]);
  return html`<ol class="timeline" ref=${list} onKeyDown=${onKeyDown}>${rows.with(current, row(current, true))}</ol>`;
}

function Row({ entry, before, start, isCurrent, onPick }) {
  const { at, event, turn } = entry;
  const gap = before ? between(before.at, at) : 0;
  const isTold = Math.abs(gap) >= GAP_MS_MIN;
  return html`
    <li>
      ${isTold && html`<p class="gap" style=${{ "--gap": gapShare(gap) }}>
        ${gap < 0 ? `The clock went back by ${duration(-gap)}` : duration(gap)}
      </p>`}
      <button type="button" class="moment in-${turn.state}" onClick=${onPick}
        aria-current=${isCurrent ? "step" : null} tabindex=${isCurrent ? 0 : -1}>
        <span class="moment-at">${offset(between(start, at))}</span>
        <span class="moment-said">${said(event)}</span>
        <span class="moment-rows">
          ${turn.transitions.map(({ row, event }, n) => html`<span key=${n}><code>${row}</code> ${eventName(event)}</span>`)}
          ${turn.refused.length > 0 && html`<em>refused</em>`}
        </span>
        <span class="moment-state">${inWords(turn.state)}</span>
      </button>
    </li>
  `;
}

/** From 0 to 1; ten times as long is not drawn ten times as high, so that seconds and minutes both show. */
const gapShare = (ms) => Math.log1p(Math.min(Math.max(ms, 0), GAP_MS_MAX) / 1000) / Math.log1p(GAP_MS_MAX / 1000);

/** Each turn's time from the first on. A frontend may give times by its own clock; where that goes back, time stands still. */
export function timesOf(entries) {
  let latest = 0;
  return entries.map(({ at }) => (latest = Math.max(latest, between(entries[0].at, at))));
}

function spansOf(entries) {
  const times = timesOf(entries);
  const sums = new Map();
  const spans = entries.slice(0, -1).map(({ turn: { state } }, n) => {
    const ms = times[n + 1] - times[n];
    sums.set(state, (sums.get(state) ?? 0) + ms);
    return { state, from: times[n], ms };
  });
  return { times, length: times.at(-1), spans, sums: [...sums] };
}
