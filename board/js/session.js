// The timeline of a session: every turn as its audit log has it.

import { paths } from "/assets/js/api.js";
import { announce, Frame } from "/assets/js/frame.js";
import { html, render, useEffect, useRef, useState } from "/assets/js/html.js";
import { RowsTaken, useMachine } from "/assets/js/machine.js";
import { money } from "/assets/js/order.js";
import { useMenu } from "/assets/js/use.js";
import { endName, inWords, said } from "/assets/js/words.js";
import { save } from "/assets/js/session/download.js";
import { useLog } from "/assets/js/session/log.js";
import { Scrubber } from "/assets/js/session/scrubber.js";
import { Step } from "/assets/js/session/step.js";
import { Strip, Timeline, timesOf } from "/assets/js/session/timeline.js";
import { clock, duration, moment } from "/assets/js/session/times.js";

const session = decodeURIComponent(location.pathname.split("/")[2] ?? "");

/** How often the address is written; browsers refuse more than a few hundred times a minute. */
const ADDRESS_MS_MIN = 300;

const NO_SESSION = "Look at the address: the service has never had this session, or keeps it no longer.";

function Page() {
  const [isFollowing, setFollowing] = useState(true);
  const { log, problem, read, online } = useLog(session, isFollowing);
  const { machine, problem: noMachine } = useMachine(log?.drive_thru);
  const menu = useMenu(log?.drive_thru);
  const place = { driveThru: log?.drive_thru, lane: log?.lane };
  return html`
    <${Frame} title="Session" page="session" ...${place} online=${online}>
      ${problem && html`<${Problem} problem=${problem} read=${read} />`}
      ${log && noMachine && html`<p class="note is-bad" role="alert">The machine's table cannot be read: ${noMachine}</p>`}
      ${!log && !problem && html`<p class="quiet">The session is being read.</p>`}
      ${log?.entries.length === 0 && html`<p class="note">Nothing has happened in this session.</p>`}
      ${log?.entries.length > 0 &&
      html`<${Session} log=${log} machine=${machine} menu=${menu} read=${read}
        isFollowing=${isFollowing} setFollowing=${setFollowing} />`}
    <//>
  `;
}

function Session({ log, machine, menu, read, isFollowing, setFollowing }) {
  const { entries, end } = log;
  const [current, go] = useStep(entries, isFollowing, end === null);
  return html`
    <div class="session">
      <${Head} log=${log} read=${read} isFollowing=${isFollowing} setFollowing=${setFollowing} />
      <section class="card scrub" aria-label="Time">
        <${Strip} entries=${entries} current=${current} />
        <${Scrubber} entries=${entries} current=${current} onGo=${go} />
      </section>
      <section class="card turns" aria-labelledby="turns-title">
        <h2 id="turns-title">Timeline</h2>
        <${Timeline} entries=${entries} current=${current} onPick=${go} />
      </section>
      <${Step} entries=${entries} current=${current} machine=${machine} menu=${menu} />
      <section class="card stack step-rows" aria-labelledby="rows-title">
        <h2 id="rows-title">The table in this session</h2>
        <${RowsTaken} machine=${machine} entries=${entries} />
      </section>
    </div>
  `;
}

function Head({ log, read, isFollowing, setFollowing }) {
  const [problem, setProblem] = useState(null);
  const [first, last] = [log.entries[0], log.entries.at(-1)];
  const { order, ticket } = last.turn;
  const facts = [
    ["Drive-thru", log.drive_thru],
    ["Lane", log.lane],
    ["Started", moment(first.at)],
    [log.end === null ? "Last turn" : "Ended", clock(last.at)],
    ["Length", duration(timesOf(log.entries).at(-1))],
    ["How it ended", endName(log.end)],
    ["Turns", log.entries.length],
    ["Total", `${money(order.total, order.currency)}${ticket ? `, ticket ${ticket.status}` : ""}`],
  ];
  const follow = (event) => setFollowing(event.target.checked);
  const fetch = (path, name) => () =>
    save(path, name).then(
      () => setProblem(null),
      (error) => setProblem(error.message),
    );
  return html`
    <section class="card session-head" aria-label="The session">
      <dl class="facts is-wide">
        ${facts.map(([name, words]) => html`<div key=${name}><dt>${name}</dt><dd>${words}</dd></div>`)}
      </dl>
      <div class="row">
        <button type="button" class="button" onClick=${fetch(`${paths.audit(session)}?with=documents`, `${session}.json`)}>
          Export as JSON
        </button>
        <button type="button" class="button" onClick=${fetch(paths.transcript(session), `${session}.txt`)}>
          Save as golden transcript
        </button>
        ${log.end === null &&
        html`
          <button type="button" class="button" onClick=${read}>Read again</button>
          <label class="check"><input type="checkbox" checked=${isFollowing} onChange=${follow} /> Follow</label>
        `}
        <p class="session-id quiet small"><code>${log.session_id}</code></p>
      </div>
      ${problem && html`<p class="note is-bad" role="alert">It could not be saved: ${problem}</p>`}
    </section>
  `;
}

function Problem({ problem, read }) {
  const { status } = problem.problem;
  const known = { 404: "There is no such session", 400: "This is no session's id" };
  const title = known[status] ?? "The session cannot be read";
  return html`
    <section class="note is-bad stack" role="alert">
      <h2>${title}</h2>
      <p>${status === 404 ? NO_SESSION : problem.message}</p>
      <p><code>${session}</code></p>
      ${![400, 404].includes(status) && html`<p><button type="button" class="button" onClick=${read}>Try again</button></p>`}
    </section>
  `;
}

/** The turn that is shown. The address keeps it; without one there it is the first, or the last of a session that is on. */
function useStep(entries, isFollowing, isOn) {
  const last = entries.length - 1;
  const asked = () => entries.findIndex(({ turn }) => `#${turn.turn}` === location.hash);
  const [step, setStep] = useState(() => (asked() >= 0 ? asked() : isOn ? last : 0));
  const [lastBefore, setLastBefore] = useState(last);
  const keep = useAddress();
  // Who looks at the end of a session that goes on goes on with it.
  if (last !== lastBefore) {
    setLastBefore(last);
    if (isFollowing && step === lastBefore) go(last);
  }
  useEffect(() => {
    const hear = () => asked() >= 0 && setStep(asked());
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, [entries]);
  function go(to, { isSilent = false } = {}) {
    const { event, turn } = entries[to];
    setStep(to);
    keep(`#${turn.turn}`);
    if (!isSilent) announce(`Turn ${turn.turn}: ${said(event)}. ${turn.say?.text ?? ""} ${inWords(turn.state)}.`);
  }
  return [Math.min(step, last), go];
}

/** Writes what the address is to be, at once or as soon as it may be written again. */
function useAddress() {
  const written = useRef({ at: -Infinity, timer: 0 });
  const forget = () => clearTimeout(written.current.timer);
  useEffect(() => {
    // Who changes the address by hand is not overruled.
    addEventListener("hashchange", forget);
    return () => {
      removeEventListener("hashchange", forget);
      forget();
    };
  }, []);
  return (hash) => {
    forget();
    const write = () => {
      written.current.at = performance.now();
      history.replaceState(null, "", hash);
    };
    const wait = written.current.at + ADDRESS_MS_MIN - performance.now();
    if (wait <= 0) write();
    else written.current.timer = setTimeout(write, wait);
  };
}

render(html`<${Page} />`, document.getElementById("app"));
