// What the crew can do on a lane that it has taken over: say it for the customer, or touch it.

import { html, useRef, useState } from "/assets/js/html.js";
import { TEXT_CHARS_MAX } from "/assets/js/api.js";
import { candidateName } from "/assets/js/order.js";
import { diffName, inWords } from "/assets/js/words.js";
import { pressOnce, useSettled } from "/assets/js/touch.js";
import { useAct } from "/assets/js/crew/hand.js";
import { Picker } from "/assets/js/crew/picker.js";

/** The questions that one of their candidates answers. */
const ANSWERED_BY_ONE = ["which_item", "which_size", "which_option", "replacement", "house"];

/** `send(event)` sends an event of the crew for the car that is shown. */
export function Controls({ lane, turn, menu, send }) {
  const [act, { waiting, trouble }] = useAct();
  const [text, setText] = useState("");
  const [heard, setHeard] = useState(null);
  const does = async (event) => {
    const taken = await act(() => send({ ...event, by: "crew" }));
    setHeard(taken ? outcome(taken, turn) : null);
    return taken;
  };
  const say = (words) => does({ type: "utterance", text: words });
  const tap = (event) => does({ type: "tap", ...event });
  const answer = useAnswer(turn);
  const submit = async (event) => {
    event.preventDefault();
    const words = text.trim();
    if (!words) return;
    setText("");
    // What was refused can be mended and sent again, unless something else was typed meanwhile.
    if (!(await say(words))) setText((typed) => typed || words);
  };
  const field = `say-${lane}`;
  return html`
    <div class="crew-controls">
      <${Answers}
        question=${turn.question}
        order=${turn.order}
        menu=${menu}
        onAnswer=${(candidate) => answer(() => tap({ act: "choose", candidate }))}
      />
      <form onSubmit=${submit}>
        <label for=${field}>What the customer wants</label>
        <div class="crew-say-line">
          <input
            class="field"
            id=${field}
            type="text"
            autocomplete="off"
            maxlength=${TEXT_CHARS_MAX}
            placeholder="2 cheeseburgers no pickles"
            aria-describedby=${`told-${lane}`}
            value=${text}
            onInput=${(event) => setText(event.currentTarget.value)}
          />
          <button type="submit" class="button is-main">Send</button>
        </div>
      </form>
      <div class="crew-quick" role="group" aria-label=${`Answer for the customer at lane ${lane}`} onKeyDown=${pressOnce}>
        <button type="button" class="button" onClick=${() => answer(() => tap({ act: "confirm" }))}>Yes</button>
        <button type="button" class="button" onClick=${() => answer(() => tap({ act: "deny" }))}>No</button>
        <button type="button" class="button" onClick=${() => answer(() => tap({ act: "done" }))}>That’s it</button>
      </div>
      <p id=${`told-${lane}`} class="crew-told" role="status">
        ${waiting > 0 ? "Waiting for the service …" : !trouble && heard}
      </p>
      ${trouble && html`<p class="crew-trouble" role="alert">${trouble}</p>`}
      ${menu &&
      html`
        <${Picker}
          menu=${menu}
          lane=${lane}
          onItem=${(item, size) => tap({ act: "add_item", item: item.id, size, quantity: 1 })}
          onCombo=${(combo, size) => tap({ act: "add_combo", combo: combo.id, size })}
        />
      `}
    </div>
  `;
}

/**
 * `answer(give)` gives an answer, but none from a touch too many: the one before must be drawn, and be there for a while.
 * `give` resolves to the answer's turn, or to nothing where it was refused.
 */
function useAnswer(turn) {
  const [answered, setAnswered] = useState(0);
  const isUnderWay = useRef(false);
  const isDrawn = turn.turn >= answered;
  const isSettled = useSettled(answered > 0 && isDrawn ? `${answered}` : "");
  return async (give) => {
    if (isUnderWay.current || !isDrawn || !isSettled) return;
    isUnderWay.current = true;
    const taken = await give();
    if (taken) setAnswered(taken.turn);
    isUnderWay.current = false;
  };
}

/** The answers to the open question, to touch. */
function Answers({ question, order, menu, onAnswer }) {
  if (!menu || !question || !ANSWERED_BY_ONE.includes(question.kind) || question.candidates.length === 0) return null;
  const name = (id) => candidateName(id, question, order, menu);
  return html`
    <div class="crew-quick" role="group" aria-label="Answers to the question" onKeyDown=${pressOnce}>
      ${question.candidates.map(
        (id) => html`
          <button type="button" class="button" key=${id} onClick=${() => onAnswer(id)}>${name(id)}</button>
        `,
      )}
    </div>
  `;
}

/** What came of something that the crew said or touched, where the lane was as `before`. */
function outcome({ diffs, order, acts, question }, before) {
  const lines = [...order.lines, ...(before.order?.lines ?? [])];
  const name = (id) => lines.find((line) => line.line_id === id)?.name ?? "a line";
  const done = diffs.map(({ op, line_id, quantity }) => `${diffName(op)}: ${quantity} × ${name(line_id)}.`);
  const unresolved = acts.flatMap((act) => act.unresolved ?? []);
  const left = unresolved.map(({ text, reason }) => `“${text}”: ${inWords(reason).toLowerCase()}.`);
  return [...done, ...left].join(" ") || (question ? "Nothing was changed." : "Taken.");
}
