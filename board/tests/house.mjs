// What every file of tests has: one service, one browser, and a fresh visitor for each test.

import { after, before } from "node:test";

import { openBrowser, Visitor } from "./browser.mjs";
import { Service } from "./service.mjs";

/** Sets up the file's house; `options` are the service's, and may be found out only when it starts. */
export function house(options = async () => ({})) {
  const house = new House();
  before(() => house.open(options));
  after(() => house.close());
  return house;
}

class House {
  #driveThrus = 0;

  async open(options) {
    this.service = await Service.start(await options());
    this.browser = await openBrowser();
  }

  async close() {
    await this.browser?.close();
    await this.service?.stop();
  }

  /** A drive-thru that no other test has. */
  driveThru() {
    this.#driveThrus += 1;
    return `d${this.#driveThrus}`;
  }

  /** Does what a test does with a visitor of its own. */
  async visit(does, options) {
    const visitor = await Visitor.of(this.browser, this.service, options);
    try {
      await does(visitor);
    } catch (error) {
      // What went wrong on the page says more than what was waited for in vain.
      if (visitor.faults.length > 0) error.message += `\n${visitor.faults.join("\n")}`;
      await visitor.context.close();
      throw error;
    }
    await visitor.leave();
  }
}
