// The alerts at the top of the page. Screen readers are told each once, as soon as it is there.

import { html, useEffect, useRef } from "/assets/js/html.js";
import { useAct } from "/assets/js/crew/hand.js";
import { chime } from "/assets/js/crew/sound.js";

/** How many alerts are remembered as told. */
const TOLD_MAX = 200;

/** `onGo(alert)` shows what an alert is about; `onTakeOver(lane, session)` resolves to the turn; `onSeen(key)` puts it away. */
export function AlertList({ alerts, announce, onGo, onTakeOver, onSeen }) {
  const told = useRef(new Set());
  useEffect(() => {
    const fresh = alerts.filter(({ key }) => !told.current.has(key));
    if (fresh.length === 0) return;
    for (const { key } of fresh) told.current.add(key);
    told.current = new Set([...told.current].slice(-TOLD_MAX));
    announce(fresh.map(({ title, text, todo }) => `${title}. ${text} ${todo}`).join(" "), { assertive: true });
    if (fresh.some(({ grave }) => grave)) chime();
  }, [alerts.map(({ key }) => key).join()]);
  return html`
    <section class="crew-alerts" aria-label="Alerts" hidden=${alerts.length === 0}>
      <ul>
        ${alerts.map((alert) => html`<${Alert} key=${alert.key} alert=${alert} ...${{ onGo, onTakeOver, onSeen }} />`)}
      </ul>
    </section>
  `;
}

function Alert({ alert, onGo, onTakeOver, onSeen }) {
  const { grave, lane, ticketId, takeOver, title, text, todo, seen } = alert;
  const [act, { waiting, trouble }] = useAct();
  const where = ticketId ? "Show the ticket" : "Show the lane";
  return html`
    <li class=${grave ? "crew-alert is-grave" : "crew-alert"}>
      <span class="crew-sign" aria-hidden="true">${grave ? "!" : "i"}</span>
      <div class="crew-alert-words">
        <strong><span class="hidden">${grave ? "Urgent: " : "Note: "}</span>${title}</strong>
        <p>${text} <em>${todo}</em></p>
        ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
      </div>
      <div class="crew-alert-does">
        ${takeOver &&
        html`
          <button
            type="button"
            class="button is-main"
            disabled=${waiting > 0}
            onClick=${() => act(() => onTakeOver(lane, takeOver))}
          >
            Take over<span class="hidden"> lane ${lane}</span>
          </button>
        `}
        ${lane &&
        html`
          <button type="button" class="button" onClick=${() => onGo(alert)}>
            ${where}<span class="hidden">: ${title}</span>
          </button>
        `}
        ${seen && html`<button type="button" class="button" onClick=${() => onSeen(alert.key)}>Seen</button>`}
      </div>
    </li>
  `;
}
