// The versions that are kept: which is in use, what is planned, what each would change, and how another comes into use.

import { get, paths, post } from "/assets/js/api.js";
import { useAct } from "/assets/js/crew/hand.js";
import { announce } from "/assets/js/frame.js";
import { html, useEffect, useLayoutEffect, useRef, useState } from "/assets/js/html.js";
import { Fold } from "/assets/js/fold.js";
import { differences, isReordered } from "/assets/js/rules/diff.js";
import { DryRun } from "/assets/js/rules/dry-run.js";
import { versionName } from "/assets/js/rules/words.js";
import { moment } from "/assets/js/session/times.js";

/** Rules that may call the crew are tried before they are put in use. */
const ACTIVATE_MS_MAX = 30_000;
/** How often the versions are read again: others put some in use too, and what is planned begins. */
const READ_MS = 3_000;

/** What is gone back to where nothing was in use before. */
const NO_RULES = { id: "none", name: "No rules", rules: [] };

/** The versions of a drive-thru as they are known, what is wrong if they cannot be read, and how they are known anew. */
export function useVersions(driveThru) {
  const [known, setKnown] = useState({ list: null, trouble: null });
  const show = (list) => setKnown({ list, trouble: null });
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const read = async () => {
      try {
        const list = await get(paths.rulesVersions(driveThru));
        if (!isOver) show(list);
      } catch (error) {
        if (!isOver) setKnown((was) => ({ ...was, trouble: error.message }));
      }
      if (!isOver) timer = setTimeout(read, READ_MS);
    };
    read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [driveThru]);
  return { ...known, show };
}

/** All versions. `onEdit` takes the document of one, to go on with it. */
export function Versions({ driveThru, known: { list, trouble, show }, chosen, onEdit }) {
  if (!list) {
    return trouble
      ? html`<p class="note is-bad" role="alert">The versions cannot be read: ${trouble}</p>`
      : html`<p class="quiet">The versions are being read.</p>`;
  }
  const { versions, before } = list;
  return html`
    ${trouble && html`<p class="note is-warn" role="status">${trouble} Trying again.</p>`}
    ${versions.length === 0 && html`<p class="quiet">No rules were put yet. Write some, and keep them as a version.</p>`}
    <ul class="stack" aria-label="Versions">
      ${versions.map((version) => html`<${Version} key=${version.version} isChosen=${version.version === chosen}
        ...${{ driveThru, version, versions, before, show, onEdit }} />`)}
    </ul>`;
}

function Version({ driveThru, version, versions, before, isChosen, show, onEdit }) {
  const [act, { waiting, trouble }] = useAct();
  const { active, since, planned = [], put_at: putAt, by } = version;
  const name = versionName(version);
  const current = versions.find((other) => other.active);
  const [asked, setAsked] = useState(null);
  const activate = async (which, { at, words, evenIf } = {}) => {
    if (waiting > 0) return;
    setAsked(null);
    const body = { version: which.version, ...(at ? { at } : {}), ...(evenIf ? { even_if: true } : {}) };
    const list = await act(async () => {
      try {
        return await post(paths.rulesActivate(driveThru), body, ACTIVATE_MS_MAX);
      } catch (error) {
        if (error.word !== "too-many-handed-over") throw error;
        setAsked({ ...error.problem.too_many_handed_over, goOn: () => activate(which, { at, words, evenIf: true }) });
        return undefined;
      }
    });
    if (!list) return;
    show(list);
    announce(words ?? `${versionName(which)} is ${at ? `planned for ${moment(at)}` : "in use"}.`);
  };
  const edit = async () => {
    const document = await act(() => get(paths.rulesVersion(driveThru, version.version)));
    if (document) onEdit(document, version);
  };
  const useNone = async () => {
    const kept = await act(async () => {
      const { version: none } = await post(paths.rulesCheck(driveThru), NO_RULES);
      await post(paths.rulesVersions(driveThru), NO_RULES);
      return { version: none, name: NO_RULES.name };
    });
    if (kept) await activate(kept);
  };
  const earlier = active && versions.find((other) => other.version === before);
  return html`<li class="card stack rules-version ${active ? "is-active" : ""}" data-version=${version.version}>
    <div class="row">
      <h3>${name}</h3>
      ${name !== version.version.slice(0, 8) && html`<code class="quiet small">${version.version.slice(0, 8)}</code>`}
      ${active && html`<span class="badge is-good">In use</span>`}
      ${isChosen && html`<span class="badge is-info">Open</span>`}
    </div>
    <p class="quiet small">
      ${[putAt && `Put ${moment(putAt)}${byWhom(by)}`, since?.from && `in use since ${moment(since.from)}${byWhom(since.by)}`]
        .filter(Boolean).join(", ")}
    </p>
    ${planned.filter(({ from }) => inUseBefore(from, versions) !== version).map(({ from, by: who }) => html`<p class="row" key=${from}>
      <span class="badge is-warn">From ${moment(from)}${byWhom(who)}</span>
      <button type="button" class="button is-small" aria-label=${`Withdraw ${name} from ${moment(from)}`}
        onClick=${() => activate(inUseBefore(from, versions), { at: from, words: `${name} is not planned for ${moment(from)} any more.` })}>Withdraw</button>
    </p>`)}
    <div class="row">
      <button type="button" class="button" aria-label=${`Edit ${name}`} onClick=${edit}>Edit</button>
      ${!active && html`<button type="button" class="button is-main" aria-disabled=${String(waiting > 0)}
        aria-label=${`Activate now: ${name}`} onClick=${() => activate(version)}>Activate now</button>`}
      ${earlier && html`<button type="button" class="button is-bad" aria-disabled=${String(waiting > 0)}
        onClick=${() => activate(earlier)}>Take back: ${versionName(earlier)}</button>`}
      ${active && !earlier && name !== NO_RULES.name && html`<button type="button" class="button is-bad"
        aria-disabled=${String(waiting > 0)} onClick=${() => waiting > 0 || useNone()}>Take back: no rules</button>`}
    </div>
    ${!active && current && html`<${Plan} name=${name} onPlan=${(at) => activate(version, { at })} />`}
    ${asked && html`<${EvenIf} ...${asked} onLeave=${() => setAsked(null)} />`}
    ${trouble && html`<p class="note is-bad" role="alert">${trouble}</p>`}
    ${!active && current && html`<${Fold} class="rules-more" summary=${`What is otherwise than in ${versionName(current)}`}>
      ${() => html`<${Difference} driveThru=${driveThru} then=${current.version} now=${version.version} />`}
    <//>`}
    <${DryRun} driveThru=${driveThru} version=${version.version} name=${name} />
  </li>`;
}

/** Asks whether rules are meant that would hand many visits to the crew. */
function EvenIf({ sessions, handed_over: handed, percent, rule, by_rule: byRule, goOn, onLeave }) {
  const first = useRef(null);
  useLayoutEffect(() => first.current.focus(), []);
  return html`<div class="note is-warn stack" role="alert">
    <p>It would hand ${handed} of ${sessions} recorded visits to the crew, ${percent} % of them. <b>${rule}</b> would do so most often, in ${byRule}. Is that meant?</p>
    <div class="row">
      <button type="button" class="button" ref=${first} onClick=${onLeave}>Leave it</button>
      <button type="button" class="button is-bad" onClick=${goOn}>Activate even so</button>
    </div>
  </div>`;
}

const byWhom = (by) => (by?.name ? ` by ${by.name}` : "");

/** What would be in use at a time if what is planned for that very time were not. */
function inUseBefore(from, versions) {
  const earlier = versions.flatMap((version) =>
    (version.planned ?? []).filter((plan) => Date.parse(plan.from) < Date.parse(from)).map((plan) => ({ version, from: Date.parse(plan.from) })),
  );
  const last = earlier.sort((one, other) => other.from - one.from)[0];
  return last?.version ?? versions.find(({ active }) => active);
}

function Plan({ name, onPlan }) {
  const [at, setAt] = useState("");
  const submit = (event) => {
    event.preventDefault();
    onPlan(new Date(at).toISOString());
    setAt("");
  };
  return html`<form class="row" aria-label=${`Plan ${name}`} onSubmit=${submit}>
    <label class="rules-inline">From
      <input class="field" type="datetime-local" required value=${at} onInput=${({ currentTarget }) => setAt(currentTarget.value)} />
    </label>
    <button class="button">Activate then</button>
    <span class="quiet small">on the clock of this device</span>
  </form>`;
}

/** What one version has otherwise than another. */
function Difference({ driveThru, then, now }) {
  const [read, setRead] = useState({});
  useEffect(() => {
    let isOver = false;
    Promise.all([then, now].map((version) => get(paths.rulesVersion(driveThru, version)))).then(
      (documents) => isOver || setRead({ documents }),
      (error) => isOver || setRead({ trouble: error.message }),
    );
    return () => void (isOver = true);
  }, [driveThru, then, now]);
  if (read.trouble) return html`<p class="note is-bad" role="alert">${read.trouble}</p>`;
  if (!read.documents) return html`<p class="quiet">Both are being read.</p>`;
  const found = differences(...read.documents);
  const other = isReordered(...read.documents) && "The rules stand in another order.";
  return html`
    ${other && html`<p>${other}</p>`}
    ${found.length === 0 && !other && html`<p>Every rule is the same.</p>`}
    <ul class="stack">${found.map(({ id, what, fields }) => html`<li key=${id}>
      <p><span class=${`badge ${{ added: "is-good", removed: "is-bad" }[what] ?? "is-warn"}`}>${what}</span> <b>${id}</b></p>
      <dl class="rules-diff">${fields.map((field) => html`<div key=${field.name}>
        <dt>${field.name}</dt>
        ${field.then !== undefined && html`<dd class="is-then"><del>${field.then}</del></dd>`}
        ${field.now !== undefined && html`<dd class="is-now"><ins>${field.now}</ins></dd>`}
      </div>`)}</dl>
    </li>`)}</ul>`;
}
