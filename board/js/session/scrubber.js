// Goes through a session's turns: a slider, one back, one on, and play.

import { html, useEffect, useMemo, useState } from "/assets/js/html.js";
import { inWords } from "/assets/js/words.js";
import { timesOf } from "/assets/js/session/timeline.js";
import { offset } from "/assets/js/session/times.js";

/** While it plays, a gap takes its time, but no less and no more than this. */
const PLAY_MS_MIN = 700;
const PLAY_MS_MAX = 1800;

/**
 * `onGo(step, {isSilent})`: the slider tells a screen reader by itself where it is, and what plays tells nothing until it
 * stops. A button that can go no further keeps the focus.
 */
export function Scrubber({ entries, current, onGo }) {
  const [isPlaying, setPlaying] = useState(false);
  const last = entries.length - 1;
  const times = useMemo(() => timesOf(entries), [entries]);
  useEffect(() => {
    if (!isPlaying) return undefined;
    if (current >= last) {
      setPlaying(false);
      onGo(current);
      return undefined;
    }
    const gap = times[current + 1] - times[current];
    const timer = setTimeout(
      () => onGo(current + 1, { isSilent: true }),
      Math.min(Math.max(gap, PLAY_MS_MIN), PLAY_MS_MAX),
    );
    return () => clearTimeout(timer);
  }, [isPlaying, current, last]);
  const play = () => {
    if (isPlaying) onGo(current);
    else if (current >= last) onGo(0, { isSilent: true });
    setPlaying(!isPlaying);
  };
  const slide = (event) => onGo(Number(event.target.value), { isSilent: true });
  const { turn } = entries[current];
  const where = `Turn ${turn.turn} of ${entries.at(-1).turn.turn}`;
  const when = offset(times[current]);
  return html`
    <div class="scrubber" role="group" aria-label="Go through the turns">
      <div class="scrubber-buttons">
        <button type="button" class="button" aria-disabled=${current === 0}
          onClick=${() => current > 0 && onGo(current - 1)}>Previous</button>
        <button type="button" class="button is-main" disabled=${last === 0} onClick=${play}>
          ${isPlaying ? "Pause" : "Play"}
        </button>
        <button type="button" class="button" aria-disabled=${current === last}
          onClick=${() => current < last && onGo(current + 1)}>Next</button>
      </div>
      <input class="scrubber-range" type="range" min="0" max=${last} step="1" value=${current} aria-label="Turn"
        aria-valuetext="${where}, ${inWords(turn.state)}, ${when}" onInput=${slide} />
      <p class="scrubber-where"><b>${where}</b> <span>${when} of ${offset(times[last])}</span></p>
    </div>
  `;
}
