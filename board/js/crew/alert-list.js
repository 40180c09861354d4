// The alerts, in a strip at the top of the page that is as high with them as without: nothing moves under a finger.
// Screen readers are told each when it comes, and again when it comes back.

import { html, useEffect, useLayoutEffect, useRef } from "/assets/js/html.js";
import { useAct } from "/assets/js/crew/hand.js";
import { chime } from "/assets/js/crew/sound.js";

/** The gravest first. More than fit are scrolled to; their number is always in view. */
export function AlertList({ alerts, announce, does }) {
  const told = useRef(new Set());
  const list = useRef(null);
  const grave = alerts.filter((alert) => alert.grave).length;
  const keys = alerts.map(({ key }) => key).join();
  useEffect(() => {
    const fresh = alerts.filter(({ key }) => !told.current.has(key));
    // One that goes and comes back is told again.
    told.current = new Set(alerts.map(({ key }) => key));
    if (fresh.length === 0) return;
    announce(fresh.map(({ title, text, todo }) => `${title}. ${text} ${todo}`).join(" "), { assertive: true });
    if (fresh.some(({ grave }) => grave)) chime();
  }, [keys]);
  const putAway = useRef(false);
  const onSeen = (key) => {
    putAway.current = true;
    does.see(key);
  };
  useLayoutEffect(() => {
    // The button that was touched went with its alert.
    const isLost = putAway.current && document.activeElement === document.body;
    putAway.current = false;
    if (isLost) (alerts.length > 0 ? list.current : document.getElementById("main"))?.focus({ preventScroll: true });
  }, [keys]);
  const toFirst = () => {
    if (alerts.length === 0) return;
    list.current.scrollTop = 0;
    list.current.scrollIntoView({ block: "end" });
    list.current.focus({ preventScroll: true });
  };
  return html`
    <section class="crew-alerts" aria-label="Alerts">
      <button
        type="button"
        class=${grave > 0 ? "button crew-alert-count is-grave" : "button crew-alert-count"}
        aria-disabled=${String(alerts.length === 0)}
        onClick=${toFirst}
      >
        <span>${countOf(alerts.length)}</span>${grave > 0 && html` <span>${grave} urgent</span>`}
      </button>
      ${alerts.length === 0 && html`<p class="crew-alert-none">Nothing needs you.</p>`}
      <ul ref=${list} tabindex="0" aria-label="What needs a person" hidden=${alerts.length === 0}>
        ${alerts.map((alert) => html`<${Alert} key=${alert.key} ...${{ alert, does, onSeen }} />`)}
      </ul>
    </section>
  `;
}

const countOf = (count) => (count === 0 ? "No alerts" : count === 1 ? "1 alert" : `${count} alerts`);

function Alert({ alert, does, onSeen }) {
  const { grave, lane, ticketIds, takeOver, title, text, todo, seen } = alert;
  const [act, { waiting, trouble }] = useAct();
  const where = !ticketIds ? `Show lane ${lane}` : ticketIds.length > 1 ? "Show the tickets" : "Show the ticket";
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
            aria-disabled=${String(waiting > 0)}
            onClick=${() => waiting === 0 && act(() => does.keep(lane, takeOver, "take_over"))}
          >
            Take over<span class="hidden"> lane ${lane}</span>
          </button>
        `}
        ${(lane || ticketIds) &&
        html`
          <button type="button" class="button" onClick=${() => does.go(alert)}>
            ${where}${ticketIds && lane && html`<span class="hidden"> of lane ${lane}</span>`}
          </button>
        `}
        ${seen && html`<button type="button" class="button" onClick=${() => onSeen(alert.key)}>Seen</button>`}
      </div>
    </li>
  `;
}
