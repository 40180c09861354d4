// The names that people read, for what the service names in one word.

const STATES = {
  idle: "Free",
  ordering: "Ordering",
  thinking: "Thinking it over",
  clarifying: "Answering a question",
  confirming: "Checking the order",
  closing: "Closing",
};

const HANDOFFS = {
  customer: "The customer asked for a person",
  crew: "The crew took over",
  over_cap: "More was asked for than one can order",
  silence: "Nobody answered for too long",
  not_understood: "The customer was not understood",
  upset: "The customer is angry",
  house_rule: "A rule of the house calls you",
};

const HANDOFFS_NEAR = {
  not_understood: "The customer is hard to understand. Once more, and you are called.",
  upset: "The customer is getting angry. Once more, and you are called.",
};

const TICKETS = {
  pending: "On its way to the POS",
  acknowledged: "Taken by the POS",
  rejected: "Refused by the POS",
  voided: "Void",
  dead: "Could not be delivered",
};

const PAYMENTS = { none: "No problem", retry: "Trying again", window: "Pays at the window" };

const DIFFS = { add: "Added", change: "Changed", remove: "Removed" };

const QUESTIONS = {
  start_order: "What to start with",
  which_item: "Which item",
  which_size: "Which size",
  which_option: "Which option",
  how_many: "How many",
  what_else: "What else",
  replacement: "What instead",
  confirm_change: "Whether to make the change",
  what_is_wrong: "What to change",
  payment_retry: "Whether to try the payment again",
  house: "A question of the house",
};

const EVENTS = {
  UTTERANCE_OK: "Order understood",
  UTTERANCE_UNCLEAR: "Something is unclear",
  OOS: "Out of stock",
  USER_CLARIFIES_OK: "Question answered",
  HOUSE_ANSWERED: "Question of the house answered",
  STILL_UNCLEAR: "Question not answered",
  USER_SAYS_DONE: "“That’s it”",
  USER_SAYS_NEVER_MIND: "“Never mind”",
  USER_SAYS_NOT_RIGHT: "“That’s not right”",
  USER_CONFIRMS: "Order confirmed",
  ADD_MORE: "More after the yes",
  SESSION_END: "The car leaves",
  ORDER_COMPLETE: "Order complete",
  USER_ASKS_HUMAN: "A person is wanted",
};

const SPEAKERS = { customer: "Customer", crew: "Crew", lane: "Lane", kitchen: "Kitchen", pos: "POS" };

const ENDS = { completed: "Completed", left: "The car left", abandoned: "Abandoned" };

/** `idle`: "Free". */
export const stateName = (state) => STATES[state] ?? inWords(state);
/** `over_cap`: "More was asked for than one can order". */
export const handoffReason = (reason) => HANDOFFS[reason] ?? inWords(reason);
/** `not_understood`: what is to be expected before the crew is called for it. */
export const handoffNear = (reason) => HANDOFFS_NEAR[reason] ?? inWords(reason);
/** `dead`: "Could not be delivered". */
export const ticketState = (status) => TICKETS[status] ?? inWords(status);
/** `window`: "Pays at the window". */
export const paymentName = (payment) => PAYMENTS[payment] ?? inWords(payment);
/** `add`: "Added". */
export const diffName = (op) => DIFFS[op] ?? inWords(op);
/** `which_size`: "Which size". */
export const questionName = (kind) => QUESTIONS[kind] ?? inWords(kind);
/** `UTTERANCE_OK`: "Order understood". */
export const eventName = (event) => EVENTS[event] ?? inWords(event.toLowerCase().replace(/^user_/, ""));
/** `abandoned`: "Abandoned". */
export const endName = (end) => ENDS[end] ?? "Still on";

/** An id as words: `sweet_potato_fries` is "Sweet potato fries". */
export function inWords(id) {
  const words = String(id ?? "").replaceAll(/[_-]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Who an event comes from: `customer`, `crew`, `lane` (the detector and the frontend), `kitchen` or `pos`. */
export function speaker(event) {
  if (event.type === "crew" || event.by === "crew") return "crew";
  if (event.type === "utterance" || event.type === "barge_in" || event.type === "tap") return "customer";
  if (event.type === "out_of_stock") return "kitchen";
  return event.type.startsWith("ticket_") || event.type === "payment_problem" ? "pos" : "lane";
}

/** Who an event comes from, as captions name them: "Customer". */
export const speakerName = (event) => SPEAKERS[speaker(event)];

/** What a deadline that has passed says. */
const LATE = {
  ticket_unanswered: "the POS does not answer",
  handoff_unanswered: "nobody of the crew has come",
  question_open: "the customer says nothing",
  visit_idle: "nobody was heard for long",
};

/** What an event of the audit log says, as a caption: its words, or what happened. `name` gives an item's name. */
export function said(event, name = inWords) {
  switch (event.type) {
    case "utterance": return event.text;
    case "car_detected": return event.vehicle_id ? `(a car arrives, ${event.vehicle_id})` : "(a car arrives)";
    case "car_left": return "(the car leaves)";
    case "barge_in": return "(interrupts)";
    case "silence": return `(silence, ${Math.round(event.seconds)} s)`;
    case "out_of_stock": return `(${name(event.item)} is out of stock)`;
    case "tap": return touched(event, name);
    case "crew": return event.act === "take_over" ? "(the crew takes over)" : "(the crew gives back)";
    case "ticket_acknowledged": return "(the POS takes the ticket)";
    case "ticket_rejected": return `(the POS refuses the ticket${event.reason ? `: ${event.reason}` : ""})`;
    case "payment_problem": return "(the payment does not go through)";
    case "deadline": return `(${LATE[event.what] ?? inWords(event.what).toLowerCase()})`;
    default: return `(${inWords(event.type).toLowerCase()})`;
  }
}

function touched({ act, item, combo, candidate, modifier, amount, size, quantity, line_id: line }, name) {
  switch (act) {
    case "confirm": return "Touched “yes”";
    case "deny": return "Touched “no”";
    case "done": return "Touched “that’s it”";
    case "add_item": {
      const what = [size && inWords(size), name(item)].filter(Boolean).join(" ");
      return `Touched “add ${quantity > 1 ? `${quantity} × ` : ""}${what}”`;
    }
    case "add_combo": return `Touched “add ${[size && inWords(size), name(combo)].filter(Boolean).join(" ")}”`;
    case "choose": return `Touched “${name(candidate).toLowerCase()}”`;
    case "set_size": return `Touched “make ${line} ${inWords(size).toLowerCase()}”`;
    case "set_modifier": return `Touched “${amount} ${inWords(modifier).toLowerCase()} on ${line}”`;
    case "remove_line": return `Touched “remove ${line}”`;
    case "set_quantity": return `Touched “make ${line} ${quantity}”`;
    default: return `Touched “${inWords(act).toLowerCase()}”`;
  }
}
