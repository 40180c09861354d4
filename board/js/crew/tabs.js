// Sections of which one is shown at a time, chosen by touch or by the arrow keys.

import { html, useRef } from "/assets/js/html.js";

const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

/** `tabs`: `{id, name, count?, grave?}`; the panel of each has the id `panel-ID`. */
export function Tabs({ label, tabs, chosen, onChoose }) {
  const list = useRef(null);
  const move = (event) => {
    const at = tabs.findIndex((tab) => tab.id === chosen);
    const steps = (at + STEPS[event.key] + tabs.length) % tabs.length;
    const next = { Home: 0, End: tabs.length - 1 }[event.key] ?? steps;
    if (Number.isNaN(next)) return;
    event.preventDefault();
    onChoose(tabs[next].id);
    list.current.children[next].focus();
  };
  return html`
    <div class="crew-tabs" role="tablist" aria-label=${label} ref=${list} onKeyDown=${move}>
      ${tabs.map(
        ({ id, name, count, grave }) => html`
          <button
            key=${id}
            type="button"
            role="tab"
            id=${`tab-${id}`}
            aria-controls=${`panel-${id}`}
            aria-selected=${String(id === chosen)}
            tabindex=${id === chosen ? 0 : -1}
            onClick=${() => onChoose(id)}
          >
            ${name}${count > 0 && html`<span class=${grave ? "crew-count is-grave" : "crew-count"}>${count}</span>`}
          </button>
        `,
      )}
    </div>
  `;
}

/**
 * What a tab shows. It stays in the page while another is shown, so that what was typed in it is kept. `alone` is one that
 * has no tab now, and is always in view.
 */
export function Panel({ id, chosen, alone = false, children }) {
  const role = alone ? null : "tabpanel";
  const label = alone ? { "aria-label": id } : { "aria-labelledby": `tab-${id}` };
  return html`
    <section class=${`crew-panel is-${id}`} id=${`panel-${id}`} role=${role} ...${label} hidden=${id !== chosen}>
      ${children}
    </section>
  `;
}
