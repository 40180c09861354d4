// A lane to try: be the customer, the car and the kitchen, and watch the machine move.

import { paths } from "/assets/js/api.js";
import { announce, Frame } from "/assets/js/frame.js";
import { html, render, useEffect, useMemo, useReducer, useRef, useState } from "/assets/js/html.js";
import { Legend, Machine, RowsTaken, rowsOf, Steps, useMachine } from "/assets/js/machine.js";
import { useLane, useMenu } from "/assets/js/use.js";
import { handoffReason, inWords, said } from "/assets/js/words.js";
import { save } from "/assets/js/session/download.js";
import { Facts, OrderAfter } from "/assets/js/session/step.js";
import { Happenings, SoldOut, Touches } from "/assets/js/sim/actions.js";
import { Captions } from "/assets/js/sim/captions.js";
import { LATENCIES_MAX, Latency } from "/assets/js/sim/latency.js";
import { PlacePicker, usePlace } from "/assets/js/sim/place.js";
import { Story } from "/assets/js/sim/story.js";
import { PushToTalk, TextBox } from "/assets/js/sim/talk.js";
import { Voice } from "/assets/js/sim/voice.js";

const PROBLEMS = {
  "lane-idle": "No car is on the lane. Let one arrive first.",
  "stale-session": "That was meant for a car that has left.",
};

const NOTHING_SENT = { latencies: new Map(), problem: null, waiting: 0 };

function Page() {
  const [place, go] = usePlace();
  const { driveThru, lane } = place;
  // What belongs to a lane begins anew with another. The page's head and the form that leads there stay, with the focus.
  const key = `${driveThru}/${lane}`;
  const link = useLane(driveThru, lane);
  const story = useStory(link);
  const { machine, problem: noMachine } = useMachine(driveThru);
  const [menu, readMenu] = useMenuNow(driveThru, story);
  const voice = useVoice(story);
  const { send, latencies, problem, isWaiting } = useSender(link);
  const [interim, setInterim] = useState("");
  const wasSpeaking = useRef(false);

  const { entries } = story;
  const last = entries.at(-1) ?? null;
  const turn = link.turn;
  const state = turn?.state ?? "idle";
  const isIdle = state === "idle";
  const say = ({ text, confidence }, interrupts = voice.isSpeaking) => {
    if (interrupts) voice.cancel();
    return send({ type: "utterance", text, ...(confidence !== undefined && { confidence }), ...(interrupts && { barge_in: true }) });
  };
  const begin = () => {
    wasSpeaking.current = voice.isSpeaking;
    voice.cancel();
  };
  return html`
    <${Frame} title="Simulator" page="sim" ...${place} online=${link.online}>
      <div class="sim">
        <section class="card sim-place" aria-label="The lane">
          <div class="sim-bar">
            <${PlacePicker} place=${place} go=${go} />
            <${SessionLinks} session=${story.session} />
          </div>
          <div key=${key} class="sim-bar">
            <${Happenings} send=${send} isIdle=${isIdle} />
            <${SoldOut} send=${send} isIdle=${isIdle} driveThru=${driveThru} menu=${menu} onBack=${readMenu} />
          </div>
        </section>

        <section key=${key} class="card sim-talk" aria-labelledby="talk-title">
          <div class="sim-title">
            <h2 id="talk-title">Conversation</h2>
            <span class="badge ${isIdle ? "" : "is-info"}">${inWords(state)}</span>
          </div>
          ${link.problem && html`<p class="note is-bad" role="alert">${link.problem.message}</p>`}
          ${story.problem && html`<p class="note is-warn" role="status">
            The turns before cannot be read yet: ${story.problem}
          </p>`}
          ${turn?.handoff && html`<${HandedOff} reason=${turn.handoff.reason} />`}
          <${Captions}
            entries=${entries} latencies=${latencies} holding=${link.holding} interim=${interim} menu=${menu} />
          ${problem && html`<p class="note is-bad" role="alert">${problem}</p>`}
          ${isWaiting && !link.online && html`<p class="note is-warn">
            The service cannot be reached. What you sent is kept and sent again.
          </p>`}
          <${TextBox} onSay=${say} isIdle=${isIdle} />
          <${Touches} send=${send} isIdle=${isIdle} />
          <div class="talk-voice">
            <${PushToTalk} session=${turn?.session_id} isIdle=${isIdle} onBegin=${begin} onInterim=${setInterim}
              onSay=${(words) => say(words, wasSpeaking.current)}
              onNothing=${() => wasSpeaking.current && send({ type: "barge_in" })} />
            <${VoiceSwitch} voice=${voice} />
          </div>
        </section>

        <section class="card sim-machine" aria-labelledby="machine-title">
          <h2 id="machine-title">The machine</h2>
          ${noMachine && html`<p class="note is-bad" role="alert">
            The machine's table cannot be read: ${noMachine}
          </p>`}
          <${Machine} machine=${machine} state=${state} lit=${last?.turn.transitions ?? []} seen=${rowsOf(entries)}
            turn=${last?.turn.event_id ?? null} />
          <${Legend} />
        </section>
        <section class="card stack sim-order" aria-labelledby="order-title">
          <h2 id="order-title">The order</h2>
          ${!turn && html`<p class="quiet">There is no order yet.</p>`}
          ${turn && html`
            <${OrderAfter} turn=${turn} before=${entries.at(-2)?.turn.order ?? null} menu=${menu} />
            <${Facts} turn=${turn} menu=${menu} />
          `}
        </section>
        <section class="card stack sim-last" aria-labelledby="last-title">
          <h2 id="last-title">The last turn</h2>
          ${!last && html`<p class="quiet">No turn yet.</p>`}
          ${last && html`<${Steps} transitions=${last.turn.transitions} refused=${last.turn.refused} />`}
          <h3>Latency</h3>
          <${Latency} latencies=${latencies} />
        </section>
        <section class="card stack sim-rows" aria-labelledby="rows-title">
          <h2 id="rows-title">The table in this session</h2>
          <${RowsTaken} machine=${machine} entries=${entries} />
        </section>
      </div>
    <//>
  `;
}

const HandedOff = ({ reason }) => html`
  <p class="note is-warn">
    ${handoffReason(reason)}. What the customer says is only recorded until the crew gives back.
  </p>
`;

function SessionLinks({ session }) {
  const [problem, setProblem] = useState(null);
  const transcript = () =>
    save(paths.transcript(session), `${session}.txt`).then(
      () => setProblem(null),
      (error) => setProblem(error.message),
    );
  return html`
    <p class="place-links">
      ${session && html`<a href=${paths.sessionPage(session)}>Timeline of this session</a>`}
      <button type="button" class="button" aria-disabled=${!session} onClick=${() => session && transcript()}>
        Save as golden transcript
      </button>
    </p>
    ${problem && html`<p class="note is-bad" role="alert">It could not be saved: ${problem}</p>`}
  `;
}

function VoiceSwitch({ voice }) {
  if (!voice.isThere) return html`<p class="quiet small">This browser has no voice of its own; read the captions.</p>`;
  const turnOn = (event) => {
    voice.isOn = event.target.checked;
  };
  return html`
    <label class="check"><input type="checkbox" checked=${voice.isOn} onChange=${turnOn} /> Speak the replies</label>
  `;
}

/** `[menu, read]`: the menu of a drive-thru, read again by `read()` and when the lane hears that something is out of stock. */
function useMenuNow(driveThru, story) {
  const [version, read] = useReducer((count) => count + 1, 0);
  useEffect(() => {
    const hear = ({ detail: { event } }) => event?.type === "out_of_stock" && read();
    story.addEventListener("turn", hear);
    return () => story.removeEventListener("turn", hear);
  }, [story]);
  return [useMenu(driveThru, { version }), read];
}

/** The session of a lane, drawn again after each turn; a screen reader hears each turn once. */
function useStory(link) {
  const story = useMemo(() => new Story(link), [link]);
  const [, redraw] = useReducer((count) => count + 1, 0);
  useEffect(() => {
    let before = null;
    const tell = ({ detail: { event, turn } }) => {
      const moved = turn.state !== before && `Now ${inWords(turn.state)}.`;
      before = turn.state;
      announce([event && `${said(event)}.`, turn.say?.text, moved].filter(Boolean).join(" "));
    };
    story.addEventListener("change", redraw);
    story.addEventListener("turn", tell);
    story.start();
    return () => {
      story.removeEventListener("change", redraw);
      story.removeEventListener("turn", tell);
      story.stop();
    };
  }, [story]);
  return story;
}

/** The browser's voice, which speaks what the service says now. */
function useVoice(story) {
  const voice = useMemo(() => new Voice(), []);
  const [, redraw] = useReducer((count) => count + 1, 0);
  useEffect(() => {
    const speak = ({ detail: { turn } }) => {
      if (turn.cancel_tts) voice.cancel();
      voice.say(turn.say?.text);
    };
    voice.addEventListener("change", redraw);
    story.addEventListener("turn", speak);
    return () => {
      voice.removeEventListener("change", redraw);
      story.removeEventListener("turn", speak);
      voice.cancel();
    };
  }, [story]);
  return voice;
}

/**
 * Sends events in the order of the calls, times them, and puts a refusal into words. `send(event)` resolves to whether
 * the event was taken. An event names the session that it is meant for, so that what waits while the line is down never
 * reaches the next car; what is sent after a car is meant for that car, whose session is not known yet.
 */
function useSender(link) {
  const [sent, setSent] = useState({ link, ...NOTHING_SENT });
  if (sent.link !== link) setSent({ link, ...NOTHING_SENT });
  const { latencies, problem, waiting } = sent;
  const arriving = useRef(0);
  const send = async (event) => {
    const set = (change) => setSent((now) => (now.link === link ? { ...now, ...change(now) } : now));
    const isCar = event.type === "car_detected";
    const isNamed = !isCar && !arriving.current && link.turn && link.turn.state !== "idle";
    const named = isNamed ? { ...event, session_id: link.turn.session_id } : event;
    const began = performance.now();
    set((now) => ({ problem: null, waiting: now.waiting + 1 }));
    if (isCar) arriving.current += 1;
    try {
      const turn = await link.send(named);
      const ms = performance.now() - began;
      set((now) => ({ latencies: new Map([...now.latencies, [turn.event_id, ms]].slice(-LATENCIES_MAX)) }));
      return true;
    } catch (error) {
      set(() => ({ problem: PROBLEMS[error.word] ?? error.message }));
      return false;
    } finally {
      if (isCar) arriving.current -= 1;
      set((now) => ({ waiting: now.waiting - 1 }));
    }
  };
  return { send, latencies, problem, isWaiting: waiting > 0 };
}

render(html`<${Page} />`, document.getElementById("app"));
