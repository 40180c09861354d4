// Signing in: a key or a code is exchanged for a cookie that no script reads. Neither is kept anywhere.

import { paths, post } from "/assets/js/api.js";
import { Frame } from "/assets/js/frame.js";
import { html, render, useState } from "/assets/js/html.js";
import { MakeCode } from "/assets/js/sign-in/make-code.js";

/** The page to come back to. Only one of this service: what begins with two slashes is another host. */
function wanted() {
  const to = new URLSearchParams(location.search).get("to") ?? "/";
  const url = new URL(to, location.origin);
  return url.origin === location.origin ? url.pathname + url.search : "/";
}

/** What may become a code. It is typed from another screen, so whoever types sees it; a key is hidden, and pasted. */
const LIKE_A_CODE = /^[a-z0-9]{1,4}[-\s]?[a-z0-9]{0,4}$/i;

const NOT_VALID = "This key or code is not valid. A code works once, for five minutes. Ask whoever runs the service for another.";

function SignIn() {
  const [key, setKey] = useState("");
  const [stays, setStays] = useState(false);
  const [told, setTold] = useState(null);
  const [busy, setBusy] = useState(false);
  const act = async (does) => {
    setBusy(true);
    try {
      setTold(await does());
    } catch (error) {
      setTold(error.problem.status === 401 ? NOT_VALID : error.message);
    }
    setBusy(false);
  };
  const signIn = (event) => {
    event.preventDefault();
    return act(async () => {
      await post(paths.signIn(), { key: key.trim(), stays });
      location.replace(wanted());
      return "Signed in.";
    });
  };
  const signOut = () => act(async () => {
    await post(paths.signOut());
    return "This browser is signed out.";
  });
  return html`<${Frame} title="Sign in">
    <section class="card sign-in" aria-labelledby="sign-in-title">
      <h2 id="sign-in-title">Sign in with a key or a code</h2>
      <form onSubmit=${signIn}>
        <label class="field-label">Key or code
          <input class="field" type=${LIKE_A_CODE.test(key) ? "text" : "password"} name="key" autocomplete="current-password"
            autocapitalize="characters" required spellcheck=${false} value=${key}
            onInput=${({ currentTarget }) => setKey(currentTarget.value)} />
        </label>
        <label class="sign-in-stays">
          <input type="checkbox" checked=${stays} onChange=${({ currentTarget }) => setStays(currentTarget.checked)} />
          This screen stays here: keep it signed in for a year
        </label>
        <button class="button is-main" aria-disabled=${busy}>Sign in</button>
      </form>
      <p role="status">${told}</p>
      <button type="button" class="button" aria-disabled=${busy} onClick=${signOut}>Sign this browser out</button>
    </section>
    <${MakeCode} />
  </${Frame}>`;
}

render(html`<${SignIn} />`, document.getElementById("app"));
