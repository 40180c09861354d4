// axe-core finds nothing on any page, in any theme, whatever is going on.

import assert from "node:assert/strict";
import { test } from "node:test";

import { COLOURS, violations } from "./axe.mjs";
import { THEMES } from "./browser.mjs";
import { siteAtNoon } from "./site.mjs";
import { PAGES } from "./scene.mjs";

const site = siteAtNoon();

/** What opens only when it is touched, by the page that it is on. */
const OPENED = {
  crew: {
    items: (page) => page.getByRole("tab", { name: "Items" }).click(),
    tickets: (page) => page.getByRole("tab", { name: "Tickets" }).click(),
    async "the void dialog"(page) {
      await page.getByRole("tab", { name: "Tickets" }).click();
      await page.getByRole("button", { name: /^Void/ }).first().click();
      await page.getByRole("dialog").waitFor();
    },
    transcripts: unfoldAll,
  },
  sim: { "every turn": unfoldAll },
  session: { "every turn": unfoldAll },
  rules: {
    "every rule": unfoldAll,
    async "a dry run"(page) {
      await page.getByRole("button", { name: "Dry run" }).first().click();
      await page.getByRole("row").first().waitFor();
    },
  },
};

for (const name of PAGES) {
  test(`${name} has no violation in any theme`, () => check({ name }));
}
for (const [name, parts] of Object.entries(OPENED)) {
  for (const [part, open] of Object.entries(parts)) {
    test(`${name} with ${part} open has no violation in any theme`, () => check({ name, open }));
  }
}

function check({ name, open }) {
  const [first, ...others] = THEMES;
  return site.visit({}, async (visitor) => {
    const page = await site.scene.open(visitor, name, { theme: first });
    assert.equal(await page.locator("html").getAttribute("data-theme"), first);
    await open?.(page);
    assert.deepEqual(await violations(page), [], first);
    // Themes are colours, and nothing else.
    for (const theme of others) {
      await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
      assert.deepEqual(await violations(page, COLOURS), [], theme);
    }
  });
}

/** Unfolds whatever can be, also what is only there once something else is unfolded. */
async function unfoldAll(page) {
  const folded = page.locator("details:not([open])");
  for (let n = await folded.count(); n > 0; n = await folded.count()) {
    await folded.evaluateAll((all) => all.forEach((details) => (details.open = true)));
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  }
}
