// One turn in full: what came, what was heard, the rows it took, what was said, what it changed.

import { html } from "/assets/js/html.js";
import { Legend, Machine, rowsOf, spaced, Steps } from "/assets/js/machine.js";
import { Fold } from "/assets/js/fold.js";
import { candidateName, changedOrder, itemName, lineWords, money, Order, Totals } from "/assets/js/order.js";
import {
  diffName, handoffReason, inWords, paymentName, questionName, said, speaker, speakerName, ticketState,
} from "/assets/js/words.js";
import { Heard } from "/assets/js/session/heard.js";
import { clock } from "/assets/js/session/times.js";

/** The turn at `current`, with the machine's picture as it was then. */
export function Step({ entries, current, machine, menu }) {
  const entry = entries[current];
  const { event, turn } = entry;
  const before = entries[current - 1]?.turn.order ?? null;
  return html`
    <section class="card step-machine" aria-labelledby="machine-title">
      <h2 id="machine-title">The machine: ${inWords(turn.state)}</h2>
      <${Machine} machine=${machine} state=${turn.state} lit=${turn.transitions}
        seen=${rowsOf(entries.slice(0, current + 1))} turn=${turn.event_id} />
      <${Legend} />
    </section>
    <section class="card stack step-turn" aria-labelledby="turn-title">
      <h2 id="turn-title">Turn ${turn.turn} <span class="quiet small">${clock(entry.at)}</span></h2>
      <${Said} event=${event} turn=${turn} />
      <h3>Heard</h3>
      <div><${Heard} turn=${turn} /></div>
      <h3>Rows</h3>
      <${Steps} transitions=${turn.transitions} refused=${turn.refused} />
      <h3>Changes</h3>
      <${Diffs} turn=${turn} before=${before} menu=${menu} />
      <${Raw} of=${entry} label="Entry of the audit log" />
    </section>
    <section class="card stack step-order" aria-labelledby="order-title">
      <h2 id="order-title">The order after it</h2>
      <${OrderAfter} turn=${turn} before=${before} menu=${menu} />
      <${Facts} turn=${turn} menu=${menu} />
    </section>
  `;
}

/** What came in and what was said to it, as a dialogue. */
function Said({ event, turn }) {
  return html`
    <div class="said">
      <p class="said-by by-${speaker(event)}"><b>${speakerName(event)}</b> <span>${said(event)}</span></p>
      ${turn.say
        ? html`<p class="said-by by-service">
            <b>Carhop</b> <span>${turn.say.text}</span> <em class="badge">${spaced(turn.say.kind)}</em>
          </p>`
        : html`<p class="quiet">Nothing was said.</p>`}
      ${turn.cancel_tts && html`<p class="quiet">Speech was cancelled.</p>`}
    </div>
  `;
}

/** The order after a turn with what the turn did to it; lines that it took off are still shown, struck out. */
export function OrderAfter({ turn, before, menu }) {
  const { order } = turn;
  const { view, marks } = changedOrder(turn, before);
  if (!view.lines.length) return html`<p class="quiet">Nothing is on the order.</p>`;
  return html`
    <${Order} view=${view} changed=${marks} about=${turn.question?.line_id ?? order.referent} menu=${menu} />
    <${Totals} view=${order} label=${`Total, ${order.status}`} />
  `;
}

/** What else waits on the lane: a question, an offer, a proposal, a ticket, the crew. */
export function Facts({ turn, menu }) {
  const { question, offer, proposal, ticket, handoff } = turn;
  const facts = [
    ["Expects", inWords(turn.expectation)],
    question && ["Question", questionWords(turn, menu)],
    offer && ["Offer", itemName(offer.item ?? offer.combo, menu)],
    proposal && ["Proposal", proposalWords(proposal, menu)],
    ticket && ["Ticket", `Revision ${ticket.revision}: ${ticketState(ticket.status)}`],
    ticket && ticket.payment !== "none" && ["Payment", paymentName(ticket.payment)],
    handoff && ["Hand-off", handoffReason(handoff.reason)],
  ].filter(Boolean);
  return html`<dl class="facts">
    ${facts.map(([name, words]) => html`<div key=${name}><dt>${name}</dt><dd>${words}</dd></div>`)}
  </dl>`;
}

/** The JSON as it was stored. */
export const Raw = ({ of, label }) => html`
  <${Fold} class="raw" summary="${label}, as JSON">
    ${() => html`<pre tabindex="0" role="region" aria-label=${label}>${JSON.stringify(of, null, 2)}</pre>`}
  <//>
`;

function Diffs({ turn, before, menu }) {
  if (!turn.diffs.length) return html`<p class="quiet">The order stayed as it was.</p>`;
  const lineOf = (id) => [...turn.order.lines, ...(before?.lines ?? [])].find(({ line_id: other }) => other === id);
  return html`
    <ul class="diffs">
      ${turn.diffs.map(({ op, line_id: id }) => {
        const line = lineOf(id);
        return html`<li key=${`${op}${id}`}>
          <b>${diffName(op)}</b> <code>${id}</code> ${line && lineWords(line, menu)}
        </li>`;
      })}
    </ul>
  `;
}

function questionWords({ question, order }, menu) {
  const kind = question.house?.text ?? questionName(question.kind);
  const choices = question.candidates.map((id) => candidateName(id, question, order, menu)).join(", ");
  return choices ? `${kind}: ${choices}` : kind;
}

function proposalWords({ lines, total, currency }, menu) {
  if (!lines.length) return "An empty order";
  return `${lines.map((line) => lineWords(line, menu)).join(", ")}: ${money(total, currency)}`;
}
