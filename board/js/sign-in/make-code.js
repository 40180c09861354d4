// A code for another browser: whoever is signed in here with a manager's key has it made, and types it there.

import { NAME, NAME_WORDS, paths, post } from "/assets/js/api.js";
import { html, useState } from "/assets/js/html.js";

/** What the other browser is for, by the scope that it gets. */
const USES = {
  crew: "the crew, or an order board",
  manager: "a manager",
  lane: "a lane's frontend",
  pos: "a POS",
};

const NOT_SIGNED_IN = "Sign this browser in first, with the key of a manager.";

export function MakeCode() {
  const [gives, setGives] = useState({ scope: "crew", drive_thru: "", lane: "" });
  const [made, setMade] = useState(null);
  const [trouble, setTrouble] = useState(null);
  const [busy, setBusy] = useState(false);
  const make = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setMade(null);
    setTrouble(null);
    try {
      setMade(await post(paths.signInCodes(), { ...gives, lane: gives.lane || undefined }));
    } catch (error) {
      setTrouble(error.problem.status === 401 ? NOT_SIGNED_IN : error.message);
    }
    setBusy(false);
  };
  const set = (name) => ({ currentTarget }) => setGives({ ...gives, [name]: currentTarget.value.trim() });
  const id = (label, name, required) => html`<label class="field-label">${label}
    <input class="field" value=${gives[name]} pattern=${NAME} maxlength="64" title=${NAME_WORDS} autocomplete="off"
      spellcheck=${false} required=${required} onInput=${set(name)} />
  </label>`;
  return html`<section class="card sign-in" aria-labelledby="make-code-title">
    <h2 id="make-code-title">Sign another browser in</h2>
    <form onSubmit=${make}>
      ${id("Drive-thru", "drive_thru", true)}
      ${id("Lane, if it is for one alone", "lane", false)}
      <label class="field-label">It is for
        <select class="field" value=${gives.scope} onChange=${set("scope")}>
          ${Object.entries(USES).map(([scope, use]) => html`<option key=${scope} value=${scope}>${use}</option>`)}
        </select>
      </label>
      <button class="button" aria-disabled=${busy}>Make a code</button>
    </form>
    <div role="status">
      ${made && html`<p class="sign-in-code">${made.code}</p>
        <p>Type it at ${location.host}${paths.signInPage()} until ${clock(made.expires)}. It signs one browser in.</p>`}
      ${trouble && html`<p>${trouble}</p>`}
    </div>
  </section>`;
}

const clock = (at) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
