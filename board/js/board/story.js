// What the board tells of a lane: derived from its turns, and from nothing else.

import { candidateName, itemName, lineWords } from "/assets/js/order.js";
import { diffName, inWords, questionName, said, speaker } from "/assets/js/words.js";

/** Before any turn. */
export const NO_STORY = { turn: null, event: null, before: null, say: null, heard: null };

/**
 * The story after a turn. `before` is the order as it was, for what has gone from it; `say` and `heard` outlast turns
 * without words, but not their session.
 */
export function next(story, turn, event) {
  if (!turn) return NO_STORY;
  const isSame = story.turn?.session_id === turn.session_id;
  const isAgain = isSame && story.turn.turn === turn.turn;
  const before = isAgain ? story.before : story.turn?.order;
  return {
    turn,
    event,
    before: isSame ? before : null,
    say: turn.say ?? (isSame ? story.say : null),
    heard: heard(event, isSame ? story.heard : null),
  };
}

/** The customer's or the crew's last words. Something else that happened ends them, but for a breath. */
function heard(event, before) {
  if (!event || event.type === "barge_in") return before;
  if (event.type !== "utterance" && event.type !== "tap") return null;
  return { who: speaker(event), text: said(event), isSpoken: event.type === "utterance" };
}

/** Splits words into what leads up to the question at their end, and the question: `["", words]` without one. */
export function asked(words) {
  const all = sentences(words);
  const last = all.at(-1) ?? "";
  return last.endsWith("?") ? [all.slice(0, -1).join("").trim(), last] : ["", words];
}

/** Words without the thanks and the way to the window, which a board shows in its own words by then. */
export function withoutFarewell(words) {
  return sentences(words).filter((sentence) => !FAREWELLS.some((farewell) => farewell.test(sentence))).join("").trim();
}

const FAREWELLS = [/^thank(s| you)\b[^,;:]*$/i, /^(please |you can )?pull (forward|ahead|up)\b/i];

const sentences = (words) =>
  Array.from(new Intl.Segmenter("en", { granularity: "sentence" }).segment(words), ({ segment }) => segment);

/** What a screen reader says of a turn. */
export function turnWords({ say, diffs, order, handoff }, before, menu) {
  if (say) return say.text;
  const changes = diffs.map(({ op, line_id: id }) => {
    const line = [...order.lines, ...(before?.lines ?? [])].find((one) => one.line_id === id);
    return line ? `${diffName(op)}: ${lineWords(line, menu)}.` : "";
  });
  return changes.join(" ") || (handoff ? "A team member is speaking with you." : "");
}

/** The order with what a yes would change marked: `{view, marks}`, with the totals as they would be. */
export function proposedOrder({ order, proposal }) {
  const marks = new Map();
  const then = new Map(proposal.lines.map((line) => [line.line_id, line]));
  const lines = order.lines.map((line) => {
    const other = then.get(line.line_id);
    then.delete(line.line_id);
    if (!other) marks.set(line.line_id, "remove");
    else if (JSON.stringify(other) !== JSON.stringify(line)) marks.set(line.line_id, "change");
    return other ?? line;
  });
  for (const id of then.keys()) marks.set(id, "add");
  return { view: { ...proposal, lines: [...lines, ...then.values()] }, marks };
}

/** The line that is talked about, while lines are talked about. */
export function lineAbout({ state, question, order }) {
  if (question?.line_id) return question.line_id;
  return state === "ordering" || state === "thinking" || state === "clarifying" ? order.referent : null;
}

/** What the two buttons say, where a yes or a no is an answer: `{yes, no, isChange}`, else null. */
export function answers({ state, question, order, proposal, offer, handoff }, menu) {
  const kind = question?.kind;
  if (kind === "payment_retry") return { yes: "Yes, try again", no: "No, I’ll pay at the window" };
  const adds = proposal && order.lines.every((line) => proposal.lines.some((then) => JSON.stringify(then) === JSON.stringify(line)));
  if (adds) return { yes: "Yes, that’s right", no: "No, leave it out" };
  if (proposal || kind === "confirm_change") return { yes: "Yes, change it", no: "No, keep my order" };
  if (kind === "replacement" && question.candidates.length === 1) {
    return { yes: `Yes, ${itemName(question.candidates[0], menu)}`, no: "No, take it off" };
  }
  if (state === "confirming") return { yes: "Yes, that’s right", no: "No, change something", isChange: true };
  // In ordering a "no" to an offer is a "that's it", spoken or touched.
  if (offer && !handoff) return { yes: "Yes, please", no: state === "ordering" ? "No, that’s all" : "No, thanks" };
  return null;
}

/** The answers to the open question, or to the oldest that still waits, where there are several: `{id, name}` each. */
export function choices({ question, open, order }, menu) {
  const asked = question ?? open?.[0];
  const candidates = asked?.candidates ?? [];
  return candidates.length < 2 ? [] : candidates.map((id) => ({ id, name: candidateName(id, asked, order, menu) }));
}

/** What else waits for an answer, after the question that is open: a short line each. */
export function waiting({ question, open = [] }) {
  return open.slice(question ? 1 : 0).map(({ kind, text }) => `${questionName(kind)}${text && ` for ${text}`}`);
}

/** What an answer lists, where it is more than is spoken: `{id, name, price, isLeast}` each, `isLeast` where sizes cost more. */
export function listed({ facts = [] }, menu) {
  const list = facts.find(({ fact, things }) => fact === "list" && things.length > SPOKEN_MAX);
  return list ? list.things.map((thing) => listedThing(thing, menu)) : [];
}

/** How many things of a list are spoken at once. */
const SPOKEN_MAX = 3;

function listedThing({ kind, item, combo, category, group, modifier, size }, menu) {
  const of = (list, id) => list?.find((one) => one.id === id);
  const found = {
    item: () => of(menu?.items, item),
    combo: () => of(menu?.combos, combo),
    category: () => of(menu?.categories, category),
    group: () => of(menu?.modifier_groups, group),
    modifier: () => of(of(menu?.modifier_groups, group)?.modifiers, modifier),
  }[kind]?.();
  const id = modifier ?? group ?? category ?? combo ?? item ?? "";
  const sizes = found?.sizes ?? [];
  const sized = of(sizes, size ?? found?.default_size);
  const least = sizes.map(({ price }) => price).sort((one, other) => one - other)[0];
  const price = kind === "item" || kind === "combo" ? (sized?.price ?? found?.price ?? least ?? null) : null;
  return { id, name: found?.name ?? inWords(id), price, isLeast: !sized && sizes.length > 1 };
}

/** What is offered: its name and, where it is known, its price. Nothing, once a person speaks. */
export function offered({ offer, handoff }, menu) {
  if (!offer || handoff) return null;
  const id = offer.item ?? offer.combo;
  const found = (offer.item ? menu?.items : menu?.combos)?.find((one) => one.id === id);
  const size = found?.sizes?.find((one) => one.id === found.default_size);
  return { name: itemName(id, menu), price: offer.item ? (found?.price ?? size?.price) : null };
}
