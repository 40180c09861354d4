// A call as it is tried: what it is sent with, the same as a command, and what came back.

import { html, useMemo, useRef, useState } from "/assets/js/html.js";
import { examplesOf, resolved } from "/assets/js/docs/document.js";
import { commandOf, requestOf, send } from "/assets/js/docs/request.js";
import { Words } from "/assets/js/docs/words.js";

/** What a drive-thru and a lane are called until somebody says otherwise. */
const PLACE = { drive_thru: "demo", lane: "1" };

/** The form of a call. */
export function Try({ call, schemas, apiKey }) {
  const examples = useMemo(() => (call.body ? examplesOf(call.body.schema, schemas) : []), [call]);
  const [values, setValues] = useState(PLACE);
  const [body, setBody] = useState(() => asText(examples[0]?.value));
  const { answer, isOn, start, stop } = useAnswer();
  const request = requestOf(call, values, body, apiKey);
  const set = (name) => ({ currentTarget }) => setValues((before) => ({ ...before, [name]: currentTarget.value }));
  const submit = (event) => {
    event.preventDefault();
    start(request);
  };
  return html`<form class="stack docs-try" aria-label=${`Try ${call.id}`} onSubmit=${submit}>
    ${call.parameters.length > 0 && html`<div class="docs-fields">
      ${call.parameters.map((parameter) => html`<${Parameter} key=${parameter.name} parameter=${parameter}
        schemas=${schemas} value=${values[parameter.name] ?? ""} onChange=${set(parameter.name)} />`)}
    </div>`}
    ${call.body && html`<${Body} call=${call} schemas=${schemas} examples=${examples} body=${body} setBody=${setBody} />`}
    <div class="row">
      <button class="button is-main" aria-disabled=${isOn}>Send</button>
      ${isOn && html`<button type="button" class="button" onClick=${stop}>Stop</button>`}
    </div>
    <pre class="docs-text" tabindex="0" role="region" aria-label=${`${call.id} as a command`}>${commandOf(request)}</pre>
    <div role="status">${answer && html`<p><b>${answer.status}</b> ${answer.words}</p>`}</div>
    ${answer?.text && html`<pre class="docs-text" tabindex="0" role="region" aria-label=${`Answer of ${call.id}`}>${answer.text}</pre>`}
  </form>`;
}

function Parameter({ parameter: { name, required, schema, description }, schemas, value, onChange }) {
  const { enum: choices } = resolved(schema, schemas);
  return html`<label class="field-label"><span>${name}${required ? "" : html` <span class="quiet small">optional</span>`}</span>
    ${choices
      ? html`<select class="field" value=${value} required=${required} onChange=${onChange}>
          ${["", ...choices].map((choice) => html`<option key=${choice} value=${choice}>${choice}</option>`)}
        </select>`
      : html`<input class="field" value=${value} required=${required} autocomplete="off" spellcheck=${false} onInput=${onChange} />`}
    ${description && html`<span class="quiet small"><${Words} text=${description} /></span>`}
  </label>`;
}

/** The body, with examples to begin with; each is made anew when it is picked, with an id of its own. */
function Body({ call, schemas, examples, body, setBody }) {
  const pick = (n) => setBody(asText(examplesOf(call.body.schema, schemas)[n].value));
  return html`
    <div class="row docs-examples" role="group" aria-label="Examples">
      ${examples.map(({ name }, n) => html`<button key=${n} type="button" class="button is-small" onClick=${() => pick(n)}>
        ${name || "Example"}
      </button>`)}
    </div>
    <label class="field-label">Body
      <textarea class="field docs-body" rows="10" value=${body} spellcheck=${false}
        onInput=${({ currentTarget }) => setBody(currentTarget.value)} />
    </label>`;
}

/** What a call is answered, as it comes. A stream ends when it is stopped. */
function useAnswer() {
  const [answer, setAnswer] = useState(null);
  const [isOn, setOn] = useState(false);
  const stopped = useRef(null);
  const stop = () => stopped.current?.abort();
  const start = async (request) => {
    if (isOn) return;
    stopped.current = new AbortController();
    setOn(true);
    setAnswer(null);
    await send(request, stopped.current.signal, setAnswer);
    setOn(false);
  };
  return { answer, isOn, start, stop };
}

function asText(value) {
  return value === undefined ? "" : JSON.stringify(value, null, 2);
}
