// What people see and touch on the pages, by the names that they go by for everybody.

import assert from "node:assert/strict";

import { isLive } from "./browser.mjs";

/** Shows that a page has the order that the service stored: these lines, no other, and the total. */
export async function showsOrder(scope, order) {
  const lines = scope.locator("[data-line]");
  // The total is the last that is waited for, so the lines are there behind it; without any there is none.
  if (order.lines.length > 0) await scope.getByText(`$${order.total}`, { exact: true }).first().waitFor();
  else await lines.first().waitFor({ state: "detached" });
  const shown = await lines.evaluateAll((lines) => lines.map((line) => [line.dataset.line, line.innerText]));
  assert.deepEqual(shown.map(([id]) => id), order.lines.map((line) => line.line_id));
  order.lines.forEach(({ quantity, name, price }, n) => {
    for (const words of [quantity, name, price]) {
      assert.ok(shown[n][1].includes(words), `${words} is not in ${shown[n][1]}`);
    }
  });
}

/** The order confirmation board of a lane. */
export class Board {
  static async open(visitor, { driveThru, lane }) {
    return new Board(await visitor.open(`/board/${driveThru}/${lane}`));
  }

  constructor(page) {
    this.page = page;
    this.yes = page.getByRole("button", { name: /^Yes/ });
    this.no = page.getByRole("button", { name: /^No/ });
    this.talk = page.getByRole("region", { name: "What was said" });
    this.welcome = page.getByText("Welcome!", { exact: true });
    /** The line that is talked about. */
    this.about = page.locator("[data-line][aria-current]");
  }

  line(name) {
    return this.page.locator("[data-line]").filter({ hasText: name });
  }

  /** Waits until the board shows these words of the service. */
  says(words) {
    return this.talk.getByText(words, { exact: true }).waitFor();
  }

  /** Waits until the board is where a turn left the lane, and shows that its order is the stored one. */
  async isAt(turn) {
    await this.says(turn.say.text);
    await showsOrder(this.page, turn.order);
  }

  isLive() {
    return isLive(this.page);
  }
}

/** The crew's console. */
export class Crew {
  static async open(visitor, driveThru) {
    return new Crew(await visitor.open(`/crew/${driveThru}`));
  }

  constructor(page) {
    this.page = page;
    this.alerts = page.getByRole("region", { name: "Alerts" });
  }

  /** The alert with a title. */
  alert(title) {
    return this.alerts.getByRole("listitem").filter({ hasText: title });
  }

  /** Waits until nothing needs anybody. */
  hasNoAlert() {
    return this.alerts.getByText("No alerts", { exact: true }).waitFor();
  }

  /** The ticket with some words in it. */
  ticket(words) {
    return this.page.getByRole("tabpanel", { name: "Tickets" }).getByRole("listitem").filter({ hasText: words });
  }

  /** The card of a lane. */
  lane(lane) {
    return this.page.getByRole("article", { name: `Lane ${lane}`, exact: true });
  }

  isLive() {
    return isLive(this.page);
  }
}

/** The simulator of a lane. */
export class Sim {
  static async open(visitor, { driveThru, lane }) {
    return new Sim(await visitor.open(`/sim?drive_thru=${driveThru}&lane=${lane}`));
  }

  constructor(page) {
    this.page = page;
    this.carArrives = page.getByRole("button", { name: /car arrives$/i });
    this.words = page.getByRole("textbox", { name: "What the customer says" });
    this.touches = page.getByRole("group", { name: "Touches on the board" });
    this.transcript = page.getByRole("log", { name: "Transcript" });
    this.hold = page.getByRole("button", { name: /^Hold to talk|^Listening/ });
  }

  turn(number) {
    return this.transcript.getByRole("article", { name: `Turn ${number}`, exact: true });
  }

  /** Types what the customer says. */
  async say(words) {
    await this.words.fill(words);
    await this.page.getByRole("button", { name: "Say it" }).click();
  }

  /** Shows that the transcript has each turn of an audit log once, with its words, and the order as the log ends. */
  async showsLog({ entries }) {
    await this.turn(entries.length).waitFor();
    const turns = await this.transcript.getByRole("article").evaluateAll((turns) =>
      turns.map((turn) => [turn.getAttribute("aria-label"), turn.innerText]),
    );
    assert.deepEqual(turns.map(([name]) => name), entries.map(({ turn }) => `Turn ${turn.turn}`));
    entries.forEach(({ event, turn }, n) => {
      const words = [event.text, turn.say?.text, ...turn.transitions.map(({ row }) => row)];
      for (const word of words.filter(Boolean)) assert.ok(turns[n][1].includes(word), `${word} is not in ${turns[n][1]}`);
    });
    const order = this.page.getByRole("region", { name: "The order", exact: true });
    await showsOrder(order, entries.at(-1).turn.order);
  }

  isLive() {
    return isLive(this.page);
  }
}
