// What the crew can change of a line: its size, and how much of what is on it.

import { html, useState } from "/assets/js/html.js";

const AMOUNTS = { no: "No", regular: "Yes", light: "Light", extra: "Extra", side: "On the side" };

/** `onChange(event)` sends the fields of a tap. What the menu does not have any more has nothing to change. */
export function LineEditor({ line, menu, onChange }) {
  const [isOpen, setOpen] = useState(false);
  const item = menu?.items.find(({ id }) => id === line.item);
  const combo = line.combo && menu?.combos?.find(({ id }) => id === line.combo);
  const sizes = (line.combo ? combo?.sizes : item?.sizes) ?? [];
  const groups = (item?.modifier_groups ?? []).map((id) => menu.modifier_groups.find((group) => group.id === id));
  if (!sizes.length && !groups.length) return null;
  return html`
    <details class="crew-edit" open=${isOpen} onToggle=${(event) => setOpen(event.currentTarget.open)}>
      <summary>Change<span class="hidden"> ${line.name}, line ${line.line_id}</span></summary>
      ${isOpen && html`
        ${sizes.length > 0 && html`<${Sizes} sizes=${sizes} line=${line} onChange=${onChange} />`}
        ${groups.map((group) => html`<${Group} key=${group.id} ...${{ group, item, line, onChange }} />`)}
      `}
    </details>
  `;
}

function Sizes({ sizes, line, onChange }) {
  return html`
    <fieldset>
      <legend>Size</legend>
      ${sizes.map(({ id, name }) => html`
        <button key=${id} type="button" class="button is-small" aria-pressed=${String(line.size === id)}
          onClick=${() => onChange({ act: "set_size", size: id })}>${name}</button>
      `)}
    </fieldset>
  `;
}

function Group({ group, item, line, onChange }) {
  return html`
    <fieldset>
      <legend>${group.name}</legend>
      ${group.modifiers.map(({ id, name }) => html`
        <label key=${id}>
          ${name}
          <select class="field" value=${amountOf(id, group, item, line)}
            onChange=${({ currentTarget: { value: amount } }) =>
              onChange({ act: "set_modifier", group: group.id, modifier: id, amount })}>
            ${Object.entries(AMOUNTS).map(([amount, words]) => html`<option key=${amount} value=${amount}>${words}</option>`)}
          </select>
        </label>
      `)}
    </fieldset>
  `;
}

/** How much of something a line has: what differs from how it comes is on the line, the rest is on the menu. */
function amountOf(id, group, item, line) {
  const own = line.modifiers.filter((one) => one.group === group.id);
  const said = own.find(({ modifier }) => modifier === id);
  if (said) return said.amount ?? "regular";
  const comes = (item.included ?? []).includes(id) || defaults(group).includes(id);
  // Of a group that allows one, the one that was said takes the place of the one that comes with it.
  const isReplaced = group.max === 1 && own.some(({ amount }) => amount !== "no");
  return comes && !isReplaced ? "regular" : "no";
}

const defaults = ({ default: some }) => [some ?? []].flat();
