// An order as people read it: a list of lines, each with what it lacks said in words.

import { html } from "/assets/js/html.js";
import { diffName, inWords } from "/assets/js/words.js";

const AMOUNTS = {
  no: (name) => `No ${lower(name)}`,
  extra: (name) => `Extra ${lower(name)}`,
  light: (name) => `Light ${lower(name)}`,
  side: (name) => `${name} on the side`,
  regular: (name) => name,
};

/** "9.58" in dollars is "$9.58". */
export function money(amount, currency = "USD") {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount);
}

/** The name of an item or a combo by its id. */
export function itemName(id, menu) {
  const found = menu?.items.find((item) => item.id === id) ?? menu?.combos?.find((combo) => combo.id === id);
  return found?.name ?? inWords(id);
}

/** What an answer to a question is called: a line, a size, an item, a combo or a modifier. */
export function candidateName(id, question, order, menu) {
  const answer = question.house?.answers.find((one) => one.id === id);
  if (answer) return answer.text;
  const line = order.lines.find((one) => one.line_id === id);
  if (line) return line.name;
  const named = (list) => list?.find((one) => one.id === id)?.name;
  const about = order.lines.find((one) => one.line_id === question.line_id);
  const sized = menu?.items.find((item) => item.id === about?.item) ?? menu?.items.find((item) => named(item.sizes));
  const modifiers = menu?.modifier_groups?.flatMap((group) => group.modifiers);
  const size = question.kind === "which_size" && named(sized?.sizes);
  return size || named(menu?.items) || named(menu?.combos) || named(modifiers) || inWords(id);
}

/** The name of the size of a line or a component; empty without one. */
function sizeName(line, menu) {
  if (!line.size) return "";
  const of = (list, id) => list?.find((entry) => entry.id === id)?.sizes;
  const sizes = line.combo ? of(menu?.combos, line.combo) : of(menu?.items, line.item);
  return sizes?.find((size) => size.id === line.size)?.name ?? inWords(line.size);
}

/** How a line or a component differs from how it comes: "No pickles", "2 × Espresso shot". */
export function modifierWords(line, menu) {
  return line.modifiers.map(({ group, modifier, amount = "regular", quantity = 1 }) => {
    const known = menu?.modifier_groups?.find((one) => one.id === group)?.modifiers.find((one) => one.id === modifier);
    const words = (AMOUNTS[amount] ?? AMOUNTS.regular)(known?.name ?? inWords(modifier));
    return quantity > 1 ? `${quantity} × ${words}` : words;
  });
}

/** What a line still lacks, as questions: "Which size?". */
function missingWords(line, menu) {
  return [...new Set(line.incomplete)].map((missing) => {
    if (missing === "size") return "Which size?";
    const filled = line.components.find((component) => component.slot === missing);
    if (filled) return `Which ${lower(filled.name)}?`;
    const group = menu?.modifier_groups?.find((one) => one.id === missing)?.name ?? inWords(missing);
    return `Which ${lower(group).replace(/^(choice|kind) of /, "")}?`;
  });
}

/** A line in a few words: "2 Large Coke". */
export function lineWords(line, menu) {
  return [line.quantity, sizeName(line, menu), line.name].filter(Boolean).join(" ");
}

/** The order with what the turn changed marked: `{view, marks}`. Lines that are gone stand where they were `before`. */
export function changedOrder({ order, diffs }, before) {
  const marks = new Map(diffs.map(({ op, line_id: id }) => [id, op]));
  const lines = [...order.lines];
  before?.lines.forEach((line, place) => {
    const isGone = marks.get(line.line_id) === "remove" && !lines.some((one) => one.line_id === line.line_id);
    if (isGone) lines.splice(place, 0, line);
  });
  return { view: { ...order, lines }, marks };
}

/**
 * The lines of an order. `changed` holds the ids of lines to mark; as a `Map` it also tells the mark (`add`, `change`,
 * `remove`), which `labels` puts into words. `about` is the line that is talked about. `onRemove(line)` and
 * `onQuantity(line, quantity)` add buttons for it, and `edit(line)` is what else there is to change.
 */
export function Order({ view, changed = NONE, about = null, menu = null, labels = diffName, onRemove, onQuantity, edit }) {
  return html`<ol class="order">
    ${view.lines.map((line) => html`<${Line}
      key=${line.line_id} line=${line} menu=${menu} currency=${view.currency} isAbout=${line.line_id === about}
      mark=${changed.has(line.line_id) ? (changed.get?.(line.line_id) ?? "change") : null}
      labels=${labels} onRemove=${onRemove} onQuantity=${onQuantity} edit=${edit} />`)}
  </ol>`;
}

const NONE = new Set();

function Line({ line, menu, currency, mark, labels, isAbout, onRemove, onQuantity, edit }) {
  const size = sizeName(line, menu);
  const missing = missingWords(line, menu);
  // That it is out of stock is the change.
  const isMarked = mark && !(mark === "change" && line.out_of_stock);
  const classes = ["line"];
  if (mark) classes.push(`is-${mark}`);
  if (isAbout) classes.push("is-about");
  if (missing.length) classes.push("is-incomplete");
  if (line.out_of_stock) classes.push("is-off");
  return html`<li class=${classes.join(" ")} data-line=${line.line_id} aria-current=${isAbout ? "true" : null}>
    <span class="line-quantity">${line.quantity}<span aria-hidden="true">×</span></span>
    <div class="line-body">
      <p class="line-name">
        <span class="line-title">${line.name}</span>${size && html` <span class="line-size">${size}</span>`}
        ${isMarked && html` <span class="line-mark">${labels(mark)}</span>`}
      </p>
      <${Parts} line=${line} menu=${menu} />
      ${line.out_of_stock && html`<p class="line-off">Out of stock</p>`}
      ${missing.map((words) => html`<p class="line-asks" key=${words}>${words}</p>`)}
    </div>
    <span class="line-price">${missing.length ? html`<${NoPrice} />` : money(line.price, currency)}</span>
    ${(onRemove || onQuantity) && html`<${Controls} line=${line} onRemove=${onRemove} onQuantity=${onQuantity} />`}
    ${edit?.(line)}
  </li>`;
}

function NoPrice() {
  return html`<span aria-hidden="true">–</span><span class="hidden">no price yet</span>`;
}

function Parts({ line, menu }) {
  const words = modifierWords(line, menu);
  if (!words.length && !line.components.length) return null;
  return html`<ul class="line-parts">
    ${words.map((word) => html`<li key=${word}>${word}</li>`)}
    ${line.components.map((component) => {
      const size = sizeName(component, menu);
      const differences = modifierWords(component, menu);
      return html`<li key=${component.slot}>
        ${component.name}${size && html` <span class="line-size">${size}</span>`}
        ${differences.length > 0 && html`<ul class="line-parts">
          ${differences.map((word) => html`<li key=${word}>${word}</li>`)}
        </ul>`}
      </li>`;
    })}
  </ul>`;
}

function Controls({ line, onRemove, onQuantity }) {
  const { line_id: id, name, quantity } = line;
  const isOne = quantity <= 1;
  return html`<div class="line-controls" role="group" aria-label=${`Change ${name}, line ${id}`}>
    ${onQuantity && html`
      <button type="button" class="button is-small" aria-label=${`One ${name} less, line ${id}`}
        aria-disabled=${isOne ? "true" : null} onClick=${() => isOne || onQuantity(line, quantity - 1)}>−</button>
      <button type="button" class="button is-small" aria-label=${`One ${name} more, line ${id}`}
        onClick=${() => onQuantity(line, quantity + 1)}>+</button>`}
    ${onRemove && html`<button type="button" class="button is-small is-bad"
      aria-label=${`Remove ${name}, line ${id}`} onClick=${() => onRemove(line)}>Remove</button>`}
  </div>`;
}

/** Subtotal, what is taken off by name, tax and total. `label` names the total. */
export function Totals({ view, label = "Total" }) {
  return html`<dl class="totals">
    <div><dt>Subtotal</dt><dd>${money(view.subtotal, view.currency)}</dd></div>
    ${view.discounts?.map((off) => html`<div key=${off.rule} class="is-off-price">
      <dt>${off.name}</dt><dd>−${money(off.amount, view.currency)}</dd></div>`)}
    <div><dt>Tax</dt><dd>${money(view.tax, view.currency)}</dd></div>
    <div class="is-total"><dt>${label}</dt><dd>${money(view.total, view.currency)}</dd></div>
  </dl>`;
}

/** "Pickles" within a sentence; "BBQ sauce" stays as it is. */
const lower = (name) => (/^\p{Lu}\p{Lu}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1));
