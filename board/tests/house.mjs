// What every file of tests has: one service, one browser, and a fresh visitor for each test.

import { after, before } from "node:test";

import { openBrowser, Visitor } from "./browser.mjs";
import { Scene } from "./scene.mjs";
import { Service } from "./service.mjs";

/** A house with an empty service, for the tests of a file. */
export function house() {
  return opened(new House(async () => ({ service: await Service.start() })));
}

/** A house in which it is noon: its `scene` is set. */
export function houseAtNoon() {
  return opened(
    new House(async () => {
      const scene = await Scene.set();
      return { scene, service: scene.service };
    }),
  );
}

function opened(house) {
  before(() => house.open());
  after(() => house.close());
  return house;
}

class House {
  #set;
  #driveThrus = 0;

  constructor(set) {
    this.#set = set;
  }

  async open() {
    Object.assign(this, await this.#set());
    this.browser = await openBrowser();
  }

  async close() {
    await this.browser?.close();
    await (this.scene ? this.scene.strike() : this.service?.stop());
  }

  /** A drive-thru that no other test has. */
  driveThru() {
    this.#driveThrus += 1;
    return `d${this.#driveThrus}`;
  }

  /** Does what a test does, with a visitor of its own; `options` are those of a browser context. */
  async visit(options, does) {
    const visitor = await Visitor.of(this.browser, this.service, options);
    try {
      await does(visitor);
    } catch (error) {
      // What went wrong on the page says more than what was waited for in vain.
      error.message += visitor.faults.map((fault) => `\n  ${fault}`).join("");
      await visitor.context.close();
      throw error;
    }
    await visitor.leave();
  }
}
