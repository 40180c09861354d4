// A rule as it is written: its condition by hand beside its text, its outcome, when it counts, and what is wrong with it.

import { html, useLayoutEffect, useRef, useState } from "/assets/js/html.js";
import { Builder } from "/assets/js/rules/builder.js";
import { OutcomeForm } from "/assets/js/rules/outcome.js";
import { POINTS } from "/assets/js/rules/words.js";

/** One rule. `onEntry` gives it as it is changed, or null to remove it. */
export function RuleCard({ entry, faults, vocabulary, menu, onEntry }) {
  const { key, rule, broken, opensAt } = entry;
  const [isOpen, setOpen] = useState(opensAt !== undefined);
  const id = `rule-${key}`;
  const count = faults.length + (broken === null ? 0 : 1);
  return html`<details class="card rules-rule" open=${isOpen} onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>
      <span class="rules-name">${rule.id || "without an id"}</span>
      ${rule.priority ? html`<span class="badge">priority ${rule.priority}</span>` : null}
      ${rule.active === false && html`<span class="badge is-warn">does not count</span>`}
      ${(rule.from || rule.until) && html`<span class="badge">${days(rule)}</span>`}
      ${count > 0 && html`<span class="badge is-bad">${count === 1 ? "1 fault" : `${count} faults`}</span>`}
      <code class="rules-when">${rule.when ?? "always"}</code>
    </summary>
    ${isOpen && html`<${RuleForm} ...${{ id, entry, faults, vocabulary, menu, onEntry }} />`}
  </details>`;
}

const days = ({ from, until }) => [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(" ");

function RuleForm({ id, entry, faults, vocabulary, menu, onEntry }) {
  const { rule, broken, opensAt } = entry;
  const fields = { id: useRef(null), point: useRef(null) };
  useLayoutEffect(() => {
    const field = fields[opensAt]?.current;
    field?.focus();
    field?.select?.();
  }, []);
  const change = (more) => onEntry({ ...entry, rule: pruned({ ...rule, ...more }) });
  const text = (name) => ({ currentTarget }) => change({ [name]: currentTarget.value });
  const of = (field) => faults.filter(({ path }) => path.split(/[.[]/)[0] === field);
  const point = vocabulary.points.find(({ at }) => at === rule.at);
  const [wanted, setWanted] = useState(rule.at);
  const move = () => {
    const { at, outcomes } = vocabulary.points.find((other) => other.at === wanted);
    // It is drawn anew at its new point, and the focus goes there with it.
    onEntry({ ...entry, broken: null, opensAt: "point", rule: { ...rule, at, then: outcomes[0] } });
  };
  const rest = faults.filter((fault) => !of("when").includes(fault) && !of("then").includes(fault));
  return html`<div class="stack rules-form" role="group" aria-label=${`Rule ${rule.id}`}>
    ${rest.length > 0 && html`<${Faults} id=${`${id}-faults`} faults=${rest} />`}
    <div class="rules-fields">
      <label class="field-label">Id
        <input class="field" ref=${fields.id} value=${rule.id} autocomplete="off" spellcheck=${false}
          aria-invalid=${String(of("id").length > 0)} onInput=${text("id")} />
      </label>
      <label class="field-label">Point
        <select class="field" ref=${fields.point} value=${wanted} onChange=${({ currentTarget }) => setWanted(currentTarget.value)}>
          ${!point && html`<option value=${rule.at}>${rule.at}</option>`}
          ${vocabulary.points.map(({ at }) => html`<option key=${at} value=${at}>${POINTS[at] ?? at}</option>`)}
        </select>
      </label>
      ${wanted !== rule.at && html`<button type="button" class="button" onClick=${move}>Move it there</button>`}
      <label class="field-label">Priority
        <input class="field" type="number" min="-1000" max="1000" value=${rule.priority ?? 0}
          onInput=${({ currentTarget }) => change({ priority: Number(currentTarget.value) })} />
      </label>
      <label class="field-label">First day
        <input class="field" type="date" value=${rule.from ?? ""} onInput=${text("from")} />
      </label>
      <label class="field-label">Last day
        <input class="field" type="date" value=${rule.until ?? ""} onInput=${text("until")} />
      </label>
      <label class="check"><input type="checkbox" checked=${rule.active !== false}
        onChange=${({ currentTarget }) => change({ active: currentTarget.checked })} />It counts</label>
    </div>
    <h4>When</h4>
    <div class="rules-pair">
      <${Builder} text=${rule.when ?? ""} point=${rule.at} ...${{ vocabulary, menu }} onText=${(when) => change({ when })} />
      <div class="stack">
        <label class="field-label">Condition as text
          <textarea class="field rules-code" rows="5" spellcheck=${false} value=${rule.when ?? ""} maxlength=${vocabulary.condition_chars_max}
            aria-invalid=${String(of("when").length > 0)} aria-describedby=${of("when").length > 0 ? `${id}-when-faults` : null}
            onInput=${text("when")} />
        </label>
        ${of("when").length > 0 && html`<${Faults} id=${`${id}-when-faults`} faults=${of("when")} isOfField />`}
      </div>
    </div>
    <h4>Then</h4>
    <${OutcomeForm} ...${{ id, point, broken }} then=${rule.then} faults=${of("then")}
      onThen=${(then) => onEntry({ ...entry, broken: null, rule: { ...rule, then } })}
      onBroken=${(why) => onEntry({ ...entry, broken: why })} />
    <label class="field-label">Note
      <input class="field" value=${rule.note ?? ""} maxlength="500" autocomplete="off" onInput=${text("note")} />
    </label>
    <div class="row">
      <button type="button" class="button is-bad is-small" onClick=${() => onEntry(null)}>Remove the rule ${rule.id}</button>
    </div>
  </div>`;
}

function Faults({ id, faults, isOfField = false }) {
  return html`<ul class="rules-faults" id=${id}>
    ${faults.map(({ path, detail }) => html`<li key=${path + detail}>${!isOfField && path && html`<code>${path}</code> `}${detail}</li>`)}
  </ul>`;
}

/** Without what says nothing. */
function pruned({ when, from, until, note, priority, active, ...rest }) {
  const said = { when, from, until, note };
  const more = Object.fromEntries(Object.entries(said).filter(([, value]) => value));
  return { ...rest, ...more, ...(priority ? { priority } : {}), ...(active === false ? { active } : {}) };
}
