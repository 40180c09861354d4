// The transcript: what was said and done on the lane, as captions.

import { html, useLayoutEffect, useRef } from "/assets/js/html.js";
import { itemName } from "/assets/js/order.js";
import { eventName, inWords, said, speaker, speakerName } from "/assets/js/words.js";
import { Steps } from "/assets/js/machine.js";
import { Fold } from "/assets/js/fold.js";
import { Heard } from "/assets/js/session/heard.js";
import { Raw } from "/assets/js/session/step.js";
import { milliseconds } from "/assets/js/sim/latency.js";

/** How many turns are shown; all of them are in the session's timeline. */
const SHOWN_MAX = 200;
/** Who is this close to the end of the captions is taken along to new ones. */
const AT_END_PX = 80;

/**
 * The captions of a session. They are a log, but not a live one: the page announces each turn in one sentence, and a
 * screen reader would otherwise also hear its rows and milliseconds.
 */
export function Captions({ entries, latencies, holding, interim, menu }) {
  const box = useRef(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [entries, holding, interim]);
  const onScroll = () => {
    const { scrollHeight, scrollTop, clientHeight } = box.current;
    isAtEnd.current = scrollHeight - scrollTop - clientHeight < AT_END_PX;
  };
  const shown = entries.slice(-SHOWN_MAX);
  const name = (id) => itemName(id, menu);
  return html`
    <div class="captions" ref=${box} role="log" aria-live="off" aria-label="Transcript" tabindex="0"
      onScroll=${onScroll}>
      ${shown.length < entries.length && html`<p class="quiet small">
        The last ${SHOWN_MAX} turns; the timeline has them all.
      </p>`}
      ${!entries.length && html`<p class="empty quiet">
        Nothing has been said yet. Let a car arrive, then type or speak as its driver would.
      </p>`}
      ${shown.map((entry) => html`<${Exchange} key=${entry.turn.event_id}
        entry=${entry} ms=${latencies.get(entry.turn.event_id)} name=${name} />`)}
      ${interim && html`<p class="caption by-customer is-interim"><b>Customer</b> <span>${interim} …</span></p>`}
      ${holding && html`<p class="caption by-service is-interim">
        <b>Carhop, while the reply is late</b> <span>${holding.text}</span>
      </p>`}
    </div>
  `;
}

function Exchange({ entry, ms, name }) {
  const { event, turn } = entry;
  return html`
    <article class="exchange" aria-label="Turn ${turn.turn}">
      <p class="caption by-${speaker(event)}"><b>${speakerName(event)}</b> <span>${said(event, name)}</span></p>
      ${turn.say && html`<p class="caption by-service"><b>Carhop</b> <span>${turn.say.text}</span></p>`}
      <${Fold} class="about" summary=${html`<${Summary} turn=${turn} ms=${ms} />`}>
        ${() => html`
          <div class="stack about-more">
            <div><${Heard} turn=${turn} /></div>
            <${Steps} transitions=${turn.transitions} refused=${turn.refused} />
            <${Raw} of=${turn} label="Turn ${turn.turn}" />
          </div>
        `}
      <//>
    </article>
  `;
}

function Summary({ turn, ms }) {
  return html`
    <span>Turn ${turn.turn}</span>
    <span class="about-rows">
      ${turn.transitions.map(({ row, event }, n) => html`<span key=${n}><code>${row}</code> ${eventName(event)}</span>`)}
      ${turn.refused.map(({ event }, n) => html`<em key=${n}>${event} refused</em>`)}
    </span>
    <span>${inWords(turn.state)}</span>
    ${ms !== undefined && html`<span class="about-ms">${milliseconds(ms)}</span>`}
  `;
}
