// One lane as the crew sees it: what state it is in and for how long, what it waits for, the order, the last words.

import { html, useLayoutEffect, useRef } from "/assets/js/html.js";
import { paths } from "/assets/js/api.js";
import { candidateName, itemName, money, Order } from "/assets/js/order.js";
import { handoffNear, handoffReason, paymentName, questionName, speakerName, stateName, ticketState } from "/assets/js/words.js";
import { waiting } from "/assets/js/board/story.js";
import { Captions } from "/assets/js/crew/captions.js";
import { Clock, STATE_SLOW_SECONDS, VISIT_SLOW_SECONDS, timeOfDay } from "/assets/js/crew/clock.js";
import { Controls } from "/assets/js/crew/controls.js";
import { useAct } from "/assets/js/crew/hand.js";
import { LineEditor } from "/assets/js/crew/line-editor.js";
import { memo } from "/assets/js/crew/memo.js";
import { lastWords, words } from "/assets/js/crew/story.js";

const EXPECTATIONS = {
  free_form_ordering: "An order",
  menu_questions_or_wait: "A question about the menu, or an order",
  single_answer: "An answer",
  yes_no_or_changes: "Yes, no, or a change",
  closing: "Nothing; the customer may still change something",
};

/** The id of the heading of a lane's card, where alerts lead to. */
export const cardId = (lane) => `lane-${lane}`;

/** `ticket` is what is known of the order's ticket now, which can be more than the lane's last turn tells. */
export const LaneCard = memo(({ driveThru, lane, turn, story, ticket, menu, urgent, does }) => {
  if (!turn || turn.state === "idle" || !story) return html`<${FreeLane} ...${{ lane, turn, ticket }} />`;
  const nameOf = (id) => itemName(id, menu);
  // Whatever is touched is meant for the car that is shown.
  const send = (event) => does.send(lane, turn.session_id, event);
  const onKeep = (act) => does.keep(lane, turn.session_id, act);
  const { handoff, state } = turn;
  const isCrews = handoff?.reason === "crew";
  // Only who takes a lane over, by a touch here, makes its card wider: no other moves the cards.
  const classes = ["crew-lane", isCrews && "is-wide", isCrews && "is-crews", urgent && "is-urgent"];
  return html`
    <article class=${classes.filter(Boolean).join(" ")} aria-labelledby=${cardId(lane)}>
      <header>
        <h3 id=${cardId(lane)} tabindex="-1">Lane ${lane}</h3>
        <span class="badge crew-state" data-state=${state}>${stateName(state)}</span>
        <dl class="crew-clocks">
          <${Clock} label="In state" since=${story.stateSince} slowSeconds=${STATE_SLOW_SECONDS[state]} />
          <${Clock} label="At the lane" since=${story.arrivedAt} slowSeconds=${VISIT_SLOW_SECONDS} />
        </dl>
        ${!handoff &&
        html`<span class="hidden">The service has the lane.</span><${Keep} lane=${lane} act="take_over" onKeep=${onKeep} />`}
      </header>
      ${handoff && html`<${HandedOff} lane=${lane} reason=${handoff.reason} onKeep=${onKeep} />`}
      ${!handoff && turn.handoff_near && html`<p class="note is-warn crew-near">${handoffNear(turn.handoff_near.reason)}</p>`}
      <div class="crew-lane-body">
        <div class="crew-lane-order">
          <${Waits} turn=${turn} menu=${menu} />
          <${Ordered} key=${turn.session_id} lane=${lane} turn=${turn} menu=${menu} send=${isCrews ? send : null} />
          <${TicketLine} ticket=${ticket} superseding=${turn.superseding} />
        </div>
        <div class="crew-lane-said">
          <${LastWords} story=${story} nameOf=${nameOf} />
          <div class="crew-more">
            <${Captions} lane=${lane} story=${story} nameOf=${nameOf} />
            <a href=${paths.sessionPage(story.sessionId)}>Session<span class="hidden"> of lane ${lane}</span></a>
            <a href=${paths.boardPage(driveThru, lane)}>Board<span class="hidden"> of lane ${lane}</span></a>
          </div>
        </div>
        ${isCrews && html`<${Controls} key=${turn.session_id} lane=${lane} turn=${turn} menu=${menu} send=${send} />`}
      </div>
    </article>
  `;
});

/** A lane without a car, with what the last one left with. */
function FreeLane({ lane, turn, ticket }) {
  const last = turn && turn.order.lines.length > 0;
  const total = last && money(turn.order.total, turn.order.currency);
  const outcome = ticket ? `${total}, ${lower(ticketState(ticket.status))}` : "no order was placed";
  return html`
    <article class="crew-lane is-free" data-state="idle" aria-labelledby=${cardId(lane)}>
      <header>
        <h3 id=${cardId(lane)} tabindex="-1">Lane ${lane}</h3>
        <span class="badge crew-state" data-state="idle">${stateName("idle")}</span>
      </header>
      ${last &&
      html`<p class="crew-last">The last car left at ${timeOfDay(turn.at)}: ${outcome}.</p>`}
    </article>
  `;
}

/** That people have the lane, and what to do about it. */
function HandedOff({ lane, reason, onKeep }) {
  const isCrews = reason === "crew";
  return html`
    <div class="crew-handed-off">
      <p>
        <strong>${handoffReason(reason)}.</strong>${" "}
        ${isCrews ? "The service is silent." : "Nobody answers the customer now."}
      </p>
      <${Keep} lane=${lane} act=${isCrews ? "give_back" : "take_over"} isMain=${!isCrews} onKeep=${onKeep} />
    </div>
  `;
}

const KEEP = { take_over: "Take over", give_back: "Give back" };

/** Takes a lane over, or gives it back. */
function Keep({ lane, act: what, isMain = false, onKeep }) {
  const [act, { waiting, trouble }] = useAct();
  return html`
    <button
      type="button"
      class=${isMain ? "button is-main" : "button"}
      aria-disabled=${String(waiting > 0)}
      onClick=${() => waiting === 0 && act(() => onKeep(what))}
    >
      ${KEEP[what]}<span class="hidden"> lane ${lane}</span>
    </button>
    ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
  `;
}

/** What the lane expects to hear, or the question that is open. */
function Waits({ turn, menu }) {
  const { question, order, handoff } = turn;
  const candidates = question?.candidates.map((id) => candidateName(id, question, order, menu)) ?? [];
  const choice = candidates.length > 0 ? `: ${candidates.join(", ")}` : "";
  const later = waiting(turn);
  const line = question && order.lines.find(({ line_id }) => line_id === question.line_id);
  return html`
    <p class="crew-waits">
      <span>${handoff && question ? "Ask the customer" : "Waits for"}</span>
      ${question
        ? html`<b>${question.house?.text ?? questionName(question.kind)}${line && ` for ${line.name}`}${choice}</b>`
        : html`<b>${EXPECTATIONS[turn.expectation]}</b>`}
      ${later.length > 0 && html`<span>then</span> <b>${later.join(", ")}</b>`}
    </p>
  `;
}

/**
 * The order. With `send`, its lines can be changed. What is shown is what is stored; a touch counts from what the touches
 * before it, that are not shown yet, will have made of the line.
 */
function Ordered({ lane, turn, menu, send }) {
  const [act, { trouble }] = useAct();
  const asked = useRef(new Map());
  const ask = async (line_id, quantity, event) => {
    const last = { quantity, turn: Infinity };
    asked.current.set(line_id, last);
    const taken = await act(() => send({ type: "tap", by: "crew", line_id, ...event }));
    last.turn = taken?.turn ?? 0;
  };
  /** What the last touch will have made of a line, until its turn is drawn. */
  const awaited = (line_id) => {
    const last = asked.current.get(line_id);
    return last?.turn > turn.turn ? last.quantity : undefined;
  };
  const removed = useRef(false);
  const onRemove = ({ line_id }) => {
    if (awaited(line_id) === 0) return;
    removed.current = true;
    ask(line_id, 0, { act: "remove_line" });
  };
  const onQuantity = (line, wanted) => {
    const before = awaited(line.line_id) ?? line.quantity;
    const quantity = before + wanted - line.quantity;
    if (before > 0 && quantity > 0) ask(line.line_id, quantity, { act: "set_quantity", quantity });
  };
  const edit = (line) => html`<${LineEditor} line=${line} menu=${menu}
    onChange=${(fields) => act(() => send({ type: "tap", by: "crew", line_id: line.line_id, ...fields }))} />`;
  useLayoutEffect(() => {
    // The button that was touched went with its line.
    const isLost = removed.current && document.activeElement === document.body;
    removed.current = false;
    if (isLost) document.getElementById(cardId(lane)).focus({ preventScroll: true });
  }, [turn.order.lines.length]);
  const changed = new Map(turn.diffs.map(({ line_id, op }) => [line_id, op]));
  if (turn.order.lines.length === 0) return html`<p class="crew-none">Nothing ordered yet.</p>`;
  return html`
    <${Order}
      view=${turn.order}
      menu=${menu}
      changed=${changed}
      about=${turn.question?.line_id ?? null}
      ...${send && { onRemove, onQuantity, edit }}
    />
    <p class="crew-total"><span>Total</span> <b>${money(turn.order.total, turn.order.currency)}</b></p>
    ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
  `;
}

/** What became of the ticket. With `superseding` the order was reopened: what is shown is not what the POS has. */
function TicketLine({ ticket, superseding }) {
  if (!ticket) return null;
  const payment = ticket.payment === "none" ? "" : ` · Payment: ${lower(paymentName(ticket.payment))}`;
  return html`<p class="crew-ticket-line">Ticket: ${ticketState(ticket.status)}${payment}${superseding && " · Changed since, not confirmed yet"}</p>`;
}

function LastWords({ story, nameOf }) {
  const { heard, say } = lastWords(story);
  const last = [];
  if (heard) last.push([speakerName(heard.event), words(story, heard.event, nameOf)]);
  if (say) last.push(["Carhop", say]);
  if (last.length === 0) return null;
  return html`
    <dl class="crew-words">
      ${last.map(([who, what]) => html`<div key=${who}><dt>${who}</dt><dd>${what}</dd></div>`)}
    </dl>
  `;
}

const lower = (words) => words.charAt(0).toLowerCase() + words.slice(1);
