// How long turns took, from the press of a button to the turn on the page.

import { html } from "/assets/js/html.js";

/** How many of this page's own turns are remembered. */
export const LATENCIES_MAX = 500;

/** "12 ms". */
export const milliseconds = (ms) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** The last, the median and the worst of the turns that this page caused. */
export function Latency({ latencies }) {
  const all = [...latencies.values()];
  if (!all.length) return html`<p class="quiet">What you send here is timed, from the press to the turn.</p>`;
  const sorted = [...all].sort((a, b) => a - b);
  const figures = [
    ["Last", all.at(-1)],
    ["Median", sorted[Math.floor((sorted.length - 1) / 2)]],
    ["Worst", sorted.at(-1)],
  ];
  return html`
    <dl class="figures-row">
      ${figures.map(([name, ms]) => html`<div key=${name}><dt>${name}</dt><dd>${milliseconds(ms)}</dd></div>`)}
      <div><dt>Turns</dt><dd>${all.length}</dd></div>
    </dl>
  `;
}
