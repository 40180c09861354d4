// What a small screen and a person who bears no motion get.

import assert from "node:assert/strict";
import { test } from "node:test";

import { houseAtNoon } from "./house.mjs";
import { PAGES } from "./scene.mjs";

const house = houseAtNoon();

for (const name of PAGES) {
  test(`${name} needs no sideways scrolling at 320 pixels`, () =>
    house.visit({ viewport: { width: 320, height: 640 } }, async (visitor) => {
      const page = await visitor.open(house.scene.path(name));
      assert.deepEqual(await tooWide(page), []);
    }));

  test(`${name} does not move for a person who asks for less motion`, () =>
    house.visit({ reducedMotion: "reduce" }, async (visitor) => {
      const page = await visitor.open(house.scene.path(name));
      const moving = await page.evaluate(() =>
        document.getAnimations().map(({ effect }) => effect.target.outerHTML.slice(0, 120)),
      );
      assert.deepEqual(moving, []);
    }));
}

/** What sticks out, if the page can be scrolled sideways. */
function tooWide(page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const all = [...document.body.querySelectorAll("*")];
    const wide = all.filter((part) => part.getBoundingClientRect().right > clientWidth);
    return [`${scrollWidth} of ${clientWidth} pixels`, ...wide.slice(0, 9).map((part) => part.outerHTML.slice(0, 120))];
  });
}
