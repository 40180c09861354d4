// What else happens on a lane: the car, silence, touches, an item that goes off.

import { paths, put } from "/assets/js/api.js";
import { html, useRef, useState } from "/assets/js/html.js";
import { pressOnce } from "/assets/js/touch.js";

/** The longest silence that the service takes, in seconds. */
const SILENCE_SECONDS_MAX = 86_400;

/** Touches as on the board. A button that can do nothing now keeps the focus: what it did may be why. */
export function Touches({ send, isIdle }) {
  const tap = (act, words, classes = "") => html`
    <button type="button" class="button ${classes}" aria-disabled=${isIdle}
      onClick=${() => !isIdle && send({ type: "tap", act })}>
      ${words}
    </button>
  `;
  return html`
    <div class="buttons" role="group" aria-label="Touches on the board" onKeyDown=${pressOnce}>
      ${tap("confirm", "Yes", "is-good")} ${tap("deny", "No")} ${tap("done", "That’s it")}
    </div>
  `;
}

/** The car, silence and barge-in. */
export function Happenings({ send, isIdle }) {
  const [seconds, setSeconds] = useState(6);
  const carArrives = () => send({ type: "car_detected" });
  const happens = (type) => () => !isIdle && send({ type });
  const silence = (event) => {
    event.preventDefault();
    if (!isIdle) send({ type: "silence", seconds });
  };
  return html`
    <div class="row happenings" role="group" aria-label="What happens on the lane" onKeyDown=${pressOnce}>
      <button type="button" class="button ${isIdle ? "is-main" : ""}" onClick=${carArrives}>
        ${isIdle ? "Car arrives" : "Next car arrives"}
      </button>
      <button type="button" class="button" aria-disabled=${isIdle} onClick=${happens("car_left")}>Car leaves</button>
      <button type="button" class="button" aria-disabled=${isIdle} onClick=${happens("barge_in")}>Barge-in</button>
      <form class="joined" onSubmit=${silence}>
        <label class="hidden" for="seconds">Seconds of silence</label>
        <input id="seconds" class="field" type="number" min="0" max=${SILENCE_SECONDS_MAX} step="any" required value=${seconds}
          onInput=${(event) => setSeconds(Number(event.target.value))} />
        <button class="button" aria-disabled=${isIdle}>s of silence</button>
      </form>
      ${isIdle && html`<p class="quiet small">No car is on the lane, so nothing else can happen there yet.</p>`}
    </div>
  `;
}

/** Takes an item off as the lane's own report, so that it comes in its order; puts it back for the whole drive-thru. */
export function SoldOut({ send, isIdle, driveThru, menu, onBack }) {
  const [picked, setPicked] = useState("");
  const [problem, setProblem] = useState(null);
  const select = useRef(null);
  if (!menu) return null;
  const item = picked || menu.items[0].id;
  const off = menu.items.filter(({ available }) => available === false);
  const takeOff = (event) => {
    event.preventDefault();
    if (!isIdle) send({ type: "out_of_stock", item });
  };
  const putBack = (id) =>
    put(paths.availability(driveThru, id), { available: true }).then(
      () => {
        setProblem(null);
        // The button goes away with what it puts back, so the focus goes to where items are picked.
        select.current?.focus();
        onBack();
      },
      (error) => setProblem(error.message),
    );
  const option = ({ id, name, available }) => html`
    <option key=${id} value=${id}>${name}${available === false ? " (sold out)" : ""}</option>
  `;
  return html`
    <form class="joined sold-out" onSubmit=${takeOff}>
      <label class="hidden" for="sold-out">Item</label>
      <select id="sold-out" ref=${select} class="field" value=${item} onChange=${(event) => setPicked(event.target.value)}>
        ${menu.categories.map(
          ({ id, name }) => html`
            <optgroup key=${id} label=${name}>
              ${menu.items.filter(({ category }) => category === id).map(option)}
            </optgroup>
          `,
        )}
      </select>
      <button class="button" aria-disabled=${isIdle}>Sold out</button>
    </form>
    ${off.length > 0 &&
    html`<ul class="off-list" aria-label="Sold out">
      ${off.map(({ id, name }) => html`<li key=${id}>
        <button type="button" class="button is-small" onClick=${() => putBack(id)}>${name} is back</button>
      </li>`)}
    </ul>`}
    ${problem && html`<p class="note is-bad" role="alert">${problem}</p>`}
  `;
}
