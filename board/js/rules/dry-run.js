// What a version would have changed in recorded visits, in sums and by visit.

import { paths, postForEvents, Refused } from "/assets/js/api.js";
import { html, useEffect, useRef, useState } from "/assets/js/html.js";
import { money } from "/assets/js/order.js";

const SESSIONS = [50, 200, 1000, 10_000];
/** How many visits that would be otherwise are shown. */
const SHOWN_MAX = 200;

/** Asks for a dry run of a version, and shows how far it is and what comes of it. */
export function DryRun({ driveThru, version, name }) {
  const [sessions, setSessions] = useState(SESSIONS[0]);
  const [known, setKnown] = useState({});
  const running = useRef(null);
  const stop = () => running.current?.abort();
  useEffect(() => stop, []);
  const run = async () => {
    running.current = new AbortController();
    const otherwise = [];
    let end = null;
    const hear = (event, data) => {
      if (event === "progress") setKnown({ progress: data });
      if (event === "session" && otherwise.length < SHOWN_MAX) otherwise.push(data);
      if (event === "done") end = { ...data, otherwise };
      if (event === "failed") throw new Refused(data);
    };
    const { signal } = running.current;
    setKnown({ progress: null });
    try {
      await postForEvents(paths.rulesDryRuns(driveThru), { version, sessions }, hear, signal);
      if (end) setKnown({ report: end });
      else setKnown(signal.aborted ? { isStopped: true } : { trouble: "It broke off: try it once more." });
    } catch (error) {
      setKnown({ trouble: error.message });
    }
  };
  const isOn = known.progress !== undefined;
  const submit = (event) => {
    event.preventDefault();
    if (isOn) stop();
    else run();
  };
  return html`<form class="stack" aria-label=${`Dry run of ${name}`} onSubmit=${submit}>
    <div class="row">
      <label class="rules-inline">Visits
        <select class="field" value=${sessions} onChange=${({ currentTarget }) => setSessions(Number(currentTarget.value))}>
          ${SESSIONS.map((count) => html`<option key=${count} value=${count}>the newest ${count.toLocaleString("en")}</option>`)}
        </select>
      </label>
      <button class="button">${isOn ? "Stop" : "Dry run"}</button>
    </div>
    ${known.progress && html`<${Progress} ...${known.progress} name=${name} />`}
    <div role="status">
      ${isOn && html`<p class="quiet">Recorded visits are replayed under it.</p>`}
      ${known.isStopped && html`<p class="quiet">It was stopped.</p>`}
      ${known.report && html`<p>${summary(known.report)}</p>`}
    </div>
    ${known.trouble && html`<p class="note is-bad" role="alert">${known.trouble}</p>`}
    ${known.report && html`<${Report} report=${known.report} name=${name} />`}
  </form>`;
}

/** How far it is. */
function Progress({ replayed, of, otherwise, name }) {
  const said = `${replayed} of ${of} visits, ${otherwise} of them otherwise`;
  return html`<p class="row">
    <progress class="rules-progress" max=${Math.max(of, 1)} value=${replayed} aria-label=${`Progress of the dry run of ${name}`}
      aria-valuetext=${said}></progress>
    <span class="quiet number">${said}</span>
  </p>`;
}

function summary({ total: { sessions, otherwise, not_replayed: not }, left_out: left }) {
  if (sessions + not === 0) return "No visit is recorded yet.";
  const rest = [not > 0 && `${not} could not be replayed`, left > 0 && `${left} were left out, because the time was up`];
  return [`${otherwise} of ${sessions} visits would be otherwise`, ...rest].filter(Boolean).join("; ") + ".";
}

function Report({ report: { total, otherwise }, name }) {
  const { then, now } = total;
  if (total.sessions === 0) return null;
  const namesOf = (member) => [...new Set([...Object.keys(then[member]), ...Object.keys(now[member])])].sort();
  const row = (label, one, other) => html`<tr key=${label}>
    <th scope="row">${label}</th><td class="number">${one}</td><td class="number">${other}</td>
  </tr>`;
  const byRule = (label, member) =>
    namesOf(member).map((rule) => row(`${label} by ${rule}`, then[member][rule] ?? 0, now[member][rule] ?? 0));
  return html`
    <div class="table-wrap" tabindex="0" role="region" aria-label=${`Sums of the dry run of ${name}`}>
      <table class="rules-sums">
        <thead><tr><td></td><th scope="col" class="number">Then</th><th scope="col" class="number">Under it</th></tr></thead>
        <tbody>
          ${row("Orders confirmed", then.confirmed, now.confirmed)}
          ${row("Their totals", money(then.totals), money(now.totals))}
          ${row("Handed to the crew", then.handed_over, now.handed_over)}
          ${byRule("Handed to the crew", "handed_over_by")}
          ${byRule("Turns decided", "fired")}
        </tbody>
      </table>
    </div>
    ${otherwise.length > 0 && html`<ul class="stack rules-otherwise" aria-label="Visits that would be otherwise">
      ${otherwise.map((session) => html`<${Otherwise} key=${session.session_id} ...${session} />`)}
    </ul>`}
    ${total.otherwise > otherwise.length && html`<p class="quiet">These are the newest ${otherwise.length} of them.</p>`}`;
}

function Otherwise({ session_id: session, turns, then, now }) {
  const came = ({ confirmed, handed_over: handed }) =>
    [confirmed === null ? "not confirmed" : money(confirmed), handed && "handed to the crew"].filter(Boolean).join(", ");
  return html`<li>
    <span>${came(then) === came(now) ? came(then) : `${came(then)} → ${came(now)}`}</span>
    ${" "}<span class="quiet">turn</span>${turns.map(({ turn }) => html` <a key=${turn} class="rules-turn"
      aria-label=${`Turn ${turn} of visit ${session.slice(0, 8)}`} href=${`${paths.sessionPage(session)}#${turn}`}>${turn}</a>`)}
  </li>`;
}
