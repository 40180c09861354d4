// A session as the crew needs it: when the car came, since when it is in its state, who said what last, what there is
// for a person to know. Told from the audit log once, and then from each live turn.

import { said } from "/assets/js/words.js";

/** How many turns of a session are kept for its captions. The page of the session has all of them. */
const CAPTIONS_MAX = 200;

/** What is still to be seen to when the car is at the window. */
const OUTLASTING = new Set(["unconfirmed", "ticket_unanswered"]);

/** How many alerts of cars that have left are kept for the window. */
const LEFT_MAX = 3;

/**
 * `lines` has the names of all lines that were ever on the order, by their ids; `alerts` what the service has told the
 * crew in it, one of a kind; `left` the same of the cars before, who are on their way to the window with it.
 */
const EMPTY = { sessionId: null, arrivedAt: null, state: null, stateSince: null, seq: 0, complete: true, lines: {}, alerts: [], left: [], captions: [] };

/** The story that an audit log tells, after what is known of the lane. */
export function storyOf(audit, before) {
  const story = begin(audit.session_id, before);
  return audit.entries.reduce((told, entry) => withTurn(told, entry.turn, entry.event), story);
}

/**
 * The story after a live turn. It is not `complete` if turns before are missing, so that the audit log must be read. A turn
 * that is known changes nothing.
 */
export function follow(story, turn, event) {
  const known = story?.sessionId === turn.session_id ? story : begin(turn.session_id, story);
  if (turn.turn <= known.seq) return known;
  return { ...withTurn(known, turn, event), complete: known.complete && turn.turn === known.seq + 1 };
}

function begin(sessionId, before) {
  const isNext = before && before.sessionId !== sessionId;
  const left = isNext ? [...before.left, ...before.alerts.filter(({ kind }) => OUTLASTING.has(kind))] : before?.left;
  return { ...EMPTY, sessionId, left: (left ?? []).slice(-LEFT_MAX) };
}

/**
 * What the crew has been told, one of a kind. What was not confirmed is settled once the order closes again, a silent POS once it
 * has answered, and a call once somebody has come.
 */
function told(alerts, turn) {
  const fresh = (turn.crew_alerts ?? []).map((alert) => ({ ...alert, sessionId: turn.session_id }));
  const isSettled = (kind) =>
    (kind === "unconfirmed" && turn.state === "closing") || (kind === "ticket_unanswered" && turn.ticket?.status !== "pending") ||
    (kind === "handoff_unanswered" && (!turn.handoff || turn.handoff.reason === "crew"));
  const isOld = ({ kind }) => isSettled(kind) || fresh.some((alert) => alert.kind === kind);
  return [...alerts.filter((alert) => !isOld(alert)), ...fresh];
}

function withTurn(story, turn, event) {
  const caption = {
    seq: turn.turn,
    at: turn.at,
    event,
    say: turn.say?.text ?? null,
    diffs: turn.diffs,
    refused: turn.refused,
  };
  return {
    ...story,
    arrivedAt: story.arrivedAt ?? turn.at,
    state: turn.state,
    stateSince: story.state === turn.state ? story.stateSince : turn.at,
    seq: turn.turn,
    lines: { ...story.lines, ...Object.fromEntries(turn.order.lines.map(({ line_id, name }) => [line_id, name])) },
    alerts: told(story.alerts, turn),
    captions: [...story.captions, caption].slice(-CAPTIONS_MAX),
  };
}

/** What an event says, with the names of lines for their ids. `nameOf` gives an item's name. */
export function words(story, event, nameOf) {
  const line = story.lines[event.line_id];
  return line ? said(event, nameOf).replace(event.line_id, line) : said(event, nameOf);
}

/** The newest caption in which customer or crew spoke or touched something, and the newest one with words of the service. */
export function lastWords(story) {
  const spoke = (caption) => ["utterance", "tap"].includes(caption.event?.type);
  return {
    heard: story.captions.findLast(spoke) ?? null,
    say: story.captions.findLast((caption) => caption.say !== null)?.say ?? null,
  };
}
