// What a version would have changed in recorded visits, in sums and by visit.

import { paths, post } from "/assets/js/api.js";
import { html, useState } from "/assets/js/html.js";
import { money } from "/assets/js/order.js";

/** A dry run takes 20 seconds at most, and may have to wait for others. */
const DRY_RUN_MS_MAX = 60_000;
const SESSIONS = [50, 100, 200];

/** Asks for a dry run of a version, and shows what comes of it. */
export function DryRun({ driveThru, version, name }) {
  const [sessions, setSessions] = useState(SESSIONS[0]);
  const [known, setKnown] = useState({});
  const run = async (event) => {
    event.preventDefault();
    if (known.isOn) return;
    setKnown({ isOn: true });
    try {
      setKnown({ report: await post(paths.rulesDryRuns(driveThru), { version, sessions }, DRY_RUN_MS_MAX) });
    } catch (error) {
      setKnown({ trouble: error.message });
    }
  };
  return html`<form class="stack" aria-label=${`Dry run of ${name}`} onSubmit=${run}>
    <div class="row">
      <label class="rules-inline">Visits
        <select class="field" value=${sessions} onChange=${({ currentTarget }) => setSessions(Number(currentTarget.value))}>
          ${SESSIONS.map((count) => html`<option key=${count} value=${count}>the newest ${count}</option>`)}
        </select>
      </label>
      <button class="button" aria-disabled=${String(known.isOn === true)}>Dry run</button>
    </div>
    <div role="status">
      ${known.isOn && html`<p class="quiet">Recorded visits are replayed under it.</p>`}
      ${known.report && html`<p>${summary(known.report)}</p>`}
    </div>
    ${known.trouble && html`<p class="note is-bad" role="alert">${known.trouble}</p>`}
    ${known.report && html`<${Report} report=${known.report} name=${name} />`}
  </form>`;
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
    </ul>`}`;
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
