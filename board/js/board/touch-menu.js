// The menu to order from by touch, for who is not understood or does not want to speak.

import { html, useRef } from "/assets/js/html.js";
import { money } from "/assets/js/order.js";
import { pressOnce, useTap } from "/assets/js/touch.js";

/** A button that opens the menu over the board. What is touched is added, and its questions are asked as ever. */
export function TouchMenu({ menu, link, turn }) {
  const dialog = useRef(null);
  const [tap, { isReady, trouble }] = useTap(link, turn, "");
  const add = async (name, fields) => {
    if (!isReady) return;
    dialog.current.close();
    await tap(name, fields);
  };
  return html`
    <button type="button" class="board-add" onClick=${() => dialog.current.showModal()}>+ Add by touch</button>
    ${trouble && html`<p class="board-trouble" role="status">${trouble}</p>`}
    <dialog class="board-menu" ref=${dialog} aria-label="Add by touch">
      <form method="dialog"><button class="board-add">Back to the order</button></form>
      ${shelves(menu).map(({ id, name, things }) => html`
        <section key=${id} aria-label=${name}>
          <h3>${name}</h3>
          <ul>${things.map((thing) => html`<${Thing} key=${thing.id} ...${{ thing, menu, isReady, add }} />`)}</ul>
        </section>`)}
    </dialog>`;
}

/** What can be had now: the combos, and then the items of each category. */
function shelves(menu) {
  const isOn = (id) => menu.items.find((item) => item.id === id)?.available !== false;
  const combos = (menu.combos ?? []).filter(({ main }) => isOn(main));
  const shelf = ({ id, name }) => ({
    id, name, things: menu.items.filter((item) => item.category === id && item.available !== false),
  });
  const all = [{ id: "combos", name: "Combos", things: combos }, ...menu.categories.map(shelf)];
  return all.filter(({ things }) => things.length > 0);
}

/** An item or a combo, a button for each of its sizes. */
function Thing({ thing, menu, isReady, add }) {
  const { id, name, main, price, sizes = [] } = thing;
  const fields = main ? { act: "add_combo", combo: id } : { act: "add_item", item: id };
  // A combo's sizes are surcharges.
  const costs = (size) => (main ? Number(price) + Number(size?.price ?? 0) : (size?.price ?? price));
  const button = (size) => html`<button key=${size?.id} type="button" class="board-thing"
    aria-disabled=${isReady ? null : "true"} onKeyDown=${pressOnce}
    onClick=${() => add(id, size ? { ...fields, size: size.id } : fields)}>
    <span class=${size ? "hidden" : null}>${name}</span>${size && ` ${size.name} `}
    <small>${money(costs(size), menu.currency)}</small>
  </button>`;
  return html`<li>${sizes.length > 0 && html`<span class="board-thing-name">${name}</span>`}
    ${sizes.length > 0 ? sizes.map(button) : button()}</li>`;
}
