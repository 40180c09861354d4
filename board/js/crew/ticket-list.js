// The tickets of the drive-thru, with what happened to them and what can be done about them.

import { html, useEffect, useState } from "/assets/js/html.js";
import { get, paths, post } from "/assets/js/api.js";
import { lineWords, modifierWords, money } from "/assets/js/order.js";
import { paymentName, ticketState } from "/assets/js/words.js";
import { dayAndTime, timeOfDay } from "/assets/js/crew/clock.js";
import { thenMove, useAct } from "/assets/js/crew/hand.js";
import { memo } from "/assets/js/crew/memo.js";
import { historyWords, noteWords, remedies, trouble as troubleOf } from "/assets/js/crew/ticket.js";
import { VoidDialog } from "/assets/js/crew/void-dialog.js";

/** How much of a ticket's history is shown: the newest. */
const NOTES_SHOWN_MAX = 20;
const STATUSES = ["pending", "acknowledged", "rejected", "voided", "dead"];
/** In the filter: every status, and those that somebody must see to. */
export const [ALL, TROUBLED] = ["all", "troubled"];

/** The id of the filter. */
export const FILTER = "ticket-filter";
/** The id of the heading of a ticket, where alerts lead to. */
export const ticketHeading = (id) => `ticket-${id}`;

/** `filter` is a status, `all` or `troubled`; `open` has the ids of the tickets that are unfolded. */
export function TicketList({ tickets, menu, filter, open, does }) {
  const [act, { trouble }] = useAct();
  const [voiding, setVoiding] = useState(null);
  useEffect(() => void (STATUSES.includes(filter) && act(() => does.readTickets(filter))), [filter]);
  const shown = tickets.filter(
    (ticket) => filter === ALL || ticket.status === filter || (filter === TROUBLED && troubleOf(ticket)),
  );
  return html`
    <h2>Tickets</h2>
    <div class="crew-search">
      <label for=${FILTER}>Show</label>
      <select id=${FILTER} class="field" value=${filter} onChange=${(event) => does.filter(event.currentTarget.value)}>
        <option value=${ALL}>All tickets</option>
        <option value=${TROUBLED}>With trouble</option>
        ${STATUSES.map((status) => html`<option key=${status} value=${status}>${ticketState(status)}</option>`)}
      </select>
    </div>
    ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
    <ul class="crew-tickets">
      ${shown.map(
        (ticket) => html`
          <${TicketRow}
            key=${ticket.ticket_id}
            ticket=${ticket}
            menu=${menu}
            open=${open.has(ticket.ticket_id)}
            does=${does}
            onVoid=${setVoiding}
          />
        `,
      )}
      ${shown.length === 0 && html`<li class="crew-none">There are none.</li>`}
    </ul>
    ${voiding &&
    html`
      <${VoidDialog}
        key=${voiding.ticket_id}
        ticket=${voiding}
        onVoided=${(ticket) => does.goToTicket(does.answered(ticket))}
        onClose=${() => setVoiding(null)}
      />
    `}
  `;
}

const TicketRow = memo(({ ticket, menu, open, does, onVoid }) => {
  const [act, { waiting, trouble }] = useAct();
  const wrong = troubleOf(ticket);
  const made = ticket.history[0]?.at;
  const can = remedies(ticket);
  const { ticket_id: id } = ticket;
  // A button that is disabled would lose the focus.
  const busy = String(waiting > 0);
  const work = (path) => async () => does.answered(await post(path));
  const call = (path) => waiting === 0 && act(() => thenMove(work(path), does.goToTicket));
  const number = `${ticket.order_number}${ticket.revision > 1 ? ` (change ${ticket.revision - 1})` : ""}`;
  return html`
    <li class=${wrong ? "crew-ticket is-troubled" : "crew-ticket"}>
      <div class="crew-ticket-head">
        <h3 id=${ticketHeading(id)} tabindex="-1">Order ${number}</h3>
        <span class="crew-ticket-total">${money(ticket.total, ticket.currency)}</span>
        <span class="crew-ticket-lane">
          Lane ${ticket.lane}${made && html` · <time datetime=${made}>${dayAndTime(made)}</time>`}
        </span>
        <span class="badge crew-status" data-status=${ticket.status}>${ticketState(ticket.status)}</span>
      </div>
      ${ticket.payment !== "none" &&
      html`<p class="crew-ticket-note">Payment: ${paymentName(ticket.payment).toLowerCase()}</p>`}
      ${ticket.pos_reference && html`<p class="crew-ticket-note">POS reference: ${ticket.pos_reference}</p>`}
      ${wrong?.note && html`<p class="crew-ticket-note is-trouble">${noteWords(wrong.note)}</p>`}
      <details open=${open} onToggle=${(event) => does.unfold(id, event.currentTarget.open)}>
        <summary>Lines and history<span class="hidden"> of order ${number}</span></summary>
        <${TicketStory} ticket=${ticket} menu=${menu} />
      </details>
      <div class="crew-ticket-does">
        ${can.taken &&
        html`
          <button type="button" class="button" aria-disabled=${busy} onClick=${() => call(paths.ack(id))}>
            Mark as taken<span class="hidden">: order ${number}</span>
          </button>
        `}
        ${can.resend &&
        html`
          <button type="button" class="button" aria-disabled=${busy} onClick=${() => call(paths.resend(id))}>
            Send again<span class="hidden">: order ${number}</span>
          </button>
        `}
        ${can.void &&
        html`
          <button type="button" class="button" aria-disabled=${busy} onClick=${() => waiting === 0 && onVoid(ticket)}>
            Void …<span class="hidden"> order ${number}</span>
          </button>
        `}
      </div>
      ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
    </li>
  `;
});

/** The body that each attempt sends, read once somebody wants to see it. */
function Sent({ id, number }) {
  const [act, { trouble }] = useAct();
  const [message, setMessage] = useState(null);
  const read = (event) =>
    event.currentTarget.open && !message && act(async () => setMessage(await get(paths.message(id))));
  return html`
    <details onToggle=${read}>
      <summary>What is sent to the POS<span class="hidden"> of order ${number}</span></summary>
      ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
      ${message && html`<pre class="crew-sent" tabindex="0">${JSON.stringify(message, null, 2)}</pre>`}
    </details>
  `;
}

function TicketStory({ ticket, menu }) {
  const history = historyWords(ticket);
  return html`
    <ul class="crew-ticket-lines">
      ${ticket.lines.map(
        (line) => html`<li key=${line.line_id}>${[lineWords(line, menu), ...modifierWords(line, menu)].join(", ")}</li>`,
      )}
      ${(ticket.notes ?? []).map((note) => html`<li key=${note}>Also ${note}</li>`)}
    </ul>
    <ol class="crew-notes" reversed>
      ${history.slice(0, NOTES_SHOWN_MAX).map(
        ({ words, at, times }) => html`
          <li key=${`${at}${words}`}>
            <time datetime=${at}>${timeOfDay(at)}</time> ${words}${times > 1 && html` <small>${times} times</small>`}
          </li>
        `,
      )}
      ${history.length === 0 && html`<li>Nothing yet.</li>`}
    </ol>
    <${Sent} id=${ticket.ticket_id} number=${ticket.order_number} />
    <a href=${paths.sessionPage(ticket.session_id)}>The session that it was ordered in</a>
  `;
}
