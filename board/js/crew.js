// The crew's console: every lane of a drive-thru, what needs a person, its tickets and what is on the menu.

import {
  html, render, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from "/assets/js/html.js";
import { announce, Frame } from "/assets/js/frame.js";
import { handoffReason, stateName } from "/assets/js/words.js";
import { AlertList } from "/assets/js/crew/alert-list.js";
import { alertsOf } from "/assets/js/crew/alerts.js";
import { serviceNow } from "/assets/js/crew/clock.js";
import { Floor } from "/assets/js/crew/floor.js";
import { Hands, thenMove } from "/assets/js/crew/hand.js";
import { Items } from "/assets/js/crew/items.js";
import { LaneCard, cardId } from "/assets/js/crew/lane-card.js";
import { useMedia, WIDE } from "/assets/js/media.js";
import { useRedraw } from "/assets/js/crew/memo.js";
import { SoundSwitch } from "/assets/js/crew/sound.js";
import { Panel, Tabs } from "/assets/js/crew/tabs.js";
import { ALL, FILTER, TicketList, TROUBLED, ticketHeading } from "/assets/js/crew/ticket-list.js";
import { WebhookTest } from "/assets/js/crew/webhook-test.js";

/** Alerts that come and go with time alone are looked at this often. */
const LOOK_EVERY_MS = 10_000;
/** The most alerts that are shown. */
const ALERTS_MAX = 20;
/** How many alerts that were put away are remembered. */
const SEEN_MAX = 100;

const NO_LANES = "No car has been here yet. A lane shows up with its first car.";

const driveThru = decodeURIComponent(location.pathname.split("/")[2]);

function Crew() {
  const floor = useFloor();
  const hands = useMemo(() => new Hands(driveThru), []);
  const wide = useMedia(WIDE);
  const [tab, setTab] = useState("lanes");
  const [filter, setFilter] = useState(ALL);
  const [open, setOpen] = useState(new Set());
  const [seen, setSeen] = useState(new Set());
  const goTo = useGoTo();
  const does = useMemo(() => deeds({ floor, hands, goTo, setTab, setFilter, setOpen, setSeen }), []);

  const { lanes, tickets, menu, lost } = floor;
  // A ticket alone does not tell whether its car is still there.
  const known = floor.ready ? { lanes, tickets } : { lanes: [], tickets: [] };
  const alerts = alertsOf({ ...known, lost, now: serviceNow() }).filter(({ key }) => !seen.has(key));
  const ticketOf = (turn) =>
    tickets.find(({ ticket_id }) => ticket_id === turn?.ticket?.ticket_id) ?? turn?.ticket ?? null;
  const urgent = new Set(alerts.filter(({ grave, lane }) => grave && lane).map(({ lane }) => lane));

  const troubled = alerts.reduce((count, { ticketIds = [] }) => count + ticketIds.length, 0);
  const off = menu?.items.filter((item) => item.available === false).length ?? 0;
  const tabs = [
    ...(wide ? [] : [{ id: "lanes", name: "Lanes", count: urgent.size, grave: true }]),
    { id: "tickets", name: "Tickets", count: troubled, grave: true },
    { id: "items", name: "Items", count: off },
  ];
  const chosen = wide && tab === "lanes" ? "tickets" : tab;

  const tabList = html`<${Tabs} key="tabs" label="Sections" tabs=${tabs} chosen=${chosen} onChoose=${setTab} />`;
  const lanesSection = html`
    <${Panel} key="lanes" id="lanes" chosen=${wide ? "lanes" : chosen} alone=${wide}>
      <h2 class=${wide ? "" : "hidden"}>Lanes</h2>
      ${lanes.length === 0 && html`<p class="crew-none">${floor.ready ? NO_LANES : "The lanes are being read."}</p>`}
      <div class="crew-lanes">
        ${lanes.map(
          ({ lane, turn, story }) => html`
            <${LaneCard}
              key=${lane}
              ...${{ driveThru, lane, turn, story, menu, does }}
              ticket=${ticketOf(turn)}
              urgent=${urgent.has(lane)}
            />
          `,
        )}
      </div>
    </${Panel}>
  `;

  return html`
    <${Frame}
      title=${`Crew of ${driveThru}`}
      page="crew"
      driveThru=${driveThru}
      online=${floor.online}
      tools=${html`<${SoundSwitch} />`}
    >
      <${AlertList} alerts=${alerts.slice(0, ALERTS_MAX)} ...${{ announce, does }} />
      <div class=${wide ? "crew is-wide" : "crew"}>
        ${wide ? [lanesSection, tabList] : [tabList, lanesSection]}
        <${Panel} key="tickets" id="tickets" chosen=${chosen}>
          <${TicketList} ...${{ tickets, menu, filter, open, does }} />
          <${WebhookTest} driveThru=${driveThru} />
        </${Panel}>
        <${Panel} key="items" id="items" chosen=${chosen}>
          <${Items} ...${{ driveThru, menu, does }} isShown=${chosen === "items"} />
        </${Panel}>
      </div>
    </${Frame}>
  `;
}

/** What can be done on the page. It stays the same while the page is there, so that nothing is drawn again because of it. */
function deeds({ floor, hands, goTo, setTab, setFilter, setOpen, setSeen }) {
  const send = (lane, session_id, event) => hands.send(lane, { ...event, session_id });
  const unfold = (id, isOpen) =>
    setOpen((were) => {
      if (were.has(id) === isOpen) return were;
      const are = new Set(were);
      if (isOpen) are.add(id);
      else are.delete(id);
      return are;
    });
  const go = ({ lane, ticketIds }) => {
    setTab(ticketIds ? "tickets" : "lanes");
    if (ticketIds) setFilter(ticketIds.length > 1 ? TROUBLED : ALL);
    if (ticketIds?.length === 1) unfold(ticketIds[0], true);
    goTo(ticketIds ? ticketHeading(ticketIds[0]) : cardId(lane));
  };
  return {
    /** Sends an event to a lane, for the car of that session. */
    send,
    /** Takes a lane over, or gives it back. The control for it is gone then, so the focus goes to the lane. */
    keep: (lane, session_id, act) =>
      thenMove(() => send(lane, session_id, { type: "crew", act }), () => go({ lane })),
    /** Shows what an alert is about. */
    go,
    /** Puts an alert away. */
    see: (key) => setSeen((were) => new Set([...were, key].slice(-SEEN_MAX))),
    /** Shows the story of a ticket, or no longer. */
    unfold,
    filter: setFilter,
    /** Takes what a call has answered about a ticket, and gives it. */
    answered: (ticket) => floor.answered(ticket),
    /** Goes to a ticket: what was touched for it may be gone, or the ticket from the list. */
    goToTicket: ({ ticket_id }) => goTo(ticketHeading(ticket_id), FILTER),
    readTickets: (status) => floor.readTickets(status),
    readMenu: () => floor.readMenu(),
  };
}

/** The drive-thru, drawn again when anything changes, and told to those who listen when a lane changes its state. */
function useFloor() {
  const floor = useMemo(() => new Floor(driveThru), []);
  const redraw = useRedraw();
  useEffect(() => {
    const tell = ({ detail: { turn, before } }) => {
      const news = [];
      if (turn.state !== before?.state) news.push(stateName(turn.state));
      if (turn.handoff?.reason === "crew" && before?.handoff?.reason !== "crew") news.push(handoffReason("crew"));
      if (before?.handoff && !turn.handoff && turn.state !== "idle") news.push("The service has it again");
      if (news.length > 0) announce(`Lane ${turn.lane}: ${news.join(". ")}.`);
    };
    floor.addEventListener("change", redraw);
    floor.addEventListener("turn", tell);
    floor.start();
    const timer = setInterval(redraw, LOOK_EVERY_MS);
    return () => {
      clearInterval(timer);
      floor.stop();
    };
  }, []);
  return floor;
}

/** Brings the first of some elements that there is into view and gives it the focus, once all is drawn. */
function useGoTo() {
  const wanted = useRef([]);
  const [, redraw] = useReducer((count) => count + 1, 0);
  useLayoutEffect(() => {
    const target = wanted.current.map((id) => document.getElementById(id)).find((element) => element !== null);
    wanted.current = [];
    if (!target) return;
    target.scrollIntoView({ block: "center" });
    target.focus({ preventScroll: true });
  });
  return useCallback((...ids) => {
    wanted.current = ids;
    redraw();
  }, []);
}

render(html`<${Crew} />`, document.getElementById("app"));
