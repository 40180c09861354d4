// What a turn heard, in short words.

import { html } from "/assets/js/html.js";
import { spaced } from "/assets/js/machine.js";

const ACTS = {
  done: "that's it",
  needs_time: "needs time",
  yes: "yes",
  no: "no",
  never_mind: "never mind",
  not_right: "not right",
  repeat: "say it again",
  human: "wants a person",
  has_code: "has a code",
  has_allergy: "has an allergy",
  upset: "is upset",
  small_talk: "small talk",
  back_channel: "mhm",
  unclear: "not understood",
};

const UNRESOLVED = {
  not_on_menu: "is not on the menu",
  ambiguous: "could be several things",
  over_cap: "is too much",
  not_on_order: "is not on the order",
  not_allowed: "cannot be had that way",
};

/** The acts of a turn with who heard them and how sure that was. */
export function Heard({ turn }) {
  const { acts, parser } = turn;
  if (!acts.length && !parser) return html`<p class="quiet">There was nothing to hear.</p>`;
  return html`
    <ul class="acts" aria-label="Acts">
      ${acts.flatMap(actWords).map((words, n) => html`<li key=${n}>${words}</li>`)}
    </ul>
    ${parser &&
    html`<p class="quiet parser">
      Heard by <b>${parser.agent}</b>, ${percent(parser.confidence)} sure${parser.choice && `: ${choiceWords(parser.choice)}`}.
    </p>`}
  `;
}

/** An act in short words, one text for each thing that it does. */
function actWords(act) {
  if (act.act === "order") {
    const faults = act.unresolved.map(({ text, reason }) => `“${text}” ${UNRESOLVED[reason] ?? spaced(reason)}`);
    return [...act.ops.map(opWords), ...faults];
  }
  if (act.act === "menu_question") {
    const about = act.items.map(spaced).join(", ");
    return [`asks about ${spaced(act.topic)}${about && ` of ${about}`}`];
  }
  if (act.act === "answer") return [`answers ${spaced(act.answer)}`];
  return [ACTS[act.act] ?? spaced(act.act)];
}

/** A share as people read it. */
const percent = (share) => `${Math.round(share * 100)} %`;

function opWords(op) {
  switch (op.op) {
    case "add":
      return `add ${lineWords(op)}`;
    case "remove":
      return `remove ${op.quantity ? `${op.quantity} of ` : ""}${targetWords(op.target)}`;
    case "modify":
      return `change ${op.split ? `${op.split} of ` : ""}${targetWords(op.target)}: ${changesWords(op)}`;
    case "replace":
      return `${lineWords(op.with)} instead of ${targetWords(op.target)}`;
    case "clear":
      return "clear the order";
    default:
      return spaced(op.op);
  }
}

function lineWords({ item, combo, size, quantity = 1, modifiers = [], components = [] }) {
  const name = [size && spaced(size), spaced(combo ?? item)].filter(Boolean).join(" ");
  const more = [...modifiers.map(modifierWords), ...components.map(componentWords)];
  return [`${quantity} × ${name}`, ...more].join(", ");
}

function changesWords({ size, combo, quantity, modifiers = [], components = [] }) {
  const changes = [
    size && spaced(size),
    combo && `as ${spaced(combo)}`,
    quantity !== null && quantity !== undefined && `${quantity} of it`,
    ...modifiers.map(modifierWords),
    ...components.map(componentWords),
  ];
  return changes.filter(Boolean).join(", ") || "nothing";
}

function modifierWords({ modifier, amount, quantity }) {
  const times = quantity > 1 ? `${quantity} × ` : "";
  return `${times}${amount && amount !== "regular" ? `${spaced(amount)} ` : ""}${spaced(modifier)}`;
}

const componentWords = ({ slot, item, size }) => `${spaced(slot)}: ${size ? `${spaced(size)} ` : ""}${spaced(item)}`;

function targetWords(target) {
  if (target.line_id) return target.line_id;
  if (target.referent) return "the line last mentioned";
  if (target.all) {
    const except = (target.except ?? []).map(targetWords).join(", ");
    return except ? `everything except ${except}` : "everything";
  }
  return `the ${target.ordinal ? `${target.ordinal}. ` : ""}${spaced(target.item ?? "line")}`;
}

/** Why one agent answered where another could have. */
function choiceWords({ why, model, tokens }) {
  return [spaced(why), model, tokens && `${tokens} tokens`].filter(Boolean).join(", ");
}
