// A menu to add from: items by what they are called, with their sizes. Combos are ordered by their words.

import { html, useState } from "/assets/js/html.js";
import { money } from "/assets/js/order.js";

/** How many matches are shown: who wants another types more of its name. */
export const PICKS_MAX = 30;

/** Whether something on the menu goes by these words, by its name or another that it has. */
export function goesBy({ name, aliases = [] }, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return [name, ...aliases].some((known) => wanted.every((word) => known.toLowerCase().includes(word)));
}

/** `onItem(item, size)` and `onCombo(combo)` add one. */
export function Picker({ menu, lane, disabled, onItem, onCombo }) {
  const [words, setWords] = useState("");
  const items = menu.items.filter((item) => goesBy(item, words));
  const combos = (menu.combos ?? []).filter((combo) => goesBy(combo, words));
  const picks = [
    ...items.map((item) => ({ thing: item, onPick: onItem })),
    ...combos.map((combo) => ({ thing: combo, onPick: (it) => onCombo(it), isCombo: true })),
  ];
  const field = `add-${lane}`;
  return html`
    <div class="crew-picker">
      <label for=${field}>Add from the menu</label>
      <input
        class="field"
        id=${field}
        type="search"
        autocomplete="off"
        placeholder="Search"
        value=${words}
        onInput=${(event) => setWords(event.currentTarget.value)}
      />
      <ul aria-label="What can be added">
        ${picks
          .slice(0, PICKS_MAX)
          .map((pick) => html`<${Pick} key=${pick.thing.id} ...${pick} menu=${menu} disabled=${disabled} />`)}
        ${picks.length === 0 && html`<li class="crew-none">Nothing on the menu goes by that.</li>`}
        ${picks.length > PICKS_MAX &&
        html`<li class="crew-none">${picks.length - PICKS_MAX} more: type a part of the name.</li>`}
      </ul>
    </div>
  `;
}

function Pick({ thing, isCombo, menu, disabled, onPick }) {
  const off = thing.available === false;
  const sizes = isCombo ? [] : (thing.sizes ?? []);
  const price = (amount) => money(amount, menu.currency);
  return html`
    <li class="crew-pick">
      <span class="crew-pick-name">${thing.name}${off && html` <span class="badge">Off</span>`}</span>
      <span class="crew-pick-does">
        ${sizes.length > 0
          ? sizes.map(
              (size) => html`
                <button type="button" class="button" disabled=${disabled || off} onClick=${() => onPick(thing, size.id)}>
                  <span class="hidden">Add ${thing.name}, </span>${size.name} <small>${price(size.price)}</small>
                </button>
              `,
            )
          : html`
              <button type="button" class="button" disabled=${disabled || off} onClick=${() => onPick(thing)}>
                Add <span class="hidden">${thing.name} </span>${thing.price && html`<small>${price(thing.price)}</small>`}
              </button>
            `}
      </span>
    </li>
  `;
}
