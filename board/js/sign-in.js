// Signing in: a key is exchanged for a cookie that no script reads. The key is kept nowhere.

import { paths, post } from "/assets/js/api.js";
import { Frame } from "/assets/js/frame.js";
import { html, render, useState } from "/assets/js/html.js";

/** The page to come back to. Only one of this service: what begins with two slashes is another host. */
function wanted() {
  const to = new URLSearchParams(location.search).get("to") ?? "/";
  const url = new URL(to, location.origin);
  return url.origin === location.origin ? url.pathname + url.search : "/";
}

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
      setTold(error.problem.status === 401 ? "This key is not valid. Ask whoever runs the service for one." : error.message);
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
      <h2 id="sign-in-title">Sign in with a key</h2>
      <form onSubmit=${signIn}>
        <label class="field-label">Key
          <input class="field" type="password" name="key" autocomplete="current-password" required spellcheck=${false}
            value=${key} onInput=${({ currentTarget }) => setKey(currentTarget.value)} />
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
  </${Frame}>`;
}

render(html`<${SignIn} />`, document.getElementById("app"));
