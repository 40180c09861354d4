// A menu to add from: items and combos by what they are called, items with their sizes.

import { html, useState } from "/assets/js/html.js";
import { money } from "/assets/js/order.js";

/** How many matches are shown: who wants another types more of its name. */
const PICKS_MAX = 30;

/** Whether something on the menu goes by these words, by its name or another that it has. */
export function goesBy({ name, aliases = [] }, words) {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return [name, ...aliases].some((known) => wanted.every((word) => known.toLowerCase().includes(word)));
}

/** `onItem(item, size)` and `onCombo(combo)` add one. */
export function Picker({ menu, lane, onItem, onCombo }) {
  const [words, setWords] = useState("");
  const items = menu.items.filter((item) => goesBy(item, words));
  const combos = (menu.combos ?? []).filter((combo) => goesBy(combo, words));
  const picks = [
    ...items.map((thing) => ({ thing, sizes: thing.sizes ?? [], onPick: onItem })),
    // What a combo comes with is asked for by the service.
    ...combos.map((thing) => ({ thing, sizes: [], onPick: onCombo })),
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
          .map((pick) => html`<${Pick} key=${pick.thing.id} ...${pick} menu=${menu} />`)}
        ${picks.length === 0 && html`<li class="crew-none">Nothing on the menu goes by that.</li>`}
        ${picks.length > PICKS_MAX &&
        html`<li class="crew-none">${picks.length - PICKS_MAX} more: type a part of the name.</li>`}
      </ul>
    </div>
  `;
}

/** A button that can add nothing now keeps the focus: the item may be back in a moment. */
function Pick({ thing, sizes, menu, onPick }) {
  const { name, number, available, price } = thing;
  const off = available === false;
  const pick = (size) => off || onPick(thing, size);
  const spoken = number ? `number ${number}, ${name}` : name;
  const costs = (amount) => amount && html`<small>${money(amount, menu.currency)}</small>`;
  return html`
    <li class="crew-pick">
      <span>
        ${name}${number && html` <small>number ${number}</small>`}${off && html` <span class="badge">Off</span>`}
      </span>
      <span class="crew-pick-does">
        ${sizes.map(
          (size) => html`
            <button key=${size.id} type="button" class="button" aria-disabled=${off} onClick=${() => pick(size.id)}>
              <span class="hidden">Add ${spoken}, </span>${size.name} ${costs(size.price)}
            </button>
          `,
        )}
        ${sizes.length === 0 &&
        html`
          <button type="button" class="button" aria-disabled=${off} onClick=${() => pick()}>
            Add <span class="hidden">${spoken} </span>${costs(price)}
          </button>
        `}
      </span>
    </li>
  `;
}
