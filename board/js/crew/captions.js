// The transcript of the session that is on, as captions.

import { html } from "/assets/js/html.js";
import { speaker, speakerName } from "/assets/js/words.js";
import { timeOfDay } from "/assets/js/crew/clock.js";
import { words } from "/assets/js/crew/story.js";

/** How many turns are shown here; the page of the session shows all. */
const CAPTIONS_SHOWN_MAX = 60;

/** Folded until somebody wants it. `nameOf` gives an item's name. */
export function Captions({ lane, story, nameOf }) {
  const captions = story.captions.slice(-CAPTIONS_SHOWN_MAX);
  return html`
    <details class="crew-captions">
      <summary>Transcript<span class="hidden"> of lane ${lane}</span></summary>
      <ol>
        ${captions.map((caption) => html`<${Caption} key=${caption.seq} ...${caption} ...${{ story, nameOf }} />`)}
      </ol>
    </details>
  `;
}

function Caption({ story, at, event, say, nameOf }) {
  return html`
    <li>
      ${event &&
      html`
        <p class=${`crew-caption is-${speaker(event)}`}>
          <b>${speakerName(event)}</b> ${words(story, event, nameOf)} <time datetime=${at}>${timeOfDay(at)}</time>
        </p>
      `}
      ${say && html`<p class="crew-caption is-service"><b>Carhop</b> ${say}</p>`}
    </li>
  `;
}
