// axe-core finds nothing on any page, in any theme, whatever is going on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { violations } from "./axe.mjs";
import { THEMES } from "./browser.mjs";
import { houseAtNoon } from "./house.mjs";
import { PAGES } from "./scene.mjs";

const house = houseAtNoon();

for (const theme of THEMES) {
  for (const name of PAGES) {
    test(`${name} in ${theme} has no violation`, () =>
      house.visit({}, async (visitor) => {
        const page = await visitor.open(house.scene.path(name), { theme });
        assert.equal(await page.locator("html").getAttribute("data-theme"), theme);
        assert.deepEqual(await violations(page), []);
      }));
  }
}
