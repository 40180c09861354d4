// A condition as a form: groups of comparisons. It writes the text, and follows what is written there.

import { html, useState } from "/assets/js/html.js";
import { isOfLines, NOTHING, textOf, treeOf } from "/assets/js/rules/condition.js";
import { GROUPS, howName, waysOf } from "/assets/js/rules/words.js";
import { inWords } from "/assets/js/words.js";

/** What of a menu a fact names. */
const NAMED = {
  "item.id": "items",
  "line.item": "items",
  "item.category": "categories",
  "line.category": "categories",
  "line.combo": "combos",
};

/** The form of a condition at a point. */
export function Builder({ text, point, vocabulary, menu, onText }) {
  const isFact = (name) => vocabulary.facts.some((fact) => fact.name === name);
  const [tree, setTree] = useState(() => treeOf(text, isFact));
  const isOurs = tree !== null && textOf(tree) === text;
  const shown = isOurs ? tree : treeOf(text, isFact);
  const set = (next) => {
    setTree(next);
    onText(textOf(next));
  };
  if (!shown) {
    return html`<p class="note is-info">This form has not all that the text says: go on there, or
      ${" "}<button type="button" class="button is-small" onClick=${() => set(NOTHING)}>begin anew</button></p>`;
  }
  return html`<${Group} node=${shown} onNode=${set} ...${{ point, vocabulary, menu }} isTop />`;
}

function Group({ node, onNode, onRemove, isTop = false, isOfLine = false, point, vocabulary, menu }) {
  const isLine = isOfLine || isOfLines(node.kind);
  const known = vocabulary.facts.filter((fact) => isAsked(fact, point, isLine));
  const kinds = Object.keys(GROUPS).filter((kind) => !isOfLine || !isOfLines(kind));
  const replace = (at, part) => onNode({ ...node, of: node.of.map((was, n) => (n === at ? part : was)) });
  const remove = (at) => onNode({ ...node, of: node.of.filter((_, n) => n !== at) });
  const add = (part) => onNode({ ...node, of: [...node.of, part] });
  const setKind = ({ currentTarget: { value: kind } }) => {
    // What is asked of a line is no fact of the order, nor the other way round.
    onNode({ kind, of: isOfLines(kind) === isOfLines(node.kind) ? node.of : [] });
  };
  return html`<fieldset class=${`rules-group ${isTop ? "is-top" : ""}`}>
    <legend class="hidden">${GROUPS[node.kind]}</legend>
    <div class="row">
      <select class="field" aria-label="How these belong together" value=${node.kind} onChange=${setKind}>
        ${kinds.map((kind) => html`<option key=${kind} value=${kind}>${GROUPS[kind]}</option>`)}
      </select>
      ${!isTop && html`<button type="button" class="button is-small is-plain" aria-label=${`Remove “${GROUPS[node.kind]}”`} onClick=${onRemove}>✕</button>`}
    </div>
    ${node.of.length === 0 && html`<p class="quiet small">${isTop ? "Nothing is asked: it always holds." : "Nothing is asked yet."}</p>`}
    <ul class="stack">
      ${node.of.map((part, at) => html`<li key=${at}>
        ${part.kind === "test"
          ? html`<${Test} test=${part} facts=${known} menu=${menu} onTest=${(test) => replace(at, test)} onRemove=${() => remove(at)} />`
          : html`<${Group} node=${part} isOfLine=${isLine} ...${{ point, vocabulary, menu }}
              onNode=${(group) => replace(at, group)} onRemove=${() => remove(at)} />`}
      </li>`)}
    </ul>
    <div class="row">
      <button type="button" class="button is-small" onClick=${() => add(testOf(known[0]))}>Add a comparison</button>
      <button type="button" class="button is-small" onClick=${() => add({ kind: node.kind === "any" ? "all" : "any", of: [] })}>
        Add a group
      </button>
    </div>
  </fieldset>`;
}

/** Whether a fact can be asked at a point, of a line or not. */
const isAsked = ({ name, at }, point, isLine) => name.startsWith("line.") === isLine && (!at || at.includes(point));

function Test({ test, facts, menu, onTest, onRemove }) {
  const fact = facts.find(({ name }) => name === test.fact) ?? { name: test.fact, type: "text" };
  const setFact = ({ currentTarget: { value } }) => onTest(testOf(facts.find(({ name }) => name === value)));
  const setHow = ({ currentTarget: { value: how } }) => onTest({ ...test, how, value: valueFor(how, test.value) });
  const ways = waysOf(fact);
  return html`<div class="row rules-test" role="group" aria-label=${`Comparison of ${test.fact}`}>
    <select class="field" aria-label="Fact" title=${fact.about} value=${test.fact} onChange=${setFact}>
      ${!facts.includes(fact) && html`<option value=${fact.name}>${fact.name}</option>`}
      ${facts.map(({ name, about }) => html`<option key=${name} value=${name} title=${about}>${name}</option>`)}
    </select>
    <select class="field" aria-label="How it is compared" value=${test.how} onChange=${setHow}>
      ${ways.map((how) => html`<option key=${how} value=${how}>${howName(how, fact.type)}</option>`)}
    </select>
    <${Value} ...${{ test, fact, menu }} onValue=${(value) => onTest({ ...test, value })} />
    <button type="button" class="button is-small is-plain" aria-label=${`Remove the comparison of ${test.fact}`} onClick=${onRemove}>✕</button>
  </div>`;
}

/** What a fact is compared with. */
function Value({ test: { how, value, quoted }, fact, menu, onValue }) {
  const label = "With what";
  const set = ({ currentTarget }) => onValue(currentTarget.value);
  if (how === "is" || how === "is not") return null;
  if (!quoted && fact.type === "money") return html`<${MoneyField} label=${label} hundredths=${value} onValue=${onValue} />`;
  if (!quoted) return html`<input class="field rules-number" type="number" aria-label=${label} value=${value} onInput=${set} />`;
  if (fact.values && Array.isArray(value)) {
    const turn = (one) => () => onValue(value.includes(one) ? value.filter((other) => other !== one) : [...value, one]);
    return html`<span class="row" role="group" aria-label=${label}>
      ${fact.values.map((one) => html`<label class="check" key=${one}>
        <input type="checkbox" checked=${value.includes(one)} onChange=${turn(one)} />${one}
      </label>`)}
    </span>`;
  }
  if (fact.values) {
    return html`<select class="field" aria-label=${label} value=${value} onChange=${set}>
      ${!fact.values.includes(value) && html`<option value=${value}>${value}</option>`}
      ${fact.values.map((one) => html`<option key=${one} value=${one}>${inWords(one)}</option>`)}
    </select>`;
  }
  const known = (menu?.[NAMED[fact.name]] ?? []).map(({ id }) => id);
  if (Array.isArray(value)) {
    return html`<${WordsField} label=${`${label}, with commas between them`} words=${value} onValue=${onValue} />`;
  }
  if (known.length > 0) {
    return html`<select class="field" aria-label=${label} value=${value} onChange=${set}>
      ${!known.includes(value) && html`<option value=${value}>${value}</option>`}
      ${known.map((id) => html`<option key=${id} value=${id}>${id}</option>`)}
    </select>`;
  }
  const hint = { time: "10:30", date: "2026-12-24" }[fact.type];
  return html`<input class="field rules-word" aria-label=${label} placeholder=${hint} value=${value} autocomplete="off" spellcheck=${false}
    onInput=${set} />`;
}

/** An amount as people write it; the text has hundredths. */
function MoneyField({ label, hundredths, onValue }) {
  const [typed, setTyped] = useState(null);
  const shown = typed !== null && hundredthsOf(typed) === hundredths ? typed : amountOf(hundredths);
  const set = ({ currentTarget: { value } }) => {
    setTyped(value);
    const sum = hundredthsOf(value);
    if (sum !== null) onValue(sum);
  };
  return html`<input class="field rules-number" inputmode="decimal" aria-label=${`${label}, such as 15.00`} value=${shown} onInput=${set} />`;
}

const amountOf = (hundredths) => (Number(hundredths) / 100).toFixed(2);

function hundredthsOf(amount) {
  const found = /^\s*(\d{1,9})(?:[.,](\d{0,2}))?\s*$/.exec(amount);
  return found ? String(Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"))) : null;
}

/** Several words, as they are typed. */
export function WordsField({ label, words, onValue }) {
  const [typed, setTyped] = useState(null);
  const read = (text) => text.split(",").map((word) => word.trim()).filter(Boolean);
  const isOurs = typed !== null && read(typed).join() === words.join();
  const set = ({ currentTarget: { value } }) => {
    setTyped(value);
    onValue(read(value));
  };
  return html`<input class="field rules-word" aria-label=${label} value=${isOurs ? typed : words.join(", ")} autocomplete="off"
    spellcheck=${false} onInput=${set} />`;
}

/** A comparison to begin with. */
function testOf(fact) {
  const [how] = waysOf(fact);
  switch (fact.type) {
    case "flag": return { kind: "test", fact: fact.name, how };
    case "number": return { kind: "test", fact: fact.name, how, value: "1", quoted: false };
    case "money": return { kind: "test", fact: fact.name, how, value: "1000", quoted: false };
    case "time": return { kind: "test", fact: fact.name, how, value: "12:00", quoted: true };
    case "date": return { kind: "test", fact: fact.name, how, value: new Date().toISOString().slice(0, 10), quoted: true };
    default: return { kind: "test", fact: fact.name, how, value: fact.values?.[0] ?? "", quoted: true };
  }
}

/** A value as that way of comparing takes it: one, or a list. */
function valueFor(how, value) {
  const isList = how === "in" || how === "not in";
  if (isList === Array.isArray(value) || value === undefined) return value;
  return isList ? [value].filter(Boolean) : value[0] ?? "";
}
