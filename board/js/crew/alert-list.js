// The alerts at the top of the page. Screen readers are told each when it comes, and again when it comes back.

import { html, useEffect, useLayoutEffect, useRef, useState } from "/assets/js/html.js";
import { useAct } from "/assets/js/crew/hand.js";
import { NARROW, useInView, useMedia } from "/assets/js/media.js";
import { chime } from "/assets/js/crew/sound.js";

/** How many alerts are in view before somebody asks for the rest; on a narrow screen only the gravest. */
const SHOWN = 3;
const SHOWN_NARROW = 1;

/** The gravest first. */
export function AlertList({ alerts, announce, does }) {
  const told = useRef(new Set());
  const [all, setAll] = useState(false);
  const [top, inView] = useInView(alerts.length > 0);
  const grave = alerts.filter((alert) => alert.grave).length;
  const shown = useMedia(NARROW) ? SHOWN_NARROW : SHOWN;
  const more = alerts.length - shown;
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
    if (isLost) (alerts.length > 0 ? top.current : document.getElementById("main"))?.focus({ preventScroll: true });
  }, [keys]);
  const up = () => {
    top.current.scrollIntoView({ block: "end" });
    top.current.focus({ preventScroll: true });
  };
  return html`
    ${grave > 0 &&
    !inView &&
    html`
      <button type="button" class="button crew-up" onClick=${up}>
        ${grave > 1 ? `${grave} urgent alerts` : "1 urgent alert"} <span aria-hidden="true">↑</span>
      </button>
    `}
    <section ref=${top} tabindex="-1" class="crew-alerts" aria-label="Alerts" hidden=${alerts.length === 0}>
      <ul>
        ${(all ? alerts : alerts.slice(0, shown)).map(
          (alert) => html`<${Alert} key=${alert.key} ...${{ alert, does, onSeen }} />`,
        )}
      </ul>
      ${more > 0 &&
      html`
        <button type="button" class="button" aria-expanded=${String(all)} onClick=${() => setAll(!all)}>
          ${all ? "Show fewer alerts" : `Show ${more} more ${more > 1 ? "alerts" : "alert"}`}
        </button>
      `}
    </section>
  `;
}

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
