// Every call of the service, to read and to try. All of it is drawn from the service's own OpenAPI document.

import { get, paths } from "/assets/js/api.js";
import { Frame } from "/assets/js/frame.js";
import { html, render, useEffect, useMemo, useState } from "/assets/js/html.js";
import { Call } from "/assets/js/docs/call.js";
import { callsOf } from "/assets/js/docs/document.js";
import { Inside } from "/assets/js/docs/shape.js";
import { Words } from "/assets/js/docs/words.js";

function Docs() {
  const { document, problem } = useDocument();
  return html`<${Frame} title="API" page="docs">
    ${problem && html`<p class="note is-bad" role="alert">The description of the calls cannot be read: ${problem}</p>`}
    ${!document && !problem && html`<p class="quiet">The description of the calls is being read.</p>`}
    ${document && html`<${Reference} document=${document} />`}
  <//>`;
}

function Reference({ document }) {
  const { schemas } = document.components;
  const calls = useMemo(() => callsOf(document), [document]);
  const [wanted, setWanted] = useState("");
  // The key is kept here alone: it is gone with the page.
  const [key, setKey] = useState("");
  const asked = useHash();
  const found = calls.filter((call) => isFound(call, wanted));
  const tags = [...new Set(found.map(({ tag }) => tag))];
  return html`<div class="docs">
    <section class="card docs-head" aria-label="About the calls">
      <p><${Words} text=${document.info.description} /> These are the calls of version ${document.info.version}, as
        ${" "}<a href="/openapi.json">OpenAPI</a>; sockets and streams are described as <a href="/asyncapi.json">AsyncAPI</a>.</p>
      <form class="docs-tools" onSubmit=${(event) => event.preventDefault()}>
        <label class="field-label">Find a call
          <input class="field" type="search" value=${wanted} autocomplete="off" spellcheck=${false}
            onInput=${({ currentTarget }) => setWanted(currentTarget.value)} />
        </label>
        <label class="field-label">Key
          <input class="field" type="password" value=${key} autocomplete="off" aria-describedby="key-help"
            onInput=${({ currentTarget }) => setKey(currentTarget.value.trim())} />
        </label>
      </form>
      <p class="quiet small" id="key-help">Calls are sent with this key. Without one they are sent as whoever
        ${" "}<a href=${paths.signInPage(paths.docsPage())}>is signed in</a> here, or as anybody. The key stays in this page until it is closed.</p>
      <${Inside} title="Problem" schema=${schemas.Problem} schemas=${schemas} />
    </section>
    <p class="quiet" role="status">${found.length} of ${calls.length} calls</p>
    ${tags.map((tag) => html`<section class="docs-tag" key=${tag} aria-labelledby=${`tag-${tag}`}>
      <h2 id=${`tag-${tag}`}>${tag}</h2>
      ${found.filter((call) => call.tag === tag).map((call) => html`<${Call}
        key=${call.id} call=${call} schemas=${schemas} apiKey=${key} isAsked=${asked === call.id} />`)}
    </section>`)}
  </div>`;
}

/** Whether a call has all of these words. */
function isFound({ method, path, summary, tag, id }, words) {
  const text = `${method} ${path} ${summary} ${tag} ${id}`.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function useDocument() {
  const [read, setRead] = useState({});
  useEffect(() => {
    get("/openapi.json").then(
      (document) => setRead({ document }),
      (problem) => setRead({ problem: problem.message }),
    );
  }, []);
  return read;
}

/** What the address names after its `#`: a call. */
function useHash() {
  const now = () => decodeURIComponent(location.hash.slice(1));
  const [hash, setHash] = useState(now);
  useEffect(() => {
    const hear = () => setHash(now());
    addEventListener("hashchange", hear);
    return () => removeEventListener("hashchange", hear);
  }, []);
  return hash;
}

render(html`<${Docs} />`, document.getElementById("app"));
