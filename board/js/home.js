// The way in: the pages of a drive-thru, and the lanes that it has.

import { get, NAME, NAME_WORDS, paths } from "/assets/js/api.js";
import { Frame } from "/assets/js/frame.js";
import { html, render, useEffect, useState } from "/assets/js/html.js";
import { money } from "/assets/js/order.js";
import { useMenu } from "/assets/js/use.js";
import { handoffReason, stateName } from "/assets/js/words.js";

/** How often the lanes are read again. */
const READ_MS = 3_000;
const IS_NAME = new RegExp(`^${NAME}$`);

/** Lane 2 comes before lane 10. */
const BY_NUMBER = new Intl.Collator("en", { numeric: true });

const PAGES = [
  {
    name: "Order board",
    about: "What the customer sees: the order as it grows, what was said, two big buttons at the summary.",
    to: paths.boardPage,
    icon: ["M4 4h16v12H4z", "M8 8h5M8 12h8M12 16v4M8 20h8"],
  },
  {
    name: "Crew console",
    about: "Every lane at a glance. Step in, change an order, give the lane back, take items off, look after tickets.",
    to: paths.crewPage,
    icon: ["M4 13a8 8 0 0116 0", "M4 13v4h3v-5H4M20 13v4h-3v-5h3M20 17c0 3-3 4-6 4"],
  },
  {
    name: "Lane simulator",
    about: "A lane to try without a car: by text, touch or voice, with the machine’s picture beside it.",
    to: paths.simPage,
    icon: ["M3 15l2-6h11l4 6v3H3z", "M7 20a2 2 0 100-4 2 2 0 000 4zM17 20a2 2 0 100-4 2 2 0 000 4z"],
  },
  {
    name: "House rules",
    about: "What changes without a release: what can be had, offers, prices, questions. Tried on recorded visits first.",
    to: paths.rulesPage,
    icon: ["M5 4h14v16H5z", "M8 9l1.5 1.5L12 8M8 15l1.5 1.5L12 14M14 9.5h3M14 15.5h3"],
  },
];

function Home() {
  const [driveThru, setDriveThru] = useState("demo");
  const [lane, setLane] = useState("1");
  const isGood = IS_NAME.test(driveThru) && IS_NAME.test(lane);
  const field = (label, value, set) => html`<label class="field-label">${label}
    <input class="field" value=${value} pattern=${NAME} maxlength="64" required autocomplete="off" spellcheck=${false}
      aria-describedby=${isGood ? null : "name-help"} onInput=${({ currentTarget }) => set(currentTarget.value.trim())} />
  </label>`;
  const place = isGood ? { driveThru, lane } : {};
  return html`<${Frame} title="Drive-thru orders" page="home" ...${place}>
    <div class="home">
      <section class="home-hero" aria-labelledby="home-title">
        <h1 id="home-title">Orders, taken as they are spoken</h1>
        <p>Carhop listens to a lane, keeps the order, asks what is missing, and sends the ticket to the kitchen once the
          customer has said yes. These pages show what it stored.</p>
        <form class="home-where" onSubmit=${(event) => event.preventDefault()}>
          ${field("Drive-thru", driveThru, setDriveThru)}
          ${field("Lane", lane, setLane)}
          ${!isGood && html`<p class="is-bad" id="name-help" role="status">
            Use ${NAME_WORDS}.
          </p>`}
        </form>
      </section>
      <nav class="home-pages" aria-label="Pages of the drive-thru">
        ${PAGES.map(({ name, about, to, icon }) => {
          const path = isGood ? to(driveThru, lane) : null;
          return html`<a class="home-page" key=${name} href=${path} aria-disabled=${path ? null : "true"}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              ${icon.map((line) => html`<path key=${line} d=${line} />`)}
            </svg>
            <h2>${name}</h2>
            <p>${about}</p>
            <span class="home-go">${path ?? "…"}</span>
          </a>`;
        })}
      </nav>
      ${isGood && html`<${Lanes} driveThru=${driveThru} />`}
      <p class="home-more">
        ${isGood && html`<a href=${paths.lanePage(driveThru, lane)}>A lane that listens and speaks</a>`}
        <a href=${paths.docsPage()}>The calls, to read and to try</a>
        <a href="/openapi.json">The calls (OpenAPI)</a>
        <a href="/asyncapi.json">The live interface (AsyncAPI)</a>
        <a href="/metrics">Metrics</a>
      </p>
    </div>
  </${Frame}>`;
}

function Lanes({ driveThru }) {
  const { lanes, trouble } = useLanes(driveThru);
  return html`<section class="home-lanes" aria-labelledby="lanes-title">
    <h2 id="lanes-title">Lanes of ${driveThru}</h2>
    ${trouble && html`<p class="note is-warn" role="status">${trouble} Trying again.</p>`}
    ${lanes?.length === 0 && html`<p class="quiet">No lane was used yet. Open the simulator, and let a car arrive.</p>`}
    ${lanes?.length > 0 && html`<${LaneTable} key=${driveThru} driveThru=${driveThru} lanes=${lanes} />`}
  </section>`;
}

function LaneTable({ driveThru, lanes }) {
  // The list of lanes does not say in what money.
  const currency = useMenu(driveThru)?.currency;
  return html`<div class="card table-wrap" tabindex="0" role="region" aria-label="Table of lanes">
    <table>
      <thead><tr>
        <th scope="col">Lane</th>
        <th scope="col">State</th>
        <th scope="col" class="number">Total</th>
        <th scope="col">Session</th>
      </tr></thead>
      <tbody>${lanes.map((line) => html`<${LaneRow}
        key=${line.lane} driveThru=${driveThru} line=${line} currency=${currency} />`)}</tbody>
    </table>
  </div>`;
}

function LaneRow({ driveThru, line: { lane, state, total, handoff, session_id: session }, currency }) {
  return html`<tr>
    <td><a href=${paths.boardPage(driveThru, lane)}>Lane ${lane}</a></td>
    <td>${stateName(state)}${handoff && html` <span class="badge is-warn">${handoffReason(handoff)}</span>`}</td>
    <td class="number">${total && currency ? money(total, currency) : (total ?? "–")}</td>
    <td>${session
      ? html`<a href=${paths.sessionPage(session)} aria-label=${`Timeline of lane ${lane}`}>Timeline</a>` : "–"}</td>
  </tr>`;
}

/** The lanes of a drive-thru, read again and again; `trouble` while that does not work. */
function useLanes(driveThru) {
  const [known, setKnown] = useState({ lanes: null, trouble: null });
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    setKnown({ lanes: null, trouble: null });
    const read = async () => {
      try {
        const { lanes } = await get(paths.lanes(driveThru));
        lanes.sort((one, other) => BY_NUMBER.compare(one.lane, other.lane));
        if (!isOver) setKnown({ lanes, trouble: null });
      } catch (error) {
        if (!isOver) setKnown((before) => ({ ...before, trouble: error.message }));
      }
      if (!isOver) timer = setTimeout(read, READ_MS);
    };
    read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [driveThru]);
  return known;
}

render(html`<${Home} />`, document.getElementById("app"));
