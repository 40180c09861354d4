// What needs a person, told from what the service stored. An alert goes away when what it tells of does.

import { atPrinter, trouble } from "/assets/js/crew/ticket.js";
import { diffName, handoffReason } from "/assets/js/words.js";

/** A refused ticket that no newer one replaces is shown for so long, in minutes: the customer is gone by then. */
const REFUSED_MINUTES_MAX = 30;
/** A message that fails once may be through a moment later: it is an alert after so many tries, and grave after more. */
const TRIES_MIN = 2;
const TRIES_GRAVE = 5;

/**
 * All alerts, the gravest first: `{key, grave, title, text, todo, lane?, ticketIds?, takeOver?, seen?}`. `takeOver`
 * offers to take the lane over, `seen` to put the alert away, since nothing in the service would.
 */
export function alertsOf({ lanes, tickets, lost, now }) {
  const alerts = lost ? [LOST[lost]] : [];
  for (const lane of lanes) alerts.push(...ofLane(lane));
  const replaced = new Set(tickets.map((ticket) => ticket.replaces));
  const failing = new Map();
  for (const ticket of tickets) {
    const wrong = trouble(ticket);
    if (wrong?.kind === "failing") failing.set(wrong.why, [...(failing.get(wrong.why) ?? []), { ticket, ...wrong }]);
    else if (wrong) alerts.push(ofTicket(ticket, wrong, { lanes, replaced, now }));
  }
  for (const [why, all] of failing) {
    if (all.some(({ tries }) => tries >= TRIES_MIN)) alerts.push(ofFailing(why, all, lanes));
  }
  const told = alerts.filter((alert) => alert !== null);
  return told.sort((one, other) => Number(other.grave) - Number(one.grave));
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

function ofLane({ lane, turn, story }) {
  const alerts = [];
  // The car takes it to the window: the alert outlasts the visit.
  for (const told of [...(story?.left ?? []), ...(story?.alerts ?? [])]) {
    if (TOLD[told.kind]) alerts.push({ key: `${told.kind}:${told.sessionId}`, lane, seen: true, ...TOLD[told.kind](lane, told) });
  }
  if (!turn || turn.state === "idle") return alerts;
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

/** What the service tells the crew, by its kind. A refused ticket is told of as a ticket. */
const TOLD = {
  has_code: (lane) => ({
    grave: false,
    title: `The customer at lane ${lane} has a code`,
    text: "A coupon, or an order from the app.",
    todo: "Take it at the window.",
  }),
  has_allergy: (lane, { allergens }) => ({
    grave: true,
    title: `An allergy at lane ${lane}`,
    text: allergens.length > 0 ? `To ${allergens.join(", ").replaceAll("_", " ")}.` : "To what was not said.",
    todo: "Make sure before the food is made.",
  }),
  allergens_unknown: (lane, { items }) => ({
    grave: true,
    title: `The customer at lane ${lane} asks for allergens`,
    text: `The menu does not say for all of ${items.join(", ")}.`,
    todo: "Tell the customer.",
  }),
  wants_extras: (lane, { names }) => ({
    grave: false,
    title: `Also wanted at lane ${lane}`,
    text: `It costs nothing: ${names.join(", ")}.`,
    todo: "Put it with the order.",
  }),
  house_rule: (lane, { rule, reason }) => ({
    grave: true,
    title: `A rule calls you to lane ${lane}`,
    text: reason,
    todo: `Speak with the customer. The rule is ${rule}.`,
  }),
  handoff_unanswered: (lane, { reason }) => ({
    grave: true,
    title: `Nobody has come to lane ${lane}`,
    text: `${handoffReason(reason)}.`,
    todo: "Take the lane over and talk to the customer.",
  }),
  ticket_unanswered: (lane) => ({
    grave: true,
    title: `The POS does not answer for lane ${lane}`,
    text: "It has neither taken nor refused the order.",
    todo: "Look whether the kitchen has it.",
  }),
  unconfirmed: (lane, { changes }) => ({
    grave: true,
    title: `Not confirmed at lane ${lane}`,
    text: `The order stands as it was confirmed. Asked for since: ${changes.map(askedFor).join("; ")}.`,
    todo: "Ask at the window.",
  }),
};

const askedFor = ({ op, line }) => `${lower(diffName(op))} ${line.quantity} × ${line.name}`;

/** Orders that do not get through for the same reason are one alert: it is the reason that somebody must see to. */
function ofFailing(why, all, lanes) {
  const [{ ticket, tries }] = all;
  const many = all.length > 1;
  const waiting = new Set(all.map(({ ticket: { lane } }) => lane));
  const names = lanes.map(({ lane }) => lane).filter((lane) => waiting.has(lane));
  return {
    key: `failing:${why}`,
    grave: atPrinter(why) || all.some(({ tries: times }) => times >= TRIES_GRAVE),
    ticketIds: all.map(({ ticket: { ticket_id } }) => ticket_id),
    title: many ? `${all.length} orders are not getting through` : `${nameOf(ticket)} is not getting through`,
    text: many ? `${sentence(why)} Lanes ${names.join(", ")}.` : `${sentence(why)} ${times(tries)}`.trim(),
    todo: atPrinter(why)
      ? "See to the printer. What waits is sent again by itself."
      : "See to the POS. It is tried again by itself, for a day.",
  };
}

function ofTicket(ticket, { kind, why, note, tries }, { lanes, replaced, now }) {
  const name = nameOf(ticket);
  const alert = {
    key: `${kind}:${ticket.ticket_id}:${note?.at}`,
    grave: true,
    lane: ticket.lane,
    ticketIds: [ticket.ticket_id],
    text: sentence(why),
  };
  const asked = lanes.find(({ turn }) => turn?.ticket?.ticket_id === ticket.ticket_id)?.turn;
  switch (kind) {
    case "dead":
      return {
        ...alert,
        title: `${name} did not reach the POS`,
        todo: atPrinter(why)
          ? "Look at the printer. If the receipt is there, mark the order as taken; if not, send it again."
          : "Send it again, or tell the kitchen and void it.",
      };
    case "void_failing":
      return {
        ...alert,
        key: `${kind}:${ticket.ticket_id}`,
        grave: tries >= TRIES_GRAVE,
        title: `The POS cannot be told that ${lower(name)} is void`,
        text: `${sentence(why)} ${times(tries)}`.trim(),
        todo: "Tell the kitchen not to make it. It is tried again by itself, for a day.",
      };
    case "void_untold":
      return {
        ...alert,
        title: `The POS does not know that ${lower(name)} is void`,
        todo: "Tell the kitchen not to make it, then send the void again.",
      };
    case "payment_untold":
      return {
        ...alert,
        title: `Payment of ${lower(name)}`,
        text: `The POS could not be asked to try again. ${sentence(why)}`.trim(),
        todo: "Take the money at the window.",
      };
    case "payment":
      return asked?.question?.kind === "payment_retry" ? null : { ...alert, ...payment(ticket, name) };
    case "unanswered":
      return {
        ...alert,
        title: `The POS does not answer for ${lower(name)}`,
        text: "It has neither taken nor refused it, and the car has left.",
        todo: "Look whether the kitchen has it.",
        seen: true,
      };
    case "refused":
      return refused(alert, { ticket, name, asked, replaced, at: note?.at, now });
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
function refused(alert, { ticket, name, asked, replaced, at, now }) {
  const there = asked !== undefined && asked.state !== "idle";
  const old = at !== undefined && now - Date.parse(at) > REFUSED_MINUTES_MAX * 60_000;
  if (replaced.has(ticket.ticket_id) || (!there && old)) return null;
  return {
    ...alert,
    grave: !there,
    title: `The POS refused ${lower(name)}`,
    todo: there ? "The customer is being asked. Step in if it does not settle." : "The car has left: tell the window.",
    seen: true,
  };
}

const nameOf = (ticket) => `Order ${ticket.order_number} of lane ${ticket.lane}`;
const lower = (name) => name.charAt(0).toLowerCase() + name.slice(1);
const sentence = (why) => (why ? `${why.charAt(0).toUpperCase()}${why.slice(1).replace(/\.$/, "")}.` : "");
const times = (tries) => (tries > 1 ? `Tried ${tries} times.` : "Tried once.");
