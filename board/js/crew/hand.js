// The crew's hand on the lanes: what it types and touches, one event after the other, for the car that it is meant for.

import { useEffect, useRef, useState } from "/assets/js/html.js";
import { LaneLink } from "/assets/js/lane.js";
import { inWords } from "/assets/js/words.js";

const SENTENCES = {
  "stale-session": "That car is gone, and it may be another one that is at the lane. Nothing was changed.",
  "lane-idle": "The car is gone. Nothing was changed.",
  "not-found": "The service does not know it any more.",
};

/** What a refusal means to the person who touched the control. */
function refusalWords(error) {
  if (error.word === "ticket-state") return sentence(`Not now: ${error.message}`);
  // The field that a fault is in has another name for people.
  const words = error.problem?.field ? error.message.replace(`${error.problem.field}: `, "") : error.message;
  return SENTENCES[error.word] ?? sentence(capital(words));
}

const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
const sentence = (words) => (/[.!?]$/.test(words) ? words : `${words}.`);

/** A line on which nothing was sent for so long is closed. */
const IDLE_MS_MAX = 60_000;

/** A line to each lane that the crew works on, opened when it is first needed. */
export class Hands {
  #lines = new Map();

  constructor(driveThru) {
    this.driveThru = driveThru;
  }

  /** Sends an event to a lane, after those before it. Resolves to its turn. */
  async send(lane, event) {
    const line = this.#lines.get(lane) ?? this.#open(lane);
    clearTimeout(line.timer);
    line.sending += 1;
    try {
      return await line.link.send(event);
    } finally {
      line.sending -= 1;
      if (line.sending === 0) line.timer = setTimeout(() => this.#close(lane, line), IDLE_MS_MAX);
    }
  }

  #open(lane) {
    const line = { link: new LaneLink(this.driveThru, lane), sending: 0, timer: 0 };
    line.link.start();
    this.#lines.set(lane, line);
    return line;
  }

  #close(lane, { link }) {
    link.stop();
    this.#lines.delete(lane);
  }
}

/**
 * Does what a control is for, and knows how it went: `[act, {waiting, trouble}]`. `act(work)` resolves to what `work`
 * does, or to undefined where that was refused; `trouble` then says why until the next try.
 */
export function useAct() {
  const [how, setHow] = useState({ waiting: 0, trouble: null });
  const there = useRef(true);
  useEffect(() => () => void (there.current = false), []);
  const update = (change) => there.current && setHow(change);
  const act = async (work) => {
    update((was) => ({ waiting: was.waiting + 1, trouble: null }));
    let trouble = null;
    try {
      const done = await work();
      trouble = notTaken(done);
      return done;
    } catch (error) {
      trouble = refusalWords(error);
      return undefined;
    } finally {
      update((was) => ({ waiting: was.waiting - 1, trouble: trouble ?? was.trouble }));
    }
  };
  return [act, how];
}

/** Does `work`, and then `move`s the focus on, unless the person went elsewhere meanwhile. */
export async function thenMove(work, move) {
  const pressed = document.activeElement;
  const done = await work();
  // What was pressed may be gone, and the focus with it.
  if ([pressed, document.body].includes(document.activeElement)) move(done);
  return done;
}

/** A turn may be stored and still have taken nothing. */
function notTaken(turn) {
  const refused = turn?.refused?.[0];
  return refused ? `The lane did not take that: ${inWords(refused.reason).toLowerCase()}.` : null;
}
