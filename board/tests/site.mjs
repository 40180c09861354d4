// What every file of tests has: one service, one browser, and a fresh visitor for each test.

import { after, before } from "node:test";

import { openBrowser, Visitor } from "./browser.mjs";
import { Scene } from "./scene.mjs";
import { Service } from "./service.mjs";

/** A site with an empty service, for the tests of a file. */
export function site(options = {}) {
  return opened(new Site(async () => ({ service: await Service.start(options) })));
}

/** A site at which it is noon: its `scene` is set. */
export function siteAtNoon() {
  return opened(
    new Site(async () => {
      const scene = await Scene.set();
      return { scene, service: scene.service };
    }),
  );
}

function opened(site) {
  before(() => site.open());
  after(() => site.close());
  return site;
}

class Site {
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
