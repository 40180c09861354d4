// The board of a free lane: a welcome, and what there is by number.

import { html } from "/assets/js/html.js";
import { money } from "/assets/js/order.js";

/** How many combos are shown at most. */
const COMBOS_SHOWN_MAX = 6;

/** `problem` is why there is no such lane. */
export function Welcome({ menu, online, problem }) {
  if (problem) {
    return html`<main class="board-welcome">
      <p class="board-hello">This board has no lane</p>
      <p>${problem.message}</p>
    </main>`;
  }
  if (!menu && !online) {
    return html`<main class="board-welcome"><p class="board-hello">One moment, please</p></main>`;
  }
  const combos = hadNow(menu).slice(0, COMBOS_SHOWN_MAX);
  return html`<main class="board-welcome">
    <div class="board-greeting">
      <p class="board-hello">Welcome!</p>
      <p class="board-invite">Pull up, and tell us what you would like.</p>
    </div>
    ${combos.length > 0 && html`<section class="board-combos" aria-labelledby="combos-title">
      <h2 id="combos-title">Order by number</h2>
      <ol>
        ${combos.map(({ id, number, name, price }) => html`<li key=${id}>
          <b class="board-combo-number">${number}</b>
          <span class="board-combo-name">${name}</span>
          <span class="board-combo-price">${money(price, menu.currency)}</span>
        </li>`)}
      </ol>
    </section>`}
  </main>`;
}

/** The combos that have a number and can be had. */
function hadNow(menu) {
  const isOn = (id) => menu.items.find((item) => item.id === id)?.available !== false;
  const numbered = menu?.combos?.filter((combo) => combo.number && isOn(combo.main)) ?? [];
  return numbered.sort((one, other) => one.number - other.number);
}
