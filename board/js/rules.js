// The rules of a drive-thru: written, checked while one types, kept, tried on recorded visits, put in use and taken back.

import { get, paths, post } from "/assets/js/api.js";
import { useAct } from "/assets/js/crew/hand.js";
import { announce, Frame } from "/assets/js/frame.js";
import { html, render, useEffect, useRef, useState } from "/assets/js/html.js";
import { documentOf, draftOf, otherFaults, useCheck } from "/assets/js/rules/draft.js";
import { Points } from "/assets/js/rules/points.js";
import { useVersions, Versions } from "/assets/js/rules/versions.js";
import { versionName } from "/assets/js/rules/words.js";
import { useMenu, useRead } from "/assets/js/use.js";

const driveThru = decodeURIComponent(location.pathname.split("/")[2]);
const NONE = { id: "house", rules: [] };

function Rules() {
  const vocabulary = useRead(paths.rulesVocabulary());
  const menu = useMenu(driveThru);
  const known = useVersions(driveThru);
  const [draft, setDraft] = useState(null);
  const [trouble, setTrouble] = useState(null);
  const [isTouched, setTouched] = useState(false);
  const heading = useRef(null);
  const check = useCheck(driveThru, draft);
  const isListed = known.list !== null;
  useEffect(() => {
    if (!isListed) return;
    const inUse = known.list.versions.find(({ active }) => active);
    const read = inUse ? get(paths.rulesVersion(driveThru, inUse.version)) : Promise.resolve(NONE);
    read.then(
      (document) => setDraft(draftOf(document)),
      (error) => setTrouble(error.message),
    );
  }, [isListed]);
  const isKept = check.isChecked && known.list?.versions.some(({ version }) => version === check.version);
  useWarning(isTouched && !isKept);
  const change = (next) => {
    setDraft(next);
    setTouched(true);
  };
  const edit = (document, version) => {
    setDraft(draftOf(document));
    setTouched(false);
    announce(`${versionName(version)} is open.`);
    heading.current.focus();
    heading.current.scrollIntoView();
  };
  const isReady = draft && vocabulary;
  return html`<${Frame} title=${`Rules of ${driveThru}`} page="rules" driveThru=${driveThru}>
    <div class="rules">
      <section class="stack rules-draft" aria-labelledby="draft-title">
        <h2 id="draft-title" ref=${heading} tabindex="-1">Rules</h2>
        ${trouble && html`<p class="note is-bad" role="alert">The rules cannot be read: ${trouble}</p>`}
        ${!isReady && !trouble && html`<p class="quiet">The rules are being read.</p>`}
        ${isReady && html`
          <${DraftHead} ...${{ draft, check, isKept, known }} onDraft=${change} />
          <${Points} ...${{ draft, vocabulary, menu }} faults=${check.faults} onDraft=${change} />`}
      </section>
      <section class="stack" aria-labelledby="versions-title">
        <h2 id="versions-title">Versions</h2>
        <${Versions} ...${{ driveThru, known }} chosen=${check.isChecked ? check.version : null} onEdit=${edit} />
      </section>
    </div>
  <//>`;
}

/** What the document is called, what is wrong with it, and the way to keep it. */
function DraftHead({ draft, check, isKept, known, onDraft }) {
  const [act, { waiting, trouble }] = useAct();
  const { head, rules } = draft;
  const faults = otherFaults(check.faults);
  const isBroken = rules.some(({ broken }) => broken !== null);
  const canKeep = check.isChecked && check.version !== null && !isBroken && !isKept && waiting === 0;
  const rename = ({ currentTarget: { value } }) => {
    const { name: _, ...rest } = head;
    onDraft({ ...draft, head: value ? { ...rest, name: value } : rest });
  };
  const keep = async () => {
    if (!canKeep) return;
    const list = await act(() => post(paths.rulesVersions(driveThru), documentOf(draft)));
    if (!list) return;
    known.show(list);
    announce("It is kept as a version, and not in use yet.");
  };
  return html`<div class="card stack">
    <div class="rules-fields">
      <label class="field-label">Name of the version
        <input class="field" value=${head.name ?? ""} autocomplete="off" onInput=${rename} />
      </label>
    </div>
    ${faults.length > 0 && html`<ul class="rules-faults">
      ${faults.map(({ path, detail }) => html`<li key=${path + detail}><code>${path}</code> ${detail}</li>`)}
    </ul>`}
    ${trouble && html`<p class="note is-bad" role="alert">${trouble}</p>`}
    <div class="row">
      <button type="button" class="button is-main" aria-disabled=${String(!canKeep)} onClick=${keep}>Keep as a version</button>
      <p role="status">${statusOf(check, isBroken, isKept)}</p>
    </div>
  </div>`;
}

function statusOf({ isChecked, faults, trouble }, isBroken, isKept) {
  if (!isChecked) return html`<span class="quiet">Being checked</span>`;
  if (trouble) return html`<span class="badge is-warn">Not checked</span> ${trouble}`;
  const count = faults.length + (isBroken ? 1 : 0);
  if (count > 0) return html`<span class="badge is-bad">${count === 1 ? "1 fault" : `${count} faults`}</span>`;
  return html`<span class="badge is-good">No faults</span> ${isKept ? "It is kept as it stands." : "It is not kept yet."}`;
}

/** Asks whoever leaves with rules that are not kept. */
function useWarning(isNeeded) {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const warn = (event) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}

render(html`<${Rules} />`, document.getElementById("app"));
