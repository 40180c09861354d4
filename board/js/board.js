// The order confirmation board: what the service stored of one lane, for a driver to read through the window.

import { paths } from "/assets/js/api.js";
import { html, render, useEffect, useLayoutEffect, useMemo, useRef, useState } from "/assets/js/html.js";
import { announce, Announcer, Connection, ThemePicker } from "/assets/js/frame.js";
import { changedOrder, money, Order, Totals } from "/assets/js/order.js";
import { pressOnce, useBriefly, useSettled, useTap } from "/assets/js/touch.js";
import { useLane, useMenu, useRead } from "/assets/js/use.js";
import {
  answers, asked, choices, lineAbout, listed, next, NO_STORY, offered, proposedOrder, turnWords, waiting, withoutFarewell,
} from "/assets/js/board/story.js";
import { TouchMenu } from "/assets/js/board/touch-menu.js";
import { Welcome } from "/assets/js/board/welcome.js";

/** How long a line that is gone is still shown. */
const GONE_MS = 4_000;
/** How long a car is thanked after its session. */
const THANKS_MS = 20_000;
/** How often the menu is read again while a free lane shows it. */
const MENU_MS = 30_000;
/** Longer texts than that are set smaller, in characters. */
const SAID_CHARS_LONG = 140;
const ASKED_CHARS_LONG = 60;
/** How large the lines are set: as large as they fit, and then they scroll. */
const DENSITIES = ["roomy", "even", "dense", "columns", "small"];

/** A line is cut where so much of it is out of sight, in pixels. */
const CUT_PX_MIN = 4;

const [, , driveThru, lane] = location.pathname.split("/").map(decodeURIComponent);

function Board() {
  const link = useLane(driveThru, lane);
  const story = useStory(link);
  const { turn } = story;
  const isFree = !turn || turn.state === "idle";
  const menu = useMenu(driveThru, { version: turn?.session_id, everyMs: isFree ? MENU_MS : null });
  const isThanked = useThanks(turn);
  const name = menu?.name ?? "Your order";
  useAnnounced(link, menu);
  useEffect(() => {
    document.title = `${name} · Lane ${lane}`;
  }, [name]);
  return html`
    <div class="board">
      <header class="board-head">
        <h1 class="board-name" title=${name}>${name}</h1>
        <p class="board-lane">Lane ${lane}</p>
        <${Connection} online=${link.online} />
        <${ThemePicker} />
      </header>
      ${!isFree || isThanked
        ? html`<${Visit} key=${turn.session_id} link=${link} story=${story} menu=${menu} />`
        : html`<${Welcome} menu=${menu} online=${link.online} problem=${link.problem} />`}
    </div>
    <${Announcer} />`;
}

/** A car's visit, from its welcome to its thanks. */
function Visit({ link, story, menu }) {
  const { turn, before } = story;
  const isGoneShown = useBriefly(`${turn.session_id} ${turn.turn}`, GONE_MS);
  const { view, marks } = useMemo(
    () => (turn.proposal ? proposedOrder(turn) : changedOrder(turn, isGoneShown ? before : null)),
    [turn, before, isGoneShown],
  );
  const isOver = turn.state === "closing" || turn.state === "idle";
  return html`<main class=${`board-main ${isOver ? "is-over" : ""}`}>
    <section class="board-talk" aria-label="What was said">
      ${isOver && html`<${Thanks} turn=${turn} />`}
      <${Caption} link=${link} story=${story} isOver=${isOver} />
      <${Choices} link=${link} turn=${turn} menu=${menu} />
      <${Later} turn=${turn} />
      <${Listed} turn=${turn} menu=${menu} />
      <${Offer} turn=${turn} menu=${menu} />
    </section>
    <section class="board-order" aria-labelledby="order-title">
      <div class="board-order-head">
        <h2 id="order-title">${turn.proposal ? "As it would be" : "Your order"}</h2>
        ${view.lines.length > 0 && html`<p class="board-count">${countWords(turn.proposal ?? turn.order)}</p>`}
        ${menu && !isOver && html`<${TouchMenu} key=${turn.session_id} menu=${menu} link=${link} turn=${turn} />`}
      </div>
      ${turn.proposal && html`<p class="board-proposal">Nothing is changed yet. Say yes to make it so.</p>`}
      ${view.lines.length
        ? html`<${Lines} turn=${turn} view=${view} marks=${marks} menu=${menu} />`
        : html`<p class="board-empty">What you order appears here.</p>`}
      ${view.lines.length > 0 && html`<${Totals} view=${view} label=${turn.proposal ? "Total then" : "Total"} />`}
    </section>
    <${Answers} link=${link} turn=${turn} menu=${menu} />
  </main>`;
}

const countWords = ({ lines }) => {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  return count === 1 ? "1 item" : `${count || "No"} items`;
};

/** What was said last, by the service and to it. What is asked stands out; the rest is above it. */
function Caption({ link, story, isOver }) {
  const { turn, heard } = story;
  const say = useSaid(story);
  // That a team member comes is what the banner says already.
  const isPersonSaid = turn.handoff && say?.kind === "hand_off";
  const words = link.holding?.text ?? (isPersonSaid ? null : say?.text) ?? "";
  const rest = isOver ? withoutFarewell(words) : words;
  return html`
    ${heard && !isOver && !link.holding && html`<p class="board-heard">
      <span class="board-who">${heard.who === "crew" ? "Team member" : "You"}</span>
      <span>${heard.isSpoken ? `“${heard.text}”` : heard.text}</span>
    </p>`}
    ${turn.handoff && html`<p class="board-person"><${Icon} name="person" />${personWords(turn.handoff)}</p>`}
    ${rest !== words
      ? html`<${Farewell} words=${words} rest=${rest} />`
      : words && html`<${Say} words=${words} isHolding=${Boolean(link.holding)} />`}`;
}

/** The big words give the thanks and the way, so only the rest is seen. A screen reader has what was said whole. */
function Farewell({ words, rest }) {
  return html`<p class="hidden">${words}</p>
    ${rest && html`<p class="board-say" aria-hidden="true"><span class="board-asked">${rest}</span></p>`}`;
}

function Say({ words, isHolding }) {
  const [first, last] = asked(words);
  const isLong = first.length > SAID_CHARS_LONG;
  const size = last.length > ASKED_CHARS_LONG ? "is-long" : "";
  return html`<p class=${`board-say ${isHolding ? "is-holding" : ""}`}>
    ${first && html`<span class=${`board-said ${isLong ? "is-long" : ""}`} tabindex=${isLong ? "0" : null}>
      ${first}
    </span>`}
    ${first && " "}
    <span class=${`board-asked ${size}`}>${last}</span>
  </p>`;
}

const personWords = ({ reason }) =>
  (reason === "crew" ? "A team member is speaking with you." : "A team member takes over. Just talk to them.");

/** What answers the open question, to say or to touch. */
function Choices({ link, turn, menu }) {
  const offered = choices(turn, menu);
  const [tap, { pressed, isReady, trouble }] = useTap(link, turn, offered.map(({ id }) => id).join(" "));
  if (!offered.length) return null;
  return html`<div class="board-choices">
    <p id="choices-title">Say it or touch it</p>
    <ul aria-labelledby="choices-title">
      ${offered.map(({ id, name }) => html`<li key=${id}>
        <button type="button" class=${`board-choice ${pressed === id ? "is-pressed" : ""}`}
          aria-disabled=${isReady ? null : "true"} onKeyDown=${pressOnce}
          onClick=${() => tap(id, { act: "choose", candidate: id })}>${name}</button>
      </li>`)}
    </ul>
    ${trouble && html`<p class="board-trouble" role="status">${trouble}</p>`}
  </div>`;
}

/** What is asked after that, so that nobody thinks it is forgotten. */
function Later({ turn }) {
  const later = waiting(turn);
  return later.length > 0 && html`<p class="board-later"><span>Then:</span> ${later.join(", ")}</p>`;
}

/** What an answer lists beyond what was spoken. */
function Listed({ turn, menu }) {
  const things = listed(turn, menu);
  return things.length > 0 && html`<ul class="board-listed" aria-label="What there is" tabindex="0">
    ${things.map(({ id, name, price, isLeast }) => html`<li key=${id}>
      <span>${name}</span>
      ${price && html`<span class="board-listed-price">${isLeast && "from "}${money(price, turn.order.currency)}</span>`}
    </li>`)}
  </ul>`;
}

function Offer({ turn, menu }) {
  const offer = offered(turn, menu);
  // A list needs the room: what is offered is said, and on the button.
  if (!offer || listed(turn, menu).length) return null;
  return html`<p class="board-offer">
    <span class="board-offer-mark">Only if you like</span>
    <span class="board-offer-name">${offer.name}</span>
    ${offer.price && html`<span class="board-offer-price">${money(offer.price, turn.order.currency)}</span>`}
  </p>`;
}

function Thanks({ turn }) {
  const { ticket } = turn;
  // Once its ticket is known, the order goes by a number.
  const number = useRead(ticket && paths.ticket(ticket.ticket_id))?.order_number;
  return html`<div class="board-thanks">
    <p class="board-thanks-words">Thank you!</p>
    ${number && html`<p class="board-number"><span>Order</span> <b>${number}</b></p>`}
    <p class="board-forward"><${Icon} name="forward" />${ticket?.payment === "window"
      ? "Please pull forward and pay at the window" : "Please pull forward to the window"}</p>
  </div>`;
}

/** The lines, scrolled to the one that matters, with a word on those that are out of sight. */
function Lines({ turn, view, marks, menu }) {
  const box = useRef(null);
  const about = lineAbout(turn);
  const target = about ?? [...marks.keys()].at(-1);
  // The summary is read from its start.
  const isRead = turn.state === "confirming" && !turn.proposal && !marks.size;
  const [above, below] = useFitting(box, view, isRead ? null : target);
  const classes = ["board-lines", turn.proposal && "is-proposed", above && "has-above", below && "has-below"];
  const labels = turn.proposal ? wouldName : undefined;
  return html`<div class="board-lines-frame">
    <div class=${classes.filter(Boolean).join(" ")} ref=${box}
      tabindex="0" role="region" aria-label="Lines of your order">
      <${Order} view=${view} changed=${marks} about=${about} menu=${menu} labels=${labels} />
    </div>
    ${above > 0 && html`<p class="board-more is-above" aria-hidden="true">↑ ${above} more</p>`}
    ${below > 0 && html`<p class="board-more is-below" aria-hidden="true">↓ ${below} more</p>`}
  </div>`;
}

const wouldName = (op) => ({ add: "Would be added", change: "Would change", remove: "Would go" })[op];

/** The two big buttons. A touch goes the way of a spoken yes or no, and shows as pressed until its turn is there. */
function Answers({ link, turn, menu }) {
  const texts = answers(turn, menu);
  const [tap, { pressed, isReady, trouble }] = useTap(link, turn, texts?.yes ?? "");
  if (!texts && !pressed && !trouble) return null;
  const button = (act, look, icon, text) => html`<button type="button"
    class=${`board-button ${look} ${pressed === act ? "is-pressed" : ""}`} aria-disabled=${isReady ? null : "true"}
    aria-busy=${pressed === act ? "true" : null} onKeyDown=${pressOnce} onClick=${() => tap(act, { act })}>
    <${Icon} name=${icon} /><span>${text}</span>
  </button>`;
  const isWaiting = !pressed && (!link.online || link.holding);
  return html`<section class=${`board-answers ${isWaiting ? "is-waiting" : ""}`} aria-label="Answer by touch">
    ${texts && html`
      ${button("confirm", "is-yes", "yes", texts.yes)}
      ${button("deny", "is-no", texts.isChange ? "change" : "no", texts.no)}`}
    <p class="board-trouble" role="status">${trouble ?? (link.online ? "" : "One moment. We are reconnecting.")}</p>
  </section>`;
}

const ICONS = {
  yes: "M4 13l5 5L20 6",
  no: "M6 6l12 12M18 6L6 18",
  change: "M4 20l1-5L16 4l4 4L9 19z",
  forward: "M12 20V5M5 11l7-7 7 7",
  person: "M12 12a4 4 0 100-8 4 4 0 000 8zM4 21c0-5 4-7 8-7s8 2 8 7",
};

function Icon({ name }) {
  return html`<svg class="board-icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;
}

/** The lane's story, turn by turn: no turn is skipped, whatever is drawn. */
function useStory(link) {
  const [story, setStory] = useState(NO_STORY);
  useEffect(() => {
    const take = () => {
      const { turn, event } = link;
      setStory((story) => (story.turn === turn && story.event === event ? story : next(story, turn, event)));
    };
    link.addEventListener("turn", take);
    link.addEventListener("change", take);
    return () => {
      link.removeEventListener("turn", take);
      link.removeEventListener("change", take);
    };
  }, [link]);
  return story;
}

/** Has each turn announced once. */
function useAnnounced(link, menu) {
  const latest = useRef(menu);
  latest.current = menu;
  useEffect(() => {
    let before = null;
    const tell = ({ detail: { turn } }) => {
      announce(turnWords(turn, before?.session_id === turn.session_id ? before.order : null, latest.current));
      before = turn;
    };
    link.addEventListener("turn", tell);
    return () => link.removeEventListener("turn", tell);
  }, [link]);
}

/** Whether a session that ended well ended just now: the page saw it on, or the clocks say so. */
function useThanks(turn) {
  const seen = useRef(null);
  if (turn && turn.state !== "idle") seen.current = turn.session_id;
  const isServed = turn?.state === "idle" && turn.ticket && turn.order.status !== "open";
  const isRecent = isServed && Math.abs(Date.now() - Date.parse(turn.at)) < 10 * THANKS_MS;
  const isNew = isServed && (seen.current === turn.session_id || isRecent);
  return useBriefly(isNew ? turn.session_id : "", THANKS_MS);
}

/** What the service said last. Before the page was there only the audit log knows. */
function useSaid({ turn, say }) {
  const isMissed = !say && turn.turn > 1;
  const log = useRead(isMissed && paths.audit(turn.session_id));
  return say ?? log?.entries.findLast((entry) => entry.turn.say)?.turn.say ?? null;
}

/**
 * Sets the lines as large as they fit, scrolls to the one that matters, to the start without one, and counts those that
 * are cut or out of sight above and below.
 */
function useFitting(box, view, target) {
  const [counts, setCounts] = useState([0, 0]);
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const element = box.current;
    const count = () => {
      const { top, bottom } = element.getBoundingClientRect();
      const lines = [...element.querySelectorAll(".line")].map((line) => line.getBoundingClientRect());
      const above = lines.filter((line) => line.top < top - CUT_PX_MIN).length;
      const below = lines.filter((line) => line.bottom > bottom + CUT_PX_MIN).length;
      setCounts((before) => (before[0] === above && before[1] === below ? before : [above, below]));
    };
    const fit = (behavior) => {
      for (const density of DENSITIES) {
        element.dataset.density = density;
        if (element.scrollHeight <= element.clientHeight) break;
      }
      const line = target && element.querySelector(`[data-line="${CSS.escape(target)}"]`);
      if (line) line.scrollIntoView({ block: "nearest", behavior });
      else element.scrollTo({ top: 0, behavior });
      count();
    };
    fit(isFirst.current ? "instant" : "auto");
    isFirst.current = false;
    let size = `${element.clientWidth} ${element.clientHeight}`;
    const resized = new ResizeObserver(() => {
      const now = `${element.clientWidth} ${element.clientHeight}`;
      if (now === size) return;
      size = now;
      fit("instant");
    });
    resized.observe(element);
    element.addEventListener("scroll", count, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener("scroll", count);
    };
  }, [view, target]);
  return counts;
}

render(html`<${Board} />`, document.getElementById("app"));
