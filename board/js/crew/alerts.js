// What needs a person, told from what the service stored. An alert goes away when what it tells of does.

import { atPrinter, trouble } from "/assets/js/crew/ticket.js";
import { handoffReason } from "/assets/js/words.js";

/** A refused ticket that no newer one replaces is shown for so long, in minutes: the customer is gone by then. */
export const REFUSED_MINUTES_MAX = 30;
/** The most alerts that are shown. */
export const ALERTS_MAX = 20;

/**
 * All alerts, the gravest first: `{key, grave, title, text, todo, lane?, ticketId?, takeOver?, seen?}`. `takeOver`
 * offers to take the lane over, `seen` to put the alert away, since nothing in the service would.
 */
export function alertsOf({ lanes, tickets, lost, now }) {
  const alerts = lost ? [LOST[lost]] : [];
  for (const lane of lanes) alerts.push(...ofLane(lane));
  const replaced = new Set(tickets.map((ticket) => ticket.replaces));
  for (const ticket of tickets) {
    const wrong = trouble(ticket);
    const alert = wrong && ofTicket(ticket, wrong, { lanes, replaced, now });
    if (alert) alerts.push(alert);
  }
  return alerts.sort((one, other) => Number(other.grave) - Number(one.grave)).slice(0, ALERTS_MAX);
}

const LOST = {
  feed: {
    key: "lost:feed",
    grave: true,
    title: "Connection lost",
    text: "What you see may be old.",
    todo: "It comes back by itself. Until then, look at the lanes and listen.",
  },
  read: {
    key: "lost:read",
    grave: true,
    title: "The service does not answer",
    text: "Not everything could be read.",
    todo: "It is tried again by itself.",
  },
};

function ofLane({ lane, turn }) {
  if (!turn || turn.state === "idle") return [];
  const alerts = [];
  const { handoff, question } = turn;
  if (handoff && handoff.reason !== "crew") {
    alerts.push({
      key: `handoff:${turn.session_id}:${handoff.reason}`,
      grave: true,
      lane,
      title: `Lane ${lane} needs a person`,
      text: `${handoffReason(handoff.reason)}.`,
      todo: "Take the lane over and talk to the customer.",
      takeOver: turn.session_id,
    });
  }
  if (question?.kind === "payment_retry") {
    alerts.push({
      key: `payment:${turn.ticket?.ticket_id}:asked`,
      grave: false,
      lane,
      title: `Payment failed at lane ${lane}`,
      text: "The customer is asked whether to try again.",
      todo: "Get ready to take the money at the window.",
    });
  }
  return alerts;
}

function ofTicket(ticket, { kind, why, at, tries }, { lanes, replaced, now }) {
  const name = `Order ${ticket.order_number} of lane ${ticket.lane}`;
  const because = why ? `${capital(why)}.` : "";
  const alert = { key: `${kind}:${ticket.ticket_id}`, lane: ticket.lane, ticketId: ticket.ticket_id };
  const asked = lanes.find((lane) => lane.turn?.ticket?.ticket_id === ticket.ticket_id)?.turn;
  switch (kind) {
    case "dead":
      return {
        ...alert,
        key: `${alert.key}:${at}`,
        grave: true,
        title: `${name} did not reach the POS`,
        text: because,
        todo: atPrinter(why)
          ? "Look at the printer. If the receipt is there, mark the order as taken; if not, send it again."
          : "Send it again, or tell the kitchen and void it.",
      };
    case "failing":
    case "void_failing":
      return {
        ...alert,
        grave: atPrinter(why),
        title: kind === "failing" ? `${name} is not getting through` : `The POS cannot be told that ${lower(name)} is void`,
        text: `${because} ${times(tries)}`.trim(),
        todo: atPrinter(why)
          ? "See to the printer. The order is sent again by itself."
          : "See to the POS. It is tried again by itself, for a day.",
      };
    case "void_untold":
      return {
        ...alert,
        key: `${alert.key}:${at}`,
        grave: true,
        title: `The POS does not know that ${lower(name)} is void`,
        text: because,
        todo: "Tell the kitchen not to make it, then send the void again.",
      };
    case "payment_untold":
      return {
        ...alert,
        grave: true,
        title: `Payment of ${lower(name)}`,
        text: `The POS could not be asked to try again. ${because}`.trim(),
        todo: "Take the money at the window.",
      };
    case "payment":
      return asked?.question?.kind === "payment_retry" ? null : { ...alert, ...payment(ticket, name) };
    case "refused":
      return refused(alert, { ticket, name, because, asked, replaced, at, now });
    default:
      return null;
  }
}

function payment(ticket, name) {
  const window = ticket.payment === "window";
  return {
    key: `payment:${ticket.ticket_id}:${ticket.payment}`,
    grave: window,
    title: window ? `${name} pays at the window` : `${name} tries to pay again`,
    text: window ? "The payment failed twice, or the customer does not want to try again." : "The payment failed once.",
    todo: window ? "Take the money at the window." : "Nothing yet. Watch whether it goes through.",
  };
}

/** A refused ticket: on its lane the customer is asked. Where nobody is left to ask, a person must know. */
function refused(alert, { ticket, name, because, asked, replaced, at, now }) {
  const there = asked && asked.state !== "idle";
  const old = at !== null && now - Date.parse(at) > REFUSED_MINUTES_MAX * 60_000;
  if (replaced.has(ticket.ticket_id) || (!there && old)) return null;
  return {
    ...alert,
    grave: !there,
    title: `The POS refused ${lower(name)}`,
    text: because,
    todo: there ? "The customer is being asked. Step in if it does not settle." : "The car has left: tell the window.",
    seen: true,
  };
}

const lower = (name) => name.charAt(0).toLowerCase() + name.slice(1);
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1).replace(/\.$/, "");
const times = (tries) => (tries > 1 ? `Tried ${tries} times.` : "Tried once.");
