// What is on and off the menu of the drive-thru.

import { html, useMemo, useState } from "/assets/js/html.js";
import { paths, put } from "/assets/js/api.js";
import { useAct } from "/assets/js/crew/hand.js";
import { memo } from "/assets/js/crew/memo.js";
import { goesBy } from "/assets/js/crew/picker.js";

/** How many items are shown: who wants another types more of its name. */
const ITEMS_SHOWN_MAX = 150;

/** Items that were off when somebody began to look come first: none moves under a finger. */
export const Items = memo(({ driveThru, menu, isShown, does }) => {
  const [words, setWords] = useState("");
  const first = useMemo(() => new Set(menu?.items.filter(isOff).map(({ id }) => id)), [words, isShown, menu === null]);
  if (!menu) return html`<p class="crew-none">The menu is being read.</p>`;
  const categories = new Map(menu.categories.map(({ id, name }) => [id, name]));
  const matching = menu.items.filter((item) => goesBy(item, words));
  const isFirst = ({ id }) => first.has(id);
  const shown = [...matching.filter(isFirst), ...matching.filter((item) => !isFirst(item))];
  const off = menu.items.filter(isOff).length;
  return html`
    <h2>Items</h2>
    <p class="crew-summary">${off === 0 ? "Everything is on." : `${off} of ${menu.items.length} off.`}</p>
    <div class="crew-search">
      <label for="find-item">Find an item</label>
      <input
        class="field"
        id="find-item"
        type="search"
        autocomplete="off"
        value=${words}
        onInput=${(event) => setWords(event.currentTarget.value)}
      />
    </div>
    <ul class="crew-items">
      ${shown
        .slice(0, ITEMS_SHOWN_MAX)
        .map((item) => {
          const category = categories.get(item.category);
          return html`<${Item} key=${item.id} ...${{ driveThru, item, category, does }} />`;
        })}
      ${shown.length === 0 && html`<li class="crew-none">Nothing on the menu goes by that.</li>`}
      ${shown.length > ITEMS_SHOWN_MAX &&
      html`<li class="crew-none">${shown.length - ITEMS_SHOWN_MAX} more: type a part of the name.</li>`}
    </ul>
  `;
});

const isOff = (item) => item.available === false;

function Item({ driveThru, item, category, does }) {
  const [act, { waiting, trouble }] = useAct();
  const on = !isOff(item);
  const toggle = () =>
    act(async () => {
      await put(paths.availability(driveThru, item.id), { available: !on });
      await does.readMenu();
    });
  return html`
    <li class=${on ? "crew-item" : "crew-item is-off"}>
      <span class="crew-item-name" id=${`item-${item.id}`}>${item.name} <small>${category}</small></span>
      <button
        type="button"
        role="switch"
        class="crew-switch"
        aria-checked=${String(on)}
        aria-labelledby=${`item-${item.id}`}
        aria-busy=${String(waiting > 0)}
        onClick=${() => waiting === 0 && toggle()}
      >
        <span aria-hidden="true" class="crew-knob"></span>
        <span aria-hidden="true">${on ? "On" : "Off"}</span>
      </button>
      ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
    </li>
  `;
}
