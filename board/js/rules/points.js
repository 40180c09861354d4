// The rules of a draft by point, each point's in the order in which they count.

import { html, useLayoutEffect } from "/assets/js/html.js";
import { entryOf, faultsOf } from "/assets/js/rules/draft.js";
import { RuleCard } from "/assets/js/rules/rule.js";
import { POINTS } from "/assets/js/rules/words.js";

/** Every point with its rules. */
export function Points({ draft, faults, vocabulary, menu, onDraft }) {
  useFocusKept();
  const change = (key, entry) => {
    const { rule } = draft.rules.find((was) => was.key === key);
    const rules = draft.rules.flatMap((was) => (was.key !== key ? [was] : entry ? [entry] : []));
    onDraft({ ...draft, rules });
    if (!entry) document.getElementById(adderOf(rule.at))?.focus();
  };
  const add = ({ at, outcomes }) => {
    const rule = { id: freeId(draft), at, then: outcomes[0] };
    onDraft({ ...draft, rules: [...draft.rules, entryOf(rule, { opensAt: "id" })] });
  };
  const placed = draft.rules.map((entry, at) => ({ entry, faults: faultsOf(faults, at) }));
  const card = ({ entry, faults: own }) => html`<li key=${entry.key}>
    <${RuleCard} ...${{ entry, vocabulary, menu }} faults=${own} onEntry=${(next) => change(entry.key, next)} />
  </li>`;
  const isLost = ({ entry }) => !vocabulary.points.some(({ at }) => at === entry.rule.at);
  return html`
    ${placed.some(isLost) && html`<section class="stack" aria-label="Rules at no point"><ul class="stack">${placed.filter(isLost).map(card)}</ul></section>`}
    ${vocabulary.points.map((point) => {
      const { at, asked } = point;
      const own = placed.filter(({ entry }) => entry.rule.at === at).sort(byPriority);
      return html`<section class="stack rules-point" key=${at} aria-labelledby=${`point-${at}`}>
        <div class="row rules-point-head">
          <h3 id=${`point-${at}`}>${POINTS[at] ?? at} <code class="quiet small">${at}</code></h3>
          <button type="button" class="button is-small" id=${adderOf(at)} aria-label=${`Add a rule at ${at}`} onClick=${() => add(point)}>Add a rule</button>
        </div>
        <p class="quiet small">Asked ${asked}.</p>
        ${own.length > 0 && html`<ol class="stack">${own.map(card)}</ol>`}
      </section>`;
    })}`;
}

const adderOf = (at) => `add-${at}`;

/** A rule whose priority is changed may move, and what is moved loses the focus. */
function useFocusKept() {
  const focused = document.activeElement;
  useLayoutEffect(() => {
    if (document.activeElement === document.body && focused?.isConnected) focused.focus();
  });
}

/** The higher priority first. The sort is stable, so equal ones stay in the document's order, in which they count. */
const byPriority = (one, other) => (other.entry.rule.priority ?? 0) - (one.entry.rule.priority ?? 0);

function freeId({ rules }) {
  const ids = new Set(rules.map(({ rule }) => rule.id));
  let number = rules.length + 1;
  while (ids.has(`rule_${number}`)) number += 1;
  return `rule_${number}`;
}
