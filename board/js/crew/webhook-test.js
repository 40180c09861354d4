// Trying the webhook out: an event about no ticket, and what came back.

import { html, useState } from "/assets/js/html.js";
import { paths, post } from "/assets/js/api.js";
import { announce } from "/assets/js/frame.js";
import { useAct } from "/assets/js/crew/hand.js";

/** How long an answer may take: an attempt has 15 s, and then some. */
const TEST_MS_MAX = 20_000;

/** What came of a test event, as a sentence. */
export const testWords = ({ status, took_ms: ms, failed }) =>
  failed ? `No answer after ${ms} ms: ${failed}` : `The POS answered ${status} after ${ms} ms`;

export function WebhookTest({ driveThru }) {
  const [act, { waiting, trouble }] = useAct();
  const [came, setCame] = useState(null);
  const send = async () => {
    setCame(null);
    const answer = await post(paths.webhookTest(driveThru), {}, TEST_MS_MAX);
    setCame(answer);
    announce(testWords(answer));
  };
  return html`
    <section class="crew-webhook" aria-labelledby="webhook-heading">
      <h3 id="webhook-heading">Connection to the POS</h3>
      <button type="button" class="button" aria-disabled=${String(waiting > 0)} onClick=${() => waiting === 0 && act(send)}>
        Send a test event
      </button>
      ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
      ${came &&
      html`
        <p class=${came.status >= 200 && came.status < 300 ? "" : "is-trouble"}>${testWords(came)}</p>
        ${came.said && html`<pre class="crew-sent" tabindex="0" aria-label="What the POS answered">${came.said}</pre>`}
        <pre class="crew-sent" tabindex="0" aria-label="What was sent">${JSON.stringify(came.sent, null, 2)}</pre>
      `}
    </section>
  `;
}
