// What a rule chooses: the fields of an outcome beside its JSON.

import { html, useState } from "/assets/js/html.js";
import { WordsField } from "/assets/js/rules/builder.js";
import { inWords } from "/assets/js/words.js";

/** The outcome of a rule at a point. `broken` says what is no JSON yet. */
export function OutcomeForm({ id, then, point, broken, onThen, onBroken, faults }) {
  const examples = point?.outcomes ?? [];
  const at = likest(examples, then);
  const pick = ({ currentTarget: { value } }) => onThen(examples[Number(value)]);
  return html`<div class="rules-pair">
    <div class="stack">
      ${examples.length > 1 && html`<label class="field-label">Outcome
        <select class="field" value=${String(at)} onChange=${pick}>
          ${examples.map((example, n) => html`<option key=${n} value=${String(n)}>${exampleName(example)}</option>`)}
        </select>
      </label>`}
      <${Fields} value=${then} example=${examples[at] ?? {}} onValue=${onThen} />
    </div>
    <${Json} ...${{ id, then, broken, onThen, onBroken, faults }} />
  </div>`;
}

/** A field for each member that is a text, a number, a yes or no, or a list of words. */
function Fields({ value, example, onValue }) {
  if (!isObject(value)) return null;
  const names = [...new Set([...Object.keys(example), ...Object.keys(value)])];
  const set = (name, next) => {
    const { [name]: _, ...rest } = value;
    const isNone = next === "" || next === null || (Array.isArray(next) && next.length === 0);
    onValue(isNone ? rest : { ...value, [name]: next });
  };
  return names.map((name) => {
    const kind = kindOf(value[name] ?? example[name]);
    if (!kind) return null;
    return html`<${Field} key=${name} ...${{ name, kind }} value=${value[name]} onValue=${(next) => set(name, next)} />`;
  });
}

function Field({ name, kind, value, onValue }) {
  const label = inWords(name);
  if (kind === "flag") {
    return html`<label class="check"><input type="checkbox" checked=${value === true}
      onChange=${({ currentTarget }) => onValue(currentTarget.checked)} />${label}</label>`;
  }
  if (kind === "words") {
    return html`<div class="field-label"><span aria-hidden="true">${label}</span>
      <${WordsField} label=${`${label}, with commas between them`} words=${value ?? []} onValue=${onValue} /></div>`;
  }
  const isNumber = kind === "number";
  const read = (text) => (isNumber && text !== "" ? Number(text) : text);
  return html`<label class="field-label">${label}
    <input class="field" type=${isNumber ? "number" : "text"} value=${value ?? ""} autocomplete="off"
      onInput=${({ currentTarget }) => onValue(read(currentTarget.value))} />
  </label>`;
}

/** The outcome as it stands in the document. What is no JSON stays in the field, and the rule as it was. */
function Json({ id, then, broken, onThen, onBroken, faults }) {
  const [typed, setTyped] = useState(null);
  const set = ({ currentTarget: { value } }) => {
    setTyped(value);
    try {
      onThen(JSON.parse(value));
    } catch (error) {
      onBroken(`is no JSON: ${error.message}`);
    }
  };
  const isOurs = typed !== null && (broken !== null || sameJson(typed, then));
  const isFaulty = broken !== null || faults.length > 0;
  return html`<div class="stack">
    <label class="field-label">Outcome as JSON
      <textarea class="field rules-code" rows="7" spellcheck=${false} aria-invalid=${String(isFaulty)}
        aria-describedby=${isFaulty ? `${id}-then-faults` : null} value=${isOurs ? typed : JSON.stringify(then, null, 2)} onInput=${set} />
    </label>
    ${isFaulty && html`<ul class="rules-faults" id=${`${id}-then-faults`}>
      ${broken !== null && html`<li>${broken}</li>`}
      ${faults.map(({ path, detail }) => html`<li key=${path + detail}><code>${path}</code> ${detail}</li>`)}
    </ul>`}
  </div>`;
}

function sameJson(text, value) {
  try {
    return JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}

function kindOf(value) {
  if (typeof value === "string") return "text";
  if (typeof value === "number") return "number";
  if (typeof value === "boolean") return "flag";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return "words";
  return null;
}

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** The example that has the most in common with a value. */
function likest(examples, value) {
  const likeness = (example) =>
    Object.keys(example).reduce((sum, name) => {
      if (!(name in Object(value))) return sum - 1;
      return sum + (typeof value[name] === "boolean" && value[name] === example[name] ? 3 : 2);
    }, 0);
  const best = Math.max(...examples.map(likeness));
  return examples.findIndex((example) => likeness(example) === best);
}

/** What an example chooses: its members, and of a yes or no which. */
const exampleName = (example) =>
  inWords(Object.entries(example).map(([name, value]) => (value === false ? `not ${name}` : name)).join(", "));
