// One call: who may make it, what it takes, what it answers, and a form to try it with.

import { html, useEffect, useRef, useState } from "/assets/js/html.js";
import { Inside, Shape, typeWords } from "/assets/js/docs/shape.js";
import { Try } from "/assets/js/docs/try.js";
import { Words } from "/assets/js/docs/words.js";

const LIST = new Intl.ListFormat("en", { type: "disjunction" });

/** What a key has to see, by what a call tells of. */
const GOOD = {
  lane: "good on this lane",
  lanes: "good in this drive-thru, or on a lane of it",
  drive_thru: "good in all of this drive-thru",
  session: "good where the session was",
  ticket: "good where the ticket was ordered",
  installation: "good everywhere",
};

/** A call, folded until it is opened, or until the address asks for it. */
export function Call({ call, schemas, apiKey, isAsked }) {
  const { id, method, path, summary } = call;
  const [isOpen, setOpen] = useState(isAsked);
  const element = useRef(null);
  useEffect(() => {
    if (!isAsked) return;
    setOpen(true);
    element.current.scrollIntoView();
  }, [isAsked]);
  return html`<details class="card docs-call" id=${id} ref=${element} open=${isOpen}
    onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>
      <span class=${`badge docs-method is-${method.toLowerCase()}`}>${method}</span>
      <code class="docs-path">${path}</code>
      <span class="quiet"><${Words} text=${summary} /></span>
    </summary>
    ${isOpen && html`<${Opened} call=${call} schemas=${schemas} apiKey=${apiKey} />`}
  </details>`;
}

function Opened({ call, schemas, apiKey }) {
  const { id, description, parameters, body, answers, isSocket } = call;
  return html`<div class="stack docs-opened">
    ${description && html`<p><${Words} text=${description} /></p>`}
    <p class="small">${whoMay(call)} <a href=${`#${id}`}>Link to this call</a></p>
    ${parameters.length > 0 && html`<h3>Parameters</h3><${Parameters} parameters=${parameters} schemas=${schemas} />`}
    ${body && html`<h3>Body</h3><${Shape} schema=${body.schema} schemas=${schemas} />`}
    <h3>Try it</h3>
    ${isSocket
      ? html`<p>This opens a socket, which the <a href="/sim">simulator</a> shows at work.</p>`
      : html`<${Try} call=${call} schemas=${schemas} apiKey=${apiKey} />`}
    <h3>Answers</h3>
    <${Answers} answers=${answers} schemas=${schemas} />
  </div>`;
}

/** Who may make a call, as its access says. */
function whoMay({ scopes, tellsOf }) {
  if (scopes.length === 0) return "Anybody may call this, without a key.";
  const place = GOOD[tellsOf] ? `, ${GOOD[tellsOf]}` : "";
  return `Where keys are asked for, this takes one for ${LIST.format(scopes)}${place}.`;
}

function Parameters({ parameters, schemas }) {
  return html`<dl class="docs-members">
    ${parameters.map(({ name, in: place, required, schema, description }) => html`<div key=${name}>
      <dt><code>${name}</code> <span class="quiet small">${place}, ${typeWords(schema, schemas)}${required ? "" : ", optional"}</span></dt>
      <dd>${description && html`<${Words} text=${description} />`}</dd>
    </div>`)}
  </dl>`;
}

function Answers({ answers, schemas }) {
  return html`<dl class="docs-members">
    ${answers.map(({ status, description, headers = {}, schema }) => html`<div key=${status}>
      <dt><code>${status}</code></dt>
      <dd>
        <${Words} text=${description} />
        ${Object.entries(headers).map(([name, { description: words = "" }]) => html`<p class="small" key=${name}>
          Header <code>${name}</code>: <${Words} text=${words} />
        </p>`)}
        ${schema && !isProblem(status) && html`<${Inside} title=${typeWords(schema, schemas)} schema=${schema} schemas=${schemas} />`}
      </dd>
    </div>`)}
  </dl>`;
}

/** Whether an answer is a problem. They are all of one shape, which the page shows once. */
function isProblem(status) {
  return !/^[123]/.test(status);
}
