// The machine's picture: its states, one arrow for each pair of them with the rows of the table that take it, and which
// of them the last turn took. It is drawn from the table that the service itself runs.

import { html, useEffect, useMemo, useRef, useState } from "/assets/js/html.js";
import { get, paths } from "/assets/js/api.js";
import { backoff } from "/assets/js/lane.js";
import { eventName, inWords } from "/assets/js/words.js";
import { Fold } from "/assets/js/fold.js";
import { bitesInWords, isRuled, useRuled } from "/assets/js/machine/rules.js";
import { ACTIVE, ARROWS, HEIGHT, loop, STATES, straight, WIDTH } from "/assets/js/machine/places.js";

/** One row's name in the picture's units. */
const CODE = { width: 34, height: 18 };
const CODES_ACROSS_A_STATE = 4;
/** How far apart the arrows of one turn light up. */
const STEP_MS = 220;

/**
 * The table as the service runs it, and why it is not to be had while it is not. Its rows have the rules that are in use in
 * a drive-thru.
 */
export function useMachine(driveThru) {
  const [read, setRead] = useState({ machine: null, problem: null });
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const ask = async (attempt) => {
      try {
        const machine = await get(paths.machine());
        if (!isOver) setRead({ machine, problem: null });
      } catch (problem) {
        if (isOver) return;
        setRead({ machine: null, problem: problem.message });
        timer = setTimeout(ask, backoff(attempt), attempt + 1);
      }
    };
    ask(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, []);
  return { ...read, machine: useRuled(read.machine, driveThru) };
}

/**
 * The picture. `state` is the live one, `lit` the transitions of the turn that is shown, `seen` the names of the rows
 * taken so far; the lights go through once more for another `turn`.
 */
export function Machine({ machine, state, lit = [], seen = new Set(), turn = 0 }) {
  const arrows = useMemo(() => (machine ? arrowsOf(machine) : []), [machine]);
  const box = useRef(null);
  // Where the picture is wider than its box, the live state is brought to the middle.
  useEffect(() => {
    if (!box.current || !STATES[state]) return;
    const { scrollWidth, clientWidth } = box.current;
    box.current.scrollLeft = (STATES[state].x / WIDTH) * scrollWidth - clientWidth / 2;
  }, [machine, state]);
  if (!machine) return html`<p class="quiet">The machine's table is being read.</p>`;
  const steps = stepsOf(arrows, lit);
  const inStates = arrows.filter(({ from, to }) => from === to && STATES[from]);
  const between = arrows.filter(({ from, to }) => from !== to);
  const everywhere = arrows.find(({ key }) => key === "active>active");
  return html`
    <div class="machine" ref=${box} role="region" aria-label="Picture of the machine" tabindex="0">
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label=${asText(state, lit)}>
        <defs>
          ${["", "lit"].map(
            (name) => html`
              <marker id="head${name}" class="head ${name}" viewBox="0 0 10 10" refX="8" refY="5" orient="auto"
                markerUnits="userSpaceOnUse" markerWidth=${name ? 15 : 11} markerHeight=${name ? 15 : 11}>
                <path d="M0 0 L10 5 L0 10 Z" />
              </marker>
            `,
          )}
        </defs>
        <rect class="active" x=${ACTIVE.x} y=${ACTIVE.y} width=${ACTIVE.width} height=${ACTIVE.height} rx="22" />
        ${between.map((arrow) => html`<${Line} key=${arrow.key} arrow=${arrow} steps=${steps} turn=${turn} />`)}
        ${machine.states.map((name) => html`<${State} key=${name} name=${name} live=${name === state} />`)}
        ${inStates.map((arrow) => html`
          <${Loop} key=${arrow.key} arrow=${arrow} steps=${steps} seen=${seen} turn=${turn} />
        `)}
        ${between.map((arrow) => html`
          <${Codes} key=${arrow.key} ...${arrow.place} rows=${arrow.rows} steps=${steps} seen=${seen} />
        `)}
        ${everywhere && html`<${Everywhere} arrow=${everywhere} steps=${steps} seen=${seen} turn=${turn} />`}
      </svg>
    </div>
  `;
}

/** How the picture is read. */
export const Legend = () => html`
  <p class="quiet small machine-legend">
    Marked and numbered: the rows of this turn, in order. <b>Bold</b>: taken in this session. <u>Underlined</u>: house rules
    that are in use bite there. Each arrow carries its rows of
    the table; those within a state stay in it.
  </p>
`;

function Line({ arrow, steps, turn }) {
  const step = steps.arrows.get(arrow.key);
  return html`
    <path class="arrow" d=${arrow.place.line} marker-end="url(#head)" />
    ${step !== undefined &&
    html`<path key=${turn} class="arrow lit" d=${arrow.place.line} pathLength="1" marker-end="url(#headlit)"
      style=${delay(step)} />`}
  `;
}

function State({ name, live }) {
  const box = STATES[name];
  if (!box) return null;
  return html`
    <g class="state ${live ? "live" : ""}">
      <rect x=${box.x - box.width / 2} y=${box.y - box.height / 2} width=${box.width} height=${box.height} rx="16" />
      <text x=${box.x} y=${name === "idle" ? box.y + 7 : box.y - 12} text-anchor="middle">${inWords(name)}</text>
      ${live && html`<circle cx=${box.x - box.width / 2 + 15} cy=${box.y - box.height / 2 + 15} r="6" />`}
    </g>
  `;
}

/** The rows that stay in a state stand inside its box. */
function Loop({ arrow, steps, seen, turn }) {
  const box = STATES[arrow.from];
  return html`
    <${Line} arrow=${{ key: arrow.key, place: { line: loop(box) } }} steps=${steps} turn=${turn} />
    <${Codes} at=${[box.x, box.y + 14]} anchor="middle" columns=${CODES_ACROSS_A_STATE}
      rows=${arrow.rows} steps=${steps} seen=${seen} />
  `;
}

/** The rows of every active state stand at the top of their frame. */
function Everywhere({ arrow, steps, seen, turn }) {
  const [x, y] = ACTIVE.label;
  const line = `M${x - 30} ${y - 12} a9 9 0 1 0 9 9`;
  return html`
    <${Line} arrow=${{ key: arrow.key, place: { line } }} steps=${steps} turn=${turn} />
    <text class="everywhere" x=${x - 8} y=${y + 1}>In every state but idle</text>
    <${Codes} at=${[x + 166, y]} anchor="start" columns=${arrow.rows.length}
      rows=${arrow.rows} steps=${steps} seen=${seen} />
  `;
}

/** Names of rows in columns. What the turn took is marked, with its place in the turn if it took several. */
function Codes({ at: [x, y], anchor, columns, rows, steps, seen }) {
  const across = Math.min(columns, rows.length);
  const left = x - { start: 0, middle: 0.5, end: 1 }[anchor] * across * CODE.width;
  return rows.map((row, n) => {
    const inLast = rows.length - (n - (n % across));
    const shift = anchor === "middle" && inLast < across ? ((across - inLast) * CODE.width) / 2 : 0;
    const cx = left + shift + ((n % across) + 0.5) * CODE.width;
    const cy = y + Math.floor(n / across) * CODE.height;
    const edge = cx - CODE.width / 2;
    const step = steps.rows.get(row.row);
    const several = steps.count > 1 && step !== undefined;
    return html`
      <g key=${row.row} class="code ${seen.has(row.row) ? "seen" : ""} ${step === undefined ? "" : "lit"} ${isRuled(row) ? "ruled" : ""}">
        <title>${rowInWords(row)}</title>
        ${step !== undefined && html`
          <rect x=${edge} y=${cy - 13} width=${CODE.width} height=${CODE.height - 0.5} rx="6" />
        `}
        <text x=${cx} y=${cy} text-anchor="middle">${row.row}</text>
        ${several && html`
          <circle cx=${edge} cy=${cy - 13} r="8.5" />
          <text class="step" x=${edge} y=${cy - 9} text-anchor="middle">${step + 1}</text>
        `}
      </g>
    `;
  });
}

/** The rows taken so far with how often, and those that were not. */
export function RowsTaken({ machine, entries }) {
  const counts = useMemo(() => countsOf(entries), [entries]);
  if (!machine) return null;
  const taken = machine.rows.filter((row) => counts.has(row.row));
  const never = machine.rows.filter((row) => !counts.has(row.row));
  return html`
    <p class="rows-sum">
      <strong>${taken.length} of ${machine.rows.length}</strong> rows of the table were taken in this session.
      <progress max=${machine.rows.length} value=${taken.length} aria-label="Rows taken"></progress>
    </p>
    ${taken.length > 0 && html`<${Fold} summary="Rows taken" isOpen=${true}>
      ${() => html`<${RowTable} rows=${taken} counts=${counts} />`}
    <//>`}
    <${Fold} summary="Never taken (${never.length})">${() => html`<${RowTable} rows=${never} />`}<//>
  `;
}

function RowTable({ rows, counts }) {
  return html`
    <div class="rows-scroll" role="region" aria-label=${counts ? "Rows taken" : "Rows never taken"} tabindex="0">
      <table class="rows">
        <thead><tr>
          <th scope="col">Row</th>${counts && html`<th scope="col" class="count">Times</th>`}
          <th scope="col">From, to</th><th scope="col">Event</th><th scope="col">Guard</th><th scope="col">Does</th>
          <th scope="col">House rules</th>
        </tr></thead>
        <tbody>
          ${rows.map(
            (row) => html`
              <tr key=${row.row}>
                <th scope="row"><code>${row.row}</code></th>
                ${counts && html`<td class="count">${counts.get(row.row)}</td>`}
                <td class="way">${row.from} → ${row.to}</td>
                <td><code>${row.event}</code></td>
                <td>${row.guard ? html`<code>${row.guard}</code>` : "–"}</td>
                <td>${row.actions.map(spaced).join(", ") || "–"}</td>
                <td>${bitesInWords(row) || "–"}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
}

/** The rows that a turn took, in order, as a list. */
export function Steps({ transitions, refused = [] }) {
  if (!transitions.length && !refused.length) return html`<p class="quiet">No row was taken.</p>`;
  return html`
    <ol class="steps" aria-label="Rows taken by this turn">
      ${transitions.map(
        (row, n) => html`
          <li key=${n}>
            <code class="row-name">${row.row}</code>
            <span>
              ${eventName(row.event)}: ${row.from === row.to ? "stays in" : `${inWords(row.from)} →`} <b>${inWords(row.to)}</b>
            </span>
            <span class="row-why"><code>${row.event}</code>${row.guard && html` if <code>${row.guard}</code>`}</span>
            ${row.actions.length > 0 && html`<span class="row-does">${row.actions.map(spaced).join(", ")}</span>`}
          </li>
        `,
      )}
      ${refused.map(
        (event, n) => html`
          <li key="refused${n}" class="refused">
            <span class="row-name">Refused</span>
            <span>in ${inWords(event.state)}</span>
            <span class="row-why"><code>${event.event}</code></span>
            <span class="row-does">${spaced(event.reason)}</span>
          </li>
        `,
      )}
    </ol>
  `;
}

/** The names of the rows that a list of turns took. */
export const rowsOf = (entries) => new Set(countsOf(entries).keys());

/** A name of the table for people: `set_referent` is "set referent". */
export const spaced = (name) => name.replaceAll("_", " ");

function countsOf(entries) {
  const counts = new Map();
  for (const { turn } of entries) for (const { row } of turn.transitions) counts.set(row, (counts.get(row) ?? 0) + 1);
  return counts;
}

/** One arrow for each pair of states. A row of every active state starts at their frame. */
function arrowsOf({ states, rows }) {
  const arrows = new Map();
  for (const row of rows) {
    const from = states.includes(row.from) ? row.from : "active";
    const to = states.includes(row.to) ? row.to : from;
    const key = `${from}>${to}`;
    const place = ARROWS[key] ?? straight(from, to);
    if (!arrows.has(key)) arrows.set(key, { key, from, to, place, rows: [] });
    arrows.get(key).rows.push(row);
  }
  return [...arrows.values()].filter(({ from, to, place }) => place || from === to);
}

/** The place that each arrow and each row has in a turn, counted from 0. */
function stepsOf(arrows, lit) {
  const steps = { arrows: new Map(), rows: new Map(), count: lit.length };
  lit.forEach(({ row, from, to }, n) => {
    const arrow = arrows.find(({ rows }) => rows.some((other) => other.row === row));
    const key = arrow?.key ?? `${from}>${to}`;
    if (!steps.arrows.has(key)) steps.arrows.set(key, n);
    if (!steps.rows.has(row)) steps.rows.set(row, n);
  });
  return steps;
}

const delay = (step) => ({ animationDelay: `${step * STEP_MS}ms` });

function rowInWords(of) {
  const { row, from, to, event, guard, actions } = of;
  const then = actions.length ? `: ${actions.map(spaced).join(", ")}` : "";
  const bites = bitesInWords(of);
  return `${row}: ${from} to ${to} on ${event}${guard ? ` if ${guard}` : ""}${then}${bites ? `. House rules: ${bites}` : ""}`;
}

function asText(state, lit) {
  const way = lit.map(({ row, from, to, event }) => `${row} from ${from} to ${to} on ${event}`).join(", then ");
  const now = state ? `The state is ${state}.` : "No state is live.";
  return `The machine's six states and the arrows between them. ${now} ${way ? `The turn took ${way}.` : ""}`.trim();
}
