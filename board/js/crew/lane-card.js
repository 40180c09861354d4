// One lane as the crew sees it: what state it is in and for how long, what it waits for, the order, the last words.

import { html } from "/assets/js/html.js";
import { paths } from "/assets/js/api.js";
import { itemName, money, Order, Totals } from "/assets/js/order.js";
import { handoffReason, paymentName, questionName, said, stateName, ticketState } from "/assets/js/words.js";
import { Captions, speakerName } from "/assets/js/crew/captions.js";
import { Clock, STATE_SLOW_SECONDS, VISIT_SLOW_SECONDS, timeOfDay } from "/assets/js/crew/clock.js";
import { Controls, candidateName } from "/assets/js/crew/controls.js";
import { useAct } from "/assets/js/crew/hand.js";
import { lastWords } from "/assets/js/crew/story.js";

const EXPECTATIONS = {
  free_form_ordering: "An order",
  menu_questions_or_wait: "A question about the menu, or an order",
  single_answer: "An answer",
  yes_no_or_changes: "Yes, no, or a change",
  closing: "The POS; the customer may still add something",
};

/** The id of the heading of a lane's card, where alerts lead to. */
export const cardId = (lane) => `lane-${lane}`;

/** `send(event)` sends an event for the car that is shown. */
export function LaneCard({ driveThru, lane, turn, story, menu, urgent, send }) {
  if (!turn || turn.state === "idle" || !story) return html`<${FreeLane} lane=${lane} turn=${turn} />`;
  const nameOf = (id) => itemName(id, menu);
  const isCrews = turn.handoff?.reason === "crew";
  const className = ["crew-lane", isCrews && "is-crews", urgent && "is-urgent"].filter(Boolean).join(" ");
  return html`
    <article class=${className} data-state=${turn.state} aria-labelledby=${cardId(lane)}>
      <header>
        <h3 id=${cardId(lane)} tabindex="-1">Lane ${lane}</h3>
        <span class="badge crew-state" data-state=${turn.state}>${stateName(turn.state)}</span>
        <dl class="crew-clocks">
          <${Clock} label="In this state" since=${story.stateSince} slowSeconds=${STATE_SLOW_SECONDS[turn.state]} />
          <${Clock} label="At the lane" since=${story.arrivedAt} slowSeconds=${VISIT_SLOW_SECONDS} />
        </dl>
      </header>
      <${Keeper} lane=${lane} turn=${turn} send=${send} />
      <div class="crew-lane-body">
        <div class="crew-lane-order">
          <${Waits} turn=${turn} menu=${menu} />
          <${Ordered} turn=${turn} menu=${menu} send=${isCrews ? send : null} />
          <${TicketLine} ticket=${turn.ticket} />
          <${LastWords} story=${story} nameOf=${nameOf} />
          <${Captions} lane=${lane} story=${story} nameOf=${nameOf} />
          <a class="crew-board" href=${paths.boardPage(driveThru, lane)}>Board<span class="hidden"> of lane ${lane}</span></a>
        </div>
        ${isCrews && html`<${Controls} lane=${lane} turn=${turn} menu=${menu} send=${send} />`}
      </div>
    </article>
  `;
}

/** A lane without a car, with what the last one left with. */
function FreeLane({ lane, turn }) {
  const last = turn && turn.order.lines.length > 0;
  return html`
    <article class="crew-lane is-free" data-state="idle" aria-labelledby=${cardId(lane)}>
      <header>
        <h3 id=${cardId(lane)} tabindex="-1">Lane ${lane}</h3>
        <span class="badge crew-state" data-state="idle">${stateName("idle")}</span>
      </header>
      ${last &&
      html`
        <p class="crew-last">
          The last car left at ${timeOfDay(turn.at)}:${" "}
          ${turn.ticket ? `${money(turn.order.total, turn.order.currency)}, ${ticketState(turn.ticket.status).toLowerCase()}` : "no order was placed"}.
        </p>
      `}
    </article>
  `;
}

/** Who has the lane, and how to change that. */
function Keeper({ lane, turn, send }) {
  const [act, { waiting, trouble }] = useAct();
  const { handoff } = turn;
  const isCrews = handoff?.reason === "crew";
  const does = isCrews ? "give_back" : "take_over";
  return html`
    <div class=${handoff ? "crew-keeper is-handed-off" : "crew-keeper"}>
      <p>
        ${handoff
          ? html`<strong>${handoffReason(handoff.reason)}.</strong>${" "}${isCrews ? "The service is silent." : "Nobody answers the customer now."}`
          : "The service has the lane."}
      </p>
      <button
        type="button"
        class=${handoff && !isCrews ? "button is-main" : "button"}
        disabled=${waiting > 0}
        onClick=${() => act(() => send({ type: "crew", act: does }))}
      >
        ${isCrews ? "Give back" : "Take over"}<span class="hidden"> lane ${lane}</span>
      </button>
      ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
    </div>
  `;
}

/** What the lane expects to hear, or the question that is open. */
function Waits({ turn, menu }) {
  const { question, order, handoff } = turn;
  const candidates = question?.candidates.map((id) => candidateName(id, question, order, menu)) ?? [];
  const line = question && order.lines.find(({ line_id }) => line_id === question.line_id);
  return html`
    <p class="crew-waits">
      <span>${handoff ? "Ask the customer" : "Waits for"}</span>
      ${question
        ? html`<b>${questionName(question.kind)}${line && ` for ${line.name}`}${candidates.length > 0 && `: ${candidates.join(", ")}`}</b>`
        : html`<b>${EXPECTATIONS[turn.expectation]}</b>`}
    </p>
  `;
}

/** The order. With `send`, its lines can be changed. */
function Ordered({ turn, menu, send }) {
  const [act, { trouble }] = useAct();
  const tap = send && ((event) => act(() => send({ type: "tap", by: "crew", ...event })));
  const changes = tap && {
    onRemove: ({ line_id }) => tap({ act: "remove_line", line_id }),
    onQuantity: ({ line_id }, quantity) => tap({ act: "set_quantity", line_id, quantity }),
  };
  const changed = new Map(turn.diffs.map(({ line_id, op }) => [line_id, op]));
  if (turn.order.lines.length === 0) return html`<p class="crew-none">Nothing ordered yet.</p>`;
  return html`
    <${Order} view=${turn.order} menu=${menu} changed=${changed} about=${turn.question?.line_id ?? null} ...${changes} />
    <${Totals} view=${turn.order} />
    ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
  `;
}

function TicketLine({ ticket }) {
  if (!ticket) return null;
  const payment = ticket.payment === "none" ? "" : ` · Payment: ${paymentName(ticket.payment).toLowerCase()}`;
  return html`<p class="crew-ticket-line">Ticket: ${ticketState(ticket.status)}${payment}</p>`;
}

function LastWords({ story, nameOf }) {
  const { heard, say } = lastWords(story);
  return html`
    <dl class="crew-words">
      ${heard &&
      html`<div><dt>${speakerName(heard.event)}</dt><dd>${said(heard.event, nameOf)}</dd></div>`}
      ${say && html`<div><dt>Service</dt><dd>${say}</dd></div>`}
    </dl>
  `;
}
