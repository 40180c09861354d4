// A session as the crew needs it: when the car came, since when it is in its state, who said what last, whether
// there is a code for the window. Told from the audit log once, and then from each live turn.

import { said } from "/assets/js/words.js";

/** How many turns of a session are kept for its captions. The page of the session has all of them. */
const CAPTIONS_MAX = 200;

/** `lines` has the names of all lines that were ever on the order, by their ids. */
const EMPTY = { sessionId: null, arrivedAt: null, state: null, stateSince: null, seq: 0, complete: true, lines: {}, hasCode: false, captions: [] };

/** The story that an audit log tells. */
export function storyOf(audit) {
  const story = { ...EMPTY, sessionId: audit.session_id };
  return audit.entries.reduce((told, entry) => withTurn(told, entry.turn, entry.event), story);
}

/**
 * The story after a live turn. It is not `complete` if turns before are missing, so that the audit log must be read. A turn
 * that is known changes nothing.
 */
export function follow(story, turn, event) {
  const known = story?.sessionId === turn.session_id ? story : { ...EMPTY, sessionId: turn.session_id };
  if (turn.turn <= known.seq) return known;
  return { ...withTurn(known, turn, event), complete: known.complete && turn.turn === known.seq + 1 };
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
    hasCode: story.hasCode || turn.transitions.some(({ event: name }) => name === "USER_HAS_CODE"),
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
