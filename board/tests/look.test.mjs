// How the pages look: on a small screen, without motion, in the theme that one wants.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isLive } from "./browser.mjs";
import { siteAtNoon } from "./site.mjs";
import { Board } from "./pages.mjs";
import { PAGES } from "./scene.mjs";

const site = siteAtNoon();

for (const name of PAGES) {
  test(`${name} needs no sideways scrolling at 320 pixels`, () =>
    site.visit({ viewport: { width: 320, height: 640 } }, async (visitor) => {
      const page = await site.scene.open(visitor, name);
      assert.deepEqual(await tooWide(page), []);
    }));

  test(`${name} does not move for a person who asks for less motion`, () =>
    site.visit({ reducedMotion: "reduce" }, async (visitor) => {
      const page = await site.scene.open(visitor, name);
      assert.deepEqual(await moving(page), []);
    }));
}

test("a turn moves nothing for a person who asks for less motion", () =>
  site.visit({ reducedMotion: "reduce" }, async (visitor) => {
    const lane = site.service.lane("still");
    await lane.order("a hamburger");
    const paths = [`/board/still/1`, `/crew/still`, `/sim?drive_thru=still`];
    const pages = await Promise.all(paths.map((path) => visitor.open(path)));
    await lane.say("a large coke and a cookie");
    for (const page of pages) {
      await page.locator("[data-line]").filter({ hasText: "Coke" }).waitFor();
      assert.deepEqual(await moving(page), []);
    }
  }));

test("the theme is that of the system, until another is picked, which is kept", () =>
  site.visit({ colorScheme: "dark" }, async (visitor) => {
    const { page } = await Board.open(visitor, site.scene.lane("1"));
    const theme = () => page.locator("html").getAttribute("data-theme");
    const picker = page.getByLabel("Theme");
    assert.equal(await theme(), "dark");
    assert.equal(await picker.inputValue(), "dark");
    await page.emulateMedia({ colorScheme: "light" });
    await page.locator("html[data-theme=light]").waitFor();
    await page.waitForFunction((picker) => picker.value === "light", await picker.elementHandle());
    await picker.selectOption("Neon");
    assert.equal(await theme(), "neon");
    await page.reload();
    await isLive(page);
    assert.equal(await theme(), "neon");
    const other = await visitor.open(site.scene.path("crew"), { theme: "contrast" });
    assert.equal(await other.locator("html").getAttribute("data-theme"), "contrast");
  }));

/** What is cut off at the right, or must be scrolled to. What scrolls within the page may be wider than it. */
function tooWide(page) {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (part) => /auto|scroll/.test(getComputedStyle(part).overflowX);
    const sticksOut = (part) => {
      if (part.getBoundingClientRect().right <= width + 1) return false;
      for (let around = part.parentElement; around; around = around.parentElement) if (scrolls(around)) return false;
      return true;
    };
    const wide = [...document.body.querySelectorAll("*")].filter(sticksOut);
    return wide.slice(0, 9).map((part) => part.outerHTML.slice(0, 120));
  });
}

/** What moves on a page, longer than one could see. */
function moving(page) {
  return page.evaluate(() => {
    const seen = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().activeDuration > 10);
    return seen.map(({ effect }) => effect.target.outerHTML.slice(0, 120));
  });
}
