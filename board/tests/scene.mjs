// A drive-thru at noon: lanes in every state, for pictures and for whoever looks for faults in all of it.

import { Printer } from "./printer.mjs";
import { Service } from "./service.mjs";

const DRIVE_THRU = "demo";

/** Where each page is, some with what goes on there, and what shows that all of it has come. */
const PLACES = {
  index: ["/", "a[href='/board/demo/7']"],
  "board-ordering": [`/board/${DRIVE_THRU}/1`, "[data-line=L7]"],
  "board-summary": [`/board/${DRIVE_THRU}/2`, "role=button[name=/^Yes/]"],
  "board-handed-off": [`/board/${DRIVE_THRU}/3`, "[data-line]"],
  "board-idle": [`/board/${DRIVE_THRU}/4`, "text=Welcome!"],
  "board-closing": [`/board/${DRIVE_THRU}/6`, "text=Thank you!"],
  crew: [`/crew/${DRIVE_THRU}`, "role=article[name='Lane 7'] >> [data-line]"],
  sim: [`/sim?drive_thru=${DRIVE_THRU}&lane=1`, "role=article[name='Turn 8']"],
  "sim-idle": [`/sim?drive_thru=${DRIVE_THRU}&lane=4`, "role=button[name='Car arrives']"],
  lane: [`/lane/${DRIVE_THRU}/1`, "role=button[name='Turn the microphone on']"],
  session: [null, "role=slider"],
  rules: [`/rules/${DRIVE_THRU}`, "role=button[name='Take back: Yesterday']"],
  docs: ["/docs#take_event", "role=button[name='Send']"],
  "sign-in": ["/sign-in", "role=button[name='Sign in']"],
};

/** Every page by a name. */
export const PAGES = Object.keys(PLACES);

export class Scene {
  /** Starts a service and drives its lanes to where they are interesting. */
  static async set() {
    const scene = new Scene();
    scene.printer = await Printer.start();
    scene.service = await Service.start(scene.printer.options);
    await scene.#putRules();
    await scene.#longOrder(scene.lane("1"));
    await scene.lane("2").order("two bacon burgers and a large iced tea", "that's it");
    await scene.#handOff(scene.lane("3"));
    await scene.#finish(scene.lane("4"));
    await scene.#loseTicket(scene.lane("5"));
    await scene.#waitForPaper(scene.lane("6"));
    await scene.#takeOver(scene.lane("7"));
    return scene;
  }

  async strike() {
    await this.service.stop();
    this.printer.stop();
  }

  lane(lane) {
    return this.service.lane(DRIVE_THRU, lane);
  }

  /** Where a page is. */
  path(name) {
    return name === "session" ? `/sessions/${this.finished}` : PLACES[name][0];
  }

  /** Opens a page for a visitor, and waits until all of it is there. */
  async open(visitor, name, options) {
    const page = await visitor.open(this.path(name), options);
    await page.locator(PLACES[name][1]).first().waitFor();
    return page;
  }

  /** Rules that are in use, and those of the day before. */
  async #putRules() {
    const path = `/v1/drive-thrus/${DRIVE_THRU}/rules`;
    const rules = [
      {
        id: "none_in_a_rush", at: "offer", when: "cars_waiting >= 5 || lines.exists(l, l.size == \"large\" && l.price > 500)",
        priority: 10, then: { none: true },
      },
      { id: "large_orders", at: "crew", when: "total > 15000", then: { reason: "An order above 150.00." }, note: "Ask whether it is meant." },
    ];
    await this.service.put(path, { id: "house", name: "Yesterday", rules: rules.slice(1) });
    await this.service.put(path, { id: "house", name: "Today", rules });
  }

  /** A combo, changes, a line that misses its size, and one that is sold out. */
  async #longOrder(lane) {
    await lane.order(
      "two cheeseburgers with no pickles and extra onions",
      "a large bacon burger combo with a root beer",
      "ten piece nuggets",
      "a large chocolate shake with whipped cream",
      "onion rings and a grilled chicken sandwich with no mayo",
      "a lemonade",
    );
    await lane.send({ type: "out_of_stock", item: "onion_rings" });
  }

  async #handOff(lane) {
    await lane.order("a kids meal with nuggets and milk", "can I talk to a real person");
    await lane.say("does it come with a toy?");
  }

  /** A session that has something of everything, from the car to the POS. */
  async #finish(lane) {
    await lane.order(
      "um, two hamburgers",
      "what comes on the veggie burger?",
      "and a large coke",
      "a sprite",
      "a small one",
    );
    await lane.send({ type: "silence", seconds: 8 });
    await lane.say("no that's all");
    await lane.send({ type: "tap", act: "deny" });
    await lane.say("take off the sprite");
    await lane.say("that's it");
    const turn = await lane.send({ type: "tap", act: "confirm" });
    this.finished = turn.session_id;
    await this.#until(turn, "acknowledged");
    await lane.send({ type: "car_left" });
  }

  async #loseTicket(lane) {
    this.printer.habit = "hangs up";
    await this.#until(await confirmed(lane, "two fish sandwiches and a bottled water"), "dead");
  }

  async #waitForPaper(lane) {
    this.printer.habit = "out of paper";
    await confirmed(lane, "four hot dogs and two large fries");
  }

  async #takeOver(lane) {
    await lane.order("a hot dog, no mustard", "and a sprite");
    await lane.send({ type: "crew", act: "take_over" });
    await lane.send({ type: "utterance", text: "a small one", by: "crew" });
  }

  #until(turn, status) {
    return this.service.until(`/v1/tickets/${turn.ticket.ticket_id}`, (ticket) => ticket.status === status);
  }
}

async function confirmed(lane, words) {
  await lane.order(words, "that's it");
  return lane.send({ type: "tap", act: "confirm" });
}
