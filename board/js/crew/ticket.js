// What became of a ticket, in words, and whether somebody must see to it. Nothing here asks the service.

const MESSAGES = { "ticket.created": "order", "ticket.voided": "void", "ticket.payment_retry": "payment" };
const VOID_REASONS = { changed: "the order was changed", out_of_stock: "something on it is out of stock" };

/** A note says what message it is about before a colon, and then why. */
function aboutMessage(note) {
  const [, kind, reason] = /^(ticket\.\w+)(?:: (.*))?$/s.exec(note.detail ?? "") ?? [];
  return { message: MESSAGES[kind] ?? "order", reason: plain(reason) };
}

/** One note of a ticket's history as a sentence. */
export function noteWords(note) {
  const { message, reason } = aboutMessage(note);
  const because = reason ? `: ${reason}` : "";
  switch (note.what) {
    case "acknowledged":
      return note.detail ? `The POS took it as ${note.detail}` : "The POS took it";
    case "rejected":
      return note.detail ? `The POS refused it: ${note.detail}` : "The POS refused it";
    case "payment_problem":
      return note.detail ? `The payment failed: ${note.detail}` : "The payment failed";
    case "unanswered":
      return "The POS does not answer";
    case "delivered":
      return {
        order: "It reached the POS",
        void: "The POS was told that it is void",
        payment: "The POS was asked to take the payment again",
      }[message];
    case "failed":
      return {
        order: `It did not reach the POS${because}`,
        void: `The POS could not be told that it is void${because}`,
        payment: `The POS could not be asked to take the payment again${because}`,
      }[message];
    case "dead":
      return {
        order: `Given up${because}`,
        void: `Telling the POS that it is void was given up${because}`,
        payment: `Asking for the payment again was given up${because}`,
      }[message];
    case "resent":
      return message === "void" ? "The void was sent again" : "It was sent again";
    case "voided":
      return `Voided: ${VOID_REASONS[note.detail] ?? note.detail}`;
    default:
      return note.detail ? `${note.what}: ${note.detail}` : note.what;
  }
}

/** The history with the same trouble again and again told once: `{words, at, times}`, newest first. */
export function historyWords(ticket) {
  const told = [];
  for (const note of ticket.history) {
    const words = noteWords(note);
    const last = told.at(-1);
    if (last?.words === words) {
      last.times += 1;
      last.at = note.at;
    } else {
      told.push({ words, at: note.at, times: 1 });
    }
  }
  return told.reverse();
}

const ofDelivery = (note) => ["delivered", "failed", "dead", "resent"].includes(note.what);

/** Whether the POS was never told that a ticket is void, and will not be by itself. */
function voidGivenUp(ticket) {
  const ofVoid = (note) => note.detail?.startsWith("ticket.voided");
  return ticket.status === "voided" && ticket.history.findLast(ofVoid)?.what === "dead";
}

/**
 * What is wrong with a ticket: `{kind, why, note, tries?}`, or null. `kind` is `dead`, `void_untold`, `void_failing`,
 * `failing`, `payment_untold`, `refused`, `payment` or `unanswered`; `note` is the one of its history that tells of it.
 */
export function trouble(ticket) {
  const note = ticket.history.findLast(ofDelivery) ?? null;
  const { message, reason } = note ? aboutMessage(note) : { message: "order", reason: null };
  const of = (kind, more) => ({ kind, why: reason, note, ...more });
  const failed = note?.what === "failed";
  switch (ticket.status) {
    case "dead":
      return of("dead");
    case "voided":
      if (voidGivenUp(ticket)) return of("void_untold");
      return failed && message === "void" ? of("void_failing", { tries: tries(ticket) }) : null;
    case "rejected": {
      const refusal = ticket.history.findLast(({ what }) => what === "rejected") ?? null;
      return of("refused", { why: refusal?.detail ?? null, note: refusal });
    }
    case "pending": {
      if (failed) return of("failing", { tries: tries(ticket) });
      if (note?.what === "dead" && message === "payment") return of("payment_untold");
      if (ticket.payment !== "none") return of("payment", { why: null, note: null });
      const silence = ticket.history.findLast(({ what }) => what === "unanswered");
      return silence ? of("unanswered", { why: null, note: silence }) : null;
    }
    default:
      return null;
  }
}

/** A reason without what the service tells to do about it: that is said beside it. */
const plain = (reason) =>
  reason?.replace(/^it is not known whether it was printed \((.*)\):.*$/s, "it may be printed or not: $1") ?? null;

/** How often the newest message was tried in a row. */
function tries(ticket) {
  const deliveries = ticket.history.filter(ofDelivery);
  return deliveries.length - 1 - deliveries.findLastIndex((note) => note.what !== "failed");
}

/** Whether what went wrong is at a printer, which people can see to. */
export const atPrinter = (why) => /\bprint/.test(why ?? "");

/** What can be done about a ticket from here; the service has the last word. */
export function remedies(ticket) {
  const open = ["pending", "dead"].includes(ticket.status);
  return { resend: open || voidGivenUp(ticket), void: open, taken: ticket.status === "dead" };
}
